"""The live line: one web socket, from the handshake to the last word.

It stands directly on the transport instead of on ASGI: a message is read, obeyed and answered in
one go, without a task and a queue for each line; docs/performance.md has what that saves.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from typing import ClassVar, Protocol, runtime_checkable
from urllib.parse import urlsplit

import msgspec
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.table.hall import Hall
from fatedeck.table.links import Member
from fatedeck.table.mending import Broken
from fatedeck.table.protocol import PROTOCOL, Bye, Command, Hello, Incoming, Ping, Pong, Refusal
from fatedeck.table.refusals import Unsaved, sentence
from fatedeck.table.room import Room

PATH = "/api/v1/live"

_decode: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)
_encode = msgspec.json.Encoder().encode
_PONG = _encode(Pong())
_socket_log = logging.getLogger("websockets.server")
_TOO_FAST = "You are too fast for us; wait a moment."


@runtime_checkable
class Wire(Protocol):
    """What we need of a transport, asyncio's or uvloop's."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...

    def get_write_buffer_size(self) -> int: ...


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
        self._socket = ServerProtocol(max_size=settings.max_message_bytes, logger=_socket_log)
        self._parts: list[bytes] = []
        self._open = False
        self._transport: Wire
        self._greeted = False
        self._joining: asyncio.Task[None] | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._allowance = float(settings.message_burst)
        self._counted_at = 0.0
        self._too_fast = 0

    # The transport speaks

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, Wire)
        self._transport = transport
        self._loop = asyncio.get_running_loop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open = False
        if self._patience is not None:
            self._patience.cancel()
        if self._joining is not None:
            self._joining.cancel()
        self.hall.forget_line(self)
        if self.room is not None and self.member is not None:
            self.room.leave(self, self.member)

    def data_received(self, data: bytes) -> None:
        self.heard = True
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Request):
                self._shake_hands(event)
            elif isinstance(event, Frame):
                self._read(event)
        self._flush()

    def eof_received(self) -> None:
        self._socket.receive_eof()
        self._flush()

    # The room speaks

    def tell(self, message: bytes) -> None:
        """Send a message; a reader that is far behind is dropped, not waited for."""
        if not self._open:
            return
        self._transport.write(_framed(message))
        if self._transport.get_write_buffer_size() > self.hall.settings.max_unsent_bytes:
            self.hall.metrics.lines_dropped += 1
            self._open = False
            self._transport.abort()

    def close(self, bye: Bye) -> None:
        """Say goodbye and hang up."""
        if self._open:
            self.tell(_encode(bye))
            self._open = False
            code = CloseCode.SERVICE_RESTART if bye.again else CloseCode.POLICY_VIOLATION
            self._socket.send_close(code)
            self._flush()
            self._transport.close()

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

    def _shake_hands(self, request: Request) -> None:
        if request.path != PATH:
            response = self._socket.reject(404, "There is no live line here.\n")
        elif not self._is_ours(request):
            response = self._socket.reject(403, "This page may not open a live line here.\n")
        elif not self.hall.admit_line(self):
            response = self._socket.reject(503, "This server has too many visitors just now.\n")
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
        origin = request.headers.get("Origin")
        if origin is None:
            return True
        others = {other.strip() for other in self.hall.settings.origins.split(",")}
        return urlsplit(origin).netloc == request.headers.get("Host") or origin in others

    def _read(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self._open = False
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin and self._open:
                whole = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
                self._parts.clear()
                self._hear(whole)

    def _hear(self, data: bytes) -> None:
        """A whole message came in."""
        if not self._in_time():
            self._too_fast += 1
            if self._too_fast > self.hall.settings.refusals_before_closing:
                self.close(Bye(_TOO_FAST, True))
            else:
                self.tell(_encode(Refusal("", "limit", _TOO_FAST)))
            return
        try:
            message = read_message(data)
        except Unreadable as fault:
            self.hall.metrics.refused += 1
            self.tell(_encode(Refusal("", "unreadable", str(fault))))
            return
        if isinstance(message, Ping):
            self.tell(_PONG)
        elif isinstance(message, Hello):
            self._greet(message)
        elif self.room is None or self.member is None:
            self.close(Bye("Say hello first.", False))
        else:
            self.hall.receive(self, self.room, self.member.place, message)

    def _in_time(self) -> bool:
        settings, now = self.hall.settings, self._loop.time()
        earned = (now - self._counted_at) * settings.messages_per_second
        self._counted_at = now
        self._allowance = min(settings.message_burst, self._allowance + earned)
        if self._allowance < 1:
            return False
        self._allowance -= 1
        self._too_fast = 0
        return True

    def _greet(self, hello: Hello) -> None:
        if self._greeted:
            self.tell(_encode(Refusal("", "unreadable", "You said hello already.")))
        elif hello.protocol != PROTOCOL:
            self.close(Bye("This page is of another version; please load it again.", False))
        else:
            self._greeted = True
            self._joining = asyncio.create_task(self._join(hello))

    async def _join(self, hello: Hello) -> None:
        try:
            self.room, self.member = await self.hall.join(
                self, hello.table, hello.token, hello.go_on_from
            )
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


def read_message(data: bytes) -> Command | Hello | Ping:
    """A message of the page, or `Unreadable`."""
    if b"\\u0000" in data:
        raise Unreadable("That holds a character that no table can keep.")
    try:
        return _decode.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Unreadable(f"That makes no sense here: {fault}.") from fault


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
