"""The game master's desk: nothing that is done every minute is further than two or three taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.chair import BEN, CLEO, Chair, Json
from tests.browser.server import Server
from tests.browser.staged import fight
from tests.browser.test_drawings import SEAT, TABLE
from tests.browser.test_stage import WOLF

BADGER: Json = {
    **WOLF,
    "counters": [
        {"label": "Stamina", "value": 4, "most": 4, "bar": True, "path": "foes/W/stamina"}
    ],
}
CALL: Json = {
    "do": "call-check",
    "label": "Call for a check",
    "group": "Ask",
    "params": [
        {"type": "one", "of": "figure", "name": "who", "label": "Who", "options": ["Ben", "Cleo"]},
        {"type": "one", "name": "stat", "label": "Stat", "options": ["Brawn", "Wits"]},
        {"type": "count", "name": "hard", "label": "How hard", "low": 0, "high": 9},
    ],
}


def done(chair: Chair) -> list[object]:
    return [said["action"] for said in chair.heard if said["is"] == "do"]


def test_a_number_is_changed_where_it_stands(master: Callable[..., Chair]) -> None:
    """Two taps: the figure, and the minus; it is recorded as a decree."""
    chair = master(sheets=[BADGER])

    chair.page.get_by_role("button", name="Grey Wolf").click()
    chair.page.get_by_role("button", name="Stamina: one less").click()
    expect(chair.page.locator(".page[aria-busy='false']")).to_be_visible()
    chair.page.get_by_label("Set Stamina to").fill("2")
    chair.page.keyboard.press("Enter")
    expect(chair.page.get_by_label("Set Stamina to")).to_have_value("")
    assert done(chair) == [
        {"do": "fiat.award", "path": "foes/W/stamina", "amount": -1},
        {"do": "fiat.set", "path": "foes/W/stamina", "value": 2},
    ]


def test_a_player_reads_what_the_game_master_may_change(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[BADGER])

    chair.page.get_by_role("button", name="Grey Wolf").click()
    expect(chair.page.get_by_role("dialog")).to_contain_text("Stamina 4/4")
    expect(chair.page.get_by_role("button", name="Stamina: one less")).to_have_count(0)


def test_a_check_is_called_in_three_taps_and_the_next_begins_as_the_last(
    master: Callable[..., Chair],
) -> None:
    chair = master(offers=[CALL])
    page = chair.page
    call = page.get_by_role("button", name="Call for a check")

    call.click()
    page.get_by_label("Cleo").check()
    call.click()
    expect(page.locator("form[data-offer]")).to_have_count(0)
    call.click()
    page.get_by_label("Ben").check()
    page.get_by_label("Wits").check()
    page.get_by_role("spinbutton", name="How hard").fill("3")
    page.get_by_role("spinbutton", name="How hard").blur()
    call.click()
    expect(page.locator("form[data-offer]")).to_have_count(0)
    call.click()
    expect(page.get_by_label("Wits")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="How hard")).to_have_value("3")
    expect(page.get_by_label("Ben")).not_to_be_checked()
    assert done(chair) == [
        {"do": "call-check", "who": "Cleo", "stat": "Brawn", "hard": 0},
        {"do": "call-check", "who": "Ben", "stat": "Wits", "hard": 3},
    ]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_desk_has_strips_figures_and_notes(master: Callable[..., Chair], size: str) -> None:
    tell = {"do": "tell", "label": "Tell it", "group": "Now"}
    talk = {"do": "talk", "label": "Talk", "group": "Banter"}
    chair = master(size, sheets=[BADGER], offers=[talk, CALL, tell])
    page = chair.page
    page.get_by_role("button", name="Desk", exact=True).click()

    headings = page.get_by_role("region", name="Scene").get_by_role("heading")
    expect(headings).to_have_text(["Now", "Ask", "Banter"])
    expect(page.get_by_role("region", name="Foes").get_by_role("button")).to_have_count(1)
    page.get_by_label("A note to yourself").fill("The bridge is rotten.")
    page.get_by_role("button", name="Note it").click()
    expect(page.get_by_label("A note to yourself")).to_have_value("")
    said = [one for one in chair.heard if one["is"] == "say"]
    assert [(one["kind"], one["text"]) for one in said] == [("note", "The bridge is rotten.")]


def test_a_long_list_can_be_searched(master: Callable[..., Chair]) -> None:
    kinds = [f"Beast {n}" for n in range(20)]
    foe = {"type": "one", "name": "kind", "label": "Kind", "options": kinds}
    chair = master(offers=[{"do": "add", "label": "Bring in a foe", "params": [foe]}])

    chair.page.get_by_role("button", name="Bring in a foe").click()
    chair.page.get_by_role("searchbox").fill("beast 17")
    expect(chair.page.get_by_role("radio")).to_have_count(1)


OTHER_CHAIR = """
const known = JSON.parse(localStorage.getItem("fatedeck.tables") ?? "[]");
const ben = { ...known[0], fragment: "drawn.other", seat: "Ben" };
localStorage.setItem("fatedeck.tables", JSON.stringify([...known, ben]));
"""
ASKED: Json = {
    "type": "choose",
    "seat": "Ana",
    "name": "how",
    "prompt": "Is it hard?",
    "options": ["yes", "no"],
}


def test_what_the_table_waits_for_stands_first_and_a_question_is_found(
    master: Callable[..., Chair],
) -> None:
    """At the table and at the desk; then the desk stands at what is to be told."""
    talk = {"do": "talk", "label": "Talk", "group": "Banter"}
    tell = {"do": "tale.tell", "label": "Tell", "group": "Now"}
    opens = {"do": "open", "label": "Open the first scene", "group": "Set-up"}
    late = {"title": "", "text": "It is late."}
    tale = {"adventure": "The Ford", "title": "At dusk", "told": [late]}
    first = {"turn": ["Ana"], "task": "Open the first scene.", "deed": "open"}
    chair = master(**first, tale=tale, offers=[talk, tell, opens], banner="Set-up")
    page = chair.page

    todo = page.locator("#todo").get_by_role("button")
    expect(todo).to_have_text(["Open the first scene", "Tell", "Talk"])
    page.get_by_role("button", name="Desk", exact=True).click()
    desk = page.get_by_role("region", name="Scene")
    expect(desk.get_by_text("Open the first scene.", exact=True)).to_be_visible()
    expect(desk.get_by_role("group", name="Now").get_by_role("button")).to_have_text(
        ["Open the first scene", "Tell"]
    )

    chair.change(scene={"task": "Pick who’s next.", "deed": "", "offers": [talk, tell]})
    expect(desk.get_by_role("button").first).to_have_text("Tell")

    chair.change(scene={"question": ASKED, "waiting_for": ["Ana"]})
    expect(desk).to_contain_text("Is it hard?")
    desk.get_by_role("button", name="Answer").click()
    expect(page.locator("#todo")).to_contain_text("Is it hard?")


def test_what_is_likely_now_stands_before_all_that_a_scene_has_ready(
    master: Callable[..., Chair],
) -> None:
    """On a foe's turn, however much there is to be told."""
    tale = {"adventure": "The Ford", "title": "At dusk", "told": [], "busy": True}
    ready = [{"do": "tale.tell", "label": f"Tell {n}", "group": "Stage"} for n in range(9)]
    turn = [
        {"do": "rest", "label": "Rest", "group": "Days"},
        {"do": "end-turn", "label": "End your turn", "group": "Combat"},
        {"do": "move", "label": "Move", "group": "Combat"},
    ]
    chair = master("desktop", turn=["Ana"], tale=tale, offers=[*ready, *turn])
    told = chair.welcome["table"]
    assert isinstance(told, dict)
    chair.change(table={**told, "likely": ["move", "end-turn"]})
    chair.page.get_by_role("button", name="Desk", exact=True).click()
    desk = chair.page.get_by_role("region", name="Scene")
    expect(desk.get_by_role("group", name="Now").get_by_role("button")).to_have_text(
        ["Move", "End your turn"]
    )
    expect(desk.get_by_role("button", name="Move")).to_be_in_viewport(ratio=1)
    expect(desk.get_by_role("button", name="Move")).to_have_count(1)


