/**
 * A line that leads to no table. The server keeps nothing of a lesson: each move goes there with the number of stops
 * behind the learner, and brings the next stop.
 */

import type { Changed, Done, LessonMove, LessonNow, Refusal, Welcome } from "../protocol";
import * as api from "./api";
import type { Command } from "./commands";

export interface Taught {
  onbegun(welcome: Welcome, now: LessonNow): void;
  onmoved(changed: Changed, now: LessonNow): void;
  onfault(sentence: string): void;
}

export class LessonLine {
  #at = 0;
  #closed = false;

  constructor(
    private readonly game: string,
    private readonly number: number,
    private readonly taught: Taught,
  ) {
    api.lesson(game, number, { look: true }).then(
      ({ now }) => {
        if (now && !this.#closed) taught.onbegun(now.shown, now);
      },
      (fault: Error) => taught.onfault(fault.message),
    );
  }

  /** Make a move, or ask what may be chosen. What belongs to a real table is not there. */
  async send(command: Command): Promise<Done | Refusal> {
    if (command.is === "do" || command.is === "answer" || command.is === "ask-form" || command.is === "ask-uses") {
      return this.#say({ at: this.#at, said: { ...command, id: "lesson" } });
    }
    return { is: "refused", id: "", why: "rules", sentence: "You can only do that at a real table, not in a lesson." };
  }

  /** What there was to read has been read. */
  goOn(): Promise<Done | Refusal> {
    return this.#say({ at: this.#at });
  }

  close(): void {
    this.#closed = true;
  }

  async #say(move: LessonMove): Promise<Done | Refusal> {
    try {
      const { now, form, uses } = await api.lesson(this.game, this.number, move);
      if (now && !this.#closed) {
        this.#at = now.at;
        const { v, scene, story } = now.shown;
        this.taught.onmoved({ is: "changed", v, story, ...(scene ? { scene } : {}) }, now);
      }
      return { is: "done", id: "", v: this.#at, ...(form ? { form } : {}), ...(uses ? { uses } : {}) };
    } catch (fault) {
      const sentence = fault instanceof Error ? fault.message : String(fault);
      return { is: "refused", id: "", why: "rules", sentence, clause: fault instanceof api.Unheard ? fault.clause : "" };
    }
  }
}
