"""Tables to test with, and ways to answer."""

from __future__ import annotations

from collections.abc import Callable

from fatedeck.engine.cards import shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Choose, Draw, Number, Question, Roll
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.state import Options, Player, Table


def player(strength: int = 2, dexterity: int = 2, intelligence: int = 2) -> Player:
    """A PC with a fresh Deckahedron."""
    ranks = {"str": strength, "dex": dexterity, "int": intelligence}
    return Player(attributes=ranks, deck=shuffled(catalogue.deck_cards()), pack=2)


def table(*players: Player, options: Options | None = None) -> Table:
    """A table in play, the seats named Ana, Ben, Cleo and Dov."""
    seats = dict(zip(("Ana", "Ben", "Cleo", "Dov"), players, strict=False))
    return Table(
        options or Options(),
        "GM",
        list(seats),
        seats,
        phase="play",
        blessings=shuffled(catalogue.blessing_cards()),
        wounds=shuffled(catalogue.wound_cards() * 24),
    )


def script(*answers: Answer) -> Callable[[Question], Answer]:
    """Answers in this order, whatever is asked; each must fit."""
    waiting = list(answers)

    def answer(question: Question) -> Answer:
        return question.check(waiting.pop(0))

    return answer


def drawing(*cards: str) -> Callable[[Question], Answer]:
    """These cards come; choices are made for XP, then for the critical, then not at all."""
    waiting = list(cards)

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return waiting.pop(0)
        return plainly(question)

    return answer


def plainly(question: Question) -> Answer:
    """The least that can be answered."""
    if isinstance(question, Choose):
        return question.options[-1]
    if isinstance(question, Number):
        return max(question.low, 0)
    assert not isinstance(question, Draw | Roll)
    return ""


def game(state: Table, answer: Callable[[Question], Answer]) -> Game[Table]:
    return Game(state, answer)
