"""The tables that an assistant sits at, each by its chair: a secret that opens one seat.

A chair is the last part of a seat's link, behind the #. Whoever has it sees what that seat may see
and does what it may do, and nothing else.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.view import Face
from fatedeck.mcp.line import MOST_BYTES, PATIENCE, STRANGE, Line, join, nobody_at
from fatedeck.odds.showing import Odds

GM = "GM"
MACHINE = "machine"
MOST_LINES = 200
"""Lines that are kept up at once: a server lets 256 come from one address."""

_CHAIR = re.compile(r"([\w-]+)\.([\w-]+)", re.ASCII)

T = TypeVar("T")


class Link(Struct, frozen=True):
    """The link of a seat."""

    name: str
    fragment: str


class Links(Struct, frozen=True):
    """The links of a table that was made just now."""

    seats: list[Link]


class Code(Struct, frozen=True):
    """The code by which others come to a table."""

    code: str


class Place(Struct, frozen=True):
    """A seat of a table that one may come to."""

    place: int
    name: str
    taken: bool
    machine: str


class Invitation(Struct, frozen=True):
    """What whoever has a code is shown before they sit down."""

    seats: list[Place]
    more: bool
    door: str


class Seated(Struct, frozen=True):
    """The link of the seat one sits on now; None while one waits to be let in."""

    link: Link | None


class OddsNow(Struct, frozen=True):
    """The odds of what a seat could do."""

    odds: list[Odds]


class Faces(Struct, frozen=True):
    """How each card of a game looks and reads."""

    faces: dict[str, Face]


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    sentence: str
    clause: str = ""


class Hosted(Struct, frozen=True):
    """A table that was made for an assistant: its own chair, and where others come in."""

    chair: str
    address: str


class Tables:
    """Every chair that was sat on, and the line to its table.

    `server` holds the tables that are made here; others are reached by their links.
    """

    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        self._http = httpx2.AsyncClient(timeout=PATIENCE)
        self._servers: dict[str, str] = {}
        self._lines: dict[str, Line] = {}
        """Who was asked last stands last."""
        self._told: dict[str, int] = {}
        """What was read out already on lines that were hung up."""
        self._faces: dict[tuple[str, str], dict[str, Face]] = {}

    async def close(self) -> None:
        """Get up everywhere; the seats stay taken."""
        for line in self._lines.values():
            await line.close()
        await self._http.aclose()

    async def host(
        self,
        game: str,
        me: str,
        others: list[str],
        machines: list[str],
        options: dict[str, object],
        *,
        ready: bool,
    ) -> Hosted:
        """Make a table and sit down there; whoever else is named may come by its code."""
        ruleset = find_game(game)
        named = list(dict.fromkeys([me, *others, *machines]))
        if ruleset.seating.game_master and GM not in named:
            named = [*named, GM]
        seats = [
            {
                "name": name,
                "role": "gm" if name == GM and ruleset.seating.game_master else "player",
                "machine": MACHINE if name in machines else "",
                "mine": name == me,
            }
            for name in named
        ]
        body = {
            "game": game,
            "name": ruleset.title,
            "seats": seats,
            "options": options,
            "start": True,
            "ready": ready,
            "door": "open",
        }
        links = await self._send(self.server, "tables", body, Links)
        chair = next(link.fragment for link in links.seats if link.name == me)
        self._servers[chair] = self.server
        code = await self.get(chair, "invite", Code)
        return Hosted(chair, f"{self.server}/t/{code.code}")

    async def sit(self, where: str, name: str, knock: str = "") -> str:
        """Sit down by a seat's link, or by a table's code on a seat of this name; the chair.

        Whoever knocked says so again with the word they were told: nobody else knows it.
        """
        try:
            address = urlsplit(where)
        except ValueError:
            raise Unreadable(f"“{where}” is neither a link nor a code.") from None
        server = f"{address.scheme}://{address.netloc}" if address.netloc else self.server
        chair = address.fragment or where
        if "." in chair and "/" not in chair:
            if server != self._server(chair):  # only a server that knows the chair is believed
                await (await join(server, *_parts(chair))).close()
                await self.forget(chair)
                self._servers[chair] = server
            await self.line(chair)
            return chair
        code = where.rstrip("/").rpartition("/")[2]
        return await self._sit_by_code(server, code, name, knock or secrets.token_urlsafe(16))

    async def _sit_by_code(self, server: str, code: str, name: str, knock: str) -> str:
        if not name:
            raise Unreadable("Say the name of the seat, or the name you want to go by.")
        shown = await self._receive(server, f"invites/{code}", {}, Invitation)
        place = next((seat.place for seat in shown.seats if seat.name == name), -1)
        free = [seat.name for seat in shown.seats if not (seat.taken or seat.machine)]
        if place == -1 and not shown.more:
            raise Refused("", f"No seat is called “{name}”. Free: {', '.join(free) or 'none'}.")
        body = {"key": _key_for(server, knock), "name": name, "place": place}
        seated = await self._send(server, f"invites/{code}", body, Seated)
        if seated.link is None:
            when = "somebody has let you in" if shown.door == "ask" else "the others are done"
            raise Refused("", f"You wait. Once {when}, sit down again with knock “{knock}”.")
        self._servers[seated.link.fragment] = server
        return seated.link.fragment

    async def line(self, chair: str) -> Line:
        """The line of a chair; one that was cut is taken up again."""
        if (line := self._open_line(chair)) is not None:
            return line
        table, token = _parts(chair)
        await self._make_room()
        line = await join(self._server(chair), table, token)
        if (other := self._open_line(chair)) is not None:  # somebody else was asked meanwhile
            await line.close()
            return other
        before = self._lines.get(chair)
        line.told = before.told if before is not None else self._told.pop(chair, 0)
        self._lines[chair] = line
        return line

    def _open_line(self, chair: str) -> Line | None:
        """The line of a chair if it is up, which is now the last to be hung up."""
        line = self._lines.get(chair)
        if line is None or not line.is_open:
            return None
        self._lines[chair] = self._lines.pop(chair)
        return line

    async def _make_room(self) -> None:
        """Hang up where nobody was asked for longest; whoever is asked again is called again."""
        while len(self._lines) >= MOST_LINES:
            idle = next((chair for chair, line in self._lines.items() if not line.is_busy), None)
            if idle is None:
                return
            line = self._lines.pop(idle)
            self._told[idle] = line.told
            await line.close()

    async def forget(self, chair: str) -> None:
        """Hang up, for a chair that opens nothing any more."""
        if (line := self._lines.pop(chair, None)) is not None:
            await line.close()

    async def get(self, chair: str, what: str, kind: type[T]) -> T:
        """What a chair may read of its table over HTTP."""
        path, bearer = f"tables/{_parts(chair)[0]}/{what}", f"Bearer {chair}"
        return await self._receive(self._server(chair), path, {"Authorization": bearer}, kind)

    async def text(self, chair: str, what: str) -> str:
        """The same where it is a text."""
        path, bearer = f"tables/{_parts(chair)[0]}/{what}", f"Bearer {chair}"
        found = await self._fetch(self._server(chair), path, {"Authorization": bearer})
        return found.decode()

    async def faces(self, chair: str, game: str) -> dict[str, Face]:
        """How the cards of a game look at this chair's server."""
        where = (self._server(chair), game)
        if where not in self._faces:
            found = await self._receive(where[0], f"games/{game}/faces", {}, Faces)
            self._faces[where] = found.faces
        return self._faces[where]

    def _server(self, chair: str) -> str:
        return self._servers.get(chair, self.server)

    async def _receive(self, server: str, path: str, headers: dict[str, str], kind: type[T]) -> T:
        return _read(await self._fetch(server, path, headers), kind)

    async def _fetch(self, server: str, path: str, headers: dict[str, str]) -> bytes:
        return await self._ask("GET", server, path, headers=headers)

    async def _send(self, server: str, path: str, body: dict[str, object], kind: type[T]) -> T:
        return _read(await self._ask("POST", server, path, json=body), kind)

    async def _ask(self, method: str, server: str, path: str, **more: Any) -> bytes:
        """What a server answers, which may be a stranger: only so much of it, and only so long."""
        address, body = f"{server}/api/v1/{path}", bytearray()
        try:
            if (httpx2.URL(address).port or 0) > _HIGHEST_PORT:
                raise nobody_at(server)
            async with (
                asyncio.timeout(PATIENCE),
                self._http.stream(method, address, **more) as answer,
            ):
                async for piece in answer.aiter_bytes():
                    body += piece
                    if len(body) > MOST_BYTES:
                        raise Unreadable(STRANGE)
        except (httpx2.TransportError, httpx2.InvalidURL, TimeoutError) as fault:
            raise nobody_at(server) from fault
        return _checked(answer, bytes(body))


_HIGHEST_PORT = 65_535


def _key_for(server: str, knock: str) -> str:
    """The key that opens a seat at this server, and at no other."""
    return hashlib.sha256(f"{server}\n{knock}".encode()).hexdigest()[:32]


def _parts(chair: str) -> tuple[str, str]:
    """The table and the secret word of a chair; what is none is told without being asked for."""
    if (parts := _CHAIR.fullmatch(chair)) is None:
        raise Unreadable("That is no chair. Host a table, or sit down by a link.")
    return parts[1], parts[2]


def _checked(answer: httpx2.Response, content: bytes) -> bytes:
    if answer.is_success:
        return content
    problem = _read(content, Problem)
    raise Refused(problem.clause, problem.sentence)


def _read(content: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.DecodeError as fault:
        raise Unreadable(STRANGE) from fault
