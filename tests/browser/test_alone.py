"""An adventure tonight, alone: two taps to the first words, with the machine as game master."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit

Shoot = Callable[[Page, str], None]

GAMES = ("deck-of-adventures", "deckahedron", "realms-behind", "thousand-faces")


def begin_alone(visit: Visit, game: str) -> Page:
    """From the start page into the first adventure of a game."""
    page = visit("/", "phone")
    page.locator(f"[data-game='{game}']").get_by_role("link", name="Play alone").click()
    page.get_by_role("button", name="Play").first.click()
    return page


@pytest.mark.parametrize("game", GAMES)
def test_whoever_plays_alone_is_a_ready_made_hero(visit: Visit, game: str) -> None:
    """Somebody with a name of their own, not a sheet with the player’s."""
    page = begin_alone(visit, game)
    page.get_by_role("button", name="Sheet", exact=True).click()
    hero = page.get_by_role("region", name="Sheets").get_by_role("heading").first
    expect(hero).to_contain_text("(Ada)")


@pytest.mark.parametrize("game", GAMES)
def test_two_taps_lead_into_an_adventure(visit: Visit, shoot: Shoot, game: str) -> None:
    page = begin_alone(visit, game)
    scene = page.get_by_role("region", name="The scene")
    expect(scene.get_by_role("heading")).to_be_visible()
    look = page.get_by_role("group", name="Look", exact=True).get_by_role("button").first
    expect(look).to_be_visible()
    expect(scene.get_by_role("heading")).to_be_in_viewport()
    shoot(page, f"alone-{game}-360")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360

    seen = look.inner_text().removeprefix("Look at ")
    look.click()
    expect(scene.locator(".there b").first).to_contain_text(seen[1:], ignore_case=True)


def test_whoever_plays_from_a_hand_sees_it_beside_the_scene_and_when_asked(visit: Visit) -> None:
    page = begin_alone(visit, "realms-behind")
    page.get_by_role("group", name="Try", exact=True).get_by_role("button").first.click()
    expect(page.get_by_role("button", name="None", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="Hand, 6 cards")).to_be_in_viewport()


def test_cards_to_choose_among_stand_side_by_side_and_all_in_sight(
    visit: Visit, shoot: Shoot
) -> None:
    """With what each comes to; those that are enough stand before those that are not."""
    page = begin_alone(visit, "realms-behind")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("group", name="Try", exact=True).get_by_role("button").first.click()
    page.get_by_role("button", name="None", exact=True).click()
    answers = page.locator(".answers .answer")
    expect(answers.first).to_contain_text("=")
    shoot(page, "cards-to-choose-390")
    for answer in answers.all():
        expect(answer).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="Hand, 6 cards")).to_be_in_viewport()
    enough = ["succeeds" in told for told in answers.all_inner_texts()]
    assert enough == sorted(enough, reverse=True)


def test_a_way_on_leads_to_another_scene(visit: Visit) -> None:
    page = begin_alone(visit, "deckahedron")
    scene = page.get_by_role("region", name="The scene").get_by_role("heading")
    first = scene.inner_text()
    page.get_by_role("group", name="Go on").get_by_role("button").first.click()
    expect(scene).not_to_have_text(first)


def test_an_adventure_is_chosen_while_hosting(visit: Visit) -> None:
    host = visit("/host/deckahedron", "phone")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("radio", name="The Bell Under the Weir").check()
    host.get_by_role("radio", name="the machine as game master").check()
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_text("The machine", exact=False).first).to_be_visible()


def test_the_tutorials_timer_counts_and_forces_nobody(visit: Visit) -> None:
    """It runs from “What do you do?” on; when it is up, the scene is still there to be played."""
    page = visit("/alone/thousand-faces", "phone")
    page.get_by_role("button", name="Play Sarukkan’s Chamber").click()
    for way in ("Begin", "Close the door softly"):
        page.get_by_role("group", name="Go on").get_by_role("button", name=way).click()
    timer = page.get_by_role("timer")
    expect(timer).to_contain_text("of 10 minutes")
    page.clock.set_system_time(datetime.now(UTC) + timedelta(minutes=11))
    expect(timer).to_contain_text("10 minutes are up")
    expect(page.get_by_role("group", name="Try").get_by_role("button").first).to_be_enabled()
