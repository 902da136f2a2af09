"""`fatedeck serve --workers N`: a parent that hands each visitor to the worker of their table."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from fatedeck.engine.errors import Unreadable
from fatedeck.table import workers
from fatedeck.table.protocol import Bye, Say
from fatedeck.table.serve import run
from fatedeck.table.settings import Settings, database_url
from fatedeck.table.workers import table_asked_for
from tests.table.house import (
    GENEROUS,
    PATIENCE,
    House,
    Postgres,
    Reader,
    free_port,
    new_id,
    open_house,
)


class Family(House):
    """A parent and its workers, as a service manager starts them: each that is ready is told."""

    def __init__(
        self, http: httpx.AsyncClient, port: int, database: str, silent: float = workers.SILENT
    ) -> None:
        super().__init__(port, http)
        own = {**GENEROUS, "port": port, "database": database, "workers": 2}
        environment = {f"FATEDECK_{name.upper()}": str(value) for name, value in own.items()}
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.told.bind("")  # a free name of the system's own choice, not in the file system
        self.told.setblocking(False)
        environment["NOTIFY_SOCKET"] = "@" + self.told.getsockname()[1:].decode()
        begin = f"workers.SILENT = {silent}; main()"
        begin = f"from fatedeck.cli import main; from fatedeck.table import workers; {begin}"
        command = [sys.executable, "-c", begin, "serve"]
        self.parent = subprocess.Popen(command, env={**os.environ, **environment})
        self.database = database

    async def answers(self) -> None:
        """Wait until both workers take visitors: until then one serves the tables of the other."""
        loop = asyncio.get_running_loop()
        ready = 0
        while ready < 2:
            ready += b"READY=1" in await loop.sock_recv(self.told, 4096)

    async def close(self) -> None:
        await super().close()
        self.parent.kill()
        self.parent.wait()
        self.told.close()

    def workers(self) -> set[int]:
        """The processes of the workers."""
        children = Path(f"/proc/{self.parent.pid}/task/{self.parent.pid}/children")
        return set(map(int, children.read_text().split()))

    async def places(self) -> dict[str, set[str]]:
        """At which workers the readers of each table are, as the database knows it."""
        found: dict[str, set[str]] = {}
        for table, worker in await self.rows(
            "SELECT table_id, worker FROM here WHERE places <> '{}'"
        ):
            found.setdefault(table, set()).add(worker)
        return found

    async def rows(self, query: str) -> list[tuple[str, ...]]:
        engine = create_async_engine(database_url(self.database))
        async with engine.connect() as connection:
            found = [tuple(row) for row in await connection.execute(text(query))]
        await engine.dispose()
        return found

    async def sit_at_both(self) -> list[Reader]:
        """Readers at tables of one worker and of the other, two at each table."""
        readers: list[Reader] = []
        while len(set().union(*(await self.places()).values())) < 2:
            links = await self.create()
            readers += [await self.join(link) for link in links.seats]
        return readers


@asynccontextmanager
async def family(database: str, silent: float = workers.SILENT) -> AsyncIterator[Family]:
    port = free_port()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        house = Family(http, port, database, silent)
        try:
            await house.answers()
            yield house
        finally:
            await house.close()


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for the workers in /proc")
async def test_a_worker_that_hangs_is_replaced(postgres: Postgres) -> None:
    """Its tables are served again, though it has not died by itself."""
    async with family(await postgres.new_database(), silent=3) as house:
        readers = await house.sit_at_both()
        hung = min(house.workers())
        os.kill(hung, signal.SIGSTOP)
        while hung in house.workers():
            await asyncio.sleep(0.01)
        for reader in readers:
            again = await came_back(house, reader)
            await again.done(Say(new_id(), "chat", "Back."))


class Full(socket.socket):
    """Once somebody has come in, there are too many files to let in another, for one time."""

    calls = 0

    def accept(self) -> tuple[socket.socket, object]:
        self.calls += 1
        if self.calls == 2:
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_visitors_who_say_nothing_use_up_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no more files can be opened, whoever has waited longest makes room."""
    monkeypatch.setattr(workers, "_HELD", 3600.0)
    listening = Full()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    heard: list[bytes] = []

    def visit() -> None:
        with socket.create_connection(listening.getsockname(), timeout=PATIENCE) as silent:
            with suppress(OSError):
                heard.append(silent.recv(1))
            os.kill(os.getpid(), signal.SIGTERM)

    visitor = threading.Thread(target=visit)
    visitor.start()
    assert workers.Parent(listening, 0, lambda _: None).run() == 0
    visitor.join()
    assert heard == [b""]


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for the workers in /proc")
async def test_a_family_of_workers(postgres: Postgres) -> None:
    """One family for all looks at it, because it takes a while to start."""
    async with family(await postgres.new_database()) as house:
        readers = await house.sit_at_both()
        # All who sit at one table are at one worker.
        assert all(len(workers) == 1 for workers in (await house.places()).values())
        # Whoever says half a line is waited for, and keeps nobody else waiting.
        with socket.create_connection(("127.0.0.1", house.port)) as slow:
            slow.sendall(b"GET /api/v1/tab")
            for number, reader in enumerate(readers):
                await reader.done(Say(new_id(), "chat", f"Hello {number}."))
            slow.sendall(b"les/none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            slow.settimeout(PATIENCE)
            assert slow.recv(12) == b"HTTP/1.1 403"
        # One that dies is replaced, and meanwhile the other serves its tables.
        before = house.workers()
        os.kill(min(before), signal.SIGKILL)
        again = [await came_back(house, reader) for reader in readers]
        for reader in again:
            await reader.done(Say(new_id(), "chat", "Back."))
        while len(now := house.workers()) < 2 or now == before:
            await asyncio.sleep(0.01)
        # When the parent is told to stop, all are sent home, and nothing of them stays behind.
        house.parent.terminate()
        for reader in again:
            assert (await reader.until(Bye)).again
        await asyncio.to_thread(house.parent.wait, PATIENCE)
        assert house.parent.returncode == 0
        left = await house.rows("SELECT worker FROM workers UNION SELECT worker FROM here")
        assert len(left) == 1  # of the one that was killed, until it is forgotten


async def came_back(house: House, reader: Reader) -> Reader:
    """The same reader, who comes again if the line was cut off, until somebody answers."""
    while True:
        try:
            await reader.settle()
            return reader
        except ConnectionClosed:
            with suppress(WebSocketException, OSError):
                reader = await house.join(reader.link)


async def test_workers_that_lose_their_parent_stop(postgres: Postgres) -> None:
    async with family(await postgres.new_database()) as house:
        reader = (await house.sit_at_both())[0]
        house.parent.kill()
        assert (await reader.until(Bye)).again


async def test_a_database_that_cannot_be_opened_ends_the_parent_too() -> None:
    async with httpx.AsyncClient() as http:
        nowhere = "postgresql://fatedeck@127.0.0.1:1/none"
        house = Family(http, free_port(), nowhere)
        await asyncio.to_thread(house.parent.wait, PATIENCE)
        assert house.parent.returncode != 0
        await house.close()


def test_several_workers_on_a_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="Several workers need PostgreSQL"):
        run(Settings(database=str(tmp_path / "tables.sqlite3"), workers=2))


