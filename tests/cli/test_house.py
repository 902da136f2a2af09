"""`fatedeck house`, and `--house` for whatever plays and reckons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_cli import one_sentence, process

TOUGH = """\
title: Tough wolves
game: deckahedron
changes:
  tables:
    foes: {Wolf: {stamina: 9}}
    unopposed: {3: "deal 1"}
  deck:
    classic_faces: {D01: {anchor: 4}}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(TOUGH)
    return path


def test_a_house_file_is_looked_through(house: Path) -> None:
    ran = process("house", "check", str(house))
    assert ran.returncode == 0
    assert ran.stdout.splitlines()[1:] == [
        "  foes › Wolf › stamina: 4 → 9",
        "  unopposed › 3: deal 1d4 → deal 1",
        "  classic faces › D01 › anchor: 1 → 4",
    ]
    house.write_text(TOUGH.replace("anchor: 4", "anchor: 5"))
    ran = process("house", "check", str(house))
    assert ran.returncode == 1
    assert ran.stdout == "house.yaml, line 8: “anchor” has to be 4 or less, not 5.\n"


@pytest.mark.parametrize(
    ("game", "changes", "said"),
    [
        (
            "deck-of-adventures",
            "bestiary: {creatures: {Grunt: {hp: -4}}}",
            "“hp” has to be 1 or more, not -4.",
        ),
        (
            "deck-of-adventures",
            "premades: {built: {Clubs1: {hp: 0}}}",
            "“hp” has to be 1 or more, not 0.",
        ),
        (
            "deckahedron",
            "tables: {foes: {Wolf: {stamina: 0}}}",
            "“stamina” has to be 1 or more, not 0.",
        ),
        (
            "deckahedron",
            "samples: {samples: {Brann: {strength: 5}}}",
            "“strength” has to be 4 or less, not 5.",
        ),
        (
            "thousand-faces",
            "tables: {foes: {Guard: {stamina: 21}}}",
            "“stamina” has to be 20 or less, not 21.",
        ),
        (
            "realms-behind",
            "creatures: {creatures: {ember-hound: {growth: {health: 0}}}}",
            "“health” has to be 1 or more, not 0.",
        ),
    ],
)
def test_numbers_that_nobody_could_play_with_are_told_with_their_line(
    game: str, changes: str, said: str, house: Path
) -> None:
    house.write_text(f"title: Bad\ngame: {game}\nchanges:\n  {changes}\n")
    ran = process("house", "check", str(house))
    assert (ran.returncode, ran.stdout) == (1, f"house.yaml, line 4: {said}\n")


def test_the_numbers_of_a_game_are_shown_and_make_a_house_file(house: Path) -> None:
    shown = process("house", "show", "deckahedron", "foes", "wolf").stdout
    assert "tables/foes/Wolf/stamina       whole number  4" in shown
    assert "4 values of Deckahedron." in shown
    shown = process("house", "show", "deckahedron", "wolf", "stamina").stdout
    assert shown.endswith("1 value of Deckahedron.\n")
    shown = process("house", "show", "deckahedron", "wolf", "qqqq").stdout
    assert shown == "Nothing of Deckahedron has “wolf qqqq” in its place.\n"
    shown = process("house", "show", "deckahedron", "wolf", "--house", str(house)).stdout
    assert "tables/foes/Wolf/stamina       whole number  9" in shown
    made = process("house", "show", "deckahedron", "tables/foes", "--yaml").stdout
    house.write_text(made.replace("stamina: 4", "stamina: 6"))
    checked = process("house", "check", str(house)).stdout
    assert checked.splitlines()[1:] == ["  foes › Wolf › stamina: 4 → 6"]


def test_odds_are_those_of_the_house(house: Path) -> None:
    """Next to the anchor D11 and D19 show ✔✔, and here D01 too: 3 of the 20 cards."""
    asked = ("odds", "deckahedron", "flip", "rank=1", "difficulty=standard", "--json")
    for house_rules, chance in (((), 2 / 20), (("--house", str(house)), 3 / 20)):
        [odds] = json.loads(process(*asked, *house_rules).stdout)
        [double] = [one["chance"] for one in odds["chances"] if one["outcome"] == "✔✔"]
        assert double == pytest.approx(chance)


def test_a_game_remembers_its_house_and_refuses_others(house: Path, tmp_path: Path) -> None:
    kept = str(tmp_path / "game.jsonl")
    begin = ("play", "deckahedron", "--seat", "Ana", "--save", kept, "--house", str(house))
    begun = process(*begin, typed="quit\n").stdout
    assert "House rules: Tough wolves\n  foes › Wolf › stamina: 4 → 9\n" in begun
    assert process("replay", kept).returncode == 0
    assert "House rules: Tough wolves" in process("play", "--resume", kept, typed="quit\n").stdout
    house.write_text(TOUGH.replace("9", "8"))
    for command in (("replay", kept), ("play", "--resume", kept), ("verify", kept)):
        said = one_sentence(process(*command, "--house", str(house), typed="quit\n"))
        assert "It’s played by the house rules “Tough wolves”" in said, command
    asked = ("odds", "deckahedron", "--record", kept, "--seat", "Ana", "--house", str(house))
    assert "It’s played by the house rules" in one_sentence(process(*asked))


def test_a_house_that_makes_no_sense_is_one_sentence(house: Path) -> None:
    house.write_text(TOUGH.replace("stamina: 9", "stamina: lots"))
    asked = ("odds", "deckahedron", "--house", str(house))
    said = one_sentence(process(*asked))
    assert "house.yaml, line 5: “stamina” has to be a whole number, not “lots”." in said
    assert "No such file" in one_sentence(process("odds", "deckahedron", "--house", "no.yaml"))
