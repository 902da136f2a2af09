"""Random play from the middle of an adventure, and what must hold in it."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import act
from fatedeck.engine.errors import Refused
from fatedeck.engine.imagine import imagine
from fatedeck.engine.offers import Offer
from fatedeck.engine.paths import all_cards
from fatedeck.engine.random_play import AnyRecord, fill_in, new_record, random_answer
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.games.thousand_faces.rules.foes import EndCombat

OPTIONS: list[dict[str, object]] = [
    {},
    {"campaign": "nine-hour", "numbers": "dice"},
    {"campaign": "nine-hour", "stamina": "lucky", "exhaustion_reveal": "return"},
    {"campaign": "thirty-hour", "stamina": "heroic"},
]
LOOT = ("precious Pack", "vitality", "bow", "interference", "leather_armour")


def adventure(seed: int, options: dict[str, object]) -> AnyRecord:
    """Characters are made, some foes stand there, everybody has something to lose."""
    record = new_record(find_game("thousand-faces"), seed, options, players=1 + seed % 4)
    seats = [seat.name for seat in record.header.seats if seat.role == "player"]
    for seat in seats:
        record.do(seat, {"do": "quick-character"})
    record.do("GM", {"do": "begin-play"})
    for name in ("Guard", "Thug"):
        record.do("GM", {"do": "add-foe", "name": name, "stamina": 6, "power": "d4", "armour": 1})
    if seed % 3:
        record.do("GM", {"do": "begin-combat", "format": seed % 3})
    for seat in seats:
        record.do("GM", {"do": "fiat.set", "path": f"players/{seat}/xp", "value": 4})
        for thing in LOOT:
            record.do("GM", {"do": "give-loot", "seat": seat, "what": thing})
    for points in ("shadow", "journey"):
        record.do("GM", {"do": "fiat.set", "path": points, "value": 6})
    return record


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(5))
def test_cards_state_and_offers_hold(seed: int, options: dict[str, object]) -> None:
    """No card is lost, every state can be read again, what is offered as refused is refused."""
    record, luck = adventure(seed, options), random.Random(seed)
    cards, codec = all_cards(record.state), Codec(record.ruleset)
    for _ in range(120):
        _step(record, luck)
        assert all_cards(record.state) == cards
        assert codec.copy(record.state) == record.state
        if record.ruleset.is_over(record.state):
            break
        if not record.waiting_for and luck.random() < 0.1:
            _refusals_are_true(record, luck)


def _step(record: AnyRecord, luck: random.Random) -> None:
    if record.waiting_for:
        seat = luck.choice(record.waiting_for)
        question = record.question_for(seat)
        assert question is not None
        record.answer(seat, random_answer(question, luck))
        return
    offered = [
        (seat.name, offer)
        for seat in record.header.seats
        for offer in record.ruleset.offers(record.state, seat.name)
        if not offer.why_not and offer.do != "end-campaign"
    ]
    seat, offer = luck.choice(offered)
    _do(record, seat, offer, luck)


def _do(record: AnyRecord, seat: str, offer: Offer, luck: random.Random) -> None:
    record.do(seat, fill_in(record.ruleset, record.state, seat, offer, luck))


def _refusals_are_true(record: AnyRecord, luck: random.Random) -> None:
    for seat in record.header.seats:
        for offer in record.ruleset.offers(record.state, seat.name):
            if offer.why_not:
                trial: AnyRecord = Record(record.ruleset, record.header, secret=record._secret)
                trial.resume(record.n, record.quiet[record.n], None, [])
                with pytest.raises(Refused):
                    _do(trial, seat.name, offer, luck)


@pytest.mark.parametrize("options", OPTIONS)
def test_nobody_sees_what_is_hidden(options: dict[str, object]) -> None:
    """Undrawn and exhausted cards are dealt anew; what each seat is shown stays. TFA-5, TFA-6."""
    record, luck = adventure(3, options), random.Random(3)
    for _ in range(60):
        _step(record, luck)
        if record.waiting_for:
            continue
        for seat in (*(seat.name for seat in record.header.seats), None):
            world = imagine(record.ruleset, record.state, seat, luck)
            assert record.ruleset.view(world, seat) == see(record, seat).view
            if seat is not None:
                there = record.ruleset.offers(world, seat)
                assert there == record.ruleset.offers(record.state, seat)


@pytest.mark.parametrize("seed", range(4))
def test_the_machine_fights_a_fight_to_its_end(seed: int) -> None:
    """Policy players against policy foes; somebody wins."""
    record = adventure(1 + 3 * seed, {"campaign": "nine-hour"})
    policy = record.ruleset.policy()
    assert policy is not None
    for _ in range(600):
        if record.waiting_for:
            question = record.question_for(record.waiting_for[0])
            assert question is not None
            record.answer(question.seat, policy.answer(record.state, question))
            continue
        acting = [(seat.name, policy.act(record.state, seat.name)) for seat in record.header.seats]
        name, action = next((name, action) for name, action in acting if action is not None)
        record.do(name, act(action))
        if isinstance(action, EndCombat):
            return
    pytest.fail("the fight did not end")
