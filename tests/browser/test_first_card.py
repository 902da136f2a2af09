"""From the start page to the first drawn card: at most six taps each, in every game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hosting import Visit

MOST = 6

COUNTING = """() => addEventListener("pointerdown", () =>
    sessionStorage.setItem("taps", String(Number(sessionStorage.getItem("taps")) + 1)), true)"""

DRAWN = """async () => {
    const [table] = location.hash.slice(1).split(".");
    const headers = { Authorization: `Bearer ${location.hash.slice(1)}` };
    const answer = await fetch(`/api/v1/tables/${table}/story`, { headers });
    const { lines } = await answer.json();
    return lines.some((line) => line.moment || / draws? /.test(line.text));
}"""


def taps(page: Page) -> int:
    return int(page.evaluate("() => Number(sessionStorage.getItem('taps'))"))


def visit_counting(visit: Visit, address: str) -> Page:
    """Open an address on a phone, counting every tap from now on."""
    page = visit("/", "phone")
    page.add_init_script(f"({COUNTING})()")
    page.goto(address)
    return page


def prompt(page: Page) -> Locator:
    return page.locator(".prompt")


def take_a_hero(guest: Page, name: str) -> None:
    guest.get_by_role("region", name="Ready-made heroes").get_by_role("button", name=name).click()
    expect(guest.get_by_role("region", name="Ready-made heroes")).to_have_count(0)


def offer(page: Page, label: str) -> None:
    prompt(page).get_by_role("button", name=label).first.click()


def adventures(host: Page, guest: Page) -> None:
    """An attempt at something, as hard as the game master says."""
    take_a_hero(guest, "Marn")
    offer(guest, "Try something")
    prompt(guest).get_by_text("Brute", exact=False).first.click()
    prompt(guest).locator("form button.main").click()
    offer(host, "DR 2")


def deckahedron(host: Page, guest: Page) -> None:
    """An attempt at something, when the adventure has begun."""
    take_a_hero(guest, "Brann")
    host.get_by_role("button", name="Tell it").first.click()
    offer(guest, "Attempt something")
    prompt(guest).locator("form label").filter(has_text="Strength").click()
    prompt(guest).locator("form button.main").click()
    offer(host, "Standard")


def realms(host: Page, guest: Page) -> None:
    """The hand of the first day."""
    take_a_hero(guest, "Tamsin")
    offer(host, "Begin the first day")


def faces(host: Page, guest: Page) -> None:
    """A first look around."""
    take_a_hero(guest, "Ludo")
    offer(host, "Begin play")
    prompt(host).locator("form button.main").click()
    offer(guest, "Discern")
    prompt(guest).locator("form button.main").click()


def duel(host: Page, guest: Page) -> None:
    """The opening hands are dealt by the start."""


FIRST: dict[str, Callable[[Page, Page], None]] = {
    "deck-of-adventures": adventures,
    "deckahedron": deckahedron,
    "realms-behind": realms,
    "thousand-faces": faces,
    "adventurer-factory": duel,
}


@pytest.mark.parametrize("game", FIRST)
def test_six_taps_to_the_first_card(visit: Visit, game: str) -> None:
    host = visit_counting(visit, "/")
    host.locator(f"[data-game='{game}']").get_by_role("link", name="Host a table").click()
    expect(host.get_by_label("Your name")).to_be_focused()
    host.keyboard.type("Ana")
    host.get_by_role("button", name="Set the table").click()
    code = host.get_by_label("The table’s code").inner_text()
    guest = visit_counting(visit, f"/t/{code}")
    expect(guest.get_by_label("Your name")).to_be_focused()
    guest.keyboard.type("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_label("Name of seat 2")).to_have_value("Ben")
    host.get_by_role("button", name="Start the game").click()
    guest.locator(".page").wait_for()

    FIRST[game](host, guest)

    guest.wait_for_function(DRAWN)
    assert 1 <= taps(host) <= MOST
    assert 1 <= taps(guest) <= MOST


WITH_A_MASTER = {
    "deck-of-adventures": "Marn",
    "deckahedron": "Brann",
    "realms-behind": "Tamsin",
    "thousand-faces": "Ludo",
}


@pytest.mark.parametrize("game", WITH_A_MASTER)
def test_six_taps_and_words_to_a_hero_of_an_adventure(visit: Visit, game: str) -> None:
    """The host chooses what to play, and plays; the machine runs it. The typed name counts, too."""
    host = visit_counting(visit, "/")
    host.locator(f"[data-game='{game}']").get_by_role("link", name="Host a table").click()
    host.keyboard.type("Ana")
    host.get_by_role("radio", name="heroes").first.check()
    host.get_by_label("a player, with the machine as game master").check()
    host.get_by_role("button", name="Play at once").click()
    host.locator(".page").wait_for()

    take_a_hero(host, WITH_A_MASTER[game])

    typed = 1
    assert 2 <= taps(host) + typed <= MOST


def test_two_do_not_take_the_same_hero_unless_they_want_to(visit: Visit) -> None:
    host = visit_counting(visit, "/host/deckahedron")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_role("button", name="Set the table").click()
    code = host.get_by_label("The table’s code").inner_text()
    guests = {}
    for name in ("Ben", "Cleo"):
        guests[name] = visit_counting(visit, f"/t/{code}")
        guests[name].get_by_label("Your name").fill(name)
        guests[name].get_by_role("button", name="Sit down").click()
        expect(guests[name].get_by_role("heading", name="Who’s playing")).to_be_visible()
    host.get_by_role("button", name="Start the game").click()
    take_a_hero(guests["Ben"], "Brann")

    heroes = guests["Cleo"].get_by_role("region", name="Ready-made heroes")
    expect(heroes).to_contain_text("Ben is playing Brann.")
    expect(heroes.get_by_role("button", name="Brann")).to_have_count(0)
    heroes.get_by_role("button", name="Play them too").click()
    heroes.get_by_role("button", name="Play Brann too").click()

    expect(guests["Ben"].get_by_label("What happened last")).to_contain_text(
        "Cleo is playing Brann."
    )
    expect(heroes).to_have_count(0)
