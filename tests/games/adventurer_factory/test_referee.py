"""Corners that a strict referee would look into: nobody at this table can overrule the rules."""

from __future__ import annotations

import msgspec
import pytest

from fatedeck.engine.entries import Header
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Draw
from fatedeck.engine.record import Record
from fatedeck.engine.seen import see
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.game import DuelOptions
from fatedeck.games.adventurer_factory.moves import (
    Discard,
    Moves,
    PassUntil,
    Use,
    make,
)
from fatedeck.games.adventurer_factory.state import Mark, Table
from tests.games.adventurer_factory.duel import ANA, BEN, Script, Side, do, duel

SEATS = (Seat(ANA), Seat(BEN))


def kept(table: Table) -> Record[Table, DuelOptions, Moves]:
    """This table as a kept game."""
    header = Header(ruleset.id, ruleset.version, SEATS)
    record = Record(ruleset, header, chance=lambda question, n, k: question.at(0))
    record.resume(1, msgspec.msgpack.encode(table), None, [])
    return record


# Giving up


def test_conceding_waits_for_no_answer() -> None:
    """AF-14.8: Ana has played a card and Ben thinks about his response; either may give up."""
    for seat, winner in ((ANA, BEN), (BEN, ANA)):
        record = kept(duel(Side(hand=["helm#1"]), Side(play=["bedroll#5"])))
        record.do(ANA, {"do": "play", "card": "helm#1"})
        assert record.waiting_for == (BEN,)
        assert [offer.do for offer in see(record, seat).offers] == ["concede"]
        with pytest.raises(Refused, match="First Ben must answer"):
            record.do(seat, {"do": "offer-draw"})
        record.do(seat, {"do": "concede"})
        assert (record.state.step, record.state.winner) == ("over", winner)
        assert record.waiting_for == ()
        with pytest.raises(Refused, match="for good"):
            record.take_back(seat)


# Looking


def test_a_look_is_never_taken_back() -> None:
    """AF-18.4, AF-19.5: Ben's only card was seen; Ana cannot have her use back."""
    table = duel(Side(play=["binoculars#1"], hand=["club#1"]), Side(hand=["pike#5"]))
    record = kept(table)
    record.do(ANA, {"do": "use", "card": "binoculars#1"})
    assert record.state.players[BEN].shown.top == ["pike#5"]
    with pytest.raises(Refused, match="has been seen"):
        record.take_back(ANA)
    script = Script(["pike#5"])
    make(Game(table, script), ANA, Use("binoculars#1"))
    assert script.asked[-1] == Draw(("pike#5",))


# Passing


@pytest.mark.parametrize(
    ("play", "marks", "move"),
    [
        ("final_blow#1", {}, Use("final_blow#1")),
        (
            "ritual_of_the_eldritch_flows#1",
            {"ritual_of_the_eldritch_flows#1": Mark(counters=10)},
            Use("ritual_of_the_eldritch_flows#1"),
        ),
    ],
)
def test_who_passes_until_hurt_is_asked_at_zero(
    play: str, marks: dict[str, Mark], move: Moves
) -> None:
    """AF-2.12, AF-11.6, AF-14.1: what becomes 0 is no damage, but Ben can still save himself."""
    table = duel(Side(play=[play], marks=marks), Side(play=["bedroll#5"], health=10, willpower=10))
    do(table, BEN, PassUntil("hurt"))
    do(table, ANA, move, "bedroll#5")
    ben = table.players[BEN]
    assert (ben.health, ben.willpower) in ((1, 10), (11, 0))


# Hands and Hulking Physiques


def test_of_two_physiques_on_one_card_one_goes() -> None:
    """AF-9.11, AF-18.25: the Pick must fill one hand again, of its controller's choice."""
    for hand in ("left_hand", "right_hand"):
        table = duel(
            Side(
                play=["hulking_physique#1", "hulking_physique#2", "miners_pick#1", "buckler#1"],
                marks={
                    "hulking_physique#1": Mark(names="miners_pick#1"),
                    "hulking_physique#2": Mark(names="miners_pick#1"),
                    "miners_pick#1": Mark(),
                },
            )
        )
        answers = [hand, "buckler#1"] if hand == "left_hand" else [hand]
        do(table, ANA, Discard("hulking_physique#1"), *answers)
        cards = table.players[ANA].cards
        assert cards["miners_pick#1"].slots == [hand]
        assert ("buckler#1" in cards) == (hand == "right_hand")
        assert cards["hulking_physique#2"].names == "miners_pick#1"
