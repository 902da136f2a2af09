"""Lines of the story, moments, and answers from before questions had names."""

from __future__ import annotations

import pytest
from msgspec import Struct

from fatedeck.engine.errors import Diverged, Refused
from fatedeck.engine.former import Former
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Choose, Draw, Each, Several, Words
from fatedeck.engine.story import Common, Line, Moment, Named, Said, Turned, worded


class Nothing(Struct):
    """A table with nothing on it."""


SWAP = Choose("Ana", "swap", "Swap it?", ("yes", "no"), {"yes": "Swap", "no": "Keep"})


@pytest.mark.parametrize(
    ("template", "values", "words"),
    [
        ("{who} waits.", {"who": "Ana"}, "Ana waits."),
        ("{n} {n:card|cards}", {"n": 1}, "1 card"),
        ("{n} {n:card|cards}", {"n": 3}, "3 cards"),
        ("{all} {all:runs|run}", {"all": ["Ana", "Ben"]}, "Ana and Ben run"),
        ("{who} says {what}", {"who": "Ana", "what": "{who} {n:a|b}"}, "Ana says {who} {n:a|b}"),
        ("a set {of} things", {}, "a set {of} things"),
        ("{who!a} appears.", {"who": Common("wolf")}, "A wolf appears."),
        ("{who!a} appears.", {"who": Common("ogre")}, "An ogre appears."),
        ("{who!a} appears.", {"who": "Wolf 2"}, "Wolf 2 appears."),
        ("{who} bites {whom}.", {"who": "Ana", "whom": Common("wolf")}, "Ana bites the wolf."),
        ("Stop. {who}’s turn.", {"who": Common("wolf")}, "Stop. The wolf’s turn."),
        ("In order: {all}.", {"all": [Common("wolf"), "Ana"]}, "In order: the wolf and Ana."),
    ],
)
def test_a_template_is_put_into_words(template: str, values: dict[str, Said], words: str) -> None:
    assert worded(template, values) == words


def test_a_line_calls_everyone_as_people_do_but_a_player_in_person() -> None:
    called: dict[str, Named] = {"Tom": "Marn", "Wolf": Common("wolf")}
    line = Line("{who} hits {whom}.", values={"who": "Tom", "whom": ["Wolf", "Ana"]})
    assert line.naming(called).text == "Marn hits the wolf and Ana."
    assert line.naming({}) is line
    assert Line("{n} left.", values={"n": 2}).naming(called).text == "2 left."

    person = Line("{player} is playing {hero}.", values={"player": "Tom", "hero": "Marn"})
    assert person.naming(called).text == "Tom is playing Marn."
    words = Line("{who}: {words}", values={"who": "Tom", "words": "Tom"})
    assert words.naming(called).text == "Marn: Tom"


def test_single_seats_read_their_own_words() -> None:
    drawn = {"who": "Ana", "card": "K"}
    line = Line("{who} draws.", only={"Ana": "You draw {card}."}, values=drawn)
    assert line.read_by("Ana") == "You draw K."
    assert line.read_by("Ben") == line.read_by(None) == line.text == "Ana draws."


def test_a_moment_that_is_not_for_all_eyes_lies_face_down_for_the_others() -> None:
    drawn = Moment("Ana", "Draw", (Turned("K"), Turned("Q")), verdict="Two", seen_by=("Ana",))
    assert drawn.read_by("Ana") == drawn
    for stranger in ("Ben", None):
        seen = drawn.read_by(stranger)
        assert [card.card for card in seen.turned] == ["", ""]
        assert seen.verdict == ""
        assert (seen.who, seen.aim) == ("Ana", "Draw")


def test_a_moment_is_only_made_when_somebody_looks() -> None:
    made: list[str] = []

    def moment(who: str) -> Moment:
        made.append(who)
        return Moment(who)

    silent = Game(Nothing(), lambda question: "")
    silent.show(moment, "Ana")
    assert made == []
    lines: list[Line] = []
    Game(Nothing(), lambda question: "", lines=lines).show(moment, "Ben")
    assert made == ["Ben"]
    assert [line.moment for line in lines] == [Moment("Ben")]


