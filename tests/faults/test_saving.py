"""Writes and syncs that fail, are cut or are late: refused, nothing lost, and on it goes."""

from __future__ import annotations

import asyncio
import errno
import multiprocessing
import os
import random
import resource
import signal
import socket
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from fatedeck.table.drivers import Driver, Values
from fatedeck.table.hall import Hall
from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import (
    AddSeat,
    Bye,
    Changed,
    Done,
    Refusal,
    RemoveSeat,
    Say,
    Welcome,
)
from fatedeck.table.refusals import Unsaved
from fatedeck.table.room import MOST_UNSAVED, Room
from fatedeck.table.rows import Proof, StoryRow, Work
from fatedeck.table.scene import Picture
from fatedeck.table.serve import OVERDUE, TableServer
from fatedeck.table.settings import Settings
from fatedeck.table.store import MOST_JOBS, Course, Job, Store
from tests.faults.shown import acts, differences
from tests.faults.store import Fault, FaultyStore
from tests.faults.turns import fail_in_turn, give, store_of
from tests.table.house import PATIENCE, OwnHouse, Postgres, Sitting, free_port, new_id, open_house
from tests.table.killable import KillableServer

_END_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
HUGE = StoryRow(table_id="", at=10**30, k=0, v=0, n=0, by="", act="", kind="chat", body="{}")


@pytest.fixture
async def faulty(database: str) -> AsyncIterator[OwnHouse]:
    """A server whose database goes wrong when told to."""
    async with open_house(Settings(database=database), FaultyStore, shutdown_seconds=2) as house:
        yield house


# Every call in turn


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("fault", ["fail", "cut"])
async def test_every_write_and_sync_goes_wrong_once(
    faulty: OwnHouse, database: str, fault: Fault, lasting: bool
) -> None:
    """Whichever call of a command goes wrong, it is done or refused, and so it is on disk."""
    found = await fail_in_turn(faulty, database, "deckahedron", 6, fault, lasting=lasting)
    assert found.differences == []
    assert found.met >= 4  # a step, its story, the sync; and once more
    assert found.refused if lasting and fault == "fail" else found.done


# Nothing on top of a gap


async def test_what_was_to_follow_a_failed_step_is_not_saved(
    faulty: OwnHouse, database: str
) -> None:
    """Three chats and a step wait for a sync that fails; the other table's words are saved."""
    store = store_of(faulty)
    table, other = await faulty.sit(), await faulty.sit()
    first = table.seats[0]
    name, command = await table.choose(random.Random(1))
    store.go_wrong(1, "late")
    await table[first].send(Say(new_id(), "chat", "Before the fault."))
    await store.stuck.wait()
    await table[name].send(command)
    said = [Say(new_id(), "chat", f"Line {number}.") for number in range(3)]
    for line in said:
        await table[first].send(line)
    await other["Ana"].send(elsewhere := Say(new_id(), "chat", "All well here."))
    await until_unsaved(faulty, table, 5)
    store.go_on()
    store.faults = {store.calls + nth: "fail" for nth in (3, 7)}  # the batch, then the step alone
    refused = [await table[first].until(Refusal) for _ in said]
    assert {answer.why for answer in refused} == {"unsaved"}
    await other["Ana"].until(Done, lambda done: done.id == elsewhere.id)
    await table[first].until(Welcome)
    await other.settle()
    await table.settle()
    assert await differences(database, table) == []
    assert await differences(database, other) == []
    kept = await acts(database, table.links.table)
    assert f"{table[name].link.place}/{command.id}" not in kept
    await table[name].done(msgspec.structs.replace(command, id=new_id()))


async def until_unsaved(house: OwnHouse, table: Sitting, count: int) -> None:
    """Until this many changes of a table wait for the disk."""
    room = house.hall.rooms[table.links.table]
    async with asyncio.timeout(PATIENCE):
        while room.unsaved < count:
            await asyncio.sleep(0.005)


async def test_all_that_came_to_disk_unseen_is_done(faulty: OwnHouse, database: str) -> None:
    """Sixty lines in one commit that is done, but nobody hears of it: each is answered by done."""
    store = store_of(faulty)
    table = await faulty.sit()
    ana = table["Ana"]
    store.go_wrong(1, "late")
    said = [Say(new_id(), "chat", f"Line {number}.") for number in range(60)]
    for line in said:
        await ana.send(line)
    await until_unsaved(faulty, table, 60)
    store.go_on()
    store.go_wrong(4, "cut", lasting=True)  # the first line and its sync, then the others'
    done = {(await ana.until(Done)).id for _ in said}
    store.go_on()
    assert done == {line.id for line in said}
    assert not any(b'"why":"unsaved"' in raw for raw in ana.raw)
    await table.settle()
    assert await differences(database, table) == []


