"""The game as a plug-in: its seats, its chapters, what it shows and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from fatedeck.engine.actions import chapters, offered_to_each
from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.fights import Fights
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.heroes import Made
from fatedeck.engine.mentions import Present
from fatedeck.engine.offers import Offer
from fatedeck.engine.oracle import Oracle
from fatedeck.engine.prospects import CourseStudy, Judged, Measure, PlightStudy, Prospect, Study
from fatedeck.engine.ruleset import Party, Policy, Ruleset, Seating
from fatedeck.engine.story import Named
from fatedeck.engine.view import Face, Look, Making, View
from fatedeck.games.deckahedron.laws import JOURNEYS, MENTIONS, present
from fatedeck.games.deckahedron.looks.faces import all_faces, card_sets
from fatedeck.games.deckahedron.looks.making import made, making
from fatedeck.games.deckahedron.looks.paper import PAPER
from fatedeck.games.deckahedron.looks.view import hidden, views
from fatedeck.games.deckahedron.machine.fights import Scuffles
from fatedeck.games.deckahedron.machine.policy import TEMPERS, Plain
from fatedeck.games.deckahedron.machine.scenes import ask_the_cards, dismiss, party
from fatedeck.games.deckahedron.odds.fights import courses
from fatedeck.games.deckahedron.odds.plights import plights
from fatedeck.games.deckahedron.odds.prospects import (
    discarded,
    foreseen,
    judged,
    prospects,
    standing,
    studies,
    worth,
)
from fatedeck.games.deckahedron.rules import (
    attacks,
    attempts,
    creation,
    dice,
    equipment,
    foes,
    levels,
    rests,
    scenes,
    skills,
    tokens,
)
from fatedeck.games.deckahedron.rules.called import called
from fatedeck.games.deckahedron.rules.chances import unseen
from fatedeck.games.deckahedron.rules.families import Deed
from fatedeck.games.deckahedron.state import Options as TableOptions
from fatedeck.games.deckahedron.state import Table


class Deckahedron(Ruleset[Table, TableOptions, Deed]):
    """Deckahedron Foundation with its modules."""

    id, title, version = "deckahedron", "Deckahedron", "1.0.0"
    summary = (
        "One GM, a few characters, and twenty square cards each that decide every attempt. The "
        "rank of a stat picks the edge that counts; harder tasks keep the worst of several."
    )
    learn = (
        "Spread six points over Strength, Dexterity and Intelligence. When an attempt can fail, "
        "the GM names the stat and how hard it is; flip a card and read the edge of your rank."
    )
    attribution = (
        "Deckahedron / A Thousand Faces of Adventure by Shandy Brown (github.com/sjbrown/1kfa), "
        "licensed CC BY 3.0; contains material from Dungeon World, Copyright 2012 Sage Kobold "
        "Productions, authors Sage LaTorra and Adam Koebel. Rules restated and adapted."
    )
    licence = "CC BY 3.0, http://creativecommons.org/licenses/by/3.0/"
    seating = Seating(game_master=True, fewest=1, most=8)
    tonight = {"modules": ["characters", "combat"]}  # noqa: RUF012
    look = Look("compass", "#1f3f63", "#e9dcc0", square=True)
    paper = PAPER
    likely = (
        "attack",
        "flip",
        "call-for-flip",
        "foe-attack",
        "clear-the-fallen",
        "give-spotlight",
        "add-foe",
        "use-skill",
        "breather",
        "end-turn",
        "spread",
        "take-sample",
        "begin-play",
    )
    asks_twice = ("end-session",)
    State, Options = Table, TableOptions
    actions = chapters(
        Deed,
        creation,
        scenes,
        attempts,
        attacks,
        foes,
        rests,
        skills,
        levels,
        tokens,
        equipment,
        dice,
    )

    journeys, mentions = JOURNEYS, MENTIONS

    def begin(self, options: TableOptions, seats: Sequence[Seat]) -> Table:
        return creation.unpack(options, seats)

    def setup(self, game: Game[Table]) -> None:
        creation.deal_pool(game)

    def join(self, game: Game[Table], seat: str) -> None:
        creation.join(game, seat)

    def offers_to_each(self, state: Table, seats: Sequence[str]) -> list[list[Offer]]:
        return offered_to_each(self.actions, state, seats, Deed.rests_on(state, ""))

    def view(self, state: Table, seat: str | None) -> View:
        return views(state, [seat], Drawn())[0]

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        return views(state, seats, drawn)

    def called(self, state: Table) -> Mapping[str, Named]:
        return called(state)

    def making(self, state: Table, seat: str) -> Making | None:
        return making(state, seat)

    def made(self, state: Table, seat: str) -> Made | None:
        return made(state, seat)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return hidden(state)

    def present(self, state: Table) -> Present:
        return present(state)

    def is_over(self, state: Table) -> bool:
        return state.phase == "over"

    def faces(self, options: TableOptions) -> dict[str, Face]:
        return all_faces(options.faces)

    def card_sets(self, options: TableOptions) -> list[CardSet]:
        return card_sets()

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects(state, seat)

    def foreseen(self, state: Table, seat: str, action: Struct) -> Sequence[Prospect]:
        return foreseen(state, seat, action)

    def unseen(self, state: Table, seat: str) -> list[str]:
        return unseen(state, seat)

    def discarded(self, state: Table, seat: str) -> list[str]:
        return discarded(state, seat)

    def judged(self, before: Table, after: Table) -> list[Judged]:
        return judged(before, after)

    def studies(self) -> list[Study]:
        return studies()

    def courses(self) -> list[CourseStudy]:
        return courses()

    def plights(self) -> list[PlightStudy[Table]]:
        return plights()

    def standing(self, state: Table, seat: str) -> Fraction:
        return standing(state, seat)

    def measure(self) -> Measure:
        return Measure("Stamina", worth().stamina)

    def party(self, state: Table) -> Party:
        return party(state)

    def opening(self, state: Table) -> Deed | None:
        """DKH-8."""
        return creation.BeginPlay() if state.phase == "creation" else None

    def dismiss(self, state: Table) -> Deed | None:
        return dismiss(state)

    def decree(self, game: Game[Table], decreed: Callable[[], None]) -> None:
        """A foe without Stamina is out of the fight, whoever decided it. DKH-75."""
        before = {name: foe.stamina for name, foe in game.state.foes.items()}
        decreed()
        foes.follow(game, before)

    def clear_the_fallen(self, game: Game[Table]) -> None:
        foes.clear_the_fallen(game)

    def oracle(self) -> Oracle:
        return ask_the_cards()

    def policy(self) -> Policy[Table]:
        return Plain()

    def tempers(self) -> dict[str, Policy[Table]]:
        return {name: Plain(tired) for name, tired in TEMPERS.items()}

    def fights(self) -> Fights[Table]:
        return Scuffles()


ruleset = Deckahedron()
