"""What each choice is worth: by the rules themselves, by closed forms, and worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from fatedeck.engine.cards import Pile, face, laid, shuffled
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.paths import find
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import Course, Spending, State
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.engine.random_play import AnyRecord, new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.games import deck_of_adventures
from fatedeck.games.deck_of_adventures.odds.prospects import worth as counts
from fatedeck.games.deck_of_adventures.rules.checks import Terms, check
from fatedeck.games.deck_of_adventures.rules.circle import NAMES, judge
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS, Table
from fatedeck.games.deckahedron.data import deckahedron, readings
from fatedeck.odds.best import best_actions, best_answers
from fatedeck.odds.counting import count, without
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.dilemmas import dilemma
from fatedeck.odds.plans import spend, when_to_stop
from tests.games.deck_of_adventures.seated import a_table, only

WORTH = counts().results()


# When to stop


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from(PLAYING_CARDS), unique=True, min_size=45, max_size=46),
    st.integers(1, 4),
    st.integers(0, 12),
    st.data(),
)
def test_when_to_stop_drawing_by_the_real_rules(
    gone: list[str], difficulty: int, cost: int, data: st.DataObject
) -> None:
    """Upper Hand 2 after any first card; each card drawn costs something. DOA-99."""
    left = [card for card in PLAYING_CARDS if card not in gone]
    first = data.draw(st.sampled_from(left))
    [study] = [study for study in deck_of_adventures.ruleset.studies() if study.name == "check"]
    prospect = study.pose({**study.usual, "difficulty": difficulty, "hand": 2})
    plan = when_to_stop(without(prospect, gone), WORTH.__getitem__, cost)
    held = next(h for h in plan if h.drawn == 1 and h.outcome == prospect.classes[first])

    def start() -> Table:
        table = a_table()
        cards = only(table, "Ana")
        cards.deck = shuffled(left)
        cards.reserved = laid(gone)
        return table

    def run(game: Game[Table]) -> None:
        check(game, game.state.characters["Ana"], "Craft", "8C", difficulty, Terms(hand=2))

    def worth(table: Table) -> int:
        assert table.last is not None
        return WORTH[NAMES[table.last.degree]] - cost * (len(table.last.drawn) - 1)

    options = Possibilities(start, run, worth, worth=lambda end: end, given=(first,)).options()
    found = {
        answer: sum((end * chance for end, chance in ends.items()), Fraction(0))
        for answer, ends in ((str(answer), ends) for answer, ends in options)
    }
    assert found == {"no": held.stop, "yes": held.draw}


def test_a_far_suited_success_is_worth_keeping() -> None:
    """The closest success counts, so a Suited Success may be lost to a plain one. DOA-102."""
    [study] = [study for study in deck_of_adventures.ruleset.studies() if study.name == "check"]
    prospect = study.pose({**study.usual, "difficulty": 3, "hand": 1})
    plan = {held.outcome: held for held in when_to_stop(prospect, WORTH.__getitem__)}
    assert plan["suited_success 3"].stop > plan["suited_success 3"].draw
    assert plan["miss 6"].draw > plan["miss 6"].stop
    lower = study.pose({**study.usual, "difficulty": 3, "hand": -1})
    with pytest.raises(Refused, match="best of several cards"):
        when_to_stop(lower, WORTH.__getitem__)


# An open question at a table


def wounded(points: int) -> AnyRecord:
    """Ana must lose Stamina and says how."""
    record = new_record(find_game("deckahedron"), 4, {"modules": ["combat"]})
    for seat in ("Ana", "Ben"):
        record.do(seat, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    record.do("GM", {"do": "tire", "who": "Ana", "points": points})
    return record


def test_a_wound_or_the_stamina() -> None:
    """A Wound costs one point, a token and a card; six points cost more in the end. DKH-58."""
    options = best_answers(wounded(6), "Ana")
    worths = {option.answer: option.worth for option in options}
    # Stamina counts 1 a point, a Harm -2 and a Wound -5: 6 points lost, 3 + 1 and a Harm, 1 and a
    # Wound. What may come next from the deck is the same for all, unseen as the lost cards are.
    assert worths["lose"] - worths["wound"] == -6 + 1 + 5
    assert worths["harm"] - worths["lose"] == 6 - 4 - 2
    assert {option.answer: option.label for option in options} == {
        "lose": "Lose 6 Stamina",
        "harm": "Turn 3 into a Harm",
        "wound": "Turn 6 into a Wound",
    }


def test_what_counts_as_better_is_the_callers_to_say() -> None:
    def stamina_only(table: Struct) -> Fraction:
        pile = find(table, "players/Ana/exhaustion")
        assert isinstance(pile, Pile)
        return Fraction(-len(pile))

    best = best_answers(wounded(7), "Ana", worth=stamina_only)
    assert [option.answer for option in best] == ["wound", "harm", "lose"]
    assert [option.worth for option in best] == [-2, -5, -7]


def test_a_search_tells_how_far_it_is_and_can_be_called_off() -> None:
    shares: list[float] = []
    best_answers(wounded(4), "Ana", watch=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)

    def call_off(done: float) -> None:
        raise Refused("", "Enough.")

    with pytest.raises(Refused, match="Enough"):
        best_answers(wounded(4), "Ana", watch=call_off)


@pytest.mark.parametrize("first", ["2H", "JS", "8D"])
def test_redraw_or_keep(first: str) -> None:
    """A Fate Card is worth 30: a Miss is redrawn with it, and a success is kept. DOA-28."""

    def start() -> Table:
        table = a_table()
        table.characters["Ana"].tokens = 1
        return table

    def run(game: Game[Table]) -> None:
        check(game, game.state.characters["Ana"], "Craft", "8C", 3)

    def worth(table: Table) -> int:
        assert table.last is not None
        return WORTH[NAMES[table.last.degree]] + 30 * table.characters["Ana"].tokens

    search = Possibilities(start, run, worth, worth=lambda end: end, given=(first,))
    found = {
        str(answer): sum((end * chance for end, chance in ends.items()), Fraction(0))
        for answer, ends in search.options()
    }
    others = [card for card in PLAYING_CARDS if card != first]
    redrawn = sum(WORTH[NAMES[judge(card, "8C", 3).degree]] for card in others)
    kept = WORTH[NAMES[judge(first, "8C", 3).degree]] + 30
    assert found == {"no": kept, first: Fraction(redrawn, 51)}
    assert (found["no"] < found[first]) == (first == "2H")


def test_shuffling_in_good_discards_is_worth_it() -> None:
    """The last good cards lie open in the discards: shuffled in, they may come again. DKH-48."""
    record = wounded(1)
    question = record.question_for("Ana")
    assert question is None, "without discards nobody is asked"
    for good, best in ((True, "yes"), (False, "no")):
        record = new_record(find_game("deckahedron"), 4, {"modules": ["combat"]})
        for seat in ("Ana", "Ben"):
            record.do(seat, {"do": "take-sample", "character": "Wren"})
        record.do("GM", {"do": "begin-play"})
        edges = readings("classic")
        order = sorted(deckahedron(), key=lambda card: sum(edges[card]), reverse=good)
        for card in order[:6]:
            move = {"source": "players/Ana/deck", "target": "players/Ana/discard"}
            record.do("GM", {"do": "fiat.move", "card": card, **move})
        record.do("GM", {"do": "tire", "who": "Ana", "points": 1})
        assert best_answers(record, "Ana")[0].answer == best


def test_which_action_is_best() -> None:
    """Losing more Stamina is worth less. DKH-58."""
    record = wounded(1)
    actions: dict[str, Act] = {
        f"{points} points": {"do": "tire", "who": "Ana", "points": points} for points in (2, 1)
    }

    def stamina(table: Struct) -> int:
        pile = find(table, "players/Ana/exhaustion")
        assert isinstance(pile, Pile)
        return -len(pile)

    best = best_actions(record, "GM", actions, worth=stamina)
    assert [(option.answer, int(option.worth)) for option in best] == [
        ("1 points", -2),
        ("2 points", -3),
    ]
    with pytest.raises(Refused, match="in progress"):
        best_actions(wounded(6), "GM", actions, worth=stamina)


def test_others_choose_by_the_policy_of_the_game() -> None:
    """The GM names the difficulty as the machine would, not as Ana would like it. DKH-17."""
    record = new_record(find_game("deckahedron"), 4)
    for seat in ("Ana", "Ben"):
        record.do(seat, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})

    def reading(table: Struct) -> int:
        shown = find(table, "last/reading")
        assert isinstance(shown, int)
        return shown

    rank = find(record.state, "players/Ana/strength")
    [study] = find_game("deckahedron").studies()
    standard = study.pose({"rank": str(rank), "difficulty": "standard"})
    expected = count(standard).mean(lambda sign: 1 + standard.order.index(sign))
    flip: dict[str, Act] = {"flip": {"do": "flip", "stat": "strength"}}
    assert best_actions(record, "Ana", flip, worth=reading)[0].worth == expected
    easiest = best_actions(
        record, "Ana", flip, worth=reading, decide=lambda table, asked: very_easy(asked)
    )
    assert easiest[0].worth > expected


def very_easy(asked: Question) -> Answer | None:
    wanted = isinstance(asked, Choose) and "very easy" in asked.options
    return "very easy" if wanted else None


def test_who_is_not_asked_has_nothing_to_choose() -> None:
    with pytest.raises(Refused, match="Nothing is being asked of Ben"):
        best_answers(wounded(4), "Ben")


# Spending a hand


def spending(hand: tuple[int, ...], need: int, coming: int, needs: dict[int, int]) -> Spending:
    return Spending("Today", hand, need, coming, needs, (1, 13))


def test_which_card_to_spend() -> None:
    """Worked out by hand."""
    # An easy check now and a hard one or an easy one later: the low card now, both pass.
    [low, high] = spend(spending((3, 12), 2, 1, {5: 1, 11: 1}))
    assert (low.card, high.card) == (3, 12)
    assert [low.passed, high.passed] == [2, 1]
    # Too hard for the low card: throwing it away passes as much as spending the high one.
    [low, high] = spend(spending((3, 12), 9, 1, {5: 1, 11: 1}))
    assert low.card == 3
    assert [low.passed, high.passed] == [1, 1]
    # With an empty hand the pile is turned, and half of it reaches 9.
    assert spend(spending((12,), 9, 2, {9: 1}))[0].passed == 2


@given(st.lists(st.integers(1, 13), min_size=3, max_size=6), st.integers(1, 13))
def test_alike_checks_pass_as_often_as_there_are_cards(hand: list[int], need: int) -> None:
    best = spend(spending(tuple(hand), need, 2, {need: 1}))[0]
    assert best.passed == min(3, sum(card >= need for card in hand))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (Spending("", (), 3, 1, {3: 1}, (1,)), "no card in your hand"),
        (Spending("", (3,), 3, 1, {}, (1,)), "which checks you expect"),
        (Spending("", (3,), 3, 1, {3: 0}, (1,)), "which checks you expect"),
        (Spending("", (3,), 3, 1, {3: 1}, ()), "no pile to turn"),
    ],
)
def test_nonsense_about_hands(asked: Spending, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        spend(asked)


# Courses


def ruin(start: int, goal: int, up: Fraction) -> Course:
    """A purse that wins or loses a coin, with a chance of one half that nothing happens."""

    def step(state: State) -> dict[State, Fraction]:
        [coins] = state
        if coins in (0, goal):
            return {}
        half = Fraction(1, 2)
        return {(coins,): half, (coins + 1,): half * up, (coins - 1,): half * (1 - up)}

    return Course(
        "A purse", (start,), step, lambda s: "full" if s[0] else "empty", ("empty", "full")
    )


@given(st.integers(1, 9), st.sampled_from([Fraction(1, 2), Fraction(1, 3), Fraction(3, 5)]))
def test_the_ruin_of_a_gambler(start: int, up: Fraction) -> None:
    """The textbook's (1 - r^n) / (1 - r^goal), with r the odds against; n / goal when even."""
    against = (1 - up) / up
    even = Fraction(start, 10)
    expected = even if against == 1 else (1 - against**start) / (1 - against**10)
    assert run_to_the_end(ruin(start, 10, up))["full"] == expected


