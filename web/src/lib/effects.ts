/** What an action has done to whom, read from what everybody has left before and after it. */

import type { Entry, Scene, SceneTold, Sheet } from "../protocol";

export interface Effect {
  figure: string;
  title: string;
  words: string;
  tone: "good" | "bad" | "";
}

/** What has changed on the figures, the bars first; of what is done `against` one figure, on that one and on whoever did it. */
export function effectsOf(before: Scene | null, after: Scene | null, who = "", against = ""): Effect[] {
  const then = new Map((before?.sheets ?? []).map((sheet) => [sheet.id, sheet]));
  return (after?.sheets ?? []).filter((sheet) => sheet.side && (!against || sheet.id === against || sheet.id === who)).flatMap((sheet) => changes(then.get(sheet.id), sheet));
}

/** Something that has changed in the tale: a clock, what is known, a paper that was handed over. */
export interface Tiding {
  /** What it is about: only the last that is told of it counts. */
  about: string;
  title: string;
  words: string;
  handout?: Entry;
}

/** What has changed in the tale: where it was told before, and only there. Nothing is handed to a game `master`, who sees every paper. */
export function tidings(before: SceneTold | null | undefined, after: SceneTold | null | undefined, master: boolean): Tiding[] {
  if (!before || !after) return [];
  const moved = (after.clocks ?? []).flatMap(({ name, at, of }): Tiding[] => {
    const was = before.clocks?.find((clock) => clock.name === name)?.at;
    return at === was ? [] : [{ about: name, title: name, words: `${at} of ${of}` }];
  });
  const known = noted(after).filter((clue) => !before.clues?.includes(clue)).map((clue): Tiding => ({ about: clue, title: "Remember", words: clue }));
  const lost = (before.clues ?? []).filter((clue) => !after.clues?.includes(clue)).map((clue): Tiding => ({ about: clue, title: "No longer true", words: clue }));
  const given = (master ? [] : (after.handouts ?? []))
    .filter(({ title }) => !before.handouts?.some((other) => other.title === title))
    .map((handout): Tiding => ({ about: handout.title, title: "Handed to you", words: handout.title, handout }));
  return [...moved, ...known, ...lost, ...given];
}

/** What is known, but for papers: whoever has one knows of it. */
export function noted({ clues = [], handouts = [] }: SceneTold): string[] {
  return clues.filter((clue) => !handouts.some(({ title }) => title === clue));
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
  // What has given way to something else is not told to be over: whoever is badly hurt now is hurt all the same.
  const lost = [...had].filter((name) => !has.has(name) && gained.length === 0 && !after.down).map((name): Effect => ({ figure, title, words: `no longer ${name}`, tone: "" }));
  return [...bars, ...gained, ...lost];
}
