"""Data files: a value of the wrong kind is a sentence with its file and line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from fatedeck.engine.data_files import read_file
from fatedeck.engine.errors import Unreadable


class Card(Struct, forbid_unknown_fields=True):
    name: str
    power: Annotated[int, Meta(le=6)] = 0
    suit: Literal["red", "black"] = "red"


class Deck(Struct, forbid_unknown_fields=True):
    cards: list[Card]
    ladder: dict[str, int] = {}
    size: tuple[int, int] = (0, 0)
    sets: dict[str, list[int]] = {}


GOOD = """\
cards:
  - {name: Ace, power: 3, suit: red}
  - name: Two
    power: 1
ladder:
  easy: 1
size: [1, 2]
sets:
  few: [1]
  many: [1, 2]
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "deck.yaml"
    path.write_text(text)
    return path


def test_a_file_is_read_as_its_type(tmp_path: Path) -> None:
    deck = read_file(write(tmp_path, GOOD), Deck)
    assert [card.power for card in deck.cards] == [3, 1]


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("power: 3", "power: many", 2, "“power” has to be a whole number, not “many”."),
        ("    power: 1", "    power: [1]", 4, "“power” has to be a whole number, not “1”."),
        ("    power: 1", "    power: 7", 4, "“power” has to be 6 or less, not 7."),
        ("    power: 1", "    might: 1", 4, "“Two” has no “might”."),
        ("  - name: Two", "  - title: Two", 3, "“2” has no “title”."),
        ("  - name: Two\n    power", "  - power", 3, "“2” lacks “name”."),
        ("suit: red", "suit: blue", 2, "“suit” can’t be “blue”."),
        ("size: [1, 2]", "size: [1]", 7, "“size” has to be a list of 2, not “1”."),
        ("easy: 1", "easy: hard", 6, "“easy” has to be a whole number, not “hard”."),
        ("easy: 1", "easy: 1\n  hard: 2.5", 7, "“hard” has to be a whole number, not “2.5”."),
        ("many: [1, 2]", "many: [1, two]", 10, "“2” has to be a whole number, not “two”."),
        ("ladder:", "ladders:", 5, "There is no “ladders” here."),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    with pytest.raises(Unreadable) as fault:
        read_file(write(tmp_path, GOOD.replace(old, new)), Deck)
    assert str(fault.value) == f"deck.yaml, line {line}: {said}"


def test_a_file_that_is_no_yaml_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"deck.yaml can’t be read"):
        read_file(write(tmp_path, "cards: [1"), Deck)


AT_ONCE = """
import sys, threading
from fatedeck.engine.codec import Codec
from fatedeck.engine.random_play import seats_for
from fatedeck.engine.ruleset import find_game

def begin():
    start.wait()
    Codec(game).begin({}, seats_for(game))

sys.setswitchinterval(1e-5)
game, start = find_game("deckahedron"), threading.Barrier(4)
threads = [threading.Thread(target=begin) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_the_first_tables_of_a_game_may_be_made_at_once() -> None:
    """Four threads read its data in a new process; two at once used to end it."""
    ran = subprocess.run([sys.executable, "-c", AT_ONCE], check=False)
    assert ran.returncode == 0
