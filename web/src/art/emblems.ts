/** What a written card shows: strokes in a box of 64 by 64, found by the words of its title or else by its kind. */

const DRAWN: Record<string, string> = {
  sword: "M46 8L24 34M46 8L50 14L29 38M46 8L50 14M18 32L34 46M26 40L14 52M12 50L16 54",
  pike: "M14 54L44 18M40 14L52 8L50 20L44 24ZM36 22L44 30",
  dagger: "M40 12L26 32L32 38L46 22ZM22 32L34 42M28 38L16 52M14 50L18 54",
  club: "M16 52L30 34M28 36C24 28 30 14 42 10C52 8 56 16 52 24C46 34 36 40 28 36ZM40 18L42 20M46 24L44 26M36 28L38 30",
  crossbow: "M32 10V52M14 24C20 12 44 12 50 24M14 24L32 40L50 24M26 52H38M32 10L28 16M32 10L36 16",
  shield: "M32 8L52 14V30C52 44 42 52 32 56C22 52 12 44 12 30V14ZM32 8V56M12 28H52",
  plate: "M20 12C26 18 38 18 44 12L54 20L48 30V52C38 58 26 58 16 52V30L10 20ZM32 18V54M18 34H46",
  helm: "M14 42C14 22 22 12 32 12S50 22 50 42ZM14 42V50H26V40M50 42V50H38V40M32 12V40M22 32H42",
  gauntlet: "M22 54V32L14 24L18 20L26 28V12H31V26H34V10H39V26H42V14H47V34L42 54ZM22 46H43",
  coin: "M32 12A20 20 0 1 0 32 52A20 20 0 1 0 32 12ZM32 19A13 13 0 1 0 32 45A13 13 0 1 0 32 19ZM32 24V40M27 28H36M28 36H37",
  gem: "M20 14H44L56 28L32 54L8 28ZM8 28H56M20 14L26 28L32 54L38 28L44 14M26 28L32 14L38 28",
  potion: "M26 8H38M28 8V22L16 44C14 50 18 55 24 55H40C46 55 50 50 48 44L36 22V8M20 38C28 34 36 42 45 38M30 46H31M38 48H39",
  drink: "M18 14H46V36C46 46 40 50 32 50S18 46 18 36ZM18 24H46M32 50V56M24 56H40M46 20H54V32H46",
  book: "M10 14C18 10 26 12 32 18C38 12 46 10 54 14V48C46 44 38 46 32 52C26 46 18 44 10 48ZM32 18V52M16 22L26 24M16 30L26 32M38 24L48 22M38 32L48 30",
  scroll: "M18 12H46C52 12 52 22 46 22H44V44M18 12C12 12 12 22 18 22H24V48C24 54 34 54 34 48V44H54C54 54 48 54 44 54H28M30 28H38M30 35H38",
  dog: "M14 20L20 10L26 20H40L44 12L50 22V32L42 40L44 54M26 54V42L16 34ZM42 40H26M36 26H37M50 28L54 30",
  horse: "M18 54C18 40 22 34 18 26L26 10L30 16C42 18 50 28 52 40L44 44L38 36M30 24H31M26 10L22 20M38 36C34 40 36 48 40 54",
  bird: "M12 40C20 20 34 16 52 14C46 20 48 30 40 36C34 42 24 40 12 40ZM12 40L8 46M34 26L26 34M42 18H43",
  figure: "M32 8A8 8 0 1 0 32 24A8 8 0 1 0 32 8ZM14 54C14 38 22 30 32 30S50 38 50 54ZM24 54V44M40 54V44",
  mentor: "M30 12A9 9 0 1 0 30 30M22 26C22 40 28 46 30 54C34 46 38 40 38 26M14 54C14 42 18 36 22 34M38 34C44 38 46 46 46 54M52 10V54M48 10C50 6 56 8 54 14",
  whisper: "M14 26C14 14 26 10 32 16C40 22 34 32 26 34C20 36 20 44 26 48M40 22C46 22 46 32 40 32M46 16C56 18 56 38 46 38",
  eye: "M8 32C18 16 46 16 56 32C46 48 18 48 8 32ZM32 24A8 8 0 1 0 32 40A8 8 0 1 0 32 24ZM32 30V34",
  moon: "M40 8A24 24 0 1 0 56 40A19 19 0 0 1 40 8ZM16 14L18 18L22 20L18 22L16 26L14 22L10 20L14 18Z",
  mask: "M12 18C24 12 40 12 52 18C52 38 44 52 32 54C20 52 12 38 12 18ZM20 28C24 26 26 28 27 31C23 32 20 31 20 28ZM44 28C40 26 38 28 37 31C41 32 44 31 44 28ZM24 42C29 45 35 45 40 42",
  skull: "M32 8C20 8 12 16 12 28C12 36 16 40 20 42V52H44V42C48 40 52 36 52 28C52 16 44 8 32 8ZM24 26A4 4 0 1 0 24 34A4 4 0 1 0 24 26ZM40 26A4 4 0 1 0 40 34A4 4 0 1 0 40 26ZM32 36L29 41H35ZM28 52V46M36 52V46",
  bones: "M18 14A5 5 0 1 0 14 20L44 48A5 5 0 1 0 50 44L20 16M46 14A5 5 0 1 1 50 20L20 48A5 5 0 1 1 14 44L44 16",
  ghost: "M14 54V28C14 16 22 8 32 8S50 16 50 28V54L44 48L38 54L32 48L26 54L20 48ZM25 26V32M39 26V32M28 40H36",
  hand: "M22 54C14 46 12 38 14 34C18 34 20 38 22 40V16C22 12 28 12 28 16V30V11C28 7 34 7 34 11V30V14C34 10 40 10 40 14V32V20C40 16 46 16 46 20V40C46 48 42 54 38 54Z",
  flame: "M32 6C36 18 50 24 48 40C47 50 40 56 32 56S17 50 16 40C15 32 22 28 24 20C28 24 29 28 29 32C34 26 34 16 32 6ZM32 56C26 52 26 44 32 38C38 44 38 52 32 56Z",
  wind: "M8 24H38C46 24 46 12 38 12C34 12 32 15 33 18M8 34H48C58 34 58 48 48 48C43 48 41 44 43 41M8 44H30C36 44 36 54 30 54C27 54 25 52 26 49",
  spark: "M32 6L36 26L56 32L36 38L32 58L28 38L8 32L28 26ZM50 10L51 14L55 15L51 16L50 20L49 16L45 15L49 14ZM14 46L15 50L19 51L15 52L14 56L13 52L9 51L13 50Z",
  spiral: "M32 32C32 28 38 28 38 33C38 40 26 40 26 31C26 20 44 20 44 33C44 48 20 48 20 31C20 14 50 12 50 33",
  field: "M32 8A24 24 0 1 0 32 56A24 24 0 1 0 32 8ZM32 8C18 20 18 44 32 56C46 44 46 20 32 8ZM8 32H56M13 20H51M13 44H51",
  drain: "M32 10C40 22 46 28 46 38A14 14 0 1 1 18 38C18 28 24 22 32 10ZM26 38C26 44 30 47 34 47M32 26V32M38 34L34 36",
  mirror: "M32 8C44 8 48 18 48 26S42 42 32 42S16 34 16 26S20 8 32 8ZM32 42V56M26 56H38M24 20L32 14M24 28L38 16",
  staff: "M20 56L38 22M44 8C52 8 54 18 47 21C40 24 34 18 37 12C38 9 41 8 44 8ZM44 13A3 3 0 1 0 44 19",
  lute: "M20 30C28 24 40 34 36 44C32 56 14 56 12 46C11 40 14 34 20 30ZM32 34L52 12M48 8L56 16M44 14L50 20M24 40A4 4 0 1 0 24 48A4 4 0 1 0 24 40Z",
  note: "M24 46V14L50 8V40M24 22L50 16M17 40A7 6 0 1 0 17 52A7 6 0 1 0 17 40ZM43 34A7 6 0 1 0 43 46A7 6 0 1 0 43 34Z",
  clothes: "M24 10C28 16 36 16 40 10L54 18L48 30L42 28V54H22V28L16 30L10 18ZM32 22V24M32 32V34M32 42V44",
  pack: "M18 24C18 12 46 12 46 24V54H18ZM26 14V8H38V14M24 36H40V46H24ZM18 30H12V46H18M46 30H52V46H46",
  pouch: "M24 22C10 34 10 54 32 54S54 34 40 22ZM22 22H42M26 22L20 10L32 14L44 10L38 22M32 34V44M28 37H35",
  bed: "M8 48V30H48C54 30 56 36 56 40V48M8 42H56M8 22V54M56 48V54M14 30C14 24 24 24 24 30",
  food: "M12 38C12 20 52 20 52 38ZM8 38H56C54 48 46 52 32 52S10 48 8 38ZM24 16C22 12 26 10 24 6M34 16C32 12 36 10 34 6",
  pick: "M12 26C22 10 42 10 52 26C44 20 38 18 34 18V54H28V18C24 18 18 20 12 26Z",
  anvil: "M8 18H52C50 28 42 32 38 32V40L46 50H18L26 40V32C16 30 10 26 8 18ZM52 22H58",
  horns: "M14 10C10 28 20 36 28 36V52C30 56 34 56 36 52V36C44 36 54 28 50 10C48 20 42 24 36 24H28C22 24 16 20 14 10ZM27 42H28M36 42H37",
  tail: "M12 12C30 12 32 24 30 36C28 48 40 54 48 46C54 40 48 32 42 36M48 46L56 50M50 42L57 42",
  fist: "M16 26C16 20 24 20 24 26V22C24 16 32 16 32 22V21C32 15 40 15 40 21V23C40 17 48 18 48 24V40C48 50 42 54 32 54S16 48 16 40ZM16 36H34C40 36 40 44 34 44H28",
  roar: "M10 20L20 10L26 18H38L44 10L54 20V40L42 54H22L10 40ZM20 26H24M40 26H44M20 36H44L40 46H24ZM26 36V40M32 36V40M38 36V40",
  crown: "M8 44L12 18L24 32L32 12L40 32L52 18L56 44ZM8 50H56",
  banner: "M18 56V8M18 10H52L44 21L52 32H18M12 56H24",
  flower: "M32 26A6 6 0 1 0 32 38A6 6 0 1 0 32 26ZM32 26C24 16 40 16 32 26M38 32C48 24 48 40 38 32M32 38C40 48 24 48 32 38M26 32C16 40 16 24 26 32M32 44V58M32 54C38 54 40 50 40 48",
  glass: "M14 20A9 9 0 1 0 14 38A9 9 0 1 0 14 20ZM42 20A9 9 0 1 0 42 38A9 9 0 1 0 42 20ZM23 28C26 24 30 24 33 28M10 20L18 10H24M46 20L38 10H32",
  ribbon: "M32 28C20 12 8 20 12 30C16 38 26 34 32 28C38 34 48 38 52 30C56 20 44 12 32 28ZM28 32L18 54L28 48L32 36L36 48L46 54L36 32",
  dash: "M10 20H30M6 32H24M12 44H30M34 54L44 38L36 30L44 20L54 26M44 14A5 5 0 1 0 44 4A5 5 0 1 0 44 14ZM36 30L28 34",
  bomb: "M28 24A16 16 0 1 0 28 56A16 16 0 1 0 28 24ZM38 26L44 20M44 20C48 16 52 18 52 22M54 12L57 9M56 18H60M48 10V6M20 36C22 32 26 31 29 32",
  lantern: "M24 20H40L44 50H20ZM26 20C26 12 38 12 38 20M32 12V6M20 50H44V56H20ZM32 28C36 34 36 42 32 44C28 42 28 34 32 28Z",
  bricks: "M10 16H54V50H10ZM10 27H54M10 39H54M24 16V27M42 16V27M18 27V39M34 27V39M48 27V39M26 39V50M42 39V50",
};

