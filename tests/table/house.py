"""A running server, and readers who sit at its tables over real web sockets."""

from __future__ import annotations

import asyncio
import itertools
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import TypeVar

import httpx
import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.asyncio.client import ClientConnection, connect

from fatedeck.engine.offers import Offer, Value
from fatedeck.engine.questions import Answer as Said
from fatedeck.engine.random_play import random_answer, random_value, seats_for
from fatedeck.engine.ruleset import find_game
from fatedeck.table.hall import Hall
from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import (
    PROTOCOL,
    AllowCopy,
    AllowRewind,
    Answer,
    AskCopy,
    AskForm,
    Bye,
    Cancel,
    Changed,
    Command,
    Do,
    Done,
    Hello,
    Link,
    Links,
    Outgoing,
    Ping,
    Refusal,
    Rewind,
    Scene,
    StoryLine,
    TableInfo,
    Welcome,
)
from fatedeck.table.serve import TableServer
from fatedeck.table.settings import Settings, database_url
from fatedeck.table.store import Store

M = TypeVar("M")

_decoder: msgspec.json.Decoder[Outgoing] = msgspec.json.Decoder(Outgoing)
_RUN = token_hex(4)
_ids = itertools.count()

GENEROUS = {
    "port": 0,
    "machine_seconds": 0.0,
    "messages_per_second": 1_000_000,
    "message_burst": 1_000_000,
    "link_work_per_second": 1_000_000,
    "link_work_burst": 1_000_000,
    "address_work_per_second": 1_000_000,
    "address_work_burst": 1_000_000,
    "max_lines_per_address": 1_000_000,
    "new_tables_per_hour": 1_000_000,
    "reads_per_second": 1_000_000,
    "read_burst": 1_000_000,
    "address_reads_per_second": 1_000_000,
    "address_read_burst": 1_000_000,
    "hello_seconds": 600,
    "import_seconds": 600,
    "odds_seconds": 600,
}

HARDLY = 1e-6
"""A pace at which nothing comes back while a test runs, however slow the machine is."""
PATIENCE = 300.0
"""Seconds for which a test waits for what it expects: only what never comes takes so long."""


def new_id() -> str:
    """An id that no database from an earlier run knows."""
    return f"{_RUN}-{next(_ids)}"


class Postgres:
    """The PostgreSQL server of the tests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._names = itertools.count()

    async def new_database(self) -> str:
        name = f"table{next(self._names)}"
        address = f"postgresql://fatedeck@127.0.0.1:{self.port}"
        engine = create_async_engine(
            database_url(f"{address}/postgres"), isolation_level="AUTOCOMMIT"
        )
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
        await engine.dispose()
        return f"{address}/{name}"


class Page:
    """What the page shows of all that it was told."""

    def __init__(self) -> None:
        self.story: list[StoryLine] = []
        self.v = 0
        self.table: TableInfo
        self._told: Scene

    def take_in(self, message: Outgoing) -> None:
        if isinstance(message, Welcome):
            self.table, self.v, self.story = message.table, message.v, list(message.story)
            if message.scene is not None:
                self._told = message.scene
        elif isinstance(message, Changed):
            self.v = message.v
            if isinstance(message.table, TableInfo):
                self.table = message.table
            if isinstance(message.struck, int):
                struck = message.struck
                self.story = [
                    msgspec.structs.replace(line, undone=True)
                    if line.kind == "play" and line.n >= struck
                    else line
                    for line in self.story
                ]
            if isinstance(message.story, list):
                self.story += message.story
            if message.scene is not msgspec.UNSET:
                self._told = patched(self._told, msgspec.to_builtins(message.scene))

    @property
    def scene(self) -> Scene:
        """What it was told, as far as it counts now."""
        return as_it_counts(self._told, self.table)


class Reader(Page):
    """Somebody who came in by a link. Keeps every byte, and what the page would show."""

    def __init__(self, house: House, link: Link, socket: ClientConnection) -> None:
        super().__init__()
        self.house = house
        self.link = link
        self.socket = socket
        self.raw: list[bytes] = []

    async def next(self) -> Outgoing:
        """The next message, taken in as the page takes it in."""
        data = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        raw = data if isinstance(data, bytes) else data.encode()
        self.raw.append(raw)
        message = _decoder.decode(raw)
        self.take_in(message)
        return message

    async def until(self, kind: type[M], fits: Callable[[M], bool] = lambda _: True) -> M:
        """Read on to the next message of this kind that fits."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and fits(message):
                return message

    async def send(self, command: Command | Hello | Ping) -> None:
        await self.socket.send(msgspec.json.encode(command).decode())

    async def ask(self, command: Command) -> Done | Refusal:
        """Send a command and read on to its answer."""
        await self.send(command)
        while True:
            message = await self.next()
            if isinstance(message, Done | Refusal) and message.id == command.id:
                return message

    async def done(self, command: Command) -> Done:
        """Send a command that is carried out."""
        answer = await self.ask(command)
        assert isinstance(answer, Done), answer
        return answer

    async def refused(self, command: Command) -> Refusal:
        """Send a command that is refused."""
        answer = await self.ask(command)
        assert isinstance(answer, Refusal), answer
        return answer

    async def fill(self, offer: Offer, luck: random.Random) -> dict[str, Value]:
        """An action from an offer; what it leaves open is asked for, field by field."""
        chosen: dict[str, Value] = {}
        params = offer.params
        while left := [param for param in params if param.name not in chosen]:
            if any(getattr(param, "asked", False) for param in params):
                asked = AskForm(new_id(), offer.do, offer.fixed, chosen)
                form = (await self.done(asked)).form
                assert form is not None
                params = form.params
                left = [param for param in params if param.name not in chosen]
            if left:
                chosen[left[0].name] = random_value(left[0], luck)
        return offer.action(**chosen)

    async def catch_up(self, v: int) -> None:
        """Read on until version `v`."""
        while self.v < v:
            await self.next()

    async def settle(self) -> None:
        """Read everything that was sent so far."""
        await self.send(Ping())
        while type(await self.next()).__name__ != "Pong":
            pass

    async def bye(self) -> Bye:
        return await self.until(Bye)

    async def close(self) -> None:
        await self.socket.close()


