"""Printing from the page: choose, wait, save; for a game and for a deck of one's own."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hosting import Visit

PATIENCE = 60_000
"""The press itself takes a second."""


def test_a_game_and_a_deck_are_printed(visit: Visit) -> None:
    page = visit("/", "phone")
    page.locator("[data-game='deckahedron']").get_by_role("button", name="Print it").click()
    for cards in ("Wounds and blessings", "Skills and attributes", "Items"):
        page.get_by_role("checkbox", name=cards).uncheck()
    page.get_by_label("Backs").select_option("fold")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_role("status")).to_have_text(
        "Deckahedron: 20 cards on 4 sides.", timeout=PATIENCE
    )
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the PDF").click()
    assert saved.value.suggested_filename == "deckahedron-cards.pdf"
    assert saved.value.path().read_bytes().startswith(b"%PDF-1.7")

    page.goto("/decks/adventurer-factory")
    page.get_by_role("button", name="From Iron Road").click()
    page.get_by_role("button", name="Your deck (40)").click()
    page.get_by_role("button", name="Print it").click()
    page.get_by_role("dialog").get_by_label("What").select_option("box")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_text("Adventurer Factory: 1 box.")).to_be_visible(timeout=PATIENCE)
