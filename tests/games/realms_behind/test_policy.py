"""The machine plays: it makes characters, spends the hand with care, fights and flees."""

from __future__ import annotations

import random

import pytest

from bench.realms_behind import Driver, encounter
from fatedeck.engine.cards import laid
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.attacks import Attack
from fatedeck.games.realms_behind.rules.checks import PILE, STOP, Terms, check
from fatedeck.games.realms_behind.rules.creation import Raise, TakeSample
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.encounter import EndTurn, StartEncounter
from fatedeck.games.realms_behind.rules.fates import Decide
from fatedeck.games.realms_behind.rules.phases import Begin, Enter
from fatedeck.games.realms_behind.rules.provisions import UseUp
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.rules.will import SpendWill
from fatedeck.games.realms_behind.state import Table, TableOptions
from tests.games.realms_behind.realms import GM, do, fight, goblin, hero, holds, item, table_of

policy = ruleset.policy()


def test_from_creation_to_the_end_of_a_fight() -> None:
    seats = (Seat(GM, "gm"), Seat("Ana"), Seat("Ben"), Seat("Cleo"))
    driver = Driver(random.Random(5))
    table = ruleset.begin(TableOptions(), seats)
    driver.table = table
    game = Game(table, driver, seats)
    for seat in ("Ana", "Ben", "Cleo", GM):
        action = policy.act(table, seat)
        assert isinstance(action, TakeSample | Begin)
        ruleset.perform(game, seat, action)
    assert table.phase == "exploration"
    assert all(policy.act(table, seat.name) is None for seat in seats)
    ruleset.perform(game, GM, AddCreatures("goblin-raider", "veteran", 3))
    ruleset.perform(game, GM, StartEncounter())
    assert encounter(game, driver) in ("party", "foes")


@pytest.mark.parametrize(
    ("threshold", "hidden", "card"),
    [
        (9, False, "5C"),  # the lowest that will do
        (30, False, "2S"),  # none will: the cheapest
        (30, True, "9H"),  # hidden: rank 8 is a fair guess at what is needed
    ],
)
def test_the_hand_is_spent_with_care(threshold: int, hidden: bool, card: str) -> None:
    """RB-5.5, RB-5.11."""
    table = table_of(Ana="basic")
    ana = table.players["Ana"]
    ana.hand, ana.fortune = laid(["9H", "KD", "2S", "5C"]), 0

    def answer(question: Question) -> Answer:
        assert isinstance(question, Choose | Number)
        return policy.answer(table, question)

    terms = Terms("melee", 4, threshold, hidden=hidden)
    assert check(Game(table, answer), ana, terms).base == card


def test_the_highest_rank_counts_whatever_else_its_note_says() -> None:
    notes = {"10S": "10 + 2 = 12, succeeds", "9H": "9 + 2 = 11, 1 short"}
    question = Choose("Ana", "rank", "Which rank counts?", tuple(notes), notes=notes)
    assert policy.answer(table_of(Ana="basic"), question) == "10S"


def test_a_coward_leaves_and_others_fight_on() -> None:
    """RB-21.5."""
    table = table_of(Ana="basic")
    hero(table)
    foe = goblin(table)
    fight(table, "Goblin", "Ana")
    foe.health = 2
    assert policy.act(table, GM) == Decide("Goblin", "leaves")
    foe.level, foe.health = 3, 2
    assert policy.act(table, GM) != Decide("Goblin", "leaves")
    foe.level = 2
    do(table, GM, Decide("Goblin", "leaves"))
    assert table.whose_turn() == "Ana"


def test_a_healer_heals_and_an_empty_hand_is_refilled() -> None:
    table = table_of(Ana="orrin", Ben="dhutlo")
    ana, ben = hero(table), hero(table, "Ben")
    goblin(table)
    fight(table, "Ana", "Ben", "Goblin")
    assert policy.act(table, "Ana") == SpendWill()
    holds(ana, "9S")
    assert policy.act(table, "Ana") == Attack("1h-light-melee", "Goblin")
    ben.shallow = 0
    assert policy.act(table, "Ana") == UseTechnique("far-mending", "Ben")
    ana.statuses.enchanted = 1
    assert policy.act(table, "Ana") == EndTurn()


