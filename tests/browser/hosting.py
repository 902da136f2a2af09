"""Setting a table through the pages that a host uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.sitting import Sitting

Visit = Callable[..., Page]


@dataclass
class Hosted:
    """A table that has begun: the host's page, and everyone on a seat."""

    host: Page
    sittings: list[Sitting]
    spectator: str

    def seat(self, name: str) -> Sitting:
        return next(sitting for sitting in self.sittings if sitting.name == name)


NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def make_table(visit: Visit, game: str, players: int, address: str = "/") -> Page:
    """Host a table whose seats are handed out one by one; the host waits in its lobby."""
    host = visit(address)
    host.locator(f"[data-game='{game}']").get_by_role("link", name="Host a table").click()
    host.get_by_text("Name, door, seats").click()
    play_your_own(host)
    host.get_by_label("No code: you hand out a link for each seat").check()
    host.get_by_label("I’m only hosting, without a seat").check()
    seats = host.get_by_label("Name of another seat")
    for name in NAMES[:players]:
        host.get_by_role("button", name="Save a seat for someone").click()
        seats.last.fill(name)
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_role("heading", name="Who’s playing")).to_be_visible()
    return host


def play_your_own(host: Page) -> None:
    """Where an adventure is proposed, another one is played that nobody has written down."""
    own = host.get_by_role("radio", name="Something of your own")
    if own.count():
        own.check()


def start(host: Page) -> None:
    """Start the game with all seats, whoever sits there already."""
    keep = host.get_by_label("Keep the free")
    if keep.count():
        keep.check()
    host.get_by_role("button", name="Start the game").click()


def links(host: Page) -> dict[str, str]:
    """The secret links in the lobby by who they are for."""
    rows = host.locator("li", has=host.get_by_role("button", name="QR code"))
    return {
        row.locator("b").inner_text(): str(row.locator("a").get_attribute("href"))
        for row in rows.all()
    }


def sit_down(visit: Visit, game: str, players: int = 3, address: str = "/") -> Hosted:
    """A table with everyone in a browser of their own: on a phone, at a desk, on a phone."""
    host = make_table(visit, game, players, address)
    found = links(host)
    spectator = found.pop("Spectators")
    sittings = [
        Sitting(name, visit(link, "desktop" if name == "Game master" or place % 2 else "phone"))
        for place, (name, link) in enumerate(found.items(), start=1)
    ]
    for sitting in sittings:
        expect(sitting.page.get_by_role("heading", name="Who’s playing")).to_be_visible()
    start(host)
    for sitting in sittings:
        sitting.page.locator(".page").wait_for()
    return Hosted(host, sittings, spectator)
