"""A search in a process of its own, so that whoever asked can go on, and can end it at any time.

`python -m fatedeck.odds.aside` reads a dilemma from its standard input and writes lines of JSON:
how far it is, and at last what each choice is worth or why that cannot be told.
"""

from __future__ import annotations

import sys
from time import monotonic

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.best import Dilemma, weigh
from fatedeck.odds.showing import Choice, choice_of

PACE = 0.1
"""Seconds between two lines that tell how far it is."""


class Heard(Struct, frozen=True, omit_defaults=True):
    """One line of a search: the share that is done; at its end the choices, or why not."""

    done: float
    choices: tuple[Choice, ...] = ()
    refused: str = ""


def main() -> None:
    """Weigh the dilemma on standard input."""
    chosen = msgspec.json.decode(sys.stdin.buffer.read(), type=Dilemma)
    told = monotonic()

    def watch(done: float) -> None:
        nonlocal told
        if monotonic() - told >= PACE:
            told = monotonic()
            _say(Heard(done))

    try:
        options = weigh(find_game(chosen.game), chosen, watch=watch)
    except FatedeckError as fault:
        _say(Heard(1, refused=fault.sentence if isinstance(fault, Refused) else str(fault)))
    else:
        _say(Heard(1, tuple(choice_of(option.answer, option.worth) for option in options)))


def _say(heard: Heard) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(heard) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
