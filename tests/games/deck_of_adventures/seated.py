"""Tables and scripted answers for the tests of Deck of Adventures."""

from __future__ import annotations

from collections.abc import Callable

from fatedeck.engine.cards import Pile, laid, shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures.rules.characters import ready
from fatedeck.games.deck_of_adventures.rules.creation import ChooseRole, unpack
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTE_OF,
    JOKERS,
    PLAYING_CARDS,
    Cards,
    Character,
    Role,
    Switches,
    Table,
)


def script(*answers: Answer) -> Callable[[Question], Answer]:
    """Answer in this order, chance and choices alike; each answer must fit its question."""
    left = list(answers)

    def answer(question: Question) -> Answer:
        assert left, f"nothing left to answer {question.key}"
        return question.check(left.pop(0))

    return answer


def a_table(*names: str, switches: Switches | None = None) -> Table:
    """A table whose players are in play without Fate Cards: 5 HP, all Modifiers 0."""
    table = unpack("GM", names or ("Ana",), switches or Switches())
    for name in table.seats:
        who = table.characters[name]
        who.role, who.primary, who.suit = "Caster", "Knowledge", "D"
        ready(table, who)
        hold(table, name)
    return table


def hold(table: Table, name: str, *fate: str) -> None:
    """Let this player hold exactly these Fate Cards; the other Jokers are spent."""
    cards = table.decks[name]
    spent = [joker for joker in JOKERS if joker not in fate]
    cards.fate = laid(fate)
    cards.spent = laid(spent)
    taken = {*fate, *cards.targets, *cards.discard, *cards.reserved}
    cards.deck = shuffled(card for card in PLAYING_CARDS if card not in taken)


def stack(table: Table, deck: str, *top: str) -> None:
    """Put these cards on top of a deck, the first uppermost."""
    cards = table.decks[deck]
    rest = [card for card in cards.deck if card not in top]
    cards.deck = Pile(top=list(top), bag=sorted(rest))


def only(table: Table, deck: str, *top: str, discard: tuple[str, ...] = ()) -> Cards:
    """Leave just these cards in a deck and its discard pile; the others are lent out."""
    cards = table.decks[deck]
    kept = {*top, *discard, *cards.fate, *cards.targets}
    cards.deck, cards.discard = laid(top), laid(discard)
    cards.reserved = laid(card for card in PLAYING_CARDS if card not in kept)
    return cards


def with_modifier(who: Character, stat: str, modifier: int) -> Character:
    if stat in ATTRIBUTE_OF:
        who.skills[stat] = modifier
    else:
        who.attributes[stat] = modifier
    return who


def told(table: Table, *answers: Answer) -> tuple[Game[Table], list[Line]]:
    """A game with a script, and the lines that it tells."""
    lines: list[Line] = []
    return Game(table, script(*answers), lines=lines), lines


def of_role(table: Table, name: str, role: Role) -> Character:
    who = table.characters[name]
    who.making = True
    ChooseRole(role).do(Game(table, script()), name)
    who.making = False
    return who
