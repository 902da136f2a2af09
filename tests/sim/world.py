"""Workers, their readers and one database, in thought: what can go wrong does, and is looked into.

The halls, rooms and stores are the real ones. One seed is one course of everything, so a seed that
finds something is all that a report of it needs.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Collection, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import make_url

from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.offers import Offer, Value
from fatedeck.engine.random_play import random_answer, random_value, seats_for
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import find_game
from fatedeck.table.commands import act_key
from fatedeck.table.hall import Hall, looked_through
from fatedeck.table.late import late_in
from fatedeck.table.links import Member, token_hash
from fatedeck.table.past import record_text
from fatedeck.table.protocol import (
    SPECTATORS,
    AddSalt,
    AllowRewind,
    Answer,
    Bye,
    Changed,
    Command,
    Do,
    Done,
    Link,
    NewLink,
    NewSeat,
    NewTable,
    Outgoing,
    Pause,
    Refusal,
    Resume,
    Revoke,
    Rewind,
    Say,
    Welcome,
)
from fatedeck.table.refusals import Unsaved, sentence
from fatedeck.table.room import Room
from fatedeck.table.settings import Settings
from fatedeck.table.wake import Wake
from tests.faults.shown import difference
from tests.sim.database import SERVER, SLOW, Database, DistantStore, Odds
from tests.sim.loop import Process, ThoughtLoop, think
from tests.table.house import GENEROUS, Page

T = TypeVar("T")

WORKERS = 3
TABLES = (("high-card", ""), ("deckahedron", "machine"))
COMMANDS = 50
"""What is sent in one simulation, before it comes to rest."""
SETTLING = 3.0
"""Seconds after the last fault at which everybody sees the same."""

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Outgoing] = msgspec.json.Decoder(Outgoing)


class Course(Struct, frozen=True):
    """What happened in one simulation, how often; and what was wrong: nothing, it is hoped."""

    wrong: list[str]
    happened: dict[str, int]


def simulate(seed: int, *, commands: int = COMMANDS) -> Course:
    """The course that this seed gives."""
    luck = Random(seed)
    with TemporaryDirectory(dir=_memory()) as folder, _in_silence():
        return think(_course(Path(folder), luck, commands), luck)


async def _course(folder: Path, luck: Random, commands: int) -> Course:
    world = World(Database(folder, luck), luck, commands)
    try:
        await world.open()
        await world.go_wrong()
        await world.come_to_rest()
        return Course(await world.judged(), dict(world.database.happened))
    finally:
        world.database.close()


class World:
    """Everything, and all that was found wrong with it."""

    def __init__(self, database: Database, luck: Random, commands: int) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ThoughtLoop)
        self.loop = loop
        self.luck = luck
        self.database = database
        self.workers: list[Worker] = []
        self.clients: list[Client] = []
        self.wanted = commands
        self.wakes_fail = False
        self.newest: dict[str, Link] = {}
        self.living: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self.workers = [await self.new_worker(f"worker {n}") for n in range(WORKERS)]
        for game, machine in TABLES:
            seats = [
                NewSeat(
                    seat.name,
                    "gm" if seat.role == "gm" else "player",
                    machine=machine if place else "",
                )
                for place, seat in enumerate(seats_for(find_game(game), 2))
            ]
            new = NewTable(game, "Saturday", seats, start=True)
            links = await self.workers[0].run(self.workers[0].hall.create(new, looked_through(new)))
            people = [
                link for link, seat in zip(links.seats, seats, strict=True) if not seat.machine
            ]
            for link in (*people, links.spectator, links.host):
                self.clients.append(Client(self, links.table, link))
        self.living = [self.loop.create_task(client.live()) for client in self.clients]

    async def new_worker(self, name: str) -> Worker:
        """Started again until it can read its database."""
        while True:
            worker = Worker(self, name)
            try:
                await worker.run(worker.hall.open())
            except FatedeckError:
                await asyncio.sleep(1)
            else:
                return worker

    # What goes wrong

    async def go_wrong(self) -> None:
        """Until enough was sent."""
        self.database.odds = Odds(lost=4, unknown=20, slow=3)
        self.wakes_fail = True
        while self.wanted > 0:
            await asyncio.sleep(self.luck.uniform(0, 0.15))
            await self._fault()
            for task in self.living:
                if task.done():
                    task.result()

    async def _fault(self) -> None:
        worker = self.luck.choice(self.workers)
        match self.luck.choices(
            ("kill", "pause", "drop", "clock", "restart", "nothing"), (2, 3, 20, 3, 1, 40)
        )[0]:
            case "kill":
                self.note("kill")
                worker.kill()
                self.workers.remove(worker)
                self.workers.append(await self.new_worker(worker.process.name))
            case "pause":
                self.note("pause")
                self.loop.pause(
                    worker.process, self.luck.choice((0.1, 1, 6, 30)) * self.luck.random()
                )
            case "drop":
                self.note("drop")
                self.luck.choice(self.clients).drop()
            case "clock":
                self.note("clock")
                worker.process.ahead = self.luck.uniform(-60, 60)
            case "restart":
                self.note("restart")
                self.database.restart()
                await asyncio.sleep(self.luck.uniform(0, 3))
                self.database.is_down = False
            case _:
                pass

    def note(self, what: str) -> None:
        self.database.happened[what] += 1

    def wake(self, teller: Wake, payload: str) -> None:
        """Wake all others, if it reaches them."""
        for worker in self.workers:
            if worker.wake is not teller:
                delays = [self.luck.uniform(0.0002, 0.002)]
                if self.wakes_fail and self.luck.random() < 0.2:
                    self.note("wake")
                    delays = self.luck.choice(([], [0.001, 0.3], [self.luck.uniform(0, 2)]))
                for delay in delays:
                    SERVER.run(self.loop.call_later, delay, worker.wake.hear, payload)

    async def come_to_rest(self) -> None:
        """Nothing fails any more, and everybody gets their answer."""
        self.database.odds = Odds()
        self.wakes_fail = False
        for worker in self.workers:
            worker.process.ahead = 0.0
        awake = max(worker.process.wakes for worker in self.workers)
        await asyncio.sleep(max(SLOW, awake - self.loop.time()))
        began = self.loop.time()
        while any(client.is_waiting for client in self.clients):
            await asyncio.sleep(0.1)
            if self.loop.time() - began > 60:
                return
        before: object = None
        while before != (before := self.database.rows("SELECT table_id, rev FROM heads")):
            await asyncio.sleep(SETTLING)

    # What was wrong

    async def judged(self) -> list[str]:
        found = list(self.database.faults)
        judge = await self.new_worker("judge")
        self.database.happened["beaten"] += sum(w.hall.metrics.beaten for w in self.workers)
        for client in self.clients:
            self.database.happened["done"] += len(client.done)
            self.database.happened["refused"] += len(client.refused)
            found += [f"{client.name}: {fault}" for fault in client.faults]
            if client.is_waiting:
                found.append(f"{client.name} waits for an answer to {client.pending}")
        found += await judge.run(self._judge(judge.hall))
        for worker in self.workers:
            for table, room in worker.hall.rooms.items():
                if not self.database.is_head(table, room.rev):
                    continue  # nobody reads it there, so it is not followed
                if room.grown != (grown := await judge.run(judge.hall.store.grown(table))):
                    found.append(f"{table} is thought to be {room.grown}, and is {grown}")
        return found

    async def _judge(self, hall: Hall) -> list[str]:
        found: list[str] = []
        for table in {client.table: None for client in self.clients}:
            clients = [client for client in self.clients if client.table == table]
            found += self._judge_acts(table, clients)
            found += self._judge_shown(table, clients)
            row, seats = await hall.store.table(table), await hall.store.seats(table)
            assert row is not None
            try:
                late = late_in(await hall.store.papers(table))
                header, entries = read_record(await record_text(hall.store, row, seats, late))
                replay(find_game(row.game), header, entries, secret=row.secret)
            except FatedeckError as fault:
                found.append(f"the record of {table} is not sound: {fault}")
            for client in clients:
                if client.wire is not None:
                    found += await self._judge_page(hall, client)
        return found

    async def _judge_page(self, hall: Hall, client: Client) -> list[str]:
        """Everybody who is there sees what there is."""
        try:
            wrong = await difference(hall, client.table, client.page, client.link.token)
        except FatedeckError as fault:
            wrong = f"{client.name} reads on, but: {fault}"
        return [wrong] if wrong else []

    def _judge_acts(self, table: str, clients: Collection[Client]) -> Iterator[str]:
        """Everything that was done is there once, and nothing that was refused."""
        kept = Counter(
            str(act)
            for kind in ("steps", "story")
            for (act,) in self.database.rows(
                f"SELECT act FROM {kind} WHERE table_id = ? AND act <> ''", table
            )
        )
        said = Counter(
            msgspec.json.decode(str(body))["text"]
            for (body,) in self.database.rows(
                "SELECT body FROM story WHERE table_id = ? AND kind = 'chat'", table
            )
        )
        for text, times in said.items():
            if times > 1 and text.startswith("said "):
                yield f"{text!r} was said {times} times"
        for client in clients:
            for act, command in client.done:
                if kept[act] != 1:
                    times = kept[act]
                    yield f"{client.name} was told {command} is done; it is there {times} times"
            for act, command in client.refused:
                if kept[act]:
                    yield f"{client.name} was refused {command}, which was done"

    def _judge_shown(self, table: str, clients: Collection[Client]) -> Iterator[str]:
        """Whatever was shown is in the record, and nothing of it to a link that was taken away."""
        heads: dict[int, str] = {
            int(str(v)): chain.hex() if isinstance(chain, bytes) else ""
            for v, chain in self.database.rows(
                "SELECT v, chain FROM steps WHERE table_id = ?", table
            )
        }
        lines = {
            int(str(at))
            for (at,) in self.database.rows("SELECT at FROM story WHERE table_id = ?", table)
        }
        for client in clients:
            for shown in client.shown:
                if shown.head and heads.get(shown.v) != shown.head:
                    yield f"{client.name} was shown version {shown.v}, which is another now"
                for at in shown.lines:
                    if at not in lines:
                        yield f"{client.name} was shown a line of {at}, which is not there"
                gone = self.database.revoked.get(shown.token)
                if gone and (shown.v > gone.v or any(at > gone.at for at in shown.lines)):
                    yield f"{client.name} was shown version {shown.v} after {gone}"
            if client.wire is not None and token_hash(client.link.token) in self.database.revoked:
                yield f"{client.name} still reads by a link that was taken away"


class Worker:
    """One process with its hall."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.process = Process(name)
        self.lines: list[ThoughtLine] = []
        self.process.run(self._open)

    def _open(self) -> None:
        limits = {**GENEROUS, "machine_seconds": 0.2, "idle_seconds": 4.0, "rule_seconds": 600.0}
        settings = msgspec.convert({**limits, "database": str(self.world.database.path)}, Settings)
        self.hall = Hall(settings, lambda _, metrics: DistantStore(self.world.database, metrics))
        self.wake = ThoughtWake(self.world, self.hall.store.worker)
        self.hall._wake = self.wake

    async def run(self, work: Coroutine[object, object, T]) -> T:
        return await self.process.run(self.world.loop.create_task, work)

    def kill(self) -> None:
        self.world.loop.pause(self.process, math.inf)
        self.world.database.cut_off(self.hall.store.worker)
        for line in self.lines:
            line.wire.hang_up()


