"""Matches of decks: each against each, both ways round, with an interval for every pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from fatedeck.engine.errors import Refused
from fatedeck.lab.encounter import OWN, Encounter, muster
from fatedeck.lab.intervals import Figure, share
from fatedeck.lab.results import Result
from fatedeck.lab.running import Watch, Wish, run_all

MOST_DECKS = 12


class RoundRobin:
    """How often each deck beats each other, over both seats."""

    def __init__(self, decks: Sequence[str], results: dict[tuple[str, str], Result]) -> None:
        self.decks, self.results = list(decks), results

    def against(self, deck: str, other: str) -> Figure:
        """How often one deck beats another."""
        won = fights = 0
        for pair, place in (((deck, other), 1), ((other, deck), 2)):
            if pair in self.results:
                outcomes = self.results[pair].outcomes
                won += sum(one.won == place for one in outcomes)
                fights += len(outcomes)
        return share(won, fights)

    def overall(self, deck: str) -> Figure:
        """How often a deck wins against all others."""
        pairs = [self.against(deck, other) for other in self.decks if other != deck]
        won = round(sum(pair.value * pair.fights for pair in pairs))
        return share(won, sum(pair.fights for pair in pairs))

    @property
    def ranking(self) -> list[str]:
        """The decks, the best first."""
        return sorted(self.decks, key=lambda deck: -self.overall(deck).value)

    def rows(self) -> list[dict[str, object]]:
        """A row for each deck and each other."""
        rows: list[dict[str, object]] = []
        for deck in self.ranking:
            for other in self.ranking:
                if deck != other:
                    found = self.against(deck, other)
                    rows.append(
                        {
                            "deck": deck,
                            "against": other,
                            "won": found.value,
                            "won_low": found.low,
                            "won_high": found.high,
                            "fights": found.fights,
                        }
                    )
        return rows


def matches_of(
    game: str, decks: Sequence[str], play: str = OWN, against: str = OWN
) -> dict[tuple[str, str], Encounter]:
    """Every pairing of these decks, both ways round."""
    if len(decks) < 2:
        raise Refused("", "A match needs two decks at least.")
    if len(decks) > MOST_DECKS:
        raise Refused("", f"{len(decks)} decks are too many for one table; {MOST_DECKS} at most.")
    if len(set(decks)) < len(decks):
        raise Refused("", "Name each deck once.")
    return {
        (one, other): muster(game, one, other, play=play, against=against)
        for one, other in permutations(decks, 2)
    }


def run_matches(
    game: str,
    decks: Sequence[str],
    wish: Wish,
    out: Path | None = None,
    watch: Watch | None = None,
    play: str = OWN,
    against: str = OWN,
) -> RoundRobin:
    """Play every pairing as often as is wished."""
    pairs = matches_of(game, decks, play, against)
    results = run_all(list(pairs.values()), wish, out, watch)
    return RoundRobin(decks, dict(zip(pairs, results, strict=True)))
