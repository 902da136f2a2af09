"""From a link to a seat: the table's code, knocking, watching, and the tables a browser knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.chair import is_inside
from tests.browser.hosting import Visit, play_your_own
from tests.browser.test_first_card import DRAWN, take_a_hero

Shoot = Callable[[Page, str], None]


def host_a_table(
    visit: Visit, game: str = "high-card", name: str = "Ana", size: str = "phone"
) -> Page:
    """Host a table as somebody new does: the game, a name, and one sits."""
    host = visit("/", size)
    host.locator(f"[data-game='{game}']").get_by_role("link", name="Host a table").click()
    host.get_by_label("Your name").fill(name)
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_role("heading", name="Who’s playing")).to_be_visible()
    return host


def code_of(host: Page) -> str:
    return host.get_by_label("The table’s code").inner_text()


def sit_down_as(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Who’s playing")).to_be_visible()


def test_a_guest_opens_the_link_and_sits_down(visit: Visit, shoot: Shoot) -> None:
    host = host_a_table(visit)
    expect(host.get_by_text("You need one more player to begin.")).to_be_visible()
    host.get_by_role("button", name="Copy the link").click()
    link = str(host.evaluate("() => navigator.clipboard.readText()"))
    assert link.endswith(f"/t/{code_of(host).replace('-', '')}")
    expect(host.get_by_role("img", name="QR code with the table’s link")).to_be_visible()
    shoot(host, "lobby-own-360")

    guest = visit(link, "phone")
    expect(guest.get_by_role("heading", name="Ana’s table")).to_be_visible()
    expect(guest.get_by_text("You’re invited to play High Card")).to_be_visible()
    expect(guest.locator("header .art svg")).to_be_visible()
    expect(guest.get_by_text("Lay a card; the highest takes the round.")).to_be_visible()
    expect(guest.get_by_text("Ana hosts.")).to_be_visible()
    guest.get_by_label("plum").check(force=True)
    shoot(guest, "join-guest-360")
    sit_down_as(guest, "Ben")

    expect(guest.get_by_text("You are in. The game begins when Ana starts it.")).to_be_visible()
    expect(guest.get_by_text("Someone has sat here before")).to_have_count(0)
    expect(guest.get_by_label("plum")).to_be_checked()
    expect(host.get_by_label("Name of seat 2")).to_have_value("Ben")
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.locator(".page").wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360

    again = visit(link, context_of=guest)  # the same link leads back to one's own seat
    again.get_by_role("link", name="Continue as Ben").click()
    expect(again.locator("[aria-label='Your cards'] [data-card]")).to_have_count(2)


def test_the_code_is_typed_on_the_start_page(visit: Visit) -> None:
    code = code_of(host_a_table(visit))
    guest = visit("/", "phone")
    guest.get_by_label("Type the table’s code").fill(f" {code.lower()} ")
    guest.get_by_role("button", name="Join").click()
    sit_down_as(guest, "Ben")

    stranger = visit("/t/ABCDABCD", "phone")
    expect(stranger.get_by_text("No table has this code.")).to_be_visible()


def test_two_of_the_same_name_are_told_and_nothing_typed_is_lost(visit: Visit) -> None:
    guest = visit(f"/t/{code_of(host_a_table(visit))}", "phone")
    guest.get_by_label("Your name").fill("Ana")
    guest.get_by_role("button", name="Sit down").click()

    expect(guest.get_by_role("alert")).to_contain_text("There’s a seat called “Ana” already.")
    expect(guest.get_by_label("Your name")).to_have_value("Ana")
    sit_down_as(guest, "Anna")


def test_a_guest_knocks_and_the_host_lets_them_in(visit: Visit, shoot: Shoot) -> None:
    host = host_a_table(visit)
    host.get_by_text("Who can come in").click()
    host.get_by_label("They knock, and you let them in").check()
    code = code_of(host)
    pages = {}
    for name in ("Ben", "Cleo"):
        pages[name] = visit(f"/t/{code}", "phone")
        pages[name].get_by_label("Your name").fill(name)
        pages[name].get_by_role("button", name="Knock").click()
        expect(pages[name].get_by_text("Ana will let you in.")).to_be_visible()

    ben = host.get_by_role("group", name="Ben is at the door")
    shoot(host, "knock-360")
    ben.get_by_role("button", name="Let them in").click()
    host.get_by_role("group", name="Cleo is at the door").get_by_role("button", name="Not").click()

    expect(pages["Ben"].get_by_role("heading", name="Who’s playing")).to_be_visible()
    expect(pages["Cleo"].get_by_role("alert")).to_contain_text("You were not let in this time.")


def test_a_new_code_and_a_closed_door(visit: Visit) -> None:
    host = host_a_table(visit)
    first = code_of(host)
    host.get_by_text("Who can come in").click()
    host.get_by_role("button", name="Make a new code").click()
    expect(host.get_by_label("The table’s code")).not_to_have_text(first)
    expect(visit(f"/t/{first}").get_by_text("No table has this code.")).to_be_visible()
    second = code_of(host)

    host.get_by_role("button", name="Close the door").click()

    expect(host.get_by_label("The table’s code")).to_have_count(0)
    expect(visit(f"/t/{second}").get_by_text("No table has this code.")).to_be_visible()
    host.get_by_role("button", name="Open the door").click()
    expect(host.get_by_label("The table’s code")).to_be_visible()


def test_whoever_may_just_watches(visit: Visit) -> None:
    host = host_a_table(visit)
    code = code_of(host)
    expect(visit(f"/t/{code}").get_by_role("link", name="Just watch")).to_have_count(0)
    host.get_by_text("Who can come in").click()
    host.get_by_label("They can also just watch").check()
    watching = visit(f"/t/{code}", "phone")
    watching.get_by_role("link", name="Just watch").click()
    expect(watching.get_by_role("heading", name="Who’s playing")).to_be_visible()
    expect(watching.get_by_label("The table’s code")).to_have_count(0)

    host.get_by_label("They can also just watch").uncheck()

    expect(watching.get_by_role("heading", name="You are no longer at this table")).to_be_visible()


def test_one_runs_the_game_and_plays_too(visit: Visit, shoot: Shoot) -> None:
    page = visit("/host/deckahedron", "phone")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("both").check()
    page.get_by_role("button", name="Set the table").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".page").wait_for()

    page.get_by_role("link", name="sit there as Game master").click()
    expect(page.get_by_role("button", name="Desk", exact=True)).to_be_visible()
    page.get_by_role("link", name="sit there as Ana").click()
    expect(
        page.get_by_role("listitem").filter(has_text=re.compile("^Ana: you|Ana.*you"))
    ).to_be_visible()
    shoot(page, "both-360")


def test_late_comers_find_the_seat_that_was_kept(visit: Visit) -> None:
    host = visit("/host/high-card", "phone")
    host.get_by_label("Your name").fill("Ana")
    host.get_by_text("Name, door, seats").click()
    host.get_by_role("button", name="Save a seat for someone").click()
    host.get_by_label("Name of another seat").fill("Dan")
    host.get_by_role("button", name="Set the table").click()
    code = code_of(host)
    host.get_by_label("Keep the free seat").check()
    host.get_by_role("button", name="Start the game").click()
    host.locator(".page").wait_for()

    late = visit(f"/t/{code}", "phone")
    expect(late.get_by_text("The game is on.")).to_be_visible()
    late.get_by_role("button", name="Sit down").click()

    expect(late.locator("[aria-label='Your cards'] [data-card]")).to_have_count(2)


def test_a_browser_carries_its_tables_to_another(visit: Visit, tmp_path: Path) -> None:
    host = host_a_table(visit)
    own = host.url
    host.goto("/")
    host.get_by_text("Your tables in another browser").click()
    with host.expect_download() as download:
        host.get_by_role("button", name="Save your tables as a file").click()
    file = tmp_path / "tables.json"
    download.value.save_as(file)

    other = visit("/", "phone")
    other.get_by_text("Your tables in another browser").click()
    other.get_by_label("Load your tables from another browser").set_input_files(file)
    other.get_by_role("link", name="Ana’s table").click()

    expect(other.get_by_role("heading", name="Who’s playing")).to_be_visible()
    expect(other).to_have_url(own)
    expect(other.get_by_text("Someone has sat here before")).to_have_count(0)
    other.goto("/")
    other.get_by_text("Your tables in another browser").click()
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text('{"tables": 1}')
    other.get_by_label("Load your tables from another browser").set_input_files(nonsense)
    expect(other.get_by_role("alert")).to_contain_text("isn’t a file of tables")


def test_the_page_can_be_installed(visit: Visit) -> None:
    page = visit("/")
    address = str(page.locator("link[rel=manifest]").get_attribute("href"))
    answer = page.request.get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    for icon in answer.json()["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]


def until_your_turn(page: Page) -> None:
    """Let everything pass until it is one's own turn: from then on a machine does nothing."""
    prompt = page.locator(".prompt")
    passing = prompt.get_by_role("button", name="Pass", exact=True)
    acting = prompt.get_by_role("button", name=re.compile("End the Main Step|Simple Attack"))
    acting.or_(passing).first.wait_for()
    while not acting.count():
        press(page, passing)
        acting.or_(passing).first.wait_for()


