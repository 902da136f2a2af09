"""Processes beside the server that write what they find, line by line, and end on a word."""

from __future__ import annotations

import asyncio
import math
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress

if sys.platform == "linux":
    import resource

_LINE = 64_000_000
"""The longest line that such a process may write: a whole book in base 64."""
_MEMORY = 2 << 30
"""The bytes of memory that such a process may ask for."""
_START = 5
"""Seconds of computing that it takes such a process to begin, where a machine is slow."""


async def lines_of(
    module: str, sent: bytes, seconds: float, most: float | None = None
) -> AsyncGenerator[bytes | None, None]:
    """What a module of ours writes about what it is sent, within about so many seconds.

    None means that its time is up (`most`, where it may take longer than it is told), an empty line
    that it has stopped. It is ended when nobody listens any more.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, str(seconds)),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,  # what a fault there says could quote the table
        limit=_LINE,
    )
    longest = seconds if most is None else most
    hold_within(process.pid, _MEMORY, longest * (os.cpu_count() or 1))
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(sent)
        process.stdin.close()
        until = asyncio.get_running_loop().time() + longest
        while True:
            try:
                async with asyncio.timeout_at(until):
                    line = await process.stdout.readline()
            except TimeoutError:
                yield None
                return
            yield line
            if not line:
                return
    finally:
        await _end(process)


def hold_within(process: int, memory: int, seconds: float) -> None:
    """Let a process have so much memory and computing and no more, where the system can say so.

    We end it sooner, but who has lost a server that was killed must end by itself.
    """
    if sys.platform == "linux":
        computing = math.ceil(seconds) + _START
        with suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_AS, (memory, memory))
            resource.prlimit(process, resource.RLIMIT_CPU, (computing, computing))


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
