"""Printing from the page: in a process of its own, one at a time, ended on a word and in time."""

from __future__ import annotations

import base64
from contextlib import aclosing
from io import BytesIO
from itertools import count
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from fatedeck.table.beside import lines_of
from fatedeck.table.printing import Printing
from fatedeck.table.protocol import Link, Printable, Printed, PrintWanted, Say
from fatedeck.table.refusals import Limit
from fatedeck.table.web import Web
from tests.table.beside import events, running
from tests.table.house import PATIENCE, OwnHouse, bearer, new_id

PRINT = "/api/v1/games/deckahedron/print"


async def test_a_deck_is_printed_for_whoever_asks(quick_house: OwnHouse) -> None:
    there = msgspec.json.decode((await quick_house.http.get(PRINT)).content, type=Printable)
    answer = await quick_house.http.post(PRINT, json={"sets": ["deck"], "paper": "letter"})
    told = events(answer.content, Printed)

    assert [(one.id, one.count, one.each) for one in there.sets] == [
        ("deck", 20, True),
        ("wounds", 12, False),
        ("skills", 26, False),
        ("items", 20, False),
    ]
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert [one.words for one in told] == [
        "Waiting for the press.",
        "Setting 20 cards.",
        "Deckahedron: 20 cards on 4 sides.",
    ]
    assert told[-1].name == "deckahedron-cards.pdf"
    assert base64.b64decode(told[-1].pdf).startswith(b"%PDF-1.7")


async def test_backs_are_moved_for_a_printer_that_drifts(quick_house: OwnHouse) -> None:
    pages: list[bytes] = []
    for moved in ([0, 0], [1.5, -2]):
        answer = await quick_house.http.post(PRINT, json={"sets": ["deck"], "offset": moved})
        reader = PdfReader(BytesIO(base64.b64decode(events(answer.content, Printed)[-1].pdf)))
        sides = [reader.pages[side].get_contents() for side in (2, 3)]
        pages += [side.get_data() for side in sides if side is not None]
    assert pages[0] == pages[2]
    assert pages[1] != pages[3]
    refused = await quick_house.http.post(PRINT, json={"offset": [11, 0]})
    assert refused.status_code == 400


@pytest.mark.parametrize("what", ["box", "reference"])
async def test_boxes_and_pages_are_printed_too(quick_house: OwnHouse, what: str) -> None:
    answer = await quick_house.http.post(PRINT, json={"what": what, "sets": ["deck"]})

    last = events(answer.content, Printed)[-1]
    assert (last.refused, last.name) == ("", f"deckahedron-{what}.pdf")


async def test_what_cannot_be_printed_gets_a_sentence(quick_house: OwnHouse) -> None:
    strange = await quick_house.http.post(PRINT, json={"sets": ["moves"]})
    paper = await quick_house.http.post(PRINT, json={"paper": "a5"})
    endless = await quick_house.http.post(
        "/api/v1/games/adventurer-factory/print", json={"deck": "999999999 Knight\n"}
    )
    unknown = await quick_house.http.post("/api/v1/games/whist/print", json={})

    assert events(strange.content, Printed)[-1].refused.startswith(
        "Deckahedron has no set “moves”."
    )
    assert paper.status_code == unknown.status_code == 400
    assert events(endless.content, Printed)[-1].refused.startswith("That is more than 3000 cards")


async def test_one_address_prints_one_thing_at_a_time_and_may_end_it() -> None:
    """Nobody waits here: the first is under way when the second is refused, then it is let go."""
    printing = Printing(1, 600)
    async with aclosing(printing.print(("1.2.3.4",), "deckahedron", PrintWanted())) as first:
        await anext(first)
        assert (await anext(first)).words == "Setting 78 cards."
        assert len(running("fatedeck.press.aside")) == 1
        with pytest.raises(Limit, match="already printing"):
            await anext(printing.print(("1.2.3.4",), "deckahedron", PrintWanted()))
    assert running("fatedeck.press.aside") == []

    async with aclosing(printing.print(("1.2.3.4",), "deckahedron", PrintWanted())) as again:
        assert (await anext(again)).words == "Waiting for the press."


