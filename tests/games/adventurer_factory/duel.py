"""Laying out a duel for a test, and playing it with the answers that the test names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from fatedeck.engine.cards import face, laid
from fatedeck.engine.game import Game
from fatedeck.engine.paths import find
from fatedeck.engine.questions import Answer, Draw, Question, Roll
from fatedeck.engine.story import Line
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.stats import occupants
from fatedeck.games.adventurer_factory.state import Event, Mark, Player, Step, Table

ANA, BEN = "Ana", "Ben"


@dataclass
class Side:
    """One seat of a duel. Cards in play take their first free slot unless a mark says otherwise."""

    play: Sequence[str] = ()
    hand: Sequence[str] = ()
    deck: Sequence[str] = ()
    discard: Sequence[str] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict)
    mind: int = 10
    health: int = 20
    willpower: int = 20

    def player(self, first: int) -> Player:
        deck = self.deck or [f"ribbon#{first + n}" for n in range(4)]
        player = Player(
            self.mind,
            self.health,
            self.willpower,
            deck=laid(deck),
            hand=laid(self.hand),
            play=laid(reversed(self.play)),
            discard=laid(self.discard),
        )
        for card in self.play:
            player.cards[card] = self.marks.get(card) or Mark(slots=_free_slots(player, card))
        return player


def _free_slots(player: Player, card: str) -> list[str]:
    fills, filled = printed_on(card).fills, occupants(player)
    if fills is None:
        return []
    if fills.all_of:
        return [*fills.all_of]
    return [next(slot for slot in fills.any_of if slot not in filled)]


def duel(
    ana: Side | None = None,
    ben: Side | None = None,
    *,
    step: Step = "main",
    events: Sequence[Event] = (),
) -> Table:
    """A table with Ana to move. Her copies are numbered from 1, Ben's from 5."""
    players = {ANA: (ana or Side()).player(1), BEN: (ben or Side()).player(5)}
    return Table(players, [ANA, BEN], ANA, turn=1, step=step, events=[replace(e) for e in events])


class Script:
    """Answers in the order in which they are asked for; each must fit its question."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.left = [*answers]
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        assert self.left, f"nothing is left to answer {question}"
        return question.check(self.left.pop(0))

    @property
    def choices(self) -> list[Question]:
        return [asked for asked in self.asked if not isinstance(asked, Draw | Roll)]


def do(table: Table, seat: str, move: Move, *answers: Answer) -> list[Line]:
    """Make a move with these answers, all of which must be asked for; what was told comes back."""
    script, lines = Script(answers), list[Line]()
    ruleset.perform(Game(table, script, (), lines), seat, move)
    assert not script.left, f"never asked for: {script.left}"
    return lines


def at(table: Table, path: str) -> object:
    """A value of the table: `Ana/mind`; of a pile, its cards without their numbers."""
    found = find(table.players, path)
    top = getattr(found, "top", None)
    return found if top is None else sorted(face(card) for card in top)
