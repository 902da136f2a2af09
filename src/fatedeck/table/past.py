"""A table's past: its steps, what was shown at each, forks, and whole tables as files."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.bots.machines import machine
from fatedeck.engine.chance import Salt, commitment, new_secret
from fatedeck.engine.codec import Codec, digest
from fatedeck.engine.entries import Cancelled, Entry, Forked, Header, Quiet, read_record, write_line
from fatedeck.engine.errors import Diverged, Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Flight, Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.table.consent import why_not_copy_all
from fatedeck.table.links import Member
from fatedeck.table.names import check_names
from fatedeck.table.protocol import QuietPoint, SceneAt, Step
from fatedeck.table.refusals import Damaged
from fatedeck.table.room import AnyRecord, Room
from fatedeck.table.rows import (
    PastStep,
    SeatRow,
    StepRow,
    StoryRow,
    TableRow,
    Work,
    is_whole,
)
from fatedeck.table.scene import draw
from fatedeck.table.store import Store
from fatedeck.table.story import DAMAGED, tale

FILE_FORMAT = 1

_BACK = ("rewind", "take-back", "cancel")
_ASIDE = (*_BACK, "salt", "end", "answer", "set-up", "fork")


# Steps


class Known(Struct):
    """A step, the quiet point it began at, and whether it was undone since."""

    step: PastStep
    began_at: int
    undone: bool = False


def timeline(steps: Sequence[PastStep]) -> list[Known]:
    """Which steps still count."""
    known: list[Known] = []
    n = steps[0].n - int(steps[0].quiet) if steps else 0
    for step in steps:
        if step.do in _BACK:
            for earlier in known:
                if earlier.began_at >= step.n and earlier.step.do not in _BACK:
                    earlier.undone = True
        known.append(Known(step, n))
        n = step.n
    return known


def rewind_points(steps: Sequence[PastStep]) -> list[QuietPoint]:
    """The quiet points that one can go back to: before each action that is done and counts."""
    now = steps[-1].n if steps else 0
    return [
        QuietPoint(known.began_at, known.step.seat, known.step.do, known.step.at)
        for known in timeline(steps)
        if not known.undone and known.step.do not in _ASIDE and 1 <= known.began_at < now
    ]


def begun(steps: Sequence[PastStep]) -> int:
    """When the last action began."""
    return next((step.at for step in reversed(steps) if step.do not in _ASIDE), 0)


def told_steps(steps: Sequence[PastStep], member: Member) -> list[Step]:
    """The steps as this reader may know them: what others did is told by the story alone."""
    return [
        Step(
            known.step.v,
            known.step.n,
            known.step.seat,
            known.step.do if member.runs_table or known.step.seat == member.seat else "",
            known.step.at,
            known.step.quiet,
            known.undone,
        )
        for known in timeline(steps)
    ]


async def scene_at(store: Store, room: Room, v: int, seat: str | None) -> SceneAt:
    """The table as this seat would have been shown it after step `v`."""
    step, quiet = await _step_at(store, room, v)
    record: AnyRecord = Record(room.ruleset, room.header)
    record.quiet.clear()
    flight = None
    if step.state is None and step.flight is not None:
        flight = msgspec.json.decode(step.flight, type=Flight)
    record.resume(step.n, quiet, flight, [])
    return SceneAt(v, draw(record, seat, []).scene())


async def _step_at(store: Store, room: Room, v: int) -> tuple[StepRow, bytes]:
    """A step, and the state of its quiet point."""
    step = await store.last_step(room.row.id, upto=v)
    quiet = await store.quiet_step(room.row.id, step.n, v) if step is not None else None
    if step is None or step.v != v or quiet is None or quiet.state is None:
        raise Unreadable(f"This table has no step {v}.")
    return step, quiet.state


# Forks


async def fork(store: Store, room: Room, v: int, name: str) -> tuple[TableRow, list[SeatRow], Work]:
    """A new table from the quiet point of step `v`, with the story so far and its own secret."""
    step, state = await _step_at(store, room, v)
    row = msgspec.structs.replace(
        room.row,
        id=secrets.token_urlsafe(9),
        name=name,
        secret=new_secret(),
        salts="[]",
        phase="playing",
        locked=False,
        paused=False,
        copying="",
        forked_from=f"{room.row.name}, step {v}",
        created=time.time_ns() // 1_000_000,
    )
    seats = [
        msgspec.structs.replace(seat, table_id=row.id, taken=False, sat=0) for seat in room.seats
    ]
    header = msgspec.structs.replace(room.header, seal=commitment(row.secret))
    record: AnyRecord = Record(room.ruleset, header)
    record.fork_from(step.n, state)
    first = StepRow(
        table_id=row.id,
        v=1,
        at=row.created,
        act="",
        seat="",
        do="fork",
        n=step.n,
        furthest=step.n,
        entries="".join(map(write_line, record.drain())),
        flight=None,
        state=state,
    )
    story = [
        msgspec.structs.replace(line, table_id=row.id, v=0, act="")
        for line in await _story(store, room)
        if line.v <= v and line.at <= step.at
    ]
    return row, seats, Work(steps=[first], story=story)


# Whole tables as files


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table as one file, its secret and all that is hidden included."""

    fatedeck_table: int
    table: TableRow
    seats: list[SeatRow]
    steps: list[StepRow]
    story: list[StoryRow]


