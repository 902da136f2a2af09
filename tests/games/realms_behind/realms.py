"""Small tables of The Realms Behind, and games whose answers are written down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from fatedeck.engine.cards import Pile
from fatedeck.engine.entries import act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Offer, Value
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.story import Line
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.derived import (
    at_full_strength,
    defence,
    gear_of,
    kind_of,
    resist,
    total,
)
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.weapons import weapons
from fatedeck.games.realms_behind.state import (
    Character,
    Creature,
    Item,
    Place,
    Table,
    TableOptions,
    Technique,
)

GM = "GM"


@contextmanager
def refused(clause: str) -> Iterator[None]:
    """What is done inside is refused by this clause."""
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.clause == clause, caught.value
    assert caught.value.sentence


def table_of(*, jokers: bool = False, **samples: str) -> Table:
    """A table in Exploration, each seat with a ready-made character and no hand yet."""
    seats = (Seat(GM, "gm"), *(Seat(name) for name in samples))
    table = ruleset.begin(TableOptions(characters=samples, jokers=jokers), seats)
    table.phase = "exploration"
    table.day = 1
    for character in table.players.values():
        character.willing = character.waiting = False
    return table


def hero(table: Table, name: str = "Ana", **values: int) -> Character:
    """A character with some attributes set, at full strength."""
    character = table.players[name]
    for field, value in values.items():
        setattr(character, field, value)
    at_full_strength(character)
    return character


def holds(character: Character, hand: str = "", top: str = "") -> None:
    """Put named cards in the hand and on top of the draw pile; the rest stays shuffled."""
    character.hand.top[:] = hand.split()
    character.deck.top[:] = top.split()
    for card in (*hand.split(), *top.split()):
        if card in character.deck.bag:
            character.deck.bag.remove(card)


def only(character: Character, hand: str = "", pile: str = "") -> None:
    """The hand and the whole draw pile; everything else is discarded."""
    cards = [card for zone in (character.deck, character.hand, character.discard) for card in zone]
    for card in (*hand.split(), *pile.split()):
        cards.remove(card)
    character.hand = Pile(top=hand.split())
    character.deck = Pile(top=pile.split())
    character.discard = Pile(top=cards)


def item(character: Character, kind: str, place: Place = "equipped", *worked: str) -> Item:
    """Give a character a thing."""
    name, copy = kind, 2
    while name in character.items:
        name, copy = f"{kind} {copy}", copy + 1
    character.items[name] = Item(name, kind, place, list(worked))
    return character.items[name]


def technique(character: Character, base: str, *features: str, **more: str) -> Technique:
    """Give a character a technique, named after its base."""
    built = Technique(base, base, list(features), more.get("element", ""), more.get("shape", ""))
    character.techniques[base] = built
    return built


def goblin(table: Table, name: str = "Goblin", x: int = 1, y: int = 0, level: int = 2) -> Creature:
    """A goblin raider on the ground."""
    creature = Creature(
        name=name, kind="goblin-raider", level=level, health=3 * level, x=x, y=y, ap=3
    )
    creature.reactions = 1
    table.creatures[name] = creature
    return creature


def fight(table: Table, *order: str) -> None:
    """Everyone named is in an encounter; it is the first one's turn."""
    table.phase = "encounter"
    table.round = 1
    table.turn = 0
    table.order = list(order)
    for name in order:
        being = table.being(name)
        being.ap = 3
        being.reactions = 1


class Script:
    """Answers in order; each must be an answer to what is asked."""

    def __init__(self, answers: tuple[Answer, ...]) -> None:
        self.answers = list(answers)
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        assert self.answers, f"asked without an answer: {question.key}"
        return question.check(self.answers.pop(0))


class Told(list[Line]):
    """The story, as one text."""

    def __str__(self) -> str:
        return "\n".join(line.text for line in self)


def game_of(table: Table, *answers: Answer) -> Game[Table]:
    """A game whose answers are these, in order."""
    return Game(table, Script(answers), (), Told())


def do(table: Table, seat: str, action: Deed, *answers: Answer) -> str:
    """Perform an action as the table would; every answer must be used. Returns the story."""
    script = Script(answers)
    lines = Told()
    read = msgspec.convert(act(action), type(action))
    ruleset.perform(Game(table, script, (), lines), seat, read)
    assert not script.answers, f"never asked for: {script.answers}"
    return str(lines)


def asked_in(table: Table, seat: str, action: Deed, *answers: Answer) -> list[Question]:
    """The questions that an action asks."""
    script = Script(answers)
    ruleset.perform(Game(table, script, (), None), seat, action)
    return script.asked


def offered(table: Table, seat: str, do: str) -> list[Offer]:
    """The offers of one action to a seat."""
    return [offer for offer in ruleset.offers(table, seat) if offer.do == do]


def in_words(table: Table, first: str) -> dict[str, Value]:
    """Ana and the goblin as the question about a fight asks for them."""
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    weapon = gear_of(weapons(ana)[0])
    strength = kind_of(foe).growth.attack * foe.level
    weak = 2 * (not len(ana.hand)) + 2 * (not ana.shallow)
    best = max(defence(ana, "parry"), defence(ana, "dodge")) + weak
    foe_best = max(defence(foe, "parry"), defence(foe, "dodge"))
    return {
        "need": foe_best - total(ana, "melee") - weapon.accuracy,
        "damage": weapon.damage + ana.body - resist(foe, "physical"),
        "shallow": ana.shallow,
        "deep": ana.deep,
        "foe_need": best - strength,
        "foe_damage": strength - resist(ana, "physical"),
        "foe_health": foe.health,
        "hand": ",".join(ana.hand),
        "first": first,
    }
