/** How this browser likes its table; kept here and nowhere else. */

import { read, write } from "./stored";

type Theme = "system" | "light" | "dark";
/** How a draw is shown: with all its time, in half a second, or simply there. */
type Motion = "full" | "brief" | "still";

interface Kept {
  theme: Theme;
  fourColours: boolean;
  motion: Motion;
  sound: boolean;
  oddsOpen: boolean;
  askAll: boolean;
}

const KEY = "fatedeck.settings";

class Settings {
  theme = $state<Theme>("system");
  fourColours = $state(false);
  motion = $state<Motion>("full");
  sound = $state(true);
  oddsOpen = $state(false);
  /** Whether questions are asked, too, of which one answer can only lose. */
  askAll = $state(false);

  constructor() {
    const kept = read<Partial<Kept>>(localStorage, KEY, {});
    this.theme = kept.theme ?? "system";
    this.fourColours = kept.fourColours ?? false;
    this.motion = kept.motion ?? "full";
    this.sound = kept.sound ?? true;
    this.oddsOpen = kept.oddsOpen ?? this.oddsOpen;
    this.askAll = kept.askAll ?? this.askAll;
  }

  /** Show the choices on the page and keep them. */
  apply(): void {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const root = document.documentElement.dataset;
    root["theme"] = this.theme === "system" ? (dark ? "dark" : "light") : this.theme;
    root["suits"] = this.fourColours ? "four" : "two";
    root["motion"] = this.motion === "still" ? "none" : "some";
    const kept: Kept = {
      theme: this.theme,
      fourColours: this.fourColours,
      motion: this.motion,
      sound: this.sound,
      oddsOpen: this.oddsOpen,
      askAll: this.askAll,
    };
    write(localStorage, KEY, kept);
  }

  /** Whether cards travel, or simply are there. */
  get moving(): boolean {
    return this.motion !== "still" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
