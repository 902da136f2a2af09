"""Cards, the circle of ranks and the map, drawn from a scene that no game has to be played for."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from fatedeck.table.protocol import PROTOCOL
from tests.browser.hosting import Visit
from tests.browser.server import Server

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
FACES: dict[str, dict[str, object]] = {
    "9H": {
        "title": "Nine of hearts",
        "kind": "playing",
        "facts": {"rank": "9", "suit": "hearts", "colour": "red"},
    },
    "QS": {
        "title": "Queen of spades",
        "kind": "playing",
        "facts": {"rank": "Q", "suit": "spades", "colour": "black"},
    },
    "JK": {"title": "Joker", "kind": "playing", "facts": {"rank": "joker", "colour": "red"}},
    "D05": {
        "title": "Card D05",
        "kind": "edges",
        "facts": {"anchor": 1, "bulb": 2, "crescent": 3, "dart": 4, "d4": 2, "d6": 5},
    },
    "T05": {
        "title": "Card 5",
        "kind": "edges",
        "facts": {"anvil": 1, "blade": 2, "crown": 3, "dragon": 4, "xp": True},
    },
    "sword": {
        "title": "Glowing Sword",
        "kind": "factory",
        "text": "Your Attack Die may be 1d8.",
        "facts": {"cost": 3, "type": "Weapon", "needs": ["knight"], "fills": ["right_hand"]},
    },
    "parley": {"title": "Parley", "kind": "move", "text": "Press someone with leverage."},
    "plain": {"title": "A plain card", "text": "It says what it does."},
}
CIRCLE = {
    "kind": "circle",
    "title": "Circle of ranks",
    "text": "Target 9, range 8 to 10, drawn J.",
    "data": {"ranks": RANKS, "target": "9", "range": ["8", "9", "10"], "drawn": "J"},
}
GRID = {
    "kind": "grid",
    "title": "The bridge",
    "text": "Ana at 1, 1. A goblin at 3, 1.",
    "data": {
        "width": 5,
        "height": 3,
        "tokens": [
            {"id": "Ana", "label": "Ana", "side": "heroes", "x": 1, "y": 1, "down": False},
            {"id": "goblin", "label": "Goblin", "side": "foes", "x": 3, "y": 1, "down": True},
            *(
                {"id": f"{who}", "label": who[:2], "side": "foes", "x": 4, "y": 2, "down": False}
                for who in ("troll", "wolf 1", "wolf 2", "wolf 3", "wolf 4")
            ),
        ],
        "terrain": [{"x": 2, "y": 0, "kind": "water"}],
        "reach": [[0, 1], [1, 0], [2, 1]],
    },
}
STRIKE = {
    "do": "strike",
    "label": "Strike",
    "params": [
        {"type": "one", "name": "target", "label": "Target", "options": ["goblin", "troll"]},
        {"type": "count", "name": "power", "label": "Power", "low": 1, "high": 3},
    ],
}
SCENE = {
    "n": 1,
    "banner": "At the bridge",
    "turn": ["Ana"],
    "zones": [
        {"id": "deck", "title": "Deck", "count": 40},
        {
            "id": "play",
            "title": "In play",
            "count": len(FACES),
            "layout": "row",
            "cards": [{"name": name} for name in FACES],
        },
    ],
    "sheets": [
        {"id": f"wolf {n}", "title": f"wolf {n}", "side": "foe", "number": n} for n in (1, 2)
    ],
    "gadgets": [CIRCLE, GRID],
    "offers": [STRIKE],
    "waiting_for": [],
    "question": None,
    "overheard": [],
    "telling": [],
    "over": False,
    "can_take_back": False,
    "rewinds": [],
}
SEAT = {"place": 0, "name": "Ana", "role": "player", "here": True, "taken": True, "linked": True}
TABLE = {
    "id": "drawn",
    "game": "deck-of-adventures",
    "rules": "1",
    "name": "A drawn table",
    "options": {},
    "phase": "playing",
    "seats": [{**SEAT, "machine": ""}],
    "spectators": 0,
    "locked": False,
    "paused": False,
    "fairness": {"seal": "00", "salts": [], "secret": ""},
    "machines": [],
    "odds_shown": False,
    "forked_from": "",
    "copied": False,
    "address": "",
    "any_time": [],
}
KNOWN = """localStorage.setItem(
    "fatedeck.tables", JSON.stringify([{ fragment: "drawn.token", table: "drawn", last: 0 }]),
)"""
"""This browser sat here before: nobody asks who that was."""
WELCOME = {
    "is": "welcome",
    "protocol": PROTOCOL,
    "you": {"role": "player", "seat": "Ana", "place": 0},
    "v": 1,
    "scene": SCENE,
    "story": [],
    "table": TABLE,
}


AFTER_THE_STRIKE = {
    "is": "changed",
    "v": 2,
    "scene": {
        "zones": [
            [0, 1],
            {
                "id": "play",
                "title": "In play",
                "count": len(FACES) - 1,
                "layout": "row",
                "cards": [{"name": name} for name in FACES if name != "9H"],
            },
            {"id": "discard", "title": "Discard", "count": 1, "cards": [{"name": "9H"}]},
        ]
    },
}


def drawn_table(page: Page) -> Page:
    """Bring a page to a table that is only drawn; a strike discards the nine of hearts."""

    def line(socket: WebSocketRoute) -> None:
        def hear(said: str | bytes) -> None:
            message = json.loads(said)
            if message["is"] == "hello":
                socket.send(json.dumps(WELCOME))
            elif message["is"] == "do":
                socket.send(json.dumps(AFTER_THE_STRIKE))
                socket.send(json.dumps({"is": "done", "id": message["id"], "v": 2}))

        socket.on_message(hear)

    page.route_web_socket("**/live?*", line)
    catalogue = {"game": "deck-of-adventures", "version": "1", "faces": FACES, "look": {}}
    page.route("**/faces?*", lambda route: route.fulfill(json=catalogue))
    page.add_init_script(KNOWN)
    page.goto("/table#drawn.token")
    page.locator(".page").wait_for()
    return page


@pytest.fixture(params=["phone", "desktop"])
def drawn(request: pytest.FixtureRequest, visit: Visit) -> Page:
    return drawn_table(visit("/", request.param))


def test_every_kind_of_card_is_drawn_and_can_be_read(
    drawn: Page, shoot: Callable[[Page, str], None], look_for_faults: Callable[[Page], list[str]]
) -> None:
    for name, face in FACES.items():
        card = drawn.locator(f"[data-card='{name}']")
        card.click()
        dialog = drawn.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name=str(face["title"]))).to_be_visible()
        if name in ("D05", "QS", "sword"):
            width = (drawn.viewport_size or {"width": 0})["width"]
            shoot(drawn, f"card-{name}-{width}")
        drawn.keyboard.press("Escape")
    shoot(drawn, f"drawings-{(drawn.viewport_size or {'width': 0})['width']}")
    assert look_for_faults(drawn) == []


def test_the_map_says_in_words_what_it_shows(drawn: Page) -> None:
    expect(drawn.get_by_role("grid", name="Ana at 1, 1. A goblin at 3, 1.")).to_be_visible()
    expect(drawn.get_by_role("button", name="2, 0: water")).to_be_attached()
    expect(drawn.get_by_role("button", name="2, 1: in reach")).to_be_attached()


def test_a_token_on_the_map_is_found_with_the_arrow_keys_and_fills_the_form(drawn: Page) -> None:
    drawn.get_by_role("grid").locator("button[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        drawn.keyboard.press(key)
    drawn.get_by_role("dialog").get_by_role("button", name="Strike").click()

    expect(drawn.get_by_role("radio", name="goblin")).to_be_checked()
    drawn.locator(".prompt").get_by_role("button", name="Strike").click()
    expect(drawn.locator("form[data-offer]")).to_have_count(0)


def test_a_square_shows_and_says_all_who_stand_on_it(drawn: Page) -> None:
    square = drawn.locator("[data-at='4,2']")
    expect(square.locator(".token")).to_have_text(["tr", "w1", "w2", "+2"])
    everyone = "troll (foes), wolf 1 (foes), wolf 2 (foes), wolf 3 (foes) and wolf 4 (foes)"
    expect(drawn.get_by_role("button", name=f"4, 2: {everyone}")).to_be_attached()
    box = square.bounding_box()
    assert box is not None
    for token in square.locator(".token").all():
        inside = token.bounding_box()
        assert inside is not None
        assert inside["x"] >= box["x"]
        assert inside["x"] + inside["width"] <= box["x"] + box["width"] + 1
    square.click()
    dialog = drawn.get_by_role("dialog")
    expect(dialog).to_contain_text("troll, wolf 1, wolf 2, wolf 3 and wolf 4")

    dialog.get_by_role("button", name="Strike").click()

    expect(drawn.get_by_role("radio", name="troll")).to_be_checked()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_travel_only_where_motion_is_welcome(
    browser: Browser, server: Server, motion: Literal["no-preference", "reduce"]
) -> None:
    context = browser.new_context(base_url=server.address, reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(
        "window.flights = []; const fly = Element.prototype.animate;"
        "Element.prototype.animate = function (...how) {"
        " window.flights.push(this.dataset.card); return fly.apply(this, how); };"
    )
    drawn_table(page)
    page.locator("button.offer").click()
    page.get_by_role("radio", name="goblin").check()
    page.locator(".prompt").get_by_role("button", name="Strike").click()
    page.get_by_role("button", name="9 of hearts, in Discard").wait_for()

    assert page.evaluate("() => window.flights") == ([] if motion == "reduce" else ["9H"])
    context.close()
