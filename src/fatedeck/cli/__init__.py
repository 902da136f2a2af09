"""The command line: one command for each job, imported only when it is called."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from typing import Annotated

import typer

import fatedeck
from fatedeck.engine.errors import FatedeckError

app = typer.Typer(
    name="fatedeck",
    help="Card-driven role-playing games, played by the book.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"fatedeck {fatedeck.__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Say which fatedeck this is.", callback=_say_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Card-driven role-playing games, played by the book."""


def main() -> None:
    """Run the command line; what cannot be done is one clear sentence and exit code 2."""
    # Commands register themselves; the heavy parts behind them are imported when they run.
    from fatedeck.cli import commands, hosting  # noqa: F401

    _add_commands_of_games()
    try:
        app()
    except FatedeckError as fault:
        print(f"fatedeck: {fault}", file=sys.stderr)
        sys.exit(2)


def _add_commands_of_games() -> None:
    """The commands that games bring along, as entry points of the group `fatedeck.commands`.

    A game is loaded only when its own command is called, or all are listed.
    """
    called = next(iter(sys.argv[1:]), "--help")
    for point in entry_points(group="fatedeck.commands"):
        if called in (point.name, "--help"):
            app.command(point.name)(point.load())
