"""The Realms Behind as a game of the table."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.actions import chapters
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.prospects import CourseStudy, Judged, Prospect, SpendingStudy, Study
from fatedeck.engine.ruleset import Ruleset, Seating
from fatedeck.engine.view import Face, View
from fatedeck.games.realms_behind.looks import view as views
from fatedeck.games.realms_behind.machine.policy import RealmsPolicy
from fatedeck.games.realms_behind.odds import fights as duels
from fatedeck.games.realms_behind.odds.prospects import (
    held,
    judged,
    prospects,
    spendings,
    standing,
    studies,
    unseen,
)
from fatedeck.games.realms_behind.odds.will import courses as will_courses
from fatedeck.games.realms_behind.rules import actions as do
from fatedeck.games.realms_behind.rules import (
    attacks,
    crafting,
    creation,
    days,
    encounter,
    equipment,
    feats,
    growth,
    master,
    moving,
    phases,
    rests,
    talk,
    tries,
    using,
    will,
)
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.field import someone
from fatedeck.games.realms_behind.rules.gm_offers import of_gm
from fatedeck.games.realms_behind.rules.health import heal
from fatedeck.games.realms_behind.rules.master import (
    add_creatures,
    call_check,
    creature_check,
    decide,
    give,
    give_luck,
    ground,
    hurt_someone,
    judge,
    make_creature,
    open_dialogue,
    place,
    put_status,
    remove_creature,
    take_status,
)
from fatedeck.games.realms_behind.rules.statuses import cool
from fatedeck.games.realms_behind.rules.turns import conclude
from fatedeck.games.realms_behind.state import (
    Table,
    TableOptions,
)


class TheRealmsBehind(Ruleset[Table, TableOptions, do.RealmsAction]):
    """A hand at dawn, spent through the day and never replaced. RB-22.1."""

    id, title, version = "realms-behind", "The Realms Behind", "1.0.0"
    summary = (
        "A hand of cards is drawn at dawn and must last the whole day: every check costs one. "
        "Suits colour what your cards can do, in danger, in talk and at the workbench."
    )
    learn = (
        "At dawn you draw a hand; checks are made by revealing cards from it, and spent cards are "
        "gone until the next long rest. Suits strengthen what you do. Will draws new cards, "
        "Fortune gives Advantage, Madness eats the deck. When the hand is empty you are Exhausted, "
        "when the deck is empty you are lost."
    )
    attribution = (
        "Based on The Realms Behind by DFB (garbados), CC BY-NC-SA 4.0, inspired by FlagonQuest by "
        "Stephen Murphy; rules restated and adapted"
    )
    licence = "CC BY-NC-SA 4.0"
    seating = Seating(game_master=True, fewest=1, most=8)
    State, Options = Table, TableOptions
    actions = (
        *do.BY_GM,
        *chapters(
            Deed,
            creation,
            feats,
            encounter,
            attacks,
            using,
            moving,
            talk,
            tries,
            days,
            crafting,
            will,
            growth,
            equipment,
            phases,
            rests,
            master,
        ),
    )
    open_questions = False

    def begin(self, options: TableOptions, seats: Sequence[Seat]) -> Table:
        return creation.unpack(options, seats)

    def setup(self, game: Game[Table]) -> None:
        """With ready-made characters for all, the first day begins at once. RB-4.1."""
        if all(character.ready for character in game.state.players.values()):
            phases.Begin().do(game, game.state.gm)

    def offers(self, state: Table, seat: str) -> list[Offer]:
        old = of_gm(state) if seat == state.gm else []
        return [*old, *super().offers(state, seat)]

    def perform(self, game: Game[Table], seat: str, action: do.RealmsAction) -> None:
        if isinstance(action, Deed):
            super().perform(game, seat, action)
            return
        if seat != game.state.gm:
            raise Refused("RB-22.1", "Only the GM may do that.")
        _by_gm(game, action)
        conclude(game, True)

    def view(self, state: Table, seat: str | None) -> View:
        return views.view(state, seat)

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        return views.views(state, seats, drawn)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return views.hidden(state, seat)

    def faces(self, options: TableOptions) -> dict[str, Face]:
        return views.faces()

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

    def policy(self) -> RealmsPolicy:
        return RealmsPolicy()


def _by_gm(game: Game[Table], action: do.RealmsAction) -> None:
    match action:
        case do.AddCreatures():
            add_creatures(game, action)
        case do.MakeCreature():
            make_creature(game, action)
        case do.RemoveCreature(creature_name):
            remove_creature(game, creature_name)
        case do.PlaceBeing(being, x, y):
            place(game, being, x, y)
        case do.Ground(x, y, difficult):
            ground(game, x, y, difficult)
        case do.CallCheck():
            call_check(game, action)
        case do.CreatureCheck():
            creature_check(game, action)
        case do.GiveLuck():
            give_luck(game, action)
        case do.Afflict():
            put_status(game, action)
        case do.Relieve(being, status, stacks):
            take_status(game, being, status, stacks)
        case do.Cool(being):
            cool(game, someone(game.state, being))
        case do.Hurt():
            hurt_someone(game, action)
        case do.Heal(being, amount, part):
            if amount < 1:
                raise Refused("RB-13.5", "At least 1 healing.")
            healed = someone(game.state, being)
            if healed.dead:
                raise Refused("RB-13.4", f"{being} is dead; say first that they live.")
            heal(game, healed, amount, part)
        case do.Give():
            give(game, action)
        case do.Workspace(there):
            game.state.workspace = there
            game.tell(f"There is {'a' if there else 'no'} workspace here.", "RB-20.1")
        case do.OpenDialogue():
            open_dialogue(game, action)
        case do.Decide():
            decide(game, action)
        case do.Judge(words):
            judge(game, words)


ruleset = TheRealmsBehind()
