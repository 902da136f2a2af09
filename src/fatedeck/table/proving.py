"""Reading a file from a stranger beside the server: in a process with limits of its own.

`python -m fatedeck.table.proving` reads an exported table from its standard input and writes what
it becomes here, or why it is not taken in. A file may hold games that take long to play again.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.table.beside import hold_within
from fatedeck.table.past import Taken, read_table_file
from fatedeck.table.refusals import Limit, sentence
from fatedeck.table.rows import SeatRow, TableRow, Work

_MEMORY = 2 << 30
"""The bytes that reading one file may take."""
_LENGTH = 8
"""The bytes of a length."""


class Read(Struct, frozen=True, omit_defaults=True):
    """What a file becomes, but for its past, or why it becomes nothing."""

    table: TableRow | None = None
    seats: list[SeatRow] = []
    refused: str = ""


class Proving:
    """The files that are read at a server, one after the other."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._turn = asyncio.Lock()

    async def read(self, data: bytes) -> Taken:
        """The table that this file becomes here; a file that takes too long is refused."""
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "fatedeck.table.proving"),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,  # what a fault there says could quote the file
            )
            hold_within(process.pid, _MEMORY, self.seconds)
            try:
                async with asyncio.timeout(self.seconds):
                    said, _ = await process.communicate(data)
            except TimeoutError:
                raise Limit("", "Replaying this table would take too long.") from None
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode != 0:
            raise Limit("", "This table is too large to replay.")
        first, *rest = _parted(said)
        read = msgspec.msgpack.decode(first, type=Read)
        if read.table is None:
            raise Unreadable(read.refused)
        past: list[Work] = []
        for piece in rest:
            past.append(msgspec.msgpack.decode(piece, type=Work))
            await asyncio.sleep(0)  # others go first between two pieces
        return read.table, read.seats, past


def main() -> None:
    """Read the file on standard input."""
    past: list[Work] = []
    try:
        table, seats, past = read_table_file(sys.stdin.buffer.read())
        read = Read(table, seats)
    except FatedeckError as fault:
        read = Read(refused=sentence(fault))
    for part in (read, *past):
        data = msgspec.msgpack.encode(part)
        sys.stdout.buffer.write(len(data).to_bytes(_LENGTH) + data)


def _parted(said: bytes) -> list[bytes]:
    """What the process has written, part by part; before each stands its length."""
    parts, at = [], 0
    while at < len(said):
        end = at + _LENGTH + int.from_bytes(said[at : at + _LENGTH])
        parts.append(said[at + _LENGTH : end])
        at = end
    return parts


if __name__ == "__main__":
    main()
