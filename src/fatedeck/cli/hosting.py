"""The commands of whoever runs a server: copies of its database, and whether all is well."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fatedeck.cli import app
from fatedeck.terminal import typed

Database = Annotated[
    str | None,
    typed.Option(help="An SQLite file, or a postgresql:// address; else FATEDECK_DATABASE."),
]


@app.command(epilog="Example: fatedeck backup tables-monday.sqlite3 --database tables.sqlite3")
def backup(
    file: Annotated[Path, typed.Argument(help="Where to write the copy.")],
    database: Database = None,
) -> None:
    """Copy the whole database into one file, while the server runs; the copy is checked."""
    import asyncio

    from fatedeck.table.backup import back_up

    report = asyncio.run(back_up(_database(database), file, print))
    if report is None:
        print(f"Copied to {file}.")
    else:
        print(f"Copied to {file}: {_counted(report.tables, 'table')}.")
        raise typed.Exit(1 if report.damaged else 0)


@app.command(epilog="Example: fatedeck restore tables-monday.sqlite3 --database again.sqlite3")
def restore(
    file: Annotated[Path, typed.Argument(help="A copy that `fatedeck backup` made.")],
    database: Database = None,
) -> None:
    """Put a copy back, into an empty database only; every table of it is checked."""
    import asyncio

    from fatedeck.table.backup import restore

    report = asyncio.run(restore(_database(database), file, print))
    if report is not None and report.damaged:
        print(f"{len(report.damaged)} damaged, as above; the rest is back.")
        raise typed.Exit(1)
    print("Everything is back. Start the server.")


@app.command(epilog="Example: fatedeck check --database tables.sqlite3 --replay 100")
def check(
    database: Database = None,
    replay: Annotated[
        int, typed.Option(min=0, help="How many tables to play again, the latest first.")
    ] = 10,
    everything: Annotated[bool, typed.Option("--all", help="Play all of them again.")] = False,
) -> None:
    """Look through every table on the disk; a line for each that is damaged, and exit code 1."""
    import asyncio

    from fatedeck.table.checking import check_database

    report = asyncio.run(check_database(_database(database), None if everything else replay, print))
    tables, steps = _counted(report.tables, "table"), _counted(report.steps, "step")
    well = f"{len(report.damaged)} damaged" if report.damaged else "all is well"
    print(f"{tables}, {steps}, {report.replayed} played again: {well}.")
    raise typed.Exit(1 if report.damaged else 0)


@app.command(epilog="Example: fatedeck health http://127.0.0.1:8000")
def health(
    address: Annotated[
        str | None,
        typed.Argument(help="Where the server is; else on this machine, by FATEDECK_PORT."),
    ] = None,
) -> None:
    """Ask a running server whether all is well; exit code 1 when it is not."""
    from fatedeck.table.health import ask

    answer = ask(address)
    print(answer.said)
    raise typed.Exit(0 if answer.well else 1)


def _database(given: str | None) -> str:
    from fatedeck.table.settings import from_environment

    return given or from_environment().database


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
