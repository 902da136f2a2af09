"""Wounds: what is lost in which order, and what Fate Cards can still undo."""

from __future__ import annotations

import pytest

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Draw, Number, Question
from fatedeck.games.deck_of_adventures.rules.health import (
    give_power_ap,
    heal,
    hurt,
    toughen_up,
    why_not_toughen,
)
from fatedeck.games.deck_of_adventures.rules.rounds import end_turn
from fatedeck.games.deck_of_adventures.state import Character, Table
from tests.games.deck_of_adventures.tabletop import fighting, game_of, table


def wounded(state: Table, hp: int, ap: int = 0, power_ap: int = 0, fate: int = 0) -> Character:
    """Ana with these points and so many Fate Cards."""
    ana = state.characters["Ana"]
    ana.hp, ana.max_hp, ana.ap, ana.max_ap, ana.power_ap = hp, 9, ap, max(ap, 3), power_ap
    cards = state.cards(ana)
    for ace in ("AC", "AD", "AH", "AS")[:fate]:
        move(ace, cards.deck, cards.fate)
    return ana


def left(who: Character) -> tuple[int, int, int]:
    return who.power_ap, who.ap, who.hp


@pytest.mark.parametrize(
    ("damage", "bypass", "after"),
    [
        (1, False, (0, 2, 5)),
        (2, False, (0, 1, 5)),
        (4, False, (0, 0, 4)),
        (1, True, (1, 2, 4)),
        (4, True, (1, 2, 1)),
    ],
)
def test_power_ap_then_item_ap_then_hp(
    damage: int, bypass: bool, after: tuple[int, int, int]
) -> None:
    """DOA-176, DOA-388; damage that bypasses armour takes HP alone."""
    state = table()
    ana = wounded(state, 5, 2, 1)
    assert hurt(game_of(state), ana, damage, bypass=bypass) == damage
    assert left(ana) == after


@pytest.mark.parametrize(
    ("damage", "hp", "ap", "most"),
    [
        (3, 3, 0, 3),  # exactly down to 0
        (3, 1, 2, 3),  # the armour's share can be ignored too
        (9, 2, 0, 4),  # the excess counts, but only four cards are held
    ],
)
def test_a_knock_out_asks_for_fate_cards_at_once(damage: int, hp: int, ap: int, most: int) -> None:
    """DOA-37, DOA-219."""
    state = table()
    ana = wounded(state, hp, ap, fate=4)
    asked: list[Question] = []

    def answer(question: Question) -> Answer:
        asked.append(question)
        return question.cards[0] if isinstance(question, Draw) else 0

    hurt(Game(state, answer), ana, damage)
    assert [q.high for q in asked if isinstance(q, Number)] == [most]
    assert ana.hp == 0


def test_each_number_says_whether_it_keeps_you_up() -> None:
    """DOA-37, DOA-177: 2 damage on 1 HP; one card is not enough, two leave 1 HP."""
    state = table()
    ana = wounded(state, 1, fate=2)
    asked: list[Question] = []

    def answer(question: Question) -> Answer:
        asked.append(question)
        return 2

    hurt(Game(state, answer), ana, 2)
    assert [question.labels for question in asked if isinstance(question, Number)] == [
        {
            "0": "Spend none: Knocked Out",
            "1": "Spend 1: Knocked Out",
            "2": "Spend 2: stay up with 1 HP",
        }
    ]
    assert ana.hp == 1


def test_less_than_a_knock_out_asks_nothing() -> None:
    state = table()
    ana = wounded(state, 4, fate=4)
    hurt(game_of(state), ana, 3)
    assert ana.hp == 1


@pytest.mark.parametrize(("damage", "hp"), [(4, 1), (5, 0), (9, 0)])
def test_the_points_ignored_come_off_the_whole_damage(damage: int, hp: int) -> None:
    """DOA-37, DOA-177: three points ignored, on 2 HP; the excess counts."""
    state = table()
    ana = wounded(state, 2, fate=4)
    hurt(game_of(state, 3, "AC", "AD", "AH"), ana, damage)
    assert ana.hp == hp


def test_the_newest_wound_is_ignored_first_hp_before_armour() -> None:
    """DOA-36, DOA-388: HP, then item AP, then Power AP; never above the value before the hit."""
    state = table()
    ana = wounded(state, 5, 1, 1, fate=4)
    hurt(game_of(state), ana, 1, bypass=True)  # a first wound of 1 HP
    hurt(game_of(state), ana, 3)  # then 1 Power AP, 1 AP, 1 HP
    assert left(ana) == (0, 0, 3)
    for ignored, after in (("AC", (0, 0, 4)), ("AD", (0, 1, 4)), ("AH", (1, 1, 4))):
        toughen_up(game_of(state, ignored), ana, 1)
        assert left(ana) == after
    toughen_up(game_of(state), ana, 1)
    assert left(ana) == (1, 1, 5)
    refused = why_not_toughen(state, ana)
    assert refused is not None
    assert refused.clause == "DOA-35"


def test_a_wound_of_the_own_turn_can_be_ignored_until_the_next_one_ends() -> None:
    """DOA-35."""
    state = table()
    fighting(state)
    ana = wounded(state, 5, fate=2)
    hurt(game_of(state), ana, 1)
    game = game_of(state)
    end_turn(game)
    assert why_not_toughen(state, ana) is None
    while state.combat is not None and state.combat.actor != "Ana":
        end_turn(game)
    assert why_not_toughen(state, ana) is None
    end_turn(game)
    assert why_not_toughen(state, ana) is not None


def test_a_wound_of_anothers_turn_can_be_ignored_until_the_own_one_ends() -> None:
    """DOA-35."""
    state = table()
    fighting(state, "Ben")
    ana = wounded(state, 5, fate=2)
    hurt(game_of(state), ana, 1)
    game = game_of(state)
    while state.combat is not None and state.combat.actor != "Ana":
        end_turn(game)
    assert why_not_toughen(state, ana) is None
    end_turn(game)
    assert why_not_toughen(state, ana) is not None


def test_more_points_than_were_lost_or_cards_held_are_refused() -> None:
    """DOA-34, DOA-35."""
    state = table()
    ana = wounded(state, 5, fate=1)
    hurt(game_of(state), ana, 2)
    for points, clause in ((3, "DOA-35"), (2, "DOA-34")):
        with pytest.raises(Refused) as refused:
            toughen_up(game_of(state), ana, points)
        assert refused.value.clause == clause


def test_power_ap_are_the_larger_of_what_is_left_and_given() -> None:
    """DOA-230, DOA-388."""
    state = table()
    ana = wounded(state, 5, power_ap=2)
    give_power_ap(game_of(state), ana, 1)
    assert ana.power_ap == 2
    give_power_ap(game_of(state), ana, 3)
    assert ana.power_ap == 3


def test_damage_ends_hiding_and_hits_on_the_fallen_add_up() -> None:
    """DOA-165, DOA-252."""
    state = table()
    fighting(state)
    ana = wounded(state, 2)
    ana.conditions = ["Hidden"]
    assert state.combat is not None
    state.combat.unseen["Ana"] = ["Grunt"]
    hurt(game_of(state), ana, 1)
    assert (ana.conditions, state.combat.unseen) == ([], {})
    hurt(game_of(state), ana, 1)
    hurt(game_of(state), ana, 5)
    hurt(game_of(state), ana, 1)
    assert (ana.hp, ana.ko_hits) == (0, 2)
    heal(game_of(state), ana, 1)
    assert (ana.hp, ana.ko_hits, ana.conditions) == (1, 0, ["Knocked Down"])
