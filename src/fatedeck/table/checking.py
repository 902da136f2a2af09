"""Looking through a database: whether all tables in it are whole, and come out the same again.

Nothing is written, and a server may be running: each table is read as it is at one moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from msgspec import Struct, field

from fatedeck.engine.chain import follow
from fatedeck.engine.entries import Entry, Header, read_record, write_line
from fatedeck.engine.errors import Diverged, Unreadable
from fatedeck.engine.house import check_house
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.table.aside import aside
from fatedeck.table.late import Late, late_in, seats_at
from fatedeck.table.mending import check_together
from fatedeck.table.metrics import Metrics
from fatedeck.table.past import Walk, is_by_new_rules
from fatedeck.table.refusals import Damaged, TooLong, Unsaved, sentence
from fatedeck.table.room import header_of
from fatedeck.table.rows import ANY_RULES, SeatRow, StepRow, TableRow, form, is_whole
from fatedeck.table.store import Store
from fatedeck.table.story import DAMAGED, kept_tale

_NEWER = "A newer server has written to this table."
_HIDDEN = "Part of the database can’t be read, and there may be tables there that nobody can name."


class Found(Struct, frozen=True):
    """Something to say about one table; without an id, about the database."""

    sentence: str
    table_id: str = ""
    name: str = ""
    game: str = ""

    def __str__(self) -> str:
        if not self.table_id:
            return self.sentence
        named = f"{self.table_id} “{self.name}” ({self.game})" if self.game else self.table_id
        return f"{named}: {self.sentence}"


class Report(Struct):
    """What was looked through, what is damaged, and what could not be looked through."""

    tables: int = 0
    steps: int = 0
    replayed: int = 0
    damaged: list[Found] = field(default_factory=list)
    passed: list[Found] = field(default_factory=list)


class PassedOver(Exception):
    """Why a table is not looked through, although nothing says that it is damaged."""


async def check_database(
    database: str, replayed: int | None, tell: Callable[[Found], None]
) -> Report:
    """Look through a database, and tell what is found as it is found.

    So many tables, those that were changed last, are played again; or all of them.
    """
    store, report = Store(database, Metrics()), Report()
    await store.look()

    def damaged(found: Found) -> None:
        report.damaged.append(found)
        tell(found)

    try:
        for fault in await store.integrity():
            damaged(Found(f"SQLite says: {fault}"))
        ids, whole = await store.everything()
        if not whole:
            damaged(Found(_HIDDEN))
        again = set(ids) if replayed is None else set(await store.changed_last(replayed))
        for table_id in ids:
            looking = _Looking(store, table_id)
            try:
                await looking.through(again=table_id in again)
            except (PassedOver, TooLong) as passed:
                report.passed.append(looking.found(str(passed)))
                tell(report.passed[-1])
            except (Damaged, Unsaved, Unreadable, Diverged) as fault:
                damaged(looking.found(sentence(fault)))
            report.tables += 1
            report.steps += looking.steps
            report.replayed += looking.replayed
    finally:
        await store.engine.dispose()
    return report


class _Looking:
    """Looking through one table."""

    def __init__(self, store: Store, table_id: str) -> None:
        self._store = store
        self._id = table_id
        self._row: TableRow | None = None
        self.steps = 0
        self.replayed = False

    def found(self, told: str) -> Found:
        row = self._row
        return Found(told, self._id, row.name if row else "", row.game if row else "")

    async def through(self, *, again: bool) -> None:
        """Read all of it, or raise what is wrong."""
        async with self._store.together():
            head = await self._store.head(self._id)
            if head is not None and head.format > form(ANY_RULES):
                raise PassedOver(_NEWER)
            row, seats, late = await self._around()
            if head is None:
                raise Damaged("This table’s place in the order of changes is lost.")
            scarred = await self._store.scarred(self._id)
            if scarred:
                async for piece in self._store.steps(self._id, before=scarred):
                    self.steps += len(piece)
                raise PassedOver(
                    f"Step {scarred} was damaged once, and the table went on after it."
                )
            try:
                ruleset = find_game(row.game)
            except Unreadable:
                raise PassedOver("This game isn’t installed here.") from None
            if head.format > form(ruleset.version):
                raise PassedOver(_NEWER)
            steps = await self._walk(Walk(ruleset, header_of(row, seats)))
        if steps:
            header = header_of(row, seats_at(seats, late, steps[0].v))
            await aside(partial(self._prove, ruleset, row, header, steps, again=again))

    async def _around(self) -> tuple[TableRow, list[SeatRow], list[Late]]:
        """Everything but the steps, and who came late: each row is whole, none is missing."""
        store = self._store
        row = self._row = await store.table(self._id)
        seats = await store.seats(self._id)
        if row is None:
            raise Damaged("The row of this table is lost.")
        if row.host_hash == b"":
            raise PassedOver("It was never fully imported, and will be deleted.")
        await store.invite(self._id)
        late = late_in(await store.papers(self._id))
        story = await store.story(self._id)
        if not all(map(is_whole, story)):
            raise Damaged(DAMAGED)
        step = await store.last_step(self._id)
        quiet = await store.quiet_step(self._id, step.n, step.v) if step is not None else None
        check_together(row, seats, step, quiet, [kept_tale(line) for line in story])
        return row, seats, late

    async def _walk(self, walk: Walk) -> list[StepRow]:
        """Go through all steps; those since the table began here, without their states."""
        here: list[StepRow] = []
        async for piece in self._store.steps(self._id):
            await aside(partial(_on, walk, piece))
            for step in piece:
                if step.do == "bring":
                    here.clear()
                here.append(msgspec.structs.replace(step, state=None, flight=None))
            self.steps = walk.steps
        return here

    def _prove(
        self,
        ruleset: AnyRuleset,
        row: TableRow,
        header: Header,
        steps: Sequence[StepRow],
        *,
        again: bool,
    ) -> None:
        """The chain binds the record, and the rules make the same of it again."""
        record = write_line(header) + "".join(step.entries for step in steps)
        entries = read_record(record)[1]
        heads = {head.v: head.hash for head in follow(record, entries, row.secret)}
        for step in steps:
            if heads.get(step.v) != (step.chain.hex() if step.chain else None):
                raise Damaged(f"Step {step.v}’s head isn’t the one in its record.")
        if again and row.rules == ruleset.version and not any(map(is_by_new_rules, entries)):
            try:
                check_house(row.game, header.options)
            except Unreadable as fault:
                raise PassedOver(str(fault)) from fault
            if _replayed(ruleset, header, entries, row.secret) != steps[-1].n:
                raise Damaged("Played again, this table ends at another point.")
            self.replayed = True


def _on(walk: Walk, steps: Sequence[StepRow]) -> None:
    for step in steps:
        try:
            walk.on(step)
        except Unreadable:
            raise
        except Exception as fault:  # a state that no game leads to may break any rule
            raise Unreadable(f"Step {step.v} can’t be read.") from fault


def _replayed(ruleset: AnyRuleset, header: Header, entries: Sequence[Entry], secret: bytes) -> int:
    try:
        return replay(ruleset, header, entries, secret=secret).n
    except Diverged as fault:
        raise Diverged(f"Played again, this table goes differently. {fault}") from fault
    except msgspec.MsgspecError as fault:
        raise Unreadable("The record of this table can’t be read.") from fault
