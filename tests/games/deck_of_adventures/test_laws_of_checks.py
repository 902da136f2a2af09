"""What holds for every Check, whatever the decks, the hands and the answers."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Choose, Draw, Question
from fatedeck.games.deck_of_adventures.rules.checks import Terms, check
from fatedeck.games.deck_of_adventures.rules.circle import effective_range, judge
from fatedeck.games.deck_of_adventures.rules.epic import race
from fatedeck.games.deck_of_adventures.state import (
    JOKERS,
    PLAYING_CARDS,
    WORLD,
    Reserved,
    Switches,
    Table,
)
from tests.games.deck_of_adventures.seated import a_table, only


def scattered(luck: random.Random, switches: Switches) -> Table:
    """Ana's and Ben's cards lie all over the place; Ben has lent Ana some."""
    table = a_table("Ana", "Ben", switches=switches)
    for name in ("Ana", "Ben"):
        cards = table.decks[name]
        loose = [*PLAYING_CARDS, *JOKERS]
        luck.shuffle(loose)
        jokers = [card for card in loose if card in JOKERS]
        aces = [card for card in loose if card[0] == "A"]
        plain = [card for card in loose if card not in (*jokers, *aces)]
        held, spent = jokers[: luck.randint(0, 2)], jokers
        held += aces[: luck.randint(0, 2)]
        left = luck.choice([0, 1, 2, 5, 48])
        cards.fate = laid(held)
        cards.spent = laid(card for card in spent if card not in held)
        cards.deck = shuffled(plain[:left])
        cards.discard = laid(plain[left : left + luck.choice([0, 1, 3, 43])])
        gone = {*cards.fate, *cards.spent, *cards.deck, *cards.discard}
        cards.reserved = laid(card for card in loose if card not in gone)
    table.characters["Ana"].fatigue = luck.randint(0, 3)
    table.characters["Ana"].tokens = luck.randint(0, 1)
    if luck.random() < 0.4:
        table.characters["Ana"].powers = ["Lucky"]
    for card in list(table.decks["Ben"].reserved)[: luck.choice([0, 0, 1, 2])]:
        power = luck.choice(["Lend Aid", "Lend Distraction"])
        table.reserved.append(
            Reserved(card, "Ben", "Ana", "Lend Aid" if power == "Lend Aid" else "Lend Distraction")
        )
    return table


@settings(max_examples=250, deadline=None)
@given(seed=st.integers(0, 2**32), hand=st.integers(-3, 3), difficulty=st.integers(0, 6))
def test_a_check_loses_no_card_and_uses_the_right_one(
    seed: int, hand: int, difficulty: int
) -> None:
    """DOA-11, DOA-16, DOA-29, DOA-32, DOA-98, DOA-100, DOA-102, DOA-103, DOA-106, DOA-283."""
    luck = random.Random(seed)
    table = scattered(luck, Switches(fatigue=luck.random() < 0.2))
    ana, cards = table.characters["Ana"], table.decks["Ana"]
    modifier = luck.randint(-2, 3)
    ana.skills["Craft"] = modifier
    before, held = all_cards(table), [*cards.fate]
    lent = [reserved.card for reserved in table.reserved]
    target = luck.choice(PLAYING_CARDS)
    asked: list[str] = []

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return luck.choice(question.cards)
        assert isinstance(question, Choose)
        asked.append(question.prompt)
        chosen = luck.choice(question.options)
        if "pays" in question.prompt:
            assert chosen in (*held, "token")  # an Ace of this Check cannot pay
        return chosen

    outcome = check(Game(table, answer), ana, "Craft", target, difficulty, Terms(hand=hand))

    assert all_cards(table) == before
    assert not len(cards.play)
    aces = [card for card in outcome.drawn if card[0] == "A" and card not in lent]
    assert all(ace in cards.fate for ace in aces)
    assert len(outcome.drawn) <= 1 + abs(outcome.net)
    assert sum("Spend a Fate Card" in prompt for prompt in asked) <= 1
    assert not table.reserved or outcome.net >= 0 or table.reserved[0].power == "Lend Aid"
    if not outcome.used:
        assert not outcome.success
        assert not outcome.drawn or ana.hp == 0
        return
    reach = effective_range(difficulty, modifier, table.switches)
    verdicts = [judge(card, target, reach, outcome.match) for card in outcome.drawn]
    best = max if outcome.net >= 0 else min
    assert judge(outcome.used, target, reach, outcome.match).merit == best(
        verdict.merit for verdict in verdicts
    )
    assert outcome.success == (not outcome.degree.endswith("miss"))


def test_a_race_without_cards_ends() -> None:
    """Nobody can ever hit at DR 0: no card, no hit of the Game Master's. DOA-20, DOA-238."""
    table = a_table()
    only(table, "Ana")
    only(table, WORLD, discard=("2C", "3C"))
    game = Game(table, lambda question: question.cards[0] if isinstance(question, Draw) else "")
    assert not race(game, [(table.characters["Ana"], "Craft")], "6D", 0)


def test_a_race_that_nobody_can_win_ends_in_exhaustion() -> None:
    """The card that would hit lies in the Target Card slot. DOA-282, DOA-238."""
    table = a_table()
    cards = only(table, "Ana", "2C", "3C")
    cards.reserved.top = [card for card in cards.reserved.top if card != "6D"]
    cards.targets = laid(["6D"])
    only(table, WORLD, "2C", "3C")
    game = Game(table, lambda question: question.cards[0] if isinstance(question, Draw) else "")
    assert not race(game, [(table.characters["Ana"], "Craft")], "6D", 0)
    assert table.characters["Ana"].hp == 0