def press(page: Page, button: Locator) -> None:
    """Press a button, and wait until the table has moved on."""
    before = page.locator(".page").get_attribute("data-version")
    button.click()
    expect(page.locator(".page")).not_to_have_attribute("data-version", str(before))


def open_concede(page: Page) -> None:
    """Whoever's turn it is: giving up is among the rest when there is much to do."""
    offers = page.locator(".prompt .todo")
    offers.wait_for()
    if not offers.get_by_role("button", name="Concede").count():
        offers.locator(".more").click()
    page.get_by_role("button", name="Concede").click()


def concede(page: Page) -> None:
    """Give up a duel."""
    open_concede(page)
    page.locator("form[data-offer=concede]").get_by_role("button", name="Concede").click()


def test_a_duel_is_fought_again_with_the_same_people(visit: Visit, shoot: Shoot) -> None:
    host = host_a_table(visit, "adventurer-factory")
    guest = visit(f"/t/{code_of(host)}", "phone")
    sit_down_as(guest, "Ben")
    host.get_by_role("button", name="Start the game").click()
    concede(guest)

    guest.get_by_role("button", name="Make it best of three").click()

    expect(guest.get_by_role("heading", name="Ana against Ben")).to_be_visible()
    expect(guest.get_by_text("you host")).to_be_visible()
    ways = host.locator(".ending .ways")
    expect(ways.get_by_role("button", name="Make it best of three")).to_have_count(0)
    join = ways.get_by_role("button", name="Ben wants a rematch: Play")
    shoot(host, "rematch-asked-360")
    assert is_inside(join, host.locator(".asks"))
    join.click()
    expect(host.get_by_role("heading", name="Ana against Ben")).to_be_visible()
    expect(guest.get_by_role("listitem").filter(has_text="here")).to_have_count(2)
    shoot(guest, "rematch-lobby-360")
    guest.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        page.locator(".page").wait_for()
    concede(guest)
    for page in (host, guest):
        ending = page.get_by_role("region", name="How it ended")
        expect(ending).to_contain_text("That decides it: Ana 2, Ben 0 (best of 3).")


