/** The puzzle of the day: what is asked, what was chosen here, and how many days in a row it was the best. */

import type { PuzzleToday } from "../protocol";
import * as api from "./api";
import { read, write } from "./stored";

interface Solved {
  date: string;
  chosen: string;
  /** So many days in a row the best was found, this one included. */
  streak: number;
}

const KEPT = "fatedeck.puzzles";
const DAY = 86_400_000;

class Daily {
  now = $state.raw<PuzzleToday | null>(null);
  chosen = $state("");

  /** Today's puzzle of a game; one that was solved here today is shown with its answer. */
  async fetch(game: string): Promise<PuzzleToday> {
    const today = await api.puzzle(game);
    this.now = today;
    const before = solved(game);
    this.chosen = before?.date === today.date ? before.chosen : "";
    return today;
  }

  choose(name: string): void {
    const now = this.now;
    if (!now || this.chosen) return;
    this.chosen = name;
    const before = solved(now.game);
    const yesterday = new Date(Date.parse(now.date) - DAY).toISOString().slice(0, 10);
    const streak = before?.date === yesterday ? before.streak : 0;
    const kept = { date: now.date, chosen: name, streak: this.isRight ? streak + 1 : 0 };
    write(localStorage, KEPT, { ...all(), [now.game]: kept });
  }

  get isRight(): boolean {
    return this.now !== null && this.chosen === this.now.choices[0]?.name;
  }

  get streak(): number {
    return this.now ? (solved(this.now.game)?.streak ?? 0) : 0;
  }

  leave(): void {
    this.now = null;
    this.chosen = "";
  }
}

function all(): Record<string, Solved> {
  return read<Record<string, Solved>>(localStorage, KEPT, {});
}

function solved(game: string): Solved | undefined {
  return all()[game];
}

export const daily = new Daily();
