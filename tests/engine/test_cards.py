from __future__ import annotations

import pytest

from fatedeck.engine.cards import Pile, face, laid, move, move_all, shuffle, shuffled
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.game import Asked, Game
from fatedeck.engine.paths import all_cards, assign, find, piles
from fatedeck.engine.questions import Answer, Draw, Question
from tests.engine.parley import Speaker, Table


def nothing(question: Question) -> Answer:
    raise Asked(question)


def test_a_shuffled_pile_keeps_no_order() -> None:
    assert shuffled(["C3", "C1", "C2"]) == shuffled(["C2", "C3", "C1"])


def test_known_cards_on_top_are_drawn_first_and_known_ones_at_the_bottom_last() -> None:
    pile = Pile(top=["A"], bag=["B"], bottom=["C"])
    hand = Pile()
    game = Game(Table(pile, hand, {}), lambda question: "B")
    assert [game.draw(pile, hand) for _ in range(3)] == ["A", "B", "C"]
    assert hand.top == ["C", "B", "A"]


@pytest.mark.parametrize("pile", [Pile(top=["A"]), Pile(bag=["A"]), Pile(bottom=["A"])])
def test_a_pile_is_empty_when_no_card_lies_anywhere_in_it(pile: Pile) -> None:
    assert not pile.is_empty()
    move("A", pile, Pile())
    assert pile.is_empty()


def test_drawing_from_a_bag_asks_for_one_of_its_cards() -> None:
    pile, hand = shuffled(["B", "A", "A"]), Pile()
    game = Game(Table(pile, hand, {}), nothing)
    with pytest.raises(Asked) as asked:
        game.draw(pile, hand)
    assert asked.value.question == Draw(("A", "A", "B"))
    assert list(pile) == ["A", "A", "B"]
    assert list(hand) == []


def test_chances_count_copies() -> None:
    assert dict(Draw(("A", "A", "B")).chances()) == {"A": 2, "B": 1}


@pytest.mark.parametrize(
    ("place", "after"),
    [
        ("top", Pile(top=["X", "A"], bag=["B"], bottom=["C"])),
        ("bag", Pile(top=["A"], bag=["B", "X"], bottom=["C"])),
        ("bottom", Pile(top=["A"], bag=["B"], bottom=["C", "X"])),
    ],
)
def test_a_card_is_moved_to_a_place(place: str, after: Pile) -> None:
    source = laid(["X"])
    target = Pile(top=["A"], bag=["B"], bottom=["C"])
    move("X", source, target, place)  # type: ignore[arg-type]
    assert target == after
    assert len(source) == 0


def test_moving_a_card_that_is_not_there_changes_nothing() -> None:
    source, target = laid(["A"]), Pile()
    with pytest.raises(LookupError):
        move("B", source, target)
    assert (list(source), list(target)) == (["A"], [])


def test_moving_all_keeps_the_order() -> None:
    source, target = laid(["A", "B", "C"]), laid(["D"])
    move_all(source, target)
    assert target.top == ["A", "B", "C", "D"]
    assert not len(source)


def test_moving_all_to_the_bottom_or_into_the_bag() -> None:
    deck = Pile(top=["D"], bag=["C"], bottom=["F"])
    move_all(Pile(top=["B"], bag=["A"], bottom=["E"]), deck, "bottom")
    assert deck == Pile(top=["D"], bag=["C"], bottom=["F", "B", "A", "E"])
    move_all(laid(["G", "A"]), deck, "bag")
    assert deck == Pile(top=["D"], bag=["A", "C", "G"], bottom=["F", "B", "A", "E"])


def test_shuffling_forgets_what_was_known() -> None:
    deck = Pile(top=["C"], bag=["A"], bottom=["E"])
    discard = laid(["D", "B"])
    shuffle(deck, discard)
    assert deck == Pile(bag=["A", "B", "C", "D", "E"])
    assert len(discard) == 0


def test_copies_share_a_face() -> None:
    assert face("longsword#2") == face("longsword") == "longsword"


def table() -> Table:
    return Table(shuffled(["A"]), Pile(), {"Ana": Speaker(laid(["B"]), 3)})


def test_a_value_is_found_and_set_by_its_path() -> None:
    state = table()
    assert find(state, "players/Ana/favour") == 3
    assign(state, "players/Ana/favour", 4)
    assert state.players["Ana"].favour == 4


def test_a_wrong_path_names_what_there_is() -> None:
    with pytest.raises(Unreadable, match="You can use: hand, favour, moods"):
        find(table(), "players/Ana/gold")
    with pytest.raises(Unreadable, match="holds a number, not words"):
        assign(table(), "players/Ana/favour", "much")


def test_all_piles_of_a_state_are_found() -> None:
    assert [path for path, _ in piles(table())] == ["deck", "discard", "players/Ana/hand"]
    assert all_cards(table()) == ["A", "B"]
