/** Whoever learns: at which stop of which lesson they stand, what is said there, and what it points at. */

import type { LessonNow, Offer } from "../protocol";
import { read, write } from "./stored";

const LEARNT = "fatedeck.learnt";

class Coach {
  /** The stop that is on the page; none at a real table. */
  now = $state.raw<LessonNow | null>(null);
  game = $state("");

  get active(): boolean {
    return this.now !== null;
  }

  /** Whether there is something to do here, not only to read. */
  get waits(): boolean {
    const stop = this.now?.stop;
    return stop?.do != null || stop?.answer != null;
  }

  get isLast(): boolean {
    return this.now !== null && this.now.at === this.now.stops - 1;
  }

  /** The very first move is made by one tap, with everything filled in. */
  get isFirstMove(): boolean {
    return this.now?.number === 1 && this.now.at === 0;
  }

  /** Whether something on the table, by its name, is what is meant. */
  pointsAt(name: string): boolean {
    return this.now?.stop.point === name;
  }

  /** Whether this is the offer to take. */
  wants(offer: Offer): boolean {
    const wanted = this.now?.stop.do;
    return wanted?.["do"] === offer.do && Object.entries(offer.fixed ?? {}).every(([name, value]) => !(name in wanted) || same(wanted[name], value));
  }

  /** Whether this is to be chosen in the open form. */
  wantsIn(what: string, name: string, option: string): boolean {
    const wanted = this.now?.stop.do;
    const value = wanted?.["do"] === what ? wanted[name] : undefined;
    return value === option || (Array.isArray(value) && value.includes(option));
  }

  wantsAnswer(option: string): boolean {
    const answer = this.now?.stop.answer;
    return answer === option || (Array.isArray(answer) && answer.includes(option));
  }

  /** The lesson to go on with: the first that this browser has not seen to its end. */
  next(game: string, of: number): number {
    return Math.min((learnt()[game] ?? 0) + 1, of);
  }

  finish(): void {
    if (this.now) write(localStorage, LEARNT, { ...learnt(), [this.game]: Math.max(learnt()[this.game] ?? 0, this.now.number) });
  }
}

/** How many lessons of each game were seen to their end. */
function learnt(): Record<string, number> {
  return read<Record<string, number>>(localStorage, LEARNT, {});
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export const coach = new Coach();
