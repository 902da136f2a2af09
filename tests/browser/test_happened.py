"""What has just happened is read where one looks, and nothing old is taken for it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chair import Chair, Json, line_of
from tests.browser.test_in_sight import FOUND, TRIES, tale
from tests.browser.test_on_a_map import ACTING, FIGHT, WOLVES
from tests.browser.test_stage import ANA, BLOW, redrawing, told

COMES = "The grey one listens to all of it, and then she comes."
WAIT: Json = {"do": "wait", "label": "Wait"}
TARGET: Json = {"who": "Ana", "aim": "Target Card", "turned": [{"card": "QS"}]}
ASKED = redrawing("A fight begins! Your Target Card is Q♠. Redraw it?", {"no": "Keep"})


def latest(chair: Chair) -> str:
    return " ".join(chair.page.get_by_role("group", name="What happened last").inner_text().split())


def test_what_is_asked_after_a_draw_does_not_stand_at_its_card(sit: Callable[..., Chair]) -> None:
    """Something came of the first draw, and then there was another, which this is about."""
    chair = sit(sheets=[ANA])
    missed = {"n": 1, "text": "", "moment": {**BLOW, "verdict": "Miss", "tone": "bad"}}
    comes = {"n": 1, "text": COMES}
    asked: Json = {"question": ASKED, "waiting_for": ["Ana"]}
    moment = chair.page.locator(".moment")
    chair.change(scene={"telling": [missed, comes], **asked})
    expect(moment.locator(".verdict")).to_contain_text("Miss")
    expect(chair.page.locator(".prompt")).to_contain_text("A fight begins!")
    expect(moment.locator(".choices")).to_have_count(0)
    expect(moment).to_have_count(0)

    chair.change(scene={"telling": [], "question": None, "waiting_for": []})
    drawn = {"n": 1, "text": "", "moment": TARGET}
    chair.change(scene={"telling": [missed, comes, drawn], **asked})
    expect(moment.locator(".choices")).to_contain_text("A fight begins!")
    expect(moment).to_contain_text("Target Card")


def test_how_a_fight_came_is_read_above_what_to_do_until_one_acts(
    sit: Callable[..., Chair],
) -> None:
    """On a small phone, where the map has the room of the scene; an answer is no act."""
    before = tale(title="The road")
    chair = sit(tale=before, sheets=[ANA], offers=[WAIT])
    fought = {**tale({"title": "", "text": COMES}, title="The road"), "busy": True}
    scene = {**FIGHT, "tale": fought, "sheets": [ACTING, *WOLVES]}
    chair.change(scene={**scene, "question": ASKED, "waiting_for": ["Ana"]})
    words = chair.page.get_by_role("button", name=COMES)
    expect(words).to_be_in_viewport(ratio=1)
    chair.page.get_by_role("button", name="Keep").click()
    chair.change(scene={"question": None, "waiting_for": []})
    expect(words).to_be_in_viewport(ratio=1)
    expect(chair.page.locator("[data-at='6,14']")).to_be_in_viewport(ratio=0.9)

    chair.page.get_by_role("button", name="Wait").click()
    expect(words).to_have_count(0)


def test_words_of_a_fight_leave_room_for_what_to_do_and_are_read_whole_on_a_tap(
    sit: Callable[..., Chair],
) -> None:
    """However much was told; once read they are gone, also when the page is loaded again."""
    long: list[Json] = [
        {"title": "The sledge", "text": COMES * 4},
        {"title": "", "text": COMES * 4},
    ]
    deeds = [{"do": f"deed-{n}", "label": f"Deed {n}"} for n in range(3)]
    chair = sit(tale=tale(), sheets=[ANA])
    fought = {**tale(*long), "busy": True}
    scene = {**FIGHT, "tale": fought, "sheets": [ACTING, *WOLVES], "offers": deeds}
    chair.change(scene=scene)
    page = chair.page
    words = page.get_by_role("button", name=COMES)
    expect(words).to_contain_text("The sledge. The grey one")
    expect(page.get_by_role("heading", name="Your turn")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Deed 0")).to_be_in_viewport(ratio=1)

    words.click()
    expect(page.get_by_role("dialog")).to_contain_text(COMES * 4)
    page.keyboard.press("Escape")
    expect(words).to_have_count(0)
    told = chair.welcome["scene"]
    assert isinstance(told, dict)
    chair.welcome["scene"] = {**told, **scene}
    page.reload()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(words).to_have_count(0)
    more = {**tale(*long, {"title": "", "text": "And then it is over."}), "busy": True}
    chair.change(scene={"tale": more})
    newest = page.get_by_role("button", name="And then it is over.")
    expect(newest).to_be_visible()
    page.get_by_role("button", name="Put it away").click()
    expect(newest).to_have_count(0)


def test_what_was_done_to_one_is_still_read_when_the_turn_has_come(
    sit: Callable[..., Chair],
) -> None:
    chair = sit(sheets=[ACTING, *WOLVES], offers=[WAIT], **FIGHT)
    chair.change(
        story=[
            line_of(9, "Gray Wolf 2 uses Weapon Attack on Marn."),
            told(9, "", {**BLOW, "who": "W2"}),
            line_of(9, "Gray Wolf 2 draws A♣ and 6♠ and uses 6♠ (Finesse +1, DR 2): Success."),
            line_of(9, "Marn loses 1 AP."),
        ]
    )
    chair.change(story=[line_of(10, "It’s Marn’s turn.")])
    came = "Gray Wolf 2 uses Weapon Attack on Marn. Marn loses 1 AP. It’s Marn’s turn."
    assert latest(chair) == came

    chair.page.get_by_role("button", name="Wait").click()
    chair.change(story=[line_of(11, "Marn waits.")])
    assert latest(chair) == "Marn waits."


def test_whoever_comes_back_to_a_choice_finds_it(sit: Callable[..., Chair]) -> None:
    """They had the story open when they left."""
    chair = sit(sheets=[ANA])
    chair.page.get_by_role("button", name="Story", exact=True).click()
    expect(chair.page.get_by_role("log")).to_be_visible()
    scene = chair.welcome["scene"]
    assert isinstance(scene, dict)
    chair.page.reload()
    expect(chair.page.get_by_role("log")).to_be_visible()

    scene.update(question=ASKED, waiting_for=["Ana"])
    chair.page.reload()
    expect(chair.page.get_by_role("button", name="Keep")).to_be_in_viewport(ratio=1)


def test_the_way_to_the_latest_covers_no_line_of_the_story(sit: Callable[..., Chair]) -> None:
    chair = sit(story=[line_of(number) for number in range(1, 60)])
    chair.page.get_by_role("button", name="Story", exact=True).click()
    log = chair.page.get_by_role("log")
    log.hover()
    chair.page.mouse.wheel(0, -5000)
    jump = chair.page.get_by_role("button", name="Jump to the latest")
    box, above = jump.bounding_box(), log.bounding_box()
    assert box is not None
    assert above is not None
    assert above["y"] + above["height"] <= box["y"]
    jump.click()
    expect(jump).to_have_count(0)
    expect(log.get_by_text("Line 59 is told.")).to_be_in_viewport()


def test_a_paper_is_handed_over_once(sit: Callable[..., Chair]) -> None:
    """Whoever knows of it has it: it is not noted, too. What can be done with it is one row."""
    chair = sit(tale=tale(clues=["You’re late"]), sheets=[ANA], offers=TRIES)
    letter = {"title": "The captain’s letter", "text": "Come at once."}
    known = ["You’re late", "The captain’s letter"]
    chair.change(scene={"tale": tale(clues=known, handouts=[letter])})
    scene = chair.page.get_by_role("region", name="The scene")
    expect(scene.get_by_text("The captain’s letter")).to_have_count(1)
    expect(scene.get_by_role("list", name="What you know")).to_have_text("You’re late")
    news = chair.page.get_by_role("status", name="What has changed")
    expect(news.get_by_role("listitem")).to_have_text(
        ["Handed to you: The captain’s letterRead it"]
    )
    words, read = news.get_by_text("Handed to you").bounding_box(), news.get_by_text("Read it")
    button = read.bounding_box()
    assert words is not None
    assert button is not None
    assert button["y"] <= words["y"] <= button["y"] + button["height"]
    assert words["x"] + words["width"] <= button["x"]


def test_a_mark_that_not_every_machine_has_is_drawn_in_what_others_are_asked(
    sit: Callable[..., Chair],
) -> None:
    asked: Json = {
        "type": "choose",
        "seat": "Ben",
        "name": "whose-card",
        "prompt": "These all show ✅. Whose card resolves the flip?",
        "options": ["Ana"],
    }
    page: Page = sit(overheard=[asked], waiting_for=["Ben"]).page
    prompt = page.locator(".prompt .overheard")
    expect(prompt.locator("svg")).to_have_count(1)
    expect(prompt.locator(".unseen")).to_have_text("✅")


def test_what_nobody_can_have_is_not_told(sit: Callable[..., Chair]) -> None:
    """Ability points, before anybody has any."""
    counters = [
        {"label": "AP", "value": 0, "most": 0},
        {"label": "Gold", "value": 0},
        {"label": "HP", "value": 0, "most": 5, "bar": True},
    ]
    page = sit(sheets=[{**ANA, "counters": counters}]).page
    left = page.get_by_role("list", name="What you have left")
    expect(left.get_by_role("listitem")).to_have_text(["HP 0/5", "Gold 0"])


def test_words_that_are_a_button_look_like_one(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[ANA], can_take_back=True)
    back = chair.page.get_by_role("button", name="Take back your last action")
    assert back.evaluate("button => getComputedStyle(button).textDecorationLine") == "underline"


def test_found_words_are_not_told_twice_in_a_fight_that_goes_on(sit: Callable[..., Chair]) -> None:
    """What stood there before the fight was read in the scene."""
    chair = sit(tale=tale({"title": "", "text": FOUND}), sheets=[ANA], offers=[WAIT])
    chair.page.get_by_role("button", name="Wait").click()
    busy = {**tale({"title": "", "text": FOUND}), "busy": True}
    chair.change(scene={**FIGHT, "tale": busy, "sheets": [ACTING, *WOLVES]})
    expect(chair.page.get_by_role("group", name="Everyone")).to_be_visible()
    expect(chair.page.get_by_role("button", name=FOUND)).to_have_count(0)
