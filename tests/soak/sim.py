"""Several workers on one database that fails, in thought: a thousand courses of everything."""

from __future__ import annotations

from collections import Counter

from tests.sim.world import simulate

SEEDS = 1_000


def main(size: float = 1) -> None:
    """Simulate, and tell the first seeds in which something was wrong."""
    wrong: dict[int, str] = {}
    happened: Counter[str] = Counter()
    seeds = range(max(1, round(SEEDS * size)))
    for seed in seeds:
        course = simulate(seed)
        happened.update(course.happened)
        if course.wrong:
            wrong[seed] = course.wrong[0]
    done, told = happened.pop("done"), ", ".join(f"{n} {what}" for what, n in happened.items())
    print(f"workers in thought: {len(seeds)} seeds, {done} done, {told}; wrong: {len(wrong)}")
    for seed, what in list(wrong.items())[:5]:
        print(f"  seed {seed}: {what}", flush=True)
