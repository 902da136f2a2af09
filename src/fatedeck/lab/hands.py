"""Processes of this machine that play fights, each driven by a thread."""

from __future__ import annotations

import signal
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from fatedeck.lab.blocks import Helper, Job, answered
from fatedeck.lab.playing import Outcome


class Hands:
    """So many processes; whichever has nothing to do takes the next block."""

    def __init__(self, jobs: int) -> None:
        self._threads = ThreadPoolExecutor(jobs, "playing")
        self._own = threading.local()
        self._helpers: list[Helper] = []

    def submit(self, packed: bytes, seed: str, number: int) -> Future[list[Outcome]]:
        """Have a block played."""
        return self._threads.submit(self._play, Job(packed, seed, number))

    def close(self) -> None:
        """End the processes at once; blocks that are being played are lost."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for helper in self._helpers:
            helper.close()
        self._threads.shutdown(wait=True)

    def _play(self, job: Job) -> list[Outcome]:
        helper: Helper | None = getattr(self._own, "helper", None)
        if helper is None:
            helper = self._own.helper = Helper()
            self._helpers.append(helper)
        return helper.play(job).outcomes


def main() -> None:
    """Be one of those processes: play what is asked for until nobody asks any more."""
    # Ctrl-C in a terminal reaches us, too; whoever started us decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin.buffer:
        played = answered(msgspec.json.decode(line, type=Job))
        sys.stdout.buffer.write(msgspec.json.encode(played) + b"\n")
        sys.stdout.buffer.flush()
