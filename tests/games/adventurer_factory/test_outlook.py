"""The outlook before the end: a chance to win that follows what players know of the game."""

from __future__ import annotations

import math
import random

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from fatedeck.games.adventurer_factory.data import catalogue
from fatedeck.games.adventurer_factory.odds import outlook
from fatedeck.games.adventurer_factory.odds.outlook import SIGHTS, Outlook, sights, worth
from tests.games.adventurer_factory.duel import ANA, BEN, Side, duel
from tools import fit_outlook


def test_the_end_is_worth_what_it_is() -> None:
    table = duel(Side(), Side())
    table.step = "over"
    assert worth(table) == {ANA: 0.5, BEN: 0.5}
    assert worth(replace(table, winner=BEN)) == {ANA: 0.0, BEN: 1.0}


def test_the_chances_of_both_seats_are_one() -> None:
    chances = worth(duel(Side(play=["knight#1"]), Side(hand=["sword#5"], health=3)))
    assert sum(chances.values()) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in chances.values())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Side(), Side(health=4)),
        (Side(), Side(willpower=4)),
        (Side(play=["knight#1", "sword#1"]), Side(play=["knight#1"])),
        (Side(play=["bard#1", "ferocious_roar#1"]), Side(play=["bard#1"])),
        (Side(hand=["knight#1", "sword#1", "canine#1"]), Side(hand=["knight#1"])),
    ],
    ids=["Health", "Willpower", "an Attack die", "a Parley die", "cards in hand"],
)
def test_more_is_better(better: Side, worse: Side) -> None:
    foe = Side(play=["knight#5", "sword#5", "fine_clothes#5"])
    assert worth(duel(better, foe))[ANA] > worth(duel(worse, foe))[ANA]


def test_what_is_seen_of_a_seat() -> None:
    """Sword and Canine against a Helm: 1d8 + 1 - 1 is 4.5 a turn, so 9 Health are 2 turns away."""
    mine, theirs = sights(
        duel(
            Side(play=["knight#1", "sword#1", "canine#1"], hand=["pike#1", "steed#1"], mind=4),
            Side(play=["helm#5", "quick_thrust#5"], health=9, mind=2),
        )
    )
    seen, other = (dict(zip(SIGHTS, side, strict=True)) for side in (mine, theirs))
    assert seen["attack damage"] == 4.5
    assert seen["turns to beat Health"] == seen["turns to win"] == 2
    assert seen["nearness of the win"] == pytest.approx(math.exp(-1))
    assert seen["parley damage"] == 1
    assert seen["turns to beat Willpower"] == outlook.LONG
    assert (seen["Attack"], other["Defence"]) == (1, 1)
    assert (seen["a Class"], seen["two Classes"]) == (1, 0)
    assert seen["hand cards with Needs met"] == 1  # Pike; Steed needs three Knights
    assert seen["hand cards that can be paid"] == 0  # and Pike costs 5
    assert (seen["actions that can be paid"], other["actions that can be paid"]) == (0, 1)


def test_every_card_has_its_weights() -> None:
    for name in catalogue():
        for copy in (f"{name}#1", f"{name}#8"):
            chances = worth(duel(Side(hand=[copy]), Side()))
            assert 0 < chances[ANA] < 1


# The fit


def test_the_fit_finds_the_weights_that_made_the_data() -> None:
    chance = np.random.default_rng(5)
    true = np.array([0.8, -0.5, 0.2])
    rows = np.hstack([chance.normal(size=(20_000, 2)), np.ones((20_000, 1))])
    ends = (chance.random(20_000) < 1 / (1 + np.exp(-rows @ true))).astype(float)
    found = fit_outlook.fit(rows, ends)
    assert np.allclose(found, true, atol=0.08)  # four standard errors
    assert fit_outlook.loss(found, rows, ends) < fit_outlook.loss(np.zeros(3), rows, ends)


def test_games_become_rows_and_weights_a_file() -> None:
    rows, ends = fit_outlook.positions(8, random.Random(1))
    assert rows.shape == (len(ends), 2 * (len(SIGHTS) + 2 * len(catalogue())) + 1)
    assert {*ends} <= {0.0, 0.5, 1.0}
    text = fit_outlook.written(np.arange(rows.shape[1], dtype=float))
    weights = msgspec.yaml.decode(text, type=Outlook)
    assert weights.turn == rows.shape[1] - 1
    assert weights.waiting.sights[SIGHTS[0]] == len(SIGHTS) + 2 * len(catalogue())
