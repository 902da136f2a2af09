/** Heroes that this browser keeps, besides the files in which they are saved. */

import { read, write } from "./stored";

/** A saved hero: `text` is its file. */
export interface KeptHero {
  game: string;
  title: string;
  name: string;
  text: string;
}

const HEROES = "fatedeck.heroes";
const MOST = 60;

export const keptHeroes = (): KeptHero[] => read<KeptHero[]>(localStorage, HEROES, []);

const isSame = (one: KeptHero, other: KeptHero): boolean => one.game === other.game && one.name === other.name;

/** Keep a hero, in the place of the same one as it was before. Whether the browser has room for it. */
export function keepHero(hero: KeptHero): boolean {
  try {
    write(localStorage, HEROES, [hero, ...keptHeroes().filter((other) => !isSame(other, hero))].slice(0, MOST));
    return true;
  } catch {
    return false;
  }
}

export function forgetHero(hero: KeptHero): void {
  write(localStorage, HEROES, keptHeroes().filter((other) => !isSame(other, hero)));
}
