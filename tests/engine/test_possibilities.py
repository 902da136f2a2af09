from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec import Struct, field

from fatedeck.engine.cards import Pile, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.possibilities import Possibilities, possible_answers
from fatedeck.engine.questions import Answer, Decision, Each, Number, Several, Text
from tests.engine.parley import Table, ask_both


def table() -> Table:
    return Table(shuffled(["A", "A", "B", "C"]), Pile(), {})


def two_draws(game: Game[Table]) -> None:
    game.state.said = "".join(
        sorted(game.draw(game.state.deck, game.state.discard) for _ in range(2))
    )


def test_every_draw_is_counted_with_its_copies() -> None:
    ends = Possibilities(table, two_draws, lambda state: state.said).ends()
    # Of the 6 pairs of 4 cards: one AA, two AB, two AC, one BC.
    assert ends == {
        "AA": Fraction(1, 6),
        "AB": Fraction(1, 3),
        "AC": Fraction(1, 3),
        "BC": Fraction(1, 6),
    }


def turn_four(game: Game[Table]) -> None:
    """Four of eight cards, laid down in the order of their names."""
    table = game.state
    for _ in range(4):
        game.draw(table.deck, table.discard)
        table.discard.top.sort()
    table.said = table.discard.top[0]


def test_ways_that_meet_are_followed_once() -> None:
    """Of 8 x 7 x 6 x 5 orders only sets are told apart: 8 + 8 x 7 + 28 x 6 + 56 x 5 draws."""
    ends = Possibilities(
        lambda: Table(shuffled("ABCDEFGH"), Pile(), {}),
        turn_four,
        lambda state: state.said,
        most_runs=1 + 8 + 8 * 7 + 28 * 6 + 56 * 5,
    ).ends()
    # The lowest of four: the other three are of the 7, 6, 5, 4 or 3 cards above it, of 70 sets.
    assert ends == {
        card: Fraction(n, 70) for card, n in zip("ABCDE", (35, 20, 10, 4, 1), strict=True)
    }


def hidden_first(game: Game[Table]) -> None:
    table = game.state
    first = game.draw(table.deck, table.discard, "bag")
    game.draw(table.deck, table.discard, "bag")
    game.draw(table.deck, table.discard)
    table.said = first


def picked_first(game: Game[Table]) -> None:
    table = game.state
    first, _ = game.pick("ABC"), game.pick("ABC")
    game.draw(table.deck, table.discard)
    game.draw(table.deck, table.discard)
    table.said = first


def decided_first(game: Game[Table]) -> None:
    """Whoever sees an A first says so; then it lies among the others."""
    table = game.state
    game.draw(table.deck, table.discard)
    said = game.may("Ana", "decided-first", "An A?")
    game.draw(table.deck, table.discard)
    table.discard.top.sort()
    game.draw(table.deck, table.discard)
    table.said = "A" if said else "another"


@pytest.mark.parametrize("rule", [hidden_first, picked_first, decided_first])
def test_ways_that_a_rule_remembers_apart_do_not_meet(rule: Callable[[Game[Table]], None]) -> None:
    def say(state: Table, question: object) -> Answer:
        return "Yes" if state.discard.top == ["A"] else "No"

    def start() -> Table:
        return Table(shuffled("ABC"), Pile(), {})

    ends = Possibilities(start, rule, lambda state: state.said, decide=say).ends()
    third = Fraction(1, 3)
    assert ends == (
        {"A": third, "another": 2 * third} if rule is decided_first else dict.fromkeys("ABC", third)
    )


def reroll(game: Game[Table]) -> None:
    game.state.last = game.roll(6)
    if game.may("Ana", "roll-again", "Roll again?"):
        game.state.last = game.roll(6)


def test_best_play_rerolls_three_and_less() -> None:
    ends = Possibilities(table, reroll, lambda s: s.last, worth=lambda n: n).ends()
    # Keep 4, 5 and 6; else roll again: 1/2 * 1/6 for each face, plus 1/6 for the kept ones.
    low, high = Fraction(1, 12), Fraction(1, 12) + Fraction(1, 6)
    assert ends == {1: low, 2: low, 3: low, 4: high, 5: high, 6: high}


