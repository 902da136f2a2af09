/** How each game looks: its emblem, the backs of its cards, as the games themselves say. */

import type { Look } from "../protocol";

const PLAIN = { emblem: "lozenge", ground: "#3d4a52", line: "#e8e2d2", square: false, duel: false };

const known = $state<Record<string, Look>>({});

/** Remember what a game has said of itself. */
export function learnLook(game: string, look: Look): void {
  known[game] = look;
}

/** A game's look; a plain one until it is known. */
export function lookOf(game: string): Required<Look> {
  return { ...PLAIN, ...known[game] };
}
