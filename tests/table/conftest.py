"""Servers for the tests of the table: on SQLite and on a PostgreSQL server of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from fatedeck.table.settings import Settings
from tests.table.house import PATIENCE, OwnHouse, Postgres, free_port, open_house


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk is well however busy the machine is; where it is not, a test says so."""
    monkeypatch.setattr("fatedeck.table.store._PROOF", PATIENCE)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own, in a folder of its own."""
    with TemporaryDirectory(prefix="fatedeck-postgres-") as name:
        folder, port = Path(name), free_port()
        as_postgres = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if as_postgres:  # initdb refuses root
            shutil.chown(folder, "postgres")
        data = folder / "data"
        _run(as_postgres, "initdb", "-D", data, "-A", "trust", "-U", "fatedeck", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        _run(as_postgres, "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        yield Postgres(port)
        _run(as_postgres, "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


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


def _run(user: list[str], name: str, *arguments: str | Path) -> None:
    """Run a program of PostgreSQL's."""
    found = shutil.which(name) or next(
        (str(path) for path in Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), None
    )
    assert found is not None, f"{name} is not installed; make setup installs it"
    command = [*user, found, *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert ran.returncode == 0, ran.stderr or ran.stdout
