"""Many fights, on all cores: played in blocks, counted once each, written down as they come.

A block is so many fights in a row, and is always the same wherever it is played. What is known is
kept by the number of the block: a worker that dies loses a block, which is then played again, and
no block counts twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.lab.blocks import BLOCK, CHECK, play_block
from fatedeck.lab.encounter import Encounter, pack
from fatedeck.lab.files import check_place
from fatedeck.lab.hands import Hands
from fatedeck.lab.intervals import Figure, share
from fatedeck.lab.playing import Outcome
from fatedeck.lab.results import Result

MOST_FIGHTS = 200_000
"""More fights than this of one encounter say nothing that anybody could use."""
USUAL = 1000
"""Fights that are played when nobody says how many: the chance to win is known to about 3 %."""
LEAST_FIGHTS = 200
"""A narrow interval is believed from here on."""
AHEAD = 3
"""Blocks for each worker that wait to be played."""


WIDTHS = "An interval can be made as narrow as 0.1 % and no wider than 50 %."


class Wish(Struct, frozen=True):
    """How much is to be played: so many fights, or `until` the interval is that narrow.

    `jobs` are processes of this machine, `cluster` is the address of Dask's scheduler instead.
    """

    fights: int = 0
    until: float = 0.0
    seed: str = "lab"
    jobs: int = 0
    cluster: str = ""

    @property
    def most(self) -> int:
        """So many fights are played at most."""
        return self.fights or (MOST_FIGHTS if self.until else USUAL)

    def is_met_by(self, fights: int, won: Figure) -> bool:
        """Whether so many fights, of which the first side won so many, are all that is wished."""
        narrow = self.until and fights >= LEAST_FIGHTS and won.half <= self.until
        return bool(narrow) or fights >= self.most

    def why_not(self) -> str:
        """What is wrong with it, as a sentence; empty when nothing is."""
        if not 1 <= self.most <= MOST_FIGHTS:
            return f"From 1 to {MOST_FIGHTS:,} fights can be played, not {self.fights:,}."
        if self.until and not 0.001 <= self.until <= 0.5:
            return WIDTHS
        if self.jobs < 0:
            return f"{self.jobs} processes can’t play. Leave --jobs out to use all cores."
        return ""


class Block(Struct, frozen=True, array_like=True):
    """The fights of one block of one encounter."""

    of: str
    number: int
    outcomes: list[Outcome]


class Now(Struct, frozen=True):
    """How far the fights of an encounter are, and how often the first side has won by now."""

    encounter: Encounter
    fights: int
    won: Figure


Watch = Callable[[Now], None]
Submit = Callable[[bytes, str, int], Future[list[Outcome]]]


def run(
    encounter: Encounter, wish: Wish, out: Path | None = None, watch: Watch | None = None
) -> Result:
    """Play an encounter as often as is wished."""
    return run_all([encounter], wish, out, watch)[0]


def run_all(
    encounters: Sequence[Encounter],
    wish: Wish,
    out: Path | None = None,
    watch: Watch | None = None,
) -> list[Result]:
    """Play several encounters, each as often as is wished and with the same luck.

    When somebody breaks it off, what was played till then comes back, and stands in the file.
    """
    if why_not := wish.why_not():
        raise Refused("", why_not)
    if out is not None:
        check_place(out)
    for encounter in encounters:
        play_block(pack(encounter), wish.seed, CHECK)
    books = [_Book(encounter, wish) for encounter in encounters]
    with _written(out, books) as written:
        try:
            with _crew(wish, books) as crew:
                for book in books:
                    crew.play(book, written, watch)
        except KeyboardInterrupt:
            if not any(book.blocks for book in books):
                raise
    return [book.result() for book in books]


class _Book:
    """What is known of one encounter: its blocks by their numbers."""

    def __init__(self, encounter: Encounter, wish: Wish) -> None:
        self.encounter, self.wish = encounter, wish
        self.packed = pack(encounter)
        self.key = f"{encounter.digest}/{wish.seed}"
        self.blocks: dict[int, list[Outcome]] = {}
        self._row, self._won, self._enough = 0, 0, 0
        self._played, self._all_won = 0, 0

    @property
    def most(self) -> int:
        """So many blocks are played at most."""
        return -(-self.wish.most // BLOCK)

    def enter(self, number: int, outcomes: list[Outcome]) -> bool:
        """Note a block; one that is known already changes nothing."""
        if number in self.blocks:
            return False
        self.blocks[number] = outcomes
        self._played += len(outcomes)
        self._all_won += sum(one.won == 1 for one in outcomes)
        return True

    def now(self) -> Now:
        return Now(self.encounter, self._played, share(self._all_won, self._played))

    def is_enough(self) -> bool:
        """Whether the blocks without a gap from the first on are as many as is wished.

        Only those count, so that it does not matter who was faster.
        """
        while not self._enough and self._row in self.blocks:
            self._won += sum(one.won == 1 for one in self.blocks[self._row])
            self._row += 1
            fights = self._row * BLOCK
            if self.wish.is_met_by(fights, share(self._won, fights)):
                self._enough = self._row
        return self._enough > 0

    def missing(self) -> Iterator[int]:
        """The blocks that are still to be played, in order."""
        return (number for number in range(self.most) if number not in self.blocks)

    def result(self) -> Result:
        """What came out, from the blocks that count; broken off, from all there are."""
        if self.is_enough():
            counted = [self.blocks[number] for number in range(self._enough)]
        else:
            counted = [self.blocks[number] for number in sorted(self.blocks)]
        outcomes = [one for block in counted for one in block]
        counting = [one for one in outcomes if one.number < self.wish.most]
        return Result(self.encounter, self.wish.seed, counting)


class _Alone:
    """Plays everything here, one block after the other."""

    def play(self, book: _Book, written: Callable[[Block], None], watch: Watch | None) -> None:
        for number in book.missing():
            if book.is_enough():
                return
            _note(book, number, play_block(book.packed, book.wish.seed, number), written, watch)
        book.is_enough()


class _Together:
    """Hands blocks to others and takes what comes back, in whatever order."""

    def __init__(self, submit: Submit, workers: int) -> None:
        self._submit, self._workers = submit, workers

    def play(self, book: _Book, written: Callable[[Block], None], watch: Watch | None) -> None:
        missing = book.missing()
        pending: dict[Future[list[Outcome]], int] = {}
        try:
            while not book.is_enough():
                while len(pending) < AHEAD * self._workers:
                    number = next(missing, None)
                    if number is None:
                        break
                    pending[self._submit(book.packed, book.wish.seed, number)] = number
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for job in done:
                    _note(book, pending.pop(job), job.result(), written, watch)
        finally:
            for job in pending:
                job.cancel()


def _note(
    book: _Book,
    number: int,
    outcomes: list[Outcome],
    written: Callable[[Block], None],
    watch: Watch | None,
) -> None:
    if book.enter(number, outcomes):
        written(Block(book.key, number, outcomes))
        if watch is not None:
            watch(book.now())


@contextmanager
def _crew(wish: Wish, books: Sequence[_Book]) -> Iterator[_Alone | _Together]:
    """Whoever plays: this process alone, several processes, or a cluster."""
    if wish.cluster:
        from fatedeck.lab.cluster import cluster_at

        with cluster_at(wish.cluster) as (submit, workers):
            yield _Together(submit, workers)
        return
    jobs = wish.jobs or os.cpu_count() or 1
    if jobs == 1 or sum(book.most for book in books) == 1:
        yield _Alone()
        return
    hands = Hands(jobs)
    try:
        yield _Together(hands.submit, jobs)
    finally:
        hands.close()


@contextmanager
def _written(out: Path | None, books: Sequence[_Book]) -> Iterator[Callable[[Block], None]]:
    """Writes each block as it comes; what the file holds already need not be played again."""
    if out is None:
        yield lambda block: None
        return
    kept = out.read_bytes() if out.is_file() else b""
    whole = _take_up(kept, out, {book.key: book for book in books})
    with out.open("r+b" if kept else "wb") as file:
        file.truncate(whole)
        file.seek(whole)
        if not whole:
            _write(file, FORMAT)
        yield lambda block: _write(file, block)


FORMAT = {"fatedeck": "lab", "format": 1, "block": BLOCK}


def _take_up(kept: bytes, out: Path, books: Mapping[str, _Book]) -> int:
    """Enter what a file holds; how many of its bytes are whole lines."""
    whole = kept.rfind(b"\n") + 1
    lines = kept[:whole].splitlines()
    try:
        if lines and msgspec.json.decode(lines[0]) != FORMAT:
            raise Unreadable(f"{out} doesn’t hold results of the lab. Choose another file.")
        blocks = [msgspec.json.decode(line, type=Block) for line in lines[1:]]
    except msgspec.DecodeError as fault:
        raise Unreadable(f"{out} can’t be read as results of the lab: {fault}.") from fault
    if kept and not whole:
        raise Unreadable(f"{out} doesn’t hold results of the lab. Choose another file.")
    if blocks and not any(block.of in books for block in blocks):
        raise Unreadable(
            f"{out} holds the results of another encounter or seed. Choose another file."
        )
    for block in blocks:
        if block.of in books:
            books[block.of].enter(block.number, block.outcomes)
    return whole


def _write(file: IO[bytes], line: object) -> None:
    file.write(msgspec.json.encode(line) + b"\n")
    file.flush()
