"""A seat is its player's: links that change hands once, seats freed, tables ended and deleted."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from fatedeck.table.protocol import PROTOCOL
from tests.browser.hosting import Visit, links, make_table, sit_down

SPY = """([table, token, protocol]) => new Promise((seated) => {
    const line = new WebSocket(`ws://${location.host}/api/v1/live`);
    line.onopen = () => line.send(JSON.stringify({ is: "hello", protocol, table, token }));
    line.onmessage = (event) => {
        window.heard = JSON.parse(event.data);
        seated();
    };
})"""


def sits_by_another_link(page: Page, link: str) -> str:
    """The link that a page has come to, in the place of the one it was opened by."""
    expect(page).not_to_have_url(link)
    return page.url


def spy_on(visit: Visit, link: str) -> Page:
    """Somebody who kept a link for themselves and sits down by it, without our page."""
    page = visit("/")
    page.evaluate(SPY, [*link.partition("#")[2].split("."), PROTOCOL])
    return page


def test_whoever_sits_down_is_the_only_one_to_hold_the_link(visit: Visit) -> None:
    host = make_table(visit, "high-card", 2)
    invitation = links(host)["Ana"]
    ana = visit(invitation)
    own = sits_by_another_link(ana, invitation)

    expect(visit(invitation).get_by_role("heading", name="This link doesn’t work")).to_be_visible()
    expect(host.get_by_text("Ana has taken this seat")).to_be_visible()
    assert "Ana" not in links(host)
    expect(ana.get_by_text("Someone has sat here before")).to_have_count(0)

    ana.reload()
    expect(ana.get_by_role("heading", name="Who’s playing")).to_be_visible()
    ana.goto(invitation)  # as it stands in the message that Ana was sent
    expect(ana.get_by_role("heading", name="Who’s playing")).to_be_visible()
    expect(ana).to_have_url(own)
    ana.goto("/")
    ana.get_by_role("link", name="Ana").click()
    expect(ana.get_by_role("heading", name="Who’s playing")).to_be_visible()
    expect(ana).to_have_url(own)


def test_a_player_takes_their_link_to_another_device_and_shuts_others_out(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana = table.sittings[0].page
    ana.get_by_role("button", name="More", exact=True).click()
    ana.get_by_role("button", name="Copy your link").click()
    copied = str(ana.evaluate("() => navigator.clipboard.readText()"))
    phone = visit(copied, "phone")
    phone.get_by_role("button", name="It was me").click()
    expect(phone.get_by_text("Someone has sat here before")).to_have_count(0)
    expect(phone.locator("[aria-label='Your cards'] [data-card]")).to_have_count(2)

    ana.get_by_role("button", name="Get a new link").click()

    expect(phone.get_by_role("heading", name="You are no longer at this table")).to_be_visible()
    sits_by_another_link(ana, copied)
    ana.reload()
    expect(ana.locator("[aria-label='Your cards'] [data-card]")).to_have_count(2)


def test_whoever_finds_their_seat_taken_is_told_and_makes_it_their_own(visit: Visit) -> None:
    host = make_table(visit, "high-card", 2)
    invitation = links(host)["Ana"]
    spy = spy_on(visit, invitation)
    ana = visit(invitation)

    expect(ana.get_by_text("They used this link in another browser.")).to_be_visible()
    ana.get_by_role("button", name="Make it mine alone").click()

    expect(ana.get_by_text("Someone has sat here before")).to_have_count(0)
    sits_by_another_link(ana, invitation)
    spy.wait_for_function("() => window.heard.is === 'bye'")


def test_a_host_frees_a_seat_in_front_of_all(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana, ben = (sitting.page for sitting in table.sittings)
    table.seat("Ben").turn_to("Story")
    host = table.host
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="Free Ana’s seat").click()
    host.get_by_role("button", name="No, leave it").click()
    expect(ana.locator(".page")).to_be_visible()

    host.get_by_role("button", name="Free Ana’s seat").click()
    host.get_by_role("button", name="Free the seat").click()

    expect(ana.get_by_role("heading", name="You are no longer at this table")).to_be_visible()
    expect(ben.get_by_role("log")).to_contain_text("The host has freed Ana’s seat.")
    newcomer = visit(links(host)["Ana"])
    expect(newcomer.locator("[aria-label='Your cards'] [data-card]")).to_have_count(2)
    expect(ben.get_by_role("log")).to_contain_text(re.compile("freed.*Ana’s seat is taken."))


def test_an_end_is_asked_for_once_more(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    host = table.host
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="End the table and open the secret").click()
    expect(host.get_by_role("button", name="No, leave it")).to_be_focused()
    host.keyboard.press("Enter")
    expect(host.get_by_role("button", name="Verify every card")).to_have_count(0)

    host.get_by_role("button", name="End the table and open the secret").click()
    host.get_by_role("button", name="End the table", exact=True).click()

    expect(host.get_by_role("button", name="Verify every card")).to_be_visible()


def test_a_host_deletes_a_table(visit: Visit) -> None:
    table = sit_down(visit, "high-card", players=2)
    ana = table.sittings[0].page
    ana.get_by_role("button", name="More", exact=True).click()
    expect(ana.get_by_role("button", name="Delete the table")).to_have_count(0)
    host = table.host
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="Delete the table").click()
    host.get_by_role("button", name="Delete it for good").click()

    for page in (host, ana):
        expect(page.get_by_text("The host has deleted this table.")).to_be_visible()
    host.goto("/")
    expect(host.get_by_role("heading", name="Games")).to_be_visible()
    expect(host.get_by_role("heading", name="Your tables")).to_have_count(0)


def test_a_new_link_is_found_although_its_answer_was_lost(visit: Visit) -> None:
    """The line breaks after the server has made it: the page reckons it from what it sent."""
    host = make_table(visit, "high-card", 2)
    invitation = links(host)["Ana"]
    lost: list[str] = []

    def through(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"link":' in str(message) and not lost:
                lost.append(str(message))
                line.close()
            else:
                line.send(message)

        server.on_message(pass_on)

    ana = visit("/")
    ana.route_web_socket("**/live?*", through)
    ana.goto(invitation)
    own = sits_by_another_link(ana, invitation)

    expect(ana.get_by_role("heading", name="Who’s playing")).to_be_visible()
    assert own.partition(".")[2].rpartition(".")[2] in lost[0]
    ana.reload()
    expect(ana.get_by_role("heading", name="Who’s playing")).to_be_visible()
    expect(ana).to_have_url(own)
