"""What may be asked away from a table is what the rules do."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, Many, One, Value, Words
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import Prospect
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.engine.ruleset import games
from fatedeck.games import (
    adventurer_factory,
    deck_of_adventures,
    deckahedron,
    realms_behind,
    thousand_faces,
)
from fatedeck.games.deck_of_adventures.rules.checks import Terms, check
from fatedeck.games.deck_of_adventures.rules.circle import NAMES, judge
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS
from fatedeck.games.deck_of_adventures.state import Table as AdventureTable
from fatedeck.games.deckahedron import data
from fatedeck.games.deckahedron.odds.fights import WAYS, blows
from fatedeck.games.deckahedron.rules.attacks import Attack
from fatedeck.games.deckahedron.rules.effects import DROP
from fatedeck.games.deckahedron.state import Foe, Options
from fatedeck.games.deckahedron.state import Table as DeckahedronTable
from fatedeck.games.realms_behind.rules import checks as realms
from fatedeck.games.realms_behind.rules.cards import RANK, STANDARD
from fatedeck.games.realms_behind.state import Table as RealmsTable
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.flips import flip
from fatedeck.games.thousand_faces.state import Table as FacesTable
from fatedeck.odds.counting import count, without
from fatedeck.odds.courses import run_to_the_end
from tests.games.deck_of_adventures.seated import a_table, only
from tests.games.realms_behind.realms import hero, table_of
from tests.games.thousand_faces import tabletop

few = settings(max_examples=25, deadline=None)


@few
@given(
    st.lists(st.sampled_from(PLAYING_CARDS), unique=True, min_size=46, max_size=47),
    st.integers(0, 5),
    st.integers(-2, 2),
)
def test_a_fate_card_for_a_miss(gone: list[str], difficulty: int, hand: int) -> None:
    """The worst card is drawn anew, and the new one stands. DOA-28 to DOA-31."""
    [study] = [study for study in deck_of_adventures.ruleset.studies() if study.name == "check"]
    asked: dict[str, Value] = {"difficulty": difficulty, "hand": hand, "fate": 1}
    counted = count(without(study.pose({**study.usual, **asked}), gone))

    def start() -> AdventureTable:
        table = a_table()
        table.characters["Ana"].tokens = 1
        cards = only(table, "Ana")
        cards.deck = shuffled(card for card in PLAYING_CARDS if card not in gone)
        cards.reserved = laid(gone)
        return table

    def run(game: Game[AdventureTable]) -> None:
        check(game, game.state.characters["Ana"], "Craft", "8C", difficulty, Terms(hand=hand))

    def decide(table: AdventureTable, question: Question) -> Answer:
        assert isinstance(question, Choose)
        if question.name == "another-card":
            return "yes"
        drawn = sorted(
            table.decks["Ana"].play, key=lambda card: judge(card, "8C", difficulty).merit
        )
        counts = drawn[-1] if hand >= 0 else drawn[0]
        return "no" if judge(counts, "8C", difficulty).success else drawn[0]

    def degree(table: AdventureTable) -> str:
        assert table.last is not None
        return NAMES[table.last.degree]

    assert counted.chances() == Possibilities(start, run, degree, decide=decide).ends()


@few
@given(
    st.permutations(STANDARD),
    st.integers(1, 13),
    st.integers(0, 2),
    st.integers(-2, 2),
    st.integers(0, 2),
)
def test_checks_with_advantage_and_fortune(
    order: list[str], need: int, hand: int, net: int, fortune: int
) -> None:
    """RB-5.5, RB-5.7, RB-8.3 to RB-8.5, RB-11.5: from six cards that are left."""
    left, gone = order[:6], order[6:]
    [study] = [study for study in realms_behind.ruleset.studies() if study.name == "check"]
    asked = {"need": need, "hand": hand, "advantage": net, "fortune": fortune}
    counted = count(without(study.pose(asked), gone))

    def start() -> RealmsTable:
        table = table_of(Ana="basic")
        ana = hero(table)
        ana.fortune = fortune
        ana.deck, ana.discard = shuffled(left), laid(gone)
        return table

    def run(game: Game[RealmsTable]) -> None:
        ana = game.state.players["Ana"]
        realms.draw_cards(game, ana, hand)
        terms = realms.Terms("might", 0, need, advantage=max(net, 0), disadvantage=max(-net, 0))
        realms.check(game, ana, terms)

    def decide(table: RealmsTable, question: Question) -> Answer:
        if isinstance(question, Number):
            return fortune if question.name == "fortune" else 0
        assert isinstance(question, Choose)
        if realms.PILE in question.options:
            return realms.PILE
        return max(question.options, key=lambda card: RANK.get(card, 0))

    def reached(table: RealmsTable) -> str:
        assert table.last is not None
        return "reaches it" if table.last.success else "falls short"

    assert counted.chances() == Possibilities(start, run, reached, decide=decide).ends()


@pytest.mark.parametrize("way", ["melee", "ranged"])
def test_what_one_attack_deals_and_costs(way: str) -> None:
    """The attack itself, run to every end with a rolled die. DKH-73, DKH-75, DKH-121.

    Both decks lie in a known order, once for each pair of cards on top.
    """
    options = Options(modules=["combat", "attack_simple"], dice="polyhedral")
    plainly = {"move": "no", "convert": "lose", "shuffle-first": "no"}
    deals = (DROP, "deal a Wound", "deal a Harm", "deal 1d4", "deal 1")

    def start(mine: str, theirs: str) -> DeckahedronTable:
        table = deckahedron.ruleset.begin(options, (Seat("GM", "gm"), Seat("Ana")))
        table.phase = "play"
        ana = table.players["Ana"]
        ana.spread, ana.strength, ana.dexterity = True, 3, 3
        table.foes["Wolf"] = Foe(strength=2, dexterity=2, stamina=20)
        ana.deck = laid(sorted(ana.deck, key=lambda card: card != mine))
        table.foe_cards.deck = laid(sorted(table.foe_cards.deck, key=lambda card: card != theirs))
        return table

    def run(game: Game[DeckahedronTable]) -> None:
        Attack("Wolf", WAYS[way]).do(game, "Ana")

    def decide(table: DeckahedronTable, question: Question) -> Answer:
        assert isinstance(question, Choose)
        if question.name in plainly:
            return plainly[question.name]
        return next(wanted for wanted in deals if wanted in question.options)

    def fatigue(table: DeckahedronTable) -> tuple[int, int]:
        return 20 - table.foes["Wolf"].stamina, len(table.players["Ana"].exhaustion)

    ends: dict[tuple[int, int], Fraction] = {}
    for mine, theirs in product(data.deckahedron(), repeat=2):
        possible = Possibilities(partial(start, mine, theirs), run, fatigue, decide=decide)
        for end, chance in possible.ends().items():
            ends[end] = ends.get(end, Fraction(0)) + chance / 400
    full = data.deckahedron()
    expected: dict[tuple[int, int], Fraction] = {}
    for blow, chance in blows(WAYS[way], 3, 2, full, full).items():
        both = blow.dealt, blow.taken
        expected[both] = expected.get(both, Fraction(0)) + chance
    assert ends == expected


def test_every_study_can_be_posed_and_answered() -> None:
    """With what is usual, and the least or the first of what is not."""
    asked = 0
    for ruleset in games():
        for study in ruleset.studies():
            odds = count(study.pose(_filled(study.params, study.usual)))
            assert sum(odds.chances().values()) == 1
            asked += 1
        for course in ruleset.courses():
            odds = run_to_the_end(course.pose(_filled(course.params, course.usual)))
            assert sum(odds.chances().values()) == 1
            asked += 1
    assert asked >= 9


def _filled(params: tuple[object, ...], usual: dict[str, Value]) -> dict[str, Value]:
    values: dict[str, Value] = dict(usual)
    for param in params:
        match param:
            case Count() if param.name not in values:
                values[param.name] = max(param.low, 1)
            case One() if param.name not in values:
                values[param.name] = param.options[0]
            case Many() if param.name not in values:
                values[param.name] = list(param.options[: param.least])
            case Words() if param.name not in values:
                values[param.name] = "1"
    return values


def test_hands_change_the_odds_as_they_should() -> None:
    """From Lower Hand 3 to Upper Hand 3 success only becomes likelier. DOA-98, DOA-100."""
    [study] = [study for study in deck_of_adventures.ruleset.studies() if study.name == "check"]
    chances = []
    for hand in range(-3, 4):
        prospect: Prospect = study.pose({**study.usual, "difficulty": 3, "hand": hand})
        chances.append(count(prospect).any_of(prospect.good))
    assert chances == sorted(chances)
    assert chances[3] == Fraction(7, 13)


def test_what_a_weapon_deals() -> None:
    """53.85 % to hit at AR 3, and 1 card in 52 deals one more. DOA-171, DOA-173."""
    [study] = [study for study in deck_of_adventures.ruleset.studies() if study.name == "attack"]
    odds = count(study.pose({**study.usual, "difficulty": 3, "damage": 2}))
    assert odds.chances() == {
        "no damage": Fraction(24, 52),
        "2 damage": Fraction(27, 52),
        "3 damage": Fraction(1, 52),
    }


def test_attack_powers_of_a_thousand_faces() -> None:
    """TFA-84: 2, 3, 4, 5 15 % each, 6, 7, 8 10 % each, 9, 10 5 % each, mean 5.15."""
    [study] = [study for study in thousand_faces.ruleset.studies() if study.name == "power"]
    odds = count(study.pose({"die": "d10"}))
    assert [odds[str(n)] * 20 for n in range(2, 11)] == [3, 3, 3, 3, 2, 2, 2, 1, 1]
    assert odds.mean(int) == Fraction(515, 100)


def rows(head: str) -> list[list[str]]:
    """The figures of a table in the rules of Adventurer Factory."""
    rules = Path(str(adventurer_factory.__file__)).with_name("rules.md").read_text("utf-8")
    chapter = rules[rules.index(head) :].split("\n\n")[1]
    lines = chapter.splitlines()
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in [lines[0], *lines[2:]]
    ]


def test_blows_of_adventurer_factory() -> None:
    """Both tables of the rules, from the rules themselves. AF-12.3 to AF-12.5."""
    [study] = [one for one in adventurer_factory.ruleset.courses() if one.name == "blow"]
    (_, *deltas), *dice = rows("Expected damage of one Simple Attack")
    assert len(dice) == 7
    for die, *means in dice:
        for delta, mean in zip(map(int, deltas), means, strict=True):
            odds = run_to_the_end(study.pose({"die": die, "delta": delta}))
            assert odds.mean(int) == Fraction(mean)
    (_, *deltas), *dice = rows("Probability that it deals 0")
    for die, *chances in dice:
        for delta, chance in zip(map(int, deltas), chances, strict=True):
            odds = run_to_the_end(study.pose({"die": die, "delta": delta}))
            assert odds.any_of(["0"]) == Fraction(chance)


def test_a_duel_of_blows() -> None:
    """Worked out by hand: who needs two blows of 1d1 against one that hits every other time."""
    [study] = [one for one in adventurer_factory.ruleset.courses() if one.name == "duel"]
    asked: dict[str, Value] = {
        "die": "1d1",
        "delta": 0,
        "other": "1d4",
        "other_delta": -2,
        "points": 1,
        "other_points": 2,
    }
    # You strike, they strike once and miss with 1 or 2, you strike again.
    assert run_to_the_end(study.pose(asked))["the other is worn down"] == Fraction(1, 2)


@pytest.mark.parametrize("xp", [0, 1, 2, 4])
@pytest.mark.parametrize("net", [-1, 0, 1])
def test_experience_buys_a_flashback_and_raises_it(xp: int, net: int) -> None:
    """The flip itself, all XP spent when it fails. TFA-176 to TFA-178."""
    left = ["D01", "D02", "D05", "D08", "D13", "D16", "D18", "D20"]
    gone = [card for card in catalogue.deck_cards() if card not in left]
    [study] = [study for study in thousand_faces.ruleset.studies() if study.name == "flip"]
    counted = count(
        without(study.pose({"suit": "blade", "net": f"{net:+}" if net else "0", "xp": xp}), gone)
    )

    def start() -> FacesTable:
        ana = tabletop.player()
        ana.deck, ana.xp = shuffled(left), xp
        ana.exhaustion = laid(gone)
        return tabletop.table(ana)

    def decide(table: FacesTable, question: Question) -> Answer:
        if isinstance(question, Number):
            return question.high
        if isinstance(question, Choose) and question.name == "flashback":
            return "yes" if sign(table) in ("✗", "✅") else "no"
        if isinstance(question, Choose) and question.name == "shuffle-before-flip":
            return "no"  # the discard pile stays, before the new flip
        return question.options[0] if isinstance(question, Choose) else ""

    def sign(table: FacesTable) -> str:
        assert table.last is not None
        return table.last.sign

    def run(game: Game[FacesTable]) -> None:
        flip(game, "Ana", "blade", net, levels=False)

    assert counted.chances() == Possibilities(start, run, sign, decide=decide).ends()


@pytest.mark.parametrize("target", ["KS", "AH", "8C"])
@pytest.mark.parametrize("name", ["check", "save"])
def test_a_check_against_another_target_card(name: str, target: str) -> None:
    """With cards gone it matters which Target Card lies there; a Save's own is out. DOA-116."""
    [study] = [study for study in deck_of_adventures.ruleset.studies() if study.name == name]
    gone = ["KH", "KD", "2S", "9C"]
    odds = count(without(study.pose({**study.usual, "difficulty": 3, "target": target}), gone))
    left = [card for card in PLAYING_CARDS if card not in gone]
    if name == "save":
        left.remove(target)
    degrees = [NAMES[judge(card, target, 3).degree] for card in left]
    expected = {degree: Fraction(degrees.count(degree), len(left)) for degree in set(degrees)}
    assert odds.chances() == expected
