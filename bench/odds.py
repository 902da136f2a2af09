"""How fast odds are counted, beside icepool, on decks that neither has seen before."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import icepool  # type: ignore[import-untyped]

from fatedeck.odds.counting import best_of
from fatedeck.odds.distribution import Distribution

CASES = {
    "best of 3 from a Deckahedron": (4, 20, 3),
    "a check with Upper Hand 3 from 44 cards": (8, 44, 4),
}


def decks(classes: int, cards: int, count: int, seed: int) -> list[list[int]]:
    """Different decks: so many cards, spread over the classes at random, none of them empty."""
    luck = random.Random(seed)
    made = []
    for _ in range(count):
        cuts = sorted(luck.sample(range(1, cards), classes - 1))
        made.append([b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True)])
    return made


def ours(deck: list[int], draws: int) -> object:
    return Distribution(dict(enumerate(best_of(deck, draws))))


def theirs(deck: list[int], draws: int) -> object:
    hand = icepool.Deck(dict(enumerate(deck))).deal(draws).highest(1).expand()
    return hand.map(lambda cards: cards[0])


def timed(run: Callable[[list[int], int], object], made: list[list[int]], draws: int) -> float:
    start = perf_counter()
    for deck in made:
        run(deck, draws)
    return (perf_counter() - start) / len(made)


def main() -> None:
    print(f"  {'':<42}{'ours, µs':>10}{'icepool, µs':>13}{'ratio':>8}")
    for name, (classes, cards, draws) in CASES.items():
        mine = timed(ours, decks(classes, cards, 5000, 1), draws)
        peer = timed(theirs, decks(classes, cards, 100, 2), draws)
        print(f"  {name:<42}{mine * 1e6:>10.1f}{peer * 1e6:>13.1f}{peer / mine:>8.0f}")


if __name__ == "__main__":
    main()
