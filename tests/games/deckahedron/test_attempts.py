"""What the game master reads when somebody attempts something: the words, and how likely it is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fatedeck.engine.actions import form
from fatedeck.engine.cards import laid
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import One
from fatedeck.engine.questions import Answer, Choose, Draw, Question
from fatedeck.engine.story import Line
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.data import skill_cards, trait_cards
from fatedeck.games.deckahedron.rules.attempts import Flip
from fatedeck.games.deckahedron.rules.chances import of_success
from fatedeck.games.deckahedron.rules.skills import UseSkill
from fatedeck.games.deckahedron.state import PINNED, Foe, Options, Skill, Table


def a_table() -> Table:
    """Jorun of rank 3 in Dexterity, with a fresh deck."""
    table = ruleset.begin(Options(modules=["characters"]), (Seat("GM", "gm"), Seat("Ana")))
    player = table.players["Ana"]
    player.name, player.strength, player.dexterity, player.intelligence = "Jorun", 1, 3, 2
    return table


def asked_of_the_gm(table: Table, action: Flip | UseSkill) -> list[Choose]:
    """What the GM is asked; the first answer is taken each time, or Strength where it is asked."""
    asked: list[Choose] = []

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        assert isinstance(question, Choose)
        if question.seat == "GM":
            asked.append(question)
        return "strength" if "strength" in question.options else question.options[0]

    lines: list[Line] = []
    action.do(Game(table, answer, lines=lines), "Ana")
    return asked


def test_how_hard_it_is_is_asked_in_the_players_words_with_the_chance_of_each_answer() -> None:
    """DKH-14, DKH-18: ✔ and ✔✔ of the table after DKH-24, first for rank 3, then for rank 1."""
    words = "I dive for the bell"
    first, instead = asked_of_the_gm(a_table(), Flip("dexterity", words))[:2]

    assert first.prompt == "Jorun tries this with Dexterity: “I dive for the bell”. How hard is it?"
    assert first.notes == {
        "very easy": "93% for Jorun",  # 371/1140 + 137/228
        "easy": "81% for Jorun",  # 69/190 + 17/38
        "standard": "55% for Jorun",  # 3/10 + 1/4
        "difficult": "29% for Jorun",  # 9/38 + 1/19
        "very difficult": "14% for Jorun",  # 31/228 + 1/114
    }
    assert (
        instead.prompt == "Jorun tries this with Strength: “I dive for the bell”. How hard is it?"
    )
    assert instead.notes["standard"] == "40% for Jorun"  # 3/10 + 1/10


def test_what_hinders_already_is_in_the_chances() -> None:
    """DKH-55, DKH-76, DKH-87: pinned, against a foe in a better position, with a penalty card."""
    table = a_table()
    player = table.players["Ana"]
    player.conditions.append(PINNED)
    table.foes["Wolf"] = Foe(conditions=["better placed against Ana"])
    flip = asked_of_the_gm(table, Flip("dexterity", against="Wolf"))[0]
    assert flip.prompt == "Jorun flips Dexterity. How hard is it?"
    assert flip.notes["standard"] == "14% for Jorun"  # as very difficult
    assert flip.notes["very easy"] == "55% for Jorun"  # as standard

    table = a_table()
    table.players["Ana"].cards = laid(["Pick Pockets"])
    table.players["Ana"].skills["Pick Pockets"] = Skill(penalties=1)
    skill = asked_of_the_gm(table, UseSkill("Pick Pockets", "dexterity"))[0]
    assert skill.notes["standard"] == "29% for Jorun"  # as difficult


def test_nothing_is_said_of_a_deck_that_runs_out_in_the_flip() -> None:
    """DKH-27: two cards are left."""
    table = a_table()
    table.players["Ana"].deck = laid(["D01", "D02"])
    notes = asked_of_the_gm(table, Flip("dexterity"))[0].notes
    assert set(notes) == {"easy", "standard", "difficult"}


@pytest.mark.parametrize(
    ("cards", "step", "chance"),
    [
        # Rank 3: D19 and D02 succeed, D01 fails, W1 fails and stops.
        (("D19", "D01", "W1"), 0, Fraction(1, 3)),
        (("D19", "D01", "W1"), 1, Fraction(1, 2)),  # D19 first; D01, then D19
        (("D19", "D02", "W1"), -1, Fraction(1, 3)),  # D19 and D02 in either order
        (("D19", "D02", "D01", "W1"), 2, Fraction(2, 4) + Fraction(1, 4) * Fraction(2, 3)),
    ],
)
def test_a_wound_card_ends_the_flip_that_is_counted(
    cards: tuple[str, ...], step: int, chance: Fraction
) -> None:
    """DKH-63."""
    assert of_success(cards, "classic", 3, step) == chance


@pytest.mark.parametrize(
    ("card", "foes", "chosen"),
    [
        ("Striking", 1, ("Wolf", False)),
        ("Striking", 2, (None, True)),
        ("Quiet", 1, ("", False)),
    ],
)
def test_a_skill_that_strikes_is_aimed_at_somebody_where_there_is_somebody(
    card: str, foes: int, chosen: tuple[str | None, bool]
) -> None:
    """The only foe is chosen beforehand, and of several one is named. DKH-72, DKH-76."""
    table = a_table()
    strikes = card == "Striking"
    skill = next(name for name in skill_cards() if trait_cards()[name].strikes is strikes)
    table.phase, table.spotlight = "play", "Ana"
    table.players["Ana"].cards = laid([skill])
    table.players["Ana"].skills = {skill: Skill()}
    table.foes = {name: Foe() for name in ("Wolf", "Rat")[:foes]}
    settled = {"card": skill}
    given = {"stat": trait_cards()[skill].stats[0]}
    found = form(UseSkill, table, "Ana", settled, given)
    [aimed] = [param for param in found.params if param.name == "foe"]
    assert isinstance(aimed, One)
    assert (aimed.default, aimed.blank) == chosen
