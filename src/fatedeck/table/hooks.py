"""Calling people who are away: a table's own web-hook, when the table waits for them.

The message fits Discord, Slack and Matrix alike. It names people and the table, and nothing of the
game. A web-hook never reaches into the server's own network, unless a setting says so: names are
looked up first, and the connection goes to the very address that was looked at. However slowly
somebody answers, a call is over in a few seconds, and nobody else waits for it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import ssl
from collections.abc import Mapping, Sequence
from functools import cache
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.table.logs import log
from fatedeck.table.lookups import Lookups
from fatedeck.table.pace import Pace
from fatedeck.table.settings import Settings
from fatedeck.table.visitors import Network

HOOK, CALLED = "hook", "called"
"""The papers on which a table keeps where it calls, and whom it has called."""
_SECONDS = 5.0
"""How long a call may take, from looking up the name to the first word of an answer."""
_PORTS = {"https": 443, "http": 80}
_WORLD = ipaddress.IPv6Network("2000::/3")
"""Where IPv6 has addresses of the world; what lies elsewhere is for single networks and hosts."""
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_NOBODYS = (ipaddress.IPv4Network("192.0.0.0/24"), ipaddress.IPv6Network("3fff::/20"))
"""Kept for protocols and for books; Python learned of them late."""


class Hook(Struct, frozen=True):
    """Where a table calls its people; empty for nowhere."""

    url: str


class Call(Struct, frozen=True):
    """What a table's chat is told, and what the devices of those who sit at these places are."""

    text: str
    own: str
    places: list[int]


class Bell:
    """Everybody whom a server calls: who may be called, and how often."""

    def __init__(self, settings: Settings) -> None:
        self._own = _networks(settings.hook_networks)
        self._lookups = Lookups()
        self._pace = Pace(settings.hook_calls_per_hour / 3600, settings.hook_calls_per_hour / 4)

    def check(self, url: str) -> None:
        """Refuse an address that nobody could be called at."""
        _parts(url, plain=bool(self._own))

    async def ring(self, table_id: str, url: str, text: str) -> None:
        """Call a web-hook."""
        await self.post(table_id, "", url, {"Content-Type": "application/json"}, message(text))

    async def post(
        self, table_id: str, whom: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> int:
        """Post something to somebody at a table; the status of the answer, if there is one.

        Whoever is called too often, or cannot be reached, is not.
        """
        try:
            self._pace.spend(f"{table_id} {whom}")
            async with asyncio.timeout(_SECONDS):
                return await self._send(table_id, url, headers, body)
        except (FatedeckError, OSError, ValueError) as fault:
            log.warning("somebody was not called", extra={"facts": {"why": type(fault).__name__}})
            return 0

    async def _send(self, table_id: str, url: str, headers: Mapping[str, str], body: bytes) -> int:
        parts = _parts(url, plain=bool(self._own))
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        address = await self._lookups.address(table_id, host, port)
        if not is_outside(address, self._own):
            raise Refused("", "A web-hook can’t reach into this server’s own network.")
        secure = _trusted() if parts.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=host if secure else None
        )
        try:
            writer.write(_request(parts, headers, body))
            status = _STATUS.match(await reader.read(32))
            return int(status[1]) if status else 0
        finally:
            writer.transport.abort()


@cache
def _trusted() -> ssl.SSLContext:
    """Whose word is taken for a name; reading it takes a while."""
    return ssl.create_default_context()


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        *(f"{name}: {value}" for name, value in headers.items()),
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "".join(f"{line}\r\n" for line in (*head, "")).encode() + body


def message(text: str) -> bytes:
    """What Discord (`content`), Slack and Matrix (`text`) read; no name in it wakes a server.

    Slack has a mark of its own for that, which begins with `<`.
    """
    text = text.replace("<", "‹")
    body = {"content": text, "text": text, "allowed_mentions": {"parse": []}}
    return json.dumps(body).encode()


def is_outside(address: str, own: Sequence[Network]) -> bool:
    """Whether this address is out in the world, or in a network that a setting allows."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 6:
        found = _meant(found)
    if any(found.version == network.version and found in network for network in own):
        return True
    if found.version == 6 and found not in _WORLD:
        return False
    kept = any(found.version == network.version and found in network for network in _NOBODYS)
    return found.is_global and not found.is_multicast and not kept


def _meant(found: ipaddress.IPv6Address) -> ipaddress.IPv6Address | ipaddress.IPv4Address:
    """The address of IPv4 that one of IPv6 leads to: mapped, by NAT64 or by 6to4; else itself."""
    if found in _NAT64:
        return ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
    return found.ipv4_mapped or found.sixtofour or found


def _parts(url: str, *, plain: bool) -> SplitResult:
    """The parts of an address that may be called: by TLS, unless our own network may be reached."""
    no_address = Refused("", "A web-hook’s address looks like https://chat.example.org/hooks/…")
    try:
        parts = urlsplit(url)
        fits = parts.hostname and parts.username is None and parts.port != 0
    except ValueError:
        raise no_address from None
    if not fits or not url.isascii() or not url.isprintable() or " " in url:
        raise no_address
    if parts.scheme != "https" and not (plain and parts.scheme == "http"):
        raise Refused("", "A web-hook’s address begins with https://.")
    return parts


def _networks(said: str) -> list[Network]:
    try:
        return [ipaddress.ip_network(part.strip()) for part in said.split(",") if part.strip()]
    except ValueError as fault:
        raise Unreadable(
            f"A network in FATEDECK_HOOK_NETWORKS doesn’t make sense: {fault}."
        ) from fault
