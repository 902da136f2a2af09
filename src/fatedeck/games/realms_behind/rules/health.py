"""Damage, healing and status effects."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import ELEMENTS, book, proper_name
from fatedeck.games.realms_behind.rules.derived import (
    deep_max,
    gear_of,
    is_down,
    is_downed,
    kind_of,
    resist,
    shallow_max,
)
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Statuses,
    Table,
    add_to,
)

Damage = dict[str, int]
"""Amounts by element."""


def after_resist(target: Being, damage: Damage) -> Damage:
    """What is left of each element's damage after Resist, at least 0. RB-12.2, RB-12.8."""
    return {element: max(0, n - resist(target, element)) for element, n in damage.items()}


def hurt(game: Game[Table], target: Being, damage: Damage, *, past_resists: bool = False) -> int:
    """Deal damage: Resist element by element, then Vulnerable, then Protected, then Health.

    Says how much got through, whatever Health was left to take it.
    RB-12.8 to RB-12.10, RB-12.13, RB-16.18, RB-16.22, RB-16.23, RB-16.25.
    """
    left = dict(damage) if past_resists else after_resist(target, damage)
    amount = sum(left.values())
    if amount <= 0:
        game.tell(f"{target.name} takes no damage.", "RB-12.8")
        return 0
    status = target.statuses
    amount += status.vulnerable + status.frozen
    for element, stacks in target.vulnerable_to.items():
        if left.get(element, 0) > 0:
            amount += stacks
    stopped = min(status.protected, amount)
    if stopped:
        status.protected -= stopped
        amount -= stopped
    if amount:
        lose_health(game, target, amount)
    return amount


def lose_health(game: Game[Table], target: Being, amount: int) -> int:
    """Take Health, Shallow first, then Deep; a Downed character loses no more.

    Costs in Health are taken this way too. RB-12.10, RB-13.4, RB-13.9, RB-20.15, RB-21.3.
    """
    if type(target) is Creature:
        lost = min(amount, target.health)
        if not lost:
            return 0
        target.health -= lost
        game.tell(f"{target.name} takes {amount} damage.", "RB-12.10")
    else:
        assert isinstance(target, Character)
        if target.deep == 0:
            return 0
        from_shallow = min(amount, target.shallow)
        from_deep = min(amount - from_shallow, target.deep)
        target.shallow -= from_shallow
        target.deep -= from_deep
        lost = from_shallow + from_deep
        if target.deep == 0:
            _resurge(game, target)
        if game.lines is not None and lost:
            health = f"Shallow {target.shallow}, Deep {target.deep}"
            game.tell(f"{target.name} takes {lost} damage: {health}.", "RB-12.10")
    if lost and is_down(target):
        game.tell(f"{target.name} is Downed.", "RB-13.3")
    return lost


def _resurge(game: Game[Table], target: Character) -> None:
    """Once a day the loss stops at Deep 1 and 3 Shallow are gained. RB-20.15."""
    for item in target.worn():
        gain = gear_of(item).resurgent
        used = f"{item.name} resurgent"
        if gain and not target.used_today.get(used):
            target.used_today[used] = 1
            target.deep = 1
            target.shallow = min(gain, shallow_max(target))
            game.tell(f"{target.name} rises again by {item.name}.", "RB-20.15")
            return


def heal(game: Game[Table], target: Being, amount: int, part: str = "") -> int:
    """Restore Health; Necrotic takes its share first. Says how much was restored.

    Healing that names no part is split by the healed player, and what goes to Deep comes first.
    Shallow healing on a Downed character restores exactly 1 Deep instead. RB-13.5 to RB-13.7,
    RB-16.9.
    """
    if amount <= 0:
        return 0
    status = target.statuses
    taken_off = min(status.necrotic, amount)
    status.necrotic -= taken_off
    amount -= taken_off
    if amount <= 0:
        game.tell(f"Necrotic swallows all of {target.name}'s healing.", "RB-16.9")
        return 0
    if type(target) is Creature:
        full = kind_of(target).growth.health * target.level
        restored = min(amount, full - target.health)
        target.health += restored
        game.tell(f"{target.name} is healed.", "RB-13.5")
        return restored
    assert isinstance(target, Character)
    shallow_room = max(0, shallow_max(target) - target.shallow) if part != "deep" else 0
    deep_room = max(0, deep_max(target) - target.deep) if part != "shallow" else 0
    low = max(0, min(amount - shallow_room, deep_room))
    high = min(amount, deep_room)
    to_deep = high
    if low < high and not part:
        prompt = f"{amount} healing: how much of it to Deep Health?"
        to_deep = game.number(target.name, prompt, low, high, "RB-13.5")
    if not to_deep and target.deep == 0:
        return _wake(game, target)
    to_shallow = min(amount - to_deep, shallow_room)
    target.deep += to_deep
    target.shallow += to_shallow
    if game.lines is not None and to_deep + to_shallow:
        health = f"Shallow {target.shallow}, Deep {target.deep}"
        game.tell(f"{target.name} is healed by {to_deep + to_shallow}: {health}.", "RB-13.5")
    return to_deep + to_shallow


