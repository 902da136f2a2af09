"""Deck of Adventures as a game that can be played: its actions, and who may do what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from msgspec import Struct

from fatedeck.engine.actions import chapters
from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import Fights
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.heroes import Made
from fatedeck.engine.mentions import Present
from fatedeck.engine.oracle import Oracle
from fatedeck.engine.prospects import CourseStudy, Judged, Measure, Prospect, Study
from fatedeck.engine.ruleset import Party, Policy, Ruleset, Seating
from fatedeck.engine.story import Named
from fatedeck.engine.view import Face, Look, Making, View
from fatedeck.games.deck_of_adventures.laws import JOURNEYS, MENTIONS, present
from fatedeck.games.deck_of_adventures.looks import making as steps
from fatedeck.games.deck_of_adventures.looks import view as views
from fatedeck.games.deck_of_adventures.looks.paper import PAPER
from fatedeck.games.deck_of_adventures.machine.fights import Combats
from fatedeck.games.deck_of_adventures.machine.policy import TEMPERS, Fighter, policy
from fatedeck.games.deck_of_adventures.machine.scenes import ask_the_cards, dismiss, party
from fatedeck.games.deck_of_adventures.odds import fights as duels
from fatedeck.games.deck_of_adventures.odds import prospects
from fatedeck.games.deck_of_adventures.options import TableOptions
from fatedeck.games.deck_of_adventures.rules import (
    aces,
    bosses,
    calls,
    care,
    combat,
    creation,
    creatures,
    decrees,
    discards,
    epic,
    fate,
    goods,
    ground,
    health,
    items,
    learning,
    levels,
    maneuvers,
    modifiers,
    movement,
    overruling,
    powers,
    rests,
    rounds,
    sight,
    story,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.rules.called import called
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.state import NPC, SPARE, WORLD, Table


class DeckOfAdventures(Ruleset[Table, TableOptions, Deed]):
    """The game. Its rules are plain functions in the modules beside this one."""

    id, title, version = "deck-of-adventures", "Deck of Adventures", "1.0.0"
    summary = (
        "Every check is a draw against a target on a circle of ranks: the closer, the better. Your "
        "deck is your stamina, and Aces and Jokers are fate that you can spend."
    )
    learn = (
        "Draw a card: the closer it lies to the Target Card on the circle A 2 3 … K, the better. "
        "Your deck refills only on rests; Aces and Jokers are Fate Cards that buy a redraw."
    )
    attribution = (
        "Based on Deck of Adventures by the Deck of Adventures contributors, "
        "https://github.com/DeckofAdventures/TheGame, CC BY-NC-SA 4.0. Rules reworded and changed."
    )
    licence = "CC BY-NC-SA 4.0"
    seating: ClassVar[Seating] = Seating(game_master=True, fewest=1, most=8)
    look = Look("circle", "#1f4d3f", "#eadfc2")
    paper = PAPER
    likely = (
        "take-premade",
        "spend-rest-card",
        "mend-armour",
        "finish-rest",
        "use-power",
        "move",
        "end-turn",
        "attempt",
        "clear-the-fallen",
        "call-check",
        "place-creature",
        "set-everyone-down",
        "start-combat",
        "harm",
        "call-rest",
        "narrate",
        "draw-world",
        "lay-map",
        "call-epic",
    )
    State, Options = Table, TableOptions
    actions = chapters(
        Deed,
        movement,
        powers,
        maneuvers,
        discards,
        care,
        items,
        aces,
        rounds,
        creation,
        modifiers,
        learning,
        vulnerabilities,
        levels,
        calls,
        overruling,
        fate,
        epic,
        rests,
        story,
        goods,
        combat,
        creatures,
        ground,
        sight,
        decrees,
        bosses,
    )

    begins_a_fight = "start-combat"
    journeys, mentions = JOURNEYS, MENTIONS

    def begin(self, options: TableOptions, seats: Sequence[Seat]) -> Table:
        """A deck of 54 for each player, the Game Master's decks, blank sheets.

        Both Jokers lie in the Fate hand, unless the table shuffles them in. DOA-2, DOA-10, DOA-12,
        DOA-13, DOA-43, DOA-356, DOA-379.
        """
        names = [seat.name for seat in seats if seat.role == "player"]
        for seat in seats:
            _check_name(seat.name)
        gm = next(seat.name for seat in seats if seat.role == "gm")
        table = creation.unpack(gm, names, options.switches(), options.power_set)
        table.diagonals, table.prices = options.diagonals, options.prices
        return table

    def join(self, game: Game[Table], seat: str) -> None:
        _check_name(seat)
        creation.seat_late(game.state, seat)

    def perform(self, game: Game[Table], seat: str, action: Deed) -> None:
        """Do it; then who has fallen keeps nothing up, and the fight may be over. DOA-183."""
        action.perform(game, seat)
        rounds.settle(game)

    def view(self, state: Table, seat: str | None) -> View:
        return views.view(state, seat)

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        return views.views(state, seats, drawn)

    def called(self, state: Table) -> Mapping[str, Named]:
        return called(state)

    def making(self, state: Table, seat: str) -> Making | None:
        return steps.making(state, seat)

    def makings(
        self, state: Table, seats: Sequence[str | None], drawn: Drawn
    ) -> list[Making | None]:
        return steps.makings(state, seats, drawn)

    def made(self, state: Table, seat: str) -> Made | None:
        return steps.made(state, seat)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return views.hidden(state, seat)

    def present(self, state: Table) -> Present:
        return present(state)

    def faces(self, options: TableOptions) -> dict[str, Face]:
        return views.faces()

    def card_sets(self, options: TableOptions) -> list[CardSet]:
        return [CardSet("deck", "The deck", dict.fromkeys(views.faces(), 1), each=True)]

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects.prospects(state, seat)

    def foreseen(self, state: Table, seat: str, action: Struct) -> Sequence[Prospect]:
        return prospects.foreseen(state, seat, action)

    def unseen(self, state: Table, seat: str) -> list[str]:
        return prospects.unseen(state, seat)

    def judged(self, before: Table, after: Table) -> list[Judged]:
        return prospects.judged(before, after)

    def studies(self) -> list[Study]:
        return prospects.studies()

    def courses(self) -> list[CourseStudy]:
        return duels.courses()

    def standing(self, state: Table, seat: str) -> int:
        return prospects.standing(state, seat)

    def measure(self) -> Measure:
        return Measure("HP", prospects.worth().hp)

    def party(self, state: Table) -> Party:
        return party(state)

    def dismiss(self, state: Table) -> Deed | None:
        return dismiss(state)

    def decree(self, game: Game[Table], decreed: Callable[[], None]) -> None:
        """Whose HP reach 0 falls, whoever decided it. DOA-219, DOA-257."""
        before = {name: who.hp for name, who in game.state.characters.items()}
        decreed()
        if health.follow(game, before):
            rounds.settle(game)

    def clear_the_fallen(self, game: Game[Table]) -> None:
        if game.state.combat is None:
            creatures.clear_the_fallen(game)

    def leave_scene(self, game: Game[Table]) -> None:
        ground.put_away(game)

    def oracle(self) -> Oracle:
        return ask_the_cards()

    def policy(self) -> Policy[Table] | None:
        return policy()

    def tempers(self) -> dict[str, Policy[Table]]:
        return {name: Fighter(temper) for name, temper in TEMPERS.items()}

    def fights(self) -> Fights[Table]:
        return Combats()


def _check_name(seat: str) -> None:
    """`Refused` where a seat would be called as a deck is."""
    if seat in {WORLD, NPC, *SPARE, "World deck", calls.OWN}:
        raise Refused("", f"“{seat}” is the name of a deck. Choose another name.")
