"""Whether a server is well: what it says when it is asked, and what it tells systemd."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from fatedeck.table.health import ask
from fatedeck.table.settings import Settings
from fatedeck.table.watchdog import notify, tell_systemd, watched_for
from tests.faults.store import FaultyStore
from tests.table.house import PATIENCE, OwnHouse, free_port, open_house


async def asked(house: OwnHouse) -> tuple[bool, str]:
    answer = await asyncio.to_thread(ask, f"http://127.0.0.1:{house.port}/")
    return answer.well, answer.said


async def test_a_server_tells_how_it_is(house: OwnHouse) -> None:
    shared = house.hall.store.is_shared
    told = (await house.http.get("/health")).json()
    while shared and not told["listener"]:  # it is about to listen
        told = (await house.http.get("/health")).json()
    assert told.pop("lag") >= 0
    version = told.pop("version")
    listener = True if shared else None
    well = {"ok": True, "store": True, "draining": False, "full": False}
    assert told == {**well, "listener": listener}
    assert await asked(house) == (True, f"The server is well (version {version}).")


async def test_a_server_that_stops_takes_nobody_any_more(quick_house: OwnHouse) -> None:
    quick_house.hall.send_everyone_home()
    answer = await quick_house.http.get("/health")
    assert (answer.status_code, answer.json()["draining"]) == (503, True)
    assert await asked(quick_house) == (False, "The server is stopping.")
    assert (await quick_house.http.get("/health/live")).json() == {"ok": True}


async def test_a_server_that_cannot_write_says_so_and_lives(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, FaultyStore) as house:
        store = house.hall.store
        assert isinstance(store, FaultyStore)
        store.outage, store._proof = "fail", None
        answer = await house.http.get("/health")
        assert (answer.status_code, answer.json()["store"]) == (503, False)
        assert await asked(house) == (False, "The server can’t write to its database.")
        assert (await house.http.get("/health/live")).status_code == 200
        store.go_on()


def test_where_no_server_is_nothing_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("FATEDECK_PORT", str(port))
    answer = ask()
    assert not answer.well
    assert answer.said.startswith(f"There’s no server at http://127.0.0.1:{port}: ")
    assert not ask("nonsense").well


# systemd


@contextmanager
def manager(name: str) -> Iterator[socket.socket]:
    """What listens where systemd would."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name)
        listening.settimeout(PATIENCE)
        yield listening


async def heard(listening: socket.socket) -> str:
    return (await asyncio.to_thread(listening.recv, 100)).decode()


def test_nobody_is_told_where_nobody_listens() -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": "/nowhere/at/all"})


def test_a_watchdog_is_for_the_process_that_it_names() -> None:
    assert watched_for({}) == 0
    assert watched_for({"WATCHDOG_USEC": "30000000"}) == 30
    assert watched_for({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}) == 30
    assert watched_for({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}) == 0


async def test_a_server_lives_while_its_writer_answers(tmp_path: Path) -> None:
    """A disk that refuses everything is no reason to start again; a writer that hangs is one."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    name = f"\0fatedeck-{os.getpid()}"
    environment = {"NOTIFY_SOCKET": f"@{name[1:]}", "WATCHDOG_USEC": "3000"}
    async with open_house(settings, FaultyStore) as house:
        store = house.hall.store
        assert isinstance(store, FaultyStore)
        with manager(name) as listening:
            living = asyncio.create_task(tell_systemd(store, environment))
            assert await heard(listening) == "READY=1"
            store.outage = "fail"
            for _ in range(3):
                assert await heard(listening) == "WATCHDOG=1"
            store.outage = "late"
            await store.stuck.wait()
            listening.setblocking(False)
            with suppress(BlockingIOError):  # what was said before
                while listening.recv(100):
                    pass
            for _ in range(100):
                await asyncio.sleep(0)
            with pytest.raises(BlockingIOError):
                listening.recv(100)
            living.cancel()
        store.go_on()


def test_systemd_hears_of_a_server_from_its_start_to_its_end(tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    with manager(name) as listening:
        server = subprocess.Popen(
            [sys.executable, "-m", "fatedeck", "serve", "--port", "0"],
            cwd=tmp_path,
            env={**os.environ, "NOTIFY_SOCKET": name, "WATCHDOG_USEC": "60000000"},
            stderr=subprocess.DEVNULL,
        )
        try:
            assert listening.recv(100) == b"READY=1"
            assert listening.recv(100) == b"WATCHDOG=1"
        finally:
            server.terminate()
        assert listening.recv(100) == b"STOPPING=1"
        server.wait(PATIENCE)
