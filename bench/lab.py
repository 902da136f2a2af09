"""How fast the lab plays: fights a second on one core, what a second process brings, the start.

Run from the root of the repository: `python -m bench.lab`.
"""

from __future__ import annotations

import subprocess
import sys
from time import monotonic, process_time

from fatedeck.lab.encounter import muster
from fatedeck.lab.playing import Arena
from fatedeck.lab.running import Now, Wish, run

ENCOUNTERS = (
    ("deck-of-adventures", "Clubs1, Diamonds1, Hearts1, Spades1", "Grunt x3, Guard"),
    ("thousand-faces", "Petra, Joris, Hanne", "Soldier x3, Guard"),
    ("realms-behind", "Dhutlo, Tamsin, Orrin", "Goblin raider [level=veteran] x3"),
    ("deckahedron", "Brann, Wren", "Wolf x3"),
    ("adventurer-factory", "iron_road", "silver_tongue"),
)


def fights_per_second(encounter: tuple[str, str, str], seconds: float = 2.0) -> float:
    """On one core, in processor time, with everything that is counted on the way."""
    arena = Arena(muster(*encounter))
    arena.fight(0)
    fights = 0
    begun = process_time()
    while process_time() - begun < seconds:
        arena.fight(fights)
        fights += 1
    return fights / (process_time() - begun)


def rate(jobs: int, fights: int = 1600) -> float:
    """Fights a second by the clock on the wall, from the first block that came back on."""
    seen: list[tuple[float, int]] = []

    def watch(now: Now) -> None:
        seen.append((monotonic(), now.fights))

    run(muster(*ENCOUNTERS[0]), Wish(fights=fights, jobs=jobs), None, watch)
    (begun, first), (ended, last) = seen[0], seen[-1]
    return (last - first) / (ended - begun)


def first_estimate() -> float:
    """Seconds from a command to a figure: a whole process that plays one block."""
    game, party, foes = ENCOUNTERS[0]
    begun = monotonic()
    command = ["lab", game, "--party", party, "--foes", foes, "--fights", "20", "--jobs", "1"]
    subprocess.run(
        [sys.executable, "-m", "fatedeck", *command], stdout=subprocess.DEVNULL, check=True
    )
    return monotonic() - begun


def main() -> None:
    for encounter in ENCOUNTERS:
        told = f"{encounter[1]} against {encounter[2]}"
        print(f"  fights a second {fights_per_second(encounter):>8,.0f}   {encounter[0]}: {told}")
    alone, together = rate(1), rate(2)
    print(f"  two processes, times one {together / alone:>8.2f}")
    print(f"  seconds to a first estimate {first_estimate():>5.2f}")


if __name__ == "__main__":
    main()