@pytest.mark.parametrize(
    ("first_line", "table"),
    [
        (b"GET /api/v1/live?t=Ab-_9 HTTP/1.1\r\n", "Ab-_9"),
        (b"GET /api/v1/live?x=1&t=Ab HTTP/1.1\r\n", "Ab"),
        (b"GET /api/v1/tables/Ab/record HTTP/1.1\r\n", "Ab"),
        (b"POST /api/v1/tables HTTP/1.1\r\n", ""),
        (b"GET / HTTP/1.1\r\n", ""),
        (b"GET /api/v1/live HTTP/1.1\r\n", ""),
        (b"\xff\x00", ""),
    ],
)
def test_which_table_is_asked_for(first_line: bytes, table: str) -> None:
    assert table_asked_for(first_line) == table


async def test_who_drains_sends_readers_to_the_others_by_and_by(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatedeck.table.hall._ROUND", 0)
    database = await postgres.new_database()
    async with (
        open_house(Settings(database=database)) as stays,
        open_house(Settings(database=database)) as goes,
    ):
        table = await goes.sit()
        await goes.hall.drain()
        for reader in table.readers.values():
            assert (await reader.until(Bye)).again
        with pytest.raises(InvalidStatus, match="503"):
            await goes.connect()
        ana = await stays.join(table.links.seats[0])
        await ana.done(Say(new_id(), "chat", "Here I am."))
