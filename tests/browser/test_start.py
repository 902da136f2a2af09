"""The first page: the tables that this browser knows."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hosting import Visit, links, make_table

HEADS = "() => Object.keys(localStorage).filter((key) => key.startsWith('fatedeck.heads.')).length"


def test_a_table_that_was_forgotten_by_mistake_comes_back(visit: Visit) -> None:
    """With its link and with what was seen of its record, until one leaves the page."""
    page = visit(links(make_table(visit, "high-card", 2))["Ana"], "phone")
    expect(page.get_by_role("heading", name="Who’s playing")).to_be_visible()
    page.goto("/")
    tables = page.get_by_role("region", name="Your tables")
    link = tables.get_by_role("link", name="Ana")
    where, heads = link.get_attribute("href"), page.evaluate(HEADS)
    forget = tables.get_by_role("button", name="Forget", exact=False)
    box = forget.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 360 - 24  # not at the edge, where a thumb scrolls

    forget.click()
    expect(link).to_have_count(0)
    expect(tables.get_by_role("status")).to_contain_text("is forgotten in this browser.")
    tables.get_by_role("button", name="back").click()
    expect(link).to_have_attribute("href", where or "")
    expect(tables.get_by_role("status")).to_have_text("")
    assert page.evaluate(HEADS) == heads

    forget.click()
    expect(link).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    expect(tables).to_have_count(0)


def test_a_newcomer_with_a_phone_finds_every_game_within_a_few_screens(visit: Visit) -> None:
    """What one does not need at first is folded away; nothing of it is lost."""
    page = visit("/", "phone")
    tile = page.locator("[data-game='deckahedron']")
    tile.get_by_role("link", name="Host a table").wait_for()
    assert page.evaluate("() => document.documentElement.scrollHeight") < 3000
    expect(tile.get_by_role("button", name="Print it")).to_be_hidden()

    tile.get_by_text("More").click()

    expect(tile.get_by_role("button", name="Print it")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
