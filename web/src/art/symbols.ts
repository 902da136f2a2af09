/** Every small sign of the table, as a path in a box of 24 by 24, and what it stands for: the same on paper. Drawn for fatedeck. */

import drawn from "../../../src/fatedeck/press/signs.json";

export const SYMBOLS: Record<string, string> = drawn.paths;

/** The suit of each edge in reading order, with the colour and the pattern that tell it from the others. */
export const EDGES: Record<string, { suit: string; colour: string; pattern: string }[]> = drawn.edges;

/** What an edge's value reads as: marks of one kind, one to three of them. */
export function reading(printing: "classic" | "current", value: number): { mark: string; times: number; words: string } {
  const table = drawn.readings[printing];
  return table[Math.min(table.length, Math.max(1, value)) - 1] ?? { mark: "cross", times: 1, words: "" };
}

/** The sign that stands for a kind of card, where there is no room for words. */
export function emblem(kinds: string): string {
  return found(drawn.emblems, kinds);
}

/** The sign of a class or a kin that a card asks for or provides. */
export const CALLINGS: Record<string, string> = drawn.callings;

/** The sign of a slot, by its name. */
export function slotSign(slot: string): string {
  return found(drawn.slots, slot);
}

/** What the first fitting row of a table stands for; its words are written small. */
export function found(table: string[][], words: string): string {
  return table.find(([pattern = ""]) => new RegExp(pattern).test(words.toLowerCase()))?.[1] ?? "";
}
