"""Free play: whatever is drawn from the tables is an adventure that checks and can be played."""

from __future__ import annotations

import random

import pytest

from fatedeck.bots.checking import problems
from fatedeck.bots.trying import play_once
from fatedeck.engine.adventure_text import adventure_of, read_adventure
from fatedeck.engine.codec import text_of, with_text
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.wandering import SCENES, WANDERING, wander

WANDERING_GAMES = [ruleset.id for ruleset in games() if ruleset.wandering is not None]


def drawn(ruleset: AnyRuleset, seed: int) -> str:
    assert ruleset.wandering is not None
    return wander(ruleset.id, ruleset.wandering, random.Random(seed))


def test_every_game_with_a_game_master_can_be_played_without_a_text() -> None:
    led = [ruleset.id for ruleset in games() if ruleset.adventures]
    assert led == WANDERING_GAMES


@pytest.mark.parametrize("game", WANDERING_GAMES)
def test_what_is_drawn_checks_and_is_played_to_an_end(game: str) -> None:
    ruleset = find_game(game)
    for seed in range(2):
        text = drawn(ruleset, seed)
        assert problems(text) == []
        run = play_once(text, heroes=1 + 2 * seed, seed=f"wandering {seed}")
        assert not run.stalled


@pytest.mark.parametrize("game", WANDERING_GAMES)
def test_every_line_of_the_tables_fits_wherever_it_is_drawn(game: str) -> None:
    """Each place, person, trouble, foe and ending comes up, and no draw has anything wrong."""
    ruleset = find_game(game)
    tables = ruleset.wandering
    assert tables is not None
    wanted = {
        *(place.name for place in tables.places),
        *(person.name for person in tables.people),
        *(trouble.name for trouble in tables.troubles),
        *(foes.name for foes in tables.foes),
        *(ending.clue for ending in tables.endings),
    }
    for seed in range(12):
        text = drawn(ruleset, seed)
        assert len(read_adventure(text).scenes) == SCENES + 3
        wanted -= {name for name in wanted if name in text}
    assert not wanted


def test_a_table_keeps_the_story_that_was_drawn_for_it() -> None:
    ruleset = find_game("deckahedron")
    options = with_text(ruleset, {"adventure": WANDERING})
    told = adventure_of(options)
    assert told is not None
    assert told.game == "deckahedron"
    assert text_of(ruleset, "no such") is None
    assert text_of(find_game("adventurer-factory"), WANDERING) is None