def _wake(game: Game[Table], target: Character) -> int:
    """Shallow healing of any size brings a Downed character to Deep 1. RB-13.6."""
    target.deep = 1
    game.tell(f"{target.name} is no longer Downed: Deep 1.", "RB-13.6")
    return 1


# Statuses


@cache
def status_names() -> tuple[str, ...]:
    """The twenty statuses."""
    return tuple(book().statuses)


def stacks_by(being: Being, status: str) -> dict[str, int]:
    """The stacks of a status by who put them there, which is kept for Taunted only. RB-16.13."""
    if status == "taunted":
        return dict(being.taunted)
    return {"": getattr(being.statuses, status)}


def afflict(
    game: Game[Table],
    target: Being,
    status: str,
    stacks: int,
    *,
    by: str = "",
    element: str = "",
) -> None:
    """Add stacks of a status; stacks add without limit. RB-16.1, RB-16.13, RB-16.24, RB-16.25."""
    if stacks <= 0:
        return
    if status == "taunted":
        add_to(target.taunted, by, stacks)
    elif element and status == "warded":
        add_to(target.warded_against, element, stacks)
    elif element and status == "vulnerable":
        add_to(target.vulnerable_to, element, stacks)
    else:
        setattr(target.statuses, status, getattr(target.statuses, status) + stacks)
    if game.lines is not None:
        limited = f" against {element.capitalize()}" if element else ""
        game.tell(f"{target.name} gains {status.capitalize()} {stacks}{limited}.", "RB-16.1")


def relieve(game: Game[Table], target: Being, status: str, stacks: int, *, by: str = "") -> int:
    """Take stacks of a status away, as many as are there; says how many went.

    Of Taunted, those `by` one taunter, or the taunters in turn. RB-16.1, RB-16.13.
    """
    gone = 0
    if status == "taunted":
        for taunter in [by] if by else list(target.taunted):
            less = min(target.taunted[taunter], stacks - gone)
            target.taunted[taunter] -= less
            gone += less
            if not target.taunted[taunter]:
                del target.taunted[taunter]
    else:
        there: int = getattr(target.statuses, status)
        gone = min(there, stacks)
        setattr(target.statuses, status, there - gone)
    if gone:
        game.tell(f"{target.name} loses {gone} {status.capitalize()}.", "RB-16.1")
    return gone


def cool(game: Game[Table], target: Being) -> None:
    """Full immersion puts out all Burning. RB-16.17."""
    relieve(game, target, "burning", target.statuses.burning)


def begin_turn_statuses(game: Game[Table], bearer: Being) -> None:
    """At the start of the bearer's turn, Downed or not: damage, then one stack of each leaves.

    Bleeding 1 past all Resists, Poisoned its stacks in Shadow, Burning 2 Fire, in this order.
    RB-16.2 to RB-16.8, RB-16.10 to RB-16.23, RB-16.27.
    """
    status = bearer.statuses
    if status.bleeding:
        game.tell(f"{bearer.name} bleeds.", "RB-16.4")
        hurt(game, bearer, {"physical": 1}, past_resists=True)
    if status.poisoned:
        game.tell(f"Poison works in {bearer.name}.", "RB-16.7")
        hurt(game, bearer, {"shadow": status.poisoned})
    if status.burning:
        game.tell(f"{bearer.name} burns.", "RB-16.17")
        hurt(game, bearer, {"fire": 2})
    for name in _decaying():
        stacks: int = getattr(status, name)
        if stacks:
            setattr(status, name, stacks - 1)
    for limited in (bearer.taunted, bearer.warded_against, bearer.vulnerable_to):
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
        for taunter in list(being.taunted):
            someone = table.players.get(taunter) or table.creatures.get(taunter)
            if someone is not None and is_downed(someone):
                del being.taunted[taunter]


def proper_status(name: str) -> str:
    """A status by any of its names, or a refusal. RB-16.26."""
    status = proper_name(name)
    if status not in book().statuses:
        raise Refused("RB-16.26", f"There is no status “{name}”.")
    return status


def proper_element(name: str) -> str:
    """An element by any of its names; Radiant is Brilliant. RB-12.4."""
    element = proper_name(name)
    if element not in ELEMENTS:
        raise Refused("RB-12.4", f"There is no element “{name}”; there are {', '.join(ELEMENTS)}.")
    return element


@cache
def _decaying() -> tuple[str, ...]:
    return tuple(
        status.id
        for status in book().statuses.values()
        if status.decay == "start_of_turn" and status.id != "taunted"
    )
