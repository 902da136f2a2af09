"""Processes of this machine that play fights.

Each reads blocks to play from its standard input and writes their outcomes, both as lines of JSON.
A process of our own, and not one of `multiprocessing`, needs nothing of whatever script began it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import IO

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.lab.blocks import play_block
from fatedeck.lab.playing import Outcome

DEATHS = 5
"""So many times in a row the process of a block may die before we give up."""


class Job(Struct, frozen=True):
    """A block to play."""

    packed: bytes
    seed: str
    number: int


class Played(Struct, frozen=True):
    """Its outcomes, or why there are none."""

    outcomes: list[Outcome] = []
    refused: str = ""


class Hands:
    """So many processes, each driven by a thread; one that dies is followed by another."""

    def __init__(self, jobs: int) -> None:
        self._threads = ThreadPoolExecutor(jobs, "playing")
        self._own = threading.local()
        self._lock = threading.Lock()
        self._begun: list[subprocess.Popen[bytes]] = []
        self._closed = False

    def submit(self, packed: bytes, seed: str, number: int) -> Future[list[Outcome]]:
        """Have a block played; whoever has nothing to do takes it."""
        return self._threads.submit(self._play, Job(packed, seed, number))

    def close(self) -> None:
        """End the processes at once; blocks that are being played are lost."""
        with self._lock:
            self._closed = True
            for process in self._begun:
                process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process in self._begun:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was still to be written to it
                        pipe.close()

    def _play(self, job: Job) -> list[Outcome]:
        for _ in range(DEATHS):
            process = self._mine()
            try:
                answer = _ask(process, job)
            except (OSError, EOFError, msgspec.DecodeError):
                self._own.process = None
                process.kill()
                continue
            if answer.refused:
                raise Refused("", answer.refused)
            return answer.outcomes
        raise Refused("", "The processes that play fights died again and again.")

    def _mine(self) -> subprocess.Popen[bytes]:
        """The process of this thread."""
        found: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if found is None:
            with self._lock:
                if self._closed:
                    raise Refused("", "The fights were broken off.")
                found = subprocess.Popen(
                    [sys.executable, "-c", "from fatedeck.lab.hands import main; main()"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
                self._begun.append(found)
            self._own.process = found
        return found


def _ask(process: subprocess.Popen[bytes], job: Job) -> Played:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(job) + b"\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return msgspec.json.decode(line, type=Played)


def main() -> None:
    """Play what is asked for until nobody asks any more."""
    # Ctrl-C in a terminal reaches us, too; whoever started us decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(sys.stdin.buffer, sys.stdout.buffer)


def serve(asked: IO[bytes], told: IO[bytes]) -> None:
    """Answer each line with a line."""
    for line in asked:
        job = msgspec.json.decode(line, type=Job)
        try:
            played = Played(play_block(job.packed, job.seed, job.number))
        except FatedeckError as fault:
            played = Played(refused=str(fault))
        told.write(msgspec.json.encode(played) + b"\n")
        told.flush()
