"""A duel worth a rematch, on a phone: decks, the ladder, two boards, and how it ended."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect

from fatedeck.games.adventurer_factory.rules.decks import starter_decks, write_csv
from fatedeck.table.protocol import PROTOCOL
from tests.browser.chair import BEN, Chair, Json, is_inside
from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.test_drawings import FACES, SEAT, TABLE
from tests.browser.test_joining import code_of, concede, press, sit_down_as, until_your_turn

GAME = "adventurer-factory"
Shoot = Callable[[Page, str], None]
Look = Callable[[Page], list[str]]


def test_a_deck_is_built_while_the_rules_read_along(
    visit: Visit, shoot: Shoot, look_for_faults: Look, tmp_path: Path
) -> None:
    page = visit("/", "phone")
    page.locator(f"[data-game='{GAME}']").get_by_role("link", name="Build a deck").click()
    state = page.get_by_role("region", name="The deck so far")
    expect(state).to_contain_text("It has 0 cards, not 40: add 40.")

    page.get_by_label("Search for a card").fill("1d12")
    page.get_by_role("button", name="One Glowing Sword more").click()
    expect(state).to_contain_text("Worth a look: Glowing Sword needs 4 Knight")
    page.get_by_label("Search for a card").fill("")
    page.get_by_label("Type").select_option("Class")
    page.get_by_label("Needs").select_option("nothing")
    expect(page.locator("[data-card]")).to_have_count(4)
    page.get_by_role("button", name="Read Knight").click()
    expect(page.get_by_role("dialog")).to_contain_text("It can never be discarded.")
    shoot(page, "deck-card-360")
    page.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="From Iron Road").click()
    expect(state).to_contain_text("Ready to play.")
    shoot(page, "deck-builder-360")
    assert look_for_faults(page) == []
    page.get_by_role("button", name="Your deck (40)").click()
    page.get_by_role("button", name="One Pike less").click()
    expect(state).to_contain_text("It has 39 cards, not 40: add 1.")
    page.get_by_role("button", name="One Pike more").click()
    odds = page.get_by_role("listitem").filter(has_text="A Class in your first 6 cards")
    expect(odds).to_contain_text("49%")  # 0.4925, AF-23.3
    page.get_by_role("button", name="Deal a hand").click()
    expect(page.get_by_role("group", name="Test hand").get_by_role("button")).to_have_count(5)

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a spreadsheet").click()
    assert saved.value.path().read_text("utf-8") == write_csv(starter_decks()["iron_road"])
    page.get_by_label("Name of the deck").fill("Road to ruin")
    page.get_by_role("button", name="Keep it in this browser").click()
    page.reload()
    page.get_by_role("button", name="Road to ruin").click()
    expect(state).to_contain_text("Ready to play.")

    sheet = tmp_path / "from elsewhere.csv"
    sheet.write_text("Copies;Name\n4;Knight\n", "utf-8")
    page.get_by_label("From a file").set_input_files(sheet)
    expect(state).to_contain_text("It has 4 cards, not 40: add 36.")
    sheet.write_text("4 Knigth", "utf-8")
    page.get_by_label("From a file").set_input_files(sheet)
    expect(page.get_by_role("alert")).to_contain_text("Do you mean Knight?")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_both_boards_and_what_is_left_stay_in_sight(
    visit: Visit, shoot: Shoot, look_for_faults: Look
) -> None:
    page = visit("/", "phone")
    page.locator(f"[data-game='{GAME}']").get_by_role("link", name="Play alone").click()
    expect(page.get_by_role("button", name="Play against")).to_have_count(1)
    shoot(page, "ladder-360")
    assert look_for_faults(page) == []
    page.get_by_role("button", name="Play against Pip Underbough").click()

    felt = page.get_by_role("main", name="Scene")
    in_play = page.get_by_label(re.compile("^In play, "))
    theirs = page.get_by_label("Pip Underbough: In play, ")
    play_until(page, theirs.get_by_role("button"))
    assert top(theirs) < top(in_play)
    for name in ("Challenger", "Pip Underbough"):
        left = felt.get_by_role("button", name=f"{name}, Health ")
        expect(left).to_contain_text("Willpower")
        assert is_inside(left, felt)
    shoot(page, "duel-360")
    assert look_for_faults(page) == []

    page.get_by_role("button", name="Why did Pip do that?").click()
    said = "Pip Underbough says: No reason at all: I play whatever comes to hand."
    expect(page.get_by_label("What happened last")).to_contain_text(said)

    until_your_turn(page)
    concede(page)
    ending = page.get_by_role("region", name="How it ended")
    expect(ending).to_contain_text("Pip Underbough wins")
    expect(ending).to_contain_text("What decided it")
    shoot(page, "duel-lost-360")
    assert look_for_faults(page) == []
    ending.get_by_role("button", name="Another deck").click()
    ending.get_by_role("radio", name="Silver Tongue").check(force=True)
    ending.get_by_role("button", name="Make it best of three").click()
    expect(ending).to_have_count(0)
    until_your_turn(page)
    concede(page)
    expect(ending).to_contain_text("That decides it: Challenger 0, Pip Underbough 2 (best of 3).")
    expect(ending.get_by_role("button", name="Rematch")).to_be_visible()


def play_until(page: Page, seen: Locator) -> None:
    """End one's turns until something is there."""
    until_your_turn(page)
    while not seen.count():
        for name in ("End the Main Step", "Simple Attack"):
            button = page.locator(".prompt").get_by_role("button", name=name)
            if button.count():
                press(page, button)
        until_your_turn(page)


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def test_a_rival_who_was_beaten_opens_the_way_to_the_next(visit: Visit, server: Server) -> None:
    seats = [{"name": "Ana"}, {"name": "Pip Underbough"}]
    body = {"game": GAME, "name": "A duel", "seats": seats, "start": True}
    made = httpx.post(f"{server.address}/api/v1/tables", json=body).json()
    ana, pip = made["seats"]
    tell(server, made["table"], pip["token"], {"is": "do", "v": 1, "action": {"do": "concede"}})
    machine = {"is": "hand-over", "place": 1, "to": "random"}
    tell(server, made["table"], made["host"]["token"], machine)

    page = visit(f"/table#{ana['fragment']}", "phone")
    ending = page.get_by_role("region", name="How it ended")
    expect(ending).to_contain_text("You win!")
    expect(ending).to_contain_text("Is that what the dice are for?")
    ending.get_by_role("link", name="Next: Ulla Copperkettle").click()
    expect(page.get_by_role("button", name="Play again against Pip Underbough")).to_be_visible()
    expect(page.get_by_role("button", name="Play against Ulla Copperkettle")).to_be_visible()
    expect(page.get_by_role("radio", name="Odds and Ends")).to_have_count(1)  # won from Pip


