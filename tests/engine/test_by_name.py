"""Whoever chooses a hero reads whose it is: its own name, with the player's in brackets."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Header
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import One
from fatedeck.engine.questions import Answer, Chance, Choose, Draw
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see

DECK = find_game("deck-of-adventures")
SEATS = (Seat("GM", "gm"), Seat("Ana"), Seat("Ben"))


def nines_first(question: Chance, n: int, k: int) -> Answer:
    if isinstance(question, Draw):
        return next((card for card in question.cards if card[0] == "9"), question.cards[0])
    return next(answer for answer, _ in question.chances())


def tied() -> Record[Struct, Struct, Struct]:
    header = Header(DECK.id, DECK.version, SEATS, {}, commitment(b"tied"))
    record = Record(DECK, header, chance=nines_first)
    record.set_up()
    record.do("Ana", {"do": "take-premade", "premade": "Clubs1"})
    record.do("Ben", {"do": "take-premade", "premade": "Hearts1"})
    record.do("GM", {"do": "place-creature", "creature": "Gray Wolf"})
    record.do("GM", {"do": "start-combat"})
    while not _asked_who_is_first(record):
        record.answer(record.waiting_for[0], "no")
    return record


def _asked_who_is_first(record: Record[Struct, Struct, Struct]) -> bool:
    question = record.question_for("Ana")
    return question is not None and question.name == "first-of-tied"


def test_heroes_are_chosen_by_their_names_and_their_players() -> None:
    question = see(tied(), "Ana").question

    assert isinstance(question, Choose)
    assert [question.label(option) for option in ("Ana", "Ben")] == ["Marn (Ana)", "Odo (Ben)"]
    assert question.prompt == "Marn and Odo are tied. Who acts first?"


def test_a_form_and_the_order_of_turns_name_heroes_so_too() -> None:
    record = tied()
    for seat in ("Ana", "Ben"):
        record.answer(seat, "Ana")
    seen = see(record, "GM")
    offer = next(offer for offer in seen.offers if offer.do == "harm")

    form = record.form("GM", offer, {})

    who = next(param for param in form.params if isinstance(param, One))
    assert who.labels == {"Ana": "Marn (Ana)", "Ben": "Odo (Ben)"}
    (order,) = [
        entry.text
        for sheet in seen.view.sheets
        for entry in sheet.entries
        if entry.title == "Order of turns"
    ]
    assert order == "Marn (Ana), Odo (Ben), Gray Wolf"
