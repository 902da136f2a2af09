"""Who sits down when the others play already."""

from __future__ import annotations

import pytest

from fatedeck.bots.trying import make_ready
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import One
from fatedeck.engine.random_play import AnyRecord
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.games.thousand_faces.state import Player, Table

SECRET = b"t" * 32


def table_of(**options: object) -> AnyRecord:
    seats = [Seat("GM", "gm"), Seat("Ana"), Seat("Ben")]
    header = new_header(find_game("thousand-faces"), seats, options, SECRET)
    record: AnyRecord = Record(find_game("thousand-faces"), header, secret=SECRET)
    record.set_up()
    return record


def playing(**options: object) -> AnyRecord:
    record = table_of(**options)
    make_ready(record)
    return record


def cleo(record: AnyRecord) -> Player:
    assert isinstance(record.state, Table)
    return record.state.players["Cleo"]


@pytest.mark.parametrize("moves", ["random", "gm", "draft"])
def test_a_latecomer_makes_a_character_out_of_turn(moves: str) -> None:
    """TFA-316, TFA-321, TFA-375."""
    record = playing(moves=moves)
    record.join("Cleo")
    record.do("Cleo", {"do": "name-character", "name": "Vex"})
    points = {"strength": 2, "dexterity": 2, "intelligence": 2}
    record.do("Cleo", {"do": "set-attributes", **points})
    for act in ("choose-move", "choose-move", "choose-move", "take-goal"):
        record.do("Cleo", {"do": act, **first_value(record, act)})
    for item in ("sword", "bow"):
        record.do("Cleo", {"do": "choose-item", "item": item})
    assert not cleo(record).is_able()
    with pytest.raises(Refused, match="isn’t in play yet"):
        record.do("Cleo", {"do": "attempt", "move": "plead", "attribute": "int"})
    while cleo(record).owed_items:
        record.do("Cleo", {"do": "receive-item", **first_value(record, "receive-item")})

    record.do("Cleo", {"do": "come-in"})

    assert cleo(record).is_able()
    assert not cleo(record).may_add


def first_value(record: AnyRecord, do: str) -> dict[str, str]:
    """The first that may be chosen for the first field."""
    offer = next(o for o in record.ruleset.offers(record.state, "Cleo") if o.do == do)
    param = record.ruleset.form(record.state, "Cleo", offer, {}).params[0]
    assert isinstance(param, One)
    return {param.name: param.options[0]}


def test_nobody_waits_for_a_latecomer() -> None:
    """TFA-317, TFA-327, TFA-375."""
    record = table_of()
    record.join("Cleo")

    make_ready(record)

    assert isinstance(record.state, Table)
    assert record.state.phase == "play"


def test_nobody_sits_down_while_cards_go_round() -> None:
    """TFA-328, TFA-375."""
    drafting = table_of(moves="draft")
    with pytest.raises(Refused, match="Move cards"):
        drafting.join("Cleo")
    tutorial = table_of(tutorial=True)
    with pytest.raises(Refused, match="Sarukkan"):
        tutorial.join("Cleo")


def test_the_game_master_cannot_call_a_latecomer_up() -> None:
    """TFA-294, TFA-375."""
    record = playing()
    record.join("Cleo")

    offered = {offer.do for offer in see(record, "Cleo").offers}
    assert "come-in" in offered
    assert not offered & {"attempt", "reshuffle", "gang-up"}
    with pytest.raises(Refused, match="isn’t in play yet"):
        record.do("GM", {"do": "restore", "seat": "Cleo", "stamina": 1})
