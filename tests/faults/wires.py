"""Raw connections to a server: what no well-behaved browser would send."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from fatedeck.table.protocol import PROTOCOL, Command, Hello, Link, Ping
from tests.table.house import PATIENCE

TEXT, CONT, CLOSE, PING, PONG = 0x1, 0x0, 0x8, 0x9, 0xA
FIN = 0x80
NEIGHBOUR = "127.0.0.2"
"""Another address of this machine's loopback, which is no trusted proxy."""


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame as a browser sends it, masked with zeros."""
    first = opcode | (FIN if fin else 0)
    if len(data) < 126:
        head = bytes((first, 0x80 | len(data)))
    elif len(data) < 65536:
        head = bytes((first, 0x80 | 126)) + struct.pack("!H", len(data))
    else:
        head = bytes((first, 0x80 | 127)) + struct.pack("!Q", len(data))
    return head + b"\0\0\0\0" + data


def said(message: Command | Hello | Ping) -> bytes:
    return frame(TEXT, msgspec.json.encode(message))


def hello(link: Link) -> bytes:
    table, _, token = link.fragment.partition(".")
    return said(Hello(PROTOCOL, table, token))


class Raw:
    """A connection whose bytes are ours to choose."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def rest(self, seconds: float = PATIENCE) -> bytes:
        """All that comes until the server hangs up; a reset is a way to hang up."""
        heard = bytearray()
        async with asyncio.timeout(seconds):
            try:
                while data := await self.reader.read(65536):
                    heard += data
            except ConnectionError:
                pass
        return bytes(heard)

    def hang_up(self) -> None:
        self.writer.transport.abort()


@asynccontextmanager
async def raw(port: int, address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """A connection from this address, hung up in the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    line = Raw(reader, writer)
    try:
        yield line
    finally:
        line.hang_up()
        with suppress(ConnectionError):
            await writer.wait_closed()


def handshake(port: int, *headers: str) -> bytes:
    key = "AAAAAAAAAAAAAAAAAAAAAA=="
    lines = [
        "GET /api/v1/live HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


@asynccontextmanager
async def raw_line(port: int, address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """A live line after its handshake, before it has said hello."""
    async with raw(port, address) as line:
        await line.send(handshake(port))
        answer = await line.reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer
        yield line


def memory(process: int | None = None) -> int:
    """The bytes of memory that a process holds now."""
    path = f"/proc/{process or os.getpid()}/statm"
    with open(path, encoding="ascii") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
