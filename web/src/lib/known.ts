/** The tables this browser knows, with their secret links. Kept here and nowhere else. */

import type { Link, Links } from "../protocol";
import { forgetHeads, headsOf, keepHead } from "./heads";
import { read, write } from "./stored";
import type { Head } from "./verify";

export interface Known {
  fragment: string;
  table: string;
  name: string;
  game: string;
  seat: string;
  role: Link["role"];
  last: number;
  /** When the next evening is, while the table sleeps; 0 when nobody knows. */
  next?: number;
  /** Whether the table slept when this browser was last there. */
  asleep?: boolean;
  /** The commitment to the table's secret as this browser saw it first. */
  seal?: string;
  /** The links that this one came in the place of: whoever opens an old one is led to this. */
  before?: string[];
}

const TABLES = "fatedeck.tables";
const LINKS = "fatedeck.links.";
const RENEWING = "fatedeck.renewing.";

export function knownTables(): Known[] {
  return read<Known[]>(localStorage, TABLES, []).toSorted((a, b) => b.last - a.last);
}

/** Other seats at a table that this browser holds, with their links: of who runs the game and plays, too. */
export function otherChairs(table: string, seat: string): Map<string, string> {
  return new Map(knownTables().filter((known) => known.table === table && known.seat && known.seat !== seat).map((known) => [known.seat, known.fragment]));
}

export function remember(known: Known): void {
  const others = knownTables().filter((other) => other.fragment !== known.fragment);
  const seal = sealOf(known.table) || known.seal;
  const before = knownTables().find((other) => other.fragment === known.fragment)?.before;
  write(localStorage, TABLES, [{ ...known, seal, before }, ...others].slice(0, 40));
}

/** This browser has been at a table until now. */
export function leaveKnown(fragment: string, asleep: boolean, next: number): void {
  const known = knownTables().find((other) => other.fragment === fragment);
  if (known) remember({ ...known, last: Date.now(), asleep, next });
}

export function isKnown(fragment: string): boolean {
  return knownTables().some((known) => known.fragment === fragment);
}

/** The link that has come in the place of this one, or itself. */
export function newest(fragment: string): string {
  return knownTables().find((known) => known.before?.includes(fragment))?.fragment ?? fragment;
}

/** A link has come in the place of another. */
export function replaceLink(old: string, link: Link): void {
  const fragment = link.fragment;
  write(
    localStorage,
    TABLES,
    knownTables().map((known) => (known.fragment === old ? { ...known, fragment, before: [...(known.before ?? []), old] } : known)),
  );
  localStorage.removeItem(RENEWING + old);
  const table = fragment.split(".", 1)[0] ?? "";
  if (linksOf(table).some((other) => other.fragment === old)) keepLink(table, link);
}

/** The id of the command that renews this link, until it is answered; a new one is kept. */
export function renewal(fragment: string, id = ""): string {
  if (id) write(localStorage, RENEWING + fragment, id);
  return read<string>(localStorage, RENEWING + fragment, "");
}

/** The commitment that this browser was shown first, on any of its links; empty when it saw none. */
export function sealOf(table: string): string {
  return knownTables().find((known) => known.table === table && known.seal)?.seal ?? "";
}

/** A table that was forgotten, with what this browser was shown of its record. */
export interface Forgotten {
  known: Known;
  heads: Head[];
}

export function forget(fragment: string): Forgotten[] {
  const known = knownTables().filter((one) => one.fragment === fragment);
  const gone = known.map((one) => ({ known: one, heads: headsOf(one.table) }));
  const others = knownTables().filter((known) => known.fragment !== fragment);
  const [table = ""] = fragment.split(".", 1);
  if (!others.some((known) => known.table === table)) forgetHeads(table);
  write(localStorage, TABLES, others);
  return gone;
}

/** A table that was forgotten by mistake is known again. */
export function bringBack({ known, heads }: Forgotten): void {
  write(localStorage, TABLES, [known, ...knownTables()]);
  for (const head of heads) keepHead(known.table, head);
}

/** The links of a table that was made in this browser: they are told only once. */
export function keepLinks(links: Links): void {
  write(localStorage, LINKS + links.table, [links.host, ...links.seats, links.spectator]);
}

export function linksOf(table: string): Link[] {
  return read<Link[]>(localStorage, LINKS + table, []);
}

/** Keep a link that was made anew, in the place of the old one. */
export function keepLink(table: string, link: Link): void {
  const others = linksOf(table).filter((other) => other.place !== link.place || other.role === "host");
  write(localStorage, LINKS + table, [...others, link]);
}

/** The address that a link stands for: the server's for phones, where the host sees it as localhost. */
export function address(fragment: string, server = ""): string {
  const atHome = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return `${atHome && server ? server : location.origin}/table#${fragment}`;
}

/** What this browser knows of its tables, to carry it to another one. */
interface Carried {
  fatedeck: "tables";
  tables: Known[];
  links: Record<string, Link[]>;
}

export function allTables(): Carried {
  const tables = knownTables();
  return { fatedeck: "tables", tables, links: Object.fromEntries(tables.map(({ table }) => [table, linksOf(table)])) };
}

/** Take in what another browser knew; what this one knows already stays. Whether it could be read. */
export function takeInTables(text: string): boolean {
  let carried: Partial<Carried>;
  try {
    carried = JSON.parse(text) as Partial<Carried>;
  } catch {
    return false;
  }
  if (carried.fatedeck !== "tables" || !Array.isArray(carried.tables)) return false;
  const readable = carried.tables.filter((known) => [known.fragment, known.table, known.name, known.game].every((part) => typeof part === "string") && typeof known.last === "number");
  for (const known of readable.toReversed()) if (!isKnown(newest(known.fragment))) remember(known);
  for (const [table, links] of Object.entries(carried.links ?? {})) {
    if (linksOf(table).length === 0 && Array.isArray(links) && links.length > 0) write(localStorage, LINKS + table, links);
  }
  return true;
}
