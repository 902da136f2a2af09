"""The exact odds of the rules text, found again by running the rules to every end. Chapter 22."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import die
from fatedeck.games.adventurer_factory.machine.thumb import expected
from fatedeck.games.adventurer_factory.rules.encounters import Attack, Encounter
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Play, Use
from fatedeck.games.adventurer_factory.rules.responses import PassUntil
from fatedeck.games.adventurer_factory.state import Mark, Table, Ward
from fatedeck.odds.counting import count
from tests.games.adventurer_factory.duel import ANA, BEN, Side, do, duel

WEAPON = {"1d4": "club#1", "1d8": "sword#1", "1d12": "glowing_sword#1", "2d8": "pike#1"}
DELTAS = (-8, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3)
EXPECTED = {
    "1d1": "0 0 0 0 0 0 0 1 2 3 4",
    "1d4": "0 0 0 0 1/4 3/4 3/2 5/2 7/2 9/2 11/2",
    "1d6": "0 0 1/6 1/2 1 5/3 5/2 7/2 9/2 11/2 13/2",
    "1d8": "0 3/8 3/4 5/4 15/8 21/8 7/2 9/2 11/2 13/2 15/2",
    "2d4+1": "1/16 5/8 5/4 33/16 3 4 5 6 7 8 9",
    "1d12": "5/6 7/4 7/3 3 15/4 55/12 11/2 13/2 15/2 17/2 19/2",
    "2d8": "15/8 53/16 133/32 81/16 385/64 7 8 9 10 11 12",
}


def mean_loss(lay: Table, move: Move, chosen: str, counter: str = "health") -> Fraction:
    """The expected loss of Ben's counter, by running the rules to every end."""

    def decide(state: Table, question: Question) -> Answer:
        assert isinstance(question, Choose)
        return chosen if chosen in question.options else "pass"

    start = getattr(lay.players[BEN], counter)
    kept = msgspec.msgpack.encode(lay)
    ends = Possibilities(
        lambda: msgspec.msgpack.decode(kept, type=Table),
        lambda game: ruleset.perform(game, ANA, move),
        lambda state: str(getattr(state.players[BEN], counter)),
        decide=decide,
    ).ends()
    assert sum(ends.values()) == 1
    return sum(((start - int(left)) * chance for left, chance in ends.items()), Fraction(0))


@pytest.mark.parametrize("rolled", EXPECTED)
def test_expected_damage(rolled: str) -> None:
    """AF-12.3, AF-12.5: the table of the rules text, as the rule of thumb reckons it."""
    for delta, text in zip(DELTAS, EXPECTED[rolled].split(), strict=True):
        assert expected(die(rolled), delta) == pytest.approx(float(Fraction(text)))


@pytest.mark.parametrize("rolled", WEAPON)
@pytest.mark.parametrize("delta", [-5, -2, -1, 0, 1, 2])
def test_expected_damage_by_the_rules(rolled: str, delta: int) -> None:
    """AF-12.3, AF-12.5: the same numbers from the rules themselves."""
    dogs = [f"canine#{n}" for n in range(1, max(0, delta) + 1)]
    armour = {-1: ["helm#5"], -2: ["buckler#5"], -5: ["full_plate#5"]}.get(delta, [])
    ben = Side(play=armour, health=40)
    table = duel(Side(play=[WEAPON[rolled], *dogs]), ben, step="encounter")
    wanted = EXPECTED[rolled].split()[DELTAS.index(delta)]
    assert mean_loss(table, Attack(), rolled) == Fraction(wanted)


@pytest.mark.parametrize(
    ("rolled", "mean"),
    [("1d4", "15/4"), ("1d8", "41/8"), ("1d12", "83/12"), ("2d8", "1157/128")],
)
def test_poison_dagger(rolled: str, mean: str) -> None:
    """AF-3.6, AF-3.9: the extra 1d4 only on a natural 1 or 2."""
    play = ["poison_dagger#1", WEAPON[rolled]]
    table = duel(Side(play=play), Side(health=40), step="encounter")
    assert mean_loss(table, Encounter("poison_dagger#1"), rolled) == Fraction(mean)


@pytest.mark.parametrize(
    ("card", "rolled", "mean"), [("income#1", "1d6", "6"), ("grovel#1", "1d8", "5")]
)
def test_whisperer(card: str, rolled: str, mean: str) -> None:
    """AF-12.4: a parley with 1d4 added; Grovel! takes 2 of the 7."""
    table = duel(Side(play=["whisperer#1", card]), Side(willpower=40), step="encounter")
    assert mean_loss(table, Encounter("whisperer#1"), rolled, "willpower") == Fraction(mean)


@pytest.mark.parametrize(("own", "mean"), [("income#1", "5/2"), ("fine_clothes#1", "3/2")])
def test_spiked_tea(own: str, mean: str) -> None:
    """AF-18.45: against 1d1."""
    table = duel(Side(play=["spiked_tea#1", own]))
    rolled = "1d6" if own == "income#1" else "1d4"
    assert mean_loss(table, Use("spiked_tea#1"), rolled) == Fraction(mean)


