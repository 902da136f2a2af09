"""Reading a file from a stranger beside the server: in a process with limits of its own.

`python -m fatedeck.table.proving` reads an exported table from its standard input and writes what
it becomes here, or why it is not taken in. A file may hold games that take long to play again.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.table.past import read_table_file
from fatedeck.table.refusals import Limit, sentence
from fatedeck.table.rows import SeatRow, TableRow, Work

_MEMORY = 2 << 30
"""The bytes that reading one file may take."""


class Read(Struct, frozen=True, omit_defaults=True):
    """What a file becomes, or why it becomes nothing."""

    table: TableRow | None = None
    seats: list[SeatRow] = []
    work: Work | None = None
    refused: str = ""


class Proving:
    """The files that are read at a server, one after the other."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._turn = asyncio.Lock()

    async def read(self, data: bytes) -> tuple[TableRow, list[SeatRow], Work]:
        """The table that this file becomes here; a file that takes too long is refused."""
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "fatedeck.table.proving"), stdin=PIPE, stdout=PIPE
            )
            try:
                async with asyncio.timeout(self.seconds):
                    said, _ = await process.communicate(data)
            except TimeoutError:
                raise Limit("", "This table takes too long to be played again.") from None
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode != 0:
            raise Limit("", "This table is too large to be played again.")
        read = msgspec.msgpack.decode(said, type=Read)
        if read.table is None or read.work is None:
            raise Unreadable(read.refused)
        return read.table, read.seats, read.work


def main() -> None:
    """Read the file on standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try:
        read = Read(*read_table_file(sys.stdin.buffer.read()))
    except FatedeckError as fault:
        read = Read(refused=sentence(fault))
    sys.stdout.buffer.write(msgspec.msgpack.encode(read))


if __name__ == "__main__":
    main()
