"""An evening with an adventure: a person leads it, the machine takes over, a friend joins later."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.ruleset import find_game
from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.staged import Json, Table
from tests.browser.test_alone import GAMES, begin_alone
from tests.browser.test_joining import code_of

FIRST = {game: next(iter(find_game(game).adventures)) for game in GAMES}


def sit_with_a_master(visit: Visit, server: Server, game: str) -> tuple[Page, Page]:
    """Gil leads the first adventure of a game at a desk; Ana sits on a phone, her hero ready."""
    body = {
        "game": game,
        "name": "Tonight",
        "seats": [{"name": "Gil", "role": "gm"}, {"name": "Ana"}],
        "options": {"adventure": FIRST[game]},
        "start": True,
        "ready": True,
    }
    made = httpx.post(f"{server.address}/api/v1/tables", json=body, timeout=60).raise_for_status()
    gil, ana = (link["fragment"] for link in made.json()["seats"])
    return visit(f"/table#{gil}"), visit(f"/table#{ana}", "phone")


def strip(page: Page, name: str) -> Locator:
    """A strip of what is done with the scene, where one is asked what to do."""
    return page.locator("#todo").get_by_role("group", name=name, exact=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_person_leads_the_first_scene(visit: Visit, server: Server, game: str) -> None:
    """What is read aloud stands in the middle; a wish of a player is granted in one tap."""
    master, player = sit_with_a_master(visit, server, game)
    scene = player.get_by_role("region", name="The scene")
    aloud = master.get_by_role("button", name="Tell it")
    first = read_adventure(find_game(game).adventures[FIRST[game]]).scenes[0]
    for left in range(len(first.told), 0, -1):
        expect(aloud).to_have_count(left)
        aloud.first.click()
    expect(aloud).to_have_count(0)
    for name in ("Now", "Ask", "Next"):
        expect(strip(master, name)).to_be_visible()

    look = strip(player, "Look").get_by_role("button").first
    seen = look.inner_text().removeprefix("Look at ")
    look.click()
    strip(master, "Wanted").get_by_role("button", name="Ana looks there").click()
    expect(scene.locator(".there b").first).to_contain_text(seen[1:], ignore_case=True)
    expect(scene.get_by_role("group", name="For your eyes only")).to_have_count(0)


def test_the_game_master_departs_from_the_text_and_hands_over_both_ways(
    visit: Visit, server: Server
) -> None:
    master, player = sit_with_a_master(visit, server, "deckahedron")
    scene = player.get_by_role("region", name="The scene")
    title = scene.get_by_role("heading").first
    go = strip(master, "Next").get_by_role("button", name="Go to another scene")
    go.click()
    master.get_by_label("The mill").check()
    master.get_by_role("button", name="Go to another scene").click()
    expect(title).to_have_text("The mill")

    master.get_by_role("button", name="More", exact=True).first.click()
    master.get_by_role("button", name="Let the machine play for me tonight").click()
    expect(scene.get_by_text("The wheel stands still")).to_be_visible()
    strip(player, "Go on").get_by_role("button").first.click()
    expect(title).not_to_have_text("The mill")

    master.get_by_role("button", name="I’m back").first.click()
    expect(strip(master, "Next")).to_be_visible()


def test_a_friend_joins_later_in_a_companions_place(visit: Visit) -> None:
    page = visit("/alone/deckahedron", "phone")
    page.get_by_label("Who comes along").select_option(index=1)
    page.get_by_role("button", name="Play").first.click()
    expect(strip(page, "Look").get_by_role("button").first).to_be_visible()
    page.get_by_role("button", name="Host", exact=True).click()
    page.get_by_role("button", name="Free Bea’s seat for a friend").click()
    expect(page.get_by_role("button", name="Let the machine play Bea")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()

    friend = visit(f"/t/{code_of(page)}", "phone")
    friend.get_by_role("radio", name="Bea").check()
    friend.get_by_role("button", name="Sit down").click()
    expect(strip(friend, "Look").get_by_role("button").first).to_be_visible()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("---\ntitle: [\n---\n", "line 3: This is not YAML"),
        ("---\ntitle: A\ngame: deckahedron\n---\n## S\n\n[on](#t)\n", "line 7"),
        ("x" * 5_000_000, "at most 80 kB"),
    ],
    ids=["broken YAML", "a dead link", "5 MB"],
)
def test_a_bad_file_is_refused_with_a_sentence(
    visit: Visit, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "adventure.md"
    file.write_text(text, "utf-8")
    host = visit("/host/deckahedron")
    host.get_by_label("Your name").fill("Gil")
    host.get_by_role("radio", name="An adventure you have written").check()
    host.get_by_label("Your adventure").set_input_files(file)
    host.get_by_role("button", name="Set the table").click()
    expect(host.get_by_role("alert")).to_contain_text(sentence)
    expect(host.get_by_label("Your name")).to_have_value("Gil")


def test_the_end_is_told_and_leads_to_another(visit: Visit) -> None:
    """The shortest way to an ending: by the chapel and the boat shed to the weir, and home."""
    page = begin_alone(visit, "deckahedron")
    ways = strip(page, "Go on").get_by_role("button")
    for words in (
        "Climb the lane",
        "Knock at the ferryman",
        "Go down to the boat shed",
        "Go along the bank",
        "Step out onto the weir",
        "Leave the water",
    ):
        ways.filter(has_text=words).click()
    expect(page.get_by_role("heading", name="The end")).to_be_in_viewport()
    expect(page.get_by_text("“The Bell Under the Weir” is told to its end")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Another adventure")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Good night").click()
    expect(page.get_by_role("heading", name="Asleep", exact=True)).to_be_visible()


FALLEN: list[Json] = [
    {"do": "fiat.add", "path": "players/Hanna/conditions", "condition": "incapacitated"},
    {"do": "fiat.add", "path": "players/Gil/conditions", "condition": "incapacitated"},
    {"do": "tale.end"},
]


def test_who_lost_plays_the_scene_again_when_all_agree(visit: Visit, server: Server) -> None:
    """The way back stands beside the end, and says at once whom it waits for, as Host does."""
    options: Json = {"adventure": FIRST["deckahedron"]}
    table = Table(server, "deckahedron", ("GM", "Hanna", "Gil"), options, host="Hanna")
    hanna, gil = (visit(table.links[name], "phone") for name in ("Hanna", "Gil"))
    hanna.get_by_role("button", name="It was me").click()
    for page in (hanna, gil):
        expect(page.get_by_role("region", name="The scene")).to_contain_text("The ford at dusk")
    for deed in FALLEN:
        table.do("GM", deed)

    end = gil.get_by_role("region", name="Prompt")
    expect(end).to_contain_text("Hanna can take you back to the start of “The ford at dusk”.")
    hanna.get_by_role("button", name="Play that scene again").click()
    waits = hanna.get_by_role("status").filter(has_text="Waiting for GM and Gil to agree.")
    expect(waits).to_be_in_viewport(ratio=1)
    asked = gil.get_by_role("group", name="Going back")
    expect(asked).to_contain_text("go back to the start of “The ford at dusk”")
    hanna.get_by_role("button", name="Never mind").click()
    expect(asked).to_have_count(0)

    hanna.get_by_role("button", name="Host", exact=True).click()
    start = hanna.get_by_role("listitem").filter(has_text="the start of “The ford at dusk”")
    start.get_by_role("button", name="Rewind").click()
    expect(waits).to_be_in_viewport(ratio=1)
    table.agree("GM")
    asked.get_by_role("button", name="Agree").click()
    expect(end.get_by_role("heading", name="The end")).to_have_count(0)


def test_what_is_told_in_the_middle_is_not_offered_twice(visit: Visit, server: Server) -> None:
    """The text that is read aloud has its button there; the strips have what is left."""
    master, _ = sit_with_a_master(visit, server, "deckahedron")
    expect(master.get_by_role("button", name="Tell it")).to_have_count(3)
    expect(
        strip(master, "Now").get_by_role("button", name="The girl with the pole")
    ).to_be_visible()
    tells = strip(master, "Now").get_by_role("button", name="You are carrying a parcel")
    expect(tells).to_have_count(0)


def test_a_wish_stands_with_the_way_to_turn_it_down(visit: Visit, server: Server) -> None:
    master, player = sit_with_a_master(visit, server, "deckahedron")
    for _ in range(3):
        master.get_by_role("button", name="Tell it").first.click()
    strip(player, "Look").get_by_role("button").first.click()
    wanted = strip(master, "Wanted")
    expect(master.locator("#todo")).to_contain_text("Ana would like something.")
    expect(master.get_by_role("heading", name="Your turn")).to_be_visible()
    wanted.get_by_role("button", name="Turn down what Ana wants").click()
    master.locator("#todo").get_by_role("button", name="Turn down what Ana wants").click()
    expect(wanted).to_have_count(0)


def test_a_scene_is_told_in_the_middle_of_a_fight(visit: Visit, server: Server) -> None:
    """Whoever ends a fight by going on still has the words of the next scene before them."""
    options: Json = {"adventure": FIRST["deckahedron"]}
    table = Table(server, "deckahedron", ("GM", "Ana"), options, host="Ana")
    table.do("GM", {"do": "add-foe", "name": "Wolf", "stamina": 4})
    table.do("GM", {"do": "tale.go", "to": "the-landing"})
    master = visit(table.links["GM"])
    master.get_by_role("button", name="It was me").click()
    expect(master.get_by_text("“Landed?” says the ferryman.").first).to_be_visible()
    master.get_by_role("button", name="Tell it").first.click()
    story = master.get_by_role("log")
    expect(story).to_contain_text("“Landed?” says the ferryman.")
