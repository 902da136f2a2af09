"""Finding the puzzle of a day: machines play, and where a choice matters they are stopped.

The day's date is the seed of all chance, so everybody finds the same. What each choice is worth is
weighed by the rules themselves (`odds/scales.py`): nothing is estimated, and nothing here knows a
rule of any game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.bots.machines import OWN, AnyRecord, Machine, machine, make_move
from fatedeck.bots.trying import new_record, next_move
from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.cards import face
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.possibilities import TooMany
from fatedeck.engine.questions import Choose
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.telling import CallCheck, meant
from fatedeck.odds.best import weigh
from fatedeck.odds.dilemmas import dilemma, offered_actions
from fatedeck.odds.scales import Option

MOST_CHOICES = 6
MOST_RUNS = 300
"""What needs more runs of the rules than this is no puzzle: nobody could work it out."""
MOST_MOVES = 250
MOST_GAMES = 60
MOST_TRIES = 2
"""How often a choice of one kind is looked at in one game."""
ENOUGH = 3
"""Of so many puzzles that were found one is taken."""
MOST_LINES = 6
"""How much of what happened before is told with it."""
LEAST_GAP = Fraction(1, 50)
"""How much the best choice must be better than the next, as a share of all that is at stake."""
TOO_PLAIN = Fraction(19, 20)
"""A choice that comes out ahead so often is no puzzle."""


class Weighed(Struct, frozen=True):
    """One choice of a puzzle: what it is worth on average, and how often it comes out ahead.

    Where it is `certain` what a choice comes to, only what it is worth tells.
    """

    name: str
    label: str
    worth: Fraction
    ahead: Fraction
    certain: bool


class Puzzle(Struct, frozen=True):
    """A position, who is to choose there, and all choices, the best first.

    `actions` are what the choices do, where they are actions and not answers.
    """

    record: AnyRecord
    seat: str
    prompt: str
    choices: tuple[Weighed, ...]
    actions: dict[str, Act] = {}


def puzzle_of(ruleset: AnyRuleset, date: str) -> Puzzle:
    """The puzzle of a day, the same for everybody who has the same rules."""
    looking = _Looking(random.Random(f"{ruleset.id} {date}"))
    seeds = (f"{ruleset.id} {date} {number}" for number in range(MOST_GAMES))
    all_found = chain.from_iterable(_in_one_game(ruleset, seed, looking) for seed in seeds)
    found = list(islice(all_found, ENOUGH))
    if not found:
        raise Refused("", f"There’s no puzzle for {ruleset.title} today.")
    return looking.luck.choice(found)


def _in_one_game(ruleset: AnyRuleset, seed: str, looking: _Looking) -> Iterator[Puzzle]:
    """The puzzles that one game comes across."""
    looking.afresh()
    record, player = _new_game(ruleset, seed, looking.luck), machine(ruleset.id, OWN)
    for _ in range(MOST_MOVES):
        found = next_move(record, player)
        if found is None or ruleset.is_over(record.state):
            return
        seat, move = found
        if isinstance(move, CallCheck):
            yield from _in_one_action(_beside(record, seat, move), player, looking)
        if (puzzle := looking.at(record, seat)) is not None:
            yield puzzle
        try:
            make_move(record, seat, move)
        except FatedeckError:
            return


def _new_game(ruleset: AnyRuleset, seed: str, luck: random.Random) -> AnyRecord:
    """An adventure of the box with a hero or two; where there are none, a game for two."""
    if ruleset.adventures:
        text = luck.choice(list(ruleset.adventures.values()))
        fewest = read_adventure(text).fewest
        return new_record(text, luck.randint(fewest, max(2, fewest)), seed)
    secret = seed.encode()
    seats = (Seat("Ana"), Seat("Ben"))
    header = new_header(ruleset, seats, {}, secret)
    record: AnyRecord = Record(ruleset, header, secret=secret)
    record.set_up()
    return record


def _beside(record: AnyRecord, gm: str, move: CallCheck) -> AnyRecord:
    """The same table, where the game master calls for a check without the tale around it."""
    telling = record.telling
    assert telling is not None
    assert telling.scene is not None
    check = telling.scene.check(move.check)
    assert check is not None
    aside: AnyRecord = Record(record.ruleset, record.header, secret=record.header.seal.encode())
    aside.resume(record.n, record.quiet[record.n], None, [])
    aside.do(gm, meant(check.step.act, move.hero, list(telling.heroes)))
    return aside


def _in_one_action(record: AnyRecord, player: Machine, looking: _Looking) -> Iterator[Puzzle]:
    """The puzzles on the way to the end of an action."""
    while record.waiting_for:
        found = next_move(record, player)
        if found is None:
            return
        seat, move = found
        if (puzzle := looking.at(record, seat)) is not None:
            yield puzzle
        make_move(record, seat, move)


class _Looking:
    """Looks at choices: at those of one kind a few times in a game, at endless ones once."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self._tried: Counter[str] = Counter()
        self._endless: set[str] = set()

    def afresh(self) -> None:
        """Another game has begun."""
        self._tried.clear()
        self._endless.clear()

    def at(self, record: AnyRecord, seat: str) -> Puzzle | None:
        """The puzzle that this seat has now, if it is one."""
        if record.seat(seat).role == "gm":
            return None
        try:
            return self._asked(record, seat) if record.waiting_for else self._to_act(record, seat)
        except FatedeckError:
            return None  # nothing that can be weighed

    def _asked(self, record: AnyRecord, seat: str) -> Puzzle | None:
        question = record.question_for(seat)
        if not isinstance(question, Choose) or len(question.options) > MOST_CHOICES:
            return None
        return self._weigh(record, seat, question.name, question.prompt, None)

    def _to_act(self, record: AnyRecord, seat: str) -> Puzzle | None:
        """Which of the things of one kind to do: whom to attack, what to play."""
        party = record.ruleset.party(record.state)
        if party is not None and not party.foes:
            return None
        offered, _ = offered_actions(record, seat)
        kinds = {str(act.get("do")) for act in offered.values()}
        do = next((likely for likely in record.ruleset.likely if likely in kinds), "")
        ways = _told_apart({name: act for name, act in offered.items() if act.get("do") == do})
        if not 2 <= len(ways) <= MOST_CHOICES:
            return None
        return self._weigh(record, seat, do, "What do you do?", ways)

    def _weigh(
        self, record: AnyRecord, seat: str, kind: str, prompt: str, ways: dict[str, Act] | None
    ) -> Puzzle | None:
        """Weigh the choices of one kind, if there is reason to."""
        self._tried[kind] += 1
        if self._tried[kind] > MOST_TRIES or kind in self._endless:
            return None
        chosen = dilemma(record, seat, ways, self.luck)
        try:
            choices = _weighed(weigh(record.ruleset, chosen, most_runs=MOST_RUNS))
        except TooMany:
            self._endless.add(kind)
            return None
        return _puzzle(record, seat, prompt, choices, ways) if _matters(choices) else None


