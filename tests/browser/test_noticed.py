"""What changes is noticed, and who sits there finds what to do: on a small phone, and at a desk."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.ruleset import find_game
from tests.browser.chair import BEN, CLEO, Chair, Json, is_inside, line_of
from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.staged import Table
from tests.browser.test_desk import BADGER, done
from tests.browser.test_drawings import CIRCLE, GRID, SEAT, TABLE
from tests.browser.test_in_sight import FOUND, TRIES, tale
from tests.browser.test_stage import ANA, BLOW, WOLF
from tests.browser.test_tales import FIRST

MARN: Json = {**ANA, "title": "Marn (Ana)", "hero": "Marn", "acts": False}
REEVE: Json = {"name": "The reeve wakes", "at": 1, "of": 4}
QUIET: Json = tale(clocks=[REEVE], clues=["It rained"])
LOUD: Json = tale(
    {"title": "", "text": FOUND},
    clocks=[{**REEVE, "at": 2}],
    clues=["It rained", "The bell is cracked"],
)


def test_a_clock_that_ticks_is_told_with_the_draw_and_stays_in_sight(
    sit: Callable[..., Chair],
) -> None:
    """On a small phone the clocks stand above what is read; nobody scrolls up to look at them."""
    chair = sit(tale=QUIET, sheets=[MARN], offers=TRIES)
    page = chair.page
    expect(page.get_by_role("status", name="What has changed")).to_have_count(0)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    story = [{**line_of(9), "text": "", "moment": BLOW}, line_of(9, FOUND)]
    chair.change(story=story, scene={"tale": LOUD})
    outcome = page.locator(".moment .verdict")
    expect(outcome).to_contain_text("The reeve wakes: 2 of 4")
    expect(outcome).to_contain_text("Remember: The bell is cracked")

    page.locator(".moment").click(position={"x": 5, "y": 5})
    news = page.get_by_role("status", name="What has changed")
    expect(news.get_by_text("The reeve wakes: 2 of 4")).to_be_in_viewport(ratio=1)
    expect(news.get_by_text("Remember: The bell is cracked")).to_be_in_viewport(ratio=1)
    expect(news).not_to_contain_text("It rained")
    page.get_by_role("button", name="Try 0").click()
    expect(news).to_have_count(0)


def test_a_clock_that_has_just_been_set_is_told(sit: Callable[..., Chair]) -> None:
    chair = sit(tale=QUIET, sheets=[MARN], offers=TRIES)
    clocks = [REEVE, {"name": "The thaw", "at": 0, "of": 6}]
    chair.change(scene={"tale": {**QUIET, "clocks": clocks}})
    news = chair.page.get_by_role("status", name="What has changed")
    expect(news.get_by_text("The thaw: 0 of 6")).to_be_in_viewport(ratio=1)


def test_a_handout_says_that_it_is_there_and_is_read_with_one_tap(
    sit: Callable[..., Chair],
) -> None:
    chair = sit(tale=QUIET, sheets=[MARN], offers=TRIES)
    letter = {"title": "A letter", "text": "Come at once."}
    chair.change(scene={"tale": {**QUIET, "handouts": [letter]}})
    news = chair.page.get_by_role("status", name="What has changed")
    expect(news.get_by_text("Handed to you: A letter")).to_be_in_viewport(ratio=1)
    news.get_by_role("button", name="Read it").click()
    expect(chair.page.get_by_role("dialog")).to_contain_text("Come at once.")
    expect(news).to_have_count(0)


def test_the_game_master_reads_a_handout_before_it_is_shown(visit: Visit, server: Server) -> None:
    game = "deck-of-adventures"
    table = Table(server, game, ("GM", "Ana"), {"adventure": FIRST[game]}, host="GM")
    page = visit(table.links["GM"])
    page.get_by_role("button", name="It was me").click()
    eyes = page.get_by_role("group", name="For your eyes only")
    letter = eyes.locator("details", has_text="✉ The letter under the salt")
    letter.locator("summary").click()
    expect(letter.locator("p").first).to_be_visible()
    player = table.scene("Ana")["tale"]
    assert isinstance(player, dict)
    assert "untold" not in player or not player["untold"]

    told = page.get_by_text("You show Marn “The letter under the salt”.")
    page.get_by_role("button", name="Show “The letter under the salt”").first.click()
    page.get_by_role("radio", name="Ana").check()
    page.locator("form").get_by_role("button", name="Show “The letter under the salt”").click()
    expect(told.first).to_be_attached()
    expect(page.get_by_text("Handed to you")).to_have_count(0)


def test_whoever_asks_for_something_else_reads_that_it_takes_the_place_of_the_first(
    sit: Callable[..., Chair],
) -> None:
    asked = {**QUIET, "wishes": {"Ana": "Climb the lane"}}
    page = sit(tale=asked, sheets=[MARN], offers=TRIES).page
    wish = page.locator("#todo").get_by_text("Tap something else to change your mind.")
    expect(wish).to_contain_text("You’d like to climb the lane.")
    expect(wish).to_be_in_viewport(ratio=1)


def test_whoever_plays_alone_is_told_who_they_are(sit: Callable[..., Chair]) -> None:
    page = sit(tale=QUIET, sheets=[MARN], offers=TRIES).page
    expect(page.get_by_role("region", name="The scene")).to_contain_text("You are Marn")
    expect(page.get_by_role("heading", name="What do you do, Marn?")).to_be_visible()


PILES: list[Json] = [
    {
        "id": f"{name}-{pile}",
        "title": pile,
        "owner": "Ana",
        "group": f"The {name} deck",
        "count": count,
        "cards": [],
    }
    for name in ("Minions", "World")
    for pile, count in (("deck", 52), ("discard pile", 0))
]
ASKS: list[Json] = [
    {"do": f"ask-{n}", "label": f"Ask for something {n}", "group": "Ask"} for n in range(8)
]


def test_a_game_masters_decks_leave_the_room_to_what_they_do(master: Callable[..., Chair]) -> None:
    """At 1280 by 800: three things side by side, every deck whole; a form has their room."""
    chair = master("desktop", zones=PILES, offers=ASKS)
    page = chair.page
    tops = [
        box["y"]
        for n in range(3)
        if (box := page.get_by_role("button", name=f"Ask for something {n}").bounding_box())
    ]
    assert len(set(tops)) == 1
    for name in ("The Minions deck", "The World deck"):
        group = page.get_by_role("group", name=name)
        assert is_inside(group, page.get_by_role("region", name="Your cards"))

    number = {"name": "n", "kind": "number"}
    check = {"do": "check", "label": "Call for a Check", "params": [number]}
    chair.change(scene={"offers": [check]})
    page.get_by_role("button", name="Call for a Check…").click()
    expect(page.locator("form[data-offer=check]")).to_be_visible()
    expect(page.get_by_role("region", name="Your cards")).to_be_hidden()


def test_what_a_game_master_does_leads_to_the_desk(master: Callable[..., Chair]) -> None:
    """There everything stands in order, and not a second time below the stage."""
    page = master("desktop", offers=ASKS, sheets=[WOLF]).page
    page.locator("#todo").get_by_role("button", name="Your desk").click()
    expect(page.get_by_role("heading", name="Your desk")).to_be_visible()
    asks = page.get_by_role("button", name="Ask for something 0")
    expect(asks).to_have_count(1)
    expect(page.get_by_role("region", name="Scene").get_by_role("button")).to_have_count(8)
    page.get_by_role("button", name="That’s it for tonight").click()
    expect(page.get_by_role("link", name="Replay step by step")).to_be_visible()


def test_the_map_is_in_sight_on_a_foes_turn(sit: Callable[..., Chair]) -> None:
    """After the words of the scene were read down to their end, on a small phone."""
    busy = {**QUIET, "busy": True}
    scene = {"tale": QUIET, "sheets": [MARN, {**WOLF, "acts": False}], "gadgets": [GRID]}
    chair = sit(**scene)
    page = chair.page
    page.locator("main").evaluate("felt => felt.scrollTo(0, 0)")
    chair.change(scene={"tale": busy, "sheets": [MARN, {**WOLF, "acts": True}], "turn": ["Ben"]})
    expect(page.get_by_role("group", name="Everyone")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-at='0,0']")).to_be_in_viewport()


def test_what_is_asked_about_a_card_does_not_cover_it(sit: Callable[..., Chair]) -> None:
    chair = sit(sheets=[MARN])
    drawn: Json = {**BLOW, "gadget": CIRCLE}
    question: Json = {
        "type": "choose",
        "seat": "Ana",
        "name": "redraw",
        "prompt": "Marn has drawn A♥ against K♠: Success. Spend a Fate Card to redraw?",
        "options": ["no", "AH"],
        "labels": {"no": "Keep", "AH": "Spend a Joker to redraw A♥"},
        "notes": {"AH": "24 in 51 to do better"},
    }
    telling = [{"n": 1, "text": "", "moment": drawn}]
    chair.change(scene={"telling": telling, "question": question, "waiting_for": ["Ana"]})
    choices = chair.page.locator(".moment .choices")
    expect(choices.get_by_role("button", name="Keep")).to_be_in_viewport(ratio=1)
    card, asked = chair.page.locator(".moment .leaf").bounding_box(), choices.bounding_box()
    assert card is not None
    assert asked is not None
    assert card["y"] + card["height"] <= asked["y"]
    assert card["width"] >= 100


def test_every_quick_tap_counts(master: Callable[..., Chair]) -> None:
    """What is tapped while the first is under way is sent as soon as that is done."""
    chair = master("phone", sheets=[BADGER])
    chair.page.get_by_role("button", name="Grey Wolf").click()
    less = chair.page.get_by_role("button", name="Stamina: one less")
    less.evaluate("button => { button.click(); button.click(); button.click(); }")
    expect(chair.page.locator(".page[aria-busy='false']")).to_be_visible()
    expect(chair.page.get_by_role("form", name="Stamina").locator("b")).to_have_text("4/4")
    amounts = [action["amount"] for action in done(chair) if isinstance(action, dict)]
    assert sum(amounts) == -3


def test_a_second_tap_on_an_answer_is_for_a_question_that_is_gone(
    sit: Callable[..., Chair],
) -> None:
    """What the first brought is still being shown: nobody reads that nothing is asked of them."""
    question: Json = {
        "type": "choose",
        "seat": "Ana",
        "name": "which",
        "prompt": "Which way?",
        "options": ["Left", "Right"],
    }
    chair = sit(prepare=lambda page: page.emulate_media(reduced_motion="no-preference"))
    page = chair.page
    chair.change(scene={"question": question, "waiting_for": ["Ana"]})
    page.clock.install()
    left = page.locator(".prompt").get_by_role("button", name="Left")
    left.click()
    told = [{**line_of(9), "text": "", "moment": {**BLOW, "who": "Ben"}}]
    chair.send(story=told, scene={"question": None, "waiting_for": []})
    expect(page.locator(".moment")).to_be_visible()
    left.click()
    expect(left).to_have_count(0)
    assert [said["answer"] for said in chair.heard if said["is"] == "answer"] == ["Left"]


def test_nobody_waits_for_the_machine_where_people_are_asked(sit: Callable[..., Chair]) -> None:
    chair = sit(turn=[])
    seats = [SEAT, BEN, {**CLEO, "machine": "careful"}]
    chair.change(table={**TABLE, "seats": seats}, scene={"waiting_for": ["Ben", "Cleo"]})
    prompt = chair.page.locator(".prompt")
    expect(prompt.get_by_role("heading", name="Waiting for Ben", exact=True)).to_be_visible()
    chair.change(scene={"waiting_for": ["Cleo"]})
    expect(prompt.get_by_role("heading", name="Waiting for Cleo", exact=True)).to_be_visible()


def test_what_the_table_waits_for_is_the_one_red_thing(sit: Callable[..., Chair]) -> None:
    offers = [{"do": "begin", "label": "Begin"}, {"do": "wait", "label": "Wait"}]
    page = sit(turn=["Ana"], deed="begin", offers=offers).page
    red = page.locator(".prompt button.main")
    expect(red).to_have_count(1)
    expect(red).to_have_text("Begin")


def test_a_game_master_reads_of_the_heroes_before_their_foes(
    master: Callable[..., Chair],
) -> None:
    foe = {**BADGER, "owner": "Ana"}
    hero = {**MARN, "id": "Ben", "owner": "Ben", "title": "Brann"}
    page = master("desktop", sheets=[foe, hero]).page
    names = page.get_by_role("region", name="Sheets").locator("article h3")
    expect(names.first).to_contain_text("Brann")


def test_nothing_is_told_of_a_bar_that_has_no_length(sit: Callable[..., Chair]) -> None:
    """Before somebody has a hero they have 0 of 0 of everything, and are not down."""
    empty = [{"label": "HP", "value": 0, "most": 0, "bar": True}]
    page = sit(sheets=[{**MARN, "counters": empty}]).page
    figure = page.locator("[data-figure=Ana]")
    expect(figure).to_be_visible()
    expect(figure.locator(".left")).to_have_count(0)
    expect(figure).not_to_have_class(re.compile(r"\bout\b"))


def test_the_letters_of_a_map_are_explained(sit: Callable[..., Chair]) -> None:
    terrain = [{"x": 1, "y": 1, "kind": "half"}, {"x": 2, "y": 1, "kind": "difficult, mud"}]
    data = GRID["data"]
    assert isinstance(data, dict)
    chair = sit(sheets=[MARN], gadgets=[{**GRID, "data": {**data, "terrain": terrain}}])
    legend = chair.page.locator("figcaption")
    expect(legend).to_contain_text("h half")
    expect(legend).to_contain_text("d difficult")
    expect(legend.get_by_text("h half")).to_be_in_viewport(ratio=1)


def test_the_map_of_the_last_scene_is_put_away(server: Server) -> None:
    """The road has a map; the village has none, and nobody fights."""
    options: Json = {"adventure": FIRST["deck-of-adventures"]}
    table = Table(server, "deck-of-adventures", ("GM", "Ana"), options, host="GM")
    table.do("GM", {"do": "tale.stage", "stage": ""})
    assert "grid" in kinds(table)
    first = read_adventure(find_game("deck-of-adventures").adventures[str(options["adventure"])])
    table.do("GM", {"do": "tale.go", "to": first.scenes[0].exits[0].to})
    assert "grid" not in kinds(table)


def kinds(table: Table) -> list[str]:
    gadgets = table.scene("Ana")["gadgets"]
    assert isinstance(gadgets, list)
    return [gadget["kind"] for gadget in gadgets]


def test_why_a_number_stays_as_it_is_stands_in_its_window(master: Callable[..., Chair]) -> None:
    chair = master("phone", sheets=[BADGER])
    why = "Ben is still being asked."
    chair.refused = why
    chair.page.get_by_role("button", name="Grey Wolf").click()
    chair.page.get_by_role("button", name="Stamina: one less").click()
    expect(chair.page.get_by_role("dialog").get_by_role("alert")).to_have_text(why)


def test_an_answer_for_another_is_for_the_question_that_was_read(
    master: Callable[..., Chair],
) -> None:
    chair = master("desktop")
    first: Json = {
        "type": "choose",
        "seat": "Ben",
        "name": "way",
        "prompt": "Which way?",
        "options": ["Left", "Right"],
    }
    page = chair.page
    chair.change(scene={"overheard": [first], "waiting_for": ["Ben"]})
    page.get_by_role("button", name="Answer for Ben").click()
    left = page.locator(".prompt").get_by_role("button", name="Left")
    expect(left).to_be_visible()
    chair.change(scene={"overheard": [{**first, "name": "far", "prompt": "How far?"}]})
    expect(page.get_by_role("button", name="Answer for Ben")).to_be_visible()
    expect(left).to_have_count(0)
