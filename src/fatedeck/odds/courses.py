"""How a run of chance such as a fight ends, by dynamic programming over its states."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from fatedeck.engine.errors import Refused
from fatedeck.engine.prospects import RUNS, Course, State
from fatedeck.engine.questions import Answer, Chance
from fatedeck.odds.distribution import Distribution

MOST_STATES = 100_000
SEARCHING = 0.5
"""The share of the work that is finding all states, as told to whoever watches."""

Chances: TypeAlias = dict[State | str, Fraction]


def run_to_the_end(
    course: Course, watch: Callable[[float], None] | None = None
) -> Distribution[str]:
    """The chance of each outcome of a course.

    Most courses never come back to a state but to stay there for a while: then every state is left
    once, with all the chance that came into it. `watch` is told the share of states that are done
    and may raise to call it off.
    """
    if course.play is not None:
        return _played(course, course.play, watch)
    if course.settle is not None:
        return Distribution.of_chances(course.settle(watch), course.results)
    states = list(_after_what_follows(course, watch))
    places = {state: place for place, (state, _) in enumerate(states)}
    for place, (_, steps) in enumerate(states):
        if any(places[other] > place for other in steps):
            return _through_circles(course, states)
    ends: dict[str, Fraction] = {}
    reached = {course.start: Fraction(1)}
    for done, (state, steps) in enumerate(reversed(states)):
        if watch is not None and done % 256 == 0:
            watch(SEARCHING + (1 - SEARCHING) * done / len(states))
        chance = reached.pop(state, Fraction(0))
        if not steps:
            outcome = course.outcome(state)
            ends[outcome] = ends.get(outcome, Fraction(0)) + chance
            continue
        stays = steps.get(state, Fraction(0))
        if stays == 1:
            raise Refused("", f"{course.title}: this never ends.")
        leaves = chance / (1 - stays)
        for other, share in steps.items():
            if other != state:
                reached[other] = reached.get(other, Fraction(0)) + leaves * share
    return Distribution.of_chances(ends, course.results)


def _played(
    course: Course,
    play: Callable[[Callable[[Chance], Answer]], str],
    watch: Callable[[float], None] | None,
) -> Distribution[str]:
    """How often each outcome came in many runs, always the same ones."""
    luck = random.Random(8)
    ends = dict.fromkeys(course.results, 0)
    for done in range(RUNS):
        if watch is not None and done % 64 == 0:
            watch(done / RUNS)
        ends[play(lambda question: question.at(luck.randrange(question.size)))] += 1
    return Distribution(ends)


def _through_circles(
    course: Course, states: Sequence[tuple[State, Mapping[State, Fraction]]]
) -> Distribution[str]:
    """The same where the way may lead in circles.

    A state is settled after those that it leads to: what is still open then are states that lead
    to it, and itself. Coming back to itself changes nothing, so the other chances share that one.
    """
    settled: dict[State, Chances] = {}
    for state, steps in states:
        if not steps:
            settled[state] = {course.outcome(state): Fraction(1)}
            continue
        chances = _through(steps, settled)
        back = chances.pop(state, Fraction(0))
        if not chances:
            raise Refused("", f"{course.title}: this never ends.")
        settled[state] = {place: chance / (1 - back) for place, chance in chances.items()}
    ends = {str(outcome): chance for outcome, chance in settled[course.start].items()}
    return Distribution.of_chances(ends, course.results)


def _through(steps: Mapping[State, Fraction], settled: Mapping[State, Chances]) -> Chances:
    """Where steps lead in the end: every state that is settled replaced by where it leads."""
    found: Chances = {}
    waiting: list[tuple[State | str, Fraction]] = list(steps.items())
    while waiting:
        place, chance = waiting.pop()
        if isinstance(place, tuple) and place in settled:
            waiting += [(next_, chance * share) for next_, share in settled[place].items()]
        else:
            found[place] = found.get(place, Fraction(0)) + chance
    return found


def _after_what_follows(
    course: Course, watch: Callable[[float], None] | None
) -> Iterator[tuple[State, Mapping[State, Fraction]]]:
    """Every state with its steps, after the states that it leads to for the first time."""
    seen = {course.start}
    steps = course.step(course.start)
    path = [(course.start, steps, iter(steps))]
    while path:
        state, steps, left = path[-1]
        following = next((other for other in left if other not in seen), None)
        if following is None:
            path.pop()
            yield state, steps
            continue
        if len(seen) == MOST_STATES:
            raise Refused("", f"{course.title}: there are too many ways this can go.")
        if watch is not None and len(seen) % 256 == 0:
            watch(SEARCHING * len(seen) / MOST_STATES)
        seen.add(following)
        more = course.step(following)
        path.append((following, more, iter(more)))