def _told_apart(ways: dict[str, Act]) -> dict[str, Act]:
    """Each way once: which of several copies of a card is meant makes no difference."""
    found: dict[str, tuple[str, Act]] = {}
    for name, act in ways.items():
        faces = {
            key: face(value) if isinstance(value, str) else value for key, value in act.items()
        }
        found.setdefault(str(faces), (name, act))
    return dict(found.values())


def _puzzle(
    record: AnyRecord,
    seat: str,
    prompt: str,
    choices: tuple[Weighed, ...],
    actions: dict[str, Act] | None,
) -> Puzzle:
    """A puzzle; the table there is kept as it is now."""
    kept: AnyRecord = Record(record.ruleset, record.header, secret=record.header.seal.encode())
    flight = record.flight
    if flight is not None:
        flight = replace(flight, answers=[*flight.answers])
    kept.resume(record.n, record.quiet[record.n], flight, [])
    kept.log = record.log[-MOST_LINES:]
    return Puzzle(kept, seat, prompt, choices, actions or {})


def _weighed(options: list[Option]) -> tuple[Weighed, ...]:
    return tuple(
        Weighed(
            option.answer,
            option.label or option.answer,
            option.worth,
            ahead(option, [other for other in options if other is not option]),
            len(option.ends) == 1,
        )
        for option in options
    )


def ahead(option: Option, others: list[Option]) -> Fraction:
    """How often a choice comes out ahead of all others, each on its own luck; ties are shared."""
    total = Fraction(0)
    for end, chance in option.ends:
        total += chance * _tops(end, others)
    return total


def _tops(end: Fraction, others: list[Option]) -> Fraction:
    """The chance that this end is the best; among n that are equally good it counts for 1 in n."""
    ties = {0: Fraction(1)}
    for other in others:
        below = sum((chance for worth, chance in other.ends if worth < end), Fraction(0))
        same = sum((chance for worth, chance in other.ends if worth == end), Fraction(0))
        after: dict[int, Fraction] = {}
        for tied, chance in ties.items():
            after[tied] = after.get(tied, Fraction(0)) + chance * below
            after[tied + 1] = after.get(tied + 1, Fraction(0)) + chance * same
        ties = after
    return sum((chance / (tied + 1) for tied, chance in ties.items()), Fraction(0))


def _matters(choices: tuple[Weighed, ...]) -> bool:
    """Whether the best is better than the next, and not so plainly that nobody would wonder."""
    if len(choices) < 2:
        return False
    stake = choices[0].worth - choices[-1].worth
    gap = choices[0].worth - choices[1].worth
    plain = choices[0].ahead > TOO_PLAIN and not all(choice.certain for choice in choices)
    return stake > 0 and gap >= stake * LEAST_GAP and not plain
