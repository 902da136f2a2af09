"""The command line: one command for each job, imported only when it is called."""

from __future__ import annotations

import re
import sys
from importlib.metadata import entry_points, requires

import fatedeck
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.extras import not_installed
from fatedeck.terminal import typed

app = typed.App(
    "fatedeck",
    help="Card-driven role-playing games, played by the book.",
    version=fatedeck.__version__,
)


def main() -> None:
    """Run the command line; what cannot be done is one clear sentence and exit code 2."""
    # Commands register themselves; the heavy parts behind them are imported when they run.
    from fatedeck.cli import commands, hosting, press_books  # noqa: F401

    _add_commands_of_games()
    try:
        try:
            app()
        except ModuleNotFoundError as missing:
            raise _not_installed(missing) from missing
    except FatedeckError as fault:
        print(f"fatedeck: {fault}", file=sys.stderr)
        sys.exit(2)


def _not_installed(missing: ModuleNotFoundError) -> Exception:
    """What to install, where a package is missing that one of the extras brings: the smallest."""
    wanted = (missing.name or "").partition(".")[0].lower().replace("_", "-")
    extras: dict[str, list[str]] = {}
    for line in requires("fatedeck") or ():
        if found := _OF_AN_EXTRA.match(line):
            extras.setdefault(found[2], []).append(found[1].lower().replace("_", "-"))
    bring = [extra for extra, brought in extras.items() if wanted in brought and extra != "dev"]
    if not bring:
        return missing
    smallest = min(bring, key=lambda extra: len(extras[extra]))
    return not_installed(smallest)


_OF_AN_EXTRA = re.compile(r"""([\w.-]+).*extra == ['"](\w+)['"]""")


def _add_commands_of_games() -> None:
    """The commands that games bring along, as entry points of the group `fatedeck.commands`.

    A game is loaded only when its own command is called, or all are listed.
    """
    called = next(iter(sys.argv[1:]), "--help")
    for point in entry_points(group="fatedeck.commands"):
        if called in (point.name, "--help"):
            app.command(point.name)(point.load())
