/** Cards that are named in a text, as the game at this table calls them. */

import type { Face } from "../protocol";

class Named {
  faces = $state.raw<Record<string, Face>>({});

  /** "7H against 8C" is "7♥ against 8♣" where such cards are played with. */
  in(text: string): string {
    return text.replaceAll(/\b(?:10|[2-9AJQK])[CDHS]\b/g, (card) => (this.faces[card]?.kind === "playing" ? this.faces[card].title : card));
  }
}

export const named = new Named();
