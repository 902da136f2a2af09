/** Where somebody is at a table, for when the page is loaded again: kept by this tab of the browser alone. */

import type { Draft } from "./draft";
import { read, write } from "./stored";

export interface Place {
  /** The part of the table that is open on a small screen. */
  tab?: string;
  /** The form that is being filled in. */
  draft?: Draft;
  /** How much of what is told in a scene has been read in its fight. */
  told?: { of: string; read: number };
  /** Words that are not said yet. */
  words?: string;
}

const PLACE = "fatedeck.place.";

export function placeKept(fragment: string): Place {
  return read<Place>(sessionStorage, PLACE + fragment, {});
}

export function keepPlace(fragment: string, place: Place): void {
  write(sessionStorage, PLACE + fragment, { ...placeKept(fragment), ...place });
}

/** The same place, by another link. */
export function movePlace(from: string, to: string): void {
  keepPlace(to, placeKept(from));
  sessionStorage.removeItem(PLACE + from);
}

export function forgetPlace(fragment: string, part: keyof Place): void {
  const place = placeKept(fragment);
  if (!(part in place)) return;
  delete place[part];
  write(sessionStorage, PLACE + fragment, place);
}
