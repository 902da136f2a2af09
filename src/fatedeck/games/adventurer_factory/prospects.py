"""The odds of Simple Attacks and Parleys: what a blow takes, and who is worn down first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import Course, CourseStudy, State
from fatedeck.games.adventurer_factory.cards import die

DICE = ("1d1", "1d4", "1d6", "1d8", "2d4+1", "1d12", "2d8")
POINTS = 20
LOST, WON = "you are worn down", "the other is worn down"


def courses() -> list[CourseStudy]:
    """What may be asked: one blow, and blows in turn; `delta` is your stat less theirs."""
    own = (One("die", "Your die", DICE), Count("delta", "Your stat less theirs", -12, 12))
    others = (
        One("other", "The other die", DICE),
        Count("other_delta", "Their stat less yours", -12, 12),
    )
    counters = (
        Count("points", "Your Health or Willpower", 1, 40),
        Count("other_points", "Theirs", 1, 40),
    )
    return [
        CourseStudy(
            "blow",
            "What one Simple Attack or Parley takes.",
            own,
            _pose_blow,
            {"delta": 0},
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
