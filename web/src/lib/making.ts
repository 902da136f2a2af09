/** Making a hero: what is left to spend, and the help there is. */

import type { Making, MakingStep, PointsLeft } from "../protocol";
import type { Value } from "./draft";
import { table } from "./table.svelte";

/** Whether nothing is missing that a hero needs. */
export function isReady({ steps }: Making): boolean {
  return steps.every((step) => step.done || step.must === false);
}

/** Whether anything is settled: somebody has a hero, or is making one. */
export function isBegun({ steps }: Making): boolean {
  return steps.some((step) => step.done);
}

/** What is settled in a step, in words. */
export function soFar(step: MakingStep): string {
  return step.so_far || (step.done ? "Settled" : step.must === false ? "Left open" : step.waits || "Still open");
}

/** What is left to spend: the game's own points, or what the numbers of an open form leave of their total. */
export function leftOf(making: Making, step: MakingStep | undefined, values: Record<string, Value | undefined> = {}): PointsLeft[] {
  if (!step?.total) return making.points ?? [];
  const spent = Object.values(values).filter((value) => typeof value === "number");
  const left = spent.length > 0 ? step.total - spent.reduce((sum, value) => sum + value, 0) : step.done ? 0 : step.total;
  return [{ name: "points", left, of: step.total }, ...(making.points ?? [])];
}

/** How often what this step is about comes off with such a number. */
export function chance(step: MakingStep, value: number): string {
  const often = step.chances?.[String(value)];
  return often === undefined ? "" : `${step.chance_of}: ${often}%`;
}

const LUCK = 1_000_000;

/** Settle a step, or all that is open, by any of the suggestions. */
export function surprise(step = ""): Promise<void> {
  return table.do({ do: "making.surprise", luck: Math.floor(Math.random() * LUCK), step });
}

export function fill(): Promise<void> {
  return table.do({ do: "making.fill" });
}

export function suggest(step: string, suggestion: string): Promise<void> {
  return table.do({ do: "making.suggest", step, suggestion });
}

/** What would stay behind of a hero from a file, and why; null when it cannot come at all. */
export async function foretold(hero: string): Promise<string[] | null> {
  const answer = await table.send({ is: "ask-hero", bring: hero });
  return answer.is === "done" ? (answer.told ?? []) : null;
}

/** Bring a hero from a file. */
export function bring(hero: string): Promise<void> {
  return table.do({ do: "making.bring", hero });
}
