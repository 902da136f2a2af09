/** The drawing of cards with pictures, fetched when the first of them is shown. */

import type Factory from "./Factory.svelte";

let drawing = $state.raw<typeof Factory | null>(null);
let fetching = false;

/** The drawing, once it is there; until then a card is only written. */
export function pictured(): typeof Factory | null {
  if (!fetching) {
    fetching = true;
    void import("./Factory.svelte").then(
      (found) => (drawing = found.default),
      () => (fetching = false),
    );
  }
  return drawing;
}
