"""Everyone plays every installed game, on phones and at desks, knowing nothing but the page."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from importlib.util import find_spec
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit, sit_down
from tests.browser.sitting import Sitting, play
from tests.browser.test_joining import open_concede

GAMES = sorted(
    {point.name for point in entry_points(group="fatedeck.games") if find_spec(point.module)}
    | {"high-card"}
)

DUELS = [game for game in GAMES if game == "adventurer-factory"]


CARDS_LIE_STILL = """() => Promise.all(
  document.getAnimations()
    .filter((move) => move.timeline === document.timeline)  // but for what follows the thumb
    .filter((move) => move.effect.getComputedTiming().iterations !== Infinity)
    .map((move) => move.finished.catch(() => null)))"""


TOO_WIDE = """() => {
  const clips = (one) => one !== document.body && one !== document.documentElement
    && getComputedStyle(one).overflowX !== "visible";
  const clipped = (one) => {
    const floats = getComputedStyle(one).position === "absolute";
    const over = floats ? one.offsetParent : one.parentElement;
    return over && (clips(over) || clipped(over));
  };
  return document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth && !clipped(one))
      .map((one) => `${one.tagName}.${one.className} in ${one.parentElement.className}`);
}"""
"""What makes a page wider than its screen, where anything does."""


@pytest.mark.parametrize("game", GAMES)
def test_a_group_makes_characters_and_plays(
    visit: Visit, shoot: Callable[[Page, str], None], game: str
) -> None:
    table = sit_down(visit, game, players=2 if game in DUELS else 3)

    done = play(table.sittings, 8, Random(7))

    over = all(sitting.is_over for sitting in table.sittings)
    assert done >= 8 or (over and game == "high-card")
    for sitting in table.sittings:
        width = (sitting.page.viewport_size or {"width": 0})["width"]
        shoot(sitting.page, f"{game}-{sitting.name.lower().replace(' ', '-')}-{width}")
        sitting.page.evaluate(CARDS_LIE_STILL)
        assert sitting.page.evaluate(TOO_WIDE) == []
    if not over:
        actors = [sitting for sitting in table.sittings if sitting.can_act()]
        assert actors, "Somebody can always act."
    story = table.sittings[0].page.locator(".story li")
    assert story.count() > 3
    spectator = visit(table.spectator)
    spectator.locator(".page").wait_for()
    expect(spectator.locator("button.offer")).to_have_count(0)
    spectator.get_by_role("button", name="More", exact=True).click()
    table.host.get_by_role("button", name="More", exact=True).click()
    table.host.get_by_role("button", name="End the table and open the secret").click()
    table.host.get_by_role("button", name="End the table", exact=True).click()
    spectator.get_by_role("button", name="Verify every card").click()
    expect(spectator.locator(".verdict")).to_contain_text("✔ Fair.")


@pytest.mark.parametrize("game", DUELS)
def test_one_alone_duels_the_machine(
    visit: Visit, shoot: Callable[[Page, str], None], game: str
) -> None:
    page = visit("/", "phone")
    tile = page.locator(f"[data-game='{game}']")
    tile.get_by_role("link", name="Play alone").click()
    page.get_by_text("Or just the machine, at any level").click()
    page.get_by_label("How it plays").select_option("machine")
    page.get_by_role("button", name="Play against the machine").click()
    page.locator(".page").wait_for()
    you = Sitting("Challenger", page)

    done = 0
    chance = Random(4)
    while done < 10 and not you.is_over:
        you.offers.or_(you.questions).first.wait_for()
        done += you.act(chance)

    assert done >= 10 or you.is_over
    shoot(page, f"{game}-machine-360")
    you.turn_to("Story")
    expect(page.get_by_role("log")).to_contain_text("The machine")


@pytest.mark.parametrize("game", DUELS)
def test_giving_up_is_asked_twice_and_open_while_the_other_thinks(visit: Visit, game: str) -> None:
    table = sit_down(visit, game, players=2)
    chance = Random(2)
    first, second = table.sittings
    while not (first.questions.count() or second.questions.count()):
        play(table.sittings, 1, chance)
    waiting = second if first.questions.count() else first

    open_concede(waiting.page)
    form = waiting.page.locator("form[data-offer=concede]")
    expect(form).to_contain_text("You can’t undo this")
    form.get_by_role("button", name="Back").click()
    expect(waiting.page.get_by_role("heading", name="Waiting for")).to_be_visible()
    open_concede(waiting.page)
    form.get_by_role("button", name="Concede").click()

    for sitting in table.sittings:
        expect(sitting.page.get_by_role("heading", name="The game is over")).to_be_visible()
