"""A fight tried out in a process of its own, so that whoever asked can go on, and can end it.

`python -m fatedeck.lab.aside SECONDS` reads a bout from its standard input, plays it for about that
long, or until it is known well enough, and writes estimates as lines of JSON.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import monotonic

import msgspec

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.fights import Bar, Bout, Estimate, Told
from fatedeck.lab.encounter import Encounter, is_staged, muster
from fatedeck.lab.playing import Arena, Outcome, at_table
from fatedeck.lab.results import MEANING, Result, told

PACE = 0.3
"""Seconds between two lines."""
ENOUGH = 0.03
"""An interval that is this narrow to each side tells a game master all there is to know."""
LEAST = 200
MOST = 4000
"""Fights that are played at least for that, and at most for anything."""
BARS = 12


def main() -> None:
    """Try out the bout on standard input."""
    bout = msgspec.json.decode(sys.stdin.buffer.read(), type=Bout)
    try:
        _try_out(_encounter(bout), float(sys.argv[1]))
    except FatedeckError as fault:
        sentence = fault.sentence if isinstance(fault, Refused) else str(fault)
        _say(Estimate(1, refused=sentence, over=True))


def _encounter(bout: Bout) -> Encounter:
    if bout.start:
        found = at_table(bout)
        return msgspec.structs.replace(found, of=bout.of)
    return muster(bout.game, bout.party, bout.foes)


def _try_out(encounter: Encounter, seconds: float) -> None:
    arena = Arena(encounter, "aside")
    arena.check()
    begun = monotonic()
    spoken = begun
    outcomes: list[Outcome] = []
    while not outcomes or (len(outcomes) < MOST and monotonic() - begun < seconds):
        outcomes.append(arena.fight(len(outcomes)))
        if monotonic() - spoken < PACE:
            continue
        spoken = monotonic()
        result = Result(encounter, "aside", outcomes)
        if len(outcomes) >= LEAST and result.won.half <= ENOUGH:
            break
        _say(estimate(result, (spoken - begun) / seconds))
    _say(msgspec.structs.replace(estimate(Result(encounter, "aside", outcomes), 1), over=True))


def estimate(result: Result, done: float) -> Estimate:
    """What is known by now, in words and in figures."""
    encounter = result.encounter
    counted = Counter(one.rounds for one in result.outcomes)
    shown = sorted(counted)[:BARS]
    rest = sum(counted[rounds] for rounds in sorted(counted)[BARS:])
    bars = [Bar(str(rounds), counted[rounds] / result.fights) for rounds in shown]
    if rest:
        bars.append(Bar("more", rest / result.fights))
    return Estimate(
        min(1.0, done),
        result.fights,
        result.verdict,
        "" if result.is_duel else MEANING,
        result.won.value,
        result.won.low,
        result.won.high,
        tuple(Told(what, said) for what, said in told(result)),
        tuple(bars),
        of=result.encounter.title if not encounter.start or is_staged(encounter) else "",
    )


def _say(known: Estimate) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(known) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
