"""The door: every connection from its first byte, how long it may take, and how many there are.

Whoever has connected and not asked for anything yet waits, a half request too. When there are too
many, the one that has waited longest makes place, so that those who only wait keep nobody out.
However many come at once, those who are inside are heard between any two of them.
"""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar, Literal, TypeAlias

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from fatedeck.table.hall import Hall
from fatedeck.table.refusals import TooOften
from fatedeck.table.visitors import neighbourhood

At: TypeAlias = Literal["comes", "waits", "sends", "is answered", "left"]
"""What a connection is at: it waits or sends its headers, it sends a body, it is answered."""

CONNECT = 5
"""How much work it is to let somebody connect."""
SLICE = 16_384
"""So many bytes are read before we look again what they have cost."""
_NEWCOMERS = ""
"""They are one crowd, wherever they come from."""
_READING, _READING_A_BYTE = 0.25, 2e-8
"""Seconds of computing that it may cost to read a request, and more with each byte of it."""
_TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 31\r\nConnection: close\r\n\r\nThat took too long; try again.\n"
)


class Door:
    """Who stands in it: all connections that are no live lines."""

    def __init__(self, hall: Hall) -> None:
        self._settings = hall.settings
        self._pace = hall.address_pace
        self._here: dict[Visit, str] = {}
        self._waiting: dict[Visit, None] = {}
        self._from: dict[str, dict[Visit, None]] = {}

    def admit(self, visit: Visit, address: str) -> bool:
        """Whether one more may come in; proxies have no address of their own."""
        if address:
            try:
                self._pace.spend(address, CONNECT)
            except TooOften:
                return False
            from_there = self._from.get(address, {})
            full = len(from_there) >= self._settings.max_connections_per_address
            if full and not self._send_away(from_there):
                return False
        if len(self._here) >= self._settings.max_connections and not self._send_away(self._waiting):
            return False
        self._here[visit] = address
        if address:
            self._from.setdefault(address, {})[visit] = None
        return True

    def waits(self, visit: Visit, *, still: bool) -> None:
        """Whether this one has not asked yet, from now on."""
        self._waiting.pop(visit, None)
        if still and visit in self._here:
            self._waiting[visit] = None

    def leave(self, visit: Visit) -> None:
        address = self._here.pop(visit, "")
        self._waiting.pop(visit, None)
        if address:
            self._from[address].pop(visit)
            if not self._from[address]:
                del self._from[address]

    def _send_away(self, among: dict[Visit, None]) -> bool:
        """Cut off whoever of these has waited longest."""
        found = next((visit for visit in self._waiting if visit in among), None)
        if found is None:
            return False
        self.leave(found)
        found.transport.abort()
        return True


class Visit(H11Protocol):
    """One connection. Subclasses know their hall and its door."""

    hall: ClassVar[Hall]
    door: ClassVar[Door]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._at: At = "comes"
        self._address = ""
        self._first: bytes | None = None
        self._heard = 0
        self._spent = 0.0
        self._look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client is not None else ""
        self._address = "" if self.hall.visitors.is_proxy(peer) else neighbourhood(peer)
        if self.door.admit(self, self._address):
            self._mind()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._first is None:
            self._first = data
            self.transport.pause_reading()
            self.hall.turns.hear(_NEWCOMERS, self._begin)
        else:
            self._read(data)

    def _begin(self) -> None:
        """It is this newcomer's turn."""
        if self._first and not self.transport.is_closing():
            first, self._first = self._first, b""
            self.transport.resume_reading()
            self._read(first)

    def _read(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            began = time.thread_time()
            part = data[start : start + SLICE]
            self._heard += len(part)
            super().data_received(part)
            if self._at == "left" or self.transport.is_closing():
                return
            self._count(time.thread_time() - began)
        self._mind()

    def on_response_complete(self) -> None:
        self._spent = 0.0
        super().on_response_complete()
        self._mind()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no request; where an answer has begun, there is nothing left to say."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
            if self.cycle is not None:  # what was asked before it gets no second answer
                self.cycle.disconnected = True
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    # How

    def _count(self, seconds: float) -> None:
        """Count what reading has cost; a body in the tiniest pieces costs more than it may."""
        self._spent += seconds
        if self._address:
            self.hall.address_pace.charge(self._address, 1000 * seconds)
        if self._spent > _READING + _READING_A_BYTE * self._heard:
            self.transport.abort()

    def _mind(self) -> None:
        """Give a connection its time anew whenever it is at something else."""
        state = self.conn.their_state
        now: At = "is answered"
        if state is h11.IDLE:
            now = "waits"
        elif state is h11.SEND_BODY:
            now = "sends"
        if now != self._at != "left" and not self.transport.is_closing():
            self._at = now
            self.door.waits(self, still=now == "waits")
            self._watch()

    def _leave(self) -> None:
        self._at = "left"
        self.door.leave(self)
        if self._look is not None:
            self._look.cancel()

    def _watch(self) -> None:
        """Look again in a while how much has come or gone until then."""
        if self._look is not None:
            self._look.cancel()
        self._look = self.loop.call_later(
            self.hall.settings.request_seconds, self._is_late, self._heard, self._unsent()
        )

    def _is_late(self, heard: int, unsent: int) -> None:
        """Cut off who has kept us waiting since the last look."""
        settings = self.hall.settings
        least = settings.slowest_bytes_per_second * settings.request_seconds
        left = self._unsent()
        if unsent and left > max(0, unsent - least):
            self.transport.abort()
        elif not left and (self._at == "waits" or self._trickles(self._heard - heard < least)):
            if self._at == "waits" and self._heard > heard:
                self.transport.write(_TOO_SLOW)
            self.transport.close()
        else:
            self._watch()

    def _trickles(self, little: bool) -> bool:
        """Whether it is the other side that makes a body slow."""
        return self._at == "sends" and little and not self.flow.read_paused

    def _unsent(self) -> int:
        return self.transport.get_write_buffer_size()


def visit(hall: Hall) -> type[Visit]:
    """The connections to this hall."""
    return type("VisitToHall", (Visit,), {"hall": hall, "door": Door(hall)})
