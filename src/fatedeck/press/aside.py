"""The press in a process of its own, so that whoever prints can go on, and can end it at any time.

`python -m fatedeck.press.aside` reads a job from its standard input and writes lines of JSON: what
it is doing, and at last the PDF, or why there is none.
"""

from __future__ import annotations

import base64
import sys
from typing import Literal

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.ruleset import find_game
from fatedeck.press.books import book_pdf, page_of, reference_pdf
from fatedeck.press.boxes import boxed
from fatedeck.press.printing import choose, printed, style_of


class Job(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants printed, and how."""

    game: str
    what: Literal["cards", "box", "book", "reference"] = "cards"
    options: dict[str, object] = {}
    sets: list[str] = []
    deck: str = ""
    copies: int = 1
    paper: str = "a4"
    backs: str = "duplex"
    ink: str = "full"
    text: str = "normal"


class Heard(Struct, frozen=True, omit_defaults=True):
    """One line: what is being done, and on the last one the file in base 64 with its name."""

    words: str = ""
    pdf: str = ""
    name: str = ""
    refused: str = ""


def main() -> None:
    """Do the job on standard input."""
    try:
        job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
        pdf, words = _printed(job)
        _say(Heard(words, base64.b64encode(pdf).decode(), f"{job.game}-{job.what}.pdf"))
    except FatedeckError as fault:
        _say(Heard(refused=fault.sentence if isinstance(fault, Refused) else str(fault)))


def _printed(job: Job) -> tuple[bytes, str]:
    game = find_game(job.game)
    if job.what == "book":
        _say(Heard(f"Setting the rules of {game.title}."))
        return book_pdf(game, page_of("a5" if job.paper == "a4" else job.paper)), "The rules."
    if job.what == "reference":
        _say(Heard(f"Setting a page of {game.title}."))
        return reference_pdf(game, page_of(job.paper)), "The page to take along."
    style = style_of({"paper": job.paper, "backs": job.backs, "ink": job.ink, "text": job.text})
    chosen = choose(job.game, job.options, job.sets, job.deck, job.copies)
    count = sum(sum(one.cards.values()) for one in chosen.sets)
    _say(Heard(f"Setting {count} cards." if job.what == "cards" else "Drawing the boxes."))
    made = printed(chosen, style) if job.what == "cards" else boxed(chosen, style)
    return made.pdf, made.told


def _say(heard: Heard) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(heard) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
