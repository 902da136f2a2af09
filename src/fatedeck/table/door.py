"""The door: every connection from its first byte, how long it may take, and how many there are.

Whoever has connected and not asked for anything yet waits, a half request too. When there are too
many, the one that has waited longest makes place, so that those who only wait keep nobody out.
However many come at once, those who are inside are heard between any two of them.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import ClassVar, Literal, TypeAlias

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.server import ServerState

from fatedeck.table.hall import Hall
from fatedeck.table.refusals import TooOften
from fatedeck.table.visitors import neighbourhood

At: TypeAlias = Literal["comes", "waits", "sends", "is answered", "left"]
"""What a connection is at: it waits or sends its headers, it sends a body, it is answered."""

CONNECT = 5
"""How much work it is to let somebody connect."""
STANDING, MOST_STANDING = 3.0, 64
"""Seconds for which who comes too often is left standing at the door, and how many are."""
SLICE = 16_384
"""So many bytes are read before we look again what they have cost."""
NEXT_FROM_THERE = 0.005
"""Seconds between two newcomers from one address."""
_NEWCOMERS = "new"
"""They are one crowd, wherever they come from."""
MOST_UNREAD = 256_000_000
"""Bytes of answers that may wait until they are read, of all connections together."""
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
        self.visitors = hall.visitors
        self.standing = 0
        self._pace, self._floods = hall.address_pace, hall.flood_pace
        self._here: dict[Visit, str] = {}
        self._waiting: dict[Visit, None] = {}
        self._from: dict[str, dict[Visit, None]] = {}

    def opens(self, address: str) -> bool:
        """Whether anybody is let in from there now; proxies have no address of their own."""
        if not address:
            return True
        if self._floods.lacks(address, CONNECT) > 0:
            return False
        try:
            self._pace.spend(address, CONNECT)
        except TooOften:
            return False
        return True

    def admit(self, visit: Visit, address: str) -> bool:
        """Whether there is room for one more."""
        if address:
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

    def mind_unread(self) -> None:
        """Cut off who reads too little, where the most is unread from, while it is too much."""
        unread = {visit: size for visit in self._here if (size := visit.unsent())}
        while len(unread) > 1 and sum(unread.values()) > MOST_UNREAD:
            shares: Counter[str] = Counter()
            for visit, size in unread.items():
                shares[self._here[visit]] += size
            crowd = max(shares, key=lambda address: shares[address])
            most = [visit for visit in unread if self._here[visit] == crowd]
            found = max(most, key=lambda visit: unread[visit])
            del unread[found]
            self._cut_off(found)

    def _send_away(self, among: dict[Visit, None]) -> bool:
        """Cut off whoever of these has waited longest."""
        found = next((visit for visit in self._waiting if visit in among), None)
        if found is None:
            return False
        self._cut_off(found)
        return True

    def _cut_off(self, visit: Visit) -> None:
        self.leave(visit)
        visit.transport.abort()


class Knock(asyncio.Protocol):
    """Somebody who knocks; only who is let in is worth more than this. Subclasses know the door.

    Who comes too often is left standing for a while, so that a crowd cannot keep us busy by
    knocking, and then looked at once more.
    """

    door: ClassVar[Door]
    visit: ClassVar[type[Visit]]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._enter = partial(self.visit, config, server_state, app_state, _loop)
        self._standing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer, _ = get_remote_addr(transport) or ("", 0)
        address = "" if self.door.visitors.is_proxy(peer) else neighbourhood(peer)
        if self.door.opens(address):
            self._let_in(transport, address)
        elif self.door.standing < MOST_STANDING:
            self.door.standing += 1
            transport.pause_reading()
            loop = asyncio.get_running_loop()
            self._standing = loop.call_later(STANDING, self._knock_again, transport, address)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._standing is not None:
            self._standing.cancel()
            self.door.standing -= 1

    def _knock_again(self, transport: asyncio.Transport, address: str) -> None:
        if self.door.opens(address):
            self._standing = None
            self.door.standing -= 1
            transport.resume_reading()
            self._let_in(transport, address)
        else:
            transport.abort()

    def _let_in(self, transport: asyncio.Transport, address: str) -> None:
        visit = self._enter()
        transport.set_protocol(visit)
        visit.come_in(transport, address)


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

    def come_in(self, transport: asyncio.Transport, address: str) -> None:
        """The door is open; there may still be no room."""
        self.connection_made(transport)
        self._address = address
        if self.door.admit(self, address):
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
            if self._address:
                self.hall.turns.hear(
                    f"{_NEWCOMERS} {self._address}", self._is_next, NEXT_FROM_THERE
                )
            else:
                self._is_next()
        else:
            self._read(data)

    def _is_next(self) -> None:
        """It is the turn of this one among those from its address."""
        self.hall.turns.hear(_NEWCOMERS, self._begin)

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
        if self.unsent():
            self.door.mind_unread()
        self._mind()

    def unsent(self) -> int:
        """The bytes of answers that wait until they are read."""
        return self.transport.get_write_buffer_size()

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
            self.hall.settings.request_seconds, self._is_late, self._heard, self.unsent()
        )

    def _is_late(self, heard: int, unsent: int) -> None:
        """Cut off who has kept us waiting since the last look."""
        settings = self.hall.settings
        least = settings.slowest_bytes_per_second * settings.request_seconds
        left = self.unsent()
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


def knock(hall: Hall) -> type[Knock]:
    """The connections to this hall."""
    door = Door(hall)
    visit = type("VisitToHall", (Visit,), {"hall": hall, "door": door})
    return type("KnockAtHall", (Knock,), {"door": door, "visit": visit})
