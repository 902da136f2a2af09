/** Coming to a table by its code, and who one is at tables: a name that this browser remembers. */

import type { Invitation, Link, WearColour } from "../protocol";
import { remember } from "./known";
import { read, write } from "./stored";

export type Colour = WearColour["colour"];

const KEY = "fatedeck.sit.";
const NAME = "fatedeck.name";

/** Every colour that a seat can wear, as it looks on light and on dark ground. */
export const COLOURS: Record<Colour, string> = {
  crimson: "#c2364f",
  amber: "#c98a1b",
  olive: "#7a8b2f",
  teal: "#1f8f83",
  sky: "#3d8fc9",
  indigo: "#6470d0",
  plum: "#a04f9f",
  slate: "#76828a",
};

/** A code as people read it aloud: two groups of four. */
export function spelled(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** The address that a code stands for: the server's for phones, where the host sees it as localhost. */
export function invitationAddress(code: string, server = ""): string {
  const atHome = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return `${atHome && server ? server : location.origin}/t/${code}`;
}

/** The key with which this browser sits down at a table: asked again, it is the same seat. */
export function keyFor(code: string): string {
  const kept = read<string>(localStorage, KEY + code, "");
  if (kept) return kept;
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))).replaceAll("+", "-").replaceAll("/", "_");
  write(localStorage, KEY + code, made);
  return made;
}

export function ownName(): string {
  return read<string>(localStorage, NAME, "");
}

export function keepOwnName(name: string): void {
  write(localStorage, NAME, name);
}

/** This browser has sat down: the table is among its own from now on. */
export function rememberSeat(link: Link, table: Pick<Invitation, "table" | "name" | "game">): void {
  remember({ ...table, fragment: link.fragment, seat: link.name, role: link.role, last: Date.now() });
}