def test_a_line_too_may_be_made_only_when_somebody_reads_it() -> None:
    lines: list[Line] = []
    Game(Nothing(), lambda question: "", lines=lines).show(
        Line, "{who} waits.", values={"who": "Ana"}
    )
    assert [line.text for line in lines] == ["Ana waits."]


def test_a_moment_and_its_line_may_be_made_together() -> None:
    def both(who: str) -> tuple[Moment, Line]:
        return Moment(who), Line("{who} draws.", values={"who": who})

    lines: list[Line] = []
    Game(Nothing(), lambda question: "", lines=lines).show(both, "Ana")
    assert [(line.moment, line.text) for line in lines] == [
        (Moment("Ana"), ""),
        (None, "Ana draws."),
    ]


def test_the_words_of_a_question_are_only_made_when_somebody_reads_them() -> None:
    made: list[str] = []

    def words(who: str, *, card: str) -> Words:
        made.append(who)
        return Words(f"{who} has drawn {card}. Keep it?", {"no": "Keep"}, {"no": "Better not"})

    silent = Game(Nothing(), lambda question: "")
    assert silent.worded(words, "Ana", card="K") == Words()
    assert made == []
    heard = Game(Nothing(), lambda question: "", lines=[]).worded(words, "Ben", card="Q")
    assert made == ["Ben"]
    assert heard.prompt == "Ben has drawn Q. Keep it?"
    assert (heard.labels, heard.notes) == ({"no": "Keep"}, {"no": "Better not"})


def test_an_option_is_meant_by_its_name_or_by_its_words() -> None:
    assert SWAP.check("yes") == "yes"
    assert SWAP.check("Keep") == "no"
    with pytest.raises(Refused, match="“maybe” is not one of: Swap, Keep"):
        SWAP.check("maybe")
    two = Several("Ana", "take", "Take two.", ("a", "b", "c"), 2, 2, {"a": "An ace"})
    assert two.check(["An ace", "c"]) == ["a", "c"]
    with pytest.raises(Refused, match="each choice once"):
        two.check(["An ace", "a"])


def test_answers_of_older_records_are_read_by_the_names_of_today() -> None:
    former = Former({"Swap it now": "yes", "a token of *": "*"}, {})
    assert former.read(SWAP, "choose Ana: Shall it be swapped?", "Swap it now") == "yes"
    assert former.read(SWAP, "choose Ana: swap", "no") == "no"
    tokens = Choose("Ana", "regain", "What?", ("card", "Rope"))
    assert former.read(tokens, "choose Ana: What do you get?", "a token of Rope") == "Rope"
    both = Each((SWAP, Choose("Ben", "swap", "Swap it?", ("yes", "no"))))
    answers: Answer = {"Ana": "Swap it now", "Ben": "No"}
    assert former.read(both, "each choose Ana: a? | choose Ben: b?", answers) == {
        "Ana": "yes",
        "Ben": "no",
    }


def test_a_question_may_have_had_another_name() -> None:
    """What two questions were called stays the name of one of them."""
    former = Former({}, {"swap": "exchange"})
    assert former.read(SWAP, "choose Ana: exchange", "yes") == "yes"
    with pytest.raises(Diverged, match="the rules ask"):
        former.read(SWAP, "choose Ben: exchange", "yes")
    other = Choose("Ana", "exchange", "Exchange it?", ("yes", "no"))
    with pytest.raises(Diverged, match="the rules ask"):
        former.read(other, "choose Ana: swap", "yes")


@pytest.mark.parametrize(
    "key",
    ["choose Ana: another", "choose Ben: Shall it be swapped?", "number Ana: Shall it?", "draw 3"],
)
def test_an_answer_to_another_question_is_not_read(key: str) -> None:
    with pytest.raises(Diverged, match="the rules ask"):
        Former({}, {}).read(SWAP, key, "yes")


def test_what_was_drawn_is_never_read_by_other_words() -> None:
    with pytest.raises(Diverged):
        Former({"K": "Q"}, {}).read(Draw(("Q", "Q")), "draw 3", "K")
