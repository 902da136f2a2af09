"""Data files: a value of the wrong kind is a sentence with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from fatedeck.engine.data_files import read_file
from fatedeck.engine.errors import Unreadable


class Card(Struct, forbid_unknown_fields=True):
    name: str
    power: int = 0


class Deck(Struct):
    cards: list[Card]
    ladder: dict[str, int] = {}


GOOD = """\
cards:
  - {name: Ace, power: 3}
  - name: Two
    power: 1
ladder:
  easy: 1
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
        ("power: 3", "power: many", 2, "Expected `int`, got `str`"),
        ("    power: 1", "    power: [1]", 4, "Expected `int`, got `array`"),
        ("  - name: Two", "  - title: Two", 3, "unknown field `title`"),
        ("easy: 1", "easy: hard", 6, "Expected `int`, got `str`"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    with pytest.raises(Unreadable) as fault:
        read_file(write(tmp_path, GOOD.replace(old, new)), Deck)
    assert str(fault.value).startswith(f"deck.yaml, line {line}: ")
    assert said in str(fault.value)


def test_a_file_that_is_no_yaml_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"deck.yaml can’t be read"):
        read_file(write(tmp_path, "cards: [1"), Deck)
