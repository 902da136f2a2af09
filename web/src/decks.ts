/** All that only games of decks need; whoever comes by the start page gets it a moment later. */

export { default as Decks } from "./pages/Decks.svelte";
export { default as Ladder } from "./pages/Ladder.svelte";