def test_a_refusal_is_gone_when_the_table_has_moved_on_and_it_could_be_read(
    master: Callable[..., Chair],
) -> None:
    chair = master(turn=["Ana"], offers=[{"do": "talk", "label": "Talk"}])
    chair.page.clock.install()
    chair.refused = "Waiting for Ben to answer."
    chair.page.get_by_role("button", name="Talk").click()
    refusal = chair.page.get_by_role("alert").filter(has_text=chair.refused)
    expect(refusal).to_be_visible()
    chair.change(scene={"banner": "Ben has answered."})
    expect(refusal).to_be_visible()
    chair.page.clock.run_for(10_000)
    expect(refusal).to_have_count(0)


def test_who_is_asked_in_another_chair_gets_there_with_one_tap(
    master: Callable[..., Chair],
) -> None:
    """Only while it is that chair that the table waits for, and nobody else plays there."""
    chair = master(turn=["Ana"], offers=[{"do": "talk", "label": "Talk"}])
    page = chair.page
    page.evaluate(OTHER_CHAIR)
    sit_there = page.locator("#todo").get_by_role("link", name="Sit there")

    chair.change(scene={"waiting_for": ["Cleo"]})
    expect(page.get_by_role("heading", name="Waiting for Cleo")).to_be_visible()
    expect(sit_there).to_have_count(0)
    chair.change(scene={"waiting_for": ["Ben"]})
    expect(page.locator("#todo")).to_contain_text("You’re asked as Ben.")
    expect(sit_there).to_have_attribute("href", "/table#drawn.other")
    chair.change(scene={"waiting_for": [], "turn": ["Ben"]})
    expect(page.locator("#todo")).to_contain_text("It’s your turn as Ben.")
    page.get_by_role("button", name="Desk", exact=True).click()
    expect(page.get_by_role("link", name="Sit there", exact=True)).to_be_visible()


