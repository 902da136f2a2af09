"""The odds of blows and draws: what a Simple Attack takes, who is worn down first, what comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import Course, CourseStudy, Judged, Prospect, State
from fatedeck.games.adventurer_factory.data import Die, die
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules.stats import dice, needs_met, reading, stat, symbols
from fatedeck.games.adventurer_factory.state import Kind, Player, Table, Ward

DICE = ("1d1", "1d4", "1d6", "1d8", "2d4+1", "1d12", "2d8")
POINTS = 20
LOST, WON = "you are worn down", "the other is worn down"


MISSING, MET = "its Needs are not met", "its Needs are met"


def prospects(table: Table, seat: str) -> list[Prospect]:
    """The next card of one's own deck, and what each of one's blows would take now.

    A card one has not seen is any of them; wards of the other seat are rolled with the blow.
    AF-3.5, AF-6.7, AF-12.3, AF-12.4, AF-18.8, AF-19.2.
    """
    player = table.players.get(seat)
    if player is None or table.step == "over":
        return []
    cards = unseen(table, seat)
    found = [_next_card(player, cards)] if cards and not player.deck.top else []
    if table.active == seat:
        found += [_blow(table, seat, kind, rolled) for kind, rolled in _dice(table, seat)]
    return found


def judged(after: Table) -> list[Judged]:
    """The dice of the latest action, each against what it could have shown. AF-3.5, AF-3.6."""
    return [
        Judged(one.seat, _roll(one.kind, die(one.die)), str(one.natural)) for one in after.rolled
    ]


def _roll(kind: Kind, rolled: Die) -> Prospect:
    shown = {way: points - rolled.plus for way, points in _rolls(rolled).items()}
    return Prospect(
        f"{kind.title()} Die {rolled}",
        tuple(shown),
        {way: str(natural) for way, natural in shown.items()},
        tuple(str(natural) for natural in sorted(set(shown.values()))),
        clauses=("AF-3.6",),
        rolled=True,
    )


def unseen(table: Table, seat: str) -> list[str]:
    """The cards of one's own deck that one has not seen. AF-19.2."""
    player = table.players.get(seat)
    if player is None:
        return []
    under = [card for mark in player.cards.values() for card in mark.under.top]
    return sorted([*player.deck.bag, *player.peeked.top, *under])


def _next_card(player: Player, cards: list[str]) -> Prospect:
    provided = symbols(player)
    met = {card: needs_met(player, printed_on(card), provided) for card in cards}
    return Prospect(
        "The Needs of your next card are met",
        tuple(cards),
        {card: MET if meets else MISSING for card, meets in met.items()},
        (MISSING, MET),
        good=(MET,),
        clauses=("AF-6.7", "AF-8.2"),
    )


def _dice(table: Table, seat: str) -> list[tuple[Kind, Die]]:
    kinds: tuple[Kind, ...] = ("attack", "parley")
    return [(kind, rolled) for kind in kinds for rolled in dict.fromkeys(dice(table, seat, kind))]


def _blow(table: Table, seat: str, kind: Kind, rolled: Die) -> Prospect:
    """A Simple Attack or Parley with one of one's dice, as the stats are now. AF-12.5, AF-12.6."""
    other = next(name for name in table.players if name != seat)
    foe = table.players[other]
    if kind == "attack":
        delta = stat(table, seat, "attack") - stat(table, other, "defence")
        wards = [ward for ward in foe.wards if ward.turn == table.turn and foe.health]
    else:
        delta = reading(table, seat, "charisma") - reading(table, other, "charisma")
        wards = []
    taken: dict[str, int] = {}
    for way, points in _rolls(rolled).items():
        for more, held in _held_off(wards).items():
            stopped = held or (kind == "attack" and foe.immune)
            taken[f"{way} {more}"] = 0 if stopped else max(0, points + delta)
    losses = sorted(set(taken.values()))
    return Prospect(
        f"Simple {kind.title()} {f'with {rolled}' if rolled.sides > 1 else 'without a die'}",
        tuple(taken),
        {way: str(points) for way, points in taken.items()},
        tuple(map(str, losses)),
        good=tuple(str(points) for points in losses if points),
        do=kind,
        clauses=("AF-12.3",) if kind == "attack" else ("AF-12.4",),
        rolled=True,
    )


