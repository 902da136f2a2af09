"""Why not: refusals that come up again and again, each worded once."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.games.adventurer_factory.data import catalogue


@cache
def short_of(counter: str, n: int, what: str, clause: str) -> Refused:
    return Refused(clause, f"You need {n} {counter} for {what}.")


@cache
def no_needs(card: str) -> Refused:
    printed = catalogue()[card]
    needs = " and ".join(f"{n} {symbol.title()}" for symbol, n in printed.needs.items())
    return Refused("AF-8.2", f"{printed.name} needs {needs} among your active cards.")


@cache
def no_slot(card: str) -> Refused:
    printed = catalogue()[card]
    slots = " or ".join(printed.slots)
    return Refused(
        "AF-9.7", f"{printed.name} fills {slots}, where a card lies that can never be discarded."
    )


@cache
def reason(clause: str, sentence: str) -> Refused:
    """A refusal in fixed words."""
    return Refused(clause, sentence)


def afresh(refused: Refused) -> Refused:
    """The same refusal, to be raised: kept ones must not collect tracebacks."""
    return Refused(refused.clause, refused.sentence)
