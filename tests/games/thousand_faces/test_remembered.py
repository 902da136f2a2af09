"""What is remembered of a drawing is what would be drawn anew, and what is saved is small."""

from __future__ import annotations

import random

import msgspec
import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused
from fatedeck.engine.marked_yaml import read_documents
from fatedeck.engine.random_play import AnyRecord, new_record, play
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.scenario import Result, run
from fatedeck.games.thousand_faces.state import Item, Player, Table
from tests.games.thousand_faces.test_play import OPTIONS, adventure


def _same_as_anew(record: AnyRecord, drawn: Drawn) -> None:
    state, ruleset = record.state, record.ruleset
    seats = [seat.name for seat in record.header.seats]
    eyes = [None, *seats]
    drawn.turn_over()
    assert ruleset.views(state, eyes, drawn) == [ruleset.view(state, seat) for seat in eyes]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_in_the_middle_of_an_adventure(seed: int, options: dict[str, object]) -> None:
    record, drawn = adventure(seed, options), Drawn()
    play(record, random.Random(seed), 150, lambda record: _same_as_anew(record, drawn))


@pytest.mark.parametrize("moves", ["random", "gm", "draft"])
def test_while_characters_are_made(moves: str) -> None:
    record, drawn = new_record(find_game("thousand-faces"), 3, {"moves": moves}, players=4), Drawn()
    play(record, random.Random(3), 120, lambda record: _same_as_anew(record, drawn))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("players/Ana/last_move", "take_a_breather"),
        ("players/Ana/conditions", ["berserk"]),
        ("players/Ana/conditions", ["incapacitated"]),
        ("players/Ana/xp", 0),
        ("players/Ana/pack", 3),
        ("players/Ana/downtime", "Rest"),
        ("players/Ana/fateful_xp", 0),
        ("players/Ana/trap_tokens", 2),
        ("players/Ben/conditions", ["dead"]),
        ("spotlight", "Ana"),
        ("combat", 2),
        ("town", True),
        ("peaceful", True),
        ("at_hearth", True),
        ("hearth_revealed", True),
        ("waivers", ["Study Under a Master"]),
        ("effects_seen", ["vitality"]),
        ("foes/Guard/stamina", 0),
        ("foes/Guard/red_tokens", 2),
        ("shadow", 0),
        ("journey", 0),
        ("chapter", 3),
        ("earned", ["book 1 chapter 1"]),
        ("hearth_available", False),
    ],
)
def test_nothing_that_counts_is_overlooked(path: str, value: object) -> None:
    """One thing changes, and with it whatever depends on it."""
    record, drawn = adventure(1, {}), Drawn()
    _same_as_anew(record, drawn)
    state = record.state
    assert isinstance(state, Table)
    plain = msgspec.to_builtins(state)
    holder = plain
    *steps, name = path.split("/")
    for step in steps:
        holder = (
            holder.setdefault(step, {})
            if isinstance(holder, dict)
            else next(item for item in holder if item["name"] == step)
        )
    holder[name] = value
    record.progress.state = msgspec.convert(plain, Table)
    _same_as_anew(record, drawn)


def test_a_decreed_chapter_that_the_campaign_does_not_have() -> None:
    """The GM's fiat may write down any chapter; the table says what it can and goes on."""
    record = adventure(1, {})
    record.do("GM", {"do": "fiat.set", "path": "chapter", "value": 7})
    assert record.ruleset.view(record.state, "Ana").banner.startswith("Chapter 7")
    with pytest.raises(Refused, match="have that chapter"):
        record.do("GM", {"do": "earn-journey"})
    record.do("GM", {"do": "declare-chapter", "chapter": 2})


def test_who_sees_the_same_is_given_the_same_lists() -> None:
    record, drawn = adventure(2, {}), Drawn()
    state = record.state
    assert isinstance(state, Table)
    of_none, of_ana, of_ben = record.ruleset.views(state, [None, "Ana", "Ben"], drawn)
    assert of_none is of_ana is of_ben
    state.players["Ana"].items.append(Item("Charm", secret=True))
    drawn.turn_over()
    of_none, of_ana, of_ben = record.ruleset.views(state, [None, "Ana", "Ben"], drawn)
    assert of_none is of_ben
    assert b"Charm" in msgspec.json.encode(of_ana)
    assert b"Charm" not in msgspec.json.encode(of_ben)


def test_what_is_as_it_was_at_first_is_not_saved_and_reads_the_same() -> None:
    record = adventure(1, {})
    state, codec = record.state, Codec(record.ruleset)
    assert isinstance(state, Table)
    saved = msgspec.msgpack.decode(codec.encode(state))
    assert "precious" in saved["players"]["Ana"]
    assert "harm" not in saved["players"]["Ana"]
    assert codec.decode(codec.encode(state)) == state


def test_a_table_saved_with_every_field_still_opens() -> None:
    """Saves of an earlier day name every field."""
    record = adventure(1, {})
    state, codec = record.state, Codec(record.ruleset)
    assert isinstance(state, Table)
    whole = _whole(state)
    assert isinstance(whole, dict)
    assert whole["players"]["Ana"]["harm"] == 0
    assert codec.decode(msgspec.msgpack.encode(whole)) == state


def _whole(value: object) -> object:
    """Plain data with every field of every structure."""
    if isinstance(value, msgspec.Struct):
        parts = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return {name: _whole(part) for name, part in parts if part is not msgspec.UNSET}
    if isinstance(value, dict):
        return {key: _whole(part) for key, part in value.items()}
    return [_whole(part) for part in value] if isinstance(value, list) else value


def _scenario(given: str, expected: str) -> Result:
    [document] = read_documents(
        "scenario: what is not saved\ngame: thousand-faces\nseats: {GM: gm, Ana: player}\n"
        f"given: {given}\nsteps:\n- state: {expected}\n"
    )
    return run(document, "file.yaml")


@pytest.mark.parametrize(
    ("expected", "is_so"),
    [
        ("{players: {Ana: {harm: 0, barred: {fury: rest}}}}", True),
        ("{players/Ana: {harm: 0, conditions: []}}", True),
        ("{players/Ana: {harm: 1}}", False),
        ("{players/Ana: {harms: 0}}", False),
    ],
)
def test_scenarios_name_what_is_not_saved(expected: str, is_so: bool) -> None:
    given = "{phase: play, players: {Ana: {barred: {fury: rest}}}}"
    assert _scenario(given, expected).ok is is_so
    assert "barred" not in msgspec.to_builtins(Player())
