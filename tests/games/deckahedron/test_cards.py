"""The printed cards, and what follows from them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.data import (
    FaceTable,
    blessings,
    bonuses,
    deckahedron,
    faces,
    readings,
    skill_cards,
    table_data,
    trait_cards,
    wound_faces,
)
from fatedeck.games.deckahedron.rules.lines import joins, signs_match
from fatedeck.games.deckahedron.rules.rings import can_lie, closed_circles, fits

NUMBERED = list(range(1, 21))


@pytest.mark.parametrize("printing", ["classic", "current"])
def test_every_edge_shows_each_reading_as_often_as_counted(printing: FaceTable) -> None:
    """DKH-21: the counts are the same in both printings."""
    counts = [{1: 8, 2: 4, 3: 6, 4: 2}, {1: 5, 2: 6, 3: 5, 4: 4}]
    counts += [{1: 4, 2: 5, 3: 6, 4: 5}, {1: 2, 2: 6, 3: 4, 4: 8}]
    for rank, count in enumerate(counts, 1):
        assert Counter(readings(printing)[card][rank] for card in deckahedron()) == count


@pytest.mark.parametrize("printing", ["classic", "current"])
def test_ring_cards_read_alike_on_all_edges(printing: FaceTable) -> None:
    """DKH-29."""
    rings = {name: card.critical for name, card in faces(printing).items() if card.critical}
    assert rings == {"D01": "failure", "D11": "success"}
    assert set(readings(printing)["D01"][1:]) == {1}
    assert set(readings(printing)["D11"][1:]) == {4}


def test_ten_cards_carry_the_stamina_symbol() -> None:
    """DKH-45: D11 to D20."""
    with_symbol = [name for name, card in faces("classic").items() if card.stamina]
    assert with_symbol == [f"D{number}" for number in range(11, 21)]


def test_two_cards_share_one_sign_or_all_four() -> None:
    """DKH-40."""
    for one, other in combinations(NUMBERED, 2):
        signs = [set(faces("classic")[f"D{number:02}"].corners) for number in (one, other)]
        assert len(signs[0] & signs[1]) == (4 if (one - other) % 5 == 0 else 1)


def test_wound_cards_carry_nothing_but_goats() -> None:
    """DKH-66."""
    for name in wound_faces():
        card = faces("classic")[name]
        assert (card.d4, card.d6, card.stamina, card.proficiency) == (None, None, False, False)
        assert set(card.corners) == {"goat"}


def test_every_pair_of_readings_has_a_row() -> None:
    """DKH-73, DKH-54, DKH-72."""
    tables = table_data()
    for table in (tables.opposed_melee, tables.opposed_ranged):
        assert {(mine, theirs) for mine in table for theirs in table[mine]} == {
            (mine, theirs) for mine in (1, 2, 3, 4) for theirs in (1, 2, 3, 4)
        }
    assert set(tables.breather) == set(tables.unopposed) == {1, 2, 3, 4}


def test_every_card_in_play_has_a_face() -> None:
    known = ruleset.faces(ruleset.Options())
    for name in (*deckahedron(), *wound_faces(), *blessings(), *trait_cards()):
        assert name in known
    assert known["D19"].facts["anchor"] == 4
    assert known["D19"].kind == "edges"
    current = ruleset.faces(ruleset.Options(faces="current"))
    assert current["D19"].facts["anchor"] == 1  # the later printing of the same card


def test_the_cards_of_the_draft() -> None:
    """DKH-81, DKH-119: the cards for all campaigns; those with a stat are skills."""
    assert len(trait_cards()) == 26
    assert len(skill_cards()) == 18
    assert not trait_cards()["Sangfroid"].is_skill
    assert trait_cards()["Bum Rush"].stats == ("dexterity", "strength")


def test_corner_signs() -> None:
    """DKH-105: the dragon is wild, the goat matches nothing."""
    assert signs_match("rat", "rat")
    assert not signs_match("rat", "cow")
    assert signs_match("dragon", "rat")
    assert signs_match("dragon", "dragon")
    assert not signs_match("goat", "dragon")
    assert not signs_match("goat", "goat")


def line_exists(cards: Sequence[str]) -> bool:
    """Whether three cards can be joined into a line at all."""
    return any(joins(cards[k], [*cards[:k], *cards[k + 1 :]]) for k in range(len(cards)))


def test_lines_of_three() -> None:
    """DKH-105."""
    assert joins("D01", ["D02", "D03"])
    assert not joins("D02", ["D01", "D03"])
    assert line_exists(["D01", "D02", "D03"])
    assert not line_exists(["D02", "D03", "D04"])
    assert not line_exists(["W1", "D01", "D02"])
    assert all(line_exists(["B1", one, other]) for one, other in combinations(deckahedron(), 2))


@pytest.mark.parametrize(
    ("cards", "circles"),
    [
        (("Pick Pockets", "Fury"), ["plain"]),
        (("Tied with Her Ribbon", "Fury"), ["warriors"]),
        (("Pick Pockets", "Use a Magic Item"), []),
        (("Fury", "Tied with Her Ribbon", "Weak Spot", "Pick Pockets"), ["plain"]),
        (
            ("Fury", "Tied with Her Ribbon", "Weak Spot", "Pick Pockets", "Counterspell"),
            ["plain", "plain"],
        ),
        (("Good Cardio", "Backstab", "Bum Rush", "Called Shot", "Derring-Do"), ["plain", "rogues"]),
        (("Good Cardio", "Backstab", "Called Shot"), []),
        ((), []),
    ],
)
def test_circles_that_cards_can_close(cards: tuple[str, ...], circles: list[str]) -> None:
    """DKH-99, DKH-101, DKH-123."""
    assert len(closed_circles(tuple(sorted(cards)))) == len(circles)
    if len(circles) != 2 or "rogues" in circles:
        assert sorted(closed_circles(tuple(sorted(cards)))) == sorted(circles)


def test_two_blocks_lie_side_by_side() -> None:
    """DKH-99, DKH-101: four quarters twice, and where they touch a half above and one below.

    Ribbon over Pockets are the right column of one block, Fury over Goreography the left column of
    the other, so both pairs of halves close as well.
    """
    one = ("Backstab", "Tied with Her Ribbon", "Weak Spot", "Pick Pockets")
    other = ("Fury", "Bum Rush", "Goreography", "Use a Magic Item")
    assert len(closed_circles(tuple(sorted((*one, *other))))) == 4


def test_two_pairs_of_halves_must_put_two_blocks_in_the_same_place() -> None:
    """DKH-101: a over b beside c over d; whoever joins a to d cannot join b to c as well."""
    blocks = [{"a": (0, 0), "b": (0, 1)}, {"c": (0, 0), "d": (0, 1)}]
    assert can_lie(blocks, [("a", "c"), ("b", "d")])
    assert can_lie(blocks, [("a", "d")])
    assert not can_lie(blocks, [("a", "d"), ("b", "c")])


def test_a_class_border_needs_its_circle() -> None:
    """DKH-100, DKH-123."""
    assert fits("plain", "plain")
    assert fits("plain", "warriors")
    assert fits("warriors", "warriors")
    assert not fits("warriors", "plain")
    assert not fits("warriors", "rogues")
    assert {bonus.border for bonus in bonuses().values()} == {"plain"}


def test_the_drafts_are_not_among_the_bonuses() -> None:
    """DKH-109."""
    assert list(bonuses()) == [
        "Getting the Hang of This",
        "Eager Learner",
        "It's In Here Somewhere",
        "Rallying Cry",
        "Background",
    ]


def test_all_cards_together_close_seven_circles() -> None:
    """DKH-99, DKH-101: three corners, for there are three nw quarters, and four sides."""
    assert len(closed_circles(tuple(sorted(trait_cards())))) == 7
