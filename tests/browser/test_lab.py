"""Is this fight fair? The lab's page, and what the game master's desk tells of those who come."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.chair import Chair
from tests.browser.hosting import Visit
from tests.browser.test_desk import BADGER


def test_a_party_is_tried_against_foes(
    visit: Visit,
    shoot: Callable[[Page, str], None],
    look_for_faults: Callable[[Page], list[str]],
) -> None:
    page = visit("/lab/deckahedron", "phone")
    page.get_by_label("Add a hero").select_option("Brann")
    expect(page.get_by_role("button", name="Try it out")).to_be_disabled()
    page.get_by_label("Add a foe").select_option("Wolf")
    page.get_by_role("button", name="One Wolf more").click()
    page.get_by_role("button", name="Try it out").click()

    expect(page.locator(".told")).to_have_attribute("aria-busy", "false", timeout=90_000)
    expect(page.locator(".verdict")).to_contain_text("on average")
    expect(page.get_by_text("won by the party", exact=True)).to_be_visible()
    expect(page.get_by_role("figure")).to_contain_text("Rounds")
    shoot(page, "lab-360")
    assert look_for_faults(page) == []
    expect(page.get_by_role("heading", name="Brann against Wolf x2")).to_be_visible()
    page.get_by_role("button", name="One Wolf less").click()
    expect(page.locator(".told")).to_be_empty()
    page.get_by_role("button", name="One Wolf less").click()
    expect(page.get_by_role("button", name="Try it out")).to_be_disabled()


def test_what_is_set_of_a_side_is_of_all_on_it(visit: Visit) -> None:
    page = visit("/lab/realms-behind", "desktop")
    page.get_by_label("Add a hero").select_option("Dhutlo")
    page.get_by_label("Add a foe").select_option("Veil clerk")
    page.get_by_role("button", name="One Veil clerk more").click()
    page.get_by_label("Level").fill("77")
    page.get_by_role("button", name="Try it out").click()
    expect(page.get_by_role("alert")).to_contain_text("There’s no creature level “77”")
    with page.expect_request("**/games/realms-behind/fight") as asked:
        page.get_by_label("Level").fill("3")
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Try it out").click()
    assert asked.value.post_data_json == {"party": "Dhutlo", "foes": "Veil clerk [level=3] x2"}


def test_a_result_goes_when_its_fight_is_changed(visit: Visit) -> None:
    """One that is still being tried is called off, and what comes of it later isn't told."""
    page = visit("/lab/deckahedron", "desktop")
    told = {"done": 0.5, "fights": 40, "verdict": "fair: won 85 % (±3)", "won": 0.85, "of": "A v B"}
    waiting: list[Route] = []
    page.get_by_label("Add a hero").select_option("Brann")
    page.route("**/games/deckahedron/fight", lambda route: waiting.append(route))
    page.get_by_label("Add a foe").select_option("Wolf")
    with page.expect_request("**/games/deckahedron/fight"):
        page.get_by_role("button", name="Try it out").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_label("Add a hero").select_option("Wren")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("button", name="Try it out")).to_be_enabled()
    waiting[0].fulfill(body=f"data: {json.dumps(told)}\n\n", content_type="text/event-stream")
    expect(page.locator(".told")).to_be_empty()


def test_the_desk_tells_of_foes_as_they_come(
    master: Callable[..., Chair],
    shoot: Callable[[Page, str], None],
    look_for_faults: Callable[[Page], list[str]],
) -> None:
    told = {
        "done": 1,
        "fights": 400,
        "verdict": "hard: won 62 % (±3), two fall on average",
        "won": 0.62,
        "low": 0.59,
        "high": 0.65,
        "figures": [{"what": "won by the party", "said": "62 % (±3)"}],
        "rounds": [{"of": "3", "share": 1}],
        "over": True,
    }
    chair = master("desktop", sheets=[])
    page = chair.page
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        if len(asked) == 2:
            return  # an answer that does not come
        body = f"data: {json.dumps(told)}\n\n"
        route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/fight", answer)
    expect(page.get_by_text("Is this fight fair?")).to_have_count(0)
    page.get_by_role("button", name="Desk", exact=True).click()
    many = [{"do": "do-it", "label": f"Something else {n}", "group": "Act"} for n in range(30)]
    chair.change(scene={"sheets": [BADGER], "offers": many})
    verdict = page.get_by_text("hard: won 62 % (±3), two fall on average")
    expect(verdict).to_be_in_viewport(ratio=1)
    shoot(page, "desk-fair-1280")
    assert look_for_faults(page) == []

    page.get_by_role("button", name="As it stands now").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Called off.")).to_be_visible()
    assert asked == ["GET", "GET"]


def test_the_desk_tells_of_the_fight_that_the_scene_has_ready(
    master: Callable[..., Chair], shoot: Callable[[Page, str], None]
) -> None:
    """By its name, before anybody stands there; where a scene has none, it says nothing."""
    chair = master("desktop", sheets=[])
    page = chair.page
    none = {"done": 1, "refused": "Nobody is fighting at this table.", "over": True}
    verdict = "easy: won 91 % (±3), nobody falls on average"
    ready = {"done": 1, "fights": 400, "verdict": verdict, "won": 0.91, "of": "The dogs jump"}
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        told = none if len(asked) == 1 else {**ready, "over": True}
        route.fulfill(body=f"data: {json.dumps(told)}\n\n", content_type="text/event-stream")

    page.route("**/fight", answer)
    page.get_by_role("button", name="Desk", exact=True).click()
    with page.expect_response("**/fight"):
        chair.change(scene=staged("A rope over the river"))
    expect(page.get_by_text("Is this fight fair?")).to_have_count(0)
    chair.change(scene=staged("The dogs jump"))
    fair = page.get_by_role("region", name="Is this fight fair?")
    expect(fair.get_by_text("The dogs jump")).to_be_visible()
    expect(fair.get_by_text(verdict)).to_be_visible()
    shoot(page, "desk-ready-1280")


def staged(name: str) -> dict[str, object]:
    """A scene of an adventure that has this ready."""
    offer = {"do": "tale.stage", "label": name, "group": "Stage", "fixed": {"stage": name}}
    return {"tale": {"adventure": "The Bell", "title": "The weir"}, "offers": [offer]}
