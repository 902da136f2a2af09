/** How likely things are, for the cards as they lie now: asked for once, when somebody looks at a choice. */

import type { Odds } from "../protocol";
import * as api from "./api";
import type { Value } from "./draft";
import { table } from "./table.svelte";

class Known {
  all = $state.raw<Odds[]>([]);
  /** The step of the table that they are of, and the one that was asked about last. */
  #v = $state(-1);
  #asked = -1;

  /** Ask, unless this step of the table is known already; the answer comes by itself. */
  want(): void {
    const v = table.v;
    if (!table.seat || !table.info?.odds_shown || !table.live) {
      this.all = [];
      return;
    }
    if (this.#asked === v) return;
    this.#asked = v;
    api.odds(table.fragment).then(
      (now) => {
        if (this.#asked !== v) return;
        this.all = now.odds;
        this.#v = v;
      },
      () => (this.#asked = -1),
    );
  }

  /** The draws that an action makes, as far as it is settled; none when what is known is old. */
  of(what: string, chosen: Record<string, Value | undefined>): Odds[] {
    if (this.#v !== table.v) return [];
    return this.all.filter((odds) => odds.do === what && odds.success && Object.entries(odds.given ?? {}).every(([name, value]) => isOpenTo(chosen[name], value)));
  }

  /** "7 in 10 (71%)", or where it depends on what is still to be chosen or supposed, the worst and the best, and upon what. */
  said(what: string, chosen: Record<string, Value | undefined>): string {
    const chances = this.of(what, chosen).toSorted((one, other) => (one.success?.chance ?? 0) - (other.success?.chance ?? 0));
    const [worst, best] = [chances[0], chances.at(-1)];
    if (!worst?.success || !best?.success) return "";
    if (worst.success.outcome === best.success.outcome) return [worst.success.outcome, worst.supposing].filter(Boolean).join(" ");
    const [least, most] = [percent(worst.success.chance), percent(best.success.chance)];
    if (worst.supposing !== best.supposing) return [least, worst.supposing, "to", most, best.supposing].filter(Boolean).join(" ");
    return [`${least} to ${most}`, worst.supposing].filter(Boolean).join(" ").concat(", depending on what you choose");
  }
}

/** "35%", as people say a chance. */
export function percent(chance: number): string {
  const whole = Math.round(chance * 100);
  return chance > 0 && whole === 0 ? "under 1%" : `${whole}%`;
}

/** Whether what is chosen so far may still become this. */
function isOpenTo(chosen: Value | undefined, value: unknown): boolean {
  if (chosen === undefined || chosen === "" || (Array.isArray(chosen) && chosen.length === 0)) return true;
  return JSON.stringify(chosen) === JSON.stringify(value);
}

export const odds = new Known();
