"""A seat at a live table, as a program sits there: a web socket by the seat's link.

What the server sends to this link is all that is known here; docs/protocol.md tells how the
messages work together. Only what is needed of them is read.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

import msgspec
from msgspec import Raw, Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.frames import CloseCode

from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.offers import Form, Offer
from fatedeck.engine.questions import Decision
from fatedeck.engine.seen import Read
from fatedeck.engine.view import Campaign, Gadget, Making, SceneTold, Sheet, Zone

PROTOCOL = 3
LONG_LISTS = ("zones", "sheets", "gadgets", "offers", "rewinds")
"""What comes from its first item to its last: items that are new, and stretches as they were."""
MOST_STORY = 400
"""Lines of the story that are remembered; earlier ones lie with the server."""
STRANGE = "That server doesn’t speak like a table server."
PATIENCE = 60.0
"""Seconds in which a server must have answered."""
MOST_BYTES = 32_000_000
"""What is read of an answer: a table's whole record is smaller."""


class Chair(Struct, frozen=True):
    """A seat as everyone sees it."""

    place: int
    name: str
    role: str
    machine: str
    here: bool
    taken: bool


class Around(Struct, frozen=True):
    """The table around the game."""

    id: str
    game: str
    name: str
    phase: str
    paused: bool
    seats: list[Chair]
    any_time: tuple[str, ...]
    asks_twice: tuple[str, ...] = ()


class Scene(Struct, frozen=True):
    """All that the seat is shown of the game now."""

    banner: str
    turn: tuple[str, ...]
    zones: list[Zone]
    sheets: list[Sheet]
    gadgets: list[Gadget]
    tale: SceneTold | None
    offers: list[Offer]
    waiting_for: tuple[str, ...]
    question: Decision | None
    overheard: list[Decision]
    telling: list[Read]
    over: bool
    task: str = ""
    making: Making | None = None
    won: tuple[str, ...] = ()
    campaign: Campaign | None = None


class StoryLine(Struct, frozen=True):
    """A line of the story; lines told together share their `at`."""

    at: int
    text: str
    kind: str
    by: str = ""
    to: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class You(Struct, frozen=True):
    """Who sits here."""

    role: str
    seat: str = ""
    place: int = -1


class Message(Struct, frozen=True):
    """Whatever the server says: `kind` tells which of these fields are meant."""

    kind: str = field(name="is")
    id: str = ""
    v: int = 0
    you: You = You("spectator")
    table: Around | None = None
    scene: dict[str, Raw] | None = None
    story: list[StoryLine] = []
    form: Form | None = None
    why: str = ""
    sentence: str = ""
    clause: str = ""


_decode = msgspec.json.Decoder(Message)
_items = msgspec.json.Decoder(list[Raw])
_stretch = msgspec.json.Decoder(tuple[int, int])
_scene = msgspec.json.Decoder(Scene)


