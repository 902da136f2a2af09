"""Plans against the real rules: a whole draw made anew, and losses borne in several ways."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.games import deckahedron, thousand_faces
from fatedeck.games.deckahedron.data import deckahedron as deckahedron_cards
from fatedeck.games.deckahedron.data import sign as sign_of
from fatedeck.games.deckahedron.rules.flips import DIFFICULTIES, STEPS
from fatedeck.games.deckahedron.rules.flips import flip as flip_cards
from fatedeck.games.deckahedron.rules.tokens import KEEP, TWO_GREEN, pay_to_flip_again
from fatedeck.games.deckahedron.state import Difficulty, Options
from fatedeck.games.deckahedron.state import Table as DeckahedronTable
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.flips import flip
from fatedeck.games.thousand_faces.state import Table as FacesTable
from fatedeck.odds.counting import count, without
from fatedeck.odds.dilemmas import plight
from fatedeck.odds.plans import Held, when_to_draw_anew
from fatedeck.odds.scales import Scales
from tests.games.thousand_faces import tabletop

S = TypeVar("S", bound=Struct)

SEATS = (Seat("GM", "gm"), Seat("You"))
few = settings(max_examples=12, deadline=None)


def gains(
    plan: Sequence[Held], chances: dict[str, Fraction], order: Sequence[str]
) -> dict[str, Fraction]:
    """What one may expect to gain by drawing anew on one result only."""
    return {
        order[place]: chances[order[place]] * (held.draw - held.stop)
        for held in plan
        for place in [order.index(held.outcome)]
    }


def mean_of(possibilities: Possibilities[S, int]) -> Fraction:
    """What comes out on average."""
    ends = possibilities.ends()
    return sum((end * chance for end, chance in ends.items()), Fraction(0))


@few
@given(st.permutations(deckahedron_cards()), st.integers(1, 4), st.sampled_from(DIFFICULTIES))
def test_flipping_again_for_green_tokens(
    cards: list[str], rank: int, difficulty: Difficulty
) -> None:
    """DKH-95, one step easier, from seven cards that are left; the best result is never ignored."""
    left, gone = cards[:7], cards[7:]
    [study] = deckahedron.ruleset.studies()
    assert study.anew is not None
    values = {"rank": str(rank), "difficulty": difficulty}
    first, second = (without(pose(values), gone) for pose in (study.pose, study.anew))
    plan = when_to_draw_anew(first, second, study.worth.__getitem__)
    found = gains(plan, count(first).chances(), first.order)

    def start() -> DeckahedronTable:
        table = deckahedron.ruleset.begin(Options(), SEATS)
        player = table.players["You"]
        player.deck, player.discard, player.green_tokens = shuffled(left), laid(gone), 2
        return table

    def run(game: Game[DeckahedronTable]) -> None:
        outcome = flip_cards(game, "You", "strength", rank, STEPS[difficulty])
        step = pay_to_flip_again(game, "You", outcome)
        if step is not None:
            flip_cards(game, "You", "strength", rank, step)

    def worth(table: DeckahedronTable) -> int:
        assert table.last is not None
        return 2 * table.last.reading

    def paying_on(sign: str) -> Callable[[DeckahedronTable, Question], Answer]:
        def decide(table: DeckahedronTable, asked: Question) -> Answer:
            assert isinstance(asked, Choose)
            if asked.name == "flip-again":
                assert table.last is not None
                return TWO_GREEN if sign_of(table.last.reading) == sign else KEEP
            return asked.options[0]

        return decide

    def mean(sign: str) -> Fraction:
        return mean_of(Possibilities(start, run, worth, decide=paying_on(sign)))

    kept = mean("nothing")
    for sign, gain in found.items():
        if sign != "✔✔":
            assert mean(sign) - kept == gain


@few
@given(st.permutations(catalogue.deck_cards()), st.integers(-1, 1))
def test_a_flashback(cards: list[str], net: int) -> None:
    """TFA-176, TFA-177: a whole flip anew, from eight cards that are left, nothing raised."""
    left, gone = cards[:8], cards[8:]
    [study] = [study for study in thousand_faces.ruleset.studies() if study.name == "flip"]
    assert study.anew is not None
    values: dict[str, Value] = {"suit": "blade", "net": f"{net:+}" if net else "0", "xp": 0}
    first, second = (without(pose(values), gone) for pose in (study.pose, study.anew))
    plan = when_to_draw_anew(first, second, study.worth.__getitem__)
    found = gains(plan, count(first).chances(), first.order)

    def start() -> FacesTable:
        ana = tabletop.player()
        ana.deck, ana.exhaustion, ana.xp = shuffled(left), laid(gone), 1
        return tabletop.table(ana)

    def run(game: Game[FacesTable]) -> None:
        flip(game, "Ana", "blade", net, levels=False)

    def worth(table: FacesTable) -> int:
        assert table.last is not None
        return 4 * table.last.result

    def paying_on(sign: str) -> Callable[[FacesTable, Question], Answer]:
        def decide(table: FacesTable, asked: Question) -> Answer:
            if isinstance(asked, Choose) and asked.name == "flashback":
                assert table.last is not None
                return "yes" if table.last.sign == sign else "no"
            if isinstance(asked, Choose) and asked.name == "shuffle-before-flip":
                return "no"  # the discard pile stays, before the new flip
            if isinstance(asked, Number):
                return 0
            return asked.options[0] if isinstance(asked, Choose) else ""

        return decide

    def mean(sign: str) -> Fraction:
        return mean_of(Possibilities(start, run, worth, decide=paying_on(sign)))

    kept = mean("nothing")
    for sign, gain in found.items():
        assert mean(sign) - kept == gain


def test_a_flashback_from_too_few_cards_is_not_counted() -> None:
    """With five cards left the discards come back before the new flip. TFA-78, TFA-79."""
    [study] = [study for study in thousand_faces.ruleset.studies() if study.name == "flip"]
    flip_one = study.pose({"suit": "blade", "net": "0", "xp": 1})
    deck = catalogue.deck_cards()
    assert study.why_not_anew(without(flip_one, deck[7:])) is None
    refused = study.why_not_anew(without(flip_one, deck[6:]))
    assert refused is not None
    assert "With 5 cards left" in str(refused)


def test_a_second_draw_needs_cards_of_its_own() -> None:
    [study] = deckahedron.ruleset.studies()
    one = without(study.pose({"rank": "3", "difficulty": "standard"}), deckahedron_cards()[1:])
    with pytest.raises(Refused, match="can’t draw 2 cards from 1"):
        when_to_draw_anew(one, one, study.worth.__getitem__)


def weighed(game: str, **values: str | int) -> dict[str, Fraction]:
    """What each answer to the question “wound” is worth at a table laid out for it."""
    ruleset = {"deckahedron": deckahedron, "thousand-faces": thousand_faces}[game].ruleset
    [asked] = ruleset.plights()
    said = {**asked.usual, **values}
    state = asked.stage(said, SEATS, [])
    scales = Scales(
        ruleset,
        plight(ruleset, state, "You", SEATS),
        happens=lambda table: asked.happens(table, "You", said),
        limit=0.2,
        luck=random.Random(5),
    )
    while scales.turn():
        pass
    return {option.answer: option.worth for option in scales.options()}


def test_stamina_harm_or_wound() -> None:
    """DKH-44, DKH-58 to DKH-62, by hand: Stamina 1 a point, Harm -2, Wound -5, out -20."""
    plain = weighed("deckahedron", points=6)
    assert plain["lose"] - plain["harm"] == -6 - (-3 - 1 - 2)
    assert plain["lose"] - plain["wound"] == -6 - (-1 - 5)
    with_two_harm = weighed("deckahedron", points=3, harm=2)  # a third Harm is a Wound
    assert with_two_harm["lose"] - with_two_harm["harm"] == -3 - (-1 - 5)
    last = weighed("deckahedron", points=7, exhausted=8)
    # Two points are left. One of seven and the Wound's own are both of them: out all the same.
    assert last["lose"] - last["wound"] == 5
    third = weighed("deckahedron", points=6, wounds=2)  # the third Wound: out
    assert third["lose"] > third["wound"]


def test_how_to_pay_for_a_blow() -> None:
    """TFA-99, TFA-109, TFA-121, TFA-122: no Harm in a One-Shot; the third Wound is the end."""
    assert set(weighed("thousand-faces", points=1)) == {"stamina", "wound"}
    long = weighed("thousand-faces", points=4, campaign="nine-hour")
    assert set(long) == {"stamina", "harm-1", "wound"}
    third = weighed("thousand-faces", points=4, wounds=2)
    assert third["stamina"] > third["wound"]


@pytest.mark.parametrize("points", [1, 3])
def test_stamina_goes_card_by_card(points: int) -> None:
    """TFA-102: revealed until so many symbols have come, 21/11 cards for each of the 10 symbols.

    Which card comes is looked at, although it then lies unseen: a deck of 20 loses more than one
    card for a point. Every card counts 1, a Wound -9; the card that comes with it counts as well.
    """
    found = weighed("thousand-faces", points=points)
    lost = float(found["wound"] - found["stamina"]) + 9 - 1
    assert lost == pytest.approx(points * 21 / 11, abs=0.15)
