"""Closed forms of draws that are made again or followed by further ones, against every hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatedeck.engine.errors import Refused
from fatedeck.engine.prospects import Prospect
from fatedeck.odds.counting import count
from fatedeck.odds.distribution import Distribution

ORDER = ("0", "1", "2", "3")
GOOD = ("2", "3")

Keep = Literal["best", "worst"]
decks = st.lists(st.integers(0, 3), min_size=1, max_size=7)
keeps = st.sampled_from(("best", "worst"))


def counted(
    deck: list[int], draws: int, keep: Keep, *, further: int = 0, again: Literal["", "card", "all"]
) -> Distribution[str]:
    cards = tuple(map(str, deck))
    classes = {card: card for card in ORDER}
    return count(
        Prospect("A draw", cards, classes, ORDER, draws, keep, GOOD, further=further, again=again)
    )


def by_hand(deck: list[int], size: int, outcome: Callable[[list[int]], int]) -> Distribution[str]:
    """Every order in which so many cards of the deck may come."""
    found = Counter(str(outcome(list(hand))) for hand in permutations(deck, size))
    return Distribution(found, ORDER)


@settings(deadline=None)
@given(decks, st.integers(1, 3), st.integers(0, 2), keeps)
def test_further_cards_leave_the_worst(
    deck: list[int], draws: int, further: int, keep: Keep
) -> None:
    pick = max if keep == "best" else min
    if draws + further > len(deck):
        with pytest.raises(Refused, match="can’t draw"):
            counted(deck, draws, keep, further=further, again="")
        return
    assert counted(deck, draws, keep, further=further, again="") == by_hand(
        deck, draws + further, lambda hand: min([pick(hand[:draws]), *hand[draws:]])
    )


@settings(deadline=None)
@given(decks, st.integers(1, 3), keeps)
def test_the_worst_card_drawn_again(deck: list[int], draws: int, keep: Keep) -> None:
    pick = max if keep == "best" else min
    if draws + 1 > len(deck):
        with pytest.raises(Refused, match="can’t draw"):
            counted(deck, draws, keep, again="card")
        return

    def outcome(hand: list[int]) -> int:
        *drawn, new = hand
        if pick(drawn) >= 2:
            return pick(drawn)
        drawn.remove(min(drawn))
        return pick([*drawn, new])

    assert counted(deck, draws, keep, again="card") == by_hand(deck, draws + 1, outcome)


@settings(deadline=None)
@given(decks, st.integers(1, 3), keeps)
def test_all_cards_drawn_again(deck: list[int], draws: int, keep: Keep) -> None:
    pick = max if keep == "best" else min
    if 2 * draws > len(deck):
        with pytest.raises(Refused, match="can’t draw"):
            counted(deck, draws, keep, again="all")
        return

    def outcome(hand: list[int]) -> int:
        first, second = pick(hand[:draws]), pick(hand[draws:])
        return first if first >= 2 else second

    assert counted(deck, draws, keep, again="all") == by_hand(deck, 2 * draws, outcome)


@settings(deadline=None)
@given(decks, st.lists(st.integers(0, 3), max_size=2), st.integers(1, 3), keeps)
def test_a_card_that_stops_the_draw(
    deck: list[int], stops: list[int], draws: int, keep: Keep
) -> None:
    """It counts, and no card after it is turned."""
    classes = {**{card: card for card in ORDER}, **{f"stop {n}": str(n) for n in range(4)}}
    cards = (*map(str, deck), *(f"stop {n}" for n in stops))
    asked = Prospect(
        "A draw", cards, classes, ORDER, draws, keep, stops=tuple(f"stop {n}" for n in range(4))
    )
    if draws > len(cards):
        with pytest.raises(Refused, match="can’t draw"):
            count(asked)
        return

    def outcome(hand: tuple[str, ...]) -> str:
        first = next((at for at, card in enumerate(hand) if card.startswith("stop")), draws)
        turned = [classes[card] for card in hand[: first + 1]]
        return max(turned) if keep == "best" else min(turned)

    found = Counter(map(outcome, permutations(cards, draws)))
    assert count(asked) == Distribution(found, ORDER)


def test_a_draw_that_stops_is_not_made_again() -> None:
    classes = {card: card for card in ORDER}
    asked = Prospect("A draw", ORDER, classes, ORDER, 2, stops=("3",), again="all")
    with pytest.raises(Refused, match="counted alone"):
        count(asked)


def test_nothing_less_than_a_card_is_drawn() -> None:
    with pytest.raises(Refused, match="at least one card"):
        counted([1, 2], 0, "best", again="")
    with pytest.raises(Refused, match="You can’t turn"):
        counted([1, 2], 1, "best", further=-1, again="")
