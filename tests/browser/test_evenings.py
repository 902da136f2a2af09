"""That’s it for tonight: the table sleeps, is told of, and wakes by the same links."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.staged import Json, Table
from tests.browser.test_joining import code_of, host_a_table, sit_down_as

Shoot = Callable[[Page, str], None]

LETTER = """---
title: The Bridge
game: thousand-faces
---

## The bridge

> Planks, and a toll house.

> **Handout: The captain’s letter**
>
> Hold the bridge until I come.
"""


def two_at_a_table(visit: Visit) -> tuple[Page, Page]:
    host = host_a_table(visit)
    guest = visit(f"/t/{code_of(host)}", "phone")
    sit_down_as(guest, "Ben")
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.locator(".page").wait_for()
    return host, guest


def more(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()


def test_an_evening_ends_and_the_next_begins_with_what_happened(visit: Visit, shoot: Shoot) -> None:
    host, guest = two_at_a_table(visit)
    more(host)
    more(guest)
    expect(guest.get_by_role("button", name="Copy your link")).to_be_visible()
    expect(guest.get_by_role("heading", name="Evenings")).to_have_count(0)  # nothing to read yet
    host.get_by_role("button", name="That’s it for tonight").click()
    host.get_by_label("Where did you leave off?").fill("Ben holds the better card.")
    host.get_by_label("When will you play next?").fill("2030-11-16T19:00")
    host.get_by_role("button", name="Good night").click()

    for page in (host, guest):
        sleeps = page.get_by_role("dialog", name="The table is asleep")
        expect(sleeps).to_contain_text("Ben holds the better card.")
        expect(sleeps).to_contain_text("November 16")
    ways = host.get_by_role("dialog").locator(".ways")
    expect(ways.locator(".main")).to_have_text("Leave the table")
    expect(ways.get_by_role("button", name="Wake the table")).to_be_visible()
    shoot(guest, "asleep-360")
    guest.get_by_role("link", name="Leave the table").click()
    expect(guest.get_by_role("link", name="Ana’s table")).to_contain_text("Asleep. Next: Saturday")
    guest.get_by_role("link", name="Ana’s table").click()
    expect(guest.get_by_role("dialog", name="The table is asleep")).to_be_visible()
    guest.get_by_role("button", name="Look around").click()
    guest.get_by_role("button", name="Table", exact=True).click()
    asleep = guest.get_by_role("region", name="Prompt")
    expect(asleep.get_by_role("heading", name="Asleep until Sat, Nov 16")).to_be_visible()
    expect(asleep).to_contain_text("Nothing changes until someone wakes the table.")
    expect(guest.get_by_role("button", name="Wake the table")).to_be_visible()
    expect(guest.get_by_role("button", name="Take back")).to_have_count(0)
    shoot(guest, "asleep-around-360")
    more(guest)
    with guest.expect_download() as download:
        guest.get_by_role("button", name="Add it to your calendar").click()
    assert download.value.suggested_filename in ("Ana’s table.ics", "Ana_s table.ics")

    host.get_by_role("dialog").get_by_role("button", name="Wake the table").click()

    expect(host.get_by_role("dialog")).to_have_count(0)
    expect(guest.get_by_role("dialog", name="Previously")).to_contain_text("the better card")
    guest.get_by_role("button", name="Let’s play").click()
    guest.reload()
    guest.locator(".page").wait_for()
    more(guest)
    expect(guest.get_by_role("dialog")).to_have_count(0)
    evenings = guest.get_by_role("region", name="Evenings")
    expect(evenings.get_by_role("heading", name="What happened so far")).to_be_visible()
    expect(evenings.get_by_role("listitem").first).to_contain_text("the better card")
    expect(guest.get_by_role("button", name="That’s it for tonight")).to_have_count(0)

    more(host)
    host.get_by_role("button", name="That’s it for tonight").click()
    next_time = host.get_by_label("When will you play next?")
    expect(next_time).not_to_have_value("")  # a group that meets again is asked for the same hour
    suggested = datetime.fromisoformat(next_time.input_value()) - datetime.now()
    assert timedelta(days=6, hours=23) < suggested < timedelta(days=7, hours=1)


def test_a_campaign_shows_its_hours_chapters_downtime_sessions_and_handouts(
    visit: Visit, server: Server, shoot: Shoot
) -> None:
    """Nine hours of A Thousand Faces, on a phone."""
    options: Json = {"campaign": "nine-hour", "adventure": LETTER}
    table = Table(server, "thousand-faces", ("GM", "Ana"), options)
    table.do("Ana", {"do": "quick-character"})
    table.do("GM", {"do": "begin-play", "scene": "Market day."})
    table.do("GM", {"do": "declare-chapter", "chapter": 3})
    table.do("GM", {"do": "tale.show", "handout": "The captain’s letter"})
    host, ana = visit(table.links["GM"], "phone"), visit(table.links["Ana"], "phone")
    for page in (host, ana):
        page.get_by_role("button", name="It was me").click()

    ana.get_by_role("button", name="The campaign: chapter 3 of 8").click()
    campaign = ana.get_by_role("dialog", name="The campaign")
    expect(campaign).to_contain_text("Session 1 of about 3.")
    expect(campaign).to_contain_text("Played so far: less than half an hour of about 9 hours.")
    chapters = campaign.get_by_role("list", name="Chapters").get_by_role("listitem")
    expect(chapters).to_have_count(8)
    expect(campaign.locator("li[aria-current=step]")).to_contain_text("Go")
    expect(campaign).to_contain_text("Ana: Free today")
    campaign.get_by_text("The captain’s letter").click()
    expect(campaign.get_by_text("Hold the bridge until I come.")).to_be_visible()
    shoot(ana, "campaign-360")

    more(host)
    host.get_by_role("button", name="That’s it for tonight").click()
    host.get_by_role("button", name="Good night").click()
    host.get_by_role("dialog").get_by_role("button", name="Wake the table").click()
    ana.get_by_role("dialog", name="Previously").get_by_role("button", name="Let’s play").click()
    expect(campaign).to_contain_text("Session 2 of about 3.")
    expect(campaign).to_contain_text("A new evening: “Open a new session” first")
    expect(host.locator("#todo")).to_contain_text("A new evening: “Open a new session” first")
    expect(host.locator("#todo").get_by_role("button").first).to_have_text("Open a new session…")
    table.do("GM", {"do": "open-session"})
    expect(campaign).to_contain_text("Session 2 of about 3.")
    expect(campaign).not_to_contain_text("A new evening")


def test_notes_are_shared_or_ones_own(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    for page in (host, guest):
        more(page)
    host.get_by_label("Everyone’s").fill("Berta lies.")
    host.get_by_label("Everyone’s").blur()
    expect(guest.get_by_label("Everyone’s")).to_have_value("Berta lies.")
    guest.get_by_label("Only yours").fill("I took the ring.")
    guest.get_by_label("Only yours").blur()

    guest.reload()
    more(guest)

    expect(guest.get_by_label("Only yours")).to_have_value("I took the ring.")
    expect(host.get_by_label("Only yours")).to_have_value("")


def test_two_who_write_at_once_lose_nothing(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    for page in (host, guest):
        more(page)
        expect(page.get_by_label("Everyone’s")).to_be_visible()
    guest.get_by_label("Everyone’s").fill("Oswin calls the wolves.")
    host.get_by_label("Everyone’s").fill("Berta lies.")
    host.get_by_label("Everyone’s").blur()
    expect(host.get_by_label("Everyone’s")).to_have_value("Berta lies.")

    expect(guest.get_by_label("Everyone’s")).to_have_value("Oswin calls the wolves.")
    guest.get_by_label("Everyone’s").blur()
    expect(guest.get_by_role("alert")).to_contain_text("Ana has just changed these notes.")
    expect(guest.get_by_role("blockquote")).to_have_text("Berta lies.")
    guest.get_by_label("Everyone’s").fill("Berta lies. Oswin calls the wolves.")
    guest.get_by_label("Everyone’s").blur()
    both = "Berta lies. Oswin calls the wolves."
    expect(host.get_by_label("Everyone’s")).to_have_value(both)


def test_the_table_is_given_a_web_hook(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    more(host)
    more(guest)
    expect(guest.get_by_role("heading", name="Messages for people who are away")).to_have_count(0)
    field = host.get_by_label("Your chat’s webhook address")
    field.fill("http://chat.example.org/hook")
    host.get_by_role("button", name="Send messages there").click()
    expect(host.get_by_role("alert")).to_contain_text("begins with https://")
    expect(field).to_have_value("http://chat.example.org/hook")

    field.fill("https://chat.example.org/hook")
    host.get_by_role("button", name="Send messages there").click()

    expect(host.get_by_text("The table tells your chat")).to_be_visible()
    host.get_by_role("button", name="Stop the messages").click()
    expect(field).to_be_visible()


def test_a_group_that_plays_over_days_says_how_long_a_turn_may_take(visit: Visit) -> None:
    host, guest = two_at_a_table(visit)
    more(host)
    host.get_by_label("How long can a turn take?").select_option("A day")
    host.get_by_label("After that, anyone can let the machine stand in").check()
    story = guest.locator("[role=log]")
    expect(story).to_contain_text("A turn can take up to a day. After that, anyone can let")
    more(guest)
    expect(guest.get_by_label("How long can a turn take?")).to_have_count(0)
    host.close()  # Ana, who is to act
    expect(guest.get_by_text("There’s time until")).to_be_attached()
