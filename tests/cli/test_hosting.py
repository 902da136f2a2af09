"""The commands of whoever runs a server, and how they exit."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatedeck.cli import app, hosting  # noqa: F401
from fatedeck.engine.errors import Unreadable
from fatedeck.table.settings import Settings
from tests.table.house import free_port, open_house


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app.group, [*map(str, arguments)])


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database with one table in it."""
    path = tmp_path / "tables.sqlite3"
    async with open_house(Settings(database=str(path))) as house:
        await house.create("high-card")
    return path


def test_a_copy_is_made_put_back_and_looked_through(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, again = tmp_path / "copy.sqlite3", tmp_path / "again.sqlite3"
    monkeypatch.setenv("FATEDECK_DATABASE", str(database))
    made = run("backup", copy)
    assert (made.exit_code, made.output) == (0, f"Copied to {copy}: 1 table.\n")
    assert run("restore", copy, "--database", again).exit_code == 0
    checked = run("check", "--database", again)
    assert checked.output == "1 table, 1 step, 1 played again: all is well.\n"
    assert checked.exit_code == 0
    refused = run("restore", copy)
    assert isinstance(refused.exception, Unreadable)


def test_a_damaged_table_is_a_line_and_an_exit_code(database: Path) -> None:
    connection = sqlite3.connect(database)
    connection.execute("UPDATE steps SET n = 5")
    connection.commit()
    connection.close()
    checked = run("check", "--database", database, "--replay", "0")
    assert checked.exit_code == 1
    told, total = checked.output.splitlines()
    assert told.endswith(
        "“Saturday” (high-card): Step 1 of this table was damaged on the server's disk."
    )
    assert total == "1 table, 0 steps, 0 played again: 1 damaged."
    copied = run("backup", database.with_name("copy"), "--database", database)
    assert copied.exit_code == 1  # it is a copy all the same
    assert database.with_name("copy").exists()


def test_no_server_is_an_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATEDECK_PORT", str(free_port()))
    asked = run("health")
    assert asked.exit_code == 1
    assert asked.output.startswith("There’s no server at http://127.0.0.1:")
