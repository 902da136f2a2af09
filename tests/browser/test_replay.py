"""A replay plays by itself, and its cards turn before what follows from them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.staged import fight


def test_a_replay_plays_step_by_step_with_its_moments(visit: Visit, server: Server) -> None:
    table = fight(server, "deckahedron")
    table.do("Ana", {"do": "attack", "foe": "Wolf", "way": "melee"})
    page = visit(table.links["Ana"].replace("/table", "/replay"), "desktop")
    steps = page.get_by_role("slider")
    last = int(steps.get_attribute("max") or 0)
    expect(steps).to_have_value(str(last))
    steps.fill(str(last - 1))
    expect(steps).to_have_value(str(last - 1))

    page.get_by_role("button", name="Play").click()
    expect(page.locator(".moment")).to_contain_text("Strength")
    expect(steps).to_have_value(str(last))
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_replay_can_be_stopped(visit: Visit, server: Server) -> None:
    table = fight(server, "deckahedron")
    page = visit(table.links["Ana"].replace("/table", "/replay"), "phone")
    steps = page.get_by_role("slider")
    steps.fill("1")

    page.get_by_role("button", name="Play").click()
    expect(steps).to_have_value("2")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
