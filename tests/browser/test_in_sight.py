"""What has just been told, found or handed over is in sight, on a small phone too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chair import Chair, Json, line_of
from tests.browser.hosting import Visit
from tests.browser.test_alone import GAMES
from tests.browser.test_stage import ANA, BLOW, WOLF

LONG = "Water falls over the black stone, and goes on falling. " * 6
FOUND = "Under the stone there is a bell."
BEN: Json = {**ANA, "id": "Ben", "title": "Ysolde", "owner": "Ben", "acts": False}
TRIES: list[Json] = [
    {"do": "tale.wish", "label": f"Try {n}", "group": "Ask", "fixed": {"what": f"try:{n}"}}
    for n in range(6)
]


def tale(*more: Json, **fields: object) -> Json:
    """A scene that is longer than a phone, and what was told in it since."""
    opening: list[Json] = [{"title": "", "text": LONG} for _ in range(3)]
    return {"title": "The weir", "told": [*opening, *more], **fields}


def words(chair: Chair, text: str = FOUND) -> Locator:
    return chair.page.get_by_role("region", name="The scene").get_by_text(text)


@pytest.fixture
def reading(sit: Callable[..., Chair]) -> Callable[..., Chair]:
    """A chair on a phone, where a long scene is told."""
    return lambda **scene: sit(tale=tale(), sheets=[ANA, BEN], **scene)


def test_what_a_deed_came_to_stays_in_sight_when_there_is_something_to_do_again(
    reading: Callable[..., Chair],
) -> None:
    """While somebody decides the scene has much room; then what can be tried comes back."""
    chair = reading()
    chair.page.locator("main").dispatch_event("pointerdown")
    chair.change(scene={"tale": tale({"title": "", "text": FOUND}), "waiting_for": ["Ben"]})
    expect(words(chair)).to_be_in_viewport(ratio=1)
    chair.change(scene={"offers": TRIES, "waiting_for": []})
    expect(chair.page.get_by_role("button", name="Try 0")).to_be_visible()
    expect(words(chair)).to_be_in_viewport(ratio=1)


def test_whoever_only_watches_reads_what_a_friend_has_found(reading: Callable[..., Chair]) -> None:
    chair = reading(offers=TRIES)
    chair.change(scene={"tale": tale({"title": "The stone", "text": FOUND})})
    expect(words(chair)).to_be_in_viewport(ratio=1)

    came = "It rings, once."
    story = [{**line_of(9), "text": "", "moment": {**BLOW, "who": "Ben"}}, line_of(9, came)]
    told = tale({"title": "The stone", "text": FOUND}, {"title": "", "text": LONG + came})
    chair.change(story=story, scene={"tale": told})
    newest = chair.page.locator(".tale .newest")
    expect(newest).to_contain_text(came)
    expect(newest).to_be_in_viewport(ratio=0.5)


def test_whoever_reads_again_is_not_taken_away(reading: Callable[..., Chair]) -> None:
    chair = reading()
    chair.page.locator("main").dispatch_event("pointerdown")
    chair.change(scene={"tale": tale({"title": "", "text": FOUND})})
    expect(words(chair)).to_be_in_viewport(ratio=1)
    chair.page.locator("main").hover()
    chair.page.mouse.wheel(0, -5000)
    title = chair.page.get_by_role("heading", name="The weir")
    expect(title).to_be_in_viewport(ratio=1)
    chair.change(scene={"offers": TRIES})
    expect(chair.page.get_by_role("button", name="Try 0")).to_be_visible()
    expect(title).to_be_in_viewport(ratio=1)


def test_after_a_fight_the_words_are_in_sight_again(reading: Callable[..., Chair]) -> None:
    chair = reading()
    found = tale({"title": "", "text": FOUND})
    fighting: Json = {**found, "busy": True}
    chair.change(scene={"tale": fighting, "sheets": [ANA, BEN, WOLF]})
    expect(chair.page.locator("main").get_by_text("Grey Wolf").first).to_be_visible()
    chair.change(scene={"tale": found, "sheets": [ANA, BEN], "offers": TRIES})
    expect(words(chair)).to_be_in_viewport(ratio=1)


HANDOUTS: list[Json] = [{"title": "A letter", "text": "Come at once."}]


def test_a_handout_that_is_given_is_seen_at_once(reading: Callable[..., Chair]) -> None:
    """The one to whom it is given has not scrolled to it, and the scene is long."""
    chair = reading(offers=TRIES)
    chair.page.locator("main").dispatch_event("pointerdown")
    chair.change(scene={"tale": tale(handouts=HANDOUTS)})
    expect(chair.page.get_by_role("button", name="A letter")).to_be_in_viewport(ratio=1)


def test_a_handout_takes_nobody_away_from_the_first_words(reading: Callable[..., Chair]) -> None:
    """It belongs to the beginning of the scene, which is being read."""
    chair = reading(offers=TRIES)
    chair.change(scene={"tale": tale(handouts=HANDOUTS)})
    expect(chair.page.get_by_role("button", name="A letter")).to_have_count(1)
    expect(chair.page.get_by_role("heading", name="The weir")).to_be_in_viewport(ratio=1)


def test_another_scene_begins_with_the_first_of_what_can_be_done(
    reading: Callable[..., Chair],
) -> None:
    many = [{**TRIES[0], "label": f"Try {n}", "fixed": {"what": f"try:{n}"}} for n in range(10, 50)]
    chair = reading(offers=many)
    first, last = (chair.page.get_by_role("button", name=f"Try {n}") for n in (10, 49))
    last.scroll_into_view_if_needed()
    expect(first).not_to_be_in_viewport()
    chair.change(scene={"tale": {**tale(), "title": "The mill"}})
    expect(first).to_be_in_viewport(ratio=1)


def test_what_can_be_done_is_found_by_the_rules_own_word(sit: Callable[..., Chair]) -> None:
    offers = [{"do": "start-combat", "label": "Start a fight", "group": "Fights"}, *TRIES]
    chair = sit(offers=offers, sheets=[ANA])
    chair.page.get_by_role("button", name=re.compile(r"^More \d")).click()
    chair.page.get_by_label("Search").fill("combat")
    found = chair.page.get_by_role("dialog").get_by_role("button", name="Start a fight")
    expect(found).to_be_visible()


def test_a_friends_cards_lie_open_until_they_have_decided(reading: Callable[..., Chair]) -> None:
    """Everybody at the table may look at them meanwhile, and put them away."""
    chair = reading()
    chair.page.clock.install()
    moment = chair.page.locator(".moment")
    drawn: Json = {"who": "Ben", "aim": "Wits", "turned": [{"card": "9H", "reads": "9"}]}
    asked: Json = {"telling": [{"n": 1, "text": "", "moment": drawn}], "waiting_for": ["Ben"]}
    chair.change(scene=asked)
    chair.page.clock.run_for(20_000)
    expect(moment).to_be_visible()
    decided = [
        {**line_of(9), "text": "", "moment": drawn},
        {**line_of(9), "text": "", "moment": {**drawn, "verdict": "Success", "tone": "good"}},
    ]
    chair.change(story=decided, scene={"telling": [], "waiting_for": []})
    expect(moment.locator(".verdict")).to_contain_text("Success")
    chair.page.clock.run_for(1000)
    expect(moment).to_be_visible()
    chair.page.clock.run_for(2000)
    expect(moment).to_have_count(0)

    chair.change(scene=asked)
    moment.locator(".panel").click()
    expect(moment).to_have_count(0)


def test_of_a_friends_face_down_hand_there_is_only_a_note_that_passes(
    reading: Callable[..., Chair],
) -> None:
    chair = reading()
    chair.page.clock.install()
    moment = chair.page.locator(".moment")
    drawn: Json = {"who": "Ben", "aim": "Drawing cards", "turned": [{} for _ in range(12)]}
    told = [{**line_of(9), "text": "", "moment": drawn}]
    chair.change(story=told, scene={"waiting_for": ["Ben"]})
    expect(moment).to_contain_text("12 cards, face down")
    expect(moment.locator(".leaf")).to_have_count(0)
    chair.page.clock.run_for(3000)
    expect(moment).to_have_count(0)


REDRAW: Json = {
    "type": "choose",
    "seat": "Ana",
    "name": "redraw",
    "prompt": "Spend a Fate Card to redraw?",
    "options": ["no", "QS"],
    "labels": {"no": "Keep", "QS": "Spend Q♠ to redraw"},
    "notes": {"QS": "24 in 51 to do better"},
}


@pytest.mark.parametrize("at_once", [True, False])
def test_ones_own_question_comes_before_a_friends_card(
    reading: Callable[..., Chair], at_once: bool
) -> None:
    """Whether it is asked with the card or while that lies open."""
    chair = reading()
    chair.page.clock.install()
    moment = chair.page.locator(".moment")
    drawn: Json = {"who": "Ben", "aim": "Wits", "turned": [{"card": "9H", "reads": "9"}]}
    shown: Json = {"telling": [{"n": 1, "text": "", "moment": drawn}], "waiting_for": ["Ben"]}
    asked: Json = {"question": REDRAW, "waiting_for": ["Ana", "Ben"]}
    chair.change(scene={**shown, **asked} if at_once else shown)
    expect(moment).to_be_visible()
    if not at_once:
        chair.change(scene=asked)
    chair.page.clock.run_for(3000)
    expect(moment).to_have_count(0)
    prompt = chair.page.locator(".prompt")
    expect(prompt.get_by_role("button", name="Keep")).to_be_visible()


def test_what_a_card_is_spent_for_is_read_on_its_button(sit: Callable[..., Chair]) -> None:
    chair = sit()
    chair.change(scene={"question": REDRAW, "waiting_for": ["Ana"]})
    words = chair.page.locator(".prompt .answer.card b")
    expect(words).to_have_text("Spend Q♠ to redraw")
    box = words.bounding_box()
    assert box is not None
    assert box["height"] > 10


def test_a_picture_does_not_hide_the_scene(reading: Callable[..., Chair]) -> None:
    """What happened last is a line or two, and a picture in it is a small one."""
    chair = reading(offers=TRIES)
    large = "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='1200'/>"
    chair.page.route(
        "**/pictures/**", lambda route: route.fulfill(body=large, content_type="image/svg+xml")
    )
    shown = {**line_of(9, "Look at this.", "narration", "Ben"), "picture": "a" * 64}
    chair.change(story=[shown])
    latest = chair.page.get_by_role("group", name="What happened last")
    picture = latest.get_by_alt_text("Shown by Ben")
    expect(picture).to_be_in_viewport(ratio=1)
    chair.page.wait_for_function("p => p.naturalWidth > 0", arg=picture.element_handle())
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] <= 80
    expect(chair.page.get_by_role("heading", name="The weir")).to_be_in_viewport(ratio=1)


def test_what_somebody_typed_ends_before_the_next_sentence(reading: Callable[..., Chair]) -> None:
    chair = reading()
    chair.page.get_by_role("button", name="Story", exact=True).click()
    chair.change(story=[line_of(9, "Gil: A wolf howls"), line_of(9, "Brann draws 9♥.")])
    log = chair.page.get_by_role("log")
    expect(log).to_contain_text("Gil: A wolf howls. Brann draws 9♥.")


@pytest.mark.parametrize("game", GAMES)
def test_ready_adventures_stand_first_when_hosting(visit: Visit, game: str) -> None:
    host = visit(f"/host/{game}", "phone")
    kinds = host.get_by_role("group", name="What you play").get_by_role("radio")
    expect(kinds.first).to_be_visible()
    values = [kind.get_attribute("value") for kind in kinds.all()]
    assert values[-2:] == ["", "file"]
    assert len(values) > 2


SHORTEST = {
    "deck-of-adventures": "The Locked Granary",
    "deckahedron": "The Bell Under the Weir",
    "realms-behind": "The Ninth Door",
    "thousand-faces": "A Bridge Before Dawn",
}
"""Of those that one hero can play."""


@pytest.mark.parametrize("game", GAMES)
def test_whoever_only_types_a_name_hosts_the_shortest_adventure(visit: Visit, game: str) -> None:
    host = visit(f"/host/{game}", "phone")
    kinds = host.get_by_role("group", name="What you play")
    expect(kinds.get_by_role("radio", name=SHORTEST[game])).to_be_checked()
    own = kinds.locator("label").filter(has=host.get_by_role("radio", name="Something of your own"))
    expect(own).to_contain_text("You bring the story; we bring the rules and the cards.")
