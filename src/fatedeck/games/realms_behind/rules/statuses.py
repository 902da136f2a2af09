"""Status effects: how stacks come, what they do, and when they go."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.rules.derived import is_downed
from fatedeck.games.realms_behind.rules.health import hurt
from fatedeck.games.realms_behind.state import Being, Statuses, Table, add_to

UNTOUCHED = Statuses()
"""No stacks of anything."""


KEPT_APART = ("taunted", "warded", "vulnerable")
"""Statuses whose stacks are kept by taunter or by element. RB-16.13, RB-16.25."""


@cache
def status_names() -> tuple[str, ...]:
    """The twenty statuses."""
    return tuple(book().statuses)


def stacks_by(being: Being, status: str) -> dict[str, int]:
    """The stacks of a status by who put them there, which is kept for Taunted only. RB-16.13."""
    if status == "taunted":
        return dict(being.taunted)
    return {"": getattr(being.statuses, status)}


def limited_to(being: Being, status: str) -> dict[str, int]:
    """The stacks that are kept apart: of Taunted by taunter, of two others by element."""
    apart = {
        "taunted": being.taunted,
        "warded": being.warded_against,
        "vulnerable": being.vulnerable_to,
    }
    return apart.get(status, {})


def afflict(
    game: Game[Table], target: Being, status: str, stacks: int, *, by: str = "", element: str = ""
) -> None:
    """Add stacks of a status; stacks add without limit. RB-16.1, RB-16.13, RB-16.24, RB-16.25."""
    if stacks <= 0:
        return
    if status == "taunted" or element:
        add_to(limited_to(target, status), element or by, stacks)
    else:
        setattr(target.statuses, status, getattr(target.statuses, status) + stacks)
    limited = " against {element}" if element else ""
    game.tell(
        f"{{target}} gains {{status}} {{stacks}}{limited}.",
        "RB-16.1",
        target=target.name,
        status=status.capitalize(),
        stacks=stacks,
        element=element.capitalize(),
    )


def relieve(game: Game[Table], target: Being, status: str, stacks: int, *, by: str = "") -> int:
    """Take stacks of a status away, as many as are there; says how many went.

    Of Taunted, those `by` one taunter, or the taunters in turn; of Warded and Vulnerable those
    against everything first. RB-16.1, RB-16.13, RB-16.25.
    """
    gone, apart = 0, limited_to(target, status)
    if status != "taunted":
        there: int = getattr(target.statuses, status)
        gone = min(there, stacks)
        setattr(target.statuses, status, there - gone)
    for key in [by] if by else list(apart):
        less = min(apart[key], stacks - gone)
        apart[key] -= less
        gone += less
        if not apart[key]:
            del apart[key]
    if gone:
        told, word = "{target} loses {gone} {status}.", status.capitalize()
        game.tell(told, "RB-16.1", target=target.name, gone=gone, status=word)
    return gone


def begin_turn_statuses(game: Game[Table], bearer: Being) -> None:
    """At the start of the bearer's turn, Downed or not: damage, then one stack of each leaves.

    Bleeding 1 past all Resists, Poisoned its stacks in Shadow, Burning 2 Fire, in this order.
    RB-16.2 to RB-16.8, RB-16.10 to RB-16.23, RB-16.27.
    """
    status = bearer.statuses
    if status.bleeding:
        game.tell("{bearer} bleeds.", "RB-16.4", bearer=bearer.name)
        hurt(game, bearer, {"physical": 1}, past_resists=True)
    if status.poisoned:
        game.tell("The poison works on {bearer}.", "RB-16.7", bearer=bearer.name)
        hurt(game, bearer, {"shadow": status.poisoned})
    if status.burning:
        game.tell("{bearer} burns.", "RB-16.17", bearer=bearer.name)
        hurt(game, bearer, {"fire": 2})
    for name in _decaying() if status != UNTOUCHED else ():
        stacks: int = getattr(status, name)
        if stacks:
            setattr(status, name, stacks - 1)
    for name in _decaying_apart():
        limited = limited_to(bearer, name)
        for key in list(limited):
            limited[key] -= 1
            if limited[key] <= 0:
                del limited[key]


def end_encounter_effects(being: Being) -> None:
    """All statuses that leave turn by turn end, and so does all that lasts an encounter.

    Necrotic stays. RB-14.10, RB-15.10.
    """
    being.statuses = Statuses(necrotic=being.statuses.necrotic)
    being.taunted.clear()
    being.warded_against.clear()
    being.vulnerable_to.clear()
    being.speed_this_turn = 0
    being.speed_this_encounter = 0
    being.bulwark_turns = 0
    being.support = 0
    being.luck_next = 0
    being.attacked_with.clear()
    being.ap = 0
    being.reactions = 0


def forget_downed_taunters(table: Table) -> None:
    """All stacks of a taunter leave when the taunter is Downed. RB-16.13, RB-13.10."""
    for being in table.beings():
        for taunter in list(being.taunted) if being.taunted else ():
            someone = table.players.get(taunter) or table.creatures.get(taunter)
            if someone is not None and is_downed(someone):
                del being.taunted[taunter]


@cache
def _decaying() -> tuple[str, ...]:
    """What is counted in one number and loses one of it each turn; Taunted is kept apart."""
    return tuple(name for name in _fading() if name != "taunted")


@cache
def _decaying_apart() -> tuple[str, ...]:
    return tuple(name for name in _fading() if name in KEPT_APART)


def _fading() -> list[str]:
    return [one.id for one in book().statuses.values() if one.decay == "start_of_turn"]
