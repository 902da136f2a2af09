"""What the game master may decree, and that the story says so."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit, sit_down
from tests.browser.sitting import play


def test_the_game_master_sets_a_number_and_rewinds(
    visit: Visit,
    shoot: Callable[[Page, str], None],
    look_for_faults: Callable[[Page], list[str]],
) -> None:
    table = sit_down(visit, "deckahedron", players=2)
    play(table.sittings, 8, Random(1))
    master, ana = table.sittings[0], table.sittings[1]
    master.turn_to("Desk")
    ana.turn_to("Story")
    page = master.page
    page.get_by_text("Mend", exact=True).click()

    page.get_by_label("Why", exact=True).fill("a gift")
    page.get_by_text("Set a number").click()
    page.get_by_label("Which").select_option(index=1)
    page.get_by_label("To", exact=True).first.fill("3")
    page.get_by_role("button", name="Set it").click()

    decree = ana.page.get_by_role("log").locator(".fiat", has_text="(a gift)")
    expect(decree).to_have_count(1)
    shoot(page, "game-master-1280")
    assert look_for_faults(page) == []
    expect(page.get_by_role("listitem").filter(has_text="before “").first).to_contain_text("a gift")
    page.get_by_role("button", name="Rewind").first.click()
    expect(ana.page.get_by_role("log").locator(".fiat s", has_text="(a gift)")).to_have_count(1)


def test_the_game_master_locks_the_table_and_hands_a_seat_to_the_machine(visit: Visit) -> None:
    table = sit_down(visit, "deckahedron", players=2)
    master = table.sittings[0]
    master.turn_to("More")
    master.page.get_by_role("button", name="Lock the table").click()
    expect(master.page.get_by_role("button", name="Unlock the table")).to_be_visible()
    late = visit(table.spectator)
    expect(late.get_by_role("heading", name="This link doesn’t work")).to_be_visible()
    master.turn_to("Desk")
    master.page.get_by_text("Mend", exact=True).click()
    master.page.get_by_role("button", name="Let the machine play Ana").click()
    expect(master.page.get_by_role("button", name="Ana plays again")).to_be_visible()
