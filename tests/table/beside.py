"""What a server does beside its own work: the processes that do it, and what they send."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def running(module: str) -> list[int]:
    """The processes beside this one that run a module, by their ids."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            parent = f"PPid:\t{os.getpid()}\n" in status.read_text()
            command = status.with_name("cmdline").read_bytes().decode()
        except OSError:
            continue
        if parent and module in command:
            found.append(int(status.parent.name))
    return found


def events(body: bytes, kind: type[T]) -> list[T]:
    """What a stream of events has told, one after another."""
    return [
        msgspec.json.decode(event.removeprefix(b"data: "), type=kind)
        for event in body.split(b"\n\n")
        if event
    ]