def _rolls(rolled: Die) -> dict[str, int]:
    """Every way the dice may fall, each as likely, and what it comes to. AF-3.4."""
    faces = range(1, rolled.sides + 1)
    return {
        "+".join(map(str, fallen)): sum(fallen) + rolled.plus
        for fallen in product(faces, repeat=rolled.count)
    }


def _held_off(wards: list[Ward]) -> dict[str, bool]:
    """Every way the other seat's wards may fall, and whether one of them holds. AF-18.8."""
    falls = [{"": ward.rolled} if ward.rolled else _rolls(die(ward.die)) for ward in wards]
    return {
        "/".join(ways): any(
            fall[way] <= ward.at_most for ward, fall, way in zip(wards, falls, ways, strict=True)
        )
        for ways in product(*falls)
    }


def courses() -> list[CourseStudy]:
    """What may be asked: one blow, and blows in turn; `delta` is your stat less theirs."""
    own = (One("die", "Your die", DICE), Count("delta", "Your stat minus theirs", -12, 12))
    others = (
        One("other", "Their die", DICE),
        Count("other_delta", "Their stat minus yours", -12, 12),
    )
    counters = (
        Count("points", "Your Health or Willpower", 1, 40),
        Count("other_points", "Theirs", 1, 40),
    )
    return [
        CourseStudy(
            "blow", "What one Simple Attack or Parley costs them.", own, _pose_blow, {"delta": 0}
        ),
        CourseStudy(
            "duel",
            "Simple Attacks or Parleys in turn, you first, until one of you is worn down.",
            (*own, *others, *counters),
            _pose_duel,
            {"delta": 0, "other_delta": 0, "points": POINTS, "other_points": POINTS},
        ),
    ]


@cache
def blow(name: str, delta: int) -> dict[int, Fraction]:
    """How much a blow takes, with its chance: die plus delta, never below 0. AF-12.3 to AF-12.5."""
    rolled = die(name)
    faces = range(1, rolled.sides + 1)
    taken = Counter(
        max(0, sum(roll) + rolled.plus + delta) for roll in product(faces, repeat=rolled.count)
    )
    return {points: Fraction(ways, taken.total()) for points, ways in sorted(taken.items())}


def _pose_blow(values: Mapping[str, Value], _: tuple[str, ...]) -> Course:
    name, delta = str(values["die"]), int(str(values["delta"]))
    taken: dict[State, Fraction] = {(n,): chance for n, chance in blow(name, delta).items()}
    return Course(
        f"What {name} takes at {delta:+}",
        (),
        lambda state: {} if state else taken,
        lambda state: str(state[0]),
        tuple(str(points) for (points,) in taken),
        tuple(str(points) for (points,) in taken if points),
        ("AF-12.3", "AF-12.4", "AF-12.5"),
    )


def _pose_duel(values: Mapping[str, Value], _: tuple[str, ...]) -> Course:
    """States are what both have left, and whose blow it is. AF-12.3, AF-12.4."""
    mine = blow(str(values["die"]), int(str(values["delta"])))
    theirs = blow(str(values["other"]), int(str(values["other_delta"])))

    def step(state: State) -> dict[State, Fraction]:
        own, other, turn = state
        if not own or not other:
            return {}
        if not turn:
            return {(own, other - n, 1): chance for n, chance in _capped(mine, other)}
        return {(own - n, other, 0): chance for n, chance in _capped(theirs, own)}

    points, other_points = int(str(values["points"])), int(str(values["other_points"]))
    return Course(
        f"{values['die']} with {points} against {values['other']} with {other_points}",
        (points, other_points, 0),
        step,
        lambda state: WON if state[0] else LOST,
        (LOST, WON),
        (WON,),
        ("AF-12.3", "AF-12.4"),
    )


def _capped(taken: Mapping[int, Fraction], left: int) -> list[tuple[int, Fraction]]:
    """What is taken of so many points: more than all of them is all."""
    found: dict[int, Fraction] = {}
    for points, chance in taken.items():
        at_most = min(points, left)
        found[at_most] = found.get(at_most, Fraction(0)) + chance
    return list(found.items())
