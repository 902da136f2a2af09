/** Reading a card's facts, whatever a game has written there. */

import type { Face } from "../protocol";

type Facts = NonNullable<Face["facts"]>;

export function word(face: Face, name: string): string {
  const fact = (face.facts ?? ({} as Facts))[name];
  return typeof fact === "string" || typeof fact === "number" ? String(fact) : "";
}

export function number(face: Face, name: string): number | null {
  const fact = (face.facts ?? ({} as Facts))[name];
  return typeof fact === "number" ? fact : null;
}

export function flag(face: Face, name: string): boolean {
  return Boolean((face.facts ?? ({} as Facts))[name]);
}

export function words(face: Face, name: string): string[] {
  const fact = (face.facts ?? ({} as Facts))[name];
  if (Array.isArray(fact)) return fact.map(String);
  return typeof fact === "string" && fact ? [fact] : [];
}

/** A card without the number that tells copies apart: how faces are looked up. */
export function bare(card: string): string {
  return card.split("#", 1)[0] ?? card;
}

/** The face of a card; one that the game has not drawn is its name. */
export function faceOf(faces: Record<string, Face>, card: string): Face {
  return faces[card] ?? faces[bare(card)] ?? { title: bare(card) };
}

const RANKS: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king" };

/** A card as it is said aloud: "9♥" is the nine of hearts, written "9 of hearts". */
export function spokenCard(face: Face): string {
  const rank = word(face, "rank");
  const suit = word(face, "suit");
  return face.kind === "playing" && rank && suit ? `${RANKS[rank] ?? rank} of ${suit}` : face.title;
}

/** Whether this name is a card of the game. */
export function isCard(faces: Record<string, Face>, name: string): boolean {
  return name in faces || bare(name) in faces;
}

/** Facts that a drawn face shows already, in its title or its text. */
const DRAWN: Record<string, string[]> = {
  playing: ["rank", "suit", "colour"],
  edges: ["anchor", "bulb", "crescent", "dart", "anvil", "blade", "crown", "dragon"],
};

/** Every other fact as a line for a reader: "cost 2", "needs ork, ork". */
export function told(face: Face): { label: string; value: string }[] {
  const drawn = DRAWN[face.kind ?? ""] ?? [];
  return Object.entries(face.facts ?? {})
    .filter(([label]) => !drawn.includes(label))
    .filter(([, fact]) => fact !== null && fact !== false && fact !== "" && !(Array.isArray(fact) && fact.length === 0))
    .map(([label, fact]) => ({
      label: label.replaceAll("_", " "),
      value: Array.isArray(fact) ? fact.join(", ") : fact === true ? "yes" : String(fact),
    }));
}
