"""Ready-made heroes: a name, who they are, and who plays them already."""

from __future__ import annotations

import msgspec
import pytest

from fatedeck.engine.chance import commitment, new_secret
from fatedeck.engine.entries import Header
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Offer, One
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.table.room import AnyRecord

HEROES = {
    "deck-of-adventures": ("take-premade", "premade", "Clubs1", "Marn"),
    "deckahedron": ("take-sample", "character", "Brann", "Brann"),
    "realms-behind": ("take-sample", "sample", "tamsin", "Tamsin"),
}


def begun(game: str) -> AnyRecord:
    ruleset, secret = find_game(game), new_secret()
    seats = (Seat("GM", "gm"), Seat("Ana", "player"), Seat("Ben", "player"))
    header = Header(game, ruleset.version, seats, {}, commitment(secret))
    record: AnyRecord = Record(ruleset, header, secret=secret)
    record.set_up()
    return record


def heroes(record: AnyRecord, seat: str, do: str) -> One:
    (field,) = record.ruleset.form(record.state, seat, Offer(do, ""), {}).params
    assert isinstance(field, One)
    return field


@pytest.mark.parametrize("game", HEROES)
def test_every_hero_has_a_name_and_a_sentence(game: str) -> None:
    do, *_ = HEROES[game]
    field = heroes(begun(game), "Ana", do)
    assert field.of == "hero"
    assert len(field.options) >= 3
    for option in field.options:
        assert field.labels.get(option, option)[0].isupper()
        assert field.notes[option].endswith(".")
    names = [field.labels.get(option, option) for option in field.options]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", HEROES)
def test_a_hero_that_is_played_is_told_and_can_be_taken_twice(game: str) -> None:
    do, name, hero, called = HEROES[game]
    record = begun(game)
    assert heroes(record, "Ben", do).taken == {}

    record.do("Ana", {"do": do, name: hero})

    assert heroes(record, "Ben", do).taken == {hero: "Ana"}
    record.do("Ben", {"do": do, name: hero})
    shown = record.ruleset.view(record.state, None)
    sheets = [sheet for sheet in shown.sheets if sheet.owner in ("Ana", "Ben")]
    assert sum(called.encode() in msgspec.json.encode(sheet) for sheet in sheets) == 2
