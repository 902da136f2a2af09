"""Three ways agree: running the real rules, counting, and playing many times; icepool too."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import Prospect
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.games import deck_of_adventures, deckahedron, realms_behind, thousand_faces
from fatedeck.games.deck_of_adventures.rules import checks as doa
from fatedeck.games.deck_of_adventures.rules import circle
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS
from fatedeck.games.deck_of_adventures.state import Table as AdventureTable
from fatedeck.games.deckahedron import data as deckahedron_data
from fatedeck.games.deckahedron.rules.flips import STEPS, flip
from fatedeck.games.deckahedron.state import Options
from fatedeck.games.deckahedron.state import Table as DeckahedronTable
from fatedeck.games.realms_behind.rules import checks as realms
from fatedeck.games.realms_behind.rules.cards import RANK, STANDARD
from fatedeck.games.realms_behind.state import Table as RealmsTable
from fatedeck.games.thousand_faces import data as faces
from fatedeck.games.thousand_faces.rules.flips import flip as flip_face
from fatedeck.games.thousand_faces.state import Options as FacesOptions
from fatedeck.games.thousand_faces.state import Table as FacesTable
from fatedeck.odds.counting import count, without
from fatedeck.odds.sampling import deviations, sample
from tests.games.deck_of_adventures.seated import a_table, only, with_modifier
from tests.games.realms_behind.realms import hero, table_of
from tests.games.thousand_faces import tabletop

few = settings(max_examples=25, deadline=None)


# Deck of Adventures


def adventure(
    deck: list[str], modifier: int, target: str, fatigue: int = 0
) -> Callable[[], AdventureTable]:
    """Ana with just these cards in her deck and her own Target Card out of it."""

    def start() -> AdventureTable:
        table = a_table()
        ana = with_modifier(table.characters["Ana"], "VIT", modifier)
        ana.fatigue, ana.target = fatigue, target
        cards = only(table, "Ana")
        cards.deck = shuffled(deck)
        cards.targets = laid([target])
        held = {*deck, target}
        cards.reserved = laid(card for card in PLAYING_CARDS if card not in held)
        return table

    return start


def degree(table: AdventureTable) -> str:
    assert table.last is not None
    return circle.NAMES[table.last.degree]


def draw_on(table: AdventureTable, question: Question) -> Answer:
    assert question.key.endswith("another-card")
    return "yes"


some_cards = st.lists(st.sampled_from(PLAYING_CARDS), unique=True, min_size=5, max_size=7)


@few
@given(some_cards, st.integers(-2, 3), st.integers(0, 3), st.sampled_from(PLAYING_CARDS))
def test_the_saves_of_a_seat_by_counting_and_by_running(
    deck: list[str], modifier: int, fatigue: int, target: str
) -> None:
    """Deck, Modifier with its required match, and Lower Hands at random. DOA-51, DOA-116."""
    start = adventure([card for card in deck if card != target], modifier, target, fatigue)
    prospects = deck_of_adventures.ruleset.prospects(start(), "Ana")
    counted = count(next(one for one in prospects if one.title == "VIT Save, DR 3"))

    def run(game: Game[AdventureTable]) -> None:
        doa.save(game, game.state.characters["Ana"], "VIT", 3)

    ends = Possibilities(start, run, degree, decide=draw_on).ends()
    assert counted.chances() == ends


@few
@given(
    st.lists(st.sampled_from(PLAYING_CARDS), unique=True, min_size=45, max_size=47),
    st.integers(0, 6),
    st.integers(-2, 3),
    st.integers(-3, 3),
    st.sampled_from(sorted(deck_of_adventures.odds.prospects.MATCHES)),
)
def test_any_check_after_any_discards(
    gone: list[str], difficulty: int, modifier: int, hand: int, match: str
) -> None:
    """Upper and Lower Hands up to 3, with each required match. DOA-98 to DOA-103, DOA-358."""
    deck = [card for card in PLAYING_CARDS if card not in gone]
    study = next(one for one in deck_of_adventures.ruleset.studies() if one.name == "check")
    asked: dict[str, Value] = {
        "difficulty": difficulty,
        "modifier": modifier,
        "hand": hand,
        "match": match,
    }
    counted = count(without(study.pose(asked), gone))

    def start() -> AdventureTable:
        table = a_table()
        with_modifier(table.characters["Ana"], "Craft", modifier)
        only(table, "Ana").deck = shuffled(deck)
        table.decks["Ana"].reserved = laid(gone)
        return table

    def run(game: Game[AdventureTable]) -> None:
        required = deck_of_adventures.odds.prospects.MATCHES[match]
        ana = game.state.characters["Ana"]
        doa.check(game, ana, "Craft", "8C", difficulty, doa.Terms(hand=hand, match=required))

    assert counted.chances() == Possibilities(start, run, degree, decide=draw_on).ends()


# Deckahedron: random decks and difficulties are in test_counting; here from what a seat knows


@few
@given(st.permutations([f"D{n:02}" for n in range(1, 21)]), st.integers(0, 8), st.integers(0, 6))
def test_flips_when_exhausted_cards_are_unseen(
    order: list[str], exhausted: int, discarded: int
) -> None:
    """A seat cannot tell its deck from its Exhaustion pile. DKH-4, DKH-43."""

    def start() -> DeckahedronTable:
        table = deckahedron.ruleset.begin(Options(), (Seat("GM", "gm"), Seat("Ana")))
        ana = table.players["Ana"]
        ana.spread, ana.strength = True, 3
        ana.exhaustion = shuffled(order[:exhausted])
        ana.discard = laid(order[exhausted : exhausted + discarded])
        ana.deck = shuffled(order[exhausted + discarded :])
        return table

    def run(game: Game[DeckahedronTable]) -> None:
        flip(game, "Ana", "strength", 3, STEPS["easy"])

    def shown(table: DeckahedronTable) -> str:
        assert table.last is not None
        return deckahedron_data.sign(table.last.reading)

    prospects = deckahedron.ruleset.prospects(start(), "Ana")
    counted = count(next(one for one in prospects if one.title == "Strength, easy"))
    ends = Possibilities(
        start,
        run,
        shown,
        decide=first_option,
        unseen=lambda table: deckahedron.ruleset.hidden(table, "Ana"),
    ).ends()
    assert counted.chances() == ends


def first_option(table: object, question: Question) -> Answer:
    assert isinstance(question, Choose)
    return question.options[0]


# A Thousand Faces of Adventure


def landed(deck: list[str], discard: list[str], xp: int = 0) -> Callable[[], FacesTable]:
    """Ana with these cards in her deck and her discard pile, the others exhausted."""

    def start() -> FacesTable:
        ana = tabletop.player()
        ana.deck, ana.discard, ana.xp = shuffled(deck), laid(discard), xp
        rest = [card for card in faces.deck_cards() if card not in (*deck, *discard)]
        ana.exhaustion = laid(rest)
        return tabletop.table(ana, options=FacesOptions(stamina="heroic"))

    return start


def sign(table: FacesTable) -> str:
    assert table.last is not None
    return table.last.sign


some_faces = st.lists(st.sampled_from(sorted(faces.deck_cards())), unique=True, min_size=8)


@few
@given(some_faces, st.sampled_from(sorted(thousand_faces.odds.prospects.NETS)))
def test_flips_of_a_thousand_faces(cards: list[str], net: str) -> None:
    """TFA-22, TFA-26: from any deck, with each net modifier, as a seat is shown it."""
    start = landed(cards[:7], cards[7:])
    prospects = thousand_faces.ruleset.prospects(start(), "Ana")
    counted = count(next(one for one in prospects if one.title == f"Str, net {net}"))
    suit, step = start().players["Ana"].suit("str"), thousand_faces.odds.prospects.NETS[net]

    def run(game: Game[FacesTable]) -> None:
        flip_face(game, "Ana", suit, step, flashback=False)

    ends = Possibilities(start, run, sign, decide=last_option).ends()
    assert counted.chances() == ends


@settings(max_examples=10, deadline=None)
@given(some_faces, st.sampled_from(faces.SUITS), st.integers(-1, 1))
def test_a_flashback_flips_anew(cards: list[str], suit: str, step: int) -> None:
    """An XP buys a whole flip from the cards that are left: enough of them. TFA-79, TFA-176."""
    deck = cards[:8]
    study = thousand_faces.ruleset.studies()[0]
    net = next(name for name, value in thousand_faces.odds.prospects.NETS.items() if value == step)
    gone = [card for card in faces.deck_cards() if card not in deck]
    counted = count(without(study.pose({"suit": suit, "net": net, "xp": 1}), gone))

    def run(game: Game[FacesTable]) -> None:
        flip_face(game, "Ana", suit, step)

    def decide(table: FacesTable, question: Question) -> Answer:
        if isinstance(question, Choose) and question.name == "flashback":
            return "yes" if sign(table) in ("✗", "✅") else "no"
        return last_option(table, question)

    assert counted.chances() == Possibilities(landed(deck, [], 1), run, sign, decide=decide).ends()


def last_option(table: object, question: Question) -> Answer:
    return tabletop.plainly(question)


# The Realms Behind


@few
@given(
    st.permutations(sorted(STANDARD)),
    st.integers(2, 8),
    st.integers(0, 9),
    st.integers(0, 2),
)
def test_assists_and_checks_from_the_pile(
    order: list[str], pile: int, total: int, hand: int
) -> None:
    """An assist turns the pile whatever the hand holds. RB-9.2."""

    def start() -> RealmsTable:
        table = table_of(Ana="basic")
        ana = hero(table)
        ana.hand = laid(order[:hand])
        ana.deck = shuffled(order[hand : hand + pile])
        ana.discard = laid(order[hand + pile :])
        return table

    def run(game: Game[RealmsTable]) -> None:
        helping = realms.Terms("might", total, 11, assist=True, from_pile=True)
        realms.check(game, game.state.players["Ana"], helping)

    ends = Possibilities(start, run, reached, decide=highest).ends()
    counted = count(realms_behind.odds.prospects.assist(start().players["Ana"].deck, total))
    assert counted.chances() == ends


def reached(table: RealmsTable) -> str:
    assert table.last is not None
    return "reaches it" if table.last.success else "falls short"


def highest(table: RealmsTable, question: Question) -> Answer:
    """No gambles, the highest card of the hand, and Advantage from the pile."""
    if isinstance(question, Number):
        return 0
    assert isinstance(question, Choose)
    if realms.PILE in question.options:
        return realms.PILE
    return max(question.options, key=RANK.__getitem__)


# Playing many times


def test_many_plays_come_close_to_the_exact_odds() -> None:
    """Upper Hand 2 from a full deck: every degree within four standard deviations. DOA-98."""
    study = next(one for one in deck_of_adventures.ruleset.studies() if one.name == "check")
    asked: dict[str, Value] = {"difficulty": 3, "modifier": 1, "hand": 2, "match": "none"}
    exact = count(study.pose(asked))

    def start() -> AdventureTable:
        table = a_table()
        with_modifier(table.characters["Ana"], "Craft", 1)
        return table

    def run(game: Game[AdventureTable]) -> None:
        doa.check(game, game.state.characters["Ana"], "Craft", "8C", 3, doa.Terms(hand=2))

    played = sample(start, run, degree, draw_on, runs=4000, seed=8)
    for outcome in exact:
        assert abs(deviations(played, outcome, exact[outcome])) < 4
    assert abs(deviations(played, "Miss", Fraction(1, 2))) > 4


def test_a_sample_needs_a_run() -> None:
    with pytest.raises(Refused, match="at least one run"):
        sample(a_table, lambda game: None, degree, draw_on, runs=0, seed=1)


# icepool


def by_icepool(prospect: Prospect) -> dict[str, Fraction]:
    """The same question put to icepool: deal, keep the highest or the lowest, name the result."""
    place = {name: number for number, name in enumerate(prospect.order)}
    cards: dict[int, int] = {}
    for card in prospect.cards:
        at = place[prospect.classes[card]]
        cards[at] = cards.get(at, 0) + 1
    hand = icepool.Deck(cards).deal(prospect.draws)
    kept = hand.highest(1) if prospect.keep == "best" else hand.lowest(1)
    named = kept.expand().map(lambda one: _name(prospect, prospect.order[one[0]]))
    return {str(name): Fraction(ways, named.denominator()) for name, ways in named.items() if ways}


def _name(prospect: Prospect, outcome: str) -> str:
    return prospect.names.get(outcome, outcome)


@pytest.mark.parametrize("hand", [-3, -1, 0, 2, 3])
@pytest.mark.parametrize("match", ["none", "colour", "suit"])
def test_icepool_agrees_on_checks(hand: int, match: str) -> None:
    study = next(one for one in deck_of_adventures.ruleset.studies() if one.name == "check")
    asked: dict[str, Value] = {"difficulty": 3, "modifier": 1, "hand": hand, "match": match}
    gone = random.Random(hand).sample(PLAYING_CARDS, 20)
    prospect = without(study.pose(asked), gone)
    assert count(prospect).chances() == by_icepool(prospect)


def test_icepool_agrees_on_what_a_seat_is_shown() -> None:
    table = deckahedron.ruleset.begin(Options(), (Seat("GM", "gm"), Seat("Ana")))
    table.players["Ana"].spread = True
    flips = deckahedron.ruleset.prospects(table, "Ana")
    cards = realms_behind.ruleset.prospects(table_of(Ana="dhutlo"), "Ana")
    assert len(flips) == 15
    assert cards
    for prospect in flips + cards:
        assert count(prospect).chances() == by_icepool(prospect)
