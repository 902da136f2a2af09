/** Making a table: its links are kept, and the seats that are one's own are remembered. */

import type { Link, NewTable, TableInfo } from "../protocol";
import * as api from "./api";
import { rememberSeat } from "./invites";
import { keepLinks } from "./known";
import { read, write } from "./stored";

const DECKS = "fatedeck.played.";

/** Make a table; the link to go in by: one's first seat, or the host's. */
export async function hostTable(made: NewTable): Promise<Link> {
  const links = await api.makeTable(made);
  keepLinks(links);
  const decks = made.seats.filter((seat) => seat.deck).map((seat) => [seat.name, seat.deck ?? ""] as const);
  if (decks.length > 0) write(localStorage, DECKS + links.table, Object.fromEntries(decks));
  const own = links.seats.filter((_, place) => made.seats[place]?.mine);
  for (const link of own.toReversed()) rememberSeat(link, { table: links.table, name: made.name, game: made.game });
  return own[0] ?? links.host;
}

/** Play again at the one table that those at this one make for it: where one sits there. */
export async function playAgain({ id, name, game }: TableInfo, fragment: string, options: Record<string, unknown>, decks: Record<string, string>): Promise<Link> {
  const link = await api.rematch(fragment, { options, decks });
  const table = link.fragment.split(".", 1)[0] ?? "";
  write(localStorage, DECKS + table, { ...decksAt(id), ...decks });
  rememberSeat(link, { table, name, game });
  return link;
}

/** A duel with the machine that begins at once: where one sits. */
export function hostDuel(game: string, me: string, deck: string, rival: { name: string; machine: string; deck: string }): Promise<Link> {
  const seats = [{ name: me, mine: true, deck }, { name: rival.name, machine: rival.machine, deck: rival.deck }];
  return hostTable({ game, name: `${me} against ${rival.name}`, seats, start: true });
}

/** The decks that a table was made with, as far as this browser made it: nobody else is told. */
export const decksAt = (table: string): Record<string, string> => read<Record<string, string>>(localStorage, DECKS + table, {});
