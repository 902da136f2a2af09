"""A table's past: its steps, what was shown at each, forks, and whole tables as files."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import partial
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fatedeck.bots.machines import machine
from fatedeck.bots.turning import gave_up, turning_points
from fatedeck.engine.chain import Chain, follow
from fatedeck.engine.chance import LONGEST_SALT, Salt, new_secret
from fatedeck.engine.codec import Codec, digest
from fatedeck.engine.entries import (
    Cancelled,
    Did,
    Entry,
    Forked,
    Head,
    Header,
    Opened,
    Quiet,
    Salted,
    Undid,
    read_record,
    write_line,
)
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.record import Flight, Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.odds.luck import luck_of
from fatedeck.table.aside import aside
from fatedeck.table.clock import milliseconds
from fatedeck.table.commands import MOST_SALTS, MOST_SEATS
from fatedeck.table.consent import why_not_copy_all
from fatedeck.table.late import LATE, SITS_DOWN, Late, late_by, late_in, seats_at
from fatedeck.table.links import Member
from fatedeck.table.names import check_names
from fatedeck.table.protocol import SPECTATORS, QuietPoint, SceneAt, Step, Turning, Verdict
from fatedeck.table.refusals import Damaged
from fatedeck.table.room import MOST_STEPS, AnyRecord, Room, Standing, header_of
from fatedeck.table.rows import (
    ASIDE,
    WENT_BACK,
    PastStep,
    SeatRow,
    StepRow,
    StoryRow,
    TableRow,
    Work,
    is_whole,
    pieces,
)
from fatedeck.table.scene import draw
from fatedeck.table.sessions import written
from fatedeck.table.store import Store
from fatedeck.table.story import DAMAGED, Body, Tale, kept_tale, tale

FILE_FORMAT = 1
_A_DAY = 24 * 3600 * 1000
"""By how many milliseconds the clock of another server may be ahead of ours."""

_ANYONE = Member(SPECTATORS, "spectator")
_FEW = 2
"""So many lines of an action say what turned the game."""

_BACK = (*WENT_BACK, "cancel")


# Steps


class Known(Struct):
    """A step, the quiet point it began at, and whether it was undone since."""

    step: PastStep
    began_at: int
    undone: bool = False


def timeline(steps: Sequence[PastStep]) -> list[Known]:
    """Which steps still count."""
    known: list[Known] = []
    count: list[Known] = []  # those that a later step may still undo; none begins before another
    n = steps[0].n - int(steps[0].quiet) if steps else 0
    for step in steps:
        known.append(Known(step, n))
        if step.do in _BACK:
            while count and count[-1].began_at >= step.n:
                count.pop().undone = True
        else:
            count.append(known[-1])
        n = step.n
    return known


def rewind_points(steps: Sequence[PastStep]) -> list[QuietPoint]:
    """The quiet points that one can go back to: before each action that is done and counts.

    What was played before a table was brought here is past, or before somebody sat down.
    """
    since = ("bring", SITS_DOWN)
    here = max((place for place, step in enumerate(steps) if step.do in since), default=0)
    steps = steps[here:]
    now = steps[-1].n if steps else 0
    return [
        QuietPoint(known.began_at, known.step.seat, known.step.do, known.step.at)
        for known in timeline(steps)
        if not known.undone and known.step.do not in ASIDE and 1 <= known.began_at < now
    ]


def begun(steps: Sequence[PastStep]) -> int:
    """When the last action began."""
    return next((step.at for step in reversed(steps) if step.do not in ASIDE), 0)


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


async def stood_at(store: Store, room: Room, v: int) -> Standing:
    """The game as it stood after step `v`."""
    step, quiet = await _step_at(store, room, v)
    header = header_of(room.row, seats_at(room.seats, late_in(room.papers), v))
    return Standing(header, step.n, quiet, step.flight if step.state is None else None)


def scene_at(v: int, stood: Standing, seat: str | None) -> SceneAt:
    """The table as this seat would have been shown it then; to draw it may take long.

    Before it was there, it is as everyone saw it.
    """
    here = any(other.name == seat for other in stood.header.seats)
    return SceneAt(v, draw(stood.take_up(), seat if here else None, []).scene())


async def _step_at(store: Store, room: Room, v: int) -> tuple[StepRow, bytes]:
    """A step, and the state of its quiet point."""
    step = await store.last_step(room.row.id, upto=v)
    quiet = await store.quiet_step(room.row.id, step.n, v) if step is not None else None
    if step is None or step.v != v or quiet is None or quiet.state is None:
        raise Unreadable(f"This table has no step {v}.")
    return step, quiet.state


# Forks

Taken: TypeAlias = tuple[TableRow, list[SeatRow], list[Work]]
"""A table that is taken in: its row, its seats, and its past in pieces."""


async def fork(store: Store, room: Room, v: int, name: str) -> Taken:
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
        created=milliseconds(),
    )
    seats = [
        msgspec.structs.replace(seat, table_id=row.id, taken=False, sat=0)
        for seat in seats_at(room.seats, late_in(room.papers), v)
    ]
    first = _begun_anew(row, seats, step.n, state, Chain(), "fork")
    copied = await _story(store, room)

    def told() -> list[Work]:
        story = [
            msgspec.structs.replace(line, table_id=row.id, v=0, act="")
            for line in copied()
            if line.v <= v and line.at <= step.at
        ]
        return pieces([first], story)

    return row, seats, await aside(told)


def _begun_anew(
    row: TableRow, seats: Sequence[SeatRow], n: int, state: bytes, chain: Chain, do: str
) -> StepRow:
    """The step with which a record begins at a quiet point of another, under a secret of its own.

    The steps are counted on from where the chain stands.
    """
    header = header_of(row, seats)
    record: AnyRecord = Record(find_game(row.game), header)
    record.fork_from(n, state)
    chain.since = write_line(header)
    lines = "".join(map(write_line, record.drain()))
    return StepRow(
        table_id=row.id,
        v=chain.v + 1,
        at=row.created,
        act="",
        seat="",
        do=do,
        n=n,
        furthest=n,
        entries=chain.bind(row.secret, lines),
        flight=None,
        state=state,
        chain=chain.head,
    )


async def record_text(
    store: Store, row: TableRow, seats: Sequence[SeatRow], late: Sequence[Late]
) -> str:
    """The record of a table, from where it began here, with the seats that it had then."""
    brought = await store.brought_step(row.id) if row.brought else None
    since = brought.v if brought is not None else 1
    header = header_of(row, seats_at(seats, late, since))
    return "".join([write_line(header), *await store.entries(row.id, since)])


async def record_text_of(store: Store, room: Room) -> str:
    """The same of a table that is open."""
    return await record_text(store, room.row, room.seats, late_in(room.papers))


# How it was decided


def verdict(ruleset: AnyRuleset, text: str, rows: Sequence[StoryRow]) -> Verdict:
    """What turned a game, each with the line that was told of it, and the luck of every seat."""
    header, entries = read_record(text)
    told: dict[int, list[str]] = {}
    for row in rows:
        line = kept_tale(row).read_by(_ANYONE)
        if line is not None and line.kind == "play" and line.text and not line.undone:
            told.setdefault(line.n, []).append(line.text)
    turns = [
        Turning(
            " ".join(line for n in turn.did for line in told.get(n, [])[:_FEW]),
            turn.seat,
            turn.before,
            turn.after,
        )
        for turn in turning_points(ruleset, header, entries)
        if turn.did
    ]
    luck = {one.seat: one.said() for one in luck_of(ruleset, header, entries)}
    return Verdict(turns, luck, gave_up(ruleset, entries))


# Whole tables as files


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table as one file, with all that is hidden in it."""

    fatedeck_table: int
    table: TableRow
    seats: Annotated[list[SeatRow], Meta(min_length=1, max_length=MOST_SEATS)]
    steps: Annotated[list[StepRow], Meta(max_length=MOST_STEPS)]
    story: Annotated[list[StoryRow], Meta(max_length=200_000)]


