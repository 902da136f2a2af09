"""What lies on somebody for a while: how it ends, and all that ends with it.

A condition is a word in `conditions`. Where more must be known of it (who caused it, how long it
lasts), an effect of the same name stands beside it. Whatever is put on somebody says when it ends;
here it is counted, and here it ends with everything that it had changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from fatedeck.engine.cards import Pile, move
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.rules.decks import lay_aside
from fatedeck.games.deck_of_adventures.state import WORLD, Character, Effect, Reserved, Table, Wall

MINUTE = 10
"""Rounds in a minute. DOA-350."""

HOUR = 60 * MINUTE
"""Rounds in an hour."""

REST_MINUTES = {"quick": 30, "full": 480}
"""How long a Rest takes. DOA-264."""

BREWED = " (brewed)"
POTENT = " (potent brew)"
"""What powers made lasts to the end of the next Full Rest; Potent Brew makes it stronger."""

CLAUSE = {
    "Stunned": "DOA-192",
    "Entangled": "DOA-195",
    "Knocked Down": "DOA-197",
    "Blinded": "DOA-200",
    "Deafened": "DOA-200",
    "Burned": "DOA-202",
    "Poisoned": "DOA-204",
    "Frozen": "DOA-207",
    "Knocked Out": "DOA-209",
    "Suffocating": "DOA-210",
    "Charmed": "DOA-212",
    "Enthralled": "DOA-213",
    "Invisible": "DOA-214",
    "Hidden": "DOA-215",
    "Grappled": "DOA-216",
}
"""The clause of each condition."""

SUMMONED = "Summoned"
"""For how long a Summoned Creature stays."""

HELD = "held"
"""What an effect is about whose bearer is held by whoever caused it. DOA-163, DOA-216."""


# Ending


def lose(game: Game[Table], who: Character, condition: str) -> bool:
    """Take a condition away with all that belongs to it. DOA-206.

    Who is no longer Hidden is seen by all; who turns Invisible again must be found again (DOA-214).
    """
    if condition not in who.conditions:
        return False
    who.conditions.remove(condition)
    who.effects = [effect for effect in who.effects if effect.name != condition]
    combat = game.state.combat
    if condition == "Poisoned":
        who.poisoned = 0
    elif condition == "Hidden" and combat is not None:
        combat.unseen.pop(who.name, None)
    elif condition == "Invisible" and combat is not None:
        combat.used = [mark for mark in combat.used if not mark.endswith(f" has found {who.name}")]
    told = "{who} is no longer {condition}."
    game.tell(told, CLAUSE.get(condition, "DOA-188"), who=who.name, condition=condition)
    return True


def end_effect(game: Game[Table], who: Character, effect: Effect) -> None:
    """An effect is over, and with it its condition, its points of a maximum, its lent card."""
    if effect not in who.effects:
        return
    who.effects.remove(effect)
    if effect.on == "maximum HP":
        who.extra_hp -= effect.amount
        who.max_hp -= effect.amount
        who.hp = min(who.hp, who.max_hp)
    elif effect.on == "maximum PP":
        who.extra_pp -= effect.amount
        who.max_pp -= effect.amount
        who.pp = min(who.pp, who.max_pp)
    if effect.name in who.conditions:
        lose(game, who, effect.name)
    elif effect.name == SUMMONED:
        who.dead = True
        told = "{dealer}’s Summoned Creature vanishes: its hour is up."
        game.tell(told, "DOA-381", dealer=who.companion_of)
    elif effect.name == "Lend Aid":
        drop_lent(game.state, who.name, "Lend Aid")


def end_where(game: Game[Table], is_over: Callable[[Effect], bool]) -> None:
    """End every effect of which this is true, whomever it lies on."""
    for who in affected(game.state):
        for effect in [one for one in who.effects if is_over(one)]:
            end_effect(game, who, effect)


def affected(state: Table) -> list[Character]:
    """All on whom something lies."""
    return [who for who in state.characters.values() if who.effects]


def drop_named(who: Character, *names: str) -> None:
    """Effects that change nothing but Checks and blows are simply gone, used or replaced."""
    if who.effects:
        who.effects = [effect for effect in who.effects if effect.name not in names]


def replace_effect(who: Character, effect: Effect) -> None:
    """Lay an effect on someone; an older one of that name ends. DOA-105, DOA-290."""
    drop_named(who, effect.name)
    who.effects.append(effect)


def has_effect(who: Character, name: str) -> bool:
    return name in [effect.name for effect in who.effects]


def cause_of(who: Character, condition: str) -> str:
    """Who caused a condition, where that matters."""
    return next((effect.by for effect in who.effects if effect.name == condition), "")


# Counting


def run_out(game: Game[Table], until: str, of: str) -> None:
    """Count down what ends at the start or the end of someone's turn, and lift what is over."""
    ends = ("start", "sustained") if until == "start" else (until,)
    _count_down(
        game,
        [
            (who, effect)
            for who in game.state.characters.values()
            for effect in who.effects
            if effect.of == of and effect.until in ends
        ],
    )
    if until == "start" and game.state.zones:
        _count_zones(game.state, lambda by: by == of)


