"""Learning by playing: from the start page to the end of the first lesson, by a thumb."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit

GAMES = (
    "deck-of-adventures",
    "deckahedron",
    "realms-behind",
    "thousand-faces",
    "adventurer-factory",
)
MOST_MOVES = 12
PATIENCE = 120_000
"""Milliseconds; no test depends on how fast a machine is."""


def make_the_wanted_move(page: Page) -> None:
    """Tap what the lesson points at, once: a form is filled in and sent."""
    form = page.locator(".prompt form")
    if form.count() == 0:
        page.locator(".prompt .offer.pointed").first.click()
        return
    answer = form.locator(".answer.pointed")
    if answer.count() > 0:
        answer.first.click()
        return
    for option in form.locator("label.pointed input").all():
        option.check()
    form.locator("button.main").click()


STANDING = """() => document.querySelector(".coach")?.dataset.at
    + (document.querySelector(".prompt form") ? " form" : "")"""


def standing(page: Page) -> str:
    """Where the learner stands: the stop, and whether a form is open."""
    return str(page.evaluate(STANDING))


def play_the_lesson(page: Page) -> None:
    next_one = page.get_by_role("link", name="Next:")
    for _ in range(MOST_MOVES):
        page.locator(".prompt, .on").first.wait_for()
        if next_one.count() > 0:
            return
        before = standing(page)
        go_on = page.get_by_role("button", name="Go on")
        if go_on.count() > 0:
            go_on.click()
        else:
            make_the_wanted_move(page)
        page.wait_for_function(
            f"""(before) => ({STANDING})() !== before
                && document.querySelector(".page[aria-busy='false']")""",
            arg=before,
        )
    expect(next_one).to_be_visible()


def test_the_first_lesson_of_every_game_is_played_with_a_thumb(visit: Visit) -> None:
    page = visit("/", "phone")
    page.set_default_timeout(PATIENCE)
    for game in GAMES:
        page.locator(f"[data-game='{game}']").get_by_role("link", name="Learn by playing").click()
        play_the_lesson(page)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
        page.get_by_role("link", name="That’s enough").click()


def test_a_wrong_move_is_answered_and_the_next_visit_goes_on(visit: Visit) -> None:
    page = visit("/learn/deckahedron/1", "phone")
    page.get_by_role("button", name="Say what you do").click()
    page.locator(".prompt form textarea").fill("I wait")
    page.locator(".prompt form button.main").click()
    expect(page.get_by_role("alert")).to_contain_text("Forcing a door takes Strength")
    expect(page.get_by_role("alert").get_by_role("button", name="DKH-17")).to_be_visible()
    page.locator(".prompt form").get_by_role("button", name="Back").click()
    page.locator(".offer.pointed").click()
    expect(page.get_by_text("Your Strength is 3", exact=False)).to_be_visible()


def test_the_puzzle_of_the_day_is_answered_once(visit: Visit) -> None:
    page = visit("/", "phone")
    tile = page.locator("[data-game='realms-behind']")
    tile.get_by_text("More").click()
    tile.get_by_role("link", name="Today’s puzzle").click()
    riddle = page.get_by_role("region", name="Puzzle")
    riddle.locator(".choices button").first.click(timeout=PATIENCE)
    expect(riddle.locator(".verdict b")).to_be_visible()
    expect(riddle.locator(".choices button")).to_have_count(0)
    expect(riddle.locator(".own")).to_have_count(1)
    verdict = riddle.locator(".verdict b").inner_text()
    page.reload()
    expect(riddle.locator(".verdict b")).to_have_text(verdict)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    title = page.get_by_role("heading", level=1)
    expect(title).to_contain_text("the puzzle of the day")
    assert title.evaluate("title => getComputedStyle(title).clipPath") == "none"


def test_free_play_stands_beside_the_adventures(visit: Visit) -> None:
    page = visit("/alone/deckahedron", "phone")
    page.get_by_role("button", name="wherever the cards lead").click()
    scene = page.get_by_role("region", name="The scene")
    expect(scene.get_by_role("heading")).to_be_visible()
    expect(page.get_by_role("group", name="Go on").get_by_role("button").first).to_be_visible()