def test_a_policy_decides() -> None:
    ends = Possibilities(table, reroll, lambda s: s.last, decide=lambda s, q: "No").ends()
    assert ends == {face: Fraction(1, 6) for face in range(1, 7)}


def test_a_choice_without_a_measure_is_refused() -> None:
    with pytest.raises(Refused, match="nothing says what is best"):
        Possibilities(table, reroll, lambda s: s.last).ends()


def test_too_many_possibilities_are_refused() -> None:
    with pytest.raises(Refused, match="too many"):
        Possibilities(table, two_draws, lambda s: s.said, most_runs=5).ends()


def test_every_answer_to_a_decision() -> None:
    assert list(possible_answers(Number("Ana", "test-every-answer-to-a-decision", "?", 1, 3))) == [
        1,
        2,
        3,
    ]
    assert list(
        possible_answers(Number("Ana", "test-every-answer-to-a-decision", "?", 1, 3, or_more=True))
    ) == [1, 2, 3]
    several = Several("Ana", "test-every-answer-to-a-decision", "?", ("a", "b"), 0, 2)
    assert list(possible_answers(several)) == [[], ["a"], ["b"], ["a", "b"]]
    assert list(possible_answers(Text("Ana", "test-every-answer-to-a-decision", "?"))) == [""]
    both = list(possible_answers(Each(tuple(ask_both()))))
    assert len(both) == 4
    assert {"Ana": "left", "Ben": "right"} in both


class Twins(Struct):
    """Two decks of the same cards: one beside a hidden card, one beside an open one."""

    first: Pile = field(default_factory=lambda: shuffled(["A", "B"]))
    hidden: Pile = field(default_factory=lambda: shuffled(["C"]))
    second: Pile = field(default_factory=lambda: shuffled(["A", "B"]))
    drawn: Pile = field(default_factory=Pile)


def unseen(twins: Twins) -> list[list[list[str]]]:
    return [[twins.first.bag, twins.hidden.bag], [twins.second.bag]]


def test_decks_that_look_alike_are_not_mistaken_for_each_other() -> None:
    def drawn(twins: Twins) -> str:
        return twins.drawn.top[0]

    from_first = Possibilities(
        Twins, lambda game: game.draw(game.state.first, game.state.drawn), drawn, unseen=unseen
    )
    assert from_first.ends() == dict.fromkeys("ABC", Fraction(1, 3))
    from_second = Possibilities(
        Twins, lambda game: game.draw(game.state.second, game.state.drawn), drawn, unseen=unseen
    )
    assert from_second.ends() == dict.fromkeys("AB", Fraction(1, 2))


def test_a_card_that_stays_unseen_need_not_be_looked_at() -> None:
    runs = 0

    def hide_then_draw(game: Game[Twins]) -> None:
        nonlocal runs
        runs += 1
        game.draw(game.state.first, game.state.hidden, "bag")
        game.draw(game.state.first, game.state.drawn)

    def drawn(twins: Twins) -> str:
        return twins.drawn.top[0]

    expected = dict.fromkeys("ABC", Fraction(1, 3))
    assert Possibilities(Twins, hide_then_draw, drawn, unseen=unseen).ends() == expected
    looking, runs = runs, 0
    blind = Possibilities(Twins, hide_then_draw, drawn, unseen=unseen, blind=True)
    assert blind.ends() == expected
    assert runs < looking


class Hiding(Struct):
    """Cards that are hidden one by one, unseen; three of the five are red."""

    deck: Pile = field(default_factory=lambda: shuffled(["r1", "r2", "r3", "b1", "b2"]))
    hidden: Pile = field(default_factory=Pile)


def hidden_cards(table: Hiding) -> list[list[list[str]]]:
    return [[table.deck.bag, table.hidden.bag]]


def hide_until_two_are_red(game: Game[Hiding]) -> None:
    found = 0
    while found < 2:
        found += game.draw(game.state.deck, game.state.hidden, "bag").startswith("r")


