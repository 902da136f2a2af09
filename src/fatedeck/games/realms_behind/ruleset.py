"""The Realms Behind as a game of the table."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.actions import chapters
from fatedeck.engine.cards import shuffled
from fatedeck.engine.drawn import Drawn, InParts
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.prospects import CourseStudy, Judged, Prospect, SpendingStudy, Study
from fatedeck.engine.ruleset import Ruleset, Seating
from fatedeck.engine.view import Face, View
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks import view as views
from fatedeck.games.realms_behind.machine.policy import RealmsPolicy
from fatedeck.games.realms_behind.odds import fights as duels
from fatedeck.games.realms_behind.odds import will
from fatedeck.games.realms_behind.odds.prospects import (
    held,
    judged,
    prospects,
    spendings,
    standing,
    studies,
    unseen,
)
from fatedeck.games.realms_behind.rules import actions as do
from fatedeck.games.realms_behind.rules import (
    attacks,
    checks,
    crafting,
    creation,
    days,
    encounter,
    equipment,
    growth,
    master,
    moving,
    using,
)
from fatedeck.games.realms_behind.rules.cards import STANDARD, new_deck
from fatedeck.games.realms_behind.rules.checks import calm, contest, spend_will
from fatedeck.games.realms_behind.rules.crafting import (
    begin_enchanting,
    begin_project,
    craft,
    examine,
)
from fatedeck.games.realms_behind.rules.creation import (
    become,
    build,
    drop_feat,
    finish,
    learn_lore,
    raise_level,
    take_feat,
    take_sample,
    unbuild,
)
from fatedeck.games.realms_behind.rules.days import (
    begin,
    enter_phase,
    gather_information,
    improvise,
    investigate,
    long_rest,
    parlay,
    proper_skill,
    recall_knowledge,
    short_rest,
    try_something,
    wage_labor,
    welcome,
    why_not_contest,
)
from fatedeck.games.realms_behind.rules.derived import at_full_strength
from fatedeck.games.realms_behind.rules.equipment import buy, carry, sell
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.field import someone
from fatedeck.games.realms_behind.rules.growth import plan_dream, sublimate
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
    player,
    put_status,
    remove_creature,
    take_status,
)
from fatedeck.games.realms_behind.rules.offers import offers, offers_of
from fatedeck.games.realms_behind.rules.statuses import cool
from fatedeck.games.realms_behind.rules.turns import conclude
from fatedeck.games.realms_behind.state import (
    Character,
    Table,
    TableOptions,
    put_all_in_order,
    put_in_order,
)

_BY_GM = frozenset(do.BY_GM)
_ON_SHEETS = frozenset(do.ON_SHEETS)


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
        *do.BY_PLAYERS,
        *do.BY_GM,
        *chapters(
            Deed,
            creation,
            equipment,
            checks,
            days,
            growth,
            crafting,
            encounter,
            moving,
            attacks,
            using,
            master,
        ),
    )
    open_questions = False

    def begin(self, options: TableOptions, seats: Sequence[Seat]) -> Table:
        """Everyone has an own deck, the GM two: for creatures, and the Fae Queen's.

        RB-1.1, RB-17.1, RB-17.2, RB-21.2.
        """
        gm = next(seat.name for seat in seats if seat.role == "gm")
        players = {
            seat.name: Character(name=seat.name, deck=new_deck(options.jokers), waiting=True)
            for seat in seats
            if seat.role != "gm"
        }
        for character in players.values():
            at_full_strength(character)
        for name, sample in options.characters.items():
            if name not in players or sample not in book().samples:
                raise Unreadable(f"“{name}: {sample}” is no seat with a ready-made character.")
            become(players[name], sample)
            players[name].ready = True
        put_in_order(players)
        table = Table(
            gm=gm,
            players=players,
            gm_deck=shuffled(STANDARD),
            fae_deck=shuffled(STANDARD),
            jokers=options.jokers,
            gm_sees_hands=options.gm_sees_hands,
        )
        put_all_in_order(table)
        return table

    def setup(self, game: Game[Table]) -> None:
        """With ready-made characters for all, the first day begins at once. RB-4.1."""
        if all(character.ready for character in game.state.players.values()):
            begin(game)

    def offers(self, state: Table, seat: str) -> list[Offer]:
        return [*offers(state, seat), *super().offers(state, seat)]

    def offers_of(self, state: Table, seats: Sequence[str], drawn: Drawn) -> list[InParts]:
        return [
            (*parts, super(TheRealmsBehind, self).offers(state, seat))
            for seat, parts in zip(seats, offers_of(state, seats, drawn), strict=True)
        ]

    def perform(self, game: Game[Table], seat: str, action: do.RealmsAction) -> None:
        if isinstance(action, Deed):
            super().perform(game, seat, action)
            return
        kind = type(action)
        if kind in _BY_GM:
            if seat != game.state.gm:
                raise Refused("RB-22.1", "Only the GM may do that.")
            _by_gm(game, action)
        else:
            character = player(game.state, seat)
            if character.waiting and kind not in _ON_SHEETS and game.state.phase != "creation":
                raise Refused("RB-22.7", "You are not in play yet; the GM lets you in, or dawn.")
            _by_player(game, character, action)
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
        return [*duels.courses(), *will.courses()]

    def spendings(self) -> list[SpendingStudy]:
        return spendings()

    def standing(self, state: Table, seat: str) -> int:
        return standing(state, seat)

    def policy(self) -> RealmsPolicy:
        return RealmsPolicy()


def _by_player(game: Game[Table], character: Character, action: do.RealmsAction) -> None:
    match action:
        case do.SpendWill(discard):
            spend_will(game, character, list(discard))
        case do.Calm():
            calm(game, character)
        case do.Willing(willing):
            character.willing = willing
            told = "is glad to assist" if willing else "does not want to be asked to assist"
            game.tell(f"{character.name} {told}.", "RB-9.1")
        case do.Try(skill, what, target):
            try_something(game, character, skill, what, target)
        case do.Contest(skill, opponent, opponent_skill):
            _contest(game, character, skill, opponent, opponent_skill)
        case do.RecallKnowledge(skill, about):
            recall_knowledge(game, character, skill, about)
        case do.Parlay(skill, statement, target):
            parlay(game, character, skill, statement, target)
        case do.Investigate(more):
            investigate(game, character, more)
        case do.GatherInformation(skill, more):
            gather_information(game, character, skill, more)
        case do.WageLabor(skill):
            wage_labor(game, character, skill)
        case do.BeginProject(kind, enhancements, curses):
            begin_project(game, character, kind, list(enhancements), curses)
        case do.Enchant(item, enhancement):
            begin_enchanting(game, character, item, enhancement)
        case do.Craft(project):
            craft(game, character, project)
        case do.Examine(item):
            examine(game, character, item)
        case do.Dream(card):
            plan_dream(game, character, card)
        case _:
            _on_sheet(game, character, action)


def _on_sheet(game: Game[Table], character: Character, action: do.RealmsAction) -> None:
    match action:
        case do.TakeSample(sample):
            take_sample(game, character, sample)
        case do.Raise(what, level):
            raise_level(game, character, what, level)
        case do.LearnLore(subject, level):
            learn_lore(game, character, subject, level)
        case do.TakeFeat(feat):
            take_feat(game, character, feat)
        case do.DropFeat(feat):
            drop_feat(game, character, feat)
        case do.Build(feat, name, features, element, shape):
            build(game, character, feat, name, list(features), element, shape)
        case do.Unbuild(technique):
            unbuild(game, character, technique)
        case do.Buy(kind):
            buy(game, character, kind)
        case do.Sell(item):
            sell(game, character, item)
        case do.Carry(item, where):
            carry(game, character, item, where)
        case do.Finish(title):
            finish(game, character, title)


def _contest(
    game: Game[Table], character: Character, skill: str, opponent: str, other_skill: str
) -> None:
    if refused := why_not_contest(game.state, character, opponent):
        raise refused
    other = someone(game.state, opponent)
    skill, other_skill = proper_skill(skill), proper_skill(other_skill)
    if not improvise(game, character, f"contest with {opponent}"):
        return
    contest(game, character, skill, other, other_skill)


def _by_gm(game: Game[Table], action: do.RealmsAction) -> None:
    match action:
        case do.Begin():
            begin(game)
        case do.Welcome(seat):
            welcome(game, player(game.state, seat))
        case do.Enter(phase):
            enter_phase(game, phase)
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
        case do.ShortRest():
            short_rest(game)
        case do.LongRest(dreamers):
            long_rest(game, list(dreamers))
        case do.Sublimate(seat):
            someone(game.state, seat)
            sublimate(game, player(game.state, seat))
        case do.Decide():
            decide(game, action)
        case do.Judge(words):
            judge(game, words)


ruleset = TheRealmsBehind()
