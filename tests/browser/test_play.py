"""Everyone plays every installed game, on phones and at desks, knowing nothing but the page."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from importlib.util import find_spec
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit, sit_down
from tests.browser.sitting import play

GAMES = sorted(
    {point.name for point in entry_points(group="fatedeck.games") if find_spec(point.module)}
    | {"high-card"}
)


@pytest.mark.parametrize("game", GAMES)
def test_a_group_makes_characters_and_plays(
    visit: Visit, shoot: Callable[[Page, str], None], game: str
) -> None:
    duel = game == "adventurer-factory"
    table = sit_down(visit, game, players=2 if duel else 3)

    done = play(table.sittings, 20, Random(7))

    over = all(sitting.is_over for sitting in table.sittings)
    assert done >= 20 or over
    for sitting in table.sittings:
        width = sitting.page.viewport_size or {"width": 0}
        shoot(sitting.page, f"{game}-{sitting.name.lower().replace(' ', '-')}-{width['width']}")
    if not over:
        actors = [sitting for sitting in table.sittings if sitting.can_act()]
        assert actors, "Somebody can always act."
    story = table.sittings[0].page.locator(".story li")
    assert story.count() > 3
    spectator = visit(table.spectator)
    spectator.locator(".page").wait_for()
    expect(spectator.locator("button.offer")).to_have_count(0)
