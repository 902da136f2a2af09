/** The heads of records that this browser was shown: who keeps them can tell whether a record was changed later. */

import { read, write } from "./stored";
import type { Head } from "./verify";

const HEADS = "fatedeck.heads.";

export function headsOf(table: string): Head[] {
  return Object.entries(read<Record<string, string>>(localStorage, HEADS + table, {})).map(([v, hash]) => ({ v: Number(v), hash }));
}

/** Keep a head for good; false when another one of the same step was shown before. */
export function keepHead(table: string, { v, hash }: Head): boolean {
  const kept = read<Record<string, string>>(localStorage, HEADS + table, {});
  if (kept[v] === undefined) {
    try {
      write(localStorage, HEADS + table, { ...kept, [v]: hash });
    } catch {
      makeRoom(HEADS + table);
    }
  }
  return (kept[v] ?? hash) === hash;
}

export function forgetHeads(table: string): void {
  localStorage.removeItem(HEADS + table);
}

/** As a file that `fatedeck verify --heads` reads. */
export function asFile(heads: readonly Head[]): Blob {
  const lines = heads.map(({ v, hash }) => `${JSON.stringify({ is: "head", v, hash })}\n`);
  return new Blob(lines, { type: "application/jsonl" });
}

/** The browser keeps no more: what was kept of other tables makes way for the steps to come. */
function makeRoom(own: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(HEADS) && key !== own) localStorage.removeItem(key);
}