def test_alone_against_the_machine_a_rematch_begins_at_once(visit: Visit) -> None:
    page = visit("/", "phone")
    tile = page.locator("[data-game='adventurer-factory']")
    tile.get_by_role("link", name="Play alone").click()
    page.get_by_role("button", name="Play against").first.click()
    until_your_turn(page)
    concede(page)
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(first)
    expect(page.locator(".page")).to_be_visible()
    expect(page.get_by_role("heading", name="The game is over")).to_have_count(0)


def host_as_a_player(visit: Visit, game: str = "deck-of-adventures") -> Page:
    """The host plays, and somebody else is to run the game."""
    host = visit(f"/host/{game}", "phone")
    host.get_by_label("Your name").fill("Hanna")
    play_your_own(host)
    host.get_by_role("radio", name="a player", exact=True).check()
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_text("You need a game master to begin.")).to_be_visible()
    return host


def test_the_game_masters_seat_cannot_get_lost(visit: Visit) -> None:
    """It has no ✕, a guest is offered it, and nobody is sent away from a seat by one tap."""
    host = host_as_a_player(visit)
    expect(host.get_by_label("Name of seat 1")).to_have_value("Game master")
    expect(host.get_by_role("button", name="Remove Game master’s seat")).to_have_count(0)
    greta, ben = (visit(f"/t/{code_of(host)}", "phone") for _ in range(2))
    sit_down_as(ben, "Ben")
    greta.get_by_role("radio", name="you run the game").check()
    sit_down_as(greta, "Greta")
    expect(host.get_by_text("You need a game master")).to_have_count(0)

    host.get_by_role("button", name="Remove Ben’s seat").click()
    asked = host.get_by_role("group", name="Ben sits there")
    asked.get_by_role("button", name="No, leave it").click()
    expect(asked).to_have_count(0)
    expect(host.get_by_label("Name of seat 3")).to_have_value("Ben")
    host.get_by_role("button", name="Remove Ben’s seat").click()
    asked.get_by_role("button", name="Remove the seat").click()
    expect(host.get_by_label("Name of seat 3")).to_have_count(0)