async def export(store: Store, room: Room) -> AsyncIterator[bytes]:
    """The whole table as one file, piece by piece, if all of it can be read.

    Neither links nor a secret that is still sealed are in it.
    """
    secret = room.row.secret if room.row.phase == "ended" else b""
    row = msgspec.structs.replace(
        room.row, id="", secret=secret, host_hash=b"", spectator_hash=None, copying="", checksum=0
    )
    seats = [
        msgspec.structs.replace(seat, table_id="", token_hash=None, checksum=0)
        for seat in room.seats
    ]
    last = 0
    async for piece in store.steps(room.row.id):
        last = piece[-1].v
    end = (0, 0)
    async for lines in store.told(room.row.id):
        if not await aside(partial(_are_whole, lines)):
            raise Damaged(DAMAGED)
        end = lines[-1].at, lines[-1].k
    head = {"fatedeck_table": FILE_FORMAT, "table": row, "seats": seats}
    steps, story = store.steps(room.row.id, last), store.told(room.row.id, end)
    return _file(msgspec.json.encode(head), steps, story, _copies_all(room))


async def _file(
    head: bytes,
    steps: AsyncIterator[list[StepRow]],
    story: AsyncIterator[list[StoryRow]],
    everything: bool,
) -> AsyncIterator[bytes]:
    """The pieces of an exported table, in the order in which they are sent."""
    between = head.removesuffix(b"}") + b',"steps":['
    async for piece in steps:
        found = [msgspec.structs.replace(step, table_id="", act="", checksum=0) for step in piece]
        yield between + await aside(partial(_listed, found))
        between = b","
    between = b'],"story":[' if between == b"," else between + b'],"story":['
    async for lines in story:
        if told := await aside(partial(_copied, lines, everything)):
            yield between + told
            between = b","
    yield b"]}" if between == b"," else between + b"]}"


