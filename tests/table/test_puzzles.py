"""The puzzle of the day over HTTP: found once, without a word of the adventure it comes from."""

from __future__ import annotations

import re

import msgspec

from fatedeck.engine.ruleset import find_game
from fatedeck.table.protocol import PuzzleToday
from fatedeck.table.puzzles import Puzzles, found_today
from tests.table.house import OwnHouse

DAY = "2026-11-16"


async def test_the_puzzle_of_today_is_sent_with_all_its_choices(quick_house: OwnHouse) -> None:
    first = await quick_house.http.get("/api/v1/games/realms-behind/puzzle", timeout=300)
    assert first.status_code == 200, first.text
    puzzle = msgspec.json.decode(first.content, type=PuzzleToday)
    assert puzzle.choices[0].worth > puzzle.choices[1].worth
    for game, status in (("high-card", 409), ("chess", 400)):
        refused = await quick_house.http.get(f"/api/v1/games/{game}/puzzle")
        assert refused.status_code == status
        assert refused.json()["sentence"]


async def test_a_puzzle_is_found_once_a_day_and_a_new_day_brings_another() -> None:
    days = iter((DAY, DAY, "2026-11-17"))
    puzzles = Puzzles(lambda: next(days))
    ruleset = find_game("deckahedron")
    one, same, other = [await puzzles.of(ruleset) for _ in range(3)]
    assert one is same
    dates = [msgspec.json.decode(found, type=PuzzleToday).date for found in (one, other)]
    assert dates == [DAY, "2026-11-17"]


def test_nothing_of_the_adventure_is_told() -> None:
    puzzle = found_today("deck-of-adventures", DAY)
    assert puzzle.shown.scene is not None
    assert puzzle.shown.scene.tale is None
    assert "adventure" not in puzzle.shown.table.options


def test_a_choice_is_compared_in_the_terms_of_the_game() -> None:
    """Not how much a hand is worth to a machine, but how many HP a choice costs on average."""
    best, *others = found_today("deck-of-adventures", DAY).choices
    assert best.said == "best"
    assert others
    assert all(re.fullmatch(r"[\d.]+ HP worse|just as good", one.said) for one in others)