def test_without_a_game_master_the_machine_runs_the_game(visit: Visit) -> None:
    """It is offered beside what is missing; without an adventure it makes one up as it goes."""
    host = host_as_a_player(visit)
    offer = host.get_by_role("button", name="Let the machine run it")
    offer.click()
    expect(host.get_by_text("You need a game master")).to_have_count(0)
    expect(host.get_by_text("game master, the machine")).to_be_visible()
    host.get_by_role("button", name="Keep that seat for a friend").click()
    expect(host.get_by_text("You need a game master to begin.")).to_be_visible()
    offer.click()

    host.get_by_role("button", name="Start the game").click()
    host.get_by_role("button", name=re.compile("^Marn")).click()
    expect(host.get_by_role("region", name="The scene").get_by_role("heading")).to_be_visible()
    ways = host.get_by_role("group", name="Go on").get_by_role("button")
    expect(ways.first).to_be_visible()


def test_a_third_friend_comes_late_and_reads_what_is_true(visit: Visit) -> None:
    """A companion's chair is theirs, else one of their own, or the game master's when free."""
    host = host_as_a_player(visit, "deckahedron")
    code = code_of(host)
    host.get_by_role("button", name="Let the machine run it").click()
    host.get_by_role("button", name="Take Bea along, a hero the machine plays").click()
    expect(host.get_by_role("button", name="Take Cato along")).to_be_visible()
    host.get_by_role("button", name="Start the game").click()
    host.locator(".page").wait_for()
    host.get_by_role("button", name="Host", exact=True).click()
    late = host.get_by_text("Anyone with the table’s code can sit down as Bea")
    expect(late).to_be_visible()

    gil = visit(f"/t/{code}", "phone")
    expect(gil.get_by_role("radio", name="Bea (you take over from the machine)")).to_be_checked()
    gil.get_by_role("button", name="Sit down").click()
    gil.locator(".page").wait_for()
    expect(late).to_have_count(0)

    third = visit(f"/t/{code}", "phone")
    people = third.get_by_role("region", name="Who’s playing")
    expect(people.get_by_role("listitem").filter(has_text="Game master")).to_contain_text(
        "the machine"
    )
    expect(people.get_by_text("free")).to_have_count(0)
    expect(third.get_by_label("Your name")).to_be_visible()
    expect(third.get_by_role("button", name="Sit down")).to_be_visible()
    host.get_by_role("button", name="Free the game master’s seat for a friend").click()
    expect(host.get_by_text("The game master is free for anyone")).to_be_visible()
    third.reload()
    expect(third.get_by_role("radio", name="you run the game")).to_be_checked()
    expect(third.get_by_role("radio", name="A new chair")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True])
