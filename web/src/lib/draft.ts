/** An offer that is being filled in: what it begins with, and what of it outlives a change of the offer. */

import type { Do, Form, Offer } from "../protocol";
import { nearestNothing, within } from "./words";

export type Value = Do["action"][string];
export type Param = NonNullable<Offer["params"]>[number];

/** `params` are the fields as they are known by now: what an offer leaves open is asked for. */
export interface Draft {
  offer: Offer;
  params: Param[];
  values: Record<string, Value | undefined>;
  /** Why what is chosen does not do; empty while it may. */
  whyNot: string;
  /** The fields that were seen with all their options: what is lost of them later is chosen again, never for one. */
  begun?: readonly string[];
}

/** A fresh form, with what is known already. */
export function asBegun(offer: Offer, given: Record<string, Value | undefined> = {}): Draft {
  return withFields({ offer, params: [], values: given, whyNot: "" }, { params: offer.params ?? [] });
}

/** The same form after its offer has changed: what can still be chosen stays chosen, what is written stays written. */
export function asCarriedOver({ values, begun }: Draft, offer: Offer): Draft {
  return withFields({ offer, params: [], values, whyNot: "", ...(begun ? { begun } : {}) }, { params: offer.params ?? [] });
}

/** The same form, now that more is known of its fields. */
export function withFields({ offer, values, begun = [] }: Draft, { params = [], why_not = "" }: Form): Draft {
  const isDetail = ({ name }: Param) => params.length > 1 && !begun.includes(name);
  const filled = params.map((param) => [param.name, stillFits(param, values[param.name]) ?? beginning(param, isDetail(param))]);
  const seen = params.filter((param) => !isOpen(param)).map((param) => param.name);
  return {
    offer,
    params: [...params],
    values: Object.fromEntries(filled) as Draft["values"],
    whyNot: why_not,
    begun: [...new Set([...begun, ...seen])],
  };
}

/** Whether a field's values are still to be asked for. */
export function isOpen(param: Param): boolean {
  return "asked" in param && param.asked === true;
}

/** What a field begins with: what it can only be; a detail beside others begins with its first option, who and what is meant is chosen, and so is what is blank. */
function beginning(param: Param, isDetail: boolean): Value | undefined {
  if (isOpen(param)) return undefined;
  if ((param.type === "one" || param.type === "many") && param.blank) return param.type === "many" ? [] : undefined;
  if (param.type === "one") return param.default ?? (param.options?.length === 1 || (isDetail && !param.of) ? param.options?.[0] : undefined);
  if (param.type === "many") return param.options.length === param.least ? [...param.options] : [...(param.default ?? [])];
  if (param.type === "yes-no") return param.default ?? false;
  return param.type === "count" ? (param.default ?? nearestNothing(param.low, param.high)) : "";
}

function stillFits(param: Param, value: Value | undefined): Value | undefined {
  if (isOpen(param)) return value;
  if (param.type === "yes-no") return typeof value === "boolean" ? value : undefined;
  if (param.type === "many") return Array.isArray(value) ? value.filter((one) => param.options.includes(one)) : undefined;
  if (param.type === "count") return typeof value === "number" ? within(value, param.low, param.high) : undefined;
  if (typeof value !== "string") return undefined;
  return param.type === "words" || param.options?.includes(value) ? value : undefined;
}