class Line:
    """A line to a table by one link, read as it comes. Made by `join`."""

    you: You
    table: Around

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.v = 0
        self.story: list[StoryLine] = []
        self.told = 0
        """The `at` of the last line of the story that was read out."""
        self.untold = False
        """Whether anything has come since the table was last told."""
        self.offered: dict[str, str] = {}
        """What the seat was last told that it can do, in which words."""
        self._parts: dict[str, Raw | list[Raw]] | None = None
        self._asking = asyncio.Lock()
        self._asked = ""
        self._answer: asyncio.Future[Message] | None = None
        self._news = asyncio.Condition()
        self._goodbye = "The line to the table was cut."
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        return self._reading is not None and not self._reading.done()

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for an answer to what they asked here."""
        return self._asking.locked()

    @property
    def scene(self) -> Scene | None:
        """What is shown, as it counts now; None before the game has begun."""
        if self._parts is None:
            return None
        try:
            scene = _scene.decode(msgspec.json.encode(self._parts))
        except msgspec.DecodeError as fault:
            raise Unreadable(STRANGE) from fault
        if not scene.waiting_for:
            return scene
        open_now = [offer for offer in scene.offers if offer.do in self.table.any_time]
        return msgspec.structs.replace(scene, offers=open_now)

    async def begin(self, table: str, token: str) -> None:
        """Say hello, and read until there is a welcome."""
        hello = {"is": "hello", "protocol": PROTOCOL, "table": table, "token": token}
        await self._socket.send(msgspec.json.encode(hello).decode())
        try:
            first = _decode.decode(await self._socket.recv())
            if first.kind == "bye":
                raise Refused("", first.sentence)
            self._take_in(first)
        except msgspec.DecodeError as fault:
            raise Unreadable(STRANGE) from fault
        if first.kind != "welcome" or first.table is None:
            raise Unreadable(STRANGE)
        self._reading = asyncio.create_task(self._read_on())

    async def ask(self, command: str, /, **fields: object) -> Message:
        """Give a command and wait until it is done, and its outcome is here; or it is refused.

        One is asked after the other: a refusal that names no command is of the one that is asked.
        """
        async with self._asking:
            self._asked = secrets.token_urlsafe(16)
            said = msgspec.json.encode({"is": command, "id": self._asked, **fields}).decode()
            self._answer = asyncio.get_running_loop().create_future()
            try:
                await self._socket.send(said)
                found: Message = await self._answer
            except ConnectionClosed as closed:
                raise Refused("", self._goodbye) from closed
            finally:
                self._answer = None
        if found.kind == "refused":
            raise Refused(found.clause, found.sentence)
        await self.until(found.v)
        return found

    async def until(self, v: int) -> None:
        """Wait until version `v` of the game is here."""
        async with self._news:
            await self._news.wait_for(lambda: self.v >= v or not self.is_open)

    async def wait(self, seconds: float) -> None:
        """Wait for something to happen, so long at most; not at all for what has not been told."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: self.untold)

    async def close(self) -> None:
        await self._socket.close()
        if self._reading is not None:
            await self._reading

    async def _read_on(self) -> None:
        try:
            async for raw in self._socket:
                self._hear(_decode.decode(raw))
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        except msgspec.DecodeError:
            self._goodbye = STRANGE
            await self._socket.close()
        if self._socket.close_code == CloseCode.MESSAGE_TOO_BIG:
            self._goodbye = "That is too long for a table."
        self._settle(Message("refused", sentence=self._goodbye))
        self._reading = None
        async with self._news:
            self._news.notify_all()

    def _hear(self, message: Message) -> None:
        if message.kind == "bye":
            self._goodbye = message.sentence
        elif message.kind not in ("done", "refused"):
            self._take_in(message)
        elif message.id in (self._asked, ""):
            self._settle(message)

    def _settle(self, answer: Message) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def _take_in(self, message: Message) -> None:
        self.untold = True
        if message.kind == "welcome":
            self.you, self.story, self._parts = message.you, [], None
        if message.table is not None:
            self.table = message.table
        if message.scene is not None:
            self._parts = patched(self._parts or {}, message.scene)
        self.story = [*self.story, *message.story][-MOST_STORY:]
        self.v = max(self.v, message.v)


def patched(parts: dict[str, Raw | list[Raw]], patch: dict[str, Raw]) -> dict[str, Raw | list[Raw]]:
    """A scene with what is different; what is not named is as it was.

    >>> parts = patched({}, {"zones": Raw(b'["a","b","c"]'), "n": Raw(b"1")})
    >>> list(map(bytes, patched(parts, {"zones": Raw(b'[[1,2],"d"]')})["zones"]))
    [b'"b"', b'"c"', b'"d"']
    """
    found = dict(parts)
    for name, value in patch.items():
        before = parts.get(name, [])
        if name in LONG_LISTS and isinstance(before, list):
            found[name] = [item for part in _items.decode(value) for item in _meant(part, before)]
        else:
            found[name] = value.copy()
    return found


def _meant(part: Raw, before: list[Raw]) -> list[Raw]:
    """A new item, or a stretch of the list as it was."""
    if not bytes(part).startswith(b"["):
        return [part.copy()]
    first, length = _stretch.decode(part)
    return before[first : first + length]


async def join(server: str, table: str, token: str) -> Line:
    """Sit down by a link of this server."""
    address = f"ws{server.removeprefix('http')}/api/v1/live"
    try:
        socket = await connect(address, max_size=MOST_BYTES)
    except InvalidStatus as fault:
        said = (fault.response.body or b"").decode(errors="replace").strip()
        if not said.endswith(".") or "\n" in said:  # no table server's sentence
            raise nobody_at(server) from fault
        raise Refused("", said) from fault
    except (OSError, InvalidHandshake, InvalidURI, TimeoutError, ValueError) as fault:
        raise nobody_at(server) from fault
    line = Line(socket)
    try:
        async with asyncio.timeout(PATIENCE):
            await line.begin(table, token)
    except TimeoutError as silent:
        await socket.close()
        raise nobody_at(server) from silent
    except ConnectionClosed as closed:
        raise Refused("", "The server hung up.") from closed
    except FatedeckError:
        await socket.close()
        raise
    return line


def nobody_at(server: str) -> Unreadable:
    """What is told where no table server is."""
    return Unreadable(f"There is no table server at {server}.")