class ThoughtWake(Wake):
    """Wakes that go through the world."""

    def __init__(self, world: World, worker: str) -> None:
        super().__init__(make_url("postgresql://"), worker)
        self._world = world

    def open(self) -> None:
        """There is nothing to hold."""

    def tell(self, tables: Collection[str]) -> None:
        self._world.wake(self, f"{self._worker} {' '.join(sorted(tables))}")

    def hear(self, payload: str) -> None:
        self._hear(None, 0, "", payload)


class Shown(Struct, frozen=True):
    """What a page was told at once, by which link."""

    token: bytes
    v: int
    head: str
    lines: tuple[int, ...]


class Wire:
    """Between a page and a worker: in order, not at once, until it is cut."""

    def __init__(self, world: World, client: Client, worker: Worker) -> None:
        self.world = world
        self.client = client
        self.is_cut = False
        self.welcomed = False
        self._up = self._down = 0.0
        self.line = ThoughtLine(self, worker)
        self._worker = worker

    def to_client(self, message: bytes) -> None:
        self._down = self._then(self._down)
        SERVER.run(self.world.loop.call_at, self._down, self._give, message)

    def _give(self, message: bytes) -> None:
        if not self.is_cut:
            self.client.inbox.put_nowait((self, message))

    def to_worker(self, command: Command | None) -> None:
        self._up = self._then(self._up)
        hear = self.line.greet if command is None else self.line.hear
        args = () if command is None else (command,)
        self._worker.process.run(self.world.loop.call_at, self._up, hear, *args)

    def hang_up(self) -> None:
        """It is cut; both ends learn of it, by and by."""
        if not self.is_cut:
            self.is_cut = True
            self._up = self._then(self._up)
            self._worker.process.run(self.world.loop.call_at, self._up, self.line.lost)
            self.client.inbox.put_nowait((self, b""))

    def end(self) -> None:
        """The worker has closed it, and what it has told arrives before."""
        self._down = self._then(self._down)
        SERVER.run(self.world.loop.call_at, self._down, self.hang_up)

    def _then(self, before: float) -> float:
        return max(before + 1e-5, self.world.loop.time() + self.world.luck.uniform(0.0005, 0.005))


