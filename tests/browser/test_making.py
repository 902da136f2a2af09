"""Making a hero on a phone: by hand, by surprise, and brought along from another seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hosting import Visit
from tests.browser.server import Server

GAMES = {
    "deck-of-adventures": "Finish your sheet",
    "deckahedron": "To the table",
    "realms-behind": "Finish your character",
    "thousand-faces": "To the table",
}
"""The last button of making a hero."""


def begun(server: Server, game: str, **options: object) -> dict[str, str]:
    """A table that has begun: the addresses of its seats."""
    seats = [{"name": "GM", "role": "gm"}, {"name": "Ana"}, {"name": "Ben"}]
    body = {"game": game, "name": "Tonight", "seats": seats, "options": options, "start": True}
    answer = httpx.post(f"{server.address}/api/v1/tables", json=body, timeout=60).raise_for_status()
    return {seat["name"]: f"/table#{seat['fragment']}" for seat in answer.json()["seats"]}


def maker(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Making your hero")


def button(page: Page, name: str) -> Locator:
    return maker(page).get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_ways_to_a_hero_are_in_sight_on_a_small_phone(
    visit: Visit, server: Server, game: str
) -> None:
    """And no piles or counters are shown that mean nothing before."""
    page = visit(begun(server, game)["Ana"], "phone")
    for name in ("Make your own", "Surprise me", "Bring a hero"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="Your cards")).to_be_hidden()
    expect(page.get_by_role("list", name="What you have left")).to_be_hidden()
    page.locator(".hero").first.click()
    expect(page.get_by_role("list", name="What you have left")).to_be_visible()


def test_a_hero_is_made_by_hand_step_by_step(visit: Visit, server: Server) -> None:
    """With what is left to spend in sight, going back at will, while another makes theirs."""
    seats = begun(server, "deckahedron", modules=["characters", "combat"])
    ana, ben = visit(seats["Ana"], "phone"), visit(seats["Ben"], "phone")
    for page in (ana, ben):
        page.get_by_role("button", name="Make your own").click()
        expect(maker(page).get_by_role("heading", name="Who are you?")).to_be_visible()

    maker(ana).get_by_role("button", name="Introduce your character…").click()
    maker(ana).get_by_label("Name").fill("Zenobia")
    button(ana, "Done").click()
    expect(maker(ana).get_by_text("So far: Zenobia")).to_be_visible()
    expect(maker(ana).get_by_role("button", name="Wren")).to_be_hidden()  # it is settled
    expect(button(ana, "↶ Take back your last action")).to_be_in_viewport(ratio=1)
    maker(ana).get_by_text("Change this").click()
    expect(maker(ana).get_by_role("button", name="Wren")).to_be_visible()
    maker(ben).get_by_role("button", name="Wren").click()
    expect(maker(ben).get_by_text("So far: Wren")).to_be_visible()

    button(ana, "Next").click()
    expect(maker(ana).get_by_text("6 of 6 points left")).to_be_visible()
    maker(ana).get_by_role("button", name="Spread six points…").click()
    expect(maker(ana).get_by_text("3 of 6 points left")).to_be_visible()  # each has at least 1
    for _ in range(3):
        button(ana, "Dexterity: one more").click()
    expect(maker(ana).get_by_text("0 of 6 points left")).to_be_visible()
    button(ana, "Done").click()
    told = "Strength 1, Dexterity 4, Intelligence 1"
    expect(maker(ana).get_by_text(f"So far: {told}")).to_be_visible()
    expect(maker(ana).get_by_role("complementary")).to_contain_text("Dexterity 4")

    button(ana, "Back").click()
    expect(maker(ana).get_by_text("So far: Zenobia")).to_be_visible()
    maker(ana).get_by_role("button", name="3. Which cards make you special?").click()
    maker(ana).get_by_role("button", name="Take a card from the pool…").click()
    maker(ana).locator("form label").first.click()
    button(ana, "Done").click()
    expect(maker(ana).get_by_text("It’s Ben’s turn to take a card.")).to_be_visible()
    button(ben, "Next").click()
    button(ben, "Surprise me").click()
    expect(maker(ben).get_by_text("So far: Strength")).to_be_visible()
    button(ben, "Next").click()
    button(ben, "Surprise me").click()
    expect(maker(ben).get_by_text("It’s Ana’s turn to take a card.")).to_be_visible()

    button(ana, "Surprise me").click()
    expect(maker(ana).get_by_text("It’s Ben’s turn to take a card.")).to_be_visible()
    maker(ana).get_by_role("button", name="Ready?").click()
    expect(maker(ana)).to_contain_text("Something is still open.")
    button(ana, "To the table").click()
    expect(maker(ana)).to_have_count(0)
    expect(ana.get_by_role("button", name="Go on with your hero")).to_be_in_viewport(ratio=1)


def test_a_hero_is_made_by_hand_to_the_very_end(visit: Visit, server: Server) -> None:
    """Every step of Deck of Adventures by one's own choice, XP in sight all the way."""
    page = visit(begun(server, "deck-of-adventures")["Ana"], "phone")
    page.get_by_role("button", name="Make your own").click()

    def left(xp: int, of: int = 9) -> None:
        told = maker(page).get_by_role("status").get_by_text(f"{xp} of {of} XP left")
        expect(told).to_be_in_viewport()

    def choose(form: str, *names: str) -> None:
        maker(page).get_by_role("button", name=form).click()
        for name in names:
            maker(page).get_by_role("radio", name=name).check()
        button(page, "Done").click()

    maker(page).get_by_role("button", name="Name and background…").click()
    maker(page).get_by_label("Name").fill("Zenobia")
    left(9)
    button(page, "Done").click()
    button(page, "Next").click()
    choose("Choose a Role…", "Martial")
    button(page, "Next").click()
    choose("Take a minor Vulnerability…", "Illiterate")
    left(10, 10)
    button(page, "Next").click()
    agility = maker(page).locator(".steppers li").filter(has_text="Agility (AGL)")
    expect(agility).to_contain_text("your card may be 2 ranks off): 38%")
    button(page, "Agility (AGL): one more").click()
    left(8, 10)
    expect(agility).to_contain_text("your card may be 2 ranks off): 54%")
    button(page, "Next").click()
    choose("Buy a Power…", "Weapon Attack")
    left(7, 10)
    button(page, "Next").click()
    for xp in (6, 5):
        button(page, "Detection: one more").click()
        left(xp, 10)
    button(page, "Detection: one less").click()
    left(6, 10)
    button(page, "Next").click()
    expect(maker(page).get_by_role("heading", name="Ready?")).to_be_visible()
    for told in ("Zenobia", "Martial", "Illiterate", "Agility +1", "Weapon Attack", "Detection +1"):
        expect(maker(page).locator(".whole")).to_contain_text(told)
    left(6, 10)

    button(page, "Finish your sheet").click()

    expect(maker(page)).to_have_count(0)
    prompt = page.get_by_role("region", name="Prompt")
    expect(prompt.get_by_role("button", name="Try something")).to_be_visible()
    page.get_by_role("button", name="Sheet", exact=True).click()
    expect(page.get_by_role("region", name="Sheets")).to_contain_text("Zenobia")


