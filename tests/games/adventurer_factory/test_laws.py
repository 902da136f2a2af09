"""What must hold after every move, however it is played: durations, limits, who is asked."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fatedeck.engine.game import Game
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Choose, Draw, Number, Question, Roll, Several
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.data import catalogue
from fatedeck.games.adventurer_factory.machine.moves import legal_moves
from fatedeck.games.adventurer_factory.state import Mark, Player, Table, is_active, is_in_play
from tests.games.adventurer_factory.duel import Side, duel
from tests.games.adventurer_factory.test_turn import by_chance

FROM_HAND = {"AF-7.9", "AF-16.1"}
"""Where a hand card is chosen, a missing question would tell of the hand."""


def crowded(luck: random.Random) -> Table:
    """Twelve cards in play on both sides, without slots, and the rest wherever it falls."""
    sides = []
    for first in (1, 5):
        cards = [f"{name}#{first}" for name in luck.sample([*catalogue()], 60)]
        marks = {card: Mark() for card in cards[:12]}
        sides.append(Side(cards[:12], cards[12:22], cards[22:52], cards[52:], marks))
    return duel(*sides)


def play_on(
    luck: random.Random, answer: Callable[[Question], Answer], after: Callable[[Table, bool], None]
) -> None:
    """Forty moves at random; `after` each, with whether a new turn has begun."""
    table = crowded(luck)
    cards = all_cards(table)
    game = Game(table, answer)
    for _ in range(40):
        turn = table.turn
        moves = legal_moves(table, table.active)
        if not moves:
            return
        ruleset.perform(game, table.active, luck.choice(moves))
        assert all_cards(table) == cards
        after(table, table.turn > turn)


@pytest.mark.parametrize("seed", range(40))
def test_what_lasts_until_then_is_gone_then(seed: int) -> None:
    """AF-10.4, AF-13.1, AF-13.3, AF-13.4, AF-14.7, AF-16.8, AF-17.3, AF-18.8."""

    def ended(table: Table, new_turn: bool) -> None:
        for player in table.players.values():
            assert all(lasting.until >= table.turn for lasting in player.effects)
            assert all(ward.turn >= table.turn for ward in player.wards)
            assert player.forbidden == 0 or player.forbidden >= table.turn
            if new_turn:
                _begins_afresh(player)
        if new_turn and table.step != "over":
            assert table.events == []
            assert table.players[table.active].mind <= 10
            assert not table.players[table.active].held

    luck = random.Random(seed)
    play_on(luck, by_chance(luck), ended)


def _begins_afresh(player: Player) -> None:
    for mark in player.cards.values():
        assert mark.used == []
        assert not any((mark.consumed, mark.suppressed, mark.activated, mark.pending))
    assert not any((player.immune, player.played, player.offered_draw, player.counts_as_skipped))
    assert player.discarded == []
    assert player.attack_rolls == []


@pytest.mark.parametrize("seed", range(40))
def test_what_a_card_holds_it_may_hold(seed: int) -> None:
    """AF-9.2, AF-16.1, AF-16.3, AF-18.25: slots, hosts and namings."""

    def holds(table: Table, new_turn: bool) -> None:
        for player in table.players.values():
            for card, mark in player.cards.items():
                host = printed_on(mark.host).host if mark.host else None
                assert not (host and host.fills_ignored and mark.slots)
                assert {*mark.slots} <= {*printed_on(card).slots}
                assert mark.host != card
                if mark.names:
                    assert is_active(mark)
                    assert mark.names in player.cards
                    assert is_in_play(player.cards[mark.names])
            named = [mark.names for mark in player.cards.values() if mark.names]
            for card in named:
                fills = printed_on(card).fills
                assert fills is not None
                assert named.count(card) <= max(1, len(fills.all_of))

    luck = random.Random(seed)
    play_on(luck, by_chance(luck), holds)


@pytest.mark.parametrize("seed", range(40))
def test_nobody_is_asked_where_nothing_can_be_chosen(seed: int) -> None:
    """AF-20.13: but what hangs on a hidden card is asked whatever the seat holds."""
    luck = random.Random(seed)
    by_luck = by_chance(luck)

    def answer(question: Question) -> Answer:
        match question:
            case Choose(secret=False):
                assert len(question.options) > 1 or FROM_HAND & {*question.clauses}, question
            case Number():
                assert question.low < question.high, question
            case Several(secret=False):
                assert len(question.options) > question.least, question
            case Draw() | Roll():
                assert question.size > 0
            case _:
                pass
        return by_luck(question)

    play_on(luck, answer, lambda table, new_turn: None)
