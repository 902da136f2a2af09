/** How each game looks: its emblem, the backs of its cards, as the games themselves say. */

import type { GameInfo, Look } from "../protocol";

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

const faces = $state<Record<string, string>>({});

/** Remember what the rivals of a game look like. */
export function learnFaces(game: GameInfo): void {
  for (const rival of game.rivals) if (rival.face) faces[rival.name] = rival.face;
}

/** What somebody looks like, in a few words, if anybody has said so. */
export function faceOf(name: string): string {
  return faces[name] ?? "";
}
