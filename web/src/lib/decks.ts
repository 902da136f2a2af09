/** Decks that this browser keeps, the one that is being built, which was played last, and how far one has come on the ladder. */

import type { Deck, DeckBox, Face } from "../protocol";
import { word } from "../cards/facts";
import { read, write } from "./stored";

/** A deck of one's own, as the list that people and the rules read, and what still keeps it from being played. */
export interface OwnDeck {
  name: string;
  text: string;
  wrong?: string;
}

/** The deck that is being built: what it is kept as, and what it began as. */
export interface Building extends OwnDeck {
  keptAs: string;
  begun: string;
}

/** A deck to choose: `value` is what the table is told, the id of one in the box or a list. */
export interface Choice {
  value: string;
  name: string;
  about: string;
  cards: Record<string, number>;
  wrong: string;
}

const OWN = "fatedeck.decks.";
const BUILDING = "fatedeck.building.";
const LAST = "fatedeck.deck.";
const BEATEN = "fatedeck.ladder.";
const MOST = 60;

export const ownDecks = (game: string): OwnDeck[] => read<OwnDeck[]>(localStorage, OWN + game, []);

/** Keep a deck; the one that was kept under this name is written over. */
export function keepDeck(game: string, deck: OwnDeck): void {
  write(localStorage, OWN + game, [deck, ...ownDecks(game).filter((other) => other.name !== deck.name)].slice(0, MOST));
}

/** The name, or the next one like it that no other deck has. */
export function freeName(game: string, wanted: string): string {
  const taken = new Set(ownDecks(game).map((deck) => deck.name));
  let [name, count] = [wanted, 1];
  while (taken.has(name)) name = `${wanted} ${(count += 1)}`;
  return name;
}

export function forgetDeck(game: string, name: string): void {
  write(localStorage, OWN + game, ownDecks(game).filter((deck) => deck.name !== name));
}

/** What is being built, as it was left: nobody has to think of keeping it. */
export const building = (game: string): Building | null => read<Building | null>(localStorage, BUILDING + game, null);
export const keepBuilding = (game: string, deck: Building): void => write(localStorage, BUILDING + game, deck);

/** Whether two lists name the same deck, in whatever order its cards were added. */
export const isSame = (one: string, other: string): boolean => one.split("\n").toSorted().join("\n") === other.split("\n").toSorted().join("\n");

/** Whether somebody has changed it, and it is not kept as it is. */
export const isUnkept = (game: string, { text, begun }: Building): boolean => /^\d/m.test(text) && !isSame(text, begun) && !ownDecks(game).some((deck) => isSame(deck.text, text));

export const lastDeck = (game: string): string => read<string>(localStorage, LAST + game, "");
export const playDeck = (game: string, value: string): void => write(localStorage, LAST + game, value);

/** The rivals that were beaten in this browser, by their ids. */
export const beaten = (game: string): string[] => read<string[]>(localStorage, BEATEN + game, []);
export function beat(game: string, rival: string): void {
  if (!beaten(game).includes(rival)) write(localStorage, BEATEN + game, [...beaten(game), rival]);
}

/** The decks one can choose: the one that is being built, one's own, those in the box, and those that were won from rivals. */
export function choices(game: string, box: DeckBox, faces: Record<string, Face>, won: string[]): Choice[] {
  const boxed = box.decks.filter((deck) => !deck.of || won.includes(deck.of));
  const now = building(game);
  const unkept = now && isUnkept(game, now) ? [chosen(now, now.name.trim() || "Without a name", "The deck you are building.", faces)] : [];
  const own = ownDecks(game).map((deck) => chosen(deck, deck.name, "Your own deck.", faces));
  return [...unkept, ...own, ...boxed.map((deck: Deck) => ({ value: deck.id, name: deck.name, about: deck.of ? `${deck.about} Won from ${deck.of}.` : deck.about, cards: deck.cards, wrong: "" }))];
}

const chosen = (deck: OwnDeck, name: string, about: string, faces: Record<string, Face>): Choice => ({ value: deck.text, name, about, cards: cardsIn(deck.text, faces), wrong: deck.wrong ?? "" });

/** A list as we keep it ourselves: so many of each card, a line each. */
export function cardsIn(text: string, faces: Record<string, Face>): Record<string, number> {
  const ids = new Map(Object.entries(faces).map(([id, face]) => [face.title, id]));
  const lines = [...text.matchAll(/^(\d+) (.+)$/gm)].map(([, count, title]) => [ids.get(title ?? "") ?? title ?? "", Number(count)] as const);
  return Object.fromEntries(lines);
}

/** The cards of a deck as a list. */
export function listed(name: string, cards: Record<string, number>, faces: Record<string, Face>): string {
  const lines = Object.entries(cards).map(([id, count]) => `${count} ${faces[id]?.title ?? id}`);
  return [...(name.trim() ? [`# ${name.trim()}`] : []), ...lines].join("\n");
}

/** How many cards cost how much; what costs the most or more lies in the last column. */
export function curve(cards: Record<string, number>, faces: Record<string, Face>): number[] {
  const counts = Array.from({ length: 7 }, () => 0);
  for (const [id, count] of Object.entries(cards)) {
    const face = faces[id];
    const cost = Math.min(counts.length - 1, Number(face ? word(face, "cost") : 0));
    counts[cost] = (counts[cost] ?? 0) + count;
  }
  return counts;
}
