"""A Thousand Faces of Adventure as a plug-in: ties the chapters together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from fatedeck.engine.actions import chapters
from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.fights import Fights
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.heroes import Made
from fatedeck.engine.mentions import Present
from fatedeck.engine.oracle import Oracle
from fatedeck.engine.prospects import CourseStudy, Judged, Measure, PlightStudy, Prospect, Study
from fatedeck.engine.ruleset import Party, Policy, Ruleset, Seating
from fatedeck.engine.story import Named
from fatedeck.engine.view import Face, Look, Making, View
from fatedeck.games.thousand_faces import state as states
from fatedeck.games.thousand_faces.laws import JOURNEYS, MENTIONS, present
from fatedeck.games.thousand_faces.looks import faces, making, view
from fatedeck.games.thousand_faces.looks.paper import PAPER
from fatedeck.games.thousand_faces.machine import policy
from fatedeck.games.thousand_faces.machine.fights import Combats
from fatedeck.games.thousand_faces.machine.scenes import ask_the_cards, dismiss, party
from fatedeck.games.thousand_faces.odds import fights as duels
from fatedeck.games.thousand_faces.odds import plights, prospects
from fatedeck.games.thousand_faces.rules import (
    attempts,
    calls,
    campaign,
    choosing,
    creation,
    downtime,
    equipment,
    experience,
    feats,
    foes,
    gifts,
    gm_moves,
    journey,
    learning,
    magic,
    pursuit,
    puzzles,
    scenes,
    set_up,
    shadow,
    stamina,
    talk,
    town,
)
from fatedeck.games.thousand_faces.rules.called import called
from fatedeck.games.thousand_faces.rules.families import Deed
from fatedeck.games.thousand_faces.state import Table


class ThousandFaces(Ruleset[Table, states.Options, Deed]):
    """One GM, one to five players, a deck that is also the body. TFA-1."""

    id = "thousand-faces"
    title = "A Thousand Faces of Adventure"
    version = "1"
    summary = (
        "Fantasy told as a conversation; your deck of 20 cards is your luck and your body. Moves, "
        "wounds, magic and small games with the cards carry heroes from the call to the last scene."
    )
    learn = (
        "One GM, one to five players. Say what your character does; when it is uncertain the GM "
        "names a move and you flip a card of your Deckahedron, reading the sign next to the suit "
        "of your attribute: ✗ ✅ ✔✔ ✔✔✔. Attacks push your cards into the Exhaustion pile; with "
        "3 cards left you are out. XP cards let you flash back, learn and shop."
    )
    attribution = (
        "A Thousand Faces of Adventure by Shandy Brown (github.com/sjbrown/1kfa), licensed CC BY "
        "3.0; contains material from Dungeon World, Copyright 2012 Sage Kobold Productions, "
        "authors Sage LaTorra and Adam Koebel. Rules restated and adapted."
    )
    licence = "CC BY 3.0, http://creativecommons.org/licenses/by/3.0/"
    seating = Seating(game_master=True, fewest=1, most=5)
    look = Look("ring", "#5b2330", "#ecd9b0", square=True)
    paper = PAPER
    likely = (
        "take-hero",
        "quick-character",
        "offer-goals",
        "begin-play",
        "restore",
        "attempt",
        "call-move",
        "make-move",
        "gang-up",
        "spotlight",
        "add-foe",
        "begin-combat",
        "set-scene",
        "say",
    )
    asks_twice = ("end-campaign",)
    actions = chapters(
        Deed,
        creation,
        choosing,
        set_up,
        pursuit,
        puzzles,
        attempts,
        feats,
        learning,
        experience,
        equipment,
        magic,
        downtime,
        town,
        stamina,
        calls,
        gm_moves,
        foes,
        shadow,
        journey,
        scenes,
        gifts,
        campaign,
        talk,
    )
    State = Table
    Options = states.Options

    begins_a_fight = "begin-combat"
    journeys, mentions = JOURNEYS, MENTIONS

    def begin(self, options: states.Options, seats: Sequence[Seat]) -> Table:
        return set_up.begin(options, seats)

    def setup(self, game: Game[Table]) -> None:
        choosing.deal(game)

    def join(self, game: Game[Table], seat: str) -> None:
        set_up.join(game.state, seat)

    def perform(self, game: Game[Table], seat: str, action: Deed) -> None:
        action.perform(game, seat)
        pursuit.check_rabbit(game)

    def view(self, state: Table, seat: str | None) -> View:
        return view.view(state, seat)

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        return view.views(state, seats, drawn)

    def called(self, state: Table) -> Mapping[str, Named]:
        return called(state)

    def making(self, state: Table, seat: str) -> Making | None:
        return making.making(state, seat)

    def makings(
        self, state: Table, seats: Sequence[str | None], drawn: Drawn
    ) -> list[Making | None]:
        return making.makings(state, seats, drawn)

    def made(self, state: Table, seat: str) -> Made | None:
        return making.made(state, seat)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        """Undrawn and exhausted cards, and the supplies. TFA-6.

        Hands of a draft are not among them: passed on, they are soon seen.
        """
        groups = [[state.blessings.bag], [state.wounds.bag]]
        for name, player in state.seated():
            deck = [player.deck.top, player.deck.bag, player.deck.bottom]
            if name != seat or state.options.stamina != "heroic":
                deck.append(player.exhaustion.bag)
            groups.append(deck)
        return groups

    def present(self, state: Table) -> Present:
        return present(state)

    def is_over(self, state: Table) -> bool:
        return state.phase == "over"

    def faces(self, options: states.Options) -> dict[str, Face]:
        return faces.faces()

    def card_sets(self, options: states.Options) -> list[CardSet]:
        return faces.card_sets()

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects.prospects(state, seat)

    def foreseen(self, state: Table, seat: str, action: Struct) -> Sequence[Prospect]:
        return prospects.foreseen(state, seat, action)

    def unseen(self, state: Table, seat: str) -> list[str]:
        return prospects.unseen(state, seat)

    def remaining(self, state: Table, seat: str) -> list[str]:
        return prospects.remaining(state, seat)

    def discarded(self, state: Table, seat: str) -> list[str]:
        return prospects.discarded(state, seat)

    def judged(self, before: Table, after: Table) -> list[Judged]:
        return prospects.judged(before, after)

    def studies(self) -> list[Study]:
        return prospects.studies()

    def courses(self) -> list[CourseStudy]:
        return duels.courses()

    def plights(self) -> list[PlightStudy[Table]]:
        return plights.plights()

    def standing(self, state: Table, seat: str) -> Fraction:
        return prospects.standing(state, seat)

    def measure(self) -> Measure:
        return Measure("cards", prospects.worth().card)

    def party(self, state: Table) -> Party:
        return party(state)

    def opening(self, state: Table) -> Deed | None:
        """TFA-327."""
        return creation.BeginPlay() if state.phase == "creation" else None

    def dismiss(self, state: Table) -> Deed | None:
        return dismiss(state)

    def decree(self, game: Game[Table], decreed: Callable[[], None]) -> None:
        """A foe without Stamina is out of the fight, whoever decided it. TFA-118."""
        before = {foe.name: foe.stamina for foe in game.state.foes}
        decreed()
        foes.follow(game, before)

    def clear_the_fallen(self, game: Game[Table]) -> None:
        foes.clear_the_fallen(game)

    def oracle(self) -> Oracle:
        return ask_the_cards()

    def policy(self) -> Policy[Table]:
        return policy.Adventurer()

    def tempers(self) -> dict[str, Policy[Table]]:
        return {name: policy.Adventurer(*limits) for name, limits in policy.TEMPERS.items()}

    def fights(self) -> Fights[Table]:
        return Combats()
