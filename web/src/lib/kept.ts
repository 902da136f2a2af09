/** Where somebody is at a table, for when the page is loaded again: kept by this tab of the browser alone. */

import type { Draft } from "./draft";

export interface Place {
  /** The part of the table that is open on a small screen. */
  tab?: string;
  /** The form that is being filled in. */
  draft?: Draft;
  /** Words that are not said yet. */
  words?: string;
}

const PLACE = "fatedeck.place.";

export function placeKept(fragment: string): Place {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE + fragment) ?? "{}") as Place;
  } catch {
    return {};
  }
}

export function keepPlace(fragment: string, place: Place): void {
  sessionStorage.setItem(PLACE + fragment, JSON.stringify({ ...placeKept(fragment), ...place }));
}

export function forgetPlace(fragment: string, part: keyof Place): void {
  const place = placeKept(fragment);
  if (!(part in place)) return;
  delete place[part];
  sessionStorage.setItem(PLACE + fragment, JSON.stringify(place));
}
