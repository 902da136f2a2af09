"""An action is said once: what is offered, asked for, refused and done follows from its class."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

import pytest
from msgspec import Meta, Struct, field

from fatedeck.engine import offers as told
from fatedeck.engine.actions import (
    Action,
    Meaning,
    Says,
    Way,
    chapters,
    clauses,
    fields,
    form,
    offered,
    why_refused,
)
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Asking, Count, Figure, Many, Noted, One, Square, Words, YesNo
from fatedeck.engine.offers import Offer, Value


class Yard(Struct):
    """A yard with people in it, some of whom hold a rope."""

    people: dict[str, int]
    ropes: list[str] = []
    done: list[str] = []


class InTheYard(Action[Yard], frozen=True):
    """What is done in the yard."""

    @classmethod
    def why_closed(cls, state: Yard, seat: str) -> Refused | None:
        return None if seat in state.people else Refused("YD-1", "You are not in the yard.")

    def do(self, game: Game[Yard], seat: str) -> None:
        game.state.done.append(type(self).__name__)


def others(yard: Yard, seat: str) -> dict[str, str]:
    return {name: f"{strength} strong" for name, strength in yard.people.items() if name != seat}


def why_not_hold(yard: Yard, seat: str, name: str) -> Refused | None:
    if yard.people[name] > yard.people[seat]:
        return Refused("YD-3", f"{name} is too strong.")
    return None


def corners(yard: Yard, seat: str, target: str) -> Iterable[str]:
    return (f"{yard.people[target]},{n}" for n in range(2))


class Hold(InTheYard, frozen=True):
    """Hold somebody. YD-2, YD-3."""

    says = Says("Hold somebody", "Yard", "a breath")
    target: Annotated[str, Figure(others, why_not_hold, ("YD-2", "Nobody is near."))]
    drag_to: Annotated[str, Square(corners, none="stay", after=("target",))] = ""
    way: Literal["gently", "firmly"] = "firmly"


class Tie(InTheYard, frozen=True):
    """Tie some of them with your ropes. YD-4."""

    says = Says("Tie them")
    whom: Annotated[
        list[str], Many(Figure(others), 1, lambda yard, seat: len(yard.ropes), label="Whom")
    ]
    rope: Annotated[str, One(lambda yard, seat: yard.ropes)] = ""
    loudly: bool = False
    knots: Annotated[int, Count(1, lambda yard, seat: 2 * len(yard.ropes))] = 1
    words: str = ""

    def why_not(self, state: Yard, seat: str) -> Refused | None:
        if self.knots < len(self.whom):
            return Refused("YD-4", "A knot for each of them.")
        return None


class Shout(InTheYard, frozen=True):
    """Shout. YD-5."""

    says = Says("Shout")
    words: Annotated[str, Meta(max_length=10)]
    times: Annotated[int, Meta(ge=1, le=3)] = 1

    @classmethod
    def ways(cls, state: Yard, seat: str) -> Iterable[Way]:
        yield Way(label="Shout once", chosen={"times": 1})
        hush = Refused("YD-6", "Hush.")
        yield Way({"times": 3}, "Shout thrice", "loud", "two breaths", hush, "Street", ("YD-7",))


YARD = Yard({"Ana": 3, "Ben": 2, "Cleo": 5}, ["hemp"])


def offer(action: type[Action[Yard]], yard: Yard = YARD, seat: str = "Ana") -> Offer:
    [found] = action.offers(yard, seat)
    return found


def perform(action: Action[Yard], yard: Yard = YARD, seat: str = "Ana") -> str:
    """The reason of a refusal, or what was done."""
    game = Game(Yard(dict(yard.people), list(yard.ropes)), lambda question: "")
    try:
        action.perform(game, seat)
    except Refused as refused:
        assert game.state.done == []
        return str(refused)
    return game.state.done[0]


def test_an_offer_tells_label_group_cost_clauses_and_fields() -> None:
    found = offer(Hold)
    assert (found.do, found.label, found.group, found.cost) == (
        "hold",
        "Hold somebody",
        "Yard",
        "a breath",
    )
    assert found.clauses == ("YD-2", "YD-3")
    assert found.params == (
        told.One("target", "Target", of="figure", asked=True),
        told.One("drag_to", "Drag to", of="square", default="", asked=True),
        told.One("way", "Way", ("gently", "firmly"), default="firmly"),
    )


def test_a_family_says_once_why_nothing_of_it_can_be_done() -> None:
    found = offer(Hold, seat="Dov")
    assert (found.why_not, found.params) == ("You are not in the yard.", ())
    assert found.clauses == ("YD-2", "YD-3", "YD-1")
    assert perform(Hold("Ben"), seat="Dov") == "You are not in the yard. (YD-1)"


def test_where_nobody_can_be_meant_the_offer_says_so() -> None:
    alone = Yard({"Ana": 3})
    assert offer(Hold, alone).why_not == "Nobody is near."
    assert perform(Hold("Ben"), alone) == "Nobody is near. (YD-2)"
    weak = Yard({"Ana": 1, "Ben": 2})
    assert offer(Hold, weak).why_not == "Nobody is near."


def test_a_form_gives_exactly_what_may_be_chosen() -> None:
    begun = form(Hold, YARD, "Ana", {}, {})
    assert begun.params[0] == told.One("target", "Target", ("Ben",), {"Ben": "2 strong"}, "figure")
    assert begun.params[1] == told.One("drag_to", "Drag to", of="square", default="", asked=True)
    held = form(Hold, YARD, "Ana", {}, {"target": "Ben"})
    assert held.params[1] == told.One(
        "drag_to", "Drag to", ("", "2,0", "2,1"), {"": "stay"}, "square", ""
    )
    assert form(Hold, YARD, "Ana", {"target": "Ben"}, {}).params == held.params[1:]


def test_notes_are_written_for_those_who_read_them() -> None:
    names = Noted(("Ana", "Ben"), lambda name: f"{name} is here")
    assert (list(names), len(names), "Ana" in names, "Cleo" in names) == (
        ["Ana", "Ben"],
        2,
        True,
        False,
    )
    assert names["Ben"] == "Ben is here"
    with pytest.raises(KeyError):
        names["Cleo"]


def test_where_nothing_can_be_chosen_there_is_nothing_to_fill_in() -> None:
    assert form(Hold, Yard({"Ana": 3}), "Ana", {}, {}) == told.Form((), "Nobody is near.", "YD-2")


def test_what_is_settled_wrongly_leaves_nothing_to_fill_in() -> None:
    assert form(Hold, YARD, "Ana", {"target": "Cleo"}, {}) == told.Form(
        (), "Cleo is too strong.", "YD-3"
    )


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        (Hold("Ben"), "Hold"),
        (Hold("Ben", "2,1", "gently"), "Hold"),
        (Hold("Cleo"), "Cleo is too strong. (YD-3)"),
        (Hold("Dov"), "Target: “Dov” is not one of Ben, Cleo."),
        (Hold("Ben", "5,0"), "Drag to: “5,0” is not one of 2,0, 2,1."),
        (Tie(["Ben"], "hemp"), "Tie"),
        (Tie([], "hemp"), "Whom: choose exactly 1."),
        (Tie(["Ben", "Cleo"], "hemp"), "Whom: choose exactly 1."),
        (Tie(["Ben", "Ben"], "hemp"), "Whom: name each choice once."),
        (Tie(["Ben"]), "Rope: this can only be hemp, not “”."),
        (Tie(["Ben"], "hemp", knots=3), "Knots: a number from 1 to 2."),
        (Tie(["Ben"], "hemp", knots=0), "Knots: a number from 1 to 2."),
        (Shout("ho"), "Shout"),
        (Shout(""), "Words: say at least a word."),
        (Shout("halloooooooo"), "Words: at most 10 characters."),
        (Shout("ho", 4), "Times: a number from 1 to 3."),
    ],
)
def test_what_is_done_is_what_a_form_would_give(action: Action[Yard], outcome: str) -> None:
    assert perform(action) == outcome


def test_fields_that_are_legal_alone_may_not_go_together() -> None:
    two = Yard({"Ana": 3, "Ben": 2, "Cleo": 5}, ["hemp", "silk"])
    assert perform(Tie(["Ben", "Cleo"], "silk", knots=1), two) == "A knot for each of them. (YD-4)"
    chosen: dict[str, Value] = {
        "whom": ["Ben", "Cleo"],
        "rope": "silk",
        "loudly": True,
        "words": "",
    }
    assert form(Tie, two, "Ana", {}, {**chosen, "knots": 1}).why_not == "A knot for each of them."
    assert form(Tie, two, "Ana", {}, {**chosen, "knots": 2}).why_not == ""


class Beckon(InTheYard, frozen=True, kw_only=True):
    """Beckon some, as many as you have ropes. YD-4."""

    says = Says("Beckon")
    whom: Annotated[list[str], Many(Figure(others), 0, lambda yard, seat: len(yard.ropes))] = field(
        default_factory=list
    )
    rope: Annotated[str, One(lambda yard, seat: yard.ropes)] = ""
    to: Annotated[str, Figure(others)]


def test_a_field_with_a_default_is_left_out_where_there_is_nothing_to_choose() -> None:
    """Without a rope nobody can be tied, but what has a default does not stand in the way."""
    ropeless = Yard({"Ana": 3, "Ben": 2})
    assert form(Tie, ropeless, "Ana", {}, {}).why_not == "Whom: there’s nothing to choose from."
    assert offer(Tie, ropeless).why_not == "Whom: there’s nothing to choose from."
    found = form(Beckon, ropeless, "Ana", {}, {})
    assert [param.name for param in found.params] == ["to"]
    assert [param.name for param in offer(Beckon, ropeless).params] == ["to"]
    assert [param.name for param in offer(Beckon, YARD).params] == ["whom", "rope", "to"]


class Sing(InTheYard, frozen=True):
    """Sing. YD-9."""

    says = Says("Sing", "Yard")
    song: Literal["a shanty", "a hymn"]
    words: str = ""
    breaths: Annotated[int, Meta(ge=1, le=3)] = 1


def test_what_is_the_same_at_every_table_is_told_by_the_same_object() -> None:
    """So nobody compares it; whatever depends on the table is asked for with the form."""
    elsewhere = Yard({"Dov": 1, "Eve": 2}, ["hemp", "silk"])
    [here], [there] = Sing.offers(YARD, "Ana"), Sing.offers(elsewhere, "Dov")
    assert here is there
    assert [param.name for param in here.params] == ["song", "words", "breaths"]
    [refused] = Sing.offers(YARD, "Dov")
    assert (refused.why_not, refused.params) == ("You are not in the yard.", ())
    [here], [there] = Hold.offers(YARD, "Cleo"), Hold.offers(elsewhere, "Eve")
    assert here is there
    [here], [there] = Tie.offers(YARD, "Ana"), Tie.offers(elsewhere, "Dov")
    assert here is there
    first, second = form(Tie, YARD, "Ana", {}, {}), form(Tie, elsewhere, "Dov", {}, {})
    assert [param.name for param in first.params] == [param.name for param in second.params]
    assert first.params != second.params


class ByTheStrong(InTheYard, frozen=True):
    """What nobody would look for but the strong."""

    @staticmethod
    def is_shown(state: Yard, seat: str) -> bool:
        state.done.append("asked who is strong")
        return state.people[seat] > 2


class WithRopes(ByTheStrong, frozen=True):
    """What takes ropes: one, or as many as an action says."""

    ropes: ClassVar[int] = 1

    @classmethod
    def is_shown(cls, state: Yard, seat: str) -> bool:
        return len(state.ropes) >= cls.ropes


class Pull(WithRopes, frozen=True):
    """Pull. YD-9."""

    says = Says("Pull")


class Plait(WithRopes, frozen=True):
    """Plait. YD-9."""

    says = Says("Plait")
    ropes = 2


class Lift(WithRopes, frozen=True):
    """Lift who is lighter. YD-8."""

    says = Says("Lift")

    @classmethod
    def is_shown(cls, state: Yard, seat: str) -> bool:
        return len(state.people) > 1


@pytest.mark.parametrize(
    ("seat", "ropes", "people", "shown"),
    [
        ("Ana", 2, 2, ["pull", "plait", "lift"]),
        ("Ana", 1, 2, ["pull", "lift"]),
        ("Ana", 0, 2, []),
        ("Ana", 2, 1, ["pull", "plait"]),
        ("Ben", 2, 2, []),
    ],
)
def test_an_action_is_shown_where_its_families_show_it_too(
    seat: str, ropes: int, people: int, shown: list[str]
) -> None:
    """What holds for all of a family is asked once, what depends on the action of each."""
    strong = {"Ana": 3, "Ben": 2}
    yard = Yard({seat: strong[seat], **(strong if people > 1 else {})}, ["hemp"] * ropes)
    assert [found.do for found in offered((Pull, Plait, Lift), yard, seat)] == shown
    assert yard.done == ["asked who is strong"]


def test_an_action_may_be_offered_in_several_ways() -> None:
    once, thrice = Shout.offers(YARD, "Ana")
    assert (once.label, once.fixed, once.why_not) == ("Shout once", {"times": 1}, "")
    assert (thrice.label, thrice.note, thrice.cost) == ("Shout thrice", "loud", "two breaths")
    assert (thrice.why_not, thrice.clauses) == ("Hush.", ("YD-7", "YD-5", "YD-6"))
    assert (once.group, thrice.group) == ("", "Street")


@pytest.mark.parametrize(
    "chosen",
    [
        {"target": "Dov"},
        {"target": ["Ben"]},
        {"target": 7},
        {"target": "Cleo", "drag_to": "5,0"},
        {"way": "madly"},
        {"nothing": "at all"},
    ],
)
def test_nothing_is_worked_out_from_a_value_that_is_not_legal(chosen: dict[str, Value]) -> None:
    found = form(Hold, YARD, "Ana", {}, chosen)
    assert found.params[1] == told.One("drag_to", "Drag to", of="square", default="", asked=True)
    assert bool(found.why_not) == ("nothing" not in chosen)
    assert form(Hold, YARD, "Ana", chosen, {}).why_not == found.why_not


def test_a_field_whose_type_does_not_say_what_may_be_chosen_needs_a_kind() -> None:
    class Vague(InTheYard, frozen=True):
        """A number without limits."""

        says = Says("Be vague")
        number: int

    with pytest.raises(TypeError, match=r"Vague\.number"):
        fields(Vague)


def why_not_lift(yard: Yard, seat: str, stones: int) -> Refused | None:
    if stones > yard.people[seat]:
        return Refused("YD-7", f"{seat} lifts {yard.people[seat]} stones at most.")
    return None


def test_a_number_may_be_refused_for_a_reason_of_its_own() -> None:
    class Lift(InTheYard, frozen=True):
        """Lift stones. YD-7."""

        says = Says("Lift stones")
        stones: Annotated[int, Count(1, 4, why_not_lift)]

    assert perform(Lift(3)) == "Lift"
    assert perform(Lift(4)) == "Ana lifts 3 stones at most. (YD-7)"
    assert perform(Lift(0)) == "Stones: a number from 1 to 4."
    assert form(Lift, YARD, "Ana", {}, {"stones": 4}).why_not == "Ana lifts 3 stones at most."


def throw(yard: Yard, seat: str, rope: str, knots: int) -> tuple[int, list[str]]:
    """How far a rope with knots goes, and who has asked; each knot takes something off."""
    yard.done.append(f"{rope} with {knots}")
    return yard.people[seat] - knots, yard.done


def catchers(yard: Yard, seat: str, thrown: tuple[int, list[str]]) -> dict[str, str]:
    return others(yard, seat)


def length_of(yard: Yard, seat: str, thrown: tuple[int, list[str]]) -> int:
    return thrown[0]


def why_not_catch(
    yard: Yard, seat: str, name: str, thrown: tuple[int, list[str]]
) -> Refused | None:
    far = thrown[0]
    return Refused("YD-9", f"{name} is too far.") if yard.people[name] > far else None


class Throw(InTheYard, frozen=True):
    """Throw somebody a rope. YD-9."""

    says = Says("Throw a rope")
    rope: Annotated[str, One(lambda yard, seat: yard.ropes)]
    knots: Annotated[int, Count(0, 3)]
    whom: Annotated[
        list[str],
        Many(
            Figure(
                catchers,
                why_not_catch,
                after=("rope", "knots"),
                meant=throw,
            ),
            1,
            length_of,
            after=("rope", "knots"),
            meant=throw,
        ),
    ]


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        (Throw("hemp", 0, ["Ben"]), "Throw"),  # 3 far, and Ben stands at 2
        (Throw("hemp", 1, ["Ben"]), "Throw"),
        (Throw("hemp", 2, ["Ben"]), "Ben is too far. (YD-9)"),
        (Throw("hemp", 0, ["Cleo"]), "Cleo is too far. (YD-9)"),
        (Throw("silk", 0, ["Ben"]), "Rope: this can only be hemp, not “silk”."),
    ],
)
def test_what_is_meant_by_several_fields_is_judged(action: Throw, outcome: str) -> None:
    yard = Yard(dict(YARD.people), list(YARD.ropes))
    refused = why_refused(action, yard, "Ana")
    assert (str(refused) if refused else "Throw") == outcome


def test_what_is_meant_by_several_fields_is_made_once() -> None:
    yard = Yard(dict(YARD.people), list(YARD.ropes))
    assert why_refused(Throw("hemp", 0, ["Ben"]), yard, "Ana") is None
    assert yard.done == ["hemp with 0"]
    yard.done.clear()
    found = form(Throw, yard, "Ana", {}, {"rope": "hemp", "knots": 1}).params[-1]
    assert isinstance(found, told.Many)
    assert (found.options, found.least) == (("Ben",), 1)
    assert found.most == 1  # two would reach, and only one is there to be chosen
    assert yard.done == ["hemp with 1"]


class Haul(Meaning[Yard, object], Throw, frozen=True):
    """Throw somebody a rope and pull. YD-9, YD-10."""

    says = Says("Haul somebody in")

    def means(self, asking: Asking) -> object:
        return asking.means(throw, self.rope, self.knots)

    def why_not_so(self, state: Yard, meant: object) -> Refused | None:
        return Refused("YD-10", "It slips.") if meant == (3, state.done) else None

    def carry_out(self, game: Game[Yard], meant: object) -> None:
        game.state.done.append("Haul")


def test_what_an_action_means_is_made_once_and_handed_to_its_rule() -> None:
    yard = Yard(dict(YARD.people), list(YARD.ropes))
    game = Game(yard, lambda question: "")
    Haul("hemp", 1, ["Ben"]).perform(game, "Ana")
    assert yard.done == ["hemp with 1", "Haul"]


@pytest.mark.parametrize(
    ("haul", "seat", "outcome"),
    [
        (Haul("hemp", 0, ["Ben"]), "Ana", "It slips. (YD-10)"),
        (Haul("hemp", 2, ["Ben"]), "Ana", "Ben is too far. (YD-9)"),
        (Haul("hemp", 1, ["Ben"]), "Dov", "You are not in the yard. (YD-1)"),
    ],
)
def test_what_an_action_means_is_judged_before_its_rule(
    haul: Haul, seat: str, outcome: str
) -> None:
    yard = Yard(dict(YARD.people), list(YARD.ropes))
    assert str(why_refused(haul, yard, seat)) == outcome
    with pytest.raises(Refused) as refused:
        haul.perform(Game(yard, lambda question: ""), seat)
    assert str(refused.value) == outcome
    assert "Haul" not in yard.done


def knots_in(yard: Yard, seat: str) -> Iterable[str]:
    """All knots of all ropes, counted out anew for whoever asks."""
    yard.done.append("counted")
    return (f"{rope} {number}" for rope in yard.ropes for number in range(3))


def why_not_untie(yard: Yard, seat: str, knot: str) -> Refused | None:
    return Refused("YD-10", f"{knot} is too tight.") if knot.endswith("2") else None


class Untie(InTheYard, frozen=True):
    """Untie knots. YD-10."""

    says = Says("Untie knots")
    knots: Annotated[list[str], Many(One(knots_in, why_not_untie, clause="YD-10"), 1, 9)]


@pytest.mark.parametrize(
    ("knots", "outcome"),
    [
        (["hemp 0", "silk 1", "hemp 1"], "Untie"),
        (["hemp 0", "silk 2"], "silk 2 is too tight. (YD-10)"),
        (
            ["hemp 0", "wool 0"],
            "Knots: “wool 0” is not one of hemp 0, hemp 1, hemp 2, silk 0, silk 1, silk 2. (YD-10)",
        ),
    ],
)
def test_each_of_many_is_judged(knots: list[str], outcome: str) -> None:
    refused = why_refused(Untie(knots), Yard({"Ana": 3}, ["hemp", "silk"]), "Ana")
    assert (str(refused) if refused else "Untie") == outcome


def test_what_many_are_chosen_from_is_asked_for_once() -> None:
    yard = Yard({"Ana": 3}, ["hemp", "silk"])
    assert why_refused(Untie(["hemp 0", "hemp 1", "silk 0", "silk 1"]), yard, "Ana") is None
    assert yard.done == ["counted"]


def test_chapters_are_the_actions_of_modules_in_their_order() -> None:
    assert chapters(InTheYard, sys.modules[__name__]) == (
        Hold,
        Tie,
        Shout,
        Beckon,
        Sing,
        Pull,
        Plait,
        Lift,
        Throw,
        Haul,
        Untie,
    )
    assert clauses(Hold) == ("YD-2", "YD-3")


def test_types_that_say_it_all_need_no_kind() -> None:
    kinds = [type(kind) for _, kind in fields(Tie)]
    assert kinds == [Many, One, YesNo, Count, Words]
    assert [spot.label for spot, _ in fields(Hold)] == ["Target", "Drag to", "Way"]