def as_it_counts(scene: Scene, table: TableInfo) -> Scene:
    """A scene; while somebody is asked, only what waits for no answer is offered."""
    if not scene.waiting_for:
        return scene
    open_now = [offer for offer in scene.offers if offer.do in table.any_time]
    return msgspec.structs.replace(scene, offers=open_now)


def patched(scene: Scene, patch: dict[str, object]) -> Scene:
    """A scene with what is different, as the page patches it."""
    plain: dict[str, object] = msgspec.to_builtins(scene)
    for name, value in patch.items():
        before = plain[name]
        if name in ("zones", "sheets", "gadgets", "offers", "rewinds"):
            assert isinstance(before, list)
            assert isinstance(value, list)
            plain[name] = [
                item
                for part in value
                for item in (before[part[0] : sum(part)] if isinstance(part, tuple) else [part])
            ]
        else:
            plain[name] = value
    return msgspec.convert(plain, Scene)


class Sitting:
    """A table with a reader on every seat, a spectator and the host."""

    def __init__(self, house: House, links: Links, readers: dict[str, Reader]) -> None:
        self.house = house
        self.links = links
        self.readers = readers

    def __getitem__(self, name: str) -> Reader:
        return self.readers[name]

    @property
    def seats(self) -> list[str]:
        return [link.name for link in self.links.seats]

    def place(self, name: str) -> int:
        return next(link.place for link in self.links.seats if link.name == name)

    async def settle(self) -> None:
        for reader in self.readers.values():
            await reader.settle()

    async def step(self, luck: random.Random) -> None:
        """One random action or answer by whoever may, seen by all; refusals are passed over."""
        for _ in range(200):
            name, command = await self.choose(luck)
            answer = await self[name].ask(command)
            if isinstance(answer, Done):
                for reader in self.readers.values():
                    await reader.catch_up(answer.v)
                return
            assert answer.sentence
            assert answer.why == "rules", answer
        raise AssertionError("nothing that was offered is allowed")

    async def choose(self, luck: random.Random) -> tuple[str, Command]:
        """A random command that somebody may give now, and that ends nothing."""
        for name in luck.sample(self.seats, len(self.seats)):
            question = self[name].scene.question
            if question is not None:
                answer: Said = random_answer(question, luck)
                return name, Answer(new_id(), self[name].v, answer)
        offered: list[tuple[str, Offer]] = [
            (name, offer)
            for name in self.seats
            for offer in self[name].scene.offers
            if not (offer.why_not or offer.do in self[name].table.any_time)
            and not offer.do.startswith("end-session")
        ]
        name, offer = luck.choice(offered)
        action = await self[name].fill(offer, luck)
        return name, Do(new_id(), self[name].v, action)

    async def agree_to_copy(self) -> None:
        """Let the host copy the table although it is still played."""
        await self["host"].done(AskCopy(new_id()))
        for name in self.seats:
            await self[name].done(AllowCopy(new_id(), True))
        await self.settle()

    async def go_back(self, command: Rewind | Cancel) -> None:
        """Let the host take something back, as everyone agrees."""
        await self["host"].done(command)
        for name in self.seats:
            await self[name].done(AllowRewind(new_id(), command.v, True))
        for reader in self.readers.values():
            await reader.catch_up(command.v + 1)

    def over(self) -> bool:
        return self[self.seats[0]].scene.over

    async def close(self) -> None:
        for reader in self.readers.values():
            await reader.close()


