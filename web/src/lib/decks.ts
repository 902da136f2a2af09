/** Decks that this browser keeps, which one was played last, and how far one has come on the ladder. */

import type { Deck, DeckBox, Face } from "../protocol";
import { word } from "../cards/facts";
import { read, write } from "./stored";

/** A deck of one's own, as the list that people and the rules read. */
export interface OwnDeck {
  name: string;
  text: string;
}

/** A deck to choose: `value` is what the table is told, the id of one in the box or a list. */
export interface Choice {
  value: string;
  name: string;
  about: string;
  cards: Record<string, number>;
}

const OWN = "fatedeck.decks.";
const LAST = "fatedeck.deck.";
const BEATEN = "fatedeck.ladder.";

export const ownDecks = (game: string): OwnDeck[] => read<OwnDeck[]>(localStorage, OWN + game, []);

/** Keep a deck; one of the same name, or of the name it had, is written over. */
export function keepDeck(game: string, deck: OwnDeck, before = deck.name): void {
  const others = ownDecks(game).filter((other) => other.name !== deck.name && other.name !== before);
  write(localStorage, OWN + game, [deck, ...others].slice(0, 60));
}

export function forgetDeck(game: string, name: string): void {
  write(localStorage, OWN + game, ownDecks(game).filter((deck) => deck.name !== name));
}

export const lastDeck = (game: string): string => read<string>(localStorage, LAST + game, "");
export const playDeck = (game: string, value: string): void => write(localStorage, LAST + game, value);

/** The rivals that were beaten in this browser, by their ids. */
export const beaten = (game: string): string[] => read<string[]>(localStorage, BEATEN + game, []);
export function beat(game: string, rival: string): void {
  if (!beaten(game).includes(rival)) write(localStorage, BEATEN + game, [...beaten(game), rival]);
}

/** The decks one can choose: those in the box, those that were won from rivals, and one's own. */
export function choices(game: string, box: DeckBox, faces: Record<string, Face>, won: string[]): Choice[] {
  const boxed = box.decks.filter((deck) => !deck.of || won.includes(deck.of));
  const own = ownDecks(game).map((deck) => ({ value: deck.text, name: deck.name, about: "Your own deck.", cards: cardsIn(deck.text, faces) }));
  return [...own, ...boxed.map((deck: Deck) => ({ value: deck.id, name: deck.name, about: deck.of ? `${deck.about} Won from ${deck.of}.` : deck.about, cards: deck.cards }))];
}

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
