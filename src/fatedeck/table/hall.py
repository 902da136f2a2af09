"""The hall: all tables of a server, and the door to each."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from typing import Protocol

import msgspec
from sqlalchemy import make_url

from fatedeck.bots.machines import OWN, machine
from fatedeck.engine.chance import new_secret
from fatedeck.engine.codec import Codec, with_text
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.game import Asked, Seat
from fatedeck.engine.house import with_house
from fatedeck.engine.ruleset import Seating, find_game
from fatedeck.table import commands, push
from fatedeck.table.again import AGAIN, Again, again_in
from fatedeck.table.aside import THINKING
from fatedeck.table.bringing import brought, check_deck
from fatedeck.table.clock import Clock, milliseconds
from fatedeck.table.commands import (
    ALWAYS,
    act_key,
    answer,
    carry_out,
    check_deletion,
    check_going_back,
    pin,
    sit_by_code,
)
from fatedeck.table.hooks import Bell, Call
from fatedeck.table.invites import guest_token, new_code, read_code
from fatedeck.table.late import late_in
from fatedeck.table.links import HOST, Member, link, member_by, new_token, token_hash
from fatedeck.table.logs import log, note
from fatedeck.table.mending import Broken, broken_table, check_together, mend
from fatedeck.table.metrics import Metrics
from fatedeck.table.names import check_names
from fatedeck.table.news import News
from fatedeck.table.pace import Machines, Pace
from fatedeck.table.past import begun, record_text, rewind_points
from fatedeck.table.patience import Rest
from fatedeck.table.presence import Presence
from fatedeck.table.protocol import (
    SPECTATORS,
    AddSalt,
    AllowRewind,
    Answer,
    AskForm,
    AskMoves,
    AskUses,
    Bye,
    Cancel,
    Command,
    DeleteTable,
    Do,
    Done,
    End,
    Health,
    Hello,
    Link,
    Links,
    NewTable,
    Refusal,
    Rewind,
    SetHook,
    SetPush,
    Sit,
    Start,
    TakeBack,
)
from fatedeck.table.push import PUSH, Device, Notice, devices_of
from fatedeck.table.refusals import (
    Beaten,
    Damaged,
    Forbidden,
    Limit,
    Outdated,
    ServerFull,
    Stale,
    TooLong,
    TooOften,
    Unsaved,
    clause,
    let_go,
    sentence,
    why,
)
from fatedeck.table.rematch import come_back, keep_seats
from fatedeck.table.room import RECENT, TAIL, Carried, Given, Kept, Known, Line, Room
from fatedeck.table.rows import (
    ANY_RULES,
    WENT_BACK,
    HeadRow,
    InviteRow,
    SeatRow,
    TableGone,
    TableRow,
    Work,
    form,
)
from fatedeck.table.settings import Settings, database_url
from fatedeck.table.store import Store
from fatedeck.table.story import Body, kept_tale
from fatedeck.table.turns import Turns
from fatedeck.table.visitors import Visitors
from fatedeck.table.wake import Wake

JOIN, SHOW = 10, 20
"""How much work it is for an address to let a reader in, and for its link to show it the table."""
DISK, LOOKED_AT = 5, 0.01
"""How much work it is to look something up on disk, and for each step that is looked at there."""
_HOUR = 3600.0
_SHARE = 1 / 20
"""How much of the disk one address may fill in six hours, after as much at once."""
_HOUR_LONG, _DAY = 3_600_000, 86_400_000
"""In milliseconds, as the rows count."""
_QUICK, _LARGE = 16_000_000, 1_000_000_000
"""The bytes that are written anew without anybody noticing, and those that take too long."""
_LOOK = 0.5
"""Seconds after which we look what other workers have done, whether we were told or not."""
_CUT_OFF = 10.0
"""Seconds after which a server that cannot see what others do sends its readers to them."""
_TIMES = 6
"""So often a command is given that other workers were quicker than."""
_PAUSE = 0.005
"""Seconds that it waits before its third time, and four times as long before each one after."""
_ROUNDS, _ROUND = 20, 0.25
"""In so many rounds of so many seconds all readers leave a server that stops."""
_AGAIN = 1.0
"""Seconds until a table that could not be read is tried again."""
_ASKING = (AskForm, AskMoves, AskUses)
"""Commands that change nothing: they are answered anew each time."""
_VERSIONED = (Do, Answer, Cancel, TakeBack, Rewind)
"""Commands that say on which version they were made: sent again they are stale, and looked for."""
_encode = msgspec.json.Encoder().encode
_OUR_FAULT = "Something went wrong on our side; nothing has changed."


class PingedLine(Line, Protocol):
    """A live line that can be asked whether it is still there."""

    def ping(self) -> None: ...


class Hall:
    """Every table of one server. Tables that nobody looks at wait on disk."""

    def __init__(
        self, settings: Settings, open_store: Callable[[str, Metrics], Store] = Store
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = open_store(settings.database, self.metrics)
        self.store.most = settings.max_disk_bytes
        self.rooms: dict[str, Room] = {}
        self.presence = Presence(self.store, self.rooms)
        heard_by = make_url(database_url(settings.listen_database or settings.database))
        self._wake = Wake(heard_by, self.store.worker)
        self._machines = Machines(THINKING)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._deleting: set[str] = set()
        self._coming: set[str] = set()
        self._slow: dict[str, Rest] = {}
        self._is_compact = True
        self._doings = 0
        self._made_by: dict[str, list[float]] = {}
        self._tables = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._chores: list[asyncio.Task[None]] = []
        self._lines: dict[PingedLine, str] = {}
        self._lines_from: dict[str, int] = {}
        self.visitors = Visitors(settings)
        self.line_pace = Pace(settings.messages_per_second, settings.message_burst)
        self.link_pace = Pace(settings.link_work_per_second, settings.link_work_burst)
        self.turns = Turns()
        self.address_pace = Pace(settings.address_work_per_second, settings.address_work_burst)
        self.flood_pace = Pace(settings.address_work_per_second / 10, settings.address_work_burst)
        share = settings.max_disk_bytes * _SHARE
        self.growth = Pace(share / (6 * _HOUR), share)
        self.bell = Bell(settings)
        self.code_pace = Pace(settings.wrong_codes_per_hour / _HOUR, settings.wrong_code_burst)
        self.clock = Clock()
        self._mending = asyncio.Lock()
        self._looked = time.monotonic()
        self._alone: set[str] = set()  # the tables that no other worker has readers of
        self.draining = False
        self._push_key = b""

    async def open(self) -> None:
        await self.store.open(alone=True)
        await self.store.measure()
        self._tables = await self.store.count_tables()
        self._is_compact = await self.store.is_compact()
        chores = [self._sweep(), self._ping()]
        if self.store.is_shared:
            self.store.on_change = self._wake_others
            self._wake.open()
            chores.append(self._look_around())
        self._chores = [asyncio.create_task(chore) for chore in chores]

    async def drain(self) -> None:
        """This server stops and others go on: its readers go over to them, a few at a time."""
        self.draining = True
        lines = list(self._lines)
        some = math.ceil(len(lines) / _ROUNDS)
        for first in range(0, len(lines), some or 1):
            for line in lines[first : first + some]:
                line.close(Bye("This server is restarting. You’ll be back in a moment.", True))
            await asyncio.sleep(_ROUND)

    async def health(self) -> Health:
        """How this server is, after it has tried to write something."""
        shared, store = self.store.is_shared, await self.store.is_well()
        return Health(
            ok=store and not self.draining,
            version=version("fatedeck"),
            store=store,
            listener=self._wake.is_heard if shared else None,
            lag=round(time.monotonic() - self._looked, 3) if shared else 0,
            draining=self.draining,
            full=self.store.takes_no_more,
        )

    def send_everyone_home(self) -> None:
        """The server stops: the pages come back by themselves when it is up again."""
        self.draining = True
        for line in list(self._lines):
            line.close(Bye("The server is restarting. You’ll be back in a moment.", True))

    async def close(self) -> None:
        """Write what is waiting, and close the database."""
        for chore in self._chores:
            chore.cancel()
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            room.stop_machine()
        await self._wake.close()
        await self.store.close(self.settings.shutdown_seconds)

    # Tables

    async def create(self, new: NewTable, options: dict[str, object]) -> Links:
        """Make a table with these options, looked through before; its links are told only now."""
        room = self._laid_out(new, options)
        links = give_links(room.row, room.seats)
        await self.store.save_now(_all_of(room))
        self._is_made(room)
        await _begin(room, new)
        return links

    async def rematch(
        self, table_id: str, token: str, new: NewTable, options: dict[str, object]
    ) -> Link:
        """One's seat at the table where a game that is over is played again.

        The first who asks makes it, in the same change that says so at the old one.
        """
        gone = ""
        while True:
            before, member = await self.enter(table_id, token)
            with suppress(Beaten):
                await before.settled()
                if (refused := before.why_not_now()) is not None:
                    raise refused
                again = again_in(before.papers)
                if again is None or again.table == gone:
                    room = self._laid_out(new, options)
                    keep_seats(before, room, member)
                    self._ask_again(before, room, member)
                    await before.settled()
                    await _begin(room, new)
                elif (there := await self.room(again.table)) is None:
                    gone = again.table
                else:
                    own = come_back(before, there, member, new)
                    await there.settled()
                    return own

    def _ask_again(self, before: Room, room: Room, member: Member) -> None:
        """Save the table of a rematch, and tell those at the old one of it, wherever they are."""
        text = f"{member.seat} wants a rematch."
        tale = before.add_story("event", "", Body(text), "")
        work = _all_of(room)
        work.papers.append(before.keep(AGAIN, Again(room.row.id, member.seat)))
        work.story.append(tale.row(before.row.id, ""))

        def then() -> None:
            self._is_made(room)
            before.call(text)

        before.commit(work, tales=[tale], table=True, then=then)

    def _laid_out(self, new: NewTable, options: dict[str, object]) -> Room:
        """A table that nobody knows of yet."""
        ruleset = find_game(new.game)
        row = TableRow(
            id=secrets.token_urlsafe(9),
            game=new.game,
            rules=ruleset.version,
            name=new.name,
            options=msgspec.json.encode(options).decode(),
            secret=new_secret(),
            salts="[]",
            phase="lobby",
            locked=False,
            paused=False,
            host_hash=b"",
            spectator_hash=None,
            forked_from="",
            created=milliseconds(),
        )
        row.touched = row.created
        seats = [
            SeatRow(
                table_id=row.id,
                place=place,
                name=seat.name,
                role=seat.role,
                token_hash=None,
                machine=seat.machine,
                taken=seat.mine,
                sat=int(seat.mine),
            )
            for place, seat in enumerate(new.seats)
        ]
        host = next((place for place, seat in enumerate(new.seats) if seat.mine), SPECTATORS)
        code = new_code() if new.door != "shut" else ""
        invite = InviteRow(table_id=row.id, code=code, door=new.door, host=host)
        room = self._room(row, seats, invite)
        for chair, wanted in zip(seats, new.seats, strict=True):
            if wanted.deck:
                room.keep(*brought(chair, wanted.deck))
        return room

    def _is_made(self, room: Room) -> None:
        """A new table is on disk: from now on it is one of ours."""
        self._add(room)
        self._tables += 1
        note("a table was made", game=room.row.game, seats=len(room.seats))

    async def adopt(self, row: TableRow, seats: list[SeatRow], past: Sequence[Work]) -> Links:
        """Take in a table that was forked or imported; everyone gets new links.

        A long past is written piece by piece, so that other tables are saved in between. Nobody can
        open the table until the last piece is there; what has no end is forgotten by and by.
        """
        now = milliseconds()
        nobody = msgspec.structs.replace(row, host_hash=b"", spectator_hash=None, touched=now)
        links = give_links(row, seats)
        row.touched = row.created
        self._tables += 1
        self._coming.add(row.id)
        try:
            begun = Work(
                tables=[nobody], heads=[HeadRow(row.id, 1, form(find_game(row.game).version))]
            )
            for work in (begun, *past, Work(tables=[row], seats=seats)):
                await self.store.save_now(work)
        finally:
            self._coming.discard(row.id)
        note("a table was taken in", game=row.game, seats=len(seats))
        return links

    def allow_new_table(self, address: str) -> None:
        """Refuse a table too many."""
        if self._tables >= self.settings.max_tables or self.store.takes_no_more:
            raise ServerFull
        self._allow_growth(address)
        now = time.monotonic()
        made = [at for at in self._made_by.get(address, []) if at > now - _HOUR]
        if len(made) >= self.settings.new_tables_per_hour:
            seconds = math.ceil(made[0] + _HOUR - now)
            raise TooOften(seconds, "You’ve made a lot of tables. Try again in an hour.")
        self._made_by[address] = [*made, now]

    def _allow_growth(self, address: str) -> None:
        """Refuse whoever has filled a good part of the disk of late; a proxy speaks for many."""
        if self.growth.lacks(address, 1) > 0 and not self.visitors.is_proxy(address):
            raise Limit(
                "",
                "Your tables have taken up a lot of this server’s disk. "
                "Go on in a few hours, or ask whoever runs the server for more room.",
            )

    async def room(self, table_id: str) -> Room | None:
        """The table with this id, from memory or from disk."""
        while (room := self.rooms.get(table_id)) is not None:
            if await self._is_latest(room):
                return room
        if table_id in self._deleting:
            return None
        if (loading := self._loading.get(table_id)) is not None:
            found = await asyncio.shield(loading)  # begun before, so there may be more by now
            return None if found is None else await self.room(table_id)
        if table_id in self._slow and (refused := self._slow[table_id].why_not_now()) is not None:
            raise refused
        loading = asyncio.create_task(self._load(table_id))
        self._loading[table_id] = loading
        loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(loading)

    async def enter(self, table_id: str, token: str) -> tuple[Room, Member]:
        """The table and who one is there, by a link's two parts."""
        try:
            room = await self.room(table_id)
        except Broken as broken:
            nobody = InviteRow(table_id=table_id)
            if (holder := member_by(token, broken.row, broken.seats, nobody)) is None:
                raise Forbidden(
                    "", "That link doesn’t open a table. Ask the host for a new one."
                ) from None
            raise broken.told_to(holder) from None
        if room is None or (member := member_by(token, room.row, room.seats, room.invite)) is None:
            raise Forbidden("", "That link doesn’t open a table. Ask the host for a new one.")
        if (
            room.row.locked
            and not member.runs_table
            and (member.place == SPECTATORS or not room.seat_at(member.place).taken)
        ):
            raise Forbidden("", "The table is locked.")
        room.touched = time.monotonic()
        return room, member

    # The code

    async def invited(self, typed: str, address: str) -> Room:
        """The table with this code. Who tries codes that no table has may not try many."""
        if (lacks := self.code_pace.lacks(address, 1)) > 0:
            seconds = math.ceil(lacks * _HOUR / self.settings.wrong_codes_per_hour)
            raise TooOften(seconds, "That’s a lot of wrong codes. Try again in a few minutes.")
        self.code_pace.charge(address, 1)  # before we look: many may be tried at once
        code, is_wrong = read_code(typed), False
        try:
            table_id = await self.store.table_by(code) if code else None
            room = await self.room(table_id) if table_id is not None else None
            is_wrong = room is None or room.invite.code != code or room.invite.door == "shut"
        finally:
            if not is_wrong:
                self.code_pace.charge(address, -1)
        if room is None or is_wrong:
            raise Forbidden("", "No table has this code. Look again, or ask for a new one.")
        return room

    async def sit_by_code(self, typed: str, sit: Sit, address: str) -> Link | None:
        """Sit down by a table's code; None while one waits to be let in."""
        while True:
            room = await self.invited(typed, address)
            if room.lock.locked():  # a command waits for the disk
                async with room.lock:
                    pass
            if (refused := room.why_not_now()) is not None:
                raise refused
            token = guest_token(sit, room.row.id)
            seat = sit_by_code(room, sit, token)
            with suppress(Beaten):
                await room.settled()
                break
        if seat is None:
            return None
        self._touch(room)
        return link(room.row.id, seat.place, seat.name, seat.role, token)

    async def pin(self, table_id: str, token: str, picture: bytes) -> str:
        """Keep a picture with a table; its name."""
        while True:
            room, member = await self.enter(table_id, token)
            if (refused := room.why_not_now()) is not None:
                raise refused
            name = pin(room, member, picture)
            with suppress(Beaten):
                await room.settled()
                return name

    # The live line

    def admit_line(self, line: PingedLine, address: str) -> bool:
        """Whether there is room for another live line, and for one more from this address."""
        from_there = self._lines_from.get(address, 0)
        if (
            len(self._lines) >= self.settings.max_lines
            or from_there >= self.settings.max_lines_per_address
        ):
            return False
        self._lines[line] = address
        self._lines_from[address] = from_there + 1
        self.metrics.lines_opened += 1
        self.metrics.lines = len(self._lines)
        return True

    def forget_line(self, line: PingedLine) -> None:
        address = self._lines.pop(line, None)
        if address is not None:
            self._lines_from[address] -= 1
            if not self._lines_from[address]:
                del self._lines_from[address]
        self.metrics.lines = len(self._lines)

    async def join(
        self, line: Line, table_id: str, token: str, address: str, go_on_from: int = 0
    ) -> tuple[Room, Member]:
        """A reader comes in by its link; who runs a damaged table may say that it goes on."""
        if go_on_from:
            await self._go_on(table_id, token, go_on_from)
        room, member = await self.enter(table_id, token)
        key = link_key(room, member, address)
        self.link_pace.spend(key, SHOW)
        just_sat = False
        while member.seat and not room.seat_at(member.place).taken:
            room.sit(member.place)
            with suppress(Beaten):
                await room.settled()
                just_sat = True
            room, member = await self.enter(table_id, token)
        self._make_place(room, member, address)
        began = time.thread_time() - room.pay()
        try:
            room.join(line, member, just_sat=just_sat)
        finally:
            more = 1000 * (time.thread_time() - began) - SHOW
            if more > 0:
                self.link_pace.charge(key, more)
                line.spend(more)
        self._touch(room)
        return room, member

    def charge_link(self, hello: Hello, address: str, work: float) -> None:
        """Count work for the link that somebody said hello with, as soon as we know whose it is."""

        async def charge() -> None:
            with suppress(FatedeckError):  # what opens no table asks for nothing
                room, member = await self.enter(hello.table, hello.token)
                self.link_pace.charge(link_key(room, member, address), work)

        self._spawn(charge())

    def _touch(self, room: Room) -> None:
        """Note that somebody has opened the table, once a day."""
        now = milliseconds()
        if room.row.touched < now - _DAY:
            room.row.touched = now
            room.commit(Work(tables=[msgspec.structs.replace(room.row)]))

    def _make_place(self, room: Room, member: Member, address: str) -> None:
        """Spectators take no place from the seats; who comes in too often leaves the oldest.

        Where there are too many spectators, a crowd at one address makes place for somebody else.
        """
        audience = room.audiences.get(member.place)
        lines = audience.lines if audience is not None else []
        if member.place != SPECTATORS:
            if len(lines) >= self.settings.max_lines_per_link:
                words = "You have this table open in too many places, so this one was closed."
                _send_away(room, member, lines[0], words)
        elif len(lines) >= self.settings.max_spectators:
            crowds = Counter(line.address for line in lines)
            crowd, size = crowds.most_common(1)[0]
            if size < crowds[address] + 2:
                raise Limit("", "This table is full of spectators.")
            oldest = next(line for line in lines if line.address == crowd)
            words = (
                "Many people are watching from your network, and your place went to someone else."
            )
            _send_away(room, member, oldest, words)

    async def _go_on(self, table_id: str, token: str, v: int) -> None:
        """A damaged table goes on from the point that was offered to who runs it."""
        async with self._mending:
            try:
                await self.enter(table_id, token)
            except Broken as broken:
                if broken.offered == v:
                    await mend(self.store, broken)
                    note("a damaged table goes on", game=broken.row.game)

    def receive(self, line: Line, room: Room, place: int, command: Command) -> None:
        """A command came in. What needs the disk first waits for it under the room's lock."""
        if (refused := room.why_not_now()) is not None and not room.lock.locked():
            self._refuse_now(line, command, refused)
        elif (
            room.lock.locked()
            or room.needs_snapshot(command) is not None
            or (room.forgets and not isinstance(command, (*_VERSIONED, *_ASKING)))
        ):
            line.spend(DISK)
            self._spawn(self._receive_in_turn(room, Given(line, place, command)))
        else:
            self._obey(room, Given(line, place, command))

    async def _receive_in_turn(self, room: Room, given: Given) -> None:
        async with room.lock:
            await self._look_up_and_obey(room, given)

    async def _look_up_and_obey(self, room: Room, given: Given) -> None:
        """Fetch what a command needs from the disk, and whether it was carried out long ago."""
        line, place, command = given.line, given.place, given.command
        try:
            audience = room.audiences.get(place)
            to = room.needs_snapshot(command)
            if to is not None and audience is not None:
                check_going_back(room, audience.member, command)
                step = await self.store.quiet_step(room.row.id, to, room.v)
                if step is not None and step.state is not None:
                    room.playing().quiet[to] = step.state
                    line.spend((room.v - step.v) * LOOKED_AT)
            if audience is not None and not isinstance(command, _VERSIONED):
                act = act_key(audience.member, command)
                if act not in room.recent and (known := await self._carried(room, command, act)):
                    line.tell(_encode(answer(room, audience.member, command, known)))
                    return
        except FatedeckError as fault:
            self._refuse(line, room, command, fault)
            return
        self._obey(room, given)
        room.forget_snapshots()

    async def _carried(self, room: Room, command: Command, act: str) -> Carried | None:
        """What came of a command, when the disk knows of it."""
        if isinstance(command, (*_VERSIONED, AddSalt, Start, End, AllowRewind)):
            v = await self.store.step_of(room.row.id, act)
            if v is not None or not isinstance(command, Cancel | Rewind | AllowRewind):
                return None if v is None else Carried(v)
        line = await self.store.line_of(room.row.id, act)
        return None if line is None else Carried(line.v, kept_tale(line).body.made)

    def _obey(self, room: Room, given: Given) -> None:
        line, place, command = given.line, given.place, given.command
        audience = room.audiences.get(place)
        if audience is None or line not in audience.lines:
            return
        if (refused := room.why_not_now()) is not None:
            self._refuse_now(line, command, refused)
            return
        if not audience.heard:
            self._refuse(line, room, command, Forbidden("", "That seat isn’t yours any more."))
            return
        member = audience.member
        act = act_key(member, command)
        if (known := room.recent.get(act)) is not None:
            room.tell(line, answer(room, member, command, known), act)
            return
        room.given = given
        try:
            if isinstance(command, DeleteTable):
                check_deletion(member, command)
                self._spawn(self._delete(line, room, command))
            else:
                if isinstance(command, SetHook) and command.url:
                    self.bell.check(command.url)
                elif isinstance(command, SetPush) and command.p256dh:
                    self.bell.check(command.endpoint)
                    push.check(Device(command.endpoint, command.p256dh, command.auth))
                if not isinstance(command, ALWAYS):
                    self._allow_growth(line.address)
                kept = room.grown.bytes
                with room.patience():
                    carry_out(room, line, member, command)
                grown = max(0, room.grown.bytes - kept) + len(_encode(command))
                self.growth.charge(line.address, grown)
        except TooLong as late:
            self._refuse_now(line, command, late)
            room.rest()
        except Stale as stale:
            line.spend(DISK)
            self._spawn(self._refuse_stale(line, room, member, command, stale))
        except FatedeckError as fault:
            self._refuse(line, room, command, fault)
        except (Exception, Asked):  # noqa: BLE001  # a fault in a rule ends one command alone
            log.exception("a command failed", extra={"facts": {"game": room.row.game}})
            self._refuse_now(line, command, Refused("", _OUR_FAULT))
            room.lose()
        else:
            self.metrics.commands += 1
        finally:
            room.given = None

    def _refuse(self, line: Line, room: Room, command: Command, fault: FatedeckError) -> None:
        self.metrics.refused += 1
        let_go(fault)
        room.tell(line, Refusal(command.id, why(fault), sentence(fault), clause(fault)))

    def _refuse_now(self, line: Line, command: Command, fault: FatedeckError) -> None:
        """Refuse without waiting for the disk, which is what is wrong."""
        self.metrics.refused += 1
        let_go(fault)
        line.tell(_encode(Refusal(command.id, why(fault), sentence(fault))))

    async def _refuse_stale(
        self, line: Line, room: Room, member: Member, command: Command, stale: Stale
    ) -> None:
        """A stale command may be one that was carried out long ago: then it is done, once."""
        try:
            known = await self._carried(room, command, act_key(member, command))
        except FatedeckError as fault:
            self._refuse(line, room, command, fault)
            return
        if known is not None:
            line.tell(_encode(Done(command.id, known.v)))
            return
        if (refused := room.why_not_now()) is not None:
            self._refuse_now(line, command, refused)
            return
        self._refuse(line, room, command, stale)

    async def _delete(self, line: Line, room: Room, command: DeleteTable) -> None:
        """The host deletes the table: everyone is told, and nothing of it stays."""
        if room.gone:
            return
        room.gone = True
        try:
            await self._forget(room.row.id)
        except FatedeckError as fault:
            room.gone = False
            self._add(room)
            self._refuse(line, room, command, fault)
            room.wake_machine()
            return
        await self.tidy()
        room.stop_machine()
        room.tell(line, Done(command.id, room.v))
        room.send_all_away(Bye("The host has deleted this table. It is gone.", False))

    async def _forget(self, table_id: str) -> None:
        """Take a table from memory and from disk, or raise `Unsaved`."""
        self._deleting.add(table_id)
        try:
            self.rooms.pop(table_id, None)
            await self.store.save_now(Work(tables_gone=[TableGone(table_id)]))
        finally:
            self._deleting.discard(table_id)
            self.metrics.rooms = len(self.rooms)
        self._tables -= 1
        self._is_compact = False
        with suppress(FatedeckError):
            await self.store.measure()
        note("a table was deleted")

    async def forget_untouched(self) -> None:
        """Delete the tables that nobody has opened for as long as the server keeps them."""
        if self.settings.keep_days:
            since = milliseconds() - self.settings.keep_days * _DAY
            await self._forget_all(self.store.untouched(since))

    async def forget_unfinished(self) -> None:
        """Delete the tables that did not come in whole; other workers may take one in just now."""
        patience = _HOUR_LONG if self.store.is_shared else 0
        await self._forget_all(self.store.unfinished(milliseconds() - patience))

    async def _forget_all(self, finding: Awaitable[list[str]]) -> None:
        """Delete these tables, but for those that somebody has opened meanwhile."""
        try:
            found = await finding
            elsewhere = await self.store.elsewhere(found) if found else {}
            for table_id in found:
                busy = (self.rooms, self._loading, self._coming, elsewhere)
                if not any(table_id in tables for tables in busy):
                    await self._forget(table_id)
        except FatedeckError:
            log.warning("old tables could not be deleted just now")

    async def tidy(self) -> None:
        """After deletions, write the file anew: soon where that is quick, else while tables rest.

        A file so large that players would notice is left to whoever runs the server.
        """
        doings, self._doings = self._doings, self.metrics.commands + self.metrics.lines_opened
        try:
            size = self.store.size()
            rests = doings == self._doings
            if not self._is_compact and (size < _QUICK or (rests and size < _LARGE)):
                self._is_compact = await self.store.compact()
        except (FatedeckError, OSError):
            log.warning("the database could not be compacted just now")

    # Behind the scenes

    def _add(self, room: Room) -> None:
        self.rooms[room.row.id] = room
        self.metrics.rooms = len(self.rooms)

    def _room(self, row: TableRow, seats: list[SeatRow], invite: InviteRow) -> Room:
        return Room(
            row,
            seats,
            invite,
            self.store,
            self.settings,
            self._machines,
            self._on_loss,
            self._call,
            self._note,
        )

    async def _load(self, table_id: str) -> Room | None:
        try:
            kept = await self._read(table_id)
        except Damaged as damaged:
            raise await broken_table(self.store, table_id) or damaged from None
        if kept is None:
            return None
        room = self._room(kept.row, kept.seats, kept.invite)
        began = time.thread_time()
        try:
            room.take_up(kept)
        except TooLong:
            self._slow.setdefault(table_id, Rest()).begin()
            raise
        room.unpaid = time.thread_time() - began
        self._add(room)
        return room

    async def _read(self, table_id: str, known: Known | None = None) -> Kept | None:
        """A table as it is on disk; None when there is none."""
        async with self.store.together():
            return await self._read_all(table_id, known or Known())

    async def _read_all(self, table_id: str, known: Known) -> Kept | None:
        head = await self.store.head(table_id)
        if head is not None and head.format > form(ANY_RULES):
            raise Outdated
        row, seats = await self.store.table(table_id), await self.store.seats(table_id)
        if row is None or head is None:
            if seats:
                raise Damaged
            return None
        if head.format > form(find_game(row.game).version):
            raise Outdated
        step = await self.store.last_step(table_id)
        quiet = await self.store.quiet_step(table_id, step.n, step.v) if step is not None else None
        past = await self.store.latest(table_id, RECENT)
        story = await self.store.story(table_id, limit=TAIL)
        tales = [kept_tale(line) for line in story]
        check_together(row, seats, step, quiet, tales)
        acts = await self.store.lines_of_commands(table_id, RECENT)
        recent = {step.act: Carried(step.v) for step in past if step.act}
        recent |= {line.act: Carried(line.v, kept_tale(line).body.made) for line in acts}
        forgets = len(past) < (step.v if step else 0) or len(acts) == RECENT
        lines = story[-1].number if story else 0
        if known.v > (step.v if step else 0) or known.lines > lines:  # it was mended meanwhile
            known = Known()
        papers = await self.store.papers(table_id)
        late = late_in(papers)
        kept = Kept(
            rev=head.rev,
            row=row,
            seats=seats,
            invite=await self.store.invite(table_id),
            papers=papers,
            step=step,
            quiet=quiet,
            tales=tales,
            lines=lines,
            grown=known.grown + await self.store.grown(table_id, known.v, known.lines),
            points=rewind_points(past),
            begun=begun(past),
            recent=recent,
            forgets=forgets,
            went_back=max((step.v for step in past if step.do in WENT_BACK), default=0),
        )
        brought = await self.store.brought_step(table_id) if row.brought else None
        if brought is not None:
            kept.first = brought.n
        if late:
            kept.first = max(kept.first, late[-1].n)
        if step is not None and step.chain is None and row.phase != "ended":
            kept.unbound = await record_text(self.store, row, seats, late)
        return kept

    def _call(self, room: Room, call: Call) -> None:
        """A table calls people who are away."""
        address = self.settings.address
        if room.hook:
            told = f"{call.text} {address}" if address else call.text
            self._spawn(self.bell.ring(room.row.id, room.hook, told))
        for place in call.places:
            for device in room.devices(place):
                self._spawn(self._push(room, place, device, call.own))

    async def push_key(self) -> bytes:
        """The key by which browsers know this server; all workers have the same."""
        if not self._push_key:
            self._push_key = await self.store.key(PUSH, push.new_key)
        return self._push_key

    async def _push(self, room: Room, place: int, device: Device, text: str) -> None:
        """Tell a device; one that does not want to hear of us any more is forgotten."""
        try:
            key = await self.push_key()
            notice = _encode(Notice(room.row.name, text, room.row.id))
            by = self.settings.address or "https://localhost"
            body, signed = push.encrypted(device, notice), push.headers(key, device.endpoint, by)
        except FatedeckError as fault:
            log.warning("a device was not told", extra={"facts": {"why": type(fault).__name__}})
            return
        whom = f"{place} {device.service}"
        status = await self.bell.post(room.row.id, whom, device.endpoint, signed, body)
        if status in push.GONE and room.why_not_now() is None and device in room.devices(place):
            left = [other for other in room.devices(place) if other != device]
            room.commit(Work(papers=[room.keep(devices_of(place), left)]))

    def _on_loss(self, room: Room) -> None:
        if not room.is_beaten:
            log.error("a table could not be saved", extra={"facts": {"game": room.row.game}})
        self._spawn(self._go_back(room))

    async def _go_back(self, room: Room) -> None:
        """Take a room that could not be saved back to what is on disk, as soon as it can be read.

        Whoever waits for an answer gets it then: only the disk knows what became of a commit that
        was cut off.
        """
        while room.lost:
            async with room.lock:
                try:
                    await self._give_way(room)
                    await self.store.settle()
                    kept = await self._read(room.row.id)
                    if kept is None:
                        raise Forbidden("", "This table is gone.")
                    room.go_back(kept)
                    again, room.again = room.again, []
                    for given in again:
                        await self._give_again(room, given)
                except FatedeckError as fault:
                    if isinstance(fault, Outdated) or not isinstance(fault, Unsaved):
                        self._let_go(room, fault)
                        return
            if room.lost:
                await asyncio.sleep(_AGAIN)

    def _let_go(self, room: Room, fault: FatedeckError) -> None:
        """A table that can be shown to nobody here any more; to come back may help."""
        self.rooms.pop(room.row.id, None)
        room.stop_machine()
        room.send_all_away(Bye(sentence(fault), isinstance(fault, Unsaved)))

    async def _give_way(self, room: Room) -> None:
        """Whoever was beaten again and again lets others finish first."""
        times = max((given.times for given in room.again), default=1)
        if times > 1:
            await asyncio.sleep(_PAUSE * 4 ** (times - 2))

    async def _give_again(self, room: Room, given: Given) -> None:
        """Another worker was quicker than this command: it counts on what is there now.

        It is given before all that came after it and wait for the room's lock.
        """
        if room.lost:
            room.again.append(given)
        elif given.times >= _TIMES:
            self._refuse_now(
                given.line,
                given.command,
                Stale("", "Too much is happening here at once. Try again in a moment."),
            )
        else:
            again = msgspec.structs.replace(given, times=given.times + 1)
            await self._look_up_and_obey(room, again)

    # What other workers do

    def _note(self, room: Room) -> None:
        """Somebody has come to a table here, or is gone: the others are told at once."""
        self.presence.note(room)
        self._wake.stir()

    def _wake_others(self, changed: Collection[str]) -> None:
        """Wake the other workers for what has changed here, unless no reader is with any of them.

        Whoever comes to one of them just now sees it when that worker looks next.
        """
        if heard := set(changed) - self._alone:
            self._wake.tell(heard)

    async def _is_latest(self, room: Room) -> bool:
        """Whether a room is still here, and is what is on disk; one that lags catches up first."""
        with suppress(TimeoutError):  # where many come in at once, it is beaten again and again
            async with asyncio.timeout(_AGAIN):
                while room.lost:
                    await asyncio.sleep(_PAUSE)  # it may be about to go back
                    async with room.lock:
                        pass
        if room.lost:
            raise Unsaved("The server can’t open this table right now. Try again in a moment.")
        if self.store.is_shared:
            new = (await self._newer([room])).get(room.row.id)
            if new is None or new.rev > room.rev:
                with suppress(Unsaved):  # what was on its way is beaten, and the room goes back
                    await room.settled()
                await self._catch_up(room, new)
        return self.rooms.get(room.row.id) is room and not room.lost

    async def look_around(self, told: Collection[str] | None = None) -> None:
        """See what other workers have changed at these tables, or at any, and who is there."""
        watched = {
            table_id: room
            for table_id, room in self.rooms.items()
            if (told is None or table_id in told) and room.is_followed
        }
        if not watched:
            self._alone.clear()
            return
        # Nobody whose link is gone by now may hear who has come since.
        there = await self.store.elsewhere(list(watched)) if told is None else {}
        if told is None:
            self._alone = {table_id for table_id in watched if not there.get(table_id)}
        else:
            self._alone.difference_update(told)
        news = await self._newer(watched.values())
        for table_id, room in watched.items():
            new, is_here = news.get(table_id), self.rooms.get(table_id) is room
            if is_here and not room.lost and (new is None or new.rev > room.rev):
                with suppress(Unsaved):  # whoever looks next may be able to read it
                    await self._catch_up(room, new)
        if told is None:
            for table_id, room in watched.items():
                places, is_here = there.get(table_id, {}), self.rooms.get(table_id) is room
                if is_here and room.elsewhere != places:
                    room.elsewhere = places
                    room.tell_table()

    async def _look_around(self) -> None:
        """Look when others say so, and every half second in any case."""
        while True:
            told = await self._wake.heard(_LOOK)
            try:
                if come := await self.presence.tell():
                    self._wake.tell(come)
                if told:
                    await self.look_around(told)
                if time.monotonic() - self._looked > _LOOK:
                    await self.look_around()
                    self._looked = time.monotonic()
            except FatedeckError:
                log.warning("what other workers do could not be seen just now")
                if time.monotonic() - self._looked > _CUT_OFF:
                    self._send_elsewhere()
            except Exception:  # noqa: BLE001  # whatever went wrong, it is tried again
                log.exception("looking around failed")

    def _send_elsewhere(self) -> None:
        """The database cannot be reached from here: others may reach it, so readers go to them."""
        for line in list(self._lines):
            line.close(Bye("The server can’t reach its tables. You’ll be back in a moment.", True))

    async def _newer(self, watched: Iterable[Room]) -> dict[str, News]:
        """What other workers have done at these tables; of damaged ones only that it is much."""
        reached = [room.reached for room in watched]
        try:
            return await self.store.newer(reached)
        except Damaged:
            heads = await self.store.heads([one.table_id for one in reached])
            known = {one.table_id: one for one in reached}
            return {
                table_id: News(known[table_id], head.rev, head.format, 0)
                for table_id, head in heads.items()
            }

    async def _catch_up(self, room: Room, new: News | None) -> None:
        """Be what other workers have made of a table; what is on its way to disk is beaten."""
        async with room.lock:
            if room.lost or room.gone or room.unsaved or (new and new.rev <= room.rev):
                return
            if new is not None and room.can_go_on(new):
                self._follow(room, partial(room.go_on, new))
                return
            try:
                kept = await self._read(room.row.id, room.known())
            except (Outdated, Damaged) as fault:
                self._let_go(room, fault)
                return
            if self.rooms.get(room.row.id) is not room or room.unsaved:
                return
            if kept is None:
                del self.rooms[room.row.id]
                room.stop_machine()
                room.send_all_away(Bye("The host has deleted this table. It is gone.", False))
            elif kept.rev > room.rev:
                self._follow(room, partial(room.follow, kept))

    def _follow(self, room: Room, change: Callable[[], None]) -> None:
        try:
            change()
        except FatedeckError:  # it may be half of what it was and half of what it is
            room.lose()

    async def sweep(self) -> None:
        """Let go of tables that nobody has looked at for a while, and delete what is to go."""
        long_ago = time.monotonic() - self.settings.idle_seconds
        for table_id, room in list(self.rooms.items()):
            if room.is_idle and room.touched < long_ago:
                room.stop_machine()
                del self.rooms[table_id]
        self.metrics.rooms = len(self.rooms)
        hour_ago = time.monotonic() - _HOUR
        self._made_by = {a: made for a, made in self._made_by.items() if made[-1] > hour_ago}
        await self.forget_unfinished()
        if self.clock.is_trusted():
            await self.forget_untouched()
        with suppress(FatedeckError):
            self._tables = await self.store.count_tables()
            await self.store.measure()
        await self.tidy()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(60, self.settings.idle_seconds))
            try:
                await self.sweep()
            except Exception:  # noqa: BLE001  # whatever went wrong, it is tried again
                log.exception("sweeping failed")

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self.settings.ping_seconds)
            for line in list(self._lines):
                line.ping()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _send_away(room: Room, member: Member, line: Line, words: str) -> None:
    """One of the lines by a link leaves, for another."""
    room.leave(line, member)
    line.close(Bye(words, False))


