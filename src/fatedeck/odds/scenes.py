"""The odds of what a scene offers: an adventure's checks, for whoever would make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.adventure import Check
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Value
from fatedeck.engine.prospects import Prospect
from fatedeck.engine.tale import TRY, Telling, open_checks
from fatedeck.engine.telling import meant
from fatedeck.odds.counting import count
from fatedeck.odds.distribution import say
from fatedeck.odds.showing import Chance, Odds

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


def scene_odds(codec: Codec[S, Opt, A], state: S, telling: Telling, seat: str) -> list[Odds]:
    """How likely each check of the scene comes off: one's own, or those that players wish for."""
    return list(_counted(codec, state, telling, seat))


def _counted(codec: Codec[S, Opt, A], state: S, telling: Telling, seat: str) -> Iterator[Odds]:
    for hero in telling.heroes if seat == telling.gm else (seat,):
        for check in open_checks(telling, hero):
            wish = f"{TRY}:{check.name}"
            given: dict[str, Value] = {"what": wish}
            if seat == telling.gm:
                if telling.tale.wishes.get(hero) != wish:
                    continue
                given = {"check": check.name, "hero": hero}
            draws = _draws(codec, state, telling, check, hero)
            if draws and all(draw.good for draw in draws):
                yield Odds(
                    check.name,
                    len(draws[0].cards),
                    (),
                    _success(draws),
                    draws[0].clauses,
                    "tale.check" if seat == telling.gm else "tale.wish",
                    given=given,
                    supposing=draws[0].supposing,
                )


def _draws(
    codec: Codec[S, Opt, A], state: S, telling: Telling, check: Check, hero: str
) -> Sequence[Prospect]:
    try:
        action = codec.action(meant(check.step.act, hero, list(telling.heroes)))
    except Refused:
        return ()
    return codec.ruleset.foreseen(state, hero, action)


def _success(draws: Sequence[Prospect]) -> Chance:
    total = sum((count(draw).any_of(draw.good) for draw in draws), Fraction(0))
    chance = total / len(draws)
    return Chance(say(chance), str(chance), float(chance))
