"""A value of the wrong kind, or an unknown word, in any data file: a sentence with its line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.house import data_folder, data_names, house_text, read_house
from fatedeck.engine.overlay import composed, leaves
from fatedeck.engine.ruleset import find_game, games
from tests.houses import begin_anew, end, remembered

FILES = [
    (ruleset.id, name)
    for ruleset in games()
    if (folder := data_folder(ruleset.id)) is not None
    for name in data_names(folder)
]


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    yield
    end()


@pytest.mark.parametrize(("game", "file"), FILES)
def test_what_is_of_the_wrong_kind_is_told_with_its_line(game: str, file: str) -> None:
    """One value of each kind of place: a list of lists is nowhere what is wanted."""
    folder, memory = data_folder(game), remembered()
    assert folder is not None
    places = {
        tuple(place[-2:]): place for place, _ in leaves(composed(folder / f"{file}.yaml"), (file,))
    }
    for place in list(places.values())[:: max(1, len(places) // 3)]:
        text = house_text(game, "Wrong", {place: [[["x"]]]})
        begin_anew(read_house(text, "h.yaml"), [*memory, find_game])
        with pytest.raises(Unreadable, match=r"^h\.yaml, line \d+: "):
            find_game(game)


@pytest.mark.parametrize(("game", "file"), FILES)
def test_an_unknown_word_is_told_with_its_line(game: str, file: str) -> None:
    text = house_text(game, "Unknown", {(file, "no_such_part"): 1})
    begin_anew(read_house(text, "h.yaml"), [*remembered(), find_game])
    with pytest.raises(Unreadable, match=r"^h\.yaml, line [56]: "):
        find_game(game)