async def _begin(room: Room, new: NewTable) -> None:
    """A new table begins at once, if that is wanted."""
    if new.start:
        commands.start(room, "", lambda: None)
        if new.ready:
            await room.make_ready()
        await room.settled()


def _all_of(room: Room) -> Work:
    """A new table as it comes to disk."""
    return Work(
        heads=[HeadRow(room.row.id, room.rev, form(room.row.rules))],
        tables=[msgspec.structs.replace(room.row)],
        seats=[*map(msgspec.structs.replace, room.seats)],
        invites=[msgspec.structs.replace(room.invite)],
        papers=[*room.papers.values()],
    )


def looked_through(new: NewTable) -> dict[str, object]:
    """The options of a table that somebody wants, or `Refused`.

    Decks and adventures may be any text and take long to read, so this is done aside.
    """
    ruleset = find_game(new.game)
    check_names(seat.name for seat in new.seats)
    for seat in new.seats:
        if seat.machine:
            machine(new.game, seat.machine)
    if new.ready:
        machine(new.game, OWN)
    if not new.name.isprintable() or not new.name.strip():
        raise Refused("", "A table’s name has to be one line of plain words.")
    options = with_house(new.game, with_text(ruleset, new.options))
    seated = [Seat(seat.name, seat.role) for seat in new.seats]
    if new.door != "shut":
        seated += _still_to_come(ruleset.seating, seated)
    for seat in new.seats:
        if seat.deck:
            check_deck(ruleset, seat.deck)
    Codec(ruleset).begin(options, seated)
    return options


