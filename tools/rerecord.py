"""Play kept records again and write down what they come to now: `tools/rerecord.py RECORD...`.

For a change that gives states another shape while the game goes the same way. Every action and
every card stays, and the chain is reckoned anew once the secret lies open; a record that can no
longer be played is named and left as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fatedeck.engine.chain import Chain
from fatedeck.engine.entries import Answered, Entry, Head, Opened, Quiet, read_record, write_line
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.questions import Answer, Chance
from fatedeck.engine.record import Record
from fatedeck.engine.replay import repeat
from fatedeck.engine.ruleset import find_game


def played_again(text: str) -> str:
    """The record with the quiet points it has now."""
    header, entries = read_record(text)
    drawn = [e.answer for e in entries if isinstance(e, Answered) and e.at is not None]

    def next_card(question: Chance, n: int, k: int) -> Answer:
        return drawn.pop(0)

    record = Record(find_game(header.game), header, chance=next_card)
    secret = next((bytes.fromhex(e.secret) for e in entries if isinstance(e, Opened)), None)
    made, step = write_line(header), ""
    chain = Chain(since=made)
    for entry in entries:
        if isinstance(entry, Head):
            made, step = made + (chain.bind(secret, step) if secret else step), ""
        elif isinstance(entry, Opened):
            step += write_line(entry)
        elif not isinstance(entry, Quiet) and not _follows(entry):
            repeat(record, entry)
            step += "".join(map(write_line, record.drain()))
    return made + step


def _follows(entry: Entry) -> bool:
    """Whether an entry was made by the one before it: a card, or what all answered together."""
    return isinstance(entry, Answered) and (entry.at is not None or isinstance(entry.answer, dict))


def main(paths: list[str]) -> int:
    """Rewrite each record; 1 when one could not be played."""
    failed = 0
    for path in map(Path, paths):
        try:
            path.write_text(played_again(path.read_text("utf-8")), "utf-8")
            print(f"{path.name}: written")
        except FatedeckError as fault:
            print(f"{path.name}: left as it is. {fault}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
