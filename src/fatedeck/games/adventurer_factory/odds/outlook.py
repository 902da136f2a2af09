"""The outlook of a seat before the game is over: its chance to win, as fitted to many games.

A position is read as numbers, once for the seat whose turn begins and once for the seat that waits,
and each card in play and in hand has a weight of its own. The weights lie in `data/outlook.yaml`;
`tools/fit_outlook.py` makes them.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from operator import mul
from pathlib import Path

import msgspec

from fatedeck.engine.data_files import read_file
from fatedeck.games.adventurer_factory import data
from fatedeck.games.adventurer_factory.data import COPIES, catalogue
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.machine.thumb import expected
from fatedeck.games.adventurer_factory.rules.stats import dice, needs_met, reading, stat, symbols
from fatedeck.games.adventurer_factory.rules.words.costs import Pay
from fatedeck.games.adventurer_factory.state import Player, Table

SIGHTS = (
    "turns to beat Health",
    "turns to beat Willpower",
    "turns to win",
    "nearness of the win",
    "attack damage",
    "parley damage",
    "Health",
    "Willpower",
    "log of Health",
    "log of Willpower",
    "lower of Health and Willpower",
    "Mind",
    "Mind up to 4",
    "cards in play",
    "cards in hand",
    "hand cards with Needs met",
    "hand cards that can be paid",
    "few cards in deck",
    "a Class",
    "two Classes",
    "three Classes",
    "four Classes",
    "Attack",
    "Defence",
    "Charisma",
    "actions that can be paid",
)
"""What is read of a seat; each has a weight."""

LONG = 12.0
"""A win that is further away than so many turns is not in sight."""

NEVER = 1000
"""More Mind than anybody ever has."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the sights of a seat are worth, and its cards in play and in hand."""

    sights: dict[str, float]
    play: dict[str, float]
    hand: dict[str, float]


class Outlook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights for the seat whose turn it is and for the other; `turn` is that of the turn."""

    turn: float
    active: Weights
    waiting: Weights


def worth(table: Table) -> dict[str, float]:
    """1 for a win, a half for a draw; before the end, the chance of each seat to win."""
    first, second = table.players
    if table.step == "over":
        won = 0.5 if not table.winner else float(table.winner == first)
        return {first: won, second: 1 - won}
    active = table.active
    waiting = table.other(active)
    lead, mine, theirs = _weights()
    for seat, weights, seen in zip((active, waiting), (mine, theirs), sights(table), strict=True):
        player = table.players[seat]
        lead += sum(map(mul, weights.sights, seen))
        play, hand = weights.play, weights.hand
        for card in player.cards:
            lead += play[card]
        for card in player.holds():
            lead += hand[card]
    share = 1 / (1 + exp(-lead))
    return {active: share, waiting: 1 - share}


def sights(table: Table) -> tuple[list[float], list[float]]:
    """What is read of the active seat and of the waiting one, in the order of `SIGHTS`."""
    active, waiting = table.active, table.other(table.active)
    mine, theirs = _stats(table, active), _stats(table, waiting)
    return (
        _sights(table, active, table.players[waiting], mine, theirs),
        _sights(table, waiting, table.players[active], theirs, mine),
    )


def _stats(table: Table, seat: str) -> tuple[int, int, int]:
    """Attack, Defence and Charisma."""
    return (
        stat(table, seat, "attack"),
        stat(table, seat, "defence"),
        reading(table, seat, "charisma"),
    )


def _sights(
    table: Table, seat: str, foe: Player, mine: tuple[int, int, int], theirs: tuple[int, int, int]
) -> list[float]:
    me = table.players[seat]
    attack, defence, charisma = mine
    blow = expected(dice(table, seat, "attack")[-1], attack - theirs[1])
    talk = expected(dice(table, seat, "parley")[-1], charisma - theirs[2])
    by_attack = min(LONG, foe.health / max(blow, 0.1))
    by_parley = min(LONG, foe.willpower / max(talk, 0.1))
    turns = min(by_attack, by_parley)
    provided = symbols(me)
    hand = [printed_on(card) for card in me.holds()]
    ready = [card.cost for card in hand if needs_met(me, card, provided)]
    classes = sum(provided.get(symbol, 0) for symbol in _CLASSES)
    mind, health, willpower = me.mind, me.health, me.willpower
    return [
        by_attack,
        by_parley,
        turns,
        exp(-turns / 2),
        blow,
        talk,
        health,
        willpower,
        log(1 + health),
        log(1 + willpower),
        min(health, willpower),
        mind,
        min(mind, 4),
        len(me.cards),
        len(hand),
        len(ready),
        sum(cost <= mind for cost in ready),
        max(0, 6 - me.deck_size()),
        classes >= 1,
        classes >= 2,
        classes >= 3,
        classes >= 4,
        attack,
        defence,
        charisma,
        sum(_cheapest_reply(card) <= mind for card in me.cards),
    ]


_CLASSES = ("knight", "bard", "sorcerer", "assassin")


@cache
def _cheapest_reply(card: str) -> int:
    """The Mind for the cheapest action of a card that can answer another; without one, no Mind."""
    printed = printed_on(card)
    costs = [
        sum(
            cost.n
            for cost in printed.actions[number - 1].costs
            if isinstance(cost, Pay) and cost.stat == "mind" and isinstance(cost.n, int)
        )
        for number in printed.replies
    ]
    return min(costs, default=NEVER)


class _Side(msgspec.Struct, frozen=True):
    """The weights of one side: sights in their order, cards by the names of their copies."""

    sights: tuple[float, ...]
    play: dict[str, float]
    hand: dict[str, float]


@cache
def _weights() -> tuple[float, _Side, _Side]:
    outlook = read_file(Path(data.__file__).with_name("data") / "outlook.yaml", Outlook)
    return outlook.turn, _side(outlook.active), _side(outlook.waiting)


def _side(weights: Weights) -> _Side:
    return _Side(
        tuple(weights.sights[name] for name in SIGHTS),
        *(
            {f"{name}#{n}": cards.get(name, 0.0) for name in catalogue() for n in _NUMBERS}
            for cards in (weights.play, weights.hand)
        ),
    )


_NUMBERS = range(1, 2 * COPIES + 1)
