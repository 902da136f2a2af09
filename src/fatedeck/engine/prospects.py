"""Draws that may soon be made, described so that their odds can be counted.

A game says as data which cards can come, which class each of them falls into, which class is better
than which, and how many are drawn. Counting is then the same for every game, and what counts as
better stays data, not code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Param, Value
from fatedeck.engine.questions import Answer, Chance, Question

T = TypeVar("T")
S = TypeVar("S", bound=Struct)


class Prospect(Struct, frozen=True):
    """A draw as one seat knows it.

    `cards` are those that may come, each copy equally likely: an unseen card is any of the cards
    that the seat has not seen. `classes` tells what each card comes to, `order` lists the classes
    from worst to best, and of `draws` cards the best or the worst counts. Then `further` cards are
    turned, and of them and the one that counts the worst is taken. Cards are drawn one by one, and
    one of `stops` ends the draw: it counts, and none is drawn after it. Where a game ranks cards
    finer than it names results, `names` gives each class its result and `results` lists those from
    worst to best. `good` are the results that a player calls a success; with `again` the worst
    card, or all cards, are drawn once more when none of them comes out, and what then comes stands,
    where all are drawn anew `raised` by so many classes. `do` is the action that makes the draw, if
    an offer does, and `given` what is settled or chosen of it; `supposing` says in a few words what
    somebody else has yet to settle.
    Where dice are `rolled`, the cards are the ways in which they may fall. Cards of
    the deck that are `passed_over` are none of `cards`.
    """

    title: str
    cards: tuple[str, ...]
    classes: dict[str, str]
    order: tuple[str, ...]
    draws: int = 1
    keep: Literal["best", "worst"] = "best"
    good: tuple[str, ...] = ()
    do: str = ""
    clauses: tuple[str, ...] = ()
    names: dict[str, str] = {}
    results: tuple[str, ...] = ()
    further: int = 0
    again: Literal["", "card", "all"] = ""
    raised: int = 0
    rolled: bool = False
    stops: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    given: dict[str, Value] = {}
    supposing: str = ""

    def may_stop(self) -> bool:
        """Whether a card that ends the draw may come."""
        return any(card in self.cards for card in self.stops)


class Measure(Struct, frozen=True):
    """What worth is told in, in the game's terms: so much of it is one `unit`, as one HP.

    A `chance` needs no unit: it is told as it is.
    """

    unit: str = ""
    each: int = 1
    chance: str = ""


class Judged(Struct, frozen=True):
    """A draw that was made: whose, what it could have come to, and what it came to."""

    seat: str
    prospect: Prospect
    outcome: str


State: TypeAlias = tuple[int, ...]


RUNS = 20_000
"""So many runs tell a chance to within 0.7 in 100, in 19 cases of 20."""


class Course(Struct, frozen=True):
    """A run of chance such as a fight: states, and where each leads with which chance.

    `step` gives the states that may come next; none when it is over, and then `outcome` names how.
    A state may come back. `results` lists the outcomes from worst to best, `good` the ones that a
    player hopes for. Where a game knows a faster way than from state to state, `settle` gives the
    chance of each outcome; it may be told how to show what share is done. Where there are too many
    states, `play` makes one run by the rules, is told how chance answers, and gives the outcome; it
    is made `RUNS` times.
    """

    title: str
    start: State
    step: Callable[[State], Mapping[State, Fraction]]
    outcome: Callable[[State], str]
    results: tuple[str, ...]
    good: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    settle: Callable[[Callable[[float], None] | None], Mapping[str, Fraction]] | None = None
    play: Callable[[Callable[[Chance], Answer]], str] | None = None


class Spending(Struct, frozen=True):
    """A hand whose cards are spent one a check, and the question which one to spend now.

    A check is passed by a card that reaches what it `need`s. More checks are `coming`, so many in
    all; `needs` tells how often each need is expected among them. With an empty hand a card of the
    `pile` is turned, each equally likely.
    """

    title: str
    hand: tuple[int, ...]
    need: int
    coming: int
    needs: dict[int, int]
    pile: tuple[int, ...]
    clauses: tuple[str, ...] = ()


class Inquiry(Struct, frozen=True):
    """A question that players and designers ask about a game, away from any table."""

    name: str
    about: str
    params: tuple[Param, ...]


class Study(Inquiry, frozen=True):
    """A question about a draw.

    `pose` turns parameters into a prospect from a fresh deck; cards already gone are taken out of
    it by whoever counts. A parameter that is not given is taken from `usual`. `worth` tells what
    each result counts. Where a player may stop drawing, `per_card` is what one more card costs, and
    where one may redraw, `per_redraw` is what that costs: the worst card is drawn anew, or with
    `anew` a whole draw is made from the cards that are left then; with `fewest` or less of them the
    discards are shuffled in before, and so nothing can be counted. Where a player may first shuffle
    the discards in, the question `shuffles`. What is `told` by a table is not to be said there.
    """

    pose: Callable[[Mapping[str, Value]], Prospect]
    usual: dict[str, Value] = {}
    worth: dict[str, int] = {}
    per_card: int | None = None
    per_redraw: int | None = None
    anew: Callable[[Mapping[str, Value]], Prospect] | None = None
    fewest: int = 0
    shuffles: bool = False
    told: tuple[str, ...] = ()

    def why_not_anew(self, prospect: Prospect) -> Refused | None:
        """Why a draw that is made anew cannot be counted from these cards, or None if it can."""
        left = len(prospect.cards) - prospect.draws
        if prospect.may_stop():
            words = "A card that ends the draw costs others before the next draw"
        elif left <= self.fewest:
            words = f"With {left} cards left, the discards are shuffled in before the next draw"
        else:
            return None
        return Refused("", f"{words}. Use --best with a table for that.")


class CourseStudy(Inquiry, frozen=True):
    """A question about a fight or another course of many draws.

    `pose_from` turns parameters and the cards that are left of `cards`, the fresh deck of whoever
    asks, into a course; a question that draws no cards has no deck. Where one parameter, `hand`,
    names some of those cards as one's hand, a table tells it. The deck there may also hold cards
    that are `known`; parameters that are `told` by a table are not to be said there.
    """

    pose_from: Callable[[Mapping[str, Value], tuple[str, ...]], Course]
    usual: dict[str, Value] = {}
    cards: tuple[str, ...] = ()
    hand: str = ""
    known: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    def pose(self, values: Mapping[str, Value]) -> Course:
        """The course from a fresh deck."""
        return self.pose_from(values, self.cards)


class SpendingStudy(Inquiry, frozen=True):
    """A question about which card of a hand to spend.

    `pose_from` turns parameters, a hand and the cards that are left of `cards`, the fresh deck of
    whoever asks, into a hand to spend. Away from a table the parameter `hand` tells the hand. At a
    table there may also be cards that are `known`.
    """

    pose_from: Callable[[Mapping[str, Value], tuple[str, ...] | None, tuple[str, ...]], Spending]
    usual: dict[str, Value] = {}
    cards: tuple[str, ...] = ()
    hand: str = "hand"
    known: tuple[str, ...] = ()

    def pose(self, values: Mapping[str, Value]) -> Spending:
        """The hand that the parameters tell, the rest of a fresh deck as the pile."""
        return self.pose_from(values, None, self.cards)


class PlightStudy(Inquiry, Generic[S], frozen=True):
    """A question about what the rules ask a player when something happens: the best answer.

    `happens` is what happens to a seat at a table. Away from any table `stage` lays one out, for
    some seats, after the parameters in `staged` and with some of the `cards` of a fresh deck
    already discarded: at a table these are known. `settle` answers what is asked on the way and is
    not what one wants to know.
    """

    happens: Callable[[Game[S], str, Mapping[str, Value]], None]
    stage: Callable[[Mapping[str, Value], tuple[Seat, ...], list[str]], S]
    staged: tuple[str, ...] = ()
    usual: dict[str, Value] = {}
    cards: tuple[str, ...] = ()
    settle: Callable[[S, Question], Answer | None] | None = None
