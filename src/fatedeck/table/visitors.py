"""Who asks, and from which page: addresses behind proxies, households, and origins.

A browser says where the page that asks was loaded from. Only pages that were loaded from here may
change anything: the address that the server was told it has, other `origins`, and, for whoever
typed a number or localhost, the address at which the connection has reached this machine. A name
that a stranger has pointed at us is none of these, so a page of theirs stays a stranger's.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit

from fatedeck.engine.errors import Unreadable
from fatedeck.table.settings import Settings

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_PORTS = {"http": 80, "https": 443}
_LONGEST = 64
"""No address is longer."""
_MOST_PROXIES = 16
"""Nobody comes by more of them: what was said before is not looked at."""


# Addresses


class Visitors:
    """Whom this server knows: its proxies, and the addresses of its own page."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = _networks(settings.trusted_proxies)
        own = [settings.address, *settings.origins.split(",")]
        self._origins = {origin(address) for address in own if address.strip()}

    def is_proxy(self, address: str) -> bool:
        """Whether this address speaks for others."""
        if self._proxies is None:
            return True
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(found in network for network in self._proxies)

    def address_of(self, peer: str, forwarded: Sequence[str]) -> str:
        """Whoever asks, by the connection and what proxies have said, as limits count it."""
        if not forwarded or not self.is_proxy(peer):
            return neighbourhood(peer)
        parts = ",".join(forwarded).rsplit(",", _MOST_PROXIES)[-_MOST_PROXIES:]
        chain = [_without_port(part) for part in parts]
        said = next((address for address in reversed(chain) if not self.is_proxy(address)), None)
        return neighbourhood(said if said is not None else chain[0])

    def is_ours(self, host: str, reached: tuple[str, int]) -> bool:
        """Whether a page asked for at this `Host` may say that it is ours."""
        return any(host == _netloc(known) for known in self._origins) or host in _here(reached)

    def may_change(
        self, origins: Sequence[str], hosts: Sequence[str], by_page: bool, reached: tuple[str, int]
    ) -> bool:
        """Whether a request may change something, by its `Origin` and `Host` headers.

        A program sends no origin and is let in; a browser (`by_page`) always sends one when a page
        changes something. `reached` is where the connection has reached this machine.
        """
        if not origins:
            return not by_page
        if len(origins) > 1 or len(hosts) > 1:
            return False
        given = origins[0]
        here = [f"http://{host}" for host in hosts if host in _here(reached)]
        return given in self._origins or given in here


def neighbourhood(address: str) -> str:
    """An address as limits count it: whoever has one of IPv6 has 2^64 of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:_LONGEST]
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _networks(proxies: str) -> list[Network] | None:
    """The networks that these proxies are in; None stands for everywhere."""
    if proxies.strip() == "*":
        return None
    try:
        return [ipaddress.ip_network(part.strip()) for part in proxies.split(",") if part.strip()]
    except ValueError as fault:
        raise Unreadable(
            f"A proxy in FATEDECK_TRUSTED_PROXIES doesn’t make sense: {fault}."
        ) from fault


def _without_port(said: str) -> str:
    said = said.strip()
    if said.startswith("["):
        return said[1:].partition("]")[0]
    return said.partition(":")[0] if said.count(":") == 1 else said


# Origins


def origin(address: str) -> str:
    """The origin of a page at this address, exactly as a browser writes it."""
    try:
        parts = urlsplit(address.strip())
        name, port = parts.hostname or "", parts.port
        host = f"[{name}]" if ":" in name else name.encode("idna").decode()
    except (ValueError, UnicodeError) as fault:
        raise Unreadable(f"“{address}” isn’t the address of a page: {fault}.") from fault
    if parts.scheme not in _PORTS or not host or parts.username is not None:
        raise Unreadable(
            f"“{address}” isn’t the address of a page, such as https://table.example.org."
        )
    shown = "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{host}{shown}"


def _netloc(known: str) -> str:
    return known.partition("://")[2]


def _here(reached: tuple[str, int]) -> set[str]:
    """What a browser calls this machine that was asked for it by number, or as localhost."""
    address, port = reached
    shown = "" if port == _PORTS["http"] else f":{port}"
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return set()
    if found.version == 6 and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    names = {f"[{found}]" if found.version == 6 else str(found)}
    if found.is_loopback:
        names |= {"localhost", "127.0.0.1", "[::1]"}
    return {name + shown for name in names}
