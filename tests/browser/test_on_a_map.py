"""A fight on a map: who acts and whom they face are in sight, and nothing lies upon the squares."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.chair import Chair, Json, is_inside
from tests.browser.test_drawings import CIRCLE
from tests.browser.test_noticed import MARN, QUIET
from tests.browser.test_stage import BLOW, WOLF

ACTING: Json = {**MARN, "acts": True}
WOLVES: list[Json] = [
    {**WOLF, "id": f"W{n}", "title": f"Gray Wolf {n}", "number": n} for n in (1, 2, 3)
]
FAR_APART: Json = {
    "kind": "grid",
    "title": "The map",
    "data": {
        "width": 12,
        "height": 20,
        "tokens": [
            {"id": "Ana", "label": "An", "side": "hero", "x": 6, "y": 14},
            {"id": "W1", "label": "G1", "side": "foe", "x": 6, "y": 1},
            {"id": "W2", "label": "G2", "side": "foe", "x": 5, "y": 9},
        ],
        "terrain": [{"x": 1, "y": 1, "kind": "half"}],
        "reach": [],
    },
}
FIGHT: Json = {"tale": {**QUIET, "busy": True}, "gadgets": [FAR_APART], "turn": ["Ana"]}
FRIENDS: list[Json] = [
    {**MARN, "id": name, "owner": name, "title": name, "hero": ""} for name in ("Ben", "Cleo")
]
DRAWN: Json = {"aim": "Wits", "turned": [{"card": "9H", "reads": "9"}]}


def meet(one: Locator, other: Locator) -> bool:
    """Whether they lie upon each other somewhere."""
    here, there = one.bounding_box(), other.bounding_box()
    assert here is not None
    assert there is not None
    across = (
        here["x"] < there["x"] + there["width"] - 1 and there["x"] < here["x"] + here["width"] - 1
    )
    down = (
        here["y"] < there["y"] + there["height"] - 1 and there["y"] < here["y"] + here["height"] - 1
    )
    return across and down


def telling(who: str, **more: object) -> Json:
    moment = {**DRAWN, "who": who}
    return {"telling": [{"n": 1, "text": "", "moment": moment}], "waiting_for": [who], **more}


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_who_acts_and_the_nearest_foe_are_in_sight(sit: Callable[..., Chair], size: str) -> None:
    """Four squares lie between them, of a map that is larger than its place, on one's own turn."""
    deeds = [{"do": f"deed-{n}", "label": f"Deed {n}"} for n in range(9)]
    page = sit(size, sheets=[ACTING, *WOLVES], offers=deeds, **FIGHT).page
    frame = page.locator(".scroll")
    for square in ("6,14", "5,9"):
        at = page.locator(f"[data-at='{square}']")
        expect(at).to_be_in_viewport(ratio=0.9)
        assert is_inside(at, frame)


def test_all_who_stand_are_in_sight_where_there_is_room_for_them(
    sit: Callable[..., Chair],
) -> None:
    """At a desk, in fifteen rows; whoever is down may lie outside."""
    at = {"Ana": (6, 14), "W1": (2, 0), "W2": (9, 1)}
    tokens: list[Json] = [{"id": name, "x": x, "y": y} for name, (x, y) in at.items()]
    fallen = {"id": "W3", "x": 18, "y": 39, "down": True}
    board = {**FAR_APART, "data": {"width": 20, "height": 40, "tokens": [*tokens, fallen]}}
    page = sit("desktop", sheets=[ACTING, *WOLVES], **{**FIGHT, "gadgets": [board]}).page
    for x, y in at.values():
        square = page.locator(f"[data-at='{x},{y}']")
        expect(square).to_be_in_viewport(ratio=0.9)
        assert is_inside(square, page.locator(".scroll"))


