"""Telling systemd that the server is ready, that it lives, and that it stops (`sd_notify`).

It lives while its writer answers: a full disk is no reason to start again, a writer that hangs is.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from fatedeck.table.store import Store

_AGAIN = 1.0
"""Seconds until it is tried again whether anything can be written."""


def notify(said: str, environment: Mapping[str, str] = os.environ) -> None:
    """Tell the service manager, if there is one."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a name that is no file
        address = "\0" + address[1:]
    with (
        suppress(OSError),  # who does not listen any more need not be told
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there,
    ):
        there.sendto(said.encode(), address)


def watched_for(environment: Mapping[str, str] = os.environ) -> float:
    """Seconds within which the service manager wants to hear of this process; 0 for never."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1_000_000 if microseconds.isdecimal() else 0.0


async def tell_systemd(store: Store, environment: Mapping[str, str] = os.environ) -> None:
    """Say that the server is ready, once something was written, and from then on that it lives.

    That is said three times within the time that is given, each time that the writer has answered.
    """
    if "NOTIFY_SOCKET" not in environment:
        return
    while not await store.is_well():
        await asyncio.sleep(_AGAIN)
    notify("READY=1", environment)
    seconds = watched_for(environment)
    while seconds:
        await store.answers()
        notify("WATCHDOG=1", environment)
        await asyncio.sleep(seconds / 3)
