"""The odds of attacks and of a fight between one character and one foe, from the attack tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import Course, CourseStudy, State
from fatedeck.games.deckahedron.data import deckahedron, readings, table_data
from fatedeck.games.deckahedron.rules.attacks import Way
from fatedeck.games.deckahedron.rules.effects import DROP
from fatedeck.games.deckahedron.rules.stamina import HARM_WORTH, WOUND_WORTH
from fatedeck.games.deckahedron.state import STAMINA

LOST, BOTH, WON = "you fall", "both fall", "the foe falls"
WAYS: dict[str, Way] = {"melee": "melee", "ranged": "ranged"}


class Blow(Struct, frozen=True):
    """What one attack does: fatigue dealt and taken, and whose next attack deals nothing."""

    dealt: int = 0
    taken: int = 0
    actor_harmless: bool = False
    target_harmless: bool = False


Blows: TypeAlias = dict[Blow, Fraction]


@cache
def blows(
    way: Way,
    rank: int,
    against: int,
    cards: tuple[str, ...],
    others: tuple[str, ...],
    *,
    by_player: bool = True,
) -> Blows:
    """What an attack does, with its chance: each side flips one of its cards. DKH-73.

    A player chooses what tires the foe most, so a Harm is 3 fatigue and a Wound is 6 (DKH-121); a
    foe deals fatigue. Who may drop something instead of being hurt does so. A die is rolled.
    """
    tables = table_data()
    table = tables.opposed_ranged if way == "ranged" else tables.opposed_melee
    found: Blows = {}
    for attacker, first in _readings(rank, cards).items():
        for defender, second in _readings(against, others).items():
            for blow, chance in _carried_out(table[attacker][defender], by_player).items():
                found[blow] = found.get(blow, Fraction(0)) + first * second * chance
    return found


def courses() -> list[CourseStudy]:
    """What may be asked about attacks and fights."""
    ranks = (Count("rank", "Your rank", 1, 4), Count("foe", "The foe’s rank", 1, 4))
    return [
        CourseStudy(
            "attack",
            "How much fatigue one attack deals. The foe flips from a full deck; a d4 is rolled.",
            (*ranks, One("way", "Way", tuple(WAYS))),
            _pose_attack,
            {"way": "melee"},
            deckahedron(),
        ),
        CourseStudy(
            "fight",
            "A fight in melee, one attack each in turn, you first; every flip from the deck as it"
            " is now, the foe's from a full one.",
            (
                *ranks,
                Count("stamina", "Your Stamina", 1, STAMINA),
                Count("foe_stamina", "The foe’s Stamina", 1, 20),
            ),
            _pose_fight,
            {"stamina": STAMINA, "foe_stamina": 4},
            deckahedron(),
        ),
    ]


def _pose_attack(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    _some(cards)
    rank, foe = _number(values, "rank"), _number(values, "foe")
    way = WAYS[str(values["way"])]
    dealt: dict[State, Fraction] = {}
    for blow, chance in blows(way, rank, foe, cards, deckahedron()).items():
        dealt[blow.dealt,] = dealt.get((blow.dealt,), Fraction(0)) + chance
    return Course(
        f"Fatigue dealt in one {way} attack, rank {rank} against {foe}",
        (),
        lambda state: {} if state else dealt,
        lambda state: f"{state[0]} fatigue",
        tuple(f"{points} fatigue" for (points,) in sorted(dealt)),
        tuple(f"{points} fatigue" for (points,) in sorted(dealt) if points),
        ("DKH-73", "DKH-75"),
    )


def _pose_fight(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    """States are both sides' Stamina, and whose next attack deals nothing. DKH-75, DKH-76."""
    _some(cards)
    rank, foe = _number(values, "rank"), _number(values, "foe")
    mine, theirs = _number(values, "stamina"), _number(values, "foe_stamina")
    struck = blows("melee", rank, foe, cards, deckahedron())
    answered = blows("melee", foe, rank, deckahedron(), cards, by_player=False)
    return Course(
        f"A fight, rank {rank} with {mine} Stamina against {foe} with {theirs}",
        (mine, theirs, 0, 0),
        lambda state: _round(state, struck, answered),
        lambda state: BOTH if not state[0] and not state[1] else WON if state[0] else LOST,
        (LOST, BOTH, WON),
        (WON,),
        ("DKH-73", "DKH-75", "DKH-76"),
    )


