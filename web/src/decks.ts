/** Decks, the ladder, the lab, and how a duel ended: fetched when somebody gets there. */

export { default as DeckChoice } from "./decks/DeckChoice.svelte";
export { default as Decks } from "./pages/Decks.svelte";
export { default as Lab } from "./pages/Lab.svelte";
export { default as Ladder } from "./pages/Ladder.svelte";
export { default as Rematch } from "./table/Rematch.svelte";
