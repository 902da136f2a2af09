"""Whole sessions played by the game's own policy."""

from __future__ import annotations

from fatedeck.engine.chance import commitment
from fatedeck.engine.codec import act
from fatedeck.engine.entries import Act, Header
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.actions import Deed
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