def _round(state: State, mine: Blows, theirs: Blows) -> dict[State, Fraction]:
    """You attack, and then the foe if both still stand."""
    ends: dict[State, Fraction] = {}
    if not state[0] or not state[1]:
        return ends
    for after, chance in _attack(state, mine):
        if not after[0] or not after[1]:
            ends[after] = ends.get(after, Fraction(0)) + chance
            continue
        for swapped, share in _attack(_swapped(after), theirs):
            end = _swapped(swapped)
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    return ends


def _attack(state: State, possible: Blows) -> list[tuple[State, Fraction]]:
    """Where one attack of the first side may lead."""
    actor, target, harmless, other_harmless = state
    return [
        (
            (
                max(0, actor - blow.taken),
                max(0, target - (0 if harmless else blow.dealt)),
                int(blow.actor_harmless),
                int(other_harmless or blow.target_harmless),
            ),
            chance,
        )
        for blow, chance in possible.items()
    ]


def _swapped(state: State) -> State:
    return state[1], state[0], state[3], state[2]


def _readings(rank: int, deck: tuple[str, ...]) -> dict[int, Fraction]:
    """How often a deck shows each reading on the edge of a rank. DKH-21."""
    edges = readings("classic")
    shown = Counter(edges[card][rank] for card in deck)
    return {reading: Fraction(cards, len(deck)) for reading, cards in shown.items()}


def _some(cards: tuple[str, ...]) -> None:
    if not cards:
        raise Refused("DKH-21", "There are no cards left in the deck to flip.")


def _carried_out(text: str, by_player: bool) -> Blows:
    """What a text of the tables does. DKH-76 to DKH-78."""
    text = text.removeprefix("critical: ").removeprefix("critical, ")
    found: Blows = {Blow(): Fraction(1)}
    for effect in text.split("; "):
        if effect.startswith("choose: "):
            effect = _chosen(effect.removeprefix("choose: ").split(" | "), by_player)
        before, found = found, {}
        for blow, chance in before.items():
            for more, share in _effect(effect, by_player).items():
                both = _together(blow, more)
                found[both] = found.get(both, Fraction(0)) + chance * share
    return found


def _chosen(options: list[str], by_player: bool) -> str:
    if DROP in options:
        return DROP
    if not by_player:
        return options[0]
    return max(options, key=lambda option: _mean_dealt(_effect(option, by_player)))


def _mean_dealt(found: Blows) -> Fraction:
    return sum((blow.dealt * chance for blow, chance in found.items()), Fraction(0))


def _effect(effect: str, by_player: bool) -> Blows:
    word, _, amount = effect.partition(" ")
    match effect:
        case "foe deals no fatigue next turn":
            return {Blow(target_harmless=True): Fraction(1)}
        case "attacker on the ground, deals no fatigue next turn":
            return {Blow(actor_harmless=True): Fraction(1)}
        case "attacker loses 1 Stamina":
            return {Blow(taken=1): Fraction(1)}
    if word == "deal":
        return {Blow(dealt=n): chance for n, chance in _points(amount, by_player).items()}
    if word == "take":
        return {Blow(taken=n): chance for n, chance in _points(amount, by_player).items()}
    return {Blow(): Fraction(1)}


def _points(amount: str, by_player: bool) -> dict[int, Fraction]:
    """How much fatigue an amount is; 1 Harm among it costs a character no more than a point."""
    if amount == "a Harm":
        return {HARM_WORTH: Fraction(1)}
    if amount == "a Wound":
        return {WOUND_WORTH: Fraction(1)}
    extra = 0
    if amount.endswith(", and 1 Harm is among it"):
        amount, extra = "1d4", HARM_WORTH - 1 if by_player else 0
    die, _, more = amount.partition("+")
    if die != "1d4":
        return {int(amount): Fraction(1)}
    return {side + int(more or 0) + extra: Fraction(1, 4) for side in range(1, 5)}


def _together(one: Blow, other: Blow) -> Blow:
    return Blow(
        one.dealt + other.dealt,
        one.taken + other.taken,
        one.actor_harmless or other.actor_harmless,
        one.target_harmless or other.target_harmless,
    )


def _number(values: Mapping[str, Value], name: str) -> int:
    return int(str(values[name]))
