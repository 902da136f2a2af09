"""How many taps it takes, at real tables of the games that are meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.staged import Table, fight


def acting(table: Table) -> str:
    """Who is to act."""
    return next(seat for seat, scene in table.look().items() if seat in str(scene["turn"]))


def seated(visit: Visit, table: Table, seat: str, size: str) -> Page:
    """This seat's page; it was us who sat here before."""
    page = visit(table.links[seat], size)
    page.get_by_role("button", name="It was me").click()
    return page


def width(square: Locator) -> float:
    box = square.bounding_box()
    assert box is not None
    return box["width"]


def taken(page: Page, *taps: Callable[[Page], None]) -> int:
    """Tap, and wait until the table has moved; how many taps that were."""
    before = page.locator(".page").get_attribute("data-version")
    for tap in taps:
        tap(page)
    page.locator(f".page:not([data-version='{before}'])").wait_for()
    return len(taps)


@pytest.mark.parametrize("game", ["deck-of-adventures", "realms-behind"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_step_on_the_map_takes_two_taps(
    visit: Visit, server: Server, game: str, size: str
) -> None:
    table = fight(server, game)
    page = seated(visit, table, acting(table), size)

    def begin(page: Page) -> None:
        page.locator(".prompt [data-do=move]").click()

    def go(page: Page) -> None:
        page.locator("[data-at].reach").nth(5).click()

    assert taken(page, begin, go) == 2


def test_a_step_by_touching_the_square_first_takes_two_taps(visit: Visit, server: Server) -> None:
    table = fight(server, "realms-behind")
    page = seated(visit, table, acting(table), "phone")
    token = page.locator("[data-at]:has(.token.acts)")
    x, _, y = str(token.get_attribute("data-at")).partition(",")

    def touch(page: Page) -> None:
        page.locator(f"[data-at='{int(x) - 1},{y}']").click()

    def move(page: Page) -> None:
        page.get_by_role("dialog").get_by_role("button", name="Move").first.click()

    assert taken(page, touch, move) == 2
    expect(page.locator(f"[data-at='{int(x) - 1},{y}'] .token.acts")).to_be_visible()


def test_the_map_is_made_larger_and_smaller(visit: Visit, server: Server) -> None:
    table = fight(server, "realms-behind")
    page = seated(visit, table, acting(table), "desktop")
    square = page.locator("[data-at='3,3']")
    first = width(square)

    page.get_by_role("button", name="Larger").click()
    larger = width(square)
    assert larger > first
    page.locator("[data-at='0,0']").focus()
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert width(square) < larger
    page.get_by_role("button", name="All of the map").click()
    frame, last = page.locator(".scroll"), page.locator("[data-at]").last
    edges = [box for one in (frame, last) if (box := one.bounding_box())]
    assert edges[1]["x"] + edges[1]["width"] <= edges[0]["x"] + edges[0]["width"] + 1


def test_whoever_acts_is_moved_by_dragging(visit: Visit, server: Server) -> None:
    table = fight(server, "realms-behind")
    page = seated(visit, table, acting(table), "desktop")
    token = page.locator("[data-at]:has(.token.acts)")
    x, _, y = str(token.get_attribute("data-at")).partition(",")
    there = page.locator(f"[data-at='{int(x) - 2},{y}']")

    token.hover()
    page.mouse.down()
    there.hover()
    page.mouse.up()
    page.get_by_role("dialog").get_by_role("button", name="Move").first.click()
    expect(there.locator(".token.acts")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_check_for_nobody_says_so_and_goes_to_whoever_may_draw(
    visit: Visit, server: Server, size: str
) -> None:
    page = seated(visit, fight(server, "deck-of-adventures"), "GM", size)
    form = page.locator("form[data-offer=call-check]")
    page.get_by_role("button", name="Desk", exact=True).click()
    page.locator(".desk [data-do=call-check]").click()
    form.get_by_role("radio").last.scroll_into_view_if_needed()

    form.get_by_role("button", name="Call for a Check").click()
    expect(form.get_by_role("status")).to_contain_text("Who draws: choose")
    expect(form.get_by_role("status")).to_be_in_viewport()
    expect(form.get_by_role("checkbox", name="Ana")).to_be_in_viewport()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_check_is_called_from_the_desk_in_three_taps(
    visit: Visit, server: Server, size: str
) -> None:
    table = fight(server, "deck-of-adventures")
    page = seated(visit, table, "GM", size)
    form = page.locator("form[data-offer=call-check]")
    page.get_by_role("button", name="Desk", exact=True).click()

    def call(page: Page) -> None:
        page.locator(".desk [data-do=call-check]").click()

    def whom(page: Page) -> None:
        form.get_by_role("checkbox", name="Ana").check()

    def ask(page: Page) -> None:
        form.get_by_role("button", name="Call for a Check").click()

    assert taken(page, call, whom, ask) == 3


def test_whoever_is_tapped_is_offered_each_thing_once(visit: Visit, server: Server) -> None:
    """A check by a hero and one against a hero are two things, and say so."""
    page = seated(visit, fight(server, "deck-of-adventures"), "GM", "desktop")
    page.locator("[data-figure=Ana]").first.click()
    calls = page.get_by_role("dialog").get_by_role("button", name="Call for a Check")
    expect(calls.first).to_be_visible()
    expect(calls).to_have_count(2)
    assert len(set(calls.all_inner_texts())) == 2


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_weapon_attack_takes_two_taps(visit: Visit, server: Server, size: str) -> None:
    table = fight(server, "deck-of-adventures")
    near = {"Ana": "Grunt", "Ben": "Guard"}
    while (seat := acting(table)) not in near:
        table.do(seat, {"do": "end-turn"})
    page = seated(visit, table, seat, size)

    def touch(page: Page) -> None:
        page.locator(f"[data-figure='{near[seat]}']").click()

    def strike(page: Page) -> None:
        page.get_by_role("dialog").get_by_role("button", name="Weapon Attack").first.click()

    assert taken(page, touch, strike) == 2
    expect(page.locator(".moment")).to_be_visible()