@pytest.mark.parametrize(
    ("coins", "terror", "chance"),
    [
        (0, 0, "5/12"),
        (1, 0, "7/12"),
        (2, 0, "13/18"),
        (0, 1, "1/6"),
        (1, 1, "5/18"),
        (4, 0, "11/12"),
    ],
)
def test_bystander_disguise(coins: int, terror: int, chance: str) -> None:
    """AF-18.5: the chance to cancel, by the difference of the Charismas."""
    play = ["bystander_disguise#5", *(f"trick_coin#{n}" for n in range(5, 5 + coins))]
    mine = [f"terrify#{n}" for n in range(1, 1 + terror)]
    kept = msgspec.msgpack.encode(duel(Side(play=mine, hand=["helm#1"]), Side(play=play)))
    ends = Possibilities(
        lambda: msgspec.msgpack.decode(kept, type=Table),
        lambda game: ruleset.perform(game, ANA, Play("helm#1")),
        lambda state: str("helm#1" in state.players[ANA].cards),
        decide=lambda state, question: "yes" if "contest" in question.key else "pass",
    ).ends()
    assert ends["False"] == Fraction(chance)


def test_the_expectation_needs_no_marks() -> None:
    """AF-3.2: 1d1 asks for no chance at all."""
    table = duel(Side(play=["club#1"], marks={"club#1": Mark(suppressed=True)}), step="encounter")

    def never(question: Question) -> Answer:
        raise AssertionError(question)

    ruleset.perform(Game(table, never), ANA, Attack())
    assert table.players[BEN].health == 19


def attacks(table: Table) -> dict[str, dict[str, Fraction]]:
    """What Ana's table shows of her attacks, by title."""
    return {
        prospect.title: count(prospect).chances()
        for prospect in ruleset.prospects(table, ANA)
        if prospect.do == "attack"
    }


@pytest.mark.parametrize("weapon", ["1d4", "1d8", "2d8"])
@pytest.mark.parametrize("ward", [(), (Ward(1, "1d6", 2),), (Ward(1, "1d6", 2, rolled=3),)])
def test_the_odds_of_an_attack_are_what_the_rules_do(weapon: str, ward: tuple[Ward, ...]) -> None:
    """With a ward that is rolled, one that has been, and none. AF-3.5, AF-12.3, AF-18.8."""
    lay = duel(Side(play=[WEAPON[weapon]]), step="encounter")
    lay.players[BEN].wards = [*ward]
    kept = msgspec.msgpack.encode(lay)

    def decide(state: Table, question: Question) -> Answer:
        assert isinstance(question, Choose)
        return weapon if weapon in question.options else "pass"

    ends = Possibilities(
        lambda: msgspec.msgpack.decode(kept, type=Table),
        lambda game: ruleset.perform(game, ANA, Attack()),
        lambda state: str(20 - state.players[BEN].health),
        decide=decide,
    ).ends()
    assert attacks(lay)[f"Simple Attack with {weapon}"] == ends


def test_the_next_card_is_any_that_was_not_seen() -> None:
    """What is known to lie on top needs no odds, and what the foe has peeked at does. AF-19.2."""
    lay = duel(Side(deck=["sword#1"]))
    titles = [prospect.title for prospect in ruleset.prospects(lay, ANA)]
    assert "The Needs of your next card are met" not in titles
    ana = lay.players[ANA]
    ana.deck, ana.peeked = shuffled(["sword#1", "ribbon#1"]), laid(["club#1"])
    [draw] = [one for one in ruleset.prospects(lay, ANA) if not one.rolled]
    assert sorted(draw.cards) == ["club#1", "ribbon#1", "sword#1"]
    assert ruleset.prospects(lay, "nobody") == []


# Luck


def test_a_roll_is_judged_against_what_the_die_could_show() -> None:
    """AF-3.6: a 7 or 8 of 1d8 comes in 2 of 8 rolls; the flat die leaves nothing to chance."""
    before = duel(Side(play=["sword#1"]), step="encounter")
    after = duel(Side(play=["sword#1"]), step="encounter")
    do(after, ANA, Attack(), "1d8", 7)
    [judged] = ruleset.judged(before, after)
    assert (judged.seat, judged.outcome, judged.prospect.title) == (ANA, "7", "Attack Die 1d8")
    assert count(judged.prospect).at_least("7") == Fraction(2, 8)
    flat = duel(step="encounter")
    do(flat, ANA, Attack())
    assert ruleset.judged(before, flat) == []


def test_only_the_latest_action_is_judged() -> None:
    table = duel(Side(play=["sword#1"]), step="encounter")
    do(table, ANA, Attack(), "1d8", 7)
    ruleset.perform(Game(table, lambda question: 0), BEN, PassUntil("turn"))
    assert ruleset.judged(table, table) == []