def hide_three_and_look_at_last(game: Game[Hiding]) -> None:
    cards = [game.draw(game.state.deck, game.state.hidden, "bag") for _ in range(3)]
    if not any(card in ("b1", "b2") for card in cards):
        game.draw(game.state.deck, game.state.hidden, "bag")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        # Of the 10 orders of colours, 3 begin with two reds, 4 have the second as third card.
        (hide_until_two_are_red, {2: Fraction(3, 10), 3: Fraction(4, 10), 4: Fraction(3, 10)}),
        # One hand of three in ten holds no black card: then a fourth one is hidden.
        (hide_three_and_look_at_last, {3: Fraction(9, 10), 4: Fraction(1, 10)}),
    ],
)
def test_a_card_that_the_rules_look_at_does_not_stay_unseen(
    rule: Callable[[Game[Hiding]], None], expected: dict[int, Fraction]
) -> None:
    """At once or later: how many cards are hidden depends on which came."""

    def number(table: Hiding) -> int:
        return len(table.hidden)

    assert Possibilities(Hiding, rule, number).ends() == expected
    blind = Possibilities(Hiding, rule, number, unseen=hidden_cards, blind=True)
    assert blind.ends() == expected


def test_a_card_that_nobody_looks_at_is_any_card() -> None:
    """Where worth depends on what is hidden, no card is preferred: all come in time."""

    def hide_one(game: Game[Hiding]) -> None:
        game.draw(game.state.deck, game.state.hidden, "bag")

    def hidden(table: Hiding) -> str:
        return table.hidden.bag[0]

    came: set[str] = set()
    while len(came) < 5:
        [end] = Possibilities(Hiding, hide_one, hidden, unseen=hidden_cards, blind=True).ends()
        came.add(end)
    assert came == {"r1", "r2", "r3", "b1", "b2"}


def test_an_answer_that_the_rules_refuse_afterwards_is_none() -> None:
    """The larger number would be worth more, but nobody may take it."""

    def take(game: Game[Table]) -> None:
        number = game.number("Ana", "take", "How many?", 1, 3)
        if number == 3:
            raise Refused("XYZ-1", "Three are too many.")
        game.state.last = number

    def last(state: Table) -> int:
        return state.last

    assert Possibilities(table, take, last, worth=lambda n: n).ends() == {2: 1}

    def refuse(game: Game[Table]) -> None:
        game.number("Ana", "refuse", "How many?", 1, 3)
        raise Refused("XYZ-2", "Not now.")

    with pytest.raises(Refused, match="Not now"):
        Possibilities(table, refuse, last, worth=lambda n: n).ends()


def test_a_question_with_far_too_many_answers_is_not_weighed() -> None:
    def take(game: Game[Table]) -> None:
        game.state.last = game.number("Ana", "take", "How many?", 0, 10**12)

    with pytest.raises(Refused, match="too many"):
        Possibilities(table, take, lambda s: s.last, worth=lambda n: n).ends()


def test_what_is_played_at_random_comes_as_often_as_its_chance() -> None:
    """Also a card that lies elsewhere, as far as somebody knows; choices are made as told."""

    def draw_and_roll(game: Game[Twins]) -> None:
        game.draw(game.state.first, game.state.drawn)
        if game.may("Ana", "another", "Another?"):
            game.draw(game.state.first, game.state.drawn)

    def drawn(twins: Twins) -> str:
        return "".join(sorted(twins.drawn))

    def another(twins: Twins, asked: Decision | Each) -> Answer:
        return "Yes" if twins.drawn.top[0] == "C" else "No"

    luck, runs = random.Random(8), 6000
    search = Possibilities(Twins, draw_and_roll, drawn, unseen=unseen)
    came = [search.play((), luck, another) for _ in range(runs)]
    chances = {"A": 1 / 3, "B": 1 / 3, "AC": 1 / 6, "BC": 1 / 6}
    assert set(came) == set(chances)
    for end, chance in chances.items():
        spread = (runs * chance * (1 - chance)) ** 0.5
        assert abs(came.count(end) - runs * chance) < 4 * spread