def test_a_course_that_never_ends_is_refused() -> None:
    there_and_back = Course(
        "A swing", (0,), lambda s: {(1 - s[0],): Fraction(1)}, lambda s: "", ("",)
    )
    with pytest.raises(Refused, match="never ends"):
        run_to_the_end(there_and_back)
    upwards = Course("A tower", (0,), lambda s: {(s[0] + 1,): Fraction(1)}, lambda s: "", ("",))
    with pytest.raises(Refused, match="too many ways"):
        run_to_the_end(upwards)


def test_a_fight_is_won_more_often_by_the_stronger() -> None:
    """DKH-73, DKH-75."""
    [fight] = [course for course in find_game("deckahedron").courses() if course.name == "fight"]
    odds = [
        run_to_the_end(fight.pose({"rank": rank, "foe": 2, "stamina": 4, "foe_stamina": 4}))
        for rank in (1, 2, 3, 4)
    ]
    wins = [one["the foe falls"] for one in odds]
    assert wins == sorted(wins)
    assert all(sum(one.chances().values()) == 1 for one in odds)


def test_a_dilemma_holds_nothing_that_the_seat_may_not_know() -> None:
    """Its worlds look alike to the seat, and other hands are dealt anew in each. AF-19.2."""
    ruleset = find_game("adventurer-factory")
    record = new_record(ruleset, 4)
    seat, other = (one.name for one in record.header.seats)
    codec = Codec(ruleset)
    worlds = [codec.decode(world) for world in dilemma(record, seat).worlds]
    assert len(worlds) > 1
    assert all(ruleset.view(one, seat) == ruleset.view(record.state, seat) for one in worlds)
    hands = {str(find(world, f"players/{other}/hand")) for world in worlds}
    assert len(hands) > 1


def test_a_dilemma_does_not_know_the_other_deck() -> None:
    """What the other has left is guessed, never dealt from its true cards. AF-19.3."""
    ruleset = find_game("adventurer-factory")
    record = new_record(ruleset, 4)
    seat, other = (one.name for one in record.header.seats)
    codec, left = Codec(ruleset), set()
    for _ in range(8):
        for world in map(codec.decode, dilemma(record, seat).worlds):
            piles = [find(world, f"players/{other}/{place}") for place in ("hand", "deck")]
            cards = [card for pile in piles if isinstance(pile, Pile) for card in pile]
            left.add(tuple(sorted(face(card) for card in cards)))
    assert len(left) > 1
