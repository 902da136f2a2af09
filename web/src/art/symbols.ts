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