async def test_a_seat_taken_away_and_another_added_in_one_breath(faulty: OwnHouse) -> None:
    """Both wait for the same commit; the new seat has the place of the old one and stays."""
    store = store_of(faulty)
    table = await faulty.sit(start=False)
    host = table["host"]
    store.go_wrong(1, "late")
    await host.send(Say(new_id(), "chat", "Refused: the host has no seat."))
    await host.send(first := AddSeat(new_id(), "Dov"))
    await store.stuck.wait()
    await host.send(RemoveSeat(new_id(), 2))
    await host.send(again := AddSeat(new_id(), "Eva"))
    await until_unsaved(faulty, table, 3)
    store.go_on()
    dov = await host.until(Done, lambda done: done.id == first.id)
    eva = await host.until(Done, lambda done: done.id == again.id)
    assert dov.link is not None
    assert eva.link is not None
    assert dov.link.place == eva.link.place == 2
    seats = await store.seats(table.links.table)
    assert [seat.name for seat in seats] == ["Ana", "Ben", "Eva"]


async def test_nobody_is_sent_away_before_it_is_saved(faulty: OwnHouse) -> None:
    """A seat is taken away, which cannot be saved: its reader stays, and reads that all is well."""
    store = store_of(faulty)
    table = await faulty.sit(start=False)
    store.outage = "fail"
    answer = await table["host"].refused(RemoveSeat(new_id(), 1))
    assert answer.why == "unsaved"
    store.go_on()
    await table["Ben"].settle()
    assert not any(b'"is":"bye"' in raw for raw in table["Ben"].raw)
    await table["Ben"].done(Say(new_id(), "chat", "Still here."))


# The writer


async def test_the_writer_survives_whatever_it_is_given(database: str) -> None:
    store = Store(database, Metrics())
    await store.open()
    for strange in (
        Work(story=[HUGE]),
        Work(story=[msgspec.structs.replace(HUGE, at=1, body="\ud800")]),
        Work(story=[msgspec.structs.replace(HUGE, at=1, kind={})]),
    ):
        with pytest.raises(Unsaved):
            await store.save_now(strange)
        assert await store.is_well()
    await store.save_now(Work(story=[msgspec.structs.replace(HUGE, at=1)]))
    await store.close()


async def test_a_bad_job_costs_its_own_table_alone(database: str) -> None:
    """Jobs of two tables in one batch: what follows the bad one fails, the others are saved."""
    store = Store(database, Metrics())
    await store.open()
    mine, yours = Course(), Course()
    ends: list[str] = []

    def job(name: str, course: Course, at: int) -> Job:
        line = msgspec.structs.replace(HUGE, table_id=name, at=at)
        saved, failed = (lambda: ends.append(f"{name} saved")), (lambda: ends.append(f"{name} not"))
        return Job(Work(story=[line]), saved, failed, course)

    for name, course, at in (
        ("a1", mine, 1),
        ("a2", mine, 10**30),
        ("b1", yours, 1),
        ("a3", mine, 3),
        ("b2", yours, 2),
    ):
        store.save(job(name, course, at))
    await store.save_now(Work())
    store.save(job("a4", mine, 4))
    await store.save_now(Work())
    await asyncio.sleep(0)
    assert ends == ["a1 saved", "a2 not", "b1 saved", "a3 not", "b2 saved", "a4 not"]
    await store.close()


async def test_who_no_longer_waits_does_no_harm(faulty: OwnHouse) -> None:
    store = store_of(faulty)
    store.go_wrong(1, "late")
    waiting = asyncio.create_task(store.save_now(Work()))
    await store.stuck.wait()
    waiting.cancel()
    await asyncio.wait([waiting])
    store.go_on()
    await store.save_now(Work())


# Health, bounds, stopping


