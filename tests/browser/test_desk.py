"""The game master's desk: nothing that is done every minute is further than two or three taps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chair import Chair, Json
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


@pytest.fixture
def master(sit: Callable[..., Chair]) -> Callable[..., Chair]:
    """Ana sits on the game master's seat."""

    def master(size: str = "phone", **scene: object) -> Chair:
        chair = sit(size, **scene)
        you = chair.welcome["you"]
        assert isinstance(you, dict)
        chair.welcome["you"] = {**you, "role": "gm"}
        chair.page.reload()
        chair.page.locator(".page").wait_for()
        return chair

    return master


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