class House:
    """A running server, as one reaches it from outside."""

    def __init__(self, port: int, http: httpx.AsyncClient) -> None:
        self.port = port
        self.http = http
        self.sockets: list[ClientConnection] = []

    async def close(self) -> None:
        """Hang up whatever line a test has left open."""
        for line in self.sockets:
            line.transport.abort()
            await line.wait_closed()

    async def create(
        self, game: str = "high-card", *, start: bool = True, machine: str = "", players: int = 2
    ) -> Links:
        seats = [
            {"name": seat.name, "role": seat.role, "machine": machine if place else ""}
            for place, seat in enumerate(seats_for(find_game(game), players))
        ]
        body = {"game": game, "name": "Saturday", "seats": seats, "start": start}
        answer = await self.http.post("/api/v1/tables", json=body)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=Links)

    async def connect(self, table: str = "") -> ClientConnection:
        """Open a live line; a page names its table, for proxies."""
        address = f"ws://127.0.0.1:{self.port}/api/v1/live{f'?t={table}' if table else ''}"
        line = await connect(
            address,
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=1,  # who has stopped reading hangs up without hearing the rest
            ping_interval=None,
        )
        self.sockets.append(line)
        return line

    async def knock(self, link: Link) -> Reader:
        """Say hello with a link, and read nothing yet."""
        table = link.fragment.partition(".")[0]
        reader = Reader(self, link, await self.connect(table))
        await reader.send(Hello(PROTOCOL, table, link.token))
        return reader

    async def join(self, link: Link) -> Reader:
        reader = await self.knock(link)
        await reader.until(Welcome)
        return reader

    async def sit(self, game: str = "high-card", *, start: bool = True) -> Sitting:
        return await self.sit_at(await self.create(game, start=start))

    async def sit_at(self, links: Links) -> Sitting:
        readers = {link.name: await self.join(link) for link in links.seats}
        readers["spectator"] = await self.join(links.spectator)
        readers["host"] = await self.join(links.host)
        sitting = Sitting(self, links, readers)
        await sitting.settle()
        return sitting

    async def get(self, link: Link, path: str) -> httpx.Response:
        table = link.fragment.partition(".")[0]
        return await self.http.get(f"/api/v1/tables/{table}{path}", headers=bearer(link))

    async def post(self, link: Link, path: str, body: dict[str, object]) -> httpx.Response:
        table = link.fragment.partition(".")[0]
        address = f"/api/v1/tables/{table}{path}"
        return await self.http.post(address, headers=bearer(link), json=body)


class OwnHouse(House):
    """A server in this process, whose hall we can look into."""

    def __init__(self, port: int, http: httpx.AsyncClient, hall: Hall) -> None:
        super().__init__(port, http)
        self.hall = hall


def bearer(link: Link) -> dict[str, str]:
    return {"Authorization": f"Bearer {link.fragment}"}


@asynccontextmanager
async def open_house(
    settings: Settings,
    open_store: Callable[[str, Metrics], Store] = Store,
    /,
    **limits: int | float,
) -> AsyncIterator[OwnHouse]:
    """A server in this process, until the block ends; generous unless limits are given."""
    settings = msgspec.structs.replace(settings, **{**GENEROUS, **limits})
    hall = Hall(settings, open_store)
    server = TableServer(hall)
    # With its protocol named, small answers are sent at once and do not wait for the next.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    port = listening.getsockname()[1]
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        # The server hangs up on who has said nothing for five seconds; the client does so sooner.
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            timeout=PATIENCE,
            limits=httpx.Limits(keepalive_expiry=1),
        ) as http:
            await http.get("/health")
            house = OwnHouse(port, http, hall)
            try:
                yield house
            finally:
                await house.close()
    finally:
        server.should_exit = True
        await serving


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