def test_all_of_a_map_is_seen_on_a_phone_until_something_is_asked(
    sit: Callable[..., Chair],
) -> None:
    """Thirty by thirty squares, as high as they are wide."""
    board = {**FAR_APART, "data": {**grid_data(), "width": 30, "height": 30}}
    deeds = [{"do": "wait", "label": "Wait"}]
    chair = sit(sheets=[ACTING, *WOLVES], offers=deeds, **{**FIGHT, "gadgets": [board]})
    page = chair.page
    whole = page.get_by_role("button", name="All of the map")
    whole.click()
    for square in ("0,0", "29,0", "0,29", "29,29"):
        corner = page.locator(f"[data-at='{square}']")
        expect(corner).to_be_in_viewport(ratio=1)
        box = corner.bounding_box()
        assert box is not None
        assert abs(box["width"] - box["height"]) < 1
    expect(page.get_by_role("button", name="Wait")).to_be_hidden()

    whole.click()
    expect(page.get_by_role("button", name="Wait")).to_be_in_viewport()
    whole.click()
    asked = {"type": "choose", "seat": "Ana", "name": "how", "prompt": "Is it hard?"}
    chair.change(scene={"question": {**asked, "options": ["yes", "no"]}, "waiting_for": ["Ana"]})
    expect(page.get_by_role("button", name="Yes")).to_be_in_viewport(ratio=1)


def grid_data() -> Json:
    data = FAR_APART["data"]
    assert isinstance(data, dict)
    return data


def test_on_a_phone_nothing_lies_upon_the_map(sit: Callable[..., Chair]) -> None:
    page = sit(sheets=[ACTING, *WOLVES], **FIGHT).page
    board = page.locator(".scroll")
    assert not meet(page.get_by_role("group", name="Size of the map"), board)
    assert not meet(page.locator("figcaption"), board)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_everyone_in_turn_stays_in_sight_whatever_is_read(
    sit: Callable[..., Chair], size: str
) -> None:
    page = sit(size, sheets=[ACTING, *WOLVES], **FIGHT).page
    page.locator("main").evaluate("felt => felt.scrollTo(0, felt.scrollHeight)")
    expect(page.get_by_role("group", name="Everyone")).to_be_in_viewport(ratio=0.95)


def test_the_number_of_a_twin_stands_at_its_own_face(sit: Callable[..., Chair]) -> None:
    page = sit(sheets=[ACTING, *WOLVES], **FIGHT).page
    for n in (1, 2, 3):
        figure = page.locator(f"[data-figure=W{n}]")
        assert meet(figure.locator(".name b"), figure.locator(".portrait"))


def test_a_friends_card_is_put_aside_by_a_tap_anywhere_and_hides_no_map(
    master: Callable[..., Chair],
) -> None:
    chair = master("desktop", sheets=[*FRIENDS, *WOLVES], **FIGHT)
    page = chair.page
    moment = page.locator(".moment")
    chair.change(scene=telling("Ben"))
    assert not meet(moment.locator(".panel"), page.locator(".scroll"))
    moment.get_by_role("button", name="Put it away").click()
    expect(moment).to_have_count(0)

    chair.change(scene=telling("Ben", telling=[]))
    chair.change(scene=telling("Cleo"))
    expect(moment).to_be_visible()
    page.get_by_role("button", name="Desk", exact=True).click()
    expect(moment).to_have_count(0)
    expect(page.get_by_role("heading", name="Your desk")).to_be_visible()


def test_what_is_asked_about_ones_own_card_hides_no_map(sit: Callable[..., Chair]) -> None:
    """And whoever looks about on the map meanwhile can still choose at the card."""
    chair = sit("desktop", sheets=[ACTING, *WOLVES], **FIGHT)
    question: Json = {
        "type": "choose",
        "seat": "Ana",
        "name": "redraw",
        "prompt": "Spend a Fate Card to redraw?",
        "options": ["no", "AH"],
        "labels": {"no": "Keep", "AH": "Spend a Joker to redraw A♥"},
    }
    chair.change(scene=telling("Ana", question=question))
    keep = chair.page.locator(".moment").get_by_role("button", name="Keep")
    assert not meet(chair.page.locator(".moment .panel"), chair.page.locator(".scroll"))
    chair.page.locator("[data-at='5,9']").click()
    chair.page.get_by_role("button", name="Close").click()
    keep.click()
    assert chair.heard[-1]["answer"] == "no"


