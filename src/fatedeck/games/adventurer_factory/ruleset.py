"""Adventurer Factory as a plug-in: its rules tied together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from fatedeck.engine.actions import chapters
from fatedeck.engine.cards import shuffled
from fatedeck.engine.decks import DeckBox, DeckRead, Rival
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import Fights
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.mentions import Present
from fatedeck.engine.prospects import CourseStudy, Judged, Measure, Prospect
from fatedeck.engine.ruleset import Policy, Ruleset, Seating
from fatedeck.engine.view import Face, Look, View
from fatedeck.games.adventurer_factory.data import COPIES
from fatedeck.games.adventurer_factory.laws import JOURNEYS, MENTIONS, present
from fatedeck.games.adventurer_factory.looks.paper import PAPER
from fatedeck.games.adventurer_factory.looks.view import faces, hidden, view
from fatedeck.games.adventurer_factory.machine import encoding, search
from fatedeck.games.adventurer_factory.machine import guess as guessing
from fatedeck.games.adventurer_factory.machine.fights import Duels
from fatedeck.games.adventurer_factory.machine.policy import TEMPERS, RuleOfThumb
from fatedeck.games.adventurer_factory.odds import outlook
from fatedeck.games.adventurer_factory.odds.prospects import courses, judged, prospects, unseen
from fatedeck.games.adventurer_factory.rules import (
    decks,
    encounters,
    endings,
    main_step,
    responses,
)
from fatedeck.games.adventurer_factory.rules.decks import checked, copies, find_deck
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.turns import deal
from fatedeck.games.adventurer_factory.state import Natural, Player, Table

_USUAL = ("iron_road", "silver_tongue")


class DuelOptions(Struct, forbid_unknown_fields=True):
    """`decks` gives a seat a deck of the box or a list; both may bring the same. AF-4.5.

    `first` is Player 1 when the seats agree (AF-5.5); after turn `longest` the game is a draw, with
    0 it never is (AF-14.9). With `best_of` the game is one of several between the same seats, and
    `won` counts who has won those before it.
    """

    decks: dict[str, str] = {}
    first: Annotated[
        str,
        Meta(
            title="Who begins",
            description="Whoever you’ve agreed on. Leave it empty to let chance decide.",
        ),
    ] = ""
    longest: Annotated[
        Natural,
        Meta(
            title="The last turn",
            description="The duel ends in a draw after this turn. 0 means no limit.",
        ),
    ] = 200
    best_of: Annotated[
        Literal[1, 3, 5],
        Meta(title="Best of", description="The most games your match can take."),
    ] = 1
    won: dict[str, Natural] = {}


class AdventurerFactory(Ruleset[Table, DuelOptions, Move]):
    """Adventurer Factory, a game concept by Joel Roberts."""

    id, title, version = "adventurer-factory", "Adventurer Factory", "1.0.0"
    summary = (
        "A duel of two 40-card decks: build an adventurer card by card, from skills, gear and "
        "friends. Break the other’s Health or Willpower before they break yours."
    )
    learn = (
        "Play cards for Mind, which grows with the cards you have in play. Once a turn hold an "
        "Encounter: an attack on Health, a parley against Willpower, or what a card offers. If "
        "you’re at 0 Health or Willpower when a turn ends, you lose."
    )
    attribution = "Adventurer Factory, a game concept by Joel Roberts"
    licence = "All rights in the original are reserved by its author; this is a restatement."
    seating = Seating(game_master=False, fewest=2, most=2)
    State, Options = Table, DuelOptions
    actions = chapters(Move, main_step, encounters, responses, endings)
    look = Look("road", "#6a4a1d", "#f3e3bd", duel=True)
    paper = PAPER
    open_questions = False
    any_time = ("concede",)
    likely = (
        *("play", "attack", "parley", "encounter", "end-main"),
        *("use", "no-encounter", "free"),
    )

    journeys, mentions = JOURNEYS, MENTIONS

    def begin(self, options: DuelOptions, seats: Sequence[Seat]) -> Table:
        """Two seats with their decks, checked. AF-1.1, AF-4.4, AF-5.1."""
        names = [seat.name for seat in seats]
        for name in options.decks:
            if name not in names:
                raise Refused("AF-4.4", f"There’s no seat called “{name}” to give a deck to.")
        if options.first and options.first not in names:
            raise Refused("AF-5.5", f"There’s no seat called “{options.first}” to go first.")
        players = {}
        for place, name in enumerate(names):
            deck = checked(find_deck(options.decks.get(name, _USUAL[place])))
            players[name] = Player(0, deck=shuffled(copies(deck, 1 + COPIES * place)))
        return Table(players, names, names[0], first=options.first, longest=options.longest)

    def setup(self, game: Game[Table]) -> None:
        deal(game)

    def view(self, state: Table, seat: str | None) -> View:
        return view(state, seat)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return hidden(state, seat)

    def present(self, state: Table) -> Present:
        return present(state)

    def is_over(self, state: Table) -> bool:
        return state.step == "over"

    def faces(self, options: DuelOptions) -> dict[str, Face]:
        return faces()

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects(state, seat)

    def judged(self, before: Table, after: Table) -> list[Judged]:
        return judged(after)

    def unseen(self, state: Table, seat: str) -> list[str]:
        return unseen(state, seat)

    def courses(self) -> list[CourseStudy]:
        return courses()

    def standing(self, state: Table, seat: str) -> Fraction:
        return Fraction(outlook.worth(state)[seat])

    def measure(self) -> Measure:
        return Measure(chance="to win")

    def policy(self) -> Policy[Table]:
        return RuleOfThumb()

    def tempers(self) -> dict[str, Policy[Table]]:
        return {name: RuleOfThumb(caution) for name, caution in TEMPERS.items()}

    def fights(self) -> Fights[Table]:
        return Duels()

    def deck_box(self) -> DeckBox:
        return decks.box()

    def read_deck(self, text: str) -> DeckRead:
        return decks.read(text)

    def rivals(self) -> list[Rival]:
        return decks.rivals()

    # What a search and a learning environment ask for, beyond the rules

    to_act, legal_actions = staticmethod(search.to_act), staticmethod(search.legal_actions)
    leave_out = staticmethod(search.leave_out)
    guess, order = staticmethod(guessing.guess), staticmethod(guessing.order)
    labels, features = staticmethod(encoding.labels), staticmethod(encoding.features)
    label_actions = staticmethod(encoding.label_actions)
    label_answers = staticmethod(encoding.label_answers)
    worth = staticmethod(outlook.worth)