def _listed(found: Iterable[StepRow | StoryRow]) -> bytes:
    """Rows in JSON behind each other, one by one: threads give way between two of them."""
    return b",".join(map(msgspec.json.encode, found))


def _copied(lines: Iterable[StoryRow], everything: bool) -> bytes:
    """The lines of a story that are copied, as they leave this table."""
    return _listed(
        msgspec.structs.replace(line, table_id="", act="", number=0, checksum=0)
        for line in lines
        if everything or not tale(line).is_private
    )


def _copies_all(room: Room) -> bool:
    """Whether everyone has agreed that what was said in private is copied, too."""
    return why_not_copy_all(room.seats, room.copies.agreed) is None


def _are_whole(lines: Iterable[StoryRow]) -> bool:
    return all(map(is_whole, lines))


async def _story(store: Store, room: Room) -> Callable[[], list[StoryRow]]:
    """The story to copy, looked through when it is called for.

    What was said in private is in it only if everyone has agreed.
    """
    everything = _copies_all(room)
    story = await store.whole_story(room.row.id)

    def copied() -> list[StoryRow]:
        if not _are_whole(story):
            raise Damaged(DAMAGED)
        return story if everything else [line for line in story if not tale(line).is_private]

    return copied


def read_table_file(data: bytes) -> Taken:
    """Read an exported table and prove that it hangs together; it becomes a table of its own.

    Whoever made the file may know the secret and every card in it. So unless the table has ended
    it gets a new secret, and if it has begun its record begins anew where it stands.
    """
    if b"\\u0000" in data:
        raise Unreadable("There’s a character in this file that no table can keep.")
    try:
        file = msgspec.json.decode(data, type=TableFile)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Unreadable(f"This is not an exported table: {fault}.") from fault
    if file.fatedeck_table != FILE_FORMAT:
        raise Unreadable("This file was made by a newer fatedeck.")
    try:
        _prove(file)
        return _brought(file)
    except Unreadable:
        raise
    except Exception as fault:  # a state that no game leads to may break any rule
        raise Unreadable(f"This table doesn’t hold together: {fault}.") from fault


