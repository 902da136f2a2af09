"""A house rule beside the printed one: a ✔ against a ✗ deals 1 instead of a die, in melee."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import fatedeck as fd

PRINTED = ""
OURS = """\
title: Softer blows
game: deckahedron
changes:
  tables:
    opposed_melee: {3: {2: deal 1}}
"""


def attack(house):
    """What a blow deals. A process has one set of rules, so this has a process of its own."""
    if house:
        fd.play_by(house)
    return fd.odds.ask("deckahedron", "attack", rank=3, foe=2)


if __name__ == "__main__":
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as own:
        printed, ours = own.map(attack, [PRINTED, OURS])
    print(f"By the book:\n{printed}\nAt our house:\n{ours}")
    fatigue = [odds.mean(lambda dealt: int(dealt.split()[0])) for odds in (printed, ours)]
    print("A blow deals {:.2f} on average, and {:.2f} at our house.".format(*map(float, fatigue)))

    fd.play_by(OURS)
    table = fd.Table("deckahedron", seats=["Ana"])
    print("The table keeps them:", "Softer blows" in table.record())
