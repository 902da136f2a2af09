"""Printing from the page: choose, wait, save; for a game and for a deck of one's own."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit, sit_down

PATIENCE = 60_000
"""The press itself takes a second."""


def test_a_game_and_a_deck_are_printed(visit: Visit) -> None:
    page = visit("/", "phone")
    tile = page.locator("[data-game='deckahedron']")
    tile.get_by_text("More").click()
    tile.get_by_role("button", name="Print it").click()
    for cards in ("Wounds and blessings", "Skills and attributes", "Items"):
        page.get_by_role("checkbox", name=cards).uncheck()
    page.get_by_label("Move the backs right").fill("1.5")
    page.get_by_role("button", name="Make the PDF").click()
    saving = page.get_by_role("link", name="Save the PDF")
    expect(saving).to_be_visible(timeout=PATIENCE)
    page.get_by_role("combobox", name="Backs").select_option("fold")
    expect(saving).to_be_hidden()  # it would save what is no longer chosen
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


def test_an_adventure_a_sheet_and_the_story_of_a_table_are_printed(
    visit: Visit, shoot: Callable[[Page, str], None]
) -> None:
    """Print stands where the thing is: at the adventure, at one's sheet, at the end of the game."""
    page = visit("/host/deckahedron")
    page.get_by_role("radio", name="The Bell Under the Weir").check()
    page.get_by_role("button", name="Print “The Bell Under the Weir”").click()
    expect(page.get_by_role("dialog").get_by_label("What")).to_have_value("adventure")
    page.get_by_role("checkbox", name="As a booklet").check()
    shoot(page, "print-adventure")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.get_by_role("status")).to_contain_text("fold once", timeout=PATIENCE)

    table = sit_down(visit, "deckahedron")
    at_desks = table.sittings[::2]  # see `sit_down`: the others hold a phone
    player = next(one.page for one in at_desks if one.name != "Game master")
    player.get_by_role("button", name="Print your sheet").click()
    shoot(player, "print-sheet")
    player.get_by_role("button", name="Make the PDF").click()
    expect(player.get_by_role("link", name="Save the PDF")).to_be_visible(timeout=PATIENCE)
    player.keyboard.press("Escape")

    table.host.get_by_role("button", name="More", exact=True).click()
    table.host.get_by_role("button", name="End the table and open the secret").click()
    table.host.get_by_role("button", name="End the table", exact=True).click()
    player.get_by_role("button", name="Print the story as a book").click()
    player.get_by_role("button", name="Make the PDF").click()
    expect(player.get_by_text("The chronicle.", exact=True)).to_be_visible(timeout=PATIENCE)
    shoot(player, "print-story")
