/** Shields and medallions made from a name: the same name always bears the same arms. */

/** A number from a name, spread evenly enough to pick colours and shapes by. */
export function seedOf(name: string): number {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619);
  seed ^= seed >>> 15;
  return Math.imul(seed, 2246822519) >>> 0;
}

export const TINCTURES = ["#8c2f39", "#2f5d8c", "#6b4c9a", "#a5702a", "#3b7a57", "#7a3b6b", "#3f4a5a", "#80522d"];

/** The lower field of a shield of 64 by 64, over the upper one. */
export const DIVISIONS = [
  "M32 2H60V34C60 50 46 58 32 62Z",
  "M4 32H60V34C60 50 46 58 32 62C18 58 4 50 4 34Z",
  "M4 2L60 50V2Z",
  "M4 50L60 2V34C60 50 46 58 32 62C18 58 4 50 4 34Z",
  "M4 24H60V42H4Z",
  "M23 2H41V62H23Z",
  "M4 62L32 24L60 62Z",
  "M4 2H32V32H4ZM32 32H60V62H32Z",
];

export const SHIELD = "M4 2H60V34C60 50 46 58 32 62C18 58 4 50 4 34Z";

/** What a foe's medallion shows: strokes in a box of 64 by 64. */
export const BEASTS = [
  "M18 44C18 30 24 22 32 22S46 30 46 44M24 20L20 12M40 20L44 12M27 33H29M35 33H37M27 42L30 39L32 42L34 39L37 42",
  "M16 40H48L51 20L41 29L32 15L23 29L13 20Z",
  "M16 16C34 20 44 30 48 48M16 16L48 48M16 16L20 28M16 16L28 20",
  "M32 12L46 22V40L32 52L18 40V22ZM26 30H29M35 30H38M27 41H37",
  "M14 38C20 22 44 22 50 38C44 44 40 34 32 44C24 34 20 44 14 38ZM27 34H28M36 34H37",
  "M22 48V30L32 14L42 30V48M22 36H42M28 24H36",
  "M18 46C18 26 46 46 46 22C46 14 34 12 32 20M18 46L14 50M44 20L47 18",
  "M32 14V50M20 26C20 18 44 18 44 26M20 26V32M44 26V32M32 32V32M26 50H38",
];

/** Up to two letters that stand for a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? name];
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
