"""A search in a process of its own, so that whoever asked can go on, and can end it at any time.

`python -m fatedeck.odds.aside SECONDS` reads a dilemma from its standard input, works on it for
about that long if need be, and writes lines of JSON: how far it is and what each choice is worth as
far as that is known, or why it cannot be told.
"""

from __future__ import annotations

import sys
from time import monotonic

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.dilemmas import Dilemma
from fatedeck.odds.scales import Scales
from fatedeck.odds.showing import Choice, in_terms, option_as_data

PACE = 0.2
"""Seconds between two lines."""


class Heard(Struct, frozen=True, omit_defaults=True):
    """One line of a search: the share that is done, and what has been found so far.

    The choices stand from the best to the worst; where nothing has changed since the last line they
    are not said again. `note` tells what a reader must know about them. The last line is `over`.
    """

    done: float
    choices: tuple[Choice, ...] = ()
    note: str = ""
    refused: str = ""
    over: bool = False


def main() -> None:
    """Weigh the dilemma on standard input."""
    chosen = msgspec.json.decode(sys.stdin.buffer.read(), type=Dilemma)
    try:
        _weigh(chosen, float(sys.argv[1]))
    except FatedeckError as fault:
        sentence = fault.sentence if isinstance(fault, Refused) else str(fault)
        _say(Heard(1, refused=sentence, over=True))


def _weigh(chosen: Dilemma, seconds: float) -> None:
    ruleset = find_game(chosen.game)
    scales, measure = Scales(ruleset, chosen, limit=seconds), ruleset.measure()

    def weighed() -> tuple[Choice, ...]:
        return in_terms([option_as_data(option) for option in scales.options()], measure)

    told = monotonic()
    choices: tuple[Choice, ...] = ()
    while scales.turn():
        if monotonic() - told < PACE:
            continue
        told, before = monotonic(), choices
        choices = weighed()
        new = choices if choices != before else ()
        _say(Heard(scales.done, new, scales.note() if new else ""))
    _say(Heard(1, weighed(), scales.note(), over=True))


def _say(heard: Heard) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(heard) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
