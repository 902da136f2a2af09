"""Calling people who are away: a table's own web-hook, when the table waits for them.

The message fits Discord, Slack and Matrix alike. It names people and the table, and nothing of the
game. A web-hook never reaches into the server's own network, unless a setting says so: names are
looked up first, and the connection goes to the very address that was looked at.
"""

from __future__ import annotations

import ipaddress
import json
import socket
import ssl
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.table.aside import aside
from fatedeck.table.logs import log
from fatedeck.table.pace import Pace
from fatedeck.table.settings import Settings
from fatedeck.table.visitors import Network

HOOK, CALLED = "hook", "called"
"""The papers on which a table keeps where it calls, and whom it has called."""
_SECONDS = 5
_PORTS = {"https": 443, "http": 80}


class Hook(Struct, frozen=True):
    """Where a table calls its people; empty for nowhere."""

    url: str


class Bell:
    """All web-hooks of a server: who may be called, and how often."""

    def __init__(self, settings: Settings) -> None:
        self._own = _networks(settings.hook_networks)
        self._pace = Pace(settings.hook_calls_per_hour / 3600, settings.hook_calls_per_hour / 4)

    def check(self, url: str) -> None:
        """Refuse an address that nobody could be called at."""
        _parts(url, plain=bool(self._own))

    async def ring(self, table_id: str, url: str, text: str) -> None:
        """Call; whoever is called too often, or cannot be reached, is not."""
        try:
            self._pace.spend(table_id)
            await aside(lambda: self._send(url, text))
        except (FatedeckError, OSError, HTTPException, ValueError) as fault:
            log.warning("a web-hook was not called", extra={"facts": {"why": type(fault).__name__}})

    def _send(self, url: str, text: str) -> None:
        parts = _parts(url, plain=bool(self._own))
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        if not is_outside(address, self._own):
            raise Refused("", "A web-hook may not reach into this server’s own network.")
        reached = socket.create_connection((address, port), _SECONDS)
        if parts.scheme == "https":
            reached = ssl.create_default_context().wrap_socket(reached, server_hostname=host)
        line = HTTPConnection(host, port, timeout=_SECONDS)
        line.sock = reached
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            line.request("POST", path, message(text), {"Content-Type": "application/json"})
            line.getresponse()
        finally:
            line.close()


def message(text: str) -> bytes:
    """What Discord (`content`), Slack and Matrix (`text`) read; no name in it wakes a server."""
    body = {"content": text, "text": text, "allowed_mentions": {"parse": []}}
    return json.dumps(body).encode()


def is_outside(address: str, own: Sequence[Network]) -> bool:
    """Whether this address is out in the world, or in a network that a setting allows."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 6 and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if any(found.version == network.version and found in network for network in own):
        return True
    return found.is_global and not found.is_multicast


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
        raise Unreadable(f"A network in FATEDECK_HOOK_NETWORKS makes no sense: {fault}.") from fault