async def export(store: Store, room: Room) -> bytes:
    """The whole table as one file; links are not in it."""
    row = msgspec.structs.replace(room.row, id="", host_hash=b"", spectator_hash=None, checksum=0)
    seats = [
        msgspec.structs.replace(seat, table_id="", token_hash=None, checksum=0)
        for seat in room.seats
    ]
    steps = [
        msgspec.structs.replace(step, table_id="", act="", checksum=0)
        for step in await store.steps(room.row.id)
    ]
    story = [
        msgspec.structs.replace(line, table_id="", act="", number=0, checksum=0)
        for line in await _story(store, room)
    ]
    return msgspec.json.encode(TableFile(FILE_FORMAT, row, seats, steps, story))


async def _story(store: Store, room: Room) -> list[StoryRow]:
    """The story to copy: what was said in private only if everyone has agreed."""
    story = await store.story(room.row.id)
    if not all(map(is_whole, story)):
        raise Damaged(DAMAGED)
    if why_not_copy_all(room.seats, room.copies.agreed) is None:
        return story
    return [line for line in story if not tale(line).is_private]


def read_table_file(data: bytes) -> tuple[TableRow, list[SeatRow], Work]:
    """Read an exported table and prove that it hangs together; it becomes a table of its own."""
    if b"\\u0000" in data:
        raise Unreadable("This file holds characters that no table can.")
    try:
        file = msgspec.json.decode(data, type=TableFile)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise Unreadable(f"This is not an exported table: {fault}.") from fault
    if file.fatedeck_table != FILE_FORMAT:
        raise Unreadable(f"This file has format {file.fatedeck_table}; we read {FILE_FORMAT}.")
    try:
        _prove(file)
    except (Refused, Diverged, msgspec.DecodeError, LookupError, ValueError) as fault:
        raise Unreadable(f"This table does not hang together: {fault}.") from fault
    row = msgspec.structs.replace(
        file.table, id=secrets.token_urlsafe(9), created=time.time_ns() // 1_000_000, copying=""
    )
    seats = [
        msgspec.structs.replace(seat, table_id=row.id, taken=False, sat=0, token_hash=None)
        for seat in file.seats
    ]
    steps = [msgspec.structs.replace(step, table_id=row.id, act="") for step in file.steps]
    story = [msgspec.structs.replace(line, table_id=row.id, act="") for line in file.story]
    return row, seats, Work(steps=steps, story=story)


def _prove(file: TableFile) -> None:
    """Every state is the one that its record says, and the record follows from its secret."""
    row, ruleset = file.table, find_game(file.table.game)
    check_names(seat.name for seat in file.seats)
    for seat in file.seats:
        if seat.machine:
            machine(row.game, seat.machine)
    if [seat.place for seat in file.seats] != sorted({seat.place for seat in file.seats}):
        raise Unreadable("The seats are out of order.")
    options = msgspec.json.decode(row.options, type=dict[str, object])
    salts = msgspec.json.decode(row.salts, type=list[Salt])
    seats = tuple(Seat(seat.name, seat.role) for seat in file.seats)
    header = Header(row.game, row.rules, seats, options, commitment(row.secret))
    Codec(ruleset).begin(options, seats)
    if row.phase not in ("lobby", "playing", "ended") or (row.phase == "lobby") == bool(file.steps):
        raise Unreadable("The phase of the game does not fit its steps.")
    keys = [(line.at, line.k) for line in file.story]
    if len(set(keys)) != len(keys):
        raise Unreadable("Two lines of the story are told at once.")
    for line in file.story:
        tale(line)
    entries = [entry for step in file.steps for entry in _entries(header, step)]
    _prove_states(ruleset, header, file.steps)
    changed = any(isinstance(entry, Cancelled) and entry.by == "the rules" for entry in entries)
    if file.steps and row.rules == ruleset.version and not changed:
        record = replay(ruleset, header, entries, secret=row.secret)
        if record.n != file.steps[-1].n or record.salts != salts:
            raise Unreadable("The last step is not where the record ends.")


def _prove_states(ruleset: AnyRuleset, header: Header, steps: Sequence[StepRow]) -> None:
    codec = Codec(ruleset)
    hashes: dict[int, str] = {}
    for number, step in enumerate(steps, start=1):
        if step.v != number:
            raise Unreadable("The steps are out of order.")
        if step.flight is not None:
            msgspec.json.decode(step.flight, type=Flight)
        for entry in _entries(header, step):
            if isinstance(entry, Quiet | Forked):
                hashes[entry.n] = entry.hash
        if step.state is not None:
            codec.decode(step.state)
            if hashes.get(step.n) != digest(step.state):
                raise Unreadable(f"Step {number} holds another state than its record says.")
        elif step.flight is None or step.n not in hashes:
            raise Unreadable(f"Step {number} leads nowhere.")


def _entries(header: Header, step: StepRow) -> list[Entry]:
    return read_record(write_line(header) + step.entries)[1]
