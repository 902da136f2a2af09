"""An assistant made of a few lines: it reads what the tools say, and does something of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp import Client
from mcp_types import TextContent

from fatedeck.mcp.server import server_of
from fatedeck.mcp.tables import Tables
from tests.table.house import OwnHouse

OFFER = re.compile(r"^- (?P<do>[a-z.-]+)(?: (?P<fixed>\{.*?\}))?: ")
FIELD = re.compile(
    r"(?P<name>\w+)=(?P<may>.*?)(?P<usual>, else [^;]*?)?(?: \([^()]*\))?(?:; (?=\w+=)|\.?$)"
)
SOME = re.compile(r"(\d+) to (\d+) of (.*)")
ASKED = re.compile(r"^You are asked: .*? Answer (.*)\.$", re.MULTILINE)
ADDRESS = re.compile(r"http://\S+/t/\w+")


class Said(str):
    """What a tool answered; `no` if it was an error."""

    no: bool = False


class Assistant:
    """A client, and what it may call."""

    def __init__(self, client: Client, tables: Tables | None = None) -> None:
        self.client = client
        self.tables = tables

    async def use(self, tool: str, /, **arguments: object) -> Said:
        found = await self.client.call_tool(tool, arguments)
        [content] = found.content
        assert isinstance(content, TextContent)
        said = Said(content.text)
        said.no = bool(found.is_error)
        return said

    async def host(self, game: str, me: str, **more: object) -> tuple[str, str]:
        """A chair of one's own, and the address for others."""
        said = await self.use("host", game=game, me=me, **more)
        assert not said.no, said
        return chair_in(said), ADDRESS.findall(said)[0]

    async def sit(self, where: str, name: str) -> str:
        said = await self.use("sit", where=where, name=name)
        assert not said.no, said
        return chair_in(said)

    async def step(self, chair: str, luck: random.Random) -> bool:
        """Something that this seat can do, or answers, at random; whether anything was done."""
        seen = await self.use("look", chair=chair)
        if asked := ASKED.search(seen):
            said = await self.use("answer", chair=chair, answer=an_answer(asked[1], luck))
            assert not said.no, (seen, said)
            return True
        offers = [found for row in seen.splitlines() if (found := OFFER.match(row))]
        offers = [found for found in offers if not found["do"].startswith(ENDING)]
        if not offers:
            return False
        offer = luck.choice(offers)
        chosen: dict[str, object] = json.loads(offer["fixed"] or "{}")
        for _ in range(6):
            said = await self.use("act", chair=chair, do=offer["do"], choices=chosen)
            if said.no or not said.startswith("Nothing is done yet."):
                return not said.no
            left = said.partition("choose: ")[2]
            if not left:
                return False
            field = next(found for found in FIELD.finditer(left) if not found["usual"])
            chosen[field["name"]] = a_value(field["may"], luck)
        return False


ENDING = ("end-", "give-up", "concede", "tale.end")


def chair_in(said: str) -> str:
    return said.splitlines()[0].removeprefix("Your chair: ")


def name_of(option: str) -> str:
    """An option without what people read for it, and without its note."""
    return re.sub(r" \(.*$| \[.*$", "", option).strip('"')


def an_answer(may: str, luck: random.Random) -> str | int | list[str]:
    if found := re.match(r"a number from (-?\d+) to (-?\d+)", may):
        return luck.randint(int(found[1]), int(found[2]))
    if may.startswith("one of: "):
        return luck.choice([name_of(part) for part in may.removeprefix("one of: ").split("|")])
    if found := re.match(r"(\d+) to (\d+) of: (.*)", may):
        names = [name_of(part) for part in found[3].split("|")]
        return luck.sample(names, min(int(found[1]), len(names)))
    return "the rope holds"


def a_value(may: str, luck: random.Random) -> object:
    if found := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", may):
        return luck.randint(int(found[1]), int(found[2]))
    if found := SOME.fullmatch(may):
        names = [name_of(part) for part in found[3].split("|")]
        return luck.sample(names, min(int(found[1]), len(names)))
    if may == "words":
        return luck.choice(["by the river", "a torch"])
    return name_of(luck.choice(may.split("|")))


@asynccontextmanager
async def assistant_at(house: OwnHouse) -> AsyncIterator[Assistant]:
    """An assistant whose tables are those of this house."""
    tables = Tables(f"http://127.0.0.1:{house.port}")
    try:
        async with Client(server_of(tables)) as client:
            yield Assistant(client, tables)
    finally:
        await tables.close()