async def test_one_link_prints_one_thing_at_a_time_wherever_it_is_opened(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every request comes from an address of its own here."""
    addresses = (f"10.0.0.{n}" for n in count(1))
    monkeypatch.setattr(Web, "_address", lambda *_: next(addresses))
    table = await quick_house.sit("deckahedron")
    wanted: dict[str, object] = {"what": "sheet"}
    ana = table["Ana"].link
    path = f"/api/v1/tables/{ana.fragment.partition('.')[0]}/print"
    asked = quick_house.http.stream("POST", path, headers=bearer(ana), json=wanted)
    async with asked as first:
        heard = first.aiter_bytes()
        assert b"Waiting for the press." in await anext(heard)
        again = await quick_house.post(ana, "/print", wanted)
        other = await quick_house.post(table["Ben"].link, "/print", wanted)

    assert "already printing" in again.text
    assert events(other.content, Printed)[-1].pdf


async def test_what_takes_too_long_is_ended() -> None:
    printing = Printing(1, 0.000001)
    told = [one async for one in printing.print(("1.2.3.4",), "deckahedron", PrintWanted())]

    assert told[-1].refused == "Printing took longer than 1e-06 s, so it was stopped."
    assert running("fatedeck.press.aside") == []


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ({"what": "sheet", "hero": "Brann"}, "deckahedron-sheet.pdf"),
        ({"what": "handouts", "adventure": "the-bell-under-the-weir"}, "deckahedron-handouts.pdf"),
    ],
)
async def test_sheets_and_adventures_are_printed_too(
    quick_house: OwnHouse, wanted: dict[str, str], name: str
) -> None:
    there = msgspec.json.decode((await quick_house.http.get(PRINT)).content, type=Printable)
    last = events((await quick_house.http.post(PRINT, json=wanted)).content, Printed)[-1]

    assert there.adventures == {"the-bell-under-the-weir": "The Bell Under the Weir"}
    assert (last.refused, last.name) == ("", name)


async def test_nobody_prints_a_file_of_the_server(quick_house: OwnHouse, tmp_path: Path) -> None:
    """A hero and an adventure are named, or brought as text: a path is only a name nobody has."""
    file = tmp_path / "secret.txt"
    file.write_text("a secret", "utf-8")
    hero = await quick_house.http.post(PRINT, json={"what": "sheet", "hero": str(file)[-80:]})
    tale = await quick_house.http.post(PRINT, json={"what": "maps", "adventure": str(file)[-80:]})

    assert "no hero called" in events(hero.content, Printed)[-1].refused
    assert "There is no adventure" in events(tale.content, Printed)[-1].refused


async def test_whoever_plays_prints_their_own_sheet_and_the_story(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    await table["Ana"].done(Say(new_id(), "narration", "It snows. \N{SNOWMAN}"))
    await table["Ana"].done(Say(new_id(), "whisper", "psst, a secret", [table.place("GM")]))

    async def printed(link: Link, what: str) -> str:
        answer = await quick_house.post(link, "/print", {"what": what})
        last = events(answer.content, Printed)[-1]
        assert not last.refused
        return words_of(base64.b64decode(last.pdf))

    for seat, hears in (("Ana", True), ("Ben", False)):
        story = await printed(table[seat].link, "chronicle")
        assert "It snows." in story
        assert ("psst, a secret" in story) == hears
    sheet = await printed(table["Ana"].link, "sheet")
    assert sheet.startswith("Ana Deckahedron Strength 2")
    watcher = await quick_house.post(table.links.spectator, "/print", {"what": "sheet"})
    assert "You have no character at this table." in watcher.text


def words_of(pdf: bytes) -> str:
    read = PdfReader(BytesIO(pdf))
    return " ".join(" ".join(page.extract_text() for page in read.pages).split())


async def test_a_press_that_wants_too_much_memory_does_not_get_it() -> None:
    async with aclosing(lines_of("tests.faults.greedy", b"", PATIENCE)) as said:
        assert [line async for line in said] == [b"refused\n", b""]


async def test_a_story_that_no_book_holds_is_told_so(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await quick_house.sit("high-card")
    await table["Ana"].done(Say(new_id(), "narration", "A very long story."))
    monkeypatch.setattr("fatedeck.table.chronicle.MOST_LETTERS", 10)
    answer = await quick_house.post(table["Ana"].link, "/print", {"what": "chronicle"})
    assert answer.json()["sentence"].startswith("This story is too long for a book.")
