"""Whether a server is well: asking one that runs."""

from __future__ import annotations

import urllib.error
import urllib.request

import msgspec
from msgspec import Struct

from fatedeck.table.protocol import Health
from fatedeck.table.settings import from_environment, page_address

_PATIENCE = 5.0
"""Seconds in which a server must have answered; it needs two at most to find out."""


class Answer(Struct, frozen=True):
    """What a server said when it was asked, or that it said nothing."""

    well: bool
    said: str


def ask(address: str | None = None) -> Answer:
    """Ask the server at this address, or the one that this machine's settings name."""
    settings = from_environment()
    where = (address or page_address(settings.host, settings.port)).rstrip("/")
    try:
        status, body = _get(f"{where}/health")
        health = msgspec.json.decode(body, type=Health)
    except (OSError, ValueError) as fault:  # urllib's and msgspec's own are among these
        return Answer(False, f"There’s no server at {where}: {fault}.")
    return Answer(status == 200 and health.ok, _said(health))


def _get(address: str) -> tuple[int, bytes]:
    """The answer, whatever its status; no proxy of this machine's comes between."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(address, timeout=_PATIENCE) as answer:
            return int(answer.status), bytes(answer.read(65_536))
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read(65_536)


def _said(health: Health) -> str:
    """What it says, in a sentence."""
    if health.draining:
        return "The server is stopping."
    if not health.store:
        return "The server can’t write to its database."
    told = [f"The server is well (version {health.version})."]
    if health.full:
        told.append(
            "But it’s full, so no table can grow. Delete some tables, or raise `max_disk_bytes`."
        )
    if health.listener is False:
        told.append("It only hears from other servers when it checks, not straight away.")
    return " ".join(told)
