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


def make_table(visit: Visit, game: str, players: int, address: str = "/") -> Page:
    """Host a table from the start page; the host waits in its lobby."""
    host = visit(address)
    host.locator(f"[data-game='{game}']").get_by_role("link", name="Host a table").click()
    seats = host.get_by_role("group", name="Seats").locator("input[type=text]")
    seats.first.wait_for()
    with_master = host.get_by_text("game master", exact=True).count()
    while seats.count() - with_master < players:
        host.get_by_role("button", name="Add a player").click()
    while seats.count() - with_master > players:
        host.get_by_role("button", name="Take the seat").last.click()
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_role("heading", name="Who plays")).to_be_visible()
    return host


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
        expect(sitting.page.get_by_role("heading", name="Who plays")).to_be_visible()
    host.get_by_role("button", name="Start the game").click()
    for sitting in sittings:
        sitting.page.locator(".page").wait_for()
    return Hosted(host, sittings, spectator)
