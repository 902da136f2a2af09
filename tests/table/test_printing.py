"""Printing from the page: in a process of its own, one at a time, ended on a word and in time."""

from __future__ import annotations

import base64
import os
from contextlib import aclosing
from pathlib import Path

import msgspec
import pytest

from fatedeck.table.printing import Printing
from fatedeck.table.protocol import Printable, Printed, PrintWanted
from fatedeck.table.refusals import Limit
from tests.table.house import OwnHouse

PRINT = "/api/v1/games/deckahedron/print"


def prints() -> list[int]:
    """The prints that run beside this process, by the ids of their processes."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            parent = f"PPid:\t{os.getpid()}\n" in status.read_text()
            command = status.with_name("cmdline").read_bytes().decode()
        except OSError:
            continue
        if parent and "fatedeck.press.aside" in command:
            found.append(int(status.parent.name))
    return found


def events(body: bytes) -> list[Printed]:
    return [
        msgspec.json.decode(event.removeprefix(b"data: "), type=Printed)
        for event in body.split(b"\n\n")
        if event
    ]


async def test_a_deck_is_printed_for_whoever_asks(quick_house: OwnHouse) -> None:
    there = msgspec.json.decode((await quick_house.http.get(PRINT)).content, type=Printable)
    answer = await quick_house.http.post(PRINT, json={"sets": ["deck"], "paper": "letter"})
    told = events(answer.content)

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


@pytest.mark.parametrize("what", ["box", "reference"])
async def test_boxes_and_pages_are_printed_too(quick_house: OwnHouse, what: str) -> None:
    answer = await quick_house.http.post(PRINT, json={"what": what, "sets": ["deck"]})

    last = events(answer.content)[-1]
    assert (last.refused, last.name) == ("", f"deckahedron-{what}.pdf")


async def test_what_cannot_be_printed_gets_a_sentence(quick_house: OwnHouse) -> None:
    strange = await quick_house.http.post(PRINT, json={"sets": ["moves"]})
    paper = await quick_house.http.post(PRINT, json={"paper": "a5"})
    endless = await quick_house.http.post(
        "/api/v1/games/adventurer-factory/print", json={"deck": "999999999 Knight\n"}
    )
    unknown = await quick_house.http.post("/api/v1/games/whist/print", json={})

    assert events(strange.content)[-1].refused.startswith("Deckahedron has no set “moves”.")
    assert paper.status_code == unknown.status_code == 400
    assert events(endless.content)[-1].refused.startswith("That is more than 3000 cards")


async def test_one_address_prints_one_thing_at_a_time_and_may_end_it() -> None:
    """Nobody waits here: the first is under way when the second is refused, then it is let go."""
    printing = Printing(1, 600)
    async with aclosing(printing.print("1.2.3.4", "deckahedron", PrintWanted())) as first:
        await anext(first)
        assert (await anext(first)).words == "Setting 78 cards."
        assert len(prints()) == 1
        with pytest.raises(Limit, match="already printing"):
            await anext(printing.print("1.2.3.4", "deckahedron", PrintWanted()))
    assert prints() == []

    async with aclosing(printing.print("1.2.3.4", "deckahedron", PrintWanted())) as again:
        assert (await anext(again)).words == "Waiting for the press."


async def test_what_takes_too_long_is_ended() -> None:
    printing = Printing(1, 0.000001)
    told = [one async for one in printing.print("1.2.3.4", "deckahedron", PrintWanted())]

    assert told[-1].refused == "It could not be printed within 1e-06 s."
    assert prints() == []