def test_a_surprise_in_every_game_is_saved_and_brought(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    for game, last in GAMES.items():
        seats = begun(server, game)
        ana, ben = visit(seats["Ana"], "phone"), visit(seats["Ben"], "phone")
        ana.get_by_role("button", name="Surprise me").click()
        expect(maker(ana).get_by_role("heading", name="Ready?")).to_be_visible()
        expect(maker(ana)).not_to_contain_text("Something is still open.")
        button(ana, last).click()
        if game == "realms-behind":
            maker(ana).get_by_label("Name").fill("Quill")
            button(ana, last).click()
        expect(maker(ana)).to_have_count(0)
        expect(ana.get_by_role("heading", name="Who are you tonight?")).to_have_count(0)

        ana.get_by_role("button", name="Sheet", exact=True).click()
        with ana.expect_download() as saved:
            ana.get_by_role("button", name="Save this hero").click()
        file = tmp_path / f"{game}.json"
        saved.value.save_as(file)
        ben.get_by_label("Bring a hero").set_input_files(file)
        rest = ben.get_by_role("button", name="Bring the rest")
        here = ben.locator("body:not(:has(input[aria-label='Bring a hero']))")
        expect(rest.or_(here).first).to_be_visible()
        if rest.is_visible():  # Ana holds what only one can have
            rest.click()
        ben.get_by_role("button", name="Story").click()
        expect(ben.get_by_role("log", name="Story")).to_contain_text("Ben brings ")

    wrong = tmp_path / "wrong.json"
    wrong.write_text("no hero at all", "utf-8")
    ben = visit(begun(server, "realms-behind")["Ben"], "phone")
    ben.get_by_label("Bring a hero").set_input_files(wrong)
    expect(ben.get_by_role("alert")).to_contain_text("doesn’t hold a hero")


def test_a_saved_hero_is_kept_in_this_browser(
    visit: Visit, server: Server, shoot: Callable[[Page, str], None]
) -> None:
    """It is said where, offered by name with its game, checked by the rules, and forgettable."""
    first = begun(server, "realms-behind")
    page = visit(first["Ana"], "phone")
    page.get_by_role("button", name="Orrin").click()
    page.get_by_role("button", name="Sheet", exact=True).click()
    page.get_by_role("button", name="Save this hero").click()
    expect(page.get_by_text("Orrin is kept in this browser, and as a file.")).to_be_visible()
    shoot(page, "hero-kept-360")

    page.goto(begun(server, "deckahedron")["Ana"])
    page.get_by_role("button", name="Bring a hero").click()
    offered = page.get_by_role("dialog", name="Bring a hero")
    expect(offered).to_contain_text("Orrin The Realms Behind")
    expect(offered.get_by_role("button", name="Orrin The Realms Behind")).to_have_count(0)

    page.goto(begun(server, "realms-behind")["Ana"])
    page.get_by_role("button", name="Bring a hero").click()
    shoot(page, "hero-offered-360")
    expect(offered.get_by_label("From a file")).to_have_count(1)
    offered.get_by_role("button", name="Forget Orrin").click()
    offered.get_by_role("button", name="Bring Orrin back").click()
    offered.get_by_role("button", name="Orrin The Realms Behind").click()
    page.get_by_role("button", name="Story").click()
    expect(page.get_by_role("log", name="Story")).to_contain_text("Ana brings Orrin")


def test_a_surprise_keeps_the_name_that_was_typed(visit: Visit, server: Server) -> None:
    ana = visit(begun(server, "deckahedron", modules=["characters", "combat"])["Ana"], "phone")
    ana.get_by_role("button", name="Make your own").click()
    maker(ana).get_by_role("button", name="Introduce your character…").click()
    maker(ana).get_by_label("Name").fill("Zenobia")
    maker(ana).get_by_label("Background").fill("kept bees on a roof")
    button(ana, "Done").click()
    expect(maker(ana).get_by_text("So far: Zenobia")).to_be_visible()

    sheet = maker(ana).get_by_role("complementary", name="Your sheet")
    expect(sheet).not_to_contain_text("Motivation")
    button(ana, "Surprise me").click()
    expect(sheet).to_contain_text("Motivation")
    expect(maker(ana).get_by_text("So far: Zenobia")).to_be_visible()
    expect(sheet).to_contain_text("kept bees on a roof")


def test_whoever_brings_a_hero_reads_first_what_stays_behind(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    """In whole sentences that can be read on a phone; and one may think better of it."""
    ana = visit(begun(server, "deckahedron", modules=["characters"])["Ana"], "phone")
    acts = [
        {"do": "introduce", "name": "Nell"},
        {"do": "spread", "strength": 2, "dexterity": 2, "intelligence": 2},
        {"do": "draft", "card": "Nobody’s Card"},
    ]
    choices = [{"act": act} for act in acts]
    hero = {"fatedeck": "hero", "game": "deckahedron", "rules": "1", "name": "Nell"}
    file = tmp_path / "nell.json"
    file.write_text(json.dumps({**hero, "choices": choices}), "utf-8")
    reads = ana.get_by_role("dialog", name="Not all of it can come along")
    ana.get_by_label("Bring a hero").set_input_files(file)
    sentence = "Nobody’s Card can’t come along: this table doesn’t have it to choose."
    expect(reads.get_by_text(sentence)).to_be_in_viewport(ratio=1)
    expect(reads).to_contain_text("something else instead, at “Which cards make you special?”")
    reads.get_by_role("button", name="Not this hero").click()
    expect(ana.get_by_role("button", name="Make your own")).to_be_visible()

    ana.get_by_label("Bring a hero").set_input_files(file)
    reads.get_by_role("button", name="Bring the rest").click()
    ana.get_by_role("button", name="Go on with your hero").click()
    expect(maker(ana).get_by_role("heading", name="Which cards make you special?")).to_be_visible()


def test_ones_own_hero_comes_first_and_old_numbers_are_not_shown(
    visit: Visit, server: Server
) -> None:
    page = visit(begun(server, "deckahedron", modules=["characters", "combat"])["Ana"], "phone")
    page.get_by_role("button", name="Make your own").click()
    own = maker(page).get_by_role("button", name="Introduce your character…")
    expect(own).to_be_in_viewport(ratio=1)
    choices = maker(page).locator(".choice b")
    expect(choices.first).to_have_text("Introduce your character…")

    button(page, "Next").or_(button(page, "Later")).click()
    sheet = maker(page).get_by_role("complementary", name="Your sheet")
    expect(sheet).to_be_visible()
    maker(page).get_by_role("button", name="Spread six points…").click()
    expect(maker(page).get_by_role("spinbutton", name="Strength")).to_be_visible()
    expect(sheet).to_have_count(0)
    button(page, "Back").first.click()
    expect(sheet).to_be_visible()


def test_whoever_looks_at_their_hero_sees_the_hero(visit: Visit, server: Server) -> None:
    """Whatever is still open: it can be left so."""
    page = visit(begun(server, "thousand-faces")["Ana"], "phone")
    page.locator(".hero").first.click()
    page.get_by_role("button", name="Look at your hero").click()
    sheet = maker(page).get_by_role("complementary", name="Your sheet")
    expect(sheet.get_by_role("heading").first).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_text("Cards 17/17")).to_be_in_viewport(ratio=1)