def _still_to_come(seating: Seating, seats: Sequence[Seat]) -> list[Seat]:
    """Who is missing at a table to which others come by its code."""
    roles = [seat.role for seat in seats]
    players = max(0, seating.fewest - roles.count("player"))
    masters = max(0, int(seating.game_master) - roles.count("gm"))
    return [
        *(Seat(f"Player still to come {n}", "player") for n in range(players)),
        *(Seat("Game master still to come", "gm") for _ in range(masters)),
    ]


def link_key(room: Room, member: Member, address: str) -> str:
    """What tells one link from all others; the spectators' is shared by many who are strangers."""
    key = f"{room.row.id} {member.place}"
    return f"{key} {address}" if member.place == SPECTATORS else key


def give_links(row: TableRow, seats: Sequence[SeatRow]) -> Links:
    """New links for a table and all its seats; the rows keep their hashes."""
    host, spectator = new_token(), new_token()
    row.host_hash, row.spectator_hash = token_hash(host), token_hash(spectator)
    row.seated = len(seats)
    made: list[Link] = []
    for seat in seats:
        token = new_token()
        seat.token_hash = token_hash(token)
        made.append(link(row.id, seat.place, seat.name, seat.role, token))
    return Links(
        row.id,
        link(row.id, HOST, "", "host", host),
        made,
        link(row.id, SPECTATORS, "", "spectator", spectator),
    )