def tell(server: Server, table: str, token: str, command: dict[str, object]) -> None:
    """Send one command over the live line, and wait until it is done."""
    with connect(server.address.replace("http", "ws") + "/api/v1/live") as line:
        hello = {"is": "hello", "protocol": PROTOCOL, "table": table, "token": token}
        line.send(json.dumps(hello))
        line.recv()
        line.send(json.dumps({"id": "once", **command}))
        while (told := json.loads(line.recv()))["is"] not in ("done", "refused"):
            pass
        assert told["is"] == "done", told


def test_host_and_guest_bring_decks_of_their_own(visit: Visit) -> None:
    host = visit(f"/host/{GAME}", "phone")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("radio", name="Ley Lines").check(force=True)
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_role("listitem").filter(has_text="has a deck")).to_have_count(1)
    guest = visit(f"/t/{code_of(host)}", "phone")
    sit_down_as(guest, "Ben")
    guest.get_by_role("radio", name="Silver Tongue").check(force=True)
    expect(host.get_by_role("listitem").filter(has_text="has a deck")).to_have_count(2)
    expect(host.get_by_text("Silver Tongue")).to_have_count(1)  # among those to choose from
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.locator(".page").wait_for()


def test_the_host_chooses_the_machines_deck(visit: Visit) -> None:
    host = visit(f"/host/{GAME}", "phone")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_text("Name, door, seats").click()
    host.get_by_role("button", name="Save a seat for someone").click()
    theirs = host.get_by_role("group", name="Player 2’s deck")
    expect(theirs).to_have_count(0)  # a person brings their own
    host.get_by_label("Who plays Player 2").select_option(index=1)
    theirs.get_by_role("radio", name="Silver Tongue").check(force=True)
    mine = host.get_by_role("group", name="Your deck")
    mine.get_by_role("radio", name="Ley Lines").check(force=True)

    with host.expect_request("**/api/v1/tables") as made:
        host.get_by_role("button", name="Set the table").click()

    seats = json.loads(str(made.value.post_data))["seats"]
    assert [seat["deck"] for seat in seats] == ["ley_lines", "silver_tongue"]
    expect(host.get_by_role("listitem").filter(has_text="has a deck")).to_have_count(2)


def test_the_time_to_answer_and_what_has_just_come_are_seen(sit: Callable[..., Chair]) -> None:
    """On the line between the boards, and with a rim of its own."""

    def lies(*cards: str) -> list[Json]:
        return [
            {
                "id": f"{owner}/play",
                "title": "In play",
                "owner": owner,
                "layout": "row",
                "purpose": "play",
                "count": len(shown),
                "cards": [{"name": card} for card in shown],
            }
            for owner, shown in (("Ana", ()), ("Ben", cards))
        ]

    sheets = [{"id": who, "title": who, "owner": who, "side": "hero"} for who in ("Ana", "Ben")]
    chair = sit(sheets=sheets, zones=lies())
    told = {"game": GAME, "version": "1", "faces": FACES, "look": {"duel": True}}
    chair.welcome["table"] = {**TABLE, "game": GAME, "seats": [{**SEAT, "machine": ""}, BEN]}
    chair.page.route("**/faces?*", lambda route: route.fulfill(json=told))
    chair.page.reload()
    between = chair.page.locator(".between")
    expect(between).to_contain_text("At the bridge")
    expect(between.get_by_role("status")).to_have_count(0)

    chair.change(scene={"waiting_for": ["Ben"]})
    expect(between.get_by_role("status")).to_have_text("Ben may answer")
    asked = {"type": "choose", "seat": "Ana", "name": "respond", "prompt": "Do you respond?"}
    question = {**asked, "options": ["pass"], "labels": {"pass": "Pass"}}
    chair.change(scene={"waiting_for": ["Ana"], "question": question})
    expect(between.get_by_role("status")).to_have_text("You may answer now")

    chair.change(scene={"waiting_for": [], "question": None, "zones": lies("9H")})
    expect(chair.page.locator(".fresh")).to_have_attribute("data-card", "9H")
