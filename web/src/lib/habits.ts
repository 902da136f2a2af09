/** What a game master chose last time, as the beginning of the next time: the same check is called in fewer taps. */

import type { Offer } from "../protocol";
import { isOpen, type Draft, type Value } from "./draft";
import { read, write } from "./stored";

type Habits = Record<string, Record<string, Value>>;

const keyOf = (game: string) => `fatedeck.habits.${game}`;

/** What was chosen last for an offer like this one. */
export function habit(game: string, offer: Offer): Record<string, Value> {
  return read<Habits>(localStorage, keyOf(game), {})[offer.do] ?? {};
}

/** Remember numbers, and names that stand for nobody and nothing at this table alone. */
export function remember(game: string, { offer, params, values }: Draft): void {
  const kept: Record<string, Value> = {};
  for (const param of params) {
    const value = values[param.name];
    const plain = param.type === "count" || (param.type === "one" && !param.of);
    if (plain && value !== undefined && !isOpen(param)) kept[param.name] = value;
  }
  write(localStorage, keyOf(game), { ...read<Habits>(localStorage, keyOf(game), {}), [offer.do]: kept });
}
