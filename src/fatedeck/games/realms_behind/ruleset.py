"""The Realms Behind as a game of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fatedeck.engine.actions import chapters
from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.fights import Fights
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.heroes import Made
from fatedeck.engine.mentions import Present
from fatedeck.engine.oracle import Oracle
from fatedeck.engine.prospects import CourseStudy, Judged, Measure, Prospect, SpendingStudy, Study
from fatedeck.engine.ruleset import Party, Policy, Ruleset, Seating
from fatedeck.engine.story import Named
from fatedeck.engine.view import Face, Look, Making, Paper, View
from fatedeck.games.realms_behind.laws import JOURNEYS, MENTIONS, present
from fatedeck.games.realms_behind.looks import view as views
from fatedeck.games.realms_behind.looks.feats import feat_faces, feat_set
from fatedeck.games.realms_behind.looks.making import made, making
from fatedeck.games.realms_behind.looks.paper import paper
from fatedeck.games.realms_behind.machine.fights import Encounters
from fatedeck.games.realms_behind.machine.policy import TEMPERS, RealmsPolicy
from fatedeck.games.realms_behind.machine.scenes import ask_the_cards, dismiss, party
from fatedeck.games.realms_behind.odds import fights as duels
from fatedeck.games.realms_behind.odds.prospects import (
    held,
    judged,
    prospects,
    spendings,
    standing,
    studies,
    unseen,
    worth,
)
from fatedeck.games.realms_behind.odds.will import courses as will_courses
from fatedeck.games.realms_behind.rules import (
    attacks,
    calls,
    crafting,
    creation,
    creatures,
    days,
    encounter,
    equipment,
    fates,
    feats,
    gifts,
    growth,
    health,
    moving,
    phases,
    provisions,
    rests,
    scenes,
    talk,
    tries,
    turns,
    using,
    will,
)
from fatedeck.games.realms_behind.rules.called import called
from fatedeck.games.realms_behind.rules.derived import is_down
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.state import Table, TableOptions


class TheRealmsBehind(Ruleset[Table, TableOptions, Deed]):
    """A hand at dawn, spent through the day and never replaced. RB-22.1."""

    id, title, version = "realms-behind", "The Realms Behind", "1.0.0"
    summary = (
        "You draw a hand of cards at dawn, and it has to last the day: every check costs one. "
        "Suits colour what your cards can do, in a fight, in talk and at the workbench."
    )
    learn = (
        "At dawn you draw a hand. You make checks by revealing cards from it, and what you spend "
        "is gone until the next long rest. Suits make what you do stronger. Will draws new cards, "
        "Fortune gives Advantage, Madness eats your deck. With an empty hand you’re Exhausted; "
        "with an empty deck you can do nothing at all."
    )
    attribution = (
        "Based on The Realms Behind by DFB (garbados), CC BY-NC-SA 4.0, inspired by FlagonQuest by "
        "Stephen Murphy; rules restated and adapted"
    )
    licence = "CC BY-NC-SA 4.0"
    seating = Seating(game_master=True, fewest=1, most=8)
    look = Look("gate", "#2f2a57", "#e6dcf0")
    likely = (
        "take-sample",
        "finish",
        "attack",
        "use-technique",
        "creature-attack",
        "clear-the-fallen",
        "move",
        "end-turn",
        "try",
        "call-check",
        "add-creatures",
        "start-encounter",
        "hurt",
        "heal",
        "short-rest",
        "begin",
    )
    State, Options = Table, TableOptions
    actions = chapters(
        Deed,
        creation,
        feats,
        attacks,
        using,
        moving,
        encounter,
        talk,
        tries,
        days,
        crafting,
        will,
        growth,
        equipment,
        provisions,
        phases,
        rests,
        calls,
        scenes,
        creatures,
        fates,
        gifts,
    )
    open_questions = False

    begins_a_fight = "start-encounter"
    journeys, mentions = JOURNEYS, MENTIONS

    @property
    def paper(self) -> Paper:
        return paper()

    def begin(self, options: TableOptions, seats: Sequence[Seat]) -> Table:
        return creation.unpack(options, seats)

    def setup(self, game: Game[Table]) -> None:
        """With ready-made characters for all, the first day begins at once. RB-4.1."""
        if all(character.ready for character in game.state.players.values()):
            phases.Begin().do(game, game.state.gm)

    def join(self, game: Game[Table], seat: str) -> None:
        creation.join(game.state, seat)

    def view(self, state: Table, seat: str | None) -> View:
        return views.view(state, seat)

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        return views.views(state, seats, drawn)

    def called(self, state: Table) -> Mapping[str, Named]:
        return called(state)

    def making(self, state: Table, seat: str) -> Making | None:
        return making(state, seat)

    def made(self, state: Table, seat: str) -> Made | None:
        return made(state, seat)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return views.hidden(state, seat)

    def present(self, state: Table) -> Present:
        return present(state)

    def faces(self, options: TableOptions) -> dict[str, Face]:
        return views.faces()

    def printed_faces(self, options: TableOptions) -> dict[str, Face]:
        return {**views.faces(), **feat_faces()}

    def card_sets(self, options: TableOptions) -> list[CardSet]:
        return [*views.card_sets(), feat_set()]

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects(state, seat)

    def unseen(self, state: Table, seat: str) -> list[str]:
        return unseen(state, seat)

    def held(self, state: Table, seat: str) -> list[str]:
        return held(state, seat)

    def judged(self, before: Table, after: Table) -> list[Judged]:
        return judged(before, after)

    def studies(self) -> list[Study]:
        return studies()

    def courses(self) -> list[CourseStudy]:
        return [*duels.courses(), *will_courses()]

    def spendings(self) -> list[SpendingStudy]:
        return spendings()

    def standing(self, state: Table, seat: str) -> int:
        return standing(state, seat)

    def measure(self) -> Measure:
        return Measure("Health", worth().health)

    def party(self, state: Table) -> Party:
        return party(state)

    def dismiss(self, state: Table) -> Deed | None:
        return dismiss(state)

    def decree(self, game: Game[Table], decreed: Callable[[], None]) -> None:
        """Who has no Health left is Downed, whoever decided it. RB-13.3, RB-13.6."""
        before = {one.name for one in game.state.beings() if one.is_here() and is_down(one)}
        decreed()
        if health.follow(game, before):
            turns.conclude(game, on_paper=False)

    def clear_the_fallen(self, game: Game[Table]) -> None:
        if game.state.phase != "encounter":
            creatures.clear_the_fallen(game)

    def oracle(self) -> Oracle:
        return ask_the_cards()

    def policy(self) -> RealmsPolicy:
        return RealmsPolicy()

    def tempers(self) -> dict[str, Policy[Table]]:
        return {name: RealmsPolicy(temper) for name, temper in TEMPERS.items()}

    def fights(self) -> Fights[Table]:
        return Encounters()


ruleset = TheRealmsBehind()
