"""Copies of a whole database, made while a server runs, and put back into an empty one."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, func, inspect, make_url, select, text
from sqlalchemy.exc import ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from fatedeck.engine.errors import Unreadable
from fatedeck.table.checking import Found, Report, check_database
from fatedeck.table.migrate import EARLIER, MIGRATING
from fatedeck.table.settings import database_url
from fatedeck.table.store import CLOSED, locked

_SQLITE, _DUMP = b"SQLite format 3\0", b"PGDMP"
"""How a copy begins, by which it is known."""
_PASSING = ("here", "workers", "proofs")
"""Who is here just now, and proofs that writing works: nothing to keep."""
_SAID = {"sslmode": "PGSSLMODE", "ssl": "PGSSLMODE", "host": "PGHOST", "port": "PGPORT"}


async def back_up(database: str, to: Path, tell: Callable[[Found], None]) -> Report | None:
    """Copy a database into a file; every table of an SQLite file is looked through on the copy.

    None where it is not: a copy of PostgreSQL is looked through once it is put back, and one from
    an earlier fatedeck once a server has brought it up to date.
    """
    if to.exists():
        raise Unreadable(f"“{to}” already exists. Name another file, or move this one.")
    url, part = make_url(database_url(database)), to.with_name(f"{to.name}.part")
    _check_folder(to)
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        if url.get_backend_name() != "sqlite":
            tables = [f"--exclude-table-data={name}" for name in _PASSING]
            _run(url, "pg_dump", "--format=custom", *_NOBODYS, *tables, f"--file={part}")
            _run(url, "pg_restore", "--file=/dev/null", str(part))
            report = None
        else:
            _copy(Path(url.database or ""), part)
            is_earlier = _check_sqlite(part) in EARLIER
            report = None if is_earlier else await check_database(str(part), 0, tell)
            _as_one_file(part)
        part.rename(to)
    except OSError as fault:
        raise Unreadable(f"“{to}” can’t be written: {fault.strerror}.") from None
    finally:
        for path in (part, *_companions(part)):
            path.unlink(missing_ok=True)
    return report


async def restore(
    database: str, source: Path, tell: Callable[[Found], None] = lambda _: None
) -> Report | None:
    """Put a copy back, into a database that holds nothing yet, and look through every table of it.

    None where that is left until a server has brought a copy from an earlier fatedeck up to date.
    """
    try:
        with source.open("rb") as file:
            begins = file.read(len(_SQLITE))
    except OSError as fault:
        raise Unreadable(f"“{source}” can’t be read: {fault.strerror}.") from None
    url = make_url(database_url(database))
    is_sqlite = url.get_backend_name() == "sqlite"
    if begins.startswith(_DUMP):
        if is_sqlite:
            raise Unreadable("This is a copy of a PostgreSQL database. Name one to put it into.")
        version = await _restore_dump(url, source)
    elif begins == _SQLITE:
        if not is_sqlite:
            raise Unreadable("This is a copy of an SQLite file. Name a file to put it into.")
        version = _restore_file(Path(url.database or ""), source)
    else:
        raise Unreadable(f"“{source}” isn’t a copy of a database.")
    return None if version in EARLIER else await check_database(database, 0, tell)


# SQLite


def _copy(database: Path, to: Path) -> None:
    """What was committed when we began; whoever writes meanwhile waits for nothing."""
    if not database.is_file():
        raise Unreadable(f"There’s no database “{database}”.")
    with _sqlite(database) as source, _sqlite(to) as target:
        source.backup(target)
    _as_one_file(to)


def _as_one_file(path: Path) -> None:
    """Whatever SQLite keeps in files beside this one comes into it."""
    with _sqlite(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _check_sqlite(path: Path) -> str:
    """The version of a whole file of ours, or `Unreadable`."""
    with _sqlite(path) as connection:
        found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(1)")]
        if found != ["ok"]:
            raise Unreadable(f"The file is damaged. SQLite says: {found[0]}.")
        try:
            (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except (sqlite3.OperationalError, TypeError):
            raise Unreadable("There’s nothing of fatedeck’s in this database.") from None
    return str(version)


def _restore_file(database: Path, source: Path) -> str:
    """Put a file back; its version."""
    _check_folder(database)
    version = _check_sqlite(source)
    lock = locked(f"{database}-lock")
    try:
        database.touch(mode=0o600)
        with _sqlite(database) as target:
            if target.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                raise Unreadable(_FULL)
            with _sqlite(source) as copy:
                copy.backup(target)
        database.chmod(0o600)
    finally:
        if lock is not None:
            os.close(lock)
    return version


@contextmanager
def _sqlite(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(path, timeout=5)) as connection:
            yield connection
    except sqlite3.DatabaseError as fault:
        raise Unreadable(f"“{path}” can’t be read or written. SQLite says: {fault}.") from None


def _companions(path: Path) -> list[Path]:
    return [Path(f"{path}{ending}") for ending in ("-wal", "-shm")]


def _check_folder(path: Path) -> None:
    if not path.absolute().parent.is_dir():
        raise Unreadable(f"There’s no folder “{path.absolute().parent}”.")


# PostgreSQL

_NOBODYS = ("--no-owner", "--no-privileges")
_FULL = "There’s already something in this database. You can only restore a copy into an empty one."


async def _restore_dump(url: URL, source: Path) -> str:
    """All or nothing; its version. A server that starts meanwhile waits, as while one migrates."""
    engine = create_async_engine(url, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            await connection.execute(select(func.pg_advisory_lock(MIGRATING)))
            names = await connection.run_sync(lambda found: inspect(found).get_table_names())
            if names:
                raise Unreadable(_FULL)
            whole = ("--exit-on-error", "--single-transaction")
            database = f"--dbname={url.database}"
            _run(url, "pg_restore", *whole, *_NOBODYS, database, str(source))
            return str(await connection.scalar(text("SELECT version_num FROM alembic_version")))
    except ProgrammingError:
        raise Unreadable("There’s nothing of fatedeck’s in this copy.") from None
    except (SQLAlchemyError, OSError):
        raise Unreadable(CLOSED) from None
    finally:
        await engine.dispose()


def _run(url: URL, name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL's; what it has to say against it is told."""
    if shutil.which(name) is None:
        raise Unreadable(f"{name} isn’t installed; it comes with PostgreSQL’s client programs.")
    command: Sequence[str] = [name, *arguments]
    ran = subprocess.run(
        command, env=_environment(url), capture_output=True, text=True, check=False
    )
    if ran.returncode:
        said = ran.stderr.strip().splitlines()
        raise Unreadable(f"{name} failed: {said[0] if said else ran.returncode}")


def _environment(url: URL) -> dict[str, str]:
    """How such a program finds the database; a password on its command line is there for all."""
    known = {
        "PGHOST": url.host,
        "PGPORT": str(url.port) if url.port else None,
        "PGUSER": url.username,
        "PGPASSWORD": str(url.password) if url.password is not None else None,
        "PGDATABASE": url.database,
        **{_SAID[key]: str(value) for key, value in url.query.items() if key in _SAID},
    }
    return {**os.environ, **{name: value for name, value in known.items() if value}}
