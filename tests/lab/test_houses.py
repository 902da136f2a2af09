"""House rules in the lab: whole ones compared, single numbers varied, never mixed up."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.lab import lab, sweep
from fatedeck.lab.houses import by_house, house_text_of
from fatedeck.lab.trying import Trial
from tests.cli.test_cli import process

TOUGH = """
title: Tougher wolves
game: deckahedron
changes:
  tables:
    foes:
      Wolf: {stamina: 8}
"""
WOLF = "house.tables.foes.Wolf.stamina"


def test_a_number_of_the_data_is_varied() -> None:
    """It comes to the same as setting it for these foes; the printed number changes nothing."""
    found = sweep("deckahedron", "Brann, Wren", "Wolf x2", vary={WOLF: "4,8"}, fights=40, jobs=1)
    assert "Wolf" in house_text_of(found.results[0].encounter)
    printed = lab("deckahedron", "Brann, Wren", "Wolf x2", fights=40, jobs=1)
    tough = lab("deckahedron", "Brann, Wren", "Wolf [stamina=8] x2", fights=40, jobs=1)
    assert found.results[0].outcomes == printed.outcomes
    assert found.results[1].outcomes == tough.outcomes


def test_two_houses_are_compared(tmp_path: Path) -> None:
    """In one command, which lives by neither: each is played by processes of its own."""
    path = tmp_path / "ours.yaml"
    path.write_text(TOUGH, "utf-8")
    asked = ("lab", "deckahedron", "--party", "Brann,Wren", "--foes", "Wolf x2", "--fights", "20")
    compared = process(*asked, "--vary", f"house=book,{path}", "--jobs", "1", "--json").stdout
    ours = process(*asked, "--house", str(path), "--jobs", "1", "--json").stdout
    rows = [line.strip() for line in compared.splitlines() if '"rounds":' in line]
    [row] = [line.strip() for line in ours.splitlines() if '"rounds":' in line]
    assert len(rows) == 2
    assert rows[1] == row
    assert rows[0] != row


def test_a_fight_by_another_house_has_a_record_that_is_replayed_by_it(tmp_path: Path) -> None:
    """Its wolf begins with a Stamina of 8, not with the printed 4."""
    found = sweep("deckahedron", "Brann", "Wolf", vary={WOLF: "8"}, fights=20, jobs=1)
    [tough] = found.results
    path = tmp_path / "tough.jsonl"
    path.write_text(tough.record(3), "utf-8")
    header, _ = read_record(path.read_text("utf-8"))
    assert header.options["house"] == tough.encounter.options["house"]
    assert "A wolf appears with 8 Stamina." in process("replay", str(path)).stdout


def test_a_number_is_laid_over_a_whole_house(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(TOUGH, "utf-8")
    trial = Trial("deckahedron", "Brann", "Wolf")
    both = trial.encounter({"house": str(path), "house.tables.foes.Bandit.stamina": 9})
    text = house_text_of(both)
    assert "title: Tougher wolves" in text
    assert "Wolf:\n        stamina: 8" in text
    assert "Bandit:\n        stamina: 9" in text
    assert by_house(both, {"house": "book"}) == trial.encounter()


def test_what_a_house_does_not_have_is_a_sentence(tmp_path: Path) -> None:
    trial = Trial("deckahedron", "Brann", "Wolf")
    with pytest.raises(Refused, match="deckahedron has no number at “house"):
        trial.encounter({"house.tables.foes.Unicorn.stamina": 3})
    with pytest.raises(FatedeckError, match="can’t be read"):
        trial.encounter({"house": str(tmp_path / "nowhere.yaml")})
    path = tmp_path / "ours.yaml"
    path.write_text(TOUGH, "utf-8")
    with pytest.raises(Refused, match="says nothing of realms-behind"):
        Trial("realms-behind", "Dhutlo", "Goblin raider").encounter({"house": str(path)})
    with pytest.raises(FatedeckError, match="stamina"):
        sweep("deckahedron", "Brann", "Wolf", vary={WOLF: "many,few"}, fights=20, jobs=1)


def test_a_number_that_nobody_could_play_with_is_told_before_anything_is_played(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Once, and not again for each process that can't live by it."""
    hp = "house.bestiary.creatures.Grunt.hp"
    with pytest.raises(Refused, match="“hp” has to be 1 or more, not -2"):
        sweep("deck-of-adventures", "Clubs1", "Grunt", vary={hp: "-2..1"}, fights=20, jobs=1)
    assert capfd.readouterr().err == ""


def test_a_newcomer_of_another_house_is_met(tmp_path: Path) -> None:
    """Whom only one house knows: those who play by it know them, and the book refuses."""
    path = tmp_path / "ours.yaml"
    path.write_text(TOUGH.replace("Wolf: {", "Basilisk: {"), "utf-8")
    found = sweep("deckahedron", "Brann", "Basilisk", vary={"house": str(path)}, fights=20, jobs=1)
    assert found.results[0].fights == 20
    with pytest.raises(Refused, match="There’s no foe called “Basilisk”"):
        sweep("deckahedron", "Brann", "Basilisk", vary={"house": f"book,{path}"}, jobs=1)
