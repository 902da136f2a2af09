"""Every page can be used by everyone: axe-core looks at each of them, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Route, WebSocket, expect

from tests.browser.conftest import Size
from tests.browser.hosting import Visit, links, make_table, sit_down
from tests.browser.hosting import start as start_game
from tests.browser.sitting import play

Look = Callable[[Page], list[str]]
Shoot = Callable[[Page, str], None]


@pytest.mark.parametrize(("size", "dark"), [("phone", False), ("desktop", True)])
def test_no_page_has_a_serious_fault(
    visit: Visit, look_for_faults: Look, shoot: Shoot, size: Size, dark: bool
) -> None:
    kind = f"{size}-{'night' if dark else 'day'}"
    start = visit("/", size, dark=dark)
    start.locator(".tile").first.wait_for()
    shoot(start, f"start-{kind}")
    assert look_for_faults(start) == []
    tile = start.locator(".tile").first
    if size == "phone":
        tile.get_by_text("More").click()
    tile.get_by_role("button", name="What is this game?").click()
    assert look_for_faults(start) == []
    start.goto("/host/high-card")
    start.get_by_role("button", name="Set the table").wait_for()
    start.get_by_text("Name, door, seats").click()
    shoot(start, f"host-{kind}")
    assert look_for_faults(start) == []
    start.get_by_label("I’m only hosting, without a seat").check()
    for name in ("Ana", "Ben"):
        start.get_by_role("button", name="Save a seat for someone").click()
        start.get_by_label("Name of another seat").last.fill(name)
    start.get_by_role("button", name="Set the table").click()
    expect(start.get_by_role("heading", name="Who’s playing")).to_be_visible()
    start.get_by_text("Who can come in").click()
    start.get_by_text("Seats and links one by one").click()
    start.get_by_role("button", name="QR code").first.click()
    shoot(start, f"lobby-{kind}")
    assert look_for_faults(start) == []

    code = start.get_by_label("The table’s code").inner_text()
    guest = visit(f"/t/{code}", size, dark=dark)
    guest.get_by_label("Your name").wait_for()
    shoot(guest, f"join-{kind}")
    assert look_for_faults(guest) == []
    ana = visit(links(start)["Ana"], size, dark=dark)
    start_game(start)
    ana.locator("button.offer").first.wait_for()
    assert look_for_faults(ana) == []
    ana.locator("button.offer").first.click()
    assert look_for_faults(ana) == []
    shoot(ana, f"form-{kind}")
    ana.get_by_role("button", name="Back", exact=True).click()
    ana.locator("[data-card]").first.click()
    assert look_for_faults(ana) == []
    shoot(ana, f"card-{kind}")
    ana.get_by_role("dialog").locator("button.face").click()
    ana.get_by_text("Spend your token to swap?").wait_for()
    assert look_for_faults(ana) == []
    shoot(ana, f"question-{kind}")
    for tab in ("Sheet", "Story", "More"):
        button = ana.get_by_role("button", name=tab, exact=True)
        if button.is_visible():
            button.click()
            shoot(ana, f"{tab.lower()}-{kind}")
            assert look_for_faults(ana) == []
    start.get_by_role("button", name="Host", exact=True).click()
    assert look_for_faults(start) == []
    ana.get_by_role("link", name="Replay step by step").click()
    ana.locator(".scrubber").wait_for()
    assert look_for_faults(ana) == []


THUMB = 44
TOO_SMALL = """(least) => [...document.querySelectorAll("button, a, input, select, summary")]
  .filter((target) => target.checkVisibility())
  .filter((target) => !target.closest("p, footer, .skip, [role=gridcell]"))
  .filter((target) => {
    const around = getComputedStyle(target, "::after");  // a small drawing may be hit beside it
    const label = target.closest("label");
    const heights = [
      target.getBoundingClientRect().height,
      around.position === "absolute" ? parseFloat(around.height) : 0,
      label ? label.getBoundingClientRect().height : 0,
    ];
    return Math.max(...heights) < least - 0.5;
  })
  .map((target) => `${target.tagName} ${target.textContent.trim()}`)"""


def test_everything_on_a_phone_can_be_hit_with_a_thumb(visit: Visit) -> None:
    host = visit("/", "phone")
    host.locator(".tile").first.wait_for()
    assert host.evaluate(TOO_SMALL, THUMB) == []
    table = sit_down(visit, "deckahedron", players=2)
    play(table.sittings, 8, Random(2))
    sitting = table.seat("Ana")
    for tab in ("Table", "Sheet", "Story", "More"):
        sitting.turn_to(tab)
        assert sitting.page.evaluate(TOO_SMALL, THUMB) == []


TWICE = """document.addEventListener("DOMContentLoaded", () => {
    document.documentElement.style.fontSize = "32px";
});"""
BROKEN = r"""() => {
    const broken = [];
    const nodes = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
        if (nodes.currentNode.parentElement.closest(".zone")) continue;  // cards are pictures
        const words = /(?<![\p{L}/._-])\p{L}{2,11}(?![\p{L}/_-])/gu;
        for (const word of nodes.currentNode.data.matchAll(words)) {
            const range = document.createRange();
            range.setStart(nodes.currentNode, word.index);
            range.setEnd(nodes.currentNode, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => box.top));
            if (lines.size > 1) broken.push(`${word[0]} in ${nodes.currentNode.data}`);
        }
    }
    return broken;
}"""


def test_words_stay_whole_where_letters_are_twice_as_large(visit: Visit) -> None:
    """On a phone of 390 pixels no word of up to eleven letters is cut in two; nothing is wider."""
    hosted = make_table(visit, "deckahedron", 2)
    link = links(hosted)["Ana"]
    start_game(hosted)
    page = visit("/")
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(TWICE)

    def look() -> None:
        assert page.evaluate(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.reload()
    page.locator(".tile").first.wait_for()
    look()
    page.goto(link)
    page.locator(".hero").first.wait_for()
    look()
    page.get_by_role("button", name="Make your own").click()
    page.get_by_role("button", name="Surprise me").last.wait_for()
    look()


def test_the_page_is_light(visit: Visit) -> None:
    """The first load stays under 200 kB, fonts and all."""
    page = visit("/")
    page.locator(".tile").first.wait_for()
    page.wait_for_function(
        "() => document.fonts.size > 1 && [...document.fonts].every(f => f.status === 'loaded')"
    )
    sizes = page.evaluate(
        "() => performance.getEntriesByType('resource').map(e => [e.name, e.transferSize])"
    )
    assert sum(size for name, size in sizes if "/assets/" in name) < 200_000
    fonts = [size for name, size in sizes if name.endswith(".woff2")]
    assert len(fonts) == 2
    assert sum(fonts) < 120_000


def test_a_tables_line_is_opened_while_its_code_is_on_its_way(visit: Visit) -> None:
    link = links(make_table(visit, "high-card", 2))["Ana"]
    page = visit("/")
    held: list[Route] = []
    page.route("**/assets/play-*.js", lambda route: held.append(route))
    with page.expect_websocket() as opened:
        page.goto(link, wait_until="commit")
    lines: list[WebSocket] = []
    page.on("websocket", lambda line: lines.append(line))
    with opened.value.expect_event("framereceived"):
        for route in held:
            route.continue_()
    expect(page.get_by_role("heading", name="Who’s playing")).to_be_visible()
    assert lines == []
