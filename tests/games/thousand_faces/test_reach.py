"""Every field of every action is asked for by some form."""

from __future__ import annotations

from fatedeck.engine.cards import move
from fatedeck.engine.codec import Codec
from fatedeck.engine.laws import unreached
from fatedeck.engine.random_play import AnyRecord, new_record
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.state import (
    Arrival,
    Circumstance,
    Edge,
    Item,
    Move,
    Puzzle,
    Table,
)
from tests.games.thousand_faces.test_play import OPTIONS, adventure

CHAPTERS = (3, 3, 2, 8, 2, 4, 4, 2, 3)
CARDS = ("obsessive_contemplation", "pick_locks", "tied_with_her_ribbon", "slide")


def in_set_up(number: int, moves: str) -> AnyRecord:
    return new_record(find_game("thousand-faces"), number, {"moves": moves}, players=3)


def eventful(number: int) -> AnyRecord:
    """In the middle of everything that a table may come to."""
    record = adventure(number, OPTIONS[number % 4])
    state = record.state
    assert isinstance(state, Table)
    state.chapter, state.earned = CHAPTERS[number], ["book 1 chapter 3"]
    state.circumstances, state.arrivals = [Circumstance("mud")], [Arrival("Old Tom")]
    state.town, state.peaceful = number % 2 == 0, True
    state.foes[0].red_tokens = 1
    if number % 2:
        state.combat, state.foes = 0, []
    ana = state.players["Ana"]
    own = [card.id for card in ana.moves]
    known = catalogue.campaign_moves(state.options.campaign) if number == 3 else CARDS
    ana.moves += [Move(name) for name in (*known, "only_here_for_the_job") if name not in own]
    ana.trap_tokens, ana.envelope_picks, ana.fateful_xp = 1, 1, 2
    ana.owed_items, ana.edges = ["use_a_magic_item"], [Edge(1, "a hint")]
    ana.resting, ana.mercy = True, number % 4 == 1
    if number == 2:
        ana.puzzle = Puzzle("pick_locks", 3)
        for card in list(ana.deck)[:3]:
            move(card, ana.deck, ana.in_play)
    for item in ana.items:
        item.flowing = item.ongoing
    ana.items += [Item("Loot", unclear=True, damage=1), Item("Veil", secret=True)]
    if "Ben" in state.players:
        state.players["Ben"].conditions = [("dead", "unconscious")[number % 2]]
    return resumed(record, state)


def drafted() -> AnyRecord:
    """A draft that has left somebody without an A card. TFA-318."""
    record = in_set_up(7, "draft")
    state = record.state
    assert isinstance(state, Table)
    state.players["Ana"].may_add = True
    return resumed(record, state)


def resumed(record: AnyRecord, state: Table) -> AnyRecord:
    made: AnyRecord = Record(record.ruleset, record.header, secret=record._secret)
    made.resume(record.n, Codec(record.ruleset).encode(state), None, [])
    return made


def test_every_field_is_asked_for() -> None:
    tables = [in_set_up(number, moves) for number, moves in enumerate(("random", "gm", "draft"))]
    tables += [drafted(), *(eventful(number) for number in range(1, 9))]
    assert unreached(find_game("thousand-faces"), tables) == []