/** The first that fits wins: words of the title, then the card's kinds. */
const SIGNS: [RegExp, string][] = [
  [/spiked tea|rotten|ration|cuisine/, "food"],
  [/dagger|terrify/, "dagger"],
  [/sword breaker|sword|quick thrust|dual wield|final blow|assassinate/, "sword"],
  [/pike|valour/, "pike"],
  [/crossbow/, "crossbow"],
  [/clubbin|club/, "club"],
  [/buckler|shield/, "shield"],
  [/plate|jerkin/, "plate"],
  [/helm/, "helm"],
  [/gauntlet/, "gauntlet"],
  [/ribbon/, "ribbon"],
  [/clothes|valet/, "clothes"],
  [/coin|cashflow|income/, "coin"],
  [/ruby|emerald|diamond|fake|loot/, "gem"],
  [/vial|potion/, "potion"],
  [/spirits|courage/, "drink"],
  [/book|almanac/, "book"],
  [/notes|secrets|necromancy/, "scroll"],
  [/canine/, "dog"],
  [/steed/, "horse"],
  [/mentor/, "mentor"],
  [/whisperer|grovel|riposte/, "whisper"],
  [/nightwatcher|phase/, "moon"],
  [/binoculars|reconnoiter/, "glass"],
  [/disguise|shift shape|hide/, "mask"],
  [/skeletal/, "skull"],
  [/undead/, "skull"],
  [/patchwork/, "bones"],
  [/echoes/, "ghost"],
  [/sleight|begging|training/, "hand"],
  [/heat/, "flame"],
  [/gale|stench|filth/, "wind"],
  [/life drain/, "drain"],
  [/gather magic|flourish/, "spark"],
  [/ritual|seduction/, "spiral"],
  [/force field/, "field"],
  [/mirror/, "mirror"],
  [/staff/, "staff"],
  [/lute/, "lute"],
  [/chorus|tune/, "note"],
  [/beltpouch/, "pouch"],
  [/pack|trash/, "pack"],
  [/bedroll/, "bed"],
  [/pick/, "pick"],
  [/horns/, "horns"],
  [/tail/, "tail"],
  [/hulking/, "fist"],
  [/roar/, "roar"],
  [/dodge/, "dash"],
  [/bomb/, "bomb"],
  [/prudence|search/, "lantern"],
  [/flowers/, "flower"],
  [/assassin/, "dagger"],
  [/bard/, "lute"],
  [/knight/, "banner"],
  [/sorcerer/, "staff"],
  [/beast/, "roar"],
  [/dwarf/, "anvil"],
  [/ork/, "fist"],
  [/weapon/, "sword"],
  [/armour/, "shield"],
  [/spell/, "spark"],
  [/pet|minion/, "figure"],
  [/book/, "book"],
  [/potion/, "potion"],
  [/supply/, "food"],
  [/loot/, "coin"],
  [/class|race/, "crown"],
  [/feature/, "eye"],
  [/item|tool/, "pack"],
];

