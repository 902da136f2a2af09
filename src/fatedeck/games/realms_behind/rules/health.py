"""Damage and healing."""

from __future__ import annotations

from collections.abc import Collection

from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.looks.things import capital, the_thing
from fatedeck.games.realms_behind.rules.derived import (
    deep_max,
    gear_of,
    is_down,
    kind_of,
    resist,
    shallow_max,
)
from fatedeck.games.realms_behind.state import Being, Character, Creature, Table

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
        game.tell("{target} takes no damage.", "RB-12.8", target=target.name)
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
        game.tell("{target} takes {amount} damage.", "RB-12.10", target=target.name, amount=amount)
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
        if lost:
            game.tell(
                "{target} takes {lost} damage: Shallow {shallow}, Deep {deep}.",
                "RB-12.10",
                target=target.name,
                lost=lost,
                shallow=target.shallow,
                deep=target.deep,
            )
    if lost and is_down(target):
        game.tell("{target} is Downed.", "RB-13.3", target=target.name)
    return lost


def _resurge(game: Game[Table], target: Character) -> None:
    """Once a day the loss stops at Deep 1 and 3 Shallow are gained. RB-20.15."""
    for item in target.worn():
        resurgent, used = gear_of(item).resurgent, f"{item.name} resurgent"
        times = target.used_today.get(used, 0)
        if resurgent and times < resurgent.uses:
            target.used_today[used] = times + 1
            target.deep = 1
            target.shallow = min(resurgent.gain_shallow, shallow_max(target))
            thing, told = capital(the_thing(item.name)), "{thing} keeps {target} up."
            game.tell(told, "RB-20.15", target=target.name, thing=thing)
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
        game.tell("Necrotic swallows all of {target}’s healing.", "RB-16.9", target=target.name)
        return 0
    if type(target) is Creature:
        full = kind_of(target).growth.health * target.level
        restored = min(amount, full - target.health)
        target.health += restored
        game.tell("{target} is healed.", "RB-13.5", target=target.name)
        return restored
    assert isinstance(target, Character)
    shallow_room = max(0, shallow_max(target) - target.shallow) if part != "deep" else 0
    deep_room = max(0, deep_max(target) - target.deep) if part != "shallow" else 0
    low = max(0, min(amount - shallow_room, deep_room))
    high = min(amount, deep_room)
    to_deep = high
    if low < high and not part:
        prompt = f"You heal {amount}. How much of it goes to your Deep Health?"
        to_deep = game.number(target.name, "to-deep", prompt, low, high, "RB-13.5")
    if not to_deep and target.deep == 0:
        return _wake(game, target)
    to_shallow = min(amount - to_deep, shallow_room)
    target.deep += to_deep
    target.shallow += to_shallow
    if to_deep + to_shallow:
        game.tell(
            "{target} heals {healed}: Shallow {shallow}, Deep {deep}.",
            "RB-13.5",
            target=target.name,
            healed=to_deep + to_shallow,
            shallow=target.shallow,
            deep=target.deep,
        )
    return to_deep + to_shallow


def _wake(game: Game[Table], target: Character) -> int:
    """Shallow healing of any size brings a Downed character to Deep 1. RB-13.6."""
    target.deep = 1
    game.tell("{target} is no longer Downed: Deep 1.", "RB-13.6", target=target.name)
    return 1


def follow(game: Game[Table], before: Collection[str]) -> bool:
    """Who is Downed, or no longer, since only these were; whether anybody is. RB-13.3, RB-13.6."""
    changed = False
    for being in game.state.beings():
        if not being.is_here() or is_down(being) == (being.name in before):
            continue
        changed = True
        told = "{target} is Downed." if is_down(being) else "{target} is no longer Downed."
        game.tell(told, "RB-13.3" if is_down(being) else "RB-13.6", target=being.name)
    return changed