def _brought(file: TableFile) -> Taken:
    """The table that a proved file becomes here."""
    now = milliseconds()
    at = max([now, *(step.at + 1 for step in file.steps), *(line.at + 1 for line in file.story)])
    v = len(file.steps)
    row = msgspec.structs.replace(
        file.table,
        id=secrets.token_urlsafe(9),
        created=at,
        touched=now,
        brought=f"{file.table.name}, step {v}" if v else f"{file.table.name}, before its start",
        copying="",
        checksum=0,
    )
    seats = [
        msgspec.structs.replace(
            seat, table_id=row.id, taken=False, sat=0, token_hash=None, checksum=0
        )
        for seat in file.seats
    ]
    steps = [
        msgspec.structs.replace(step, table_id=row.id, act="", checksum=0) for step in file.steps
    ]
    text = "The table was opened from a file."
    if row.phase != "ended":
        row.secret, row.salts, row.rules = new_secret(), "[]", find_game(row.game).version
    if row.phase == "playing":
        n, state = steps[-1].n, _state_at(steps)
        steps.append(_begun_anew(row, seats, n, state, Chain(v), "bring"))
        text += (
            " Whoever made the file may know what is hidden in it; fair cards are proved from here"
            " on."
        )
    _show(row, seats, steps)
    story = [
        msgspec.structs.replace(line, table_id=row.id, act="", checksum=0) for line in file.story
    ]
    story.append(Tale(at, 0, len(steps), 0, "", "event", Body(text)).row(row.id, ""))
    late = late_by(file.steps)
    papers = [Work(papers=[written(row.id, LATE, late)])] if late else []
    return row, seats, [*papers, *pieces(steps, story)]


def _state_at(steps: Sequence[StepRow]) -> bytes:
    """The state of the last quiet point; an action under way is called off."""
    n = steps[-1].n
    return next(step.state for step in reversed(steps) if step.n == n and step.state is not None)


def _show(row: TableRow, seats: Sequence[SeatRow], steps: Sequence[StepRow]) -> None:
    """The table as everyone will be shown it: what cannot be drawn is not taken in."""
    if not steps:
        return
    record: AnyRecord = Record(find_game(row.game), header_of(row, seats))
    last = steps[-1]
    flight = None
    if last.state is None and last.flight is not None:
        flight = msgspec.json.decode(last.flight, type=Flight)
    record.resume(last.n, _state_at(steps), flight, [])
    for seat in (None, *(seat.name for seat in seats)):
        msgspec.json.encode(draw(record, seat, []).scene())


def _prove(file: TableFile) -> None:
    """Every field is one that a table could have, and the record is what the rules make of it."""
    row, ruleset = file.table, find_game(file.table.game)
    for words in (row.name, row.forked_from, row.brought, row.rules):
        if not words.isprintable():
            raise Unreadable("A name at this table isn’t plain words.")
    if not row.name.strip():
        raise Unreadable("The table has no name.")
    check_names(seat.name for seat in file.seats)
    for seat in file.seats:
        if seat.machine:
            machine(row.game, seat.machine)
    if [seat.place for seat in file.seats] != sorted({seat.place for seat in file.seats}):
        raise Unreadable("The seats are out of order.")
    here = _since_brought(file.steps)
    since = here[0].v if here else 0
    header = header_of(row, seats_at(file.seats, late_by(file.steps), since))
    Codec(ruleset).begin(header.options, header_of(row, file.seats).seats)
    salts = msgspec.json.decode(row.salts, type=list[Salt])
    if len(salts) > MOST_SALTS or any(len(salt.words) > LONGEST_SALT for salt in salts):
        raise Unreadable(f"A table has at most {MOST_SALTS} salts, each a line of plain words.")
    if row.phase not in ("lobby", "playing", "ended") or (row.phase == "lobby") == bool(file.steps):
        raise Unreadable("The phase of the game does not fit its steps.")
    if len(row.secret) not in ((32, 40) if row.phase == "ended" else (0, 32, 40)):
        raise Unreadable("The secret is too short or too long.")
    _prove_story(file)
    _prove_states(ruleset, header, file.steps)
    if row.phase == "ended":
        _prove_ended(row, header, here)
    if here and row.rules == ruleset.version:
        _prove_record(ruleset, header, here, row.secret if row.phase == "ended" else None)


