/**
 * Cards that move: where each one lay is noted before the page changes, and afterwards each card
 * that came to a new place travels there, turning over if it came out of a pile.
 */

const TRAVEL = 220;
const TURN = 160;

interface Place {
  zone: string;
  owner: string;
  rect: DOMRect;
}

interface Before {
  cards: Map<string, Place[]>;
  piles: (Place & { count: number })[];
}

export function note(root: HTMLElement): Before {
  const cards = new Map<string, Place[]>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const name = element.dataset["card"] ?? "";
    cards.set(name, [...(cards.get(name) ?? []), place(element)]);
  }
  const piles = [...root.querySelectorAll<HTMLElement>("[data-pile]")].map((element) => ({
    ...place(element),
    count: Number(element.dataset["pile"]),
  }));
  return { cards, piles };
}

export function travel(root: HTMLElement, before: Before): void {
  const now = note(root);
  const shrunk = before.piles.filter((pile) => {
    const same = now.piles.find((other) => other.zone === pile.zone);
    return !same || same.count < pile.count;
  });
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const name = element.dataset["card"] ?? "";
    const here = place(element);
    const old = before.cards.get(name) ?? [];
    if (old.some((spot) => spot.zone === here.zone)) continue;
    const gone = old.filter((spot) => !(now.cards.get(name) ?? []).some((other) => other.zone === spot.zone));
    const from = nearest(gone, here.owner);
    if (from) {
      fly(element, from.rect, here.rect, false);
      continue;
    }
    const pile = nearest(shrunk, here.owner);
    if (pile) fly(element, pile.rect, here.rect, true);
  }
}

function nearest<T extends Place>(places: T[], owner: string): T | undefined {
  return places.find((spot) => spot.owner === owner) ?? places.find((spot) => spot.owner === "") ?? places[0];
}

function fly(element: HTMLElement, from: DOMRect, to: DOMRect, turning: boolean): void {
  if (from.width === 0 || to.width === 0) return;
  const x = from.left - to.left;
  const y = from.top - to.top;
  const lift = "drop-shadow(0 10px 12px rgb(0 0 0 / 35%))";
  const away = turning ? "rotateY(90deg)" : "rotateY(0)";
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, filter: "none", zIndex: 5 },
      { transform: `translate(${x}px, ${y - 8}px) scale(1.04)`, filter: lift, offset: 0.15, zIndex: 5 },
      { transform: `translate(0, 0) scale(1.02) ${away}`, filter: lift, zIndex: 5 },
    ],
    { duration: TRAVEL, easing: "ease-in-out", fill: turning ? "forwards" : "none" },
  ).onfinish = (event) => {
    if (!turning) return;
    element.animate([{ transform: away }, { transform: "rotateY(0)" }], { duration: TURN, easing: "ease-out" });
    (event.currentTarget as Animation).cancel();
  };
}

function place(element: HTMLElement): Place {
  return {
    zone: element.dataset["zone"] ?? "",
    owner: element.dataset["owner"] ?? "",
    rect: element.getBoundingClientRect(),
  };
}