def test_a_potion_is_drunk_when_wounded_and_given_to_a_friend_who_is_near() -> None:
    """RB-20.17: from the hand, at close range, Downed or not."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    goblin(table)
    fight(table, "Ana", "Ben", "Goblin")
    holds(ana, "9S")
    potion = item(ana, "healing-potion", "at-hand")
    ben.x, ben.shallow, ben.deep = 5, 0, 0
    assert policy.act(table, "Ana") == Attack("unarmed", "Goblin")
    potion.place = "equipped"
    assert policy.act(table, "Ana") == Attack("unarmed", "Goblin")  # Ben is too far away
    ben.x = 0
    assert policy.act(table, "Ana") == UseUp("healing-potion", "Ben")
    ana.shallow = 0
    assert policy.act(table, "Ana") == UseUp("healing-potion")
    do(table, "Ana", UseUp("healing-potion"))
    assert (ana.shallow, ana.ap) == (2, 2)  # 3 points, and the maximum is 2
    assert policy.act(table, "Ana") == Attack("unarmed", "Goblin")


def test_calm_and_water_are_kept_until_they_are_needed() -> None:
    """RB-11.12, RB-16.17, RB-20.17: Stupefied above 2 + 4 Madness; flames that last burn again."""
    table = table_of(Ana="basic")
    ana = hero(table)
    goblin(table)
    fight(table, "Ana", "Goblin")
    holds(ana, "9S")
    blow = Attack("unarmed", "Goblin")
    for thing, madness, burning, action in (
        ("calming-potion", 4, 0, blow),
        ("calming-potion", 5, 0, UseUp("calming-potion")),
        ("water-pot", 0, 1, blow),
        ("water-pot", 0, 2, UseUp("water-pot")),
    ):
        ana.items.clear()
        item(ana, thing)
        ana.madness, ana.statuses.burning = madness, burning
        assert policy.act(table, "Ana") == action


@pytest.mark.parametrize(
    ("name", "options", "answer"),
    [
        ("react", ("no", "red claw"), "no"),  # no hasty reactions
        ("lend-luck", ("yes", "no"), "no"),
        ("assist", ("no", "melee"), "no"),
        ("advantage", (STOP, PILE, "9S"), PILE),
        ("joker-suit", ("hearts", "spades", "clubs", "diamonds"), "hearts"),
    ],
)
def test_plain_answers(name: str, options: tuple[str, ...], answer: str) -> None:
    table = table_of(Ana="basic")
    assert policy.answer(table, Choose("Ana", name, "?", options)) == answer


def test_a_downed_one_is_healed_in_the_depth_first() -> None:
    table = table_of(Ana="basic")
    ana = hero(table)
    question = Number("Ana", "to-deep", "How much to Deep?", 0, 3)
    assert policy.answer(table, question) == 0
    ana.deep = 0
    assert policy.answer(table, question) == 3


def test_it_has_nothing_to_do_when_others_act() -> None:
    table: Table = table_of(Ana="basic", Ben="basic")
    goblin(table)
    fight(table, "Ana", "Ben", "Goblin")
    assert policy.act(table, "Ben") is None
    assert policy.act(table, GM) is None


def test_a_seat_given_to_it_in_the_making_has_a_character_at_once() -> None:
    """RB-2.1: whatever was begun, a ready-made one takes its place."""
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana")))
    do(table, "Ana", Raise("body", 3))
    action = policy.act(table, "Ana")
    assert isinstance(action, TakeSample)
    do(table, "Ana", action)
    assert table.players["Ana"].ready
    assert policy.act(table, "Ana") is None
    assert policy.act(table, GM) == Begin()


def test_a_creature_does_not_agree_to_a_spell_and_a_friend_does() -> None:
    """RB-18.10."""
    table = table_of(Ana="basic", Ben="basic")
    for seat, answer in ((GM, "no"), ("Ben", "yes")):
        question = Choose(seat, "willing", "Willing?", ("yes", "no"))
        assert policy.answer(table, question) == answer


def test_nobody_passes_turns_for_ever_where_there_is_no_foe() -> None:
    """A hero waits, and the game master ends the encounter. With a foe there is something to do."""
    table = table_of(Ana="basic")
    hero(table)
    fight(table, "Ana")
    assert policy.act(table, "Ana") is None
    assert policy.act(table, GM) == Enter("exploration")
    goblin(table)
    assert policy.act(table, "Ana") is not None