def _prove_story(file: TableFile) -> None:
    soon = milliseconds() + _A_DAY
    if any(step.at > soon for step in file.steps) or any(line.at > soon for line in file.story):
        raise Unreadable("Something in this file has a date in the future.")
    keys = [(line.at, line.k) for line in file.story]
    if len(set(keys)) != len(keys):
        raise Unreadable("Two lines of the story have the same place.")
    if any(line.v > len(file.steps) for line in file.story):
        raise Unreadable("A line of the story belongs to a step that doesn’t exist.")
    for line in file.story:
        tale(line)


def _since_brought(steps: Sequence[StepRow]) -> Sequence[StepRow]:
    """The steps since a table was last brought somewhere: those before are not of its record."""
    return steps[max((at for at, step in enumerate(steps) if step.do == "bring"), default=0) :]


def _entries(header: Header, steps: Sequence[StepRow]) -> tuple[str, list[Entry]]:
    text = write_line(header) + "".join(step.entries for step in steps)
    return text, read_record(text)[1]


def _prove_ended(row: TableRow, header: Header, steps: Sequence[StepRow]) -> None:
    """The secret lies open, and the chain of an ended table leads to the head that is shown."""
    text, entries = _entries(header, steps)
    heads = follow(text, entries, row.secret)
    told = [entry for entry in entries if not isinstance(entry, Head)]
    if not told or told[-1] != Opened(row.secret.hex()):
        raise Unreadable("The secret isn’t open at the end of the record.")
    salts = [
        Salt(entry.seat, entry.words, entry.since) for entry in told if isinstance(entry, Salted)
    ]
    if salts != msgspec.json.decode(row.salts, type=list[Salt]):
        raise Unreadable("The salts aren’t the ones in the record.")
    if steps[-1].chain != (bytes.fromhex(heads[-1].hash) if heads else None):
        raise Unreadable("The last step’s head isn’t the one in its record.")


def _prove_record(
    ruleset: AnyRuleset, header: Header, steps: Sequence[StepRow], secret: bytes | None
) -> None:
    """Played again, the record leads where the steps end; once it is open, by its secret."""
    entries = _entries(header, steps)[1]
    if any(map(is_by_new_rules, entries)):
        return
    record = replay(ruleset, header, entries, secret=secret)
    if record.n != steps[-1].n or record.opened != (secret is not None):
        raise Unreadable("The last step is not where the record ends.")


def is_by_new_rules(entry: Entry) -> bool:
    """Whether the rules changed while the table was played: then it cannot be played again."""
    return isinstance(entry, Cancelled) and entry.by == "the rules"


def _prove_states(ruleset: AnyRuleset, header: Header, steps: Sequence[StepRow]) -> None:
    """Each step stands where its entries lead, with the state whose hash they tell."""
    walk = Walk(ruleset, header)
    for step in steps:
        walk.on(step)


class Walk:
    """Going through a table step by step, to see that each stands where its entries lead."""

    def __init__(self, ruleset: AnyRuleset, header: Header) -> None:
        self.steps = 0
        self._codec = Codec(ruleset)
        self._header = header
        self._hashes: dict[int, str] = {}
        self._n = 0
        self._under_way = False

    def on(self, step: StepRow) -> None:
        """The next step, or `Unreadable` if it does not follow."""
        self.steps += 1
        if step.v != self.steps:
            raise Unreadable("The steps are out of order.")
        for entry in _entries(self._header, [step])[1]:
            match entry:
                case Did():
                    self._under_way = True
                case Quiet() | Forked():
                    self._n, self._under_way = entry.n, False
                    self._hashes[entry.n] = entry.hash
                case Undid():
                    self._n, self._under_way = entry.to, False
                case Cancelled():
                    self._under_way = False
                case _:
                    pass
        if (step.n, step.state is None) != (
            self._n,
            self._under_way,
        ) or self._n not in self._hashes:
            raise Unreadable(f"Step {step.v} isn’t where its record leads.")
        if step.state is not None:
            self._codec.decode(step.state)
            if self._hashes[self._n] != digest(step.state):
                raise Unreadable(f"Step {step.v} doesn’t hold the state its record says.")
        elif step.flight is None:
            raise Unreadable(f"Step {step.v} leads nowhere.")
        if step.flight is not None:
            msgspec.json.decode(step.flight, type=Flight)
