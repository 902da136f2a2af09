"""How long the press takes: decks, all cards of a duel, rules books, each as a command of its own.

Run from the root of the repository: `python -m bench.press`. A figure is the best of three, once in
processor seconds, of all cores together, and once by the clock on the wall, which depends on what
else the machine does.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

WORKS = {
    "a deck (Deckahedron, 20 cards)": ("cards", "deckahedron", "--set", "deck"),
    "a deck of playing cards (54)": ("cards", "deck-of-adventures"),
    "a duel's deck (40)": ("cards", "adventurer-factory", "--deck", "iron road"),
    "all 105 cards of the duel": ("cards", "adventurer-factory"),
    "the rules of Deckahedron": ("book", "deckahedron"),
    "the rules of A Thousand Faces": ("book", "thousand-faces"),
    "the rules of Deck of Adventures": ("book", "deck-of-adventures"),
    "the rules of The Realms Behind": ("book", "realms-behind"),
    "the rules of Adventurer Factory": ("book", "adventurer-factory"),
}
ROUNDS = 3


def taken(words: tuple[str, ...]) -> tuple[float, float]:
    """Processor seconds and seconds on the wall of a whole process, as somebody types it."""
    with TemporaryDirectory() as folder:
        to = str(Path(folder) / "made.pdf")
        before, begun = _processor(), monotonic()
        subprocess.run(
            [sys.executable, "-m", "fatedeck", "press", *words, "--to", to],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return _processor() - before, monotonic() - begun


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the seconds of each product."""
    print(f"{'':38} processor      wall")
    for name, words in WORKS.items():
        rounds = [taken(words) for _ in range(ROUNDS)]
        work, wall = min(one for one, _ in rounds), min(one for _, one in rounds)
        print(f"{name:38} {work:7.2f} s {wall:7.2f} s", flush=True)


if __name__ == "__main__":
    main()
