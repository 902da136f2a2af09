"""What somebody on a chair relies on: seeing what can be done, and keeping their place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chair import Chair, Json, is_inside, line_of
from tests.browser.hosting import Visit
from tests.browser.test_stage import ANA, WOLF

SQUARES = [f"{x},{y}" for x in range(7, 14) for y in range(14, 20) if (x, y) != (10, 19)]
FIELD = {
    "kind": "grid",
    "title": "The field",
    "text": "Ana at 10,19. A wolf at 10,1.",
    "data": {
        "width": 20,
        "height": 20,
        "tokens": [
            {"id": "Ana", "label": "An", "side": "party", "x": 10, "y": 19, "down": False},
            {"id": "Wolf", "label": "Wo", "side": "foes", "x": 10, "y": 1, "down": False},
        ],
        "terrain": [],
        "reach": [],
    },
}
MOVE = {
    "do": "move",
    "label": "Move",
    "params": [{"type": "one", "name": "to", "label": "To", "options": SQUARES, "of": "square"}],
}
LETTER = {
    "do": "write",
    "label": "Write a letter",
    "params": [
        {"type": "one", "name": "to", "label": "To whom", "options": ["Ben", "Cleo", "Dan"]},
        {"type": "words", "name": "text", "label": "What it says", "longest": 60},
    ],
}
SHORTER_LETTER = {
    **LETTER,
    "params": [
        {"type": "one", "name": "to", "label": "To whom", "options": ["Ben", "Cleo"]},
        {"type": "words", "name": "text", "label": "What it says", "longest": 60},
    ],
}


# What can be done


def test_a_phone_shows_several_things_to_do_and_all_of_them_on_demand(
    sit: Callable[..., Chair],
) -> None:
    """Twelve offers with long notes: three are seen at once, the others by a search."""
    offers = [
        {
            "do": "act",
            "label": f"Way {n}",
            "note": "a long note that tells " * 6,
            "group": "Moves",
            "clauses": ["DOA-166", "DOA-169", "DOA-179"],
        }
        for n in range(12)
    ]
    refused = {"do": "act", "label": "Fly", "why_not": "You have no wings.", "clauses": []}
    page = sit(turn=[], offers=[*offers, refused]).page
    buttons = page.get_by_role("group", name="What you can do").get_by_role("button")

    expect(buttons).to_have_text([*(re.compile(f"^Way {n}") for n in range(3)), "More 10 others"])
    assert all(is_inside(button, page.locator(".asks")) for button in buttons.all())
    page.get_by_role("button", name="More 10 others").click()
    everything = page.get_by_role("dialog")
    way = everything.get_by_role("button", name="Way 11")
    expect(way).to_be_visible()
    words, row = way.bounding_box(), everything.locator("li", has_text="Way 11").bounding_box()
    assert words is not None
    assert row is not None
    assert words["width"] > 0.9 * row["width"]
    expect(everything).to_contain_text("You have no wings.")
    everything.get_by_role("searchbox").fill("way 7")
    expect(everything.get_by_role("button", name="Way 11")).to_have_count(0)
    expect(everything).not_to_contain_text("wings")
    expect(everything.get_by_role("button", name="Way 7")).to_be_visible()


@pytest.mark.parametrize(("low", "high", "begin"), [(-5, 5, "0"), (2, 9, "2"), (-9, -3, "-3")])
def test_a_number_begins_at_nothing_or_as_near_as_may_be(
    sit: Callable[..., Chair], low: int, high: int, begin: str
) -> None:
    """Whoever answers without thinking does not answer with the worst number there is."""
    question = {"type": "number", "seat": "Ana", "prompt": "What more?", "low": low, "high": high}
    page = sit(question={**question, "clauses": []}, waiting_for=["Ana"]).page

    expect(page.get_by_role("spinbutton")).to_have_value(begin)


def test_a_few_numbers_are_buttons_that_say_what_they_do(sit: Callable[..., Chair]) -> None:
    labels = {"0": "Spend none: Knocked Out", "1": "Spend 1: stay up with 1 HP"}
    question = {"type": "number", "seat": "Ana", "prompt": "Spend?", "low": 0, "high": 1}
    asked = {**question, "clauses": [], "labels": labels}
    chair = sit(question=asked, waiting_for=["Ana"])

    expect(chair.page.get_by_role("spinbutton")).to_have_count(0)
    chair.page.get_by_role("button", name="Spend 1: stay up with 1 HP").click()
    expect(chair.page.locator(".page[aria-busy='false']")).to_be_visible()
    assert [said["answer"] for said in chair.heard if said["is"] == "answer"] == [1]


def test_a_result_is_drawn_and_not_left_to_the_letters_of_the_machine(
    sit: Callable[..., Chair],
) -> None:
    page = sit(story=[line_of(1, "Ana flips D16: ✅, not ✔✔ or ✗.")]).page

    line = page.locator(".latest li").last
    expect(line.locator("svg")).to_have_count(4)
    expect(line).to_contain_text("Ana flips D16: ✅, not ✔✔ or ✗.")


def test_cards_to_choose_among_lie_side_by_side(sit: Callable[..., Chair]) -> None:
    names = ["9H", "QS", "JK"]
    question = {"type": "choose", "seat": "Ana", "prompt": "Which card?", "options": names}
    page = sit(question={**question, "clauses": []}, waiting_for=["Ana"]).page

    tops = {
        round((answer.bounding_box() or {"y": -1})["y"])
        for answer in page.locator("button.answer").all()
    }
    assert len(tops) == 1


# The map


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_large_map_shows_you_first(sit: Callable[..., Chair], size: str) -> None:
    page = sit(size, gadgets=[FIELD]).page

    own = page.locator(".token.own")
    expect(own).to_have_text("An")
    expect(own).to_be_in_viewport(ratio=1)
    assert is_inside(own, page.locator("main.felt"))


def test_whoever_has_moved_the_map_is_left_where_they_look(sit: Callable[..., Chair]) -> None:
    """A smaller screen does not take them back to Ana; a step of hers does."""
    chair = sit("desktop", gadgets=[FIELD])
    frame = chair.page.locator(".scroll")
    chair.page.set_viewport_size({"width": 1280, "height": 500})
    expect(chair.page.locator("[data-at='10,19']")).to_be_in_viewport()
    frame.hover()
    chair.page.mouse.wheel(0, -5000)
    expect(chair.page.locator("[data-at='10,0']")).to_be_in_viewport()
    chair.page.set_viewport_size({"width": 1280, "height": 460})
    chair.change(story=[line_of(1)])
    assert frame.evaluate("box => box.scrollTop") == 0

    tokens = [{"id": "Ana", "label": "An", "side": "party", "x": 9, "y": 18, "down": False}]
    data = {"width": 20, "height": 20, "tokens": tokens, "terrain": [], "reach": []}
    chair.change(scene={"gadgets": [{**FIELD, "data": data}]})

    expect(chair.page.locator("[data-at='9,18']")).to_be_in_viewport()


def test_your_turn_brings_foes_and_map_into_sight(sit: Callable[..., Chair]) -> None:
    """Whoever was looking at Ben’s cards need not look for the wolf, nor for a square to tap."""
    piles = [{"id": f"Ben/{n}", "title": "Pile", "count": 9, "owner": "Ben"} for n in range(60)]
    scene = {"gadgets": [FIELD], "sheets": [ANA, WOLF], "offers": [MOVE], "zones": piles}
    chair = sit(**scene, turn=["Ben"])
    felt = chair.page.locator("main.felt")
    wolf = chair.page.get_by_role("button", name="Grey Wolf").locator("svg")
    own = chair.page.locator(".token.own")
    felt.evaluate("felt => (felt.scrollTop = felt.scrollHeight)")
    expect(own).not_to_be_in_viewport()

    chair.change(scene={"turn": ["Ana"]})
    expect(own).to_be_in_viewport(ratio=1)
    assert is_inside(wolf, felt)
    assert is_inside(own, felt)

    felt.evaluate("felt => (felt.scrollTop = felt.scrollHeight)")
    chair.page.get_by_role("button", name="Move…").click()
    expect(own).to_be_in_viewport(ratio=1)
    assert is_inside(own, felt)
    assert is_inside(chair.page.get_by_text("Tap a square"), chair.page.locator(".asks"))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_square_is_chosen_on_the_map(sit: Callable[..., Chair], size: str) -> None:
    """No list of coordinates has to be read: the open squares shine, and a tap goes there."""
    chair = sit(size, gadgets=[FIELD], offers=[MOVE])
    page = chair.page
    page.get_by_role("button", name="Move…").click()
    expect(page.get_by_text("Tap a square on the map.")).to_be_visible()
    expect(page.locator("[role=gridcell] button.reach")).to_have_count(len(SQUARES))
    assert is_inside(page.locator(".token.own"), page.locator("main.felt"))

    page.locator("[data-at='9,18']").click()
    expect(page.locator("form[data-offer]")).to_have_count(0)

    done = [message["action"] for message in chair.heard if message["is"] == "do"]
    assert done == [{"do": "move", "to": "9,18"}]


def test_a_square_is_also_found_in_a_list(sit: Callable[..., Chair]) -> None:
    page = sit(gadgets=[FIELD], offers=[MOVE]).page
    page.get_by_role("button", name="Move…").click()

    page.get_by_text("Or choose from a list").click()
    page.get_by_role("radio", name="12,15", exact=True).check()

    expect(page.get_by_text("Square 12,15")).to_be_visible()


@pytest.mark.parametrize(("several", "written"), [(True, "8,18 9,18"), (False, "9,18")])
def test_squares_to_write_down_are_tapped_too(
    sit: Callable[..., Chair], several: bool, written: str
) -> None:
    """One that is tapped twice is struck out; where one is asked for, the last tap counts."""
    words = {"type": "words", "name": "at", "label": "Where", "of": "square", "several": several}
    offer = {"do": "mark", "label": "Mark terrain", "params": [words]}
    page = sit(gadgets=[FIELD], offers=[offer]).page
    page.get_by_role("button", name="Mark terrain…").click()

    for square in ("8,18", "7,18", "7,18", "9,18"):
        page.locator(f"[data-at='{square}']").click()

    expect(page.get_by_label("Where")).to_have_value(written)


def test_the_map_numbers_its_squares(sit: Callable[..., Chair]) -> None:
    """The story says "Ana moves to 10,19": the numbers can be read off wherever one looks."""
    page = sit("desktop", gadgets=[FIELD]).page

    ten = page.locator(".across .number", has_text=re.compile("^10$"))
    expect(ten).to_be_in_viewport()
    square = page.locator("[data-at='10,19']").bounding_box()
    above = ten.bounding_box()
    assert square is not None
    assert above is not None
    assert abs(square["x"] - above["x"]) <= 1


# Keeping one's place


def test_what_is_written_outlives_what_others_do(sit: Callable[..., Chair]) -> None:
    """Dan leaves while Ana writes: her words and her choice stay, for both are still possible."""
    chair = sit(offers=[LETTER])
    page = chair.page
    page.get_by_role("button", name="Write a letter…").click()
    page.get_by_role("radio", name="Cleo").check()
    page.get_by_label("What it says").fill("Come home.")

    chair.change(scene={"offers": [SHORTER_LETTER]})

    expect(page.get_by_role("radio")).to_have_count(2)
    expect(page.get_by_role("radio", name="Cleo")).to_be_checked()
    expect(page.get_by_label("What it says")).to_have_value("Come home.")


def test_what_is_no_longer_possible_is_not_kept(sit: Callable[..., Chair]) -> None:
    chair = sit(offers=[LETTER])
    page = chair.page
    page.get_by_role("button", name="Write a letter…").click()
    page.get_by_role("radio", name="Dan").check()

    chair.change(scene={"offers": [SHORTER_LETTER]})

    expect(page.get_by_role("radio", checked=True)).to_have_count(0)


def test_a_page_loaded_again_keeps_the_form_the_words_and_the_open_part(
    sit: Callable[..., Chair],
) -> None:
    chair = sit(offers=[LETTER])
    page = chair.page
    page.get_by_role("button", name="Write a letter…").click()
    page.get_by_role("radio", name="Ben").check()
    page.get_by_label("What it says").fill("Come home.")
    page.get_by_role("button", name="Story", exact=True).click()
    page.get_by_label("Your words").fill("Wait for me")

    page.reload()

    expect(page.get_by_label("Your words")).to_have_value("Wait for me")
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.get_by_role("radio", name="Ben")).to_be_checked()
    expect(page.get_by_label("What it says")).to_have_value("Come home.")
    page.get_by_role("button", name="Back").click()
    page.reload()
    expect(page.get_by_role("button", name="Write a letter…")).to_be_visible()


def test_a_search_stays_as_it_is_when_others_act(sit: Callable[..., Chair]) -> None:
    offers = [{"do": "act", "label": f"Way {n}"} for n in range(30)]
    chair = sit(turn=[], offers=offers)
    chair.page.get_by_role("button", name="More 27 others").click()
    everything = chair.page.get_by_role("dialog")
    everything.get_by_role("searchbox").fill("way 2")

    chair.change(scene={"n": 2, "banner": "Dusk"}, story=[line_of(1)])

    expect(everything.get_by_role("searchbox")).to_have_value("way 2")
    expect(everything.get_by_role("searchbox")).to_be_focused()
    expect(everything.get_by_role("listitem")).to_have_count(11)


# The story


def test_the_story_opens_at_its_newest_line(sit: Callable[..., Chair]) -> None:
    chair = sit(story=[line_of(n) for n in range(1, 40)])
    page = chair.page
    page.get_by_role("button", name="Story", exact=True).click()

    newest = page.get_by_role("log").get_by_text("Line 39 is told.")
    expect(newest).to_be_in_viewport()
    chair.change(story=[line_of(40)])
    expect(page.get_by_role("log").get_by_text("Line 40 is told.")).to_be_in_viewport()


def test_whoever_reads_back_is_left_in_peace_and_finds_the_way_to_the_newest(
    sit: Callable[..., Chair],
) -> None:
    chair = sit(story=[line_of(n) for n in range(1, 40)])
    page = chair.page
    page.get_by_role("button", name="Story", exact=True).click()
    log = page.get_by_role("log")
    expect(log.get_by_text("Line 39 is told.")).to_be_in_viewport()
    log.evaluate("box => box.scrollTo({ top: 0 })")
    to_newest = page.get_by_role("button", name="Jump to the latest")
    expect(to_newest).to_be_visible()

    chair.change(story=[line_of(40)])

    expect(log.get_by_text("Line 1 is told.")).to_be_in_viewport()
    to_newest.click()
    expect(log.get_by_text("Line 40 is told.")).to_be_in_viewport()
    expect(to_newest).to_have_count(0)


def test_what_was_told_before_one_came_in_can_be_read(sit: Callable[..., Chair]) -> None:
    """A table tells who joins only its last lines; the others are asked for."""
    before = [line_of(n) for n in range(1, 61)]
    chair = sit("desktop", story=[line_of(n) for n in range(61, 100)])
    page = chair.page

    def tell(limit: str) -> Json:
        return {"lines": before[-1:], "more": True} if limit == "1" else {"lines": before}

    page.route(
        "**/story?*",
        lambda route: route.fulfill(
            json={"more": False, **tell(re.findall(r"limit=(\d+)", route.request.url)[0])}
        ),
    )
    page.reload()
    log = page.get_by_role("log")
    expect(log.get_by_text("Line 99 is told.")).to_be_in_viewport()
    log.evaluate("box => box.scrollTo({ top: 0 })")

    page.get_by_role("button", name="Earlier").click()

    expect(log.get_by_text("Line 1 is told.", exact=True)).to_be_attached()
    expect(log.get_by_text("Line 61 is told.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Earlier")).to_have_count(0)


def test_nobody_is_offered_an_earlier_story_that_is_not_there(sit: Callable[..., Chair]) -> None:
    page = sit("desktop", story=[line_of(1)]).page

    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Earlier")).to_have_count(0)


def test_another_part_of_the_table_says_that_it_is_wanted(sit: Callable[..., Chair]) -> None:
    chair = sit(turn=[], story=[line_of(1)])
    page = chair.page
    page.get_by_role("button", name="Sheet", exact=True).click()

    chair.change(
        scene={"turn": ["Ana"], "offers": [{"do": "act", "label": "Act"}]},
        story=[line_of(2, "Psst.", "whisper", "Ben"), line_of(3, "Hm.", "chat", "Ana")],
    )

    expect(page.get_by_title("waiting for you")).to_have_text("Table")
    expect(page.get_by_title("1 new")).to_contain_text("Story")
    page.get_by_role("button", name="Story", exact=False).click()
    expect(page.get_by_title("1 new")).to_have_count(0)


def test_a_whisper_says_to_whom_before_it_is_said(sit: Callable[..., Chair]) -> None:
    chair = sit("desktop")
    page = chair.page
    page.get_by_label("How you say it").select_option("Whisper")

    expect(page.get_by_label("To whom")).to_have_value("1")
    expect(page.get_by_label("To whom").locator("option:checked")).to_have_text("Ben")
    page.get_by_label("To whom").select_option("Cleo")
    page.get_by_label("Your words").fill("Psst.")
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_label("Your words")).to_have_value("")

    said = [message for message in chair.heard if message["is"] == "say"]
    assert [message["to"] for message in said] == [[2]]


# Hosting


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_hosting_shows_what_each_option_does(
    visit: Visit, look_for_faults: Callable[[Page], list[str]], size: str
) -> None:
    """The edition first; its single rules are folded away, and each says what it follows."""
    page = visit("/host/deck-of-adventures", size)
    page.get_by_text("Name, door, seats, options").click()
    expect(page.get_by_role("combobox", name="Edition")).to_be_visible()
    expect(
        page.get_by_text("After a Quick Rest your discards stay out of the deck.")
    ).to_be_visible()
    fatigue = page.get_by_role("combobox", name="Fatigue", exact=True)
    expect(fatigue).to_be_hidden()

    page.get_by_text("Rule by rule (20)").click()

    expect(fatigue).to_be_visible()
    expect(fatigue.locator("option")).to_have_text(["As above", "Later", "Seed"])
    expect(page.get_by_text("the fourth knocks you out")).to_be_visible()
    assert look_for_faults(page) == []


def test_hosting_asks_openly_how_long_you_play(visit: Visit) -> None:
    """In the game's own words and order; an adventure has settled it, unless somebody says so."""
    page = visit("/host/thousand-faces", "phone")
    page.get_by_role("radio", name="Something of your own").check()
    length = page.get_by_role("combobox", name="How long you play")
    expect(length).to_be_visible()
    expect(length.locator("option")).to_have_text(
        [
            "One evening",
            "Three sessions (about nine hours)",
            "Up to ten sessions (about thirty hours)",
        ]
    )
    expect(length).to_have_value("one-shot")
    page.get_by_role("radio", name="The Orchard That Walks").check()
    expect(length).to_be_hidden()
