"""The live line: one web socket, from the handshake to the last word.

It stands directly on the transport instead of on ASGI: a message is read, obeyed and answered in
one go, without a task and a queue for each line; docs/performance.md has what that saves.
"""

from __future__ import annotations

import asyncio
import logging
import struct
import time
from collections import deque
from typing import ClassVar, Protocol, runtime_checkable

import msgspec
from msgspec import Struct
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event, State
from websockets.server import ServerProtocol

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.engine.unfit import why_unfit
from fatedeck.table.hall import JOIN, Hall, link_key
from fatedeck.table.links import Member
from fatedeck.table.mending import Broken
from fatedeck.table.pace import Budget
from fatedeck.table.protocol import PROTOCOL, Bye, Command, Hello, Id, Incoming, Ping, Pong, Refusal
from fatedeck.table.refusals import TooOften, Unsaved, sentence
from fatedeck.table.room import Room

PATH = "/api/v1/live"
FLOODED = 1_000
"""How much work it counts for to be sent away, by the link, and by the address for coming in.

Whoever comes again at once waits at the door; others from there who are inside notice nothing.
"""
CONTROL = 0.5
"""How much work it is to read a frame that is no whole message."""
MOST_FRAGMENTS = 64
"""A message comes in no more pieces than this."""
SLICE = 512
"""So many bytes are read before we look again whether the reader is still welcome."""
MOST_UNREAD = 32_768
"""Bytes of a line that may wait for their turn: no page sends so much that it has to."""
FAREWELL = 5.0
"""Seconds in which a reader may still read what it was told before the line was closed."""


class Named(Struct, frozen=True):
    """Of a message that makes no sense, its id."""

    id: Id = ""


_decode: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
_decode_id = msgspec.json.Decoder(Named)
_encode = msgspec.json.Encoder().encode
_PONG = _encode(Pong())
_socket_log = logging.getLogger("websockets.server")
_TOO_FAST = "One moment: that was too fast for us."