def run_out_without(game: Game[Table], here: Iterable[str]) -> None:
    """A round is over: what waits for the turns of those who have none counts it, too. DOA-350."""
    present = set(here)
    _count_down(
        game,
        [
            (who, effect)
            for who in game.state.characters.values()
            for effect in who.effects
            if effect.until in ("start", "end", "sustained") and effect.of not in present
        ],
    )
    _count_zones(game.state, lambda by: by not in present)


def _count_down(game: Game[Table], due: list[tuple[Character, Effect]]) -> None:
    for who, effect in due:
        if effect.rounds:
            effect.rounds -= 1
            if not effect.rounds:
                end_effect(game, who, effect)


def _count_zones(state: Table, counts: Callable[[str], bool]) -> None:
    for zone in list(state.zones):
        if zone.rounds and counts(zone.by):
            zone.rounds -= 1
            if not zone.rounds:
                state.zones.remove(zone)


def expire(game: Game[Table], who: Character, rest: Literal["rest", "full rest"] = "rest") -> None:
    """A Rest is over, and with it whatever is shorter. DOA-186, DOA-279.

    It ends Power AP, lost speed, what is sustained and what was lent; a Full Rest ends conditions
    and brews, too.
    """
    whole = rest == "full rest"
    who.power_ap = 0
    who.lost_speed = 0
    who.wounds.clear()
    end_sustained(game, who)
    give_back_lent(game.state, who)
    wear_off(game, who, REST_MINUTES["full" if whole else "quick"] * MINUTE)
    for effect in [one for one in who.effects if not one.rounds]:
        if whole or effect.until not in ("ended", "full rest"):
            end_effect(game, who, effect)
    if whole:
        for condition in [name for name in who.conditions if name != "Knocked Out"]:
            lose(game, who, condition)
        for item in [name for name in who.items if name.endswith((BREWED, POTENT))]:
            del who.items[item]


def wear_off(game: Game[Table], who: Character, rounds: int) -> None:
    """So many rounds go by at once: what is measured in turns counts them. DOA-350."""
    for effect in [one for one in who.effects if one.rounds]:
        if effect.rounds > rounds:
            effect.rounds -= rounds
        else:
            end_effect(game, who, effect)


# What is sustained


def sustains(state: Table, who: Character) -> list[str]:
    """What this character keeps up now. DOA-340."""
    names = [
        effect.name
        for other in state.characters.values()
        for effect in other.effects
        if effect.until == "sustained" and effect.by == who.name
    ]
    return names + ["Barrier" for wall in state.walls if wall.by == who.name]


def end_sustained(game: Game[Table], who: Character) -> None:
    """What this character sustains ends: by another such Power, a Rest, a Knock Out. DOA-340."""
    end_where(game, lambda effect: effect.until == "sustained" and effect.by == who.name)
    for wall in [wall for wall in game.state.walls if wall.by == who.name]:
        take_down(game.state, wall)


def take_down(state: Table, wall: Wall) -> None:
    """A conjured wall is gone; its Target Card goes back to the World deck. DOA-378."""
    state.walls.remove(wall)
    world = state.decks[WORLD]
    if wall.target in world.targets:
        move(wall.target, world.targets, world.discard)


def let_go(game: Game[Table], holder: Character) -> None:
    """Whoever is held is free when the holder is down or gone. DOA-163, DOA-216."""
    end_where(
        game,
        lambda effect: (
            effect.by == holder.name and (effect.name == "Grappled" or effect.on == HELD)
        ),
    )


# Lent cards


def return_reserved(state: Table, reserved: Reserved) -> None:
    """Used or expired, a reserved card goes to its owner's discards, an Ace to the Fate hand.

    DOA-351.
    """
    cards = state.decks[reserved.deck]
    if reserved.card in cards.reserved:
        hand = Pile()
        move(reserved.card, cards.reserved, hand)
        lay_aside(state, reserved.deck, hand)
    state.reserved.remove(reserved)
    holder = state.characters.get(reserved.holder)
    if holder is not None:
        drop_named(holder, reserved.power)


def drop_lent(state: Table, holder: str, power: str) -> None:
    """A lent card that was not used in time goes back to its owner's discards. DOA-351."""
    for lent in [one for one in state.reserved if (one.holder, one.power) == (holder, power)]:
        return_reserved(state, lent)


def give_back_lent(state: Table, who: Character) -> None:
    """All that was lent to someone, or from their deck, goes back. DOA-351."""
    for lent in list(state.reserved):
        if lent.holder == who.name or (who.is_dealer and lent.deck == who.deck):
            return_reserved(state, lent)
