"""Frames of every kind, right and wrong, sent to a live line as fast as it takes them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress

from fatedeck.table.protocol import Link
from tests.faults.wires import CLOSE, CONT, PING, PONG, TEXT, Raw, frame, hello, raw_line
from tests.table.test_hostile import Fiend

BINARY = 0x2
AT_ONCE = 50


class FrameFiend:
    """Makes frames: most are well formed around nonsense, a few break the protocol itself."""

    def __init__(self, seed: int, broken: float) -> None:
        self.luck = random.Random(seed)
        self.fiend = Fiend(seed)
        self.broken = broken
        self._whole: list[Callable[[], bytes]] = [
            lambda: frame(TEXT, self.fiend.message()),
            lambda: frame(TEXT, self.fiend.message()),
            lambda: frame(BINARY, self.fiend.message()),
            lambda: frame(PING, self.luck.randbytes(self.luck.randrange(126))),
            lambda: frame(PONG, self.luck.randbytes(self.luck.randrange(126))),
            lambda: frame(TEXT, b'{"is":"ping"}'),
        ]
        self._wrong: list[Callable[[], bytes]] = [
            lambda: frame(CONT, b"out of nowhere"),
            lambda: frame(self.luck.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15])),
            lambda: frame(TEXT | self.luck.choice([0x40, 0x20, 0x10]), b"reserved"),
            lambda: frame(PING, b"in pieces", fin=False),
            lambda: frame(PING, b"x" * 126),
            lambda: frame(TEXT, b"x" * 20_000),
            lambda: b"\x81\x05never",  # not masked
            lambda: b"\x81\xff" + self.luck.randbytes(8) + b"\0\0\0\0",
            lambda: frame(CLOSE, self.luck.randbytes(self.luck.randrange(10))),
            lambda: frame(TEXT, b'{"is":"hello"', fin=False) + frame(TEXT, b"}"),
            lambda: frame(TEXT, b'{"is":"ping"}') + frame(CLOSE),
            lambda: self.luck.randbytes(200),
        ]

    def next(self) -> tuple[bytes, int]:
        """Some bytes and how many frames they are."""
        if self.luck.random() < self.broken:
            return self.luck.choice(self._wrong)(), 1
        if self.luck.random() < 0.1:
            return self.pieces()
        return self.luck.choice(self._whole)(), 1

    def pieces(self) -> tuple[bytes, int]:
        """A message in pieces, with a ping between them."""
        whole = self.fiend.message()
        cuts = sorted(self.luck.randrange(len(whole) + 1) for _ in range(self.luck.randrange(1, 6)))
        parts = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
        told = frame(TEXT, parts[0], fin=False) + frame(PING)
        for part in parts[1:-1]:
            told += frame(CONT, part, fin=False)
        return told + frame(CONT, parts[-1]), len(parts) + 1


async def fuzz(
    port: int, links: Sequence[Link], frames: int, seed: int = 1, broken: float = 0.01
) -> int:
    """Send so many frames over one line after another; how many lines that took."""
    fiend, lines = FrameFiend(seed, broken), 0
    while frames > 0:
        lines += 1
        async with raw_line(port) as line:
            reading = asyncio.create_task(swallow(line))
            if links and fiend.luck.random() < 0.9:
                line.writer.write(hello(links[lines % len(links)]))
            with suppress(ConnectionError):
                while frames > 0 and not reading.done():
                    for _ in range(AT_ONCE):
                        if line.writer.is_closing():
                            break
                        data, count = fiend.next()
                        line.writer.write(data)
                        frames -= count
                    await line.writer.drain()
                    await asyncio.sleep(0)
            if frames <= 0:
                line.writer.write(frame(CLOSE))
            await reading
    return lines


async def swallow(line: Raw) -> None:
    """Read whatever is said until the line is closed."""
    with suppress(ConnectionError):
        while await line.reader.read(1 << 18):
            pass
