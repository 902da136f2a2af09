/** An offer that is being filled in: what it begins with, and what of it outlives a change of the offer. */

import type { Do, Offer } from "../protocol";
import { nearestNothing, within } from "./words";

export type Value = Do["action"][string];
type Param = NonNullable<Offer["params"]>[number];

export interface Draft {
  offer: Offer;
  values: Record<string, Value | undefined>;
}

/** A fresh form, with what is known already. */
export function asBegun(offer: Offer, given: Record<string, Value | undefined> = {}): Draft {
  const values = (offer.params ?? []).map((param) => [param.name, given[param.name] ?? beginning(param)]);
  return { offer, values: Object.fromEntries(values) as Draft["values"] };
}

/** The same form after its offer has changed: what can still be chosen stays chosen, what is written stays written. */
export function asCarriedOver({ values }: Draft, offer: Offer): Draft {
  return asBegun(offer, Object.fromEntries((offer.params ?? []).map((param) => [param.name, stillFits(param, values[param.name])])));
}

function beginning(param: Param): Value | undefined {
  if (param.type === "one") return param.options.length === 1 ? param.options[0] : undefined;
  if (param.type === "many") return [];
  return param.type === "count" ? nearestNothing(param.low, param.high) : "";
}

function stillFits(param: Param, value: Value | undefined): Value | undefined {
  if (param.type === "many") return Array.isArray(value) ? value.filter((one) => param.options.includes(one)) : undefined;
  if (param.type === "count") return typeof value === "number" ? within(value, param.low, param.high) : undefined;
  if (typeof value !== "string") return undefined;
  return param.type === "words" || param.options.includes(value) ? value : undefined;
}
