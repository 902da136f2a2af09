"""Each number in `data/` makes a difference: to sheets, offers, what creatures do, and odds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import tag
from fatedeck.engine.story import Line
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks.view import view
from fatedeck.games.realms_behind.rules.attacks import CreatureAttack
from fatedeck.games.realms_behind.rules.blows import has_deep_debuff
from fatedeck.games.realms_behind.rules.carrying import is_innate, why_not_hold, without
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.derived import gear, resist
from fatedeck.games.realms_behind.rules.equipment import with_its_price
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.state import Outcome, Table
from tests.games.dead_data import Place, dead_numbers, wandered
from tests.games.deck_of_adventures.tabletop import lucky
from tests.games.realms_behind.realms import (
    GM,
    do,
    fight,
    hero,
    holds,
    item,
    offered,
    table_of,
)

GAME = "realms-behind"
CODEC = Codec(ruleset)


def test_actions() -> None:
    """What an action costs: with how many AP, or actions of the day, it can still be done."""

    def done(place: Place) -> object:
        [action] = [found for found in ruleset.actions if tag(found) == place[2]]
        return [
            (str(action.why_closed(table, "Ana")), offered(table, "Ana", place[2]))
            for table in with_little_left(place[2])
        ]

    assert dead_numbers(GAME, "actions", done) == []


def with_little_left(action: str) -> Iterator[Table]:
    for left in range(5):
        table = table_of(Ana="orrin")
        ana = table.players["Ana"]
        fight(table, "Ana")
        ana.ap = ana.exploration_actions = ana.downtime_actions = left
        table.phase, table.workspace = book().actions[action].phase, True
        yield table


def test_characters() -> None:
    def taken(place: Place) -> object:
        return msgspec.json.encode(table_of(Ana=place[2]).players["Ana"])

    assert dead_numbers(GAME, "characters", taken) == []


def test_elements_and_statuses() -> None:
    def counted(place: Place) -> object:
        ana, name = table_of(Ana="basic").players["Ana"], place[2]
        ana.statuses.warded = 1
        ana.feats = ["deep-debuffs-hearts"]
        if name in book().elements:
            return resist(ana, name)
        return has_deep_debuff(ana, name, ["hearts"])

    assert dead_numbers(GAME, "core", counted) == []


def test_slots() -> None:
    """How many things of a kind can be worn, and whether what can be bought is worth knowing."""

    def worn(place: Place) -> object:
        if place[1] != "slots":
            return (
                gear(place[2], ()),
                is_innate(book().equipment[place[2]]),
                with_its_price(place[2]),
            )
        ana = hero(table_of(Ana="basic"), body=9)
        kind = next(thing.id for thing in book().equipment.values() if thing.slot == place[2])
        refusals = []
        for _ in range(4):
            before = without(ana)
            item(ana, kind)
            refusals.append(str(why_not_hold(before, ana)))
        return refusals

    assert dead_numbers(GAME, "equipment", worn) == []


def test_creatures() -> None:
    def placed(place: Place) -> object:
        table, kind = table_of(Ana="basic"), place[2]
        for level in book().levels:
            do(table, GM, AddCreatures(kind if kind in book().creatures else "ember-hound", level))
        hit = fight_with(kind) if kind in book().creatures else None
        return view(table, GM).sheets, msgspec.json.encode(table.creatures), hit

    assert dead_numbers(GAME, "creatures", placed, alone=True) == []


def fight_with(kind: str) -> object:
    """What the blow of an elite creature leaves behind, a Club in its pool."""
    table = table_of(Ana="basic")
    do(table, GM, AddCreatures(kind, "elite"))
    [name] = table.creatures
    fight(table, name, "Ana")
    table.gm_deck.top[:] = ["KC"]
    table.gm_deck.bag.remove("KC")
    table.creatures[name].x, table.creatures[name].y = 1, 0
    blow = CreatureAttack("Ana")
    return [played(CODEC.encode(table), GM, blow, seed) for seed in range(6)]


def played(start: bytes, seat: str, action: Deed, seed: int) -> object:
    state, lines = CODEC.decode(start), list[Line]()
    try:
        ruleset.perform(Game(state, lucky(random.Random(seed)), (), lines), seat, action)
    except Refused as refused:
        return str(refused)
    return msgspec.json.encode((state, lines))


def test_wandering() -> None:
    assert dead_numbers(GAME, "wandering", wandered(GAME)) == []


def test_worth() -> None:
    def standing(place: Place) -> object:
        table = table_of(Ana="dhutlo")
        holds(table.players["Ana"], "KH")
        table.last = Outcome("Ana", "might", successes=1)
        return ruleset.standing(table, "Ana"), ruleset.measure()

    assert dead_numbers(GAME, "worth", standing, alone=True) == []
