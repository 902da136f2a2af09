"""A position as numbers and every move as one of a fixed list of names, for machines that learn.

The numbers hold only what the seat may see. Copies of a card are alike, so a move is named by the
card's face.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

from fatedeck.engine.cards import face
from fatedeck.engine.game import NO, YES
from fatedeck.engine.questions import Decision
from fatedeck.games.adventurer_factory.data import SLOTS, catalogue
from fatedeck.games.adventurer_factory.machine.moves import legal_moves
from fatedeck.games.adventurer_factory.rules.encounters import Encounter
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Discard, Free, Play, Use
from fatedeck.games.adventurer_factory.rules.places import NO_SLOT
from fatedeck.games.adventurer_factory.rules.responses import PASS, PASS_TURN
from fatedeck.games.adventurer_factory.rules.stats import dice, stat
from fatedeck.games.adventurer_factory.rules.zones import NOTHING
from fatedeck.games.adventurer_factory.state import Player, Table, is_active

T = TypeVar("T")

OPTIONS = 40
"""Answers that are no cards and no words of the list are named by their place."""

WORDS = (
    *(PASS, PASS_TURN, NOTHING, YES, NO),
    *("1d1", "1d4", "1d6", "1d8", "2d4+1", "1d12", "2d8"),
    *("attack", "parley", NO_SLOT, "left_hand+right_hand", *SLOTS),
)
_SIMPLE = ("end-main", "attack", "parley", "no-encounter")
_STEPS = ("main", "encounter")


@cache
def labels() -> tuple[str, ...]:
    """Every move there can be, by name."""
    cards = [*catalogue().values()]
    return (
        *_SIMPLE,
        *(f"play {card.id}" for card in cards),
        *(f"use {card.id} {n}" for card in cards for n in card.replies),
        *(f"encounter {card.id} {n}" for card in cards for n in card.encounters),
        *(f"discard {card.id}" for card in cards),
        *(f"free {card.id} {hand}" for card in cards for hand in ("left_hand", "right_hand")),
        *(f"answer {word}" for word in WORDS),
        *(f"choose {whose} {card.id}" for whose in ("own", "their") for card in cards),
        *(f"respond {card.id} {n}" for card in cards for n in card.replies),
        *(f"option {n}" for n in range(OPTIONS)),
    )


def label_actions(table: Table, seat: str) -> dict[str, Move]:
    """The moves of a seat between two acts, by name; of copies, one."""
    found: dict[str, Move] = {}
    for move in legal_moves(table, seat):
        match move:
            case Play() | Discard():
                kind = type(move).__name__.lower()
                name = f"{kind} {face(move.card)}"
            case Use() | Encounter():
                name = f"{type(move).__name__.lower()} {face(move.card)} {move.action}"
            case Free():
                name = f"free {face(move.card)} {move.hand}"
            case _:
                name = str(move.__struct_config__.tag)
        found.setdefault(name, move)
    return found


def label_answers(table: Table, question: Decision, answers: Sequence[T]) -> dict[str, T]:
    """The answers to a question, by name."""
    own = table.players[question.seat]
    found: dict[str, T] = {}
    for place, answer in enumerate(answers[:OPTIONS]):
        name = f"option {place}"
        if isinstance(answer, str):
            if answer in WORDS:
                name = f"answer {answer}"
            elif "#" in answer:
                name = _card_answer(own, question, answer)
        if name not in _known():
            name = f"option {place}"
        found.setdefault(name, answer)
    return found


def _card_answer(own: Player, question: Decision, answer: str) -> str:
    card, _, number = answer.partition(" (")
    if question.name == "respond":
        replies = catalogue()[face(card)].replies
        return f"respond {face(card)} {number.rstrip(')') or replies[0]}"
    mine = any(card in pile for pile in (own.play, own.hand, own.shown, own.deck, own.discard))
    return f"choose {'own' if mine else 'their'} {face(card)}"


@cache
def _known() -> frozenset[str]:
    return frozenset(labels())


def features(table: Table, seat: str) -> list[float]:
    """The position as this seat sees it. AF-19.1 to AF-19.4."""
    foe_seat = table.other(seat)
    me, foe = table.players[seat], table.players[foe_seat]
    mine = table.active == seat
    found = [
        float(mine),
        *(float(table.step == step) for step in _STEPS),
        min(1.0, table.turn / 200),
        *_numbers(table, seat, me),
        *_numbers(table, foe_seat, foe),
        float(me.passing != ""),
    ]
    under = [card for mark in me.cards.values() for card in mark.under]
    for cards in (
        me.holds(),
        [*me.deck, *me.peeked, *under],
        me.in_play(),
        foe.in_play(),
        me.discard,
        foe.discard,
        foe.shown,
        [card for card, mark in me.cards.items() if not is_active(mark) or mark.consumed],
        [card for card, mark in foe.cards.items() if not is_active(mark) or mark.consumed],
    ):
        found += _counts(cards)
    return found


def _numbers(table: Table, seat: str, player: Player) -> list[float]:
    return [
        player.mind / 20,
        player.health / 40,
        player.willpower / 40,
        *(stat(table, seat, name) / 10 for name in ("attack", "defence", "charisma")),
        dice(table, seat, "attack")[-1].average / 10,
        dice(table, seat, "parley")[-1].average / 10,
        player.hand_size() / 20,
        player.deck_size() / 40,
        len(player.play) / 40,
        sum(mark.counters for mark in player.cards.values()) / 10,
        sum(len(mark.under) for mark in player.cards.values()) / 10,
        float(player.skip_next),
        float(player.forbidden > 0),
        float(player.skipped),
        float(player.immune),
        float(player.played),
        float(bool(player.wards)),
    ]


@cache
def _places() -> dict[str, int]:
    return {name: place for place, name in enumerate(catalogue())}


def _counts(cards: Iterable[str]) -> list[float]:
    """How many of each card, a quarter for each copy."""
    counts = [0.0] * len(_places())
    for card in cards:
        counts[_places()[face(card)]] += 0.25
    return counts
