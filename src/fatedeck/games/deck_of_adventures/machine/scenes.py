"""What the machine needs to run a scene: how heroes and foes stand, and what the cards answer."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.oracle import Likelihood, Oracle, oracle
from fatedeck.engine.ruleset import Party
from fatedeck.games.deck_of_adventures.rules import health
from fatedeck.games.deck_of_adventures.rules.circle import distance
from fatedeck.games.deck_of_adventures.rules.combat import EndCombat
from fatedeck.games.deck_of_adventures.rules.creatures import RemoveCreature
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.state import RANKS, SUITS, Table

TARGET = "K"
"""What a card is held against on the circle."""
REACH: dict[Likelihood, int] = {"unlikely": 2, "even": 3, "likely": 4}
"""How far from it a yes reaches. DOA-73."""


def party(table: Table) -> Party:
    heroes = [table.characters[seat] for seat in table.seats]
    able = tuple(hero.name for hero in heroes if not hero.making and not health.is_down(hero))
    begun = table.is_told or not any(hero.making for hero in heroes)
    resting = table.rest is not None and bool(table.rest.resting)
    coming = tuple(hero.name for hero in heroes if hero.making)
    return Party(begun, able, tuple(_foes(table)), table.combat is not None or resting, coming)


def dismiss(table: Table) -> Deed | None:
    """The fight ends, and foes are taken off the table, the fallen last. DOA-183, DOA-263."""
    if table.combat is not None:
        return EndCombat()
    fallen = (who.name for who in table.characters.values() if who.side == "foes")
    return next((RemoveCreature(name) for name in (*_foes(table), *fallen)), None)


def _foes(table: Table) -> list[str]:
    return [
        who.name
        for who in table.characters.values()
        if who.side == "foes" and not health.is_down(who)
    ]


@cache
def ask_the_cards() -> Oracle:
    """A deck of its own: near to the King on the circle is a yes, and far off a no. DOA-71."""
    return oracle(
        [rank + suit for rank in RANKS for suit in SUITS],
        _read,
        lambda card: SUITS.index(card[-1]),
    )


def _read(card: str, likely: Likelihood) -> int:
    apart, reach = distance(card[:-1], TARGET), REACH[likely]
    if apart <= reach:
        return 3 if apart <= reach - 2 else 2
    return 0 if apart >= min(6, reach + 3) else 1
