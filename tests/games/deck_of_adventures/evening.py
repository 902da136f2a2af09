"""Plays a whole evening by the machine and writes its record.

Run from the root of the repository: `python -m tests.games.deck_of_adventures.evening`.
"""

from __future__ import annotations

from pathlib import Path

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Act, Header, act, write_record
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.record import Record
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.machine.policy import policy
from fatedeck.games.deck_of_adventures.options import TableOptions
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.state import Table

FILE = Path(__file__).parents[2] / "records" / "deck-of-adventures" / "evening.jsonl"
SECRET = b"an evening with a deck of cards."
Evening = Record[Table, TableOptions, Deed]


def main() -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    record = play()
    FILE.write_text(write_record(record.header, record.entries), "utf-8")


def play() -> Evening:
    """Creation, exploration, a fight of four against four, an Epic Event, both Rests."""
    seats = (Seat("GM", "gm"), *map(Seat, ("Ana", "Ben", "Cleo", "Dan")))
    header = Header(ruleset.id, ruleset.version, seats, {}, commitment(SECRET))
    record: Evening = Record(ruleset, header, secret=SECRET)
    record.set_up()
    create(record)
    explore(record)
    fight(record)
    epic(record)
    rest(record)
    record.open()
    return record


def do(record: Evening, seat: str, what: str, /, **values: Value) -> None:
    """Do something, and let the machine answer whatever is asked on the way."""
    action: Act = {"do": what, **values}
    record.do(seat, action)
    settle(record)


def settle(record: Evening) -> None:
    machine = policy()
    while record.waiting_for:
        seat = record.waiting_for[0]
        question = record.question_for(seat)
        assert question is not None
        record.answer(seat, machine.answer(record.state, question))


def create(record: Evening) -> None:
    """Ana builds a Defender; the others take premade characters."""
    do(record, "Ana", "describe", title="Brunhild", background="A smith's daughter.")
    do(record, "Ana", "choose-role", role="Defender")
    do(record, "Ana", "set-attribute", attribute="STR", value=2)
    do(record, "Ana", "set-attribute", attribute="VIT", value=1)
    do(record, "Ana", "take-vulnerability", vulnerability="Oath", xp=2)
    do(record, "Ana", "buy-power", power="Attack, Weapon")
    do(record, "Ana", "buy-power", power="Attack, Charge")
    do(record, "Ana", "buy-power", power="Shield")
    do(record, "Ana", "finish-character")
    for seat, premade in (("Ben", "Spades2"), ("Cleo", "Diamonds2"), ("Dan", "Hearts2")):
        do(record, seat, "take-premade", premade=premade)


def explore(record: Evening) -> None:
    do(record, "Ben", "attempt", stat="Stealth", words="I look round the corner.")
    do(record, "GM", "call-check", who=["Cleo"], stat="Knowledge", difficulty=3)
    do(record, "GM", "call-check", who=["Ana", "Dan"], stat="STR", difficulty=2)
    do(record, "GM", "call-contest", initiator="Ben", contest="Sneak", targets=["Dan"])


def fight(record: Evening) -> None:
    """Four against four on the grid, with powers, conditions, and a Captain who commands."""
    do(record, "GM", "lay-map", width=16, height=16)
    do(record, "GM", "lay-terrain", spaces="7,7 8,7", kind="half")
    do(record, "GM", "lay-terrain", spaces="3,9 4,9", kind="challenging")
    for column, seat in enumerate(("Ana", "Ben", "Cleo", "Dan")):
        do(record, "GM", "set-place", who=seat, at=f"{4 + 2 * column},12")
    for column, creature in enumerate(("Grunt", "Guard", "Mystic, Caster", "Captain, Defender")):
        do(record, "GM", "place-creature", creature=creature, at=f"{4 + 2 * column},3")
    do(record, "GM", "start-combat")
    machine = policy()
    for _ in range(500):
        combat = record.state.combat
        if combat is None:
            break
        turn = combat.turn
        seats = ["GM"] if turn is None else [record.state.characters[turn.who].owner, "GM"]
        for seat in seats:
            action = machine.act(record.state, seat)
            if action is not None:
                record.do(seat, act(action))
                settle(record)
                break
    assert record.state.combat is None


def epic(record: Evening) -> None:
    do(record, "GM", "call-epic", name="The bridge gives way", needed=2, allowed=3)
    volunteers = ("Ben", "Cleo", "Dan", "Ana")
    for number in range(8):
        epic_event = record.state.epic
        if epic_event is None or epic_event.result:
            break
        do(record, "GM", "open-task", difficulty=4)
        for seat in (volunteers[number % 4], volunteers[(number + 2) % 4]):
            offered = {one.do: one for one in ruleset.offers(record.state, seat)}
            if "volunteer" in offered and not offered["volunteer"].why_not:
                do(record, seat, "volunteer", stat="Athletics", plan="I hold the rope.")
        do(record, "GM", "run-task")


def rest(record: Evening) -> None:
    party = ["Ana", "Ben", "Cleo", "Dan"]
    do(record, "GM", "call-rest", kind="quick", who=party, minutes=30)
    for seat in party:
        for _ in range(3):
            offered = {one.do: one for one in ruleset.offers(record.state, seat)}
            if "spend-rest-card" in offered and not offered["spend-rest-card"].why_not:
                who = record.state.characters[seat]
                do(record, seat, "spend-rest-card", restore="HP" if who.hp < who.max_hp else "PP")
        do(record, seat, "finish-rest")
    do(record, "GM", "call-rest", kind="full", who=party, minutes=480)


if __name__ == "__main__":
    main()
