"""What each seat is shown, and what never reaches it."""

from __future__ import annotations

import random

import msgspec
import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Header, act
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.imagine import imagine
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Choose
from fatedeck.engine.random_play import new_record, play
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.attacks import Attack
from fatedeck.games.realms_behind.rules.calls import CallCheck
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.encounter import StartEncounter
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.scenes import PlaceBeing
from fatedeck.games.realms_behind.rules.tries import Contest
from fatedeck.games.realms_behind.state import Table, TableOptions
from tests.games.realms_behind.realms import (
    GM,
    Script,
    Told,
    goblin,
    hero,
    holds,
    table_of,
)

RealmsRecord = Record[Table, TableOptions, Deed]


def record_of(**options: object) -> RealmsRecord:
    seats = (Seat(GM, "gm"), Seat("Ana"), Seat("Ben"))
    header = Header(ruleset.id, ruleset.version, seats, dict(options))
    record = Record(ruleset, header, secret=b"moon")
    record.set_up()
    return record


def shown(record: RealmsRecord, seat: str | None) -> str:
    return msgspec.json.encode(see(record, seat)).decode()


def hand_seen(record: RealmsRecord, seat: str | None) -> list[str]:
    """Of Ana's hand, what a seat is shown."""
    zones = ruleset.view(record.state, seat).zones
    return [card.name for zone in zones if zone.id == "Ana/hand" for card in zone.cards]


PARTY = {"Ana": "dhutlo", "Ben": "tamsin"}


@pytest.mark.parametrize("agreed", [False, True])
def test_a_hand_is_for_its_player_and_for_the_gm_only_if_agreed(agreed: bool) -> None:
    """RB-22.2."""
    record = record_of(characters=PARTY, gm_sees_hands=agreed)
    mine = sorted(record.state.players["Ana"].hand)
    assert len(mine) == 6
    assert sorted(hand_seen(record, "Ana")) == mine
    assert hand_seen(record, "Ben") == hand_seen(record, None) == []
    assert sorted(hand_seen(record, GM)) == (mine if agreed else [])
    drawn = [line.text for line in see(record, "Ben").log]
    assert "Dhutlo draws 6 cards." in drawn


def test_draw_piles_are_for_nobody_and_deck_lists_for_player_and_gm() -> None:
    """RB-22.3."""
    record = record_of(characters={"Ana": "basic", "Ben": "basic"}, gm_sees_hands=True)
    for seat in ("Ana", "Ben", GM, None):
        zones = ruleset.view(record.state, seat).zones
        assert all(not zone.cards for zone in zones if zone.title in ("Draw pile", "GM deck"))
    assert "52 cards: the base deck, and these changes: none" in shown(record, "Ana")
    sheet = next(s for s in ruleset.view(record.state, "Ben").sheets if s.id == "Ana")
    assert not any(entry.title == "Deck list" for entry in sheet.entries)
    sheet = next(s for s in ruleset.view(record.state, GM).sheets if s.id == "Ana")
    assert any(entry.title == "Deck list" for entry in sheet.entries)


def test_discards_counters_and_statuses_are_public() -> None:
    """RB-22.4."""
    table = table_of(Ana="dhutlo", Ben="basic")
    ana = hero(table)
    holds(ana, "9S 8S")
    ana.statuses.burning = 2
    ana.discard.top = ["KD"]
    for seat in ("Ben", GM, None):
        view = ruleset.view(table, seat)
        discards = next(zone for zone in view.zones if zone.id == "Ana/discard")
        assert [card.name for card in discards.cards] == ["KD"]
        sheet = next(sheet for sheet in view.sheets if sheet.id == "Ana")
        assert any(condition.name == "Burning 2" for condition in sheet.conditions)
        assert {counter.label: counter.value for counter in sheet.counters}["Will"] == 6


def test_creature_values_are_the_gms() -> None:
    """RB-22.5: players see that it is there, and the result of their checks."""
    record = record_of(characters=PARTY)
    record.do(GM, act(AddCreatures("goblin-raider", "elite")))
    record.do(GM, act(PlaceBeing("Ana", 14, 0)))
    record.do(GM, act(StartEncounter()))
    assert '"Health"' in shown(record, GM)
    for seat in ("Ana", "Ben", None):
        assert "Goblin raider 1" in shown(record, seat)
        assert '"Health"' not in shown(record, seat)
        assert "cowardly" not in shown(record, seat)
    while record.state.whose_turn() != "Ana":
        seat = record.state.seat_of(record.state.being(record.state.whose_turn()))
        record.do(seat, {"do": "end-turn"})
    record.do("Ana", act(Attack("innate-melee-weapon", "Goblin raider 1")))
    assert record.question_for(GM) is not None
    record.answer(GM, "Dodge")  # 8 + 2 x 4
    record.answer("Ben", "No")
    question = record.question_for("Ana")
    assert question is not None
    assert "hidden" in question.prompt
    assert "16" not in shown(record, "Ana").split('"log"')[1]
    assert "needing 16" in shown(record, GM)


def test_a_creatures_own_checks_show_the_card_and_not_its_figures() -> None:
    """RB-22.5, RB-22.4."""
    table = table_of(Ana="basic")
    holds(hero(table), "2S 3S")
    goblin(table, level=4)
    story = Told()
    game = Game(table, Script(("9D", 0, "2S")), (), story)
    ruleset.perform(game, "Ana", Contest("might", "Goblin", "stealth"))
    for line in story:
        assert "+8" not in line.read_by("Ana")
        assert "17" not in line.read_by("Ana")


def test_a_question_about_the_hand_reaches_only_its_player() -> None:
    """RB-22.2, RB-22.1."""
    record = record_of(characters=PARTY)
    record.do(GM, act(CallCheck(seat="Ana", skill="might", threshold=9)))
    record.answer("Ben", "No")
    assert record.waiting_for == ("Ana",)
    record.answer("Ana", 0)
    question = record.question_for("Ana")
    assert isinstance(question, Choose)
    assert sorted(question.options) == sorted(record.state.players["Ana"].hand)
    assert see(record, "Ben").question is None
    assert see(record, "Ben").overheard == []


@pytest.mark.parametrize("seed", range(6))
def test_two_worlds_deep_in_the_game(seed: int) -> None:
    """RB-22.2, RB-22.3: hidden cards dealt anew change nothing that a seat is shown."""
    luck = random.Random(seed)
    options: dict[str, object] = {"characters": PARTY, "jokers": bool(seed % 2)}
    record = new_record(find_game("realms-behind"), seed, options)
    before = all_cards(record.state)
    for _ in range(25):
        play(record, luck, 3)
        assert all_cards(record.state) == before
        if record.waiting_for:
            continue
        assert isinstance(record.state, Table)
        for seat in ("Ana", "Ben", GM, None):
            world = imagine(ruleset, record.state, seat, luck)
            assert ruleset.view(world, seat) == ruleset.view(record.state, seat)
            if seat is not None:
                assert ruleset.offers(world, seat) == ruleset.offers(record.state, seat)
        assert Codec(ruleset).copy(record.state) == record.state
