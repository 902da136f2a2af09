"""Counted fights against fights by the real rules, in numbers that show an error of 1 in 200."""

from __future__ import annotations

from functools import partial

from fatedeck.odds.sampling import deviations
from tests.odds.test_fights import FIGHTS, counted_melee, faces_fight, sampled_fights

RUNS = 100_000


def main(share: float = 1) -> None:
    """Every melee of the tests, played so often, and how far off its outcomes are at most."""
    runs, worst = round(RUNS * share), 0.0
    for melee in FIGHTS:
        exact = counted_melee(melee)
        sampled = sampled_fights(exact, partial(faces_fight, melee=melee), runs)
        worst = max(worst, *(abs(deviations(sampled, end, exact[end])) for end in exact))
    print(f"melees: {len(FIGHTS)} of {runs} each, at most {worst:.1f} standard deviations off")