async def test_health_proves_a_write(faulty: OwnHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fatedeck.table.store._WELL", 0.0)
    store = store_of(faulty)
    assert (await faulty.http.get("/health")).status_code == 200
    store.outage = "fail"
    assert (await faulty.http.get("/health")).status_code == 503
    store.go_on()
    assert (await faulty.http.get("/health")).status_code == 200
    store.outage = "late"
    with monkeypatch.context() as hurry:
        hurry.setattr("fatedeck.table.store._PROOF", 0.05)
        assert (await faulty.http.get("/health")).status_code == 503
    store.go_on()
    assert (await faulty.http.get("/health")).status_code == 200


class NearlyFull(Store):
    """A disk with room for little: the time of day still fits, a step does not."""

    is_nearly_full = False

    async def write(self, driver: Driver, statement: str, values: list[Values]) -> None:
        longest = max(len(v) for row in values for v in (b"", *row) if isinstance(v, bytes))
        if self.is_nearly_full and longest > 4_096:
            raise OSError(errno.ENOSPC, "no space left on device")
        await super().write(driver, statement, values)


async def test_health_proves_that_there_is_room(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatedeck.table.store._WELL", 0.0)
    monkeypatch.setattr("fatedeck.table.store._ROOM", 0.0)
    async with open_house(Settings(database=database), NearlyFull) as house:
        store = house.hall.store
        assert isinstance(store, NearlyFull)
        assert (await house.http.get("/health")).status_code == 200
        store.is_nearly_full = True
        assert (await house.http.get("/health")).status_code == 503
        monkeypatch.setattr("fatedeck.table.store._ROOM", 60.0)
        assert (await house.http.get("/health")).status_code == 503
        store.is_nearly_full = False
        assert (await house.http.get("/health")).status_code == 200
        store.is_nearly_full = True
        with pytest.raises(Unsaved):  # a proof stands only until something could not be saved
            await store.save_now(Work(proofs=[Proof(1, bytes(10_000))]))
        assert (await house.http.get("/health")).status_code == 503
        async with store.engine.connect() as connection:  # it is proved at one place, not at many
            assert (await connection.execute(text("SELECT count(*) FROM proofs"))).scalar() == 1


async def test_what_waits_for_the_disk_has_a_bound(faulty: OwnHouse, database: str) -> None:
    store = store_of(faulty)
    table = await faulty.sit()
    ana = table["Ana"]
    store.outage = "late"
    said = [Say(new_id(), "chat", f"Line {number}.") for number in range(MOST_UNSAVED + 20)]
    for line in said:
        await ana.send(line)
    answers = [await ana.until(Refusal) for _ in range(20)]
    assert {answer.why for answer in answers} == {"limit"}
    store.go_on()
    for _ in range(MOST_UNSAVED):
        await ana.until(Done)
    await table.settle()
    assert await differences(database, table) == []


async def test_a_server_that_is_far_behind_takes_no_more(faulty: OwnHouse) -> None:
    store = store_of(faulty)
    table = await faulty.sit()
    store.outage = "late"
    all_saved = asyncio.Event()
    for _ in range(MOST_JOBS):
        store.save(Job(Work(), lambda: None, lambda: None))
    store.save(Job(Work(), all_saved.set, lambda: None))
    assert (await table["Ana"].refused(Say(new_id(), "chat", "Hello?"))).why == "limit"
    answer = await faulty.http.post(
        "/api/v1/tables",
        json={"game": "high-card", "name": "Late", "seats": [{"name": "Ana"}, {"name": "Ben"}]},
    )
    assert answer.status_code == 429
    store.go_on()
    await all_saved.wait()
    await table["Ana"].done(Say(new_id(), "chat", "Hello!"))


async def test_stopping_ends_although_the_disk_does_not_answer(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    settings = Settings(database=database)
    async with open_house(settings, FaultyStore, shutdown_seconds=1) as house:
        table = await house.sit()
        store_of(house).outage = "late"
        await table["Ana"].send(Say(new_id(), "chat", "Into the void."))
        await store_of(house).stuck.wait()
    assert await acts(database, table.links.table) == {}


@pytest.mark.parametrize(("sign", "status"), [("SIGTERM", -15), ("SIGINT", OVERDUE)])
async def test_a_signal_ends_a_server_with_a_thread_that_does_not_end(
    tmp_path: Path, sign: str, status: int
) -> None:
    """SIGTERM ends the process by itself once all is written; Ctrl-C would wait for the thread."""
    process = multiprocessing.get_context("forkserver").Process(
        target=serve_with_a_stuck_thread, args=(str(tmp_path / "tables.sqlite3"),)
    )
    process.start()
    while not (tmp_path / "stuck").exists():
        await asyncio.sleep(0.01)
    assert process.pid is not None
    os.kill(process.pid, signal.Signals[sign])
    await asyncio.to_thread(process.join, 20)
    assert process.exitcode == status


class StuckServer(TableServer):
    """A server one of whose threads waits for something that never comes."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        asyncio.get_running_loop().run_in_executor(None, threading.Event().wait)
        Path(self.hall.settings.database).with_name("stuck").touch()


def serve_with_a_stuck_thread(database: str) -> None:
    StuckServer(Hall(Settings(database=database, port=free_port(), shutdown_seconds=1))).run()


async def test_sigterm_ends_a_server_whose_database_is_locked(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    server = KillableServer(str(database), shutdown_seconds=1)
    server.start()
    with locked(database):
        server.stop()


# Real faults


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Another process holds the database."""
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def no_bigger_files(most: int) -> Iterator[None]:
    """No file of this process may grow beyond this: writing more is an error of the disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_locked_database(
    quick_house: OwnHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "tables.sqlite3"
    table = await quick_house.sit()
    with locked(database):
        refused = await table["Ana"].refused(Say(new_id(), "chat", "Knock, knock."))
        assert refused.why == "unsaved"
    await table["Ana"].done(Say(new_id(), "chat", "Come in."))
    await table.settle()
    assert await differences(str(database), table) == []


async def test_a_disk_that_writes_no_more(quick_house: OwnHouse, tmp_path: Path) -> None:
    """The write-ahead log may not grow: the operating system itself refuses the write."""
    database = tmp_path / "tables.sqlite3"
    table = await quick_house.sit("deckahedron")
    luck = random.Random(3)
    with no_bigger_files((tmp_path / "tables.sqlite3-wal").stat().st_size):
        name, command = await table.choose(luck)
        refused = await table[name].refused(command)
        assert refused.why == "unsaved"
    await table.settle()
    assert await differences(str(database), table) == []
    for _ in range(3):
        await table.step(luck)
    assert await differences(str(database), table) == []


async def test_a_full_disk(quick_house: OwnHouse, tmp_path: Path) -> None:
    """The database may have no more pages: SQLite says that the disk is full."""
    database = tmp_path / "tables.sqlite3"
    store = quick_house.hall.store
    table, luck = await quick_house.sit("deckahedron"), random.Random(4)
    await set_most_pages(store, 1)
    refusals = 0
    for _ in range(40):
        answer = await give(table, *await table.choose(luck))
        refusals += isinstance(answer, Refusal) and answer.why == "unsaved"
        assert await differences(str(database), table) == []
        if refusals > 2:
            break
    assert refusals > 2
    await set_most_pages(store, 1_000_000)
    await table.step(luck)
    assert await differences(str(database), table) == []


async def set_most_pages(store: Store, most: int) -> None:
    """SQLite takes the present size where that is more; the setting is a connection's own."""
    async with store.drivers.one() as driver:
        await driver.read(f"PRAGMA max_page_count = {most}")


async def test_lost_connections(postgres: Postgres) -> None:
    """PostgreSQL ends all connections of ours: the next command is done, or refused and told so."""
    database, luck = await postgres.new_database(), random.Random(5)
    killer = Store(database, Metrics())
    async with open_house(Settings(database=database)) as house:
        table = await house.sit("deckahedron")
        for _ in range(5):
            async with killer.engine.connect() as connection:
                await connection.execute(text(_END_ALL))
            answer = await give(table, *await table.choose(luck))
            if isinstance(answer, Refusal):
                assert answer.why in ("unsaved", "rules"), answer
            assert await differences(database, table) == []
            await table.step(luck)
    await killer.engine.dispose()


async def test_a_reader_comes_in_while_the_database_is_away(faulty: OwnHouse) -> None:
    """A seat that nobody has taken yet cannot be taken now; its reader is asked to come again."""
    links = await faulty.create()
    store_of(faulty).outage = "fail"
    ana = await faulty.knock(links.seats[0])
    bye = await ana.until(Bye)
    assert bye.again
    store_of(faulty).go_on()
    await faulty.join(links.seats[0])


# A fault in the middle of a change


async def test_a_rule_that_fails_halfway_leaves_no_gap(
    quick_house: OwnHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has changed in memory when drawing it fails: the table goes back to the disk."""
    table, luck = await quick_house.sit("deckahedron"), random.Random(6)
    await table.step(luck)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Room, "_pictures", broken)
        while True:
            answer = await table["Ana"].ask(Say(new_id(), "chat", "Watch this."))
            assert isinstance(answer, Refusal)
            if "went wrong" in answer.sentence:
                break
    await table["Ana"].until(Welcome)
    await table.settle()
    database = str(tmp_path / "tables.sqlite3")
    assert await differences(database, table) == []
    await table.step(luck)
    assert await differences(database, table) == []


async def test_a_machine_that_fails_halfway_leaves_no_gap(
    quick_house: OwnHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its move has changed the game when telling it fails: the table goes back, and on it goes."""

    pictures = Room._pictures

    def broken(room: Room) -> Sequence[Picture | None]:
        if room.v > 1:
            raise ZeroDivisionError
        return pictures(room)

    links = await quick_house.create("deckahedron", machine="machine")
    with monkeypatch.context() as patch:
        patch.setattr(Room, "_pictures", broken)
        host = await quick_house.join(links.host)
        await host.until(Welcome)  # everything anew: the room went back
    await host.until(Changed, lambda changed: changed.v > 1)
    await host.close()
    kept = await acts(str(tmp_path / "tables.sqlite3"), links.table)  # and there is no gap
    assert set(kept.values()) <= {1}