def test_a_friend_sits_down_when_the_game_is_on_and_draws_a_card(
    visit: Visit, shoot: Shoot, dark: bool
) -> None:
    """Every seat is taken, but the game has room."""
    host = host_a_table(visit, "deckahedron")
    code = code_of(host)
    ben = visit(f"/t/{code}", "phone")
    sit_down_as(ben, "Ben")
    expect(host.get_by_label("Name of seat 2")).to_have_value("Ben")
    host.get_by_role("button", name="Start the game").click()
    take_a_hero(ben, "Brann")
    host.get_by_role("button", name="Tell it").first.click()

    cleo = visit(f"/t/{code}", "phone", dark=dark)
    expect(cleo.get_by_text("The game is on.")).to_be_visible()
    shoot(cleo, f"join-late-360{'-dark' * dark}")
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.get_by_role("button", name="Sit down").click()
    cleo.get_by_role("region", name="Ready-made heroes").wait_for()
    shoot(cleo, f"hero-late-360{'-dark' * dark}")
    take_a_hero(cleo, "Ysolde")
    cleo.locator(".prompt").get_by_role("button", name="Attempt something").first.click()
    cleo.locator(".prompt form label").filter(has_text="Strength").click()
    cleo.locator(".prompt").locator("form button.main").click()
    host.locator(".prompt").get_by_role("button", name="Standard").click()

    cleo.wait_for_function(DRAWN)
    for page in (host, ben):
        expect(page.get_by_text("Cleo sits down.").first).to_be_attached()


def test_a_sleeping_tables_link_says_until_when(visit: Visit) -> None:
    host = host_a_table(visit, "deckahedron")
    code = code_of(host)
    ben = visit(f"/t/{code}", "phone")
    sit_down_as(ben, "Ben")
    expect(host.get_by_label("Name of seat 2")).to_have_value("Ben")
    host.get_by_role("button", name="Start the game").click()
    host.locator(".page").wait_for()
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="That’s it for tonight").click()
    host.get_by_label("When will you play next?").fill("2030-11-16T19:00")
    host.get_by_role("button", name="Good night").click()
    expect(host.get_by_role("dialog", name="The table is asleep")).to_be_visible()

    late = visit(f"/t/{code}", "phone")

    expect(late.get_by_text("The table sleeps until Saturday, November 16")).to_be_visible()
    expect(late.get_by_text("Ana wakes it with “Wake the table”.")).to_be_visible()


def test_nobody_waits_for_a_free_seat_where_friends_bring_a_chair(visit: Visit) -> None:
    """It is put away at the start: who comes late needs none, and the host finds the code."""
    page = visit("/host/deckahedron", "phone")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("both").check()
    page.get_by_role("button", name="Set the table").click()
    page.get_by_text("Seats and links one by one").click()
    page.get_by_label("Name of another player").fill("Spare")
    page.get_by_role("button", name="Add a seat").click()
    expect(page.get_by_label("Name of seat 3")).to_have_value("Spare")
    expect(page.get_by_label("Keep the free")).to_have_count(0)

    page.get_by_role("button", name="Start the game").click()
    page.locator(".page").wait_for()

    expect(page.get_by_role("list", name="Seats").get_by_text("Spare")).to_have_count(0)
    page.get_by_role("button", name="Host", exact=True).click()
    expect(page.get_by_label("The table’s code")).to_be_visible()
