"""A duel worth a rematch, on a phone: decks, the ladder, two boards, and how it ended."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect

from fatedeck.games.adventurer_factory.rules.decks import starter_decks, write_csv
from fatedeck.table.protocol import PROTOCOL
from tests.browser.chair import BEN, Chair, Json, is_inside, line_of
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
    tile = page.locator(f"[data-game='{GAME}']")
    tile.get_by_text("More").click()
    tile.get_by_role("link", name="Build a deck").click()
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
    hand = page.get_by_role("group", name="Test hand")
    expect(hand.get_by_role("button")).to_have_count(5)
    hand.scroll_into_view_if_needed()
    shoot(page, "deck-hand-360")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert all(is_inside(card, page.locator("body")) for card in hand.get_by_role("button").all())

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a spreadsheet").click()
    assert saved.value.path().read_text("utf-8") == write_csv(starter_decks()["iron_road"])
    page.get_by_label("Name of the deck").fill("Road to ruin")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("region", name="Your decks")).to_contain_text("Road to ruin")
    page.get_by_text("Begin a deck").click()

    sheet = tmp_path / "from elsewhere.csv"
    sheet.write_text("Copies;Name\n4;Knight\n", "utf-8")
    page.get_by_label("From a file").set_input_files(sheet)
    expect(state).to_contain_text("It has 4 cards, not 40: add 36.")
    sheet.write_text("4 Knigth", "utf-8")
    page.get_by_label("From a file").set_input_files(sheet)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("from elsewhere.csv can’t be read as a deck.")
    expect(told).to_contain_text("Did you mean “Knight”?")
    expect(state).to_contain_text("It has 4 cards")  # what was there stays
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_a_deck_that_is_being_built_is_never_lost(visit: Visit, shoot: Shoot) -> None:
    page = visit(f"/decks/{GAME}", "phone")
    decks = page.get_by_role("region", name="Your decks")
    page.get_by_label("Name of the deck").fill("Purse")
    expect(page.get_by_role("region", name="The deck so far")).to_contain_text("add 40.")
    expect(page.get_by_role("alert")).to_have_count(0)  # a name alone is no fault
    page.get_by_role("button", name="One Gold Coin more").click()
    page.reload()
    expect(page.get_by_role("button", name="Your deck (1)")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    page.locator(".tile").first.wait_for()
    page.go_back()
    expect(page.get_by_label("Name of the deck")).to_have_value("Purse")
    expect(decks).to_have_count(0)  # nobody has kept it

    page.get_by_text("Begin a deck").click()
    page.get_by_role("button", name="From Iron Road").click()  # another, and the first is kept
    expect(decks.get_by_role("button")).to_have_text(["Purse not ready"])
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="One Gold Coin more").click()
    page.get_by_label("Name of the deck").fill("Richer road")
    page.get_by_role("button", name="Keep").click()  # under a new name: a deck of its own
    expect(decks.locator("b")).to_have_text(["Richer road", "Iron Road, my way", "Purse"])
    page.get_by_label("Name of the deck").fill("Rich road")
    page.get_by_role("button", name="Keep").click()  # nothing but the name is new
    expect(decks.locator("b")).to_have_text(["Rich road", "Iron Road, my way", "Purse"])
    shoot(page, "deck-shelf-360")

    page.get_by_role("button", name="Your deck (41)").click()
    page.get_by_role("button", name="Forget this deck").click()
    expect(decks.locator("b")).to_have_text(["Iron Road, my way", "Purse"])
    expect(page.get_by_role("button", name="Your deck (41)")).to_be_visible()
    page.reload()
    decks.get_by_role("button", name="Purse").click()
    expect(page.get_by_role("button", name="Your deck (1)")).to_be_visible()


def test_the_deck_that_was_built_is_the_deck_that_is_played(visit: Visit) -> None:
    page = visit(f"/decks/{GAME}", "phone")
    play = page.get_by_role("button", name="Play with it")
    expect(play).to_be_disabled()
    page.get_by_role("button", name="From Iron Road").click()
    page.get_by_role("button", name="One Gold Coin more").click()
    expect(play).to_be_disabled()
    page.get_by_role("button", name="Your deck (41)").click()
    page.get_by_role("button", name="One Pike less").click()
    expect(play).to_be_enabled()

    page.goto(f"/ladder/{GAME}")  # nobody has kept it, and there it is
    expect(page.get_by_role("radio", name="Iron Road, my way")).to_be_checked()
    page.go_back()
    with page.expect_request("**/api/v1/tables") as made:
        play.click()
    mine, rival = json.loads(str(made.value.post_data))["seats"]
    assert "1 Gold Coin" in mine["deck"].splitlines()
    assert rival["name"] == "Pip Underbough"
    until_your_turn(page)

    page.goto(f"/decks/{GAME}")
    page.get_by_role("button", name="One Gold Coin less").click()
    page.get_by_role("button", name="Keep").click()
    page.goto(f"/ladder/{GAME}")
    expect(page.get_by_role("radio", name="Iron Road, my way")).to_be_disabled()
    expect(page.get_by_text("Not ready to play. It has 39 ")).to_be_visible()
    expect(page.get_by_role("radio", name="Iron Road", exact=False).last).to_be_checked()


def test_a_guest_plays_the_deck_that_is_marked(visit: Visit) -> None:
    host = visit(f"/host/{GAME}", "phone")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="Set the table").click()
    guest = visit(f"/t/{code_of(host)}", "phone")
    sit_down_as(guest, "Ben")
    expect(guest.get_by_role("radio", name="Iron Road")).to_be_checked()
    expect(host.get_by_role("listitem").filter(has_text="has a deck")).to_have_count(2)


def test_both_boards_and_what_is_left_stay_in_sight(
    visit: Visit, shoot: Shoot, look_for_faults: Look
) -> None:
    page = visit("/", "phone")
    page.locator(f"[data-game='{GAME}']").get_by_role("link", name="Play alone").click()
    expect(page.get_by_role("button", name="Play against")).to_have_count(1)
    level = page.get_by_label("How it plays")
    expect(level.locator("option:checked")).to_have_text(re.compile("^Wanderer: "))
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

    page.get_by_role("button", name="Why did Pip Underbough do that?").click()
    said = "Pip Underbough says: No reason at all: I play whatever comes to hand."
    expect(page.get_by_label("What happened last")).to_contain_text(said)

    until_your_turn(page)
    concede(page)
    ending = page.get_by_role("region", name="How it ended")
    expect(ending).to_contain_text("Pip Underbough wins")
    expect(ending).to_contain_text("What decided it You gave up.")
    expect(ending).not_to_contain_text("chances")
    luck = ending.locator(".luck li")
    expect(luck).to_contain_text(["Challenger: ", "Pip Underbough: "])
    for name in ("Challenger", "Pip Underbough"):
        assert is_inside(felt.get_by_role("button", name=f"{name}, Health "), felt)
    ways = page.locator(".ending .ways")
    assert is_inside(ways, page.locator(".asks"))  # nobody has to look for it
    shoot(page, "duel-lost-360")
    assert look_for_faults(page) == []
    ways.get_by_role("button", name="Other decks").click()
    mine = ending.get_by_role("group", name="Your deck")
    take(mine, "Silver Tongue")
    theirs = ending.get_by_role("group", name="Pip Underbough’s deck")
    take(theirs, "Ley Lines")
    with page.expect_request("**/rematch") as made:
        ending.get_by_role("button", name="Make it best of three").click()
    decks = json.loads(str(made.value.post_data))["decks"]
    assert decks == {"Challenger": "silver_tongue", "Pip Underbough": "ley_lines"}
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


def take(part: Page | Locator, deck: str) -> None:
    """Tap a deck to choose it, where people tap: anywhere on it, once it stands still."""
    part.locator("label").filter(has_text=deck).click()
    expect(part.get_by_role("radio", name=deck)).to_be_checked()


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
    ending.get_by_role("button", name="Other decks").click()
    take(ending.get_by_role("group", name="Your deck"), "Ley Lines")
    ending.get_by_role("link", name="Next: Ulla Copperkettle").click()
    expect(page.get_by_role("button", name="Play again against Pip Underbough")).to_be_visible()
    expect(page.get_by_role("button", name="Play against Ulla Copperkettle")).to_be_visible()
    expect(page.get_by_role("radio", name="Odds and Ends")).to_have_count(1)  # won from Pip
    expect(page.get_by_role("radio", name="Ley Lines")).to_be_checked()


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
    take(host, "Ley Lines")
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_role("listitem").filter(has_text="has a deck")).to_have_count(1)
    guest = visit(f"/t/{code_of(host)}", "phone")
    sit_down_as(guest, "Ben")
    take(guest, "Silver Tongue")
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
    take(theirs, "Silver Tongue")
    mine = host.get_by_role("group", name="Your deck")
    take(mine, "Ley Lines")

    with host.expect_request("**/api/v1/tables") as made:
        host.get_by_role("button", name="Set the table").click()

    seats = json.loads(str(made.value.post_data))["seats"]
    assert [seat["deck"] for seat in seats] == ["ley_lines", "silver_tongue"]
    expect(host.get_by_role("listitem").filter(has_text="has a deck")).to_have_count(2)


def lying(owner: str, purpose: str, *cards: str) -> Json:
    layout = "hand" if purpose == "hand" else "row"
    shown = [{"name": card} for card in cards]
    place: Json = {"id": f"{owner}/{purpose}", "owner": owner, "purpose": purpose}
    return {**place, "title": purpose, "layout": layout, "count": len(cards), "cards": shown}


def duellist(who: str) -> Json:
    bars = [{"label": what, "value": 20, "bar": True} for what in ("Health", "Willpower")]
    plain = [{"label": what, "value": 1} for what in ("Mind", "Attack", "Defence", "Charisma")]
    return {"id": who, "title": who, "owner": who, "side": "hero", "counters": [*bars, *plain]}


@pytest.fixture
def duel(sit: Callable[..., Chair]) -> Callable[..., Chair]:
    """A duel of Ana, who sits here, with Ben: a test says what lies on either side."""

    def begin(*zones: Json, **scene: object) -> Chair:
        chair = sit(sheets=[duellist("Ana"), duellist("Ben")], zones=list(zones), **scene)
        told = {"game": GAME, "version": "1", "faces": FACES, "look": {"duel": True}}
        seats = [{**SEAT, "machine": ""}, BEN]
        chair.welcome["table"] = {**TABLE, "game": GAME, "seats": seats, "likely": ["play"]}
        chair.page.route("**/faces?*", lambda route: route.fulfill(json=told))
        chair.page.reload()
        chair.page.locator(".between").wait_for()
        return chair

    return begin


def test_the_time_to_answer_and_what_has_just_come_are_seen(duel: Callable[..., Chair]) -> None:
    """On the line between the boards, and with a rim of its own."""
    chair = duel(lying("Ana", "play"), lying("Ben", "play"))
    between = chair.page.locator(".between")
    expect(chair.page.locator("header .turn")).to_have_text("At the bridge")
    expect(between.get_by_role("status")).to_have_count(0)

    chair.change(scene={"waiting_for": ["Ben"]})
    expect(between.get_by_role("status")).to_have_text("Ben can answer")
    asked = {"type": "choose", "seat": "Ana", "name": "respond", "prompt": "Do you respond?"}
    question = {**asked, "options": ["pass"], "labels": {"pass": "Pass"}}
    chair.change(scene={"waiting_for": ["Ana"], "question": question})
    expect(between.get_by_role("status")).to_have_text("You can answer now")
    chair.change(scene={"question": {**question, "name": "die", "prompt": "Which die?"}})
    expect(between.get_by_role("status")).to_have_text("Your choice")

    zones = [lying("Ana", "play"), lying("Ben", "play", "9H")]
    chair.change(scene={"waiting_for": [], "question": None, "zones": zones})
    expect(chair.page.locator(".fresh")).to_have_attribute("data-card", "9H")


def test_what_hit_you_is_told_of_the_attack_and_not_of_the_next_card(
    duel: Callable[..., Chair], shoot: Shoot
) -> None:
    """The blow ends the turn: its line stays, and the card that is drawn then has done nothing."""
    chair = duel(lying("Ana", "play"), lying("Ben", "play"))
    page = chair.page
    hurt = duellist("Ana")
    assert isinstance(hurt["counters"], list)
    hurt["counters"] = [{**hurt["counters"][0], "value": 18}, *hurt["counters"][1:]]
    told = [
        line_of(1, "Ben’s Simple Attack rolls 1, +1 for Attack: 2 damage."),
        {**line_of(1), "text": "", "moment": BLOW},
        line_of(1, "Ana loses 2 Health."),
        line_of(1, "Turn 2: Ana gains 1 Mind, for 5 in all."),
        {**line_of(1), "text": "", "moment": DRAWN},
        line_of(1, "You draw Nine of Hearts."),
    ]
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    chair.send(story=told, scene={"sheets": [hurt, duellist("Ben")]})
    moment = page.locator(".moment")
    expect(moment).to_contain_text("2 damage to Ana")
    expect(moment.locator("li")).to_have_text("Ana: −2 Health")
    shoot(page, "duel-blow-360")
    page.clock.run_for(2000)
    expect(moment).to_contain_text("Draw")
    expect(moment.locator("li")).to_have_count(0)
    between = page.get_by_role("group", name="What happened last")
    expect(between).to_contain_text("Ben’s Simple Attack rolls 1")
    expect(between).to_contain_text("Ana loses 2 Health.")


def test_names_the_score_and_who_plays_are_in_sight_on_a_small_phone(
    duel: Callable[..., Chair], shoot: Shoot
) -> None:
    chair = duel(lying("Ana", "play"), lying("Ben", "play"), turn=["Ana"])
    seats = [{**SEAT, "machine": "machine"}, BEN]
    told = chair.welcome["table"]
    assert isinstance(told, dict)
    series = {"best_of": 3, "won": {"Ben": 1}}
    chair.change(table={**told, "seats": seats, "options": series})
    page = chair.page
    for name, can in (("Ana", "What Ana can do"), ("Ben", "What Ben can do")):
        whose = page.get_by_role("list", name=can).locator(".whose")
        expect(whose).to_have_text(name)
        assert is_inside(whose, page.get_by_role("main", name="Scene"))
    expect(page.locator("header .score")).to_have_text("Ana 0Ben 1")
    shoot(page, "duel-score-360")
    room = page.evaluate(LINES, "header .turn")
    assert room >= 3, "the two lines touch the edge of the screen"
    over: Json = {"over": True, "won": ["Ben"], "banner": "Ana is beaten. Ben wins."}
    chair.change(scene=over)
    expect(page.locator("header .turn")).to_have_text("Ana 0Ben 2")
    chair.change(scene={"over": False, "won": [], "banner": "At the bridge"})
    prompt = page.get_by_role("region", name="Prompt")
    expect(prompt).to_contain_text("The machine plays for you.")
    prompt.get_by_role("button", name="I’m back").click()
    assert {"is": "hand-over", "place": 0, "to": ""}.items() <= chair.heard[-1].items()


LINES = """of => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(of));
    return Math.min(...[...words.getClientRects()].map((line) => line.top));
}"""
"""How far the first line of something lies below the top of the screen."""


def test_a_number_says_what_it_is_or_is_no_button(duel: Callable[..., Chair]) -> None:
    """In words of its own, or else in those of its rule."""
    chair = duel(lying("Ana", "play"), lying("Ben", "play"))
    page = chair.page
    rules = {"AF-2.3": {"id": "AF-2.3", "text": "It is never stored.", "section": "2 Numbers"}}
    page.route("**/rules*", lambda route: route.fulfill(json={"clauses": list(rules.values())}))
    plain: Json = {"label": "Luck", "value": 1}
    attack: Json = {**plain, "label": "Attack", "clauses": ["AF-2.3"]}
    mind: Json = {**plain, "label": "Mind", "note": "Pays for cards."}
    chair.change(
        scene={"sheets": [{**duellist("Ana"), "counters": [plain, attack, mind]}, duellist("Ben")]}
    )
    can = page.get_by_role("list", name="What Ana can do")
    for name, told in (("Mind", "Pays for cards."), ("Attack", "It is never stored.")):
        can.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=name)).to_contain_text(told)
        page.keyboard.press("Escape")
    expect(can.get_by_text("Luck")).to_be_visible()
    expect(can.get_by_role("button", name="Luck")).to_have_count(0)


BLOW: Json = {"who": "Ben", "aim": "Simple Attack", "verdict": "2 damage to Ana"}
DRAWN: Json = {"who": "Ana", "aim": "Draw", "turned": [{"card": "9H"}]}


def test_what_is_said_of_a_card_or_a_deed_is_read_whole(
    duel: Callable[..., Chair], shoot: Shoot
) -> None:
    notes = {"Class 1, pending": "pending", "gloves, Consumed": "Consumed", "left hand": ""}
    cards = [
        {"name": f"sword#{n}", "note": note, "brief": brief}
        for n, (note, brief) in enumerate(notes.items())
    ]
    play = {**lying("Ana", "play", "sword"), "cards": cards, "count": 3}
    label = "Whisperer: Simple Parley with 1d4 added to the damage"
    offers = [{"do": "play", "label": label}, {"do": "play", "label": "Simple Attack"}]
    chair = duel(play, lying("Ben", "play"), offers=offers, turn=["Ana"])
    shoot(chair.page, "duel-notes-360")
    cut = "part => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1"
    board = chair.page.locator(".board").last
    expect(board.locator(".note")).to_have_text(["pending", "Consumed"])
    parts = [*board.locator(".note").all(), *chair.page.locator(".offer .label").all()]
    assert len(parts) == 4
    for part in parts:
        assert not part.evaluate(cut), part.inner_text()
    for card in board.locator(".lying").all():
        if card.locator(".note").count():
            name = top_and_bottom(card.locator(".title"))[0]
            assert top_and_bottom(card.locator(".note"))[1] <= name + 1
    board.locator(".lying").first.click()
    expect(chair.page.get_by_role("dialog")).to_contain_text("Class 1, pending")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
@pytest.mark.parametrize("theirs", [3, 10])
def test_ten_cards_lie_side_by_side_and_no_name_is_cut(
    duel: Callable[..., Chair], shoot: Shoot, width: int, height: int, theirs: int
) -> None:
    """The fuller board has more of the table; without room for a name there is the picture."""
    boards = [
        lying(who, "play", *(f"sword#{n}" for n in range(many)))
        for who, many in (("Ana", 10), ("Ben", theirs))
    ]
    page = duel(*boards, lying("Ana", "hand", "sword")).page
    page.set_viewport_size({"width": width, "height": height})
    shoot(page, f"duel-ten-{theirs}-{width}")
    cards = page.locator(".board").last.locator(".lying")
    expect(cards).to_have_count(10)
    boxes = [box for card in cards.all() if (box := card.bounding_box())]
    for one, other in combinations(boxes, 2):
        beside = one["x"] + one["width"] <= other["x"] + 1 or one["y"] + 1 < other["y"]
        assert beside, (one, other)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
        title = card.locator(".title")
        assert not title.is_visible() or title.evaluate(
            "name => name.scrollWidth <= name.clientWidth"
        )


def test_whatever_is_asked_or_can_be_done_is_in_sight_on_a_small_phone(
    duel: Callable[..., Chair], shoot: Shoot
) -> None:
    """Four cards to answer with and two ways to pass; then cards to play, and what ends it."""
    hand = lying("Ana", "hand", "9H", "QS", "JK", "sword")
    chair = duel(lying("Ana", "play", "sword"), lying("Ben", "play"), hand, turn=["Ana"])
    page = chair.page
    told = chair.welcome["table"]
    assert isinstance(told, dict)
    labels = {f"sword#{n}": "Glowing Sword" for n in range(4)}
    labels |= {"pass": "Pass", "pass-turn": "Pass until this turn ends"}
    asked = {"type": "choose", "seat": "Ana", "name": "respond", "prompt": "Do you respond?"}
    question = {**asked, "options": list(labels), "labels": labels, "clauses": ["AF-11.1"]}
    chair.change(scene={"waiting_for": ["Ana"], "question": question})
    answers = page.locator(".answers .answer")
    expect(answers).to_have_count(6)
    shoot(page, "duel-answers-360")
    for answer in answers.all():
        expect(answer).to_be_in_viewport(ratio=1)
        cut = "a => a.scrollWidth > a.clientWidth || a.scrollHeight > a.clientHeight + 1"
        assert not answer.evaluate(cut)

    plays = [
        {"do": "play", "label": f"Play {name}", "cost": "1 Mind", "fixed": {"card": name}}
        for name in ("Gauntlet", "Health Potion", "Wise Old Mentor")
    ]
    ending = {"do": "end-main", "label": "End the Main Step"}
    chair.change(
        table={**told, "likely": ["play", "end-main"]},
        scene={
            "waiting_for": [],
            "question": None,
            "offers": [*plays, ending, {"do": "concede", "label": "Concede"}],
            "task": "Play cards for your Mind, then end the Main Step.",
        },
    )
    deeds = page.locator(".prompt .todo button")
    expect(deeds.filter(has_text="End the Main Step")).to_be_visible()
    shoot(page, "duel-main-step-360")
    for deed in deeds.all():
        expect(deed).to_be_in_viewport(ratio=1)


def test_answers_come_before_passing_and_all_of_them_are_in_sight(
    duel: Callable[..., Chair], shoot: Shoot
) -> None:
    """On the smallest phone, with a card whose rule takes three lines; passing needs no push."""
    chair = duel(lying("Ana", "play", "sword"), lying("Ben", "play"), lying("Ana", "hand", "9H"))
    rule = "Consume: Get back the Health that you lost to all damage this turn."
    asked = {"type": "choose", "seat": "Ana", "name": "respond", "prompt": "Do you respond?"}
    labels = {"sword": "Sword", "pass": "Pass", "pass-turn": "Pass until the turn ends"}
    question = {**asked, "options": list(labels), "labels": labels, "notes": {"sword": rule}}
    chair.change(scene={"waiting_for": ["Ana"], "question": question})
    answers = chair.page.locator(".answers .answer")
    expect(answers).to_contain_text(list(labels.values()))
    shoot(chair.page, "duel-respond-360")
    tops = [top_and_bottom(answer)[0] for answer in answers.all()]
    assert tops == sorted(tops)
    for answer in answers.all():
        expect(answer).to_be_in_viewport(ratio=1)


def test_a_pile_that_is_looked_through_moves_nothing(
    duel: Callable[..., Chair], shoot: Shoot
) -> None:
    """Neither the rival's nor one's own: their cards lie over the boards, all of them in sight."""
    piles = [lying(who, "discard", "9H", "QS", "JK") for who in ("Ana", "Ben")]
    piles = [{**pile, "layout": "pile"} for pile in piles]
    chair = duel(lying("Ana", "play", "sword"), lying("Ben", "play", "sword"), *piles)
    page = chair.page
    parts = page.locator(".strip, .board, .between")
    before = [top_and_bottom(part) for part in parts.all()]
    for who in ("Ben", "Ana"):
        pile = page.locator(f".piles [data-owner='{who}'][data-card]")
        page.locator(".strip", has=pile).get_by_role("button", name="Look").click()
        expect(pile).to_have_count(3)
        shoot(page, f"duel-discard-{who}-360")
        assert [top_and_bottom(part) for part in parts.all()] == before
        for card in pile.all():
            expect(card).to_be_in_viewport(ratio=1)
        page.locator(".strip", has=pile).get_by_role("button", name="Close").click()


def test_what_a_deed_costs_is_read_whole(duel: Callable[..., Chair]) -> None:
    attack = {"do": "play", "label": "Simple Attack", "note": "2 from their Health"}
    chair = duel(lying("Ana", "play"), lying("Ben", "play"), offers=[attack] * 3)
    note = chair.page.locator(".offer small").first
    expect(note).to_have_text("2 from their Health")
    cut = "note => note.scrollWidth > note.clientWidth || note.scrollHeight > note.clientHeight + 1"
    assert not note.evaluate(cut)


READABLE = 54
PICTURE = 44
"""With more than ten cards on a side of a small phone, their pictures lie there without names."""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
@pytest.mark.parametrize("many", [1, 4, 11])
def test_however_much_is_in_play_everything_stays_in_sight(
    duel: Callable[..., Chair], width: int, height: int, many: int
) -> None:
    cards = [f"9H#{n}" for n in range(many)]
    task = "Play cards for your Mind, then end the Main Step."
    offers = [{"do": "play", "label": f"Play card {n}", "fixed": {"n": n}} for n in range(6)]
    chair = duel(
        lying("Ana", "play", *cards),
        lying("Ben", "play", *cards),
        lying("Ana", "hand", *cards[:6]),
        task=task,
        offers=offers,
    )
    page = chair.page
    page.set_viewport_size({"width": width, "height": height})
    chair.change(story=[line_of(2, "No reason at all.", "chat", "Ben")])
    expect(page.locator(".between")).to_contain_text("No reason at all.")
    felt = page.get_by_role("main", name="Scene")
    expect(page.locator(".board")).to_have_count(2)
    assert felt.evaluate("felt => felt.scrollHeight - felt.clientHeight") <= 1
    parts = [top_and_bottom(part) for part in page.locator(".strip, .board, .between").all()]
    assert all(above[1] <= below[0] + 1 for above, below in pairwise(parts)), parts
    for card in page.locator(".board .lying").all():
        box = card.bounding_box()
        assert box is not None
        assert box["width"] >= (READABLE if many < 11 else PICTURE)
        high = top_and_bottom(card)
        assert any(board[0] <= high[0] and high[1] <= board[1] for board in parts)
    for button in page.locator(".prompt .todo button").all()[:3]:
        assert top_and_bottom(button)[1] <= top_and_bottom(page.locator(".own").last)[0]
    assert is_inside(page.locator(".own .lying").first, page.locator(".page"))


def top_and_bottom(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_what_is_held_up_hides_nothing_that_is_left(duel: Callable[..., Chair]) -> None:
    """Neither a card that the other one plays nor dice that fall."""
    hand = lying("Ana", "hand", "9H", "QS")
    offers = [{"do": "play", "label": f"Play card {n}", "fixed": {"n": n}} for n in range(4)]
    chair = duel(lying("Ana", "play"), lying("Ben", "play"), hand, offers=offers)
    chair.page.emulate_media(reduced_motion="no-preference")
    chair.page.reload()
    chair.page.locator(".between").wait_for()
    chair.page.clock.install()
    chair.change(scene={"zones": [lying("Ana", "play"), lying("Ben", "play", "9H"), hand]})
    strips = [top_and_bottom(strip) for strip in chair.page.locator(".strip").all()]
    high, low = top_and_bottom(chair.page.locator(".spot .card"))
    assert strips[0][1] <= high + 1
    assert low <= strips[1][0] + 1

    rolled = {"who": "Ben", "aim": "Attack Die: 1d4", "turned": [{"reads": "3", "die": 4}]}
    line = {"at": 9, "v": 9, "n": 9, "kind": "play", "text": "", "moment": rolled}
    chair.send(story=[line])
    assert top_and_bottom(chair.page.locator(".moment .panel"))[0] >= strips[1][1] - 1


def test_a_bar_moves_with_nobody_elses(duel: Callable[..., Chair]) -> None:
    """Ana gains 2 Health, Ben still has all of his."""
    chair = duel(lying("Ana", "play"), lying("Ben", "play"))
    well = {**duellist("Ana"), "counters": [{"label": "Health", "value": 22, "bar": True}]}
    chair.change(scene={"sheets": [well, duellist("Ben")]})
    figure = chair.page.locator("[data-figure=Ana]")
    expect(figure.locator(".left b")).to_have_text("22")
    share = chair.page.locator("[data-figure=Ben] .meter i").first
    assert share.get_attribute("style") == "width: 100%;"
    hurt = {**duellist("Ana"), "counters": [{"label": "Health", "value": 11, "bar": True}]}
    chair.change(scene={"sheets": [hurt, duellist("Ben")]})
    expect(figure.locator(".meter i").first).to_have_attribute("style", "width: 50%;")


def test_what_ends_the_turn_comes_after_all_that_can_be_played(duel: Callable[..., Chair]) -> None:
    """On a small phone there is room for two cards beside it."""
    plays = [
        {"do": "play", "label": f"Play {name}", "fixed": {"card": name}}
        for name in ("Helm", "Knight", "Ork", "Pike")
    ]
    chair = duel(lying("Ana", "play"), lying("Ben", "play"), turn=["Ana"], offers=[])
    told = chair.welcome["table"]
    assert isinstance(told, dict)
    ending = {"do": "end-main", "label": "End the Main Step"}
    chair.change(table={**told, "likely": ["play", "end-main"]}, scene={"offers": [*plays, ending]})
    buttons = chair.page.locator(".prompt .todo .label")
    expect(buttons).to_have_text(["Play Helm", "Play Knight", "End the Main Step"])
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("at_once", [True, False])
def test_the_last_roll_is_seen_before_the_end_is_told(
    duel: Callable[..., Chair], at_once: bool
) -> None:
    """Whether the game is over with the roll itself or with what follows from it."""
    chair = duel(lying("Ana", "play"), lying("Ben", "play"))
    page = chair.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    roll = {"who": "Ana", "aim": "Attack Die: 1d8", "turned": [{"reads": "8", "die": 8}]}
    line = {"at": 9, "v": 9, "n": 9, "kind": "play", "text": "", "moment": {**roll, "verdict": "8"}}
    over: Json = {"over": True, "won": ["Ana"], "banner": "Ben is out of Health."}
    chair.send(story=[line], **({"scene": over} if at_once else {}))
    expect(page.locator(".moment .die")).to_have_text("8")
    if not at_once:
        chair.send(scene=over)
    end = page.get_by_role("heading", name="You win!")
    page.clock.run_for(1000)
    expect(page.locator(".moment .die")).to_be_visible()
    expect(end).to_have_count(0)
    page.clock.run_for(2000)
    expect(end).to_be_visible()


def test_a_card_in_hand_is_played_by_a_tap_or_says_why_not(duel: Callable[..., Chair]) -> None:
    playing: Json = {"do": "play", "label": "Play Nine", "cost": "2 Mind", "fixed": {"card": "9H"}}
    refused: Json = {**playing, "fixed": {"card": "QS"}, "why_not": "It needs 1 Knight."}
    conceding: Json = {"do": "concede", "label": "Concede"}
    offers = [playing, refused, conceding]
    chair = duel(lying("Ana", "hand", "9H", "QS"), offers=offers)
    page = chair.page
    hand = page.get_by_role("region", name="Your cards")
    expect(hand.locator(".usable")).to_have_attribute("data-card", "9H")
    expect(page.locator(".prompt .offer")).to_have_count(1)  # nobody gives up by mistake

    hand.locator("[data-card='QS']").click()
    expect(page.get_by_role("dialog")).to_contain_text("Not now: It needs 1 Knight.")
    page.keyboard.press("Escape")
    hand.locator("[data-card='9H']").click()
    page.get_by_role("dialog").locator(".use", has_text="Play Nine").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert chair.heard[-1]["action"] == {"do": "play", "card": "9H"}


def test_at_a_desk_the_names_of_all_cards_can_be_read(duel: Callable[..., Chair]) -> None:
    """Where a card lies is told on its picture, and a hand of three lies side by side."""
    placed = lying("Ana", "play", "sword")
    placed["cards"] = [{"name": "sword", "note": "left hand"}]
    hand = lying("Ana", "hand", "9H", "QS", "JK")
    page = duel(placed, lying("Ben", "play"), hand, size="desktop").page
    board = page.locator(".board").last
    name, note = board.locator(".title"), board.locator(".note")
    expect(note).to_have_text("left hand")
    assert top_and_bottom(note)[0] >= top_and_bottom(name)[1]
    boxes = [card.bounding_box() for card in page.locator(".own .lying").all()]
    assert len(boxes) == 3
    for left, right in pairwise(boxes):
        assert left is not None
        assert right is not None
        assert left["x"] + left["width"] <= right["x"] + 0.5