class ThoughtLine:
    """A live line, without the web socket: see `table/line.py`, which does the same."""

    def __init__(self, wire: Wire, worker: Worker) -> None:
        self.address = "10.0.0.1"
        self.wire = wire
        self.worker = worker
        self.room: Room | None = None
        self.member: Member | None = None
        self._open = True
        self._joining: asyncio.Task[None] | None = None
        worker.lines.append(self)

    def tell(self, message: bytes) -> None:
        if self._open:
            self.wire.to_client(message)

    def spend(self, work: float) -> None:
        """Everybody may do what they like."""

    def ping(self) -> None:
        """It is there until it is cut."""

    def close(self, bye: Bye) -> None:
        self.tell(_encode(bye))
        if self._open:
            self._open = False
            self.wire.end()

    def greet(self) -> None:
        if self._open:
            self._joining = asyncio.get_running_loop().create_task(self._join())

    async def _join(self) -> None:
        link, table = self.wire.client.link, self.wire.client.table
        try:
            self.room, self.member = await self.worker.hall.join(
                self, table, link.token, self.address
            )
        except FatedeckError as fault:
            self.close(Bye(sentence(fault), isinstance(fault, Unsaved)))

    def hear(self, command: Command) -> None:
        if self._open and self.room is not None and self.member is not None:
            self.worker.hall.receive(self, self.room, self.member.place, command)

    def lost(self) -> None:
        self._open = False
        if self._joining is not None:
            self._joining.cancel()
        if self.room is not None and self.member is not None:
            self.room.leave(self, self.member)


