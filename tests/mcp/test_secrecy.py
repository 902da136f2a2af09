"""Two worlds that a seat cannot tell apart are told to an assistant in the same words."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator

import msgspec
import pytest
from mcp_types import TextResourceContents
from msgspec import Struct

from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.view import View, Zone, seen
from fatedeck.table.room import Room
from tests.mcp.assistant import OFFER, Assistant, assistant_at
from tests.soak.worlds import Worlds, drawn_anew, shown_instead
from tests.table.house import OwnHouse, Reader, Sitting

EVERY = [ruleset.id for ruleset in games() if ruleset.id != "high-card"]
Told = dict[str, str]
OPEN = re.compile(r"=\?(?!, else)")


@pytest.mark.parametrize("game", EVERY)
async def test_an_assistant_cannot_tell_two_worlds_apart(quick_house: OwnHouse, game: str) -> None:
    luck, pairs, forms = random.Random(f"assistant {game}"), 0, 0
    async with assistant_at(quick_house) as assistant:
        while pairs < 4:  # a duel may be over soon
            table = await quick_house.sit(game)
            async for here, there in _worlds(quick_house, assistant, table, luck):
                assert here == there
                pairs += 1
                forms += sum(what.startswith("act") for what in here)
            await table.close()
    assert forms > 0


async def test_a_card_shown_to_one_too_many_is_found(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same comparison with a view that shows one hidden card."""
    ruleset = find_game("high-card")
    view = type(ruleset).view

    def careless(self: AnyRuleset, state: Struct, seat: str | None) -> View:
        found = view(self, state, seat)
        cards = [card for group in self.hidden(state, seat) for part in group for card in part]
        shown = Zone("shown", "Shown", 1, seen(cards[-1:]))
        return msgspec.structs.replace(found, zones=[*found.zones, shown])

    monkeypatch.setattr(type(ruleset), "view", careless)
    table = await quick_house.sit("high-card")
    luck = random.Random(1)
    async with assistant_at(quick_house) as assistant:
        worlds = _worlds(quick_house, assistant, table, luck, 1)
        assert any([here != there async for here, there in worlds])


async def _worlds(
    house: OwnHouse, assistant: Assistant, table: Sitting, luck: random.Random, between: int = 3
) -> AsyncIterator[tuple[Told, Told]]:
    """What an assistant is told on a seat at some moments: truly, and with hidden cards anew."""
    room = house.hall.rooms[table.links.table]
    worlds = Worlds(house, table, room.ruleset.id, luck)
    for number in range(4 * between):
        if table.over():
            return
        await table.step(luck)
        if number % between:
            continue
        await table.settle()
        reader = table[luck.choice(table.seats)]
        other = worlds.another_world(room, reader.link.name)
        if other is None:
            continue
        here = await _told(assistant, room, reader)
        with shown_instead(room, *other):
            there = await _told(assistant, room, reader)
        yield here, there


async def _told(assistant: Assistant, room: Room, reader: Reader) -> Told:
    """All that an assistant is told who sits down here, and opens every form."""
    chair = reader.link.fragment
    with drawn_anew(room, reader):
        look = await assistant.use("look", chair=chair, closely=True)
    told: Told = {"look": look, "odds": await assistant.use("odds", chair=chair)}
    story = await assistant.client.read_resource(f"fatedeck://story/{chair}")
    [page] = story.contents
    assert isinstance(page, TextResourceContents)
    told["story"] = page.text
    for row in look.splitlines():
        offer = OFFER.match(row)
        if offer and OPEN.search(row) and not offer["fixed"]:
            told[f"act {row}"] = await assistant.use("act", chair=chair, do=offer["do"])
    told["refused"] = await assistant.use("act", chair=chair, do="no such thing")
    assert assistant.tables is not None
    await assistant.tables.forget(chair)
    return told