CUT = """() => {
  const right = document.querySelector(".desk").getBoundingClientRect().right;
  return [...document.querySelectorAll(".desk :is(.offer, .offer *)")]
    .filter((one) => one.getBoundingClientRect().right > right || one.scrollWidth > one.offsetWidth)
    .map((one) => one.textContent.trim());
}"""
"""What at the desk runs off its right edge, or out of its button."""


@pytest.mark.parametrize("game", ["realms-behind", "deck-of-adventures"])
def test_nothing_at_the_desk_is_cut_off(
    server: Server, visit: Callable[..., Page], game: str
) -> None:
    """A row that is too long goes on below, on a wide screen and on a phone."""
    page = visit(fight(server, game).links["GM"])
    page.get_by_role("button", name="It was me").click()
    page.get_by_role("button", name="Desk", exact=True).click()
    page.locator(".desk .offer").first.wait_for()

    sizes: list[ViewportSize] = [
        {"width": 1440, "height": 900},
        {"width": 1280, "height": 800},
        {"width": 390, "height": 844},
    ]
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], size


def test_who_sits_at_the_desk_reads_what_happened(master: Callable[..., Chair]) -> None:
    """The story is not in sight there, so its end stands in the middle."""
    chair = master(size="desktop")
    chair.page.get_by_role("button", name="Desk", exact=True).click()
    told = {"at": 9, "v": 9, "n": 9, "kind": "play"}
    first = {**told, "text": "Rolf plays the nine of hearts, and Awareness is on his side today."}
    chair.send(story=[first, {**told, "text": "9 + 5 = 14 against 11: Success."}])
    latest = chair.page.get_by_role("group", name="What happened last")
    expect(latest.get_by_text("9 + 5 = 14 against 11: Success.")).to_be_in_viewport(ratio=1)


def test_where_the_table_waits_for_a_free_seat_who_runs_it_finds_the_way_out(
    master: Callable[..., Chair],
) -> None:
    """At the question and with one tap, not among the tools."""
    chair = master(waiting_for=["Ben"])
    page = chair.page
    chair.welcome["you"] = {"role": "gm", "seat": "Ana", "place": 0, "runs_table": True}
    page.reload()
    table = {**TABLE, "machines": ["machine"]}
    seats = [{**SEAT, "machine": ""}, {**BEN, "taken": False, "here": False}, CLEO]
    vacant = page.get_by_role("group", name="Ben’s seat is free")
    expect(page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
    expect(vacant).to_have_count(0)

    chair.change(table={**table, "seats": seats})
    expect(vacant).to_be_in_viewport(ratio=1)
    vacant.get_by_role("button", name="Call it off").click()
    vacant.get_by_role("button", name="Let the machine play Ben").click()

    expect(page.locator(".page[aria-busy='false']")).to_be_visible()
    sent = {message["is"]: message for message in chair.heard}
    assert "cancel" in sent
    assert (sent["hand-over"]["place"], sent["hand-over"]["to"]) == (1, "machine")
