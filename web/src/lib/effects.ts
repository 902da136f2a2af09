/** What an action has done to whom, read from what everybody has left before and after it. */

import type { Scene, Sheet } from "../protocol";

export interface Effect {
  figure: string;
  title: string;
  words: string;
  tone: "good" | "bad" | "";
}

/** What has changed on the figures, the bars first. */
export function effectsOf(before: Scene | null, after: Scene | null): Effect[] {
  const then = new Map((before?.sheets ?? []).map((sheet) => [sheet.id, sheet]));
  return (after?.sheets ?? []).filter((sheet) => sheet.side).flatMap((sheet) => changes(then.get(sheet.id), sheet));
}

function changes(before: Sheet | undefined, after: Sheet): Effect[] {
  if (!before || before === after) return [];
  const { id: figure, title } = after;
  const bars = (after.counters ?? []).filter((counter) => counter.bar).flatMap((counter): Effect[] => {
    const was = before.counters?.find((other) => other.label === counter.label)?.value ?? counter.value;
    const more = counter.value - was;
    if (more === 0) return [];
    return [{ figure, title, words: `${more > 0 ? "+" : "−"}${Math.abs(more)} ${counter.label}`, tone: more > 0 ? "good" : "bad" }];
  });
  const had = new Set((before.conditions ?? []).map((condition) => condition.name));
  const has = new Set((after.conditions ?? []).map((condition) => condition.name));
  const gained = [...has].filter((name) => !had.has(name)).map((name): Effect => ({ figure, title, words: name, tone: "" }));
  const lost = [...had].filter((name) => !has.has(name)).map((name): Effect => ({ figure, title, words: `no longer ${name}`, tone: "" }));
  return [...bars, ...gained, ...lost];
}