/** The strokes for a card: by its title, else by its kinds; empty when neither says anything. */
export function emblemOf(title: string, kinds: string): string {
  const [found = ""] = [title, kinds].flatMap((words) => SIGNS.find(([sign]) => sign.test(words.toLowerCase()))?.[1] ?? []);
  return DRAWN[found] ?? "";
}

const HUES: Record<string, number> = { assassin: 275, bard: 332, knight: 212, sorcerer: 248, beast: 28, dwarf: 42, ork: 96, undead: 168 };

/** The hue of a card's own people, or one of its own for what belongs to all. */
export function hueOf(set: string, seed: number): number {
  return HUES[set.toLowerCase()] ?? 20 + (seed % 9) * 6;
}

/** A line that winds around the middle, as on a banknote; the seed says how often. */
export function guilloche(seed: number, width: number, height: number): string {
  const petals = 5 + (seed % 6);
  const inner = 0.34 + ((seed >>> 4) % 5) * 0.07;
  const points = Array.from({ length: 181 }, (_, n) => {
    const turn = (n / 180) * 2 * Math.PI;
    const reach = 0.5 + inner * 0.5 * Math.cos(petals * turn * 1.0 + (seed % 7)) + 0.16 * Math.sin((petals + 3) * turn);
    return `${(width / 2 + Math.cos(turn) * reach * width * 0.62).toFixed(1)} ${(height / 2 + Math.sin(turn) * reach * height * 0.78).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