def test_while_somebody_is_asked_nothing_else_is_proposed(master: Callable[..., Chair]) -> None:
    chair = master("phone", banner="Exploration: call for a Check.", turn=[])
    prompt = chair.page.locator(".prompt")
    expect(prompt).to_contain_text("Exploration")
    chair.change(scene={"waiting_for": ["Ben"]})
    expect(prompt).to_contain_text("Waiting for Ben")
    expect(prompt).not_to_contain_text("Exploration")


def test_a_square_that_is_tapped_is_marked(sit: Callable[..., Chair]) -> None:
    page = sit("desktop", sheets=[ACTING, *WOLVES], **FIGHT).page
    square = page.locator("[data-at='7,12']")
    expect(square).not_to_have_class(re.compile("chosen"))
    square.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(square).to_have_class(re.compile("chosen"))


SPACE: Json = {
    "type": "one",
    "name": "at",
    "label": "Space",
    "of": "square",
    "options": ["", *(f"{x},{y}" for x in range(12) for y in range(20))],
    "labels": {"": "off the map"},
}
KIND: Json = {"type": "one", "name": "kind", "label": "Kind", "options": ["Wolf", "Bear"]}
PLACE: Json = {"do": "place", "label": "Place a creature", "params": [KIND, SPACE]}


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_form_that_may_name_no_square_leaves_the_map_to_be_tapped(
    master: Callable[..., Chair], size: str
) -> None:
    """Whoever is placed stands on a square, or off the map."""
    tokens = [{"id": "W1", "label": "G1", "side": "foe", "x": 6, "y": 1}]
    board = {
        "kind": "grid",
        "title": "The map",
        "data": {"width": 12, "height": 20, "tokens": tokens},
    }
    page = master(size, sheets=WOLVES, offers=[PLACE], gadgets=[board]).page
    page.locator(".prompt").get_by_role("button", name="Place a creature").click()
    expect(page.locator("form[data-offer=place]")).to_be_visible()
    square = page.locator("[data-at='7,12']")
    assert (square.bounding_box() or {"width": 0})["width"] >= 20
    square.click()
    expect(square).to_have_class(re.compile("chosen"))
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("cards", [1, 2])
def test_a_drawn_card_leaves_the_heroes_sheets_to_be_read(
    master: Callable[..., Chair], cards: int
) -> None:
    chair = master("desktop", sheets=[*FRIENDS, *WOLVES], **FIGHT)
    turned = [{"card": "9H", "reads": "2 away"}, {"card": "QS", "reads": "on target"}][:cards]
    moment = {**BLOW, "who": "Ben", "turned": turned, "gadget": CIRCLE}
    telling = [{"n": 1, "text": "", "moment": moment}]
    chair.change(scene={"telling": telling, "waiting_for": ["Ben"]})
    panel = chair.page.locator(".moment .panel")
    expect(panel).to_contain_text("Success")
    sheets = chair.page.get_by_role("region", name="Sheets").locator("article")
    for name in ("Ben", "Cleo"):
        assert not meet(panel, sheets.filter(has_text=name).first)


def test_nobody_stands_over_the_first_rows_when_the_form_is_closed(
    master: Callable[..., Chair],
) -> None:
    piles = [
        {"id": f"{name}/deck", "title": "Deck", "owner": name, "count": 50}
        for name in ("Ben", "Cleo")
    ]
    scene = {"sheets": [*FRIENDS, *WOLVES], "gadgets": [FAR_APART], "zones": piles}
    page = master("desktop", turn=[], offers=[PLACE], **scene).page
    everyone = page.get_by_role("group", name="Everyone")
    assert not meet(page.locator(".scroll"), everyone)
    page.locator(".prompt").get_by_role("button", name="Place a creature").click()
    expect(page.locator("form[data-offer=place]")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.locator("form[data-offer=place]")).to_have_count(0)
    assert not meet(page.locator(".scroll"), everyone)
