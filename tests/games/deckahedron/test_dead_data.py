"""Each number in `data/` makes a difference: to faces, foes, heroes, rules and odds."""

from __future__ import annotations

import msgspec

from fatedeck.engine.game import Game, Seat
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.data import readings, trait_cards
from fatedeck.games.deckahedron.looks.faces import all_faces
from fatedeck.games.deckahedron.rules.creation import TakeItems, TakeSample
from fatedeck.games.deckahedron.rules.foes import AddFoe
from fatedeck.games.deckahedron.rules.skills import UseSkill, items_to_use, why_not_skill
from fatedeck.games.deckahedron.rules.stamina import slots_of
from fatedeck.games.deckahedron.state import INCAPACITATED, Options, Skill, Table
from tests.games.dead_data import Place, dead_numbers, wandered
from tests.games.deckahedron.sessions import ALL
from tests.games.deckahedron.test_effects import always

GAME = "deckahedron"
ITEM = "Mending Something"
SEATS = (Seat("GM", "gm"), Seat("Ana"))


def a_table() -> Table:
    return ruleset.begin(Options(modules=ALL), SEATS)


def test_deck() -> None:
    def printed(place: Place) -> object:
        tables = ("classic", "current")
        return [(all_faces(one)[place[2]], readings(one)[place[2]]) for one in tables]

    assert dead_numbers(GAME, "deck", printed) == []


def test_foes() -> None:
    def ready(place: Place) -> object:
        return [repr(way) for way in AddFoe.ways(a_table(), "GM") if place[2] in way.label]

    assert dead_numbers(GAME, "tables", ready) == []


def test_samples() -> None:
    def taken(place: Place) -> object:
        table = a_table()
        TakeSample(place[2]).do(Game(table, always()), "Ana")
        return msgspec.json.encode(table.players["Ana"])

    assert dead_numbers(GAME, "samples", taken) == []


def test_cards() -> None:
    def used(place: Place) -> object:
        table, card = a_table(), place[2]
        ana = table.players["Ana"]
        ana.cards.top.append(card)
        seen: list[object] = [TakeItems.why_closed(table, "Ana") is None]
        for bonuses in (0, 1, 2):
            if trait_cards()[card].is_skill:
                ana.skills[card] = Skill(bonuses=bonuses)
            elif bonuses:
                break
            seen.append(slots_of(ana))
        if trait_cards()[card].is_skill:
            seen.append(why_not_skill(table, "Ana", card) is None)
            ana.items.top.append(ITEM)
            ana.charges[ITEM] = 3
            table.phase = "play"
            seen.append(items_to_use(table, "Ana", card))
            skill = UseSkill(card, trait_cards()[card].stats[0], item=ITEM)
            skill.do(Game(table, always(), SEATS), "Ana")
            seen.append(ana.charges[ITEM])
        return seen

    assert dead_numbers(GAME, "cards", used) == []


def test_items() -> None:
    def charged(place: Place) -> object:
        table = a_table()
        TakeItems([place[2]]).do(Game(table, always()), "Ana")
        return table.players["Ana"].charges

    assert dead_numbers(GAME, "items", charged) == []


def test_wandering() -> None:
    assert dead_numbers(GAME, "wandering", wandered(GAME)) == []


def test_worth() -> None:
    def standing(place: Place) -> object:
        table = a_table()
        ana = table.players["Ana"]
        ana.harm, ana.wounds, ana.green_tokens = 1, 2, 1
        ana.conditions.append(INCAPACITATED)
        worth = [ruleset.standing(table, "Ana"), ruleset.measure()]
        study = ruleset.studies()[0]
        return worth, study.worth, study.per_redraw

    assert dead_numbers(GAME, "worth", standing, alone=True) == []
