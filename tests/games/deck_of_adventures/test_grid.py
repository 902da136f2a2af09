"""The grid: distances, areas, lines."""

from __future__ import annotations

import pytest

from fatedeck.engine.drawn import Drawn
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.looks.board import grid_gadgets
from fatedeck.games.deck_of_adventures.rules.attacks import COVER
from fatedeck.games.deck_of_adventures.rules.creatures import place_encounter
from fatedeck.games.deck_of_adventures.rules.discards import discard_cap
from fatedeck.games.deck_of_adventures.rules.grid import (
    aura,
    between,
    cone,
    distance,
    in_a_row_round,
    line,
    read_space,
    square,
)
from tests.games.deck_of_adventures.tabletop import fighting, table


def test_areas_have_the_printed_sizes() -> None:
    """T99, DOA-346, DOA-348."""
    rows = [sum(y == -row for _, y in cone((0, 0), "north", 3)) for row in (1, 2, 3)]
    assert rows == [1, 3, 3]
    assert [len(aura((0, 0), size)) for size in (1, 2, 3, 4, 5, 6)] == [9, 25, 45, 77, 109, 149]
    assert len(square((5, 5), 3)) == 49  # "within N spaces" is the full square


@pytest.mark.parametrize(("way", "end"), [("north", (4, 1)), ("east", (7, 4)), ("west", (1, 4))])
def test_a_line_goes_straight_out(way: str, end: tuple[int, int]) -> None:
    """DOA-347."""
    assert line((4, 4), way, 3)[-1] == end


def test_diagonals_count_one() -> None:
    """DOA-7."""
    assert distance((0, 0), (4, 4)) == 4
    assert distance((2, 3), (2, 3)) == 0


def test_a_line_between_two_spaces_crosses_what_it_goes_through() -> None:
    """DOA-309: touching a corner is not crossing."""
    assert between((0, 0), (3, 0)) == [(1, 0), (2, 0)]
    assert between((0, 0), (2, 2)) == [(1, 1)]
    assert sorted(between((0, 0), (1, 2))) == [(0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("spaces", "in_a_row"),
    [
        ([(0, -1), (1, -1)], True),
        ([(-1, -1), (0, -1), (1, -1)], True),
        ([(-1, 0), (-1, -1), (0, -1)], True),  # round the corner
        ([(0, -1), (0, 1)], False),
        ([(2, 0)], False),
    ],
)
def test_neighbours_on_the_ring(spaces: list[tuple[int, int]], in_a_row: bool) -> None:
    assert in_a_row_round((0, 0), spaces) is in_a_row


def test_words_that_name_no_space() -> None:
    assert read_space("3,4") == (3, 4)
    assert read_space("by the river") is None
    assert read_space("three,4") is None


def test_cover_lowers_the_dr_never_below_0() -> None:
    """T79, DOA-306, DOA-76."""
    partial = [max(0, ar - COVER["partial"]) for ar in (3, 2, 1)]
    full = [max(0, ar - COVER["full"]) for ar in (3, 2, 1)]
    assert (partial, full) == ([2, 1, 0], [1, 0, 0])


def test_the_light_of_places_is_explained_to_the_game_master() -> None:
    """T101, DOA-300, DOA-301."""
    state = table()
    offer = next(one for one in ruleset.offers(state, "GM") if one.do == "set-light")
    notes = getattr(ruleset.form(state, "GM", offer, {}).params[0], "notes", {})
    assert "alley" in notes["partial"]
    assert "candles" in notes["partial"]
    assert "cave" in notes["full"]
    assert "countryside" in notes["full"]


def test_discard_caps_by_level() -> None:
    """T92, DOA-286, DOA-288."""
    state = table(("Clubs1",))
    ana = state.characters["Ana"]
    caps = []
    for level in (1, 2, 4, 5, 7, 8, 10):
        ana.level = level
        caps.append(discard_cap(state, ana))
    assert caps == [0, 4, 4, 6, 6, 8, 8]


def test_the_drawing_of_the_grid_shows_whose_turn_can_reach_what() -> None:
    state = table()
    fighting(state)
    drawn = grid_gadgets(state, ["Ana", "Ben"], Drawn())
    mine, theirs = drawn["Ana"], drawn["Ben"]
    assert mine.data["reach"]
    assert theirs.data["reach"] == []
    assert "Ana on 4,8" in mine.text


def test_the_example_encounter_fits_a_narrow_map() -> None:
    """DOA-372: nobody is set down beside the map."""
    state = table(("Clubs1",), ())
    state.map.width, state.map.height = 4, 20
    placed = place_encounter(state)
    assert [(who.x, who.y) for who in placed] == [(2, 2), (1, 10), (3, 10), (0, 6), (3, 6)]


@pytest.mark.parametrize("one", [space for space in square((4, 4), 1) if space != (4, 4)])
def test_two_of_the_ring_are_in_a_row_when_they_touch_along_it(one: tuple[int, int]) -> None:
    """Attack, Sweep: a corner has its two edges beside it, an edge its two corners. DOA-166."""
    ring = [space for space in square((4, 4), 1) if space not in ((4, 4), one)]
    straight = [(one[0] + x, one[1] + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    for other in ring:
        assert in_a_row_round((4, 4), [one, other]) == (other in straight)