@runtime_checkable
class Wire(Protocol):
    """What we need of a transport, asyncio's or uvloop's."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...

    def get_write_buffer_size(self) -> int: ...

    def get_extra_info(self, name: str) -> object: ...


class LiveLine(asyncio.Protocol):
    """A web socket of one reader. Subclasses know their hall."""

    hall: ClassVar[Hall]

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, object]
    ) -> None:
        settings = self.hall.settings
        self.room: Room | None = None
        self.member: Member | None = None
        self.heard = True
        self.address = ""
        self._socket = ServerProtocol(max_size=settings.max_message_bytes, logger=_socket_log)
        self._unread = bytearray()
        self._events: deque[Event] = deque()
        self._parts: list[bytes] = []
        self._open = False
        self._transport: Wire
        self._hello: Hello | None = None
        self._joining: asyncio.Task[None] | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._budget = Budget()  # of work, shared with the other lines of this link and address
        self._name = f"{id(self):x}"
        self._crowd = ""  # those from one address are heard in turn; a proxy speaks for many
        self._too_fast = 0

    # The transport speaks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, Wire)
        self._transport = transport
        self._loop = asyncio.get_running_loop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open = False
        self._forget_unread()
        if self._patience is not None:
            self._patience.cancel()
        if self._joining is not None:
            self._joining.cancel()
        self.hall.line_pace.forget(self._name)
        self.hall.forget_line(self)
        if self.room is not None and self.member is not None:
            self.room.leave(self, self.member)

    def data_received(self, data: bytes) -> None:
        self.heard = True
        waits = self._has_more
        self._unread += data
        if not self._crowd:
            self._read_rest()
        elif not waits:
            self.hall.turns.hear(self._crowd, self._read_in_turn)
        elif len(self._unread) > MOST_UNREAD:
            self._send_away()

    def eof_received(self) -> None:
        self._read_rest()
        self._open = False
        self._socket.receive_eof()
        self._flush()

    # The room speaks

    def tell(self, message: bytes) -> None:
        """Send a message; a reader that is far behind is dropped, not waited for."""
        if self._open:
            self._transport.write(_framed(message))
            self._drop_if_behind()

    def spend(self, work: float) -> None:
        """Count what was done for this reader as so much work."""
        self._budget.pay(work)

    def close(self, bye: Bye) -> None:
        """Say goodbye and hang up."""
        self.tell(_encode(bye))
        if self._open:
            self._open = False
            self._forget_unread()
            code = CloseCode.SERVICE_RESTART if bye.again else CloseCode.POLICY_VIOLATION
            if self._socket.state is State.OPEN:
                self._socket.send_close(code)
            self._flush()
            self._transport.close()
            self._loop.call_later(FAREWELL, self._transport.abort)

    def ping(self) -> None:
        """Ask whether the reader is still there; silent since the last time, it is gone."""
        if not self.heard:
            self.hall.metrics.lines_dropped += 1
            self._transport.abort()
        elif self._open:
            self.heard = False
            self._socket.send_ping(b"")
            self._flush()

    # How

    @property
    def _has_more(self) -> bool:
        return bool(self._unread or self._events)

    def _read_rest(self) -> None:
        while self._has_more:
            self._read_some()

    def _read_in_turn(self) -> None:
        self._read_some()
        if self._has_more:
            self.hall.turns.hear(self._crowd, self._read_in_turn)

    def _read_some(self) -> None:
        """Read one frame of what has come; after the end nothing is read any more."""
        if not self._events and self._unread:
            part = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            self._socket.receive_data(part)
            self._events.extend(self._socket.events_received())
        event = self._events.popleft() if self._events else None
        if isinstance(event, Request):
            self._shake_hands(event)
        elif isinstance(event, Frame):
            self._read(event)
        if not self._events:
            self._flush()
            if self._socket.state in (State.CLOSING, State.CLOSED):
                self._open = False
                self._forget_unread()

    def _forget_unread(self) -> None:
        self._unread.clear()
        self._events.clear()

    def _shake_hands(self, request: Request) -> None:
        forwarded = request.headers.get_all("X-Forwarded-For")
        self.address = self.hall.visitors.address_of(self._end("peername")[0], forwarded)
        if not self.hall.visitors.is_proxy(self.address):
            self._crowd = self.address
        self._budget.add(self.hall.address_pace, self.address)
        flooded = bool(self._crowd) and self.hall.flood_pace.lacks(self.address, JOIN) > 0
        if flooded or not self._budget.pay(JOIN):
            response = self._socket.reject(429, f"{_TOO_FAST}\n")
        elif request.path.partition("?")[0] != PATH:  # what follows is for proxies
            response = self._socket.reject(404, "There is no live line here.\n")
        elif not self._is_ours(request):
            response = self._socket.reject(403, "This page can’t open a live line here.\n")
        elif self.hall.draining:
            response = self._socket.reject(
                503, "This server is about to stop. Come back in a moment.\n"
            )
        elif not self.hall.admit_line(self, self.address):
            response = self._socket.reject(503, "This server has too many visitors right now.\n")
        else:
            response = self._socket.accept(request)
        self._socket.send_response(response)
        self._flush()
        if response.status_code == 101:
            self._open = True
            request.headers.clear()  # the parser holds on to the request as long as the line lives
            self._patience = self._loop.call_later(
                self.hall.settings.hello_seconds, self.close, Bye("You said nothing.", True)
            )
        else:
            self._transport.close()

    def _is_ours(self, request: Request) -> bool:
        """Whether the page that opens this line was served from here; browsers always say."""
        said = request.headers.get_all
        by_page = "Sec-Fetch-Mode" in request.headers
        reached = self._end("sockname")
        return self.hall.visitors.may_change(said("Origin"), said("Host"), by_page, reached)

    def _end(self, which: str) -> tuple[str, int]:
        """One end of the connection."""
        match self._transport.get_extra_info(which):
            case (str(address), int(port), *_):
                return address, port
        return "", 0

    def _read(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self._open = False
        elif not self._open:
            return
        elif frame.opcode in (Opcode.PING, Opcode.PONG):
            self._may_go_on(CONTROL)
        else:
            self._parts.append(bytes(frame.data))
            if not frame.fin:
                if len(self._parts) >= MOST_FRAGMENTS:
                    self.close(Bye("That message came in too many pieces.", True))
                self._may_go_on(CONTROL)
                return
            whole = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
            self._parts.clear()
            self._hear(whole)

    def _hear(self, data: bytes) -> None:
        """A whole message came in; whatever it takes beyond a message is counted after it."""
        began = time.thread_time()
        try:
            message = read_message(data)
        except Unreadable as fault:
            if self._may_go_on(1):
                self.hall.metrics.refused += 1
                self.tell(_encode(Refusal(_named(data), "unreadable", str(fault))))
            return
        if not self._may_go_on(1):
            named = message.id if isinstance(message, Command) else ""
            self.tell(_encode(Refusal(named, "limit", _TOO_FAST)))
            return
        if isinstance(message, Ping):
            self.tell(_PONG)
        elif isinstance(message, Hello):
            self._greet(message)
        elif self.room is None or self.member is None:
            self.close(Bye("Say hello first.", False))
        else:
            self.hall.receive(self, self.room, self.member.place, message)
            beyond = 1000 * (time.thread_time() - began) - 1
            if beyond > 0:
                self.spend(beyond)

    def _may_go_on(self, cost: float) -> bool:
        """Whether there is work left for this; who goes on without is sent away."""
        in_time = self.hall.line_pace.charge(self._name, cost)
        if self._budget.pay(cost) and in_time:
            self._too_fast = 0
            return True
        self._too_fast += 1
        if self._too_fast > self.hall.settings.refusals_before_closing:
            self._send_away()
        return False

    def _send_away(self) -> None:
        """Close the line of whoever goes on and on, and let them wait before they come again."""
        if self._open:
            if self._crowd:
                self.hall.flood_pace.charge(self.address, FLOODED)
            if self.room is not None and self.member is not None:
                key = link_key(self.room, self.member, self.address)
                self.hall.link_pace.charge(key, FLOODED)
            elif self._hello is not None:  # it is not known yet whose link this is
                self.hall.charge_link(self._hello, self.address, FLOODED)
            self.close(Bye(_TOO_FAST, True))

    def _greet(self, hello: Hello) -> None:
        if self._hello is not None:
            self.tell(_encode(Refusal("", "unreadable", "You’ve said hello already.")))
        elif hello.protocol != PROTOCOL:
            self.close(Bye("This page is from another version. Please reload it.", False))
        else:
            self._hello = hello
            self._joining = asyncio.create_task(self._join(hello))

    async def _join(self, hello: Hello) -> None:
        try:
            self.room, self.member = await self.hall.join(
                self, hello.table, hello.token, self.address, hello.go_on_from
            )
            key = link_key(self.room, self.member, self.address)
            self._budget.add(self.hall.link_pace, key)
        except TooOften as fault:
            self.close(Bye(sentence(fault), True))
        except Broken as broken:
            self.close(Bye(broken.sentence, False, broken.offered))
        except FatedeckError as fault:
            self.close(Bye(sentence(fault), isinstance(fault, Unsaved)))
        self._joining = None
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _flush(self) -> None:
        for data in self._socket.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
        if self._socket.close_expected():
            self._transport.close()
        self._drop_if_behind()

    def _drop_if_behind(self) -> None:
        if self._transport.get_write_buffer_size() > self.hall.settings.max_unsent_bytes:
            self.hall.metrics.lines_dropped += 1
            self._open = False
            self._transport.abort()


def read_message(data: bytes) -> Command | Hello | Ping:
    """A message of the page, or `Unreadable`."""
    if b"\\u0000" in data:
        raise Unreadable("There’s a character in it that no table can keep.")
    try:
        return _decode.decode(data)
    except RecursionError as fault:
        raise Unreadable("That is nested too deeply.") from fault
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise Unreadable(f"That doesn’t make sense here: {why_unfit(fault)}") from fault


def _named(data: bytes) -> str:
    """The id of a command that cannot be read, so that whoever sent it knows which."""
    try:
        return _decode_id.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def live_line(hall: Hall) -> type[LiveLine]:
    """The lines of this hall."""
    return type("LiveLineOfHall", (LiveLine,), {"hall": hall})


def _framed(message: bytes) -> bytes:
    """A text frame; a server's frames are not masked, so it is the same for every reader."""
    length = len(message)
    if length < 126:
        return b"\x81" + bytes((length,)) + message
    if length < 65536:
        return b"\x81\x7e" + struct.pack("!H", length) + message
    return b"\x81\x7f" + struct.pack("!Q", length) + message
