"""A block: so many fights in a row, the same wherever they are played."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from contextlib import suppress

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.house import ENVIRONMENT
from fatedeck.lab.encounter import Encounter, unpack
from fatedeck.lab.houses import house_text_of, is_at_home
from fatedeck.lab.playing import Outcome, arena_of

BLOCK = 20
"""Fights in a block."""
CHECK = -1
"""Instead of the number of a block: no fight is played, the encounter is only looked through."""
DEATHS = 5
"""So many times in a row the process of a block may die before we give up."""


class Job(Struct, frozen=True):
    """A block to play, or the fight with this number to be written down."""

    packed: bytes
    seed: str
    number: int
    written: bool = False


class Played(Struct, frozen=True):
    """Its outcomes, or its record, or why there is neither."""

    outcomes: list[Outcome] = []
    record: str = ""
    refused: str = ""


def play_block(packed: bytes, seed: str, number: int) -> list[Outcome]:
    """All fights of a block; by other house rules than ours, in a process that lives by them."""
    encounter = unpack(packed)
    if not is_at_home(encounter):
        return _next_door.play(encounter, Job(packed, seed, number)).outcomes
    arena = arena_of(packed, seed)
    if number == CHECK:
        arena.check()
        return []
    return [arena.fight(fight) for fight in range(number * BLOCK, (number + 1) * BLOCK)]


def record_of(packed: bytes, seed: str, number: int) -> str:
    """One fight as a record, by the rules of its house, wherever a process lives by them."""
    encounter = unpack(packed)
    if not is_at_home(encounter):
        return _next_door.play(encounter, Job(packed, seed, number, written=True)).record
    return arena_of(packed, seed).record(number)


class Helper:
    """A process that plays blocks, as lines of JSON: one in, one out.

    A process of our own, and not one of `multiprocessing`, needs nothing of whatever script began
    it. One that has died is followed by another, and the block that it had is played again.
    """

    def __init__(self, house: str | None = None) -> None:
        self._house = house
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def play(self, job: Job) -> Played:
        for _ in range(DEATHS):
            process = self._living()
            try:
                answer = ask(process, job)
            except (OSError, EOFError, msgspec.DecodeError):
                self._end(process)
                continue
            if answer.refused:
                raise Refused("", answer.refused)
            return answer
        raise Refused("", "The processes that play fights died again and again.")

    def close(self) -> None:
        """End the process at once; a block that is being played is lost."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is not None:
            self._end(process)

    def _living(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Refused("", "The fights were broken off.")
            if self._process is None:
                house = {} if self._house is None else {ENVIRONMENT: self._house}
                self._process = subprocess.Popen(
                    [sys.executable, "-c", "from fatedeck.lab.hands import main; main()"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, **house},
                )
            return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        with self._lock:
            if self._process is process:
                self._process = None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be written to it
                    pipe.close()


def ask(process: subprocess.Popen[bytes], job: Job) -> Played:
    """What a process answers to a job."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(job) + b"\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    return msgspec.json.decode(line, type=Played)


def answered(job: Job) -> Played:
    """The other end of that: play what is asked, and say why not where it cannot be played."""
    try:
        if job.written:
            return Played(record=record_of(job.packed, job.seed, job.number))
        return Played(play_block(job.packed, job.seed, job.number))
    except FatedeckError as fault:
        return Played(refused=str(fault))


class _NextDoor:
    """The process that lives by the house rules that were asked for last."""

    def __init__(self) -> None:
        self._house = ""
        self._helper: Helper | None = None
        self._lock = threading.Lock()
        atexit.register(self.close)

    def play(self, encounter: Encounter, job: Job) -> Played:
        with self._lock:
            house = house_text_of(encounter)
            if self._helper is None or self._house != house:
                self.close()
                self._house, self._helper = house, Helper(house)
            return self._helper.play(job)

    def close(self) -> None:
        if self._helper is not None:
            self._helper.close()
            self._helper = None


_next_door = _NextDoor()