class Client:
    """Somebody with a page, who plays, talks, and sends again what was not answered."""

    def __init__(self, world: World, table: str, link: Link) -> None:
        self.world = world
        self.table = table
        self.link = link
        self.name = f"{link.name or link.role} at {table}"
        self.page = Page()
        self.inbox: asyncio.Queue[tuple[Wire, bytes]] = asyncio.Queue()
        self.wire: Wire | None = None
        self.pending: Command | None = None
        self.times = 0
        self.shown: list[Shown] = []
        self.done: list[tuple[str, Command]] = []
        self.refused: list[tuple[str, Command]] = []
        self.faults: list[str] = []
        self.is_out = False
        self._asked_at = 0.0
        self._count = 0

    @property
    def is_waiting(self) -> bool:
        return not self.is_out and (
            self.pending is not None or self.wire is None or not self.wire.welcomed
        )

    def drop(self) -> None:
        if self.wire is not None:
            self.wire.hang_up()

    async def live(self) -> None:
        luck = self.world.luck
        while not self.is_out:
            if self.wire is None:
                await asyncio.sleep(luck.uniform(0, 0.1))
                self._dial()
            try:
                async with asyncio.timeout(luck.uniform(0.01, 0.25)):
                    wire, message = await self.inbox.get()
            except TimeoutError:
                self._think()
                continue
            if wire is self.wire:
                self._take(message)

    def _dial(self) -> None:
        """Most pages come to the worker of their table."""
        world = self.world
        if world.luck.random() < 0.3:
            worker = world.workers[hash_of(self.table) % len(world.workers)]
        else:
            worker = world.luck.choice(world.workers)
        self.wire = Wire(world, self, worker)
        self.wire.to_worker(None)
        self._asked_at = world.loop.time()

    def _think(self) -> None:
        """Do something, or lose patience."""
        world, wire = self.world, self.wire
        assert wire is not None
        if (self.pending is not None or not wire.welcomed) and (
            world.loop.time() - self._asked_at > 15
        ):
            wire.hang_up()
        elif wire.welcomed and self.pending is None and world.wanted > 0:
            self._count += 1
            self.pending = self._command(f"{self.link.place}-{self._count}")
            if self.pending is not None:
                world.wanted -= 1
                self.times = 0
                self._send()

    def _send(self) -> None:
        assert self.wire is not None
        assert self.pending is not None
        self.times += 1
        self._asked_at = self.world.loop.time()
        self.wire.to_worker(self.pending)

    def _take(self, message: bytes) -> None:
        if not message:
            self.wire = None
            return
        told = _decoder.decode(message)
        match told:
            case Welcome() | Changed():
                self._look(told)
            case Bye(again=again):
                self.wire = None
                newest = (
                    self.world.newest.get(self.table) if self.link.place == SPECTATORS else None
                )
                if not again and newest is not None and newest != self.link:
                    self.link = newest
                elif not again:
                    self.is_out = True
            case Done(id=answered) | Refusal(id=answered):
                if self.pending is not None and answered == self.pending.id:
                    self._hear(told, self.pending)
            case _:
                pass

    def _look(self, told: Welcome | Changed) -> None:
        assert self.wire is not None
        if told.v < self.page.v:
            self.faults.append(f"version {told.v} came after {self.page.v}")
        try:
            self.page.take_in(told)
        except (AttributeError, IndexError, msgspec.ValidationError) as fault:
            self.faults.append(f"what was told does not fit what was shown: {fault!r}")
        lines = told.story if isinstance(told.story, list) else []
        head = told.head if isinstance(told.head, str) else ""
        at = tuple(line.at for line in lines)
        self.shown.append(Shown(token_hash(self.link.token), told.v, head, at))
        if isinstance(told, Welcome) and not self.wire.welcomed:
            self.wire.welcomed = True
            if self.pending is not None:
                self._send()

    def _hear(self, told: Done | Refusal, command: Command) -> None:
        member = Member(self.link.place, self.link.role, self.link.name, self.link.token)
        act = act_key(member, command)
        if isinstance(told, Done):
            self.done.append((act, command))
            if told.link is not None:
                self.world.newest[self.table] = told.link
        elif self.times == 1:
            self.refused.append((act, command))
        self.pending = None

    # What people do

    def _command(self, id_: str) -> Command | None:
        luck, page = self.world.luck, self.page
        if page.table.going_back is not None and self.link.name:
            return AllowRewind(id_, page.v, luck.random() < 0.8)
        if self.link.role == "spectator":
            return None
        if page.table.paused and self.link.name:
            return Resume(id_)
        if self.link.role == "host":
            rewinds = page.scene.rewinds
            what = luck.random()
            if what < 0.3 and rewinds:
                return Rewind(id_, page.v, luck.choice(rewinds).n)
            if what < 0.6:
                return NewLink(id_, SPECTATORS) if luck.random() < 0.7 else Revoke(id_, SPECTATORS)
            return Pause(id_) if what < 0.65 else None
        what = luck.random()
        if what < 0.3:
            return Say(id_, "chat", f"said {id_} {self.table}")
        if what < 0.33:
            return AddSalt(id_, "salt")
        if what < 0.36:
            return Pause(id_)
        if page.scene.question is not None:
            return Answer(id_, page.v, random_answer(page.scene.question, luck))
        offers = [offer for offer in page.scene.offers if not offer.why_not]
        return Do(id_, page.v, _filled(luck.choice(offers), luck)) if offers else None


def _filled(offer: Offer, luck: Random) -> dict[str, Value]:
    return offer.action(**{param.name: random_value(param, luck) for param in offer.params})


def hash_of(table: str) -> int:
    return sum(map(ord, table))


def _memory() -> str | None:
    """Where files never come to a disk, if there is such a place."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@contextmanager
def _in_silence() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
