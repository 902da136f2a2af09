"""Servers for the tests of the table: on SQLite and on a PostgreSQL server of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fatedeck.table.settings import Settings
from tests.table.house import PATIENCE, OwnHouse, Postgres, open_house
from tests.table.postgres import PostgresServer


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk is well however busy the machine is; where it is not, a test says so."""
    monkeypatch.setattr("fatedeck.table.store._PROOF", PATIENCE)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own, in a folder of its own."""
    with TemporaryDirectory(prefix="fatedeck-postgres-") as name:
        server = PostgresServer(Path(name), "-c fsync=off")
        server.start()
        yield Postgres(server.port)
        server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database, of each kind in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    server: Postgres = request.getfixturevalue("postgres")
    return await server.new_database()


@pytest.fixture
async def house(database: str) -> AsyncIterator[OwnHouse]:
    """A server on each kind of database."""
    async with open_house(Settings(database=database)) as house:
        yield house


@pytest.fixture
async def quick_house(tmp_path: Path) -> AsyncIterator[OwnHouse]:
    """A server on SQLite, for what has nothing to do with the database."""
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3"))) as house:
        yield house
