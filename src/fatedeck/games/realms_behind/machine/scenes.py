"""What the machine needs to run a scene: how heroes and foes stand, and what the cards answer."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.oracle import Likelihood, Oracle, oracle
from fatedeck.engine.ruleset import Party
from fatedeck.games.realms_behind.rules.cards import RANK, STANDARD, SUIT, SUITS
from fatedeck.games.realms_behind.rules.creatures import RemoveCreature
from fatedeck.games.realms_behind.rules.derived import is_downed
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.phases import Enter
from fatedeck.games.realms_behind.state import Table

ENOUGH: dict[Likelihood, int] = {"unlikely": 9, "even": 7, "likely": 5}
"""The rank from which on a card says yes."""
MUCH, LITTLE = 12, 2
"""From this rank on it says more than yes; up to that one, more than no."""


def party(table: Table) -> Party:
    heroes = table.players.values()
    able = tuple(hero.name for hero in heroes if hero.ready and not _is_out(table, hero.name))
    ready = table.is_told or all(hero.ready for hero in heroes)
    begun = table.phase != "creation" and ready
    coming = tuple(hero.name for hero in heroes if hero.waiting)
    return Party(begun, able, tuple(_foes(table)), table.phase == "encounter", coming)


def _is_out(table: Table, seat: str) -> bool:
    hero = table.players[seat]
    return hero.dead or is_downed(hero)


def _foes(table: Table) -> list[str]:
    return [
        one.name for one in table.creatures.values() if one.side == "foes" and not is_downed(one)
    ]


def dismiss(table: Table) -> Deed | None:
    """The encounter is over, and the creatures go their way. RB-15.10, RB-21.1."""
    if table.phase == "encounter":
        return Enter("exploration")
    fallen = (one.name for one in table.creatures.values() if one.side == "foes")
    return next((RemoveCreature(name) for name in (*_foes(table), *fallen)), None)


@cache
def ask_the_cards() -> Oracle:
    """A deck of its own: high ranks say yes, and the higher the more."""
    return oracle(STANDARD, _read, lambda card: SUITS.index(SUIT[card]))


def _read(card: str, likely: Likelihood) -> int:
    if RANK[card] >= ENOUGH[likely]:
        return 3 if RANK[card] >= MUCH else 2
    return 0 if RANK[card] <= LITTLE else 1
