"""Whole sessions played by the game's own policy.

`python -m tests.games.deckahedron.sessions` writes the kept records anew, after a change of the
rules that is meant to change them.
"""

from __future__ import annotations

from pathlib import Path

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Act, Header, act, write_record
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.rules.families import Deed
from fatedeck.games.deckahedron.state import Module, Options, Table

DeckahedronRecord = Record[Table, Options, Deed]

ALL: list[Module] = [
    "combat",
    "attack_simple",
    "characters",
    "levels",
    "equipment",
    "green_tokens",
]
RECORDS = Path(__file__).parents[2] / "records" / "deckahedron"
SEATS = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"), Seat("Cleo"))
FOES: tuple[Act, ...] = (
    {"do": "add-foe", "name": "Wolf", "stamina": 6, "dexterity": 3, "notices": "unaware"},
    {"do": "add-foe", "name": "Troll", "stamina": 12, "strength": 3, "kind": "tough"},
)


def new_session(seed: int, options: dict[str, object]) -> DeckahedronRecord:
    """A table that is set up, its chance sealed by a seed."""
    secret = seed.to_bytes(32, "big")
    header = Header(ruleset.id, ruleset.version, SEATS, options, commitment(secret))
    record: DeckahedronRecord = Record(ruleset, header, secret=secret)
    record.set_up()
    return record


def keep(name: str, record: DeckahedronRecord) -> None:
    """End a session, open its secret and keep its record among the test records."""
    while record.waiting_for:
        play_by_policy(record, 1)
    record.do("GM", {"do": "end-session"})
    record.open()
    RECORDS.mkdir(parents=True, exist_ok=True)
    text = write_record(record.header, record.drain())
    (RECORDS / f"{name}.jsonl").write_text(text, "utf-8")


def fight(seed: int, options: dict[str, object]) -> DeckahedronRecord:
    """Characters are made, two foes appear, and it is fought out."""
    record = new_session(seed, options)
    while record.state.phase == "creation" or record.waiting_for:
        play_by_policy(record, 1)
    record.salt("Ana", "three crows on the gate")
    for foe in FOES:
        record.do("GM", foe)
    play_by_policy(record, 400)
    return record


def story(seed: int) -> DeckahedronRecord:
    """The bare foundation: attempts of three characters, one after the other."""
    record = new_session(seed, {})
    record.do("GM", {"do": "describe-setting", "words": "A town that sells its own river"})
    for name, character in (("Ana", "Brann"), ("Ben", "Odile"), ("Cleo", "Tallis")):
        record.do(name, {"do": "take-sample", "character": character})
    record.do("Ben", {"do": "settle-ties", "words": "We share one debt."})
    play_by_policy(record, 120)
    return record


def play_by_policy(record: DeckahedronRecord, steps: int) -> None:
    """Let every seat do what its policy says, in seat order, and answer what it is asked."""
    policy = ruleset.policy()
    for _ in range(steps):
        if record.waiting_for:
            seat = record.waiting_for[0]
            question = record.question_for(seat)
            assert question is not None
            record.answer(seat, policy.answer(record.state, question))
            continue
        for seat in (seat.name for seat in SEATS):
            deed = policy.act(record.state, seat)
            if deed is not None:
                record.do(seat, act(deed))
                break
        else:
            return


if __name__ == "__main__":
    keep("story", story(1))
    keep("heroic-fight", fight(2, {"modules": ALL}))
    gritty: dict[str, object] = {"modules": ALL, "stamina": "gritty", "dice": "polyhedral"}
    keep("gritty-fight", fight(3, gritty))
