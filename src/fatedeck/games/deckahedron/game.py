"""The game as a plug-in: its seats, its actions, and the rules they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.prospects import CourseStudy, Judged, PlightStudy, Prospect, Study
from fatedeck.engine.ruleset import Policy, Ruleset, Seating
from fatedeck.engine.view import Face, View
from fatedeck.games.deckahedron import actions as deeds
from fatedeck.games.deckahedron import creation, equipment, foes, rests, skills, turns
from fatedeck.games.deckahedron.actions import DEEDS, Deed
from fatedeck.games.deckahedron.attacks import attack, foe_attack
from fatedeck.games.deckahedron.attempts import attempt, call_for_flip, why_not_call
from fatedeck.games.deckahedron.dice import dice_in_use, read_die
from fatedeck.games.deckahedron.faces import all_faces
from fatedeck.games.deckahedron.fights import courses
from fatedeck.games.deckahedron.levels import take_bonus
from fatedeck.games.deckahedron.offers import offers
from fatedeck.games.deckahedron.plights import plights
from fatedeck.games.deckahedron.policy import Plain
from fatedeck.games.deckahedron.prospects import (
    discarded,
    judged,
    prospects,
    standing,
    studies,
    unseen,
)
from fatedeck.games.deckahedron.stamina import regain_stamina
from fatedeck.games.deckahedron.state import Options as TableOptions
from fatedeck.games.deckahedron.state import Table
from fatedeck.games.deckahedron.tokens import flashback
from fatedeck.games.deckahedron.view import hidden, view


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
    State, Options, actions = Table, TableOptions, DEEDS

    def begin(self, options: TableOptions, seats: Sequence[Seat]) -> Table:
        return creation.unpack(options, seats)

    def setup(self, game: Game[Table]) -> None:
        creation.deal_pool(game)

    def offers(self, state: Table, seat: str) -> list[Offer]:
        return offers(state, seat)

    def view(self, state: Table, seat: str | None) -> View:
        return view(state, Drawn())

    def views(self, state: Table, seats: Sequence[str | None], drawn: Drawn) -> list[View]:
        """All see the same, so it is drawn once for all. DKH-4, DKH-5."""
        return [view(state, drawn)] * len(seats)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return hidden(state)

    def is_over(self, state: Table) -> bool:
        return state.phase == "over"

    def faces(self, options: TableOptions) -> dict[str, Face]:
        return all_faces(options.faces)

    def prospects(self, state: Table, seat: str) -> list[Prospect]:
        return prospects(state, seat)

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

    def policy(self) -> Policy[Table]:
        return Plain()

    def perform(self, game: Game[Table], seat: str, action: Deed) -> None:
        table = game.state
        match action:
            case deeds.DescribeSetting():
                _only(turns.why_not_gm(table, seat) or _creating(table))
                table.setting = action.words
                game.tell(f"The setting: {action.words}", "DKH-8")
            case deeds.Spread():
                creation.spread(game, seat, action)
            case deeds.Introduce():
                creation.introduce(game, seat, action)
            case deeds.TakeSample():
                creation.take_sample(game, seat, action.character)
            case deeds.SettleTies():
                _only(_creating(table))
                table.ties = action.words
                game.tell(f"{seat}: {action.words}", "DKH-12")
            case deeds.SpreadTokens():
                creation.spread_tokens(game, seat, action)
            case deeds.Draft():
                creation.draft(game, seat, action.card)
            case deeds.TakeItems():
                creation.take_items(game, seat, action.items)
            case deeds.BeginPlay():
                creation.begin_play(game, seat)
            case deeds.Narrate():
                _only(turns.why_not_now(table))
                clause = "DKH-28" if seat == table.gm else "DKH-14"
                game.tell(f"{seat}: {action.words}", clause)
            case deeds.GiveSpotlight():
                _only(turns.why_not_give_spotlight(table, seat, action.player))
                turns.give_spotlight(game, action.player)
            case deeds.Flip():
                attempt(game, seat, action)
            case deeds.CallForFlip():
                call_for_flip(game, seat, action)
            case deeds.SetDifficulty():
                _only(why_not_call(table, seat, action.player))
                table.players[action.player].difficulty = action.difficulty
                game.tell(f"{action.player}’s next flip is {action.difficulty}.", "DKH-18")
            case deeds.EndTurn():
                _only(turns.why_not_end_turn(table, seat))
                game.tell(f"{table.spotlight}’s turn ends.", "DKH-19")
                turns.end_turn(game)
            case deeds.Reshuffle():
                _only(turns.why_not_shuffle_in(table, seat))
                turns.shuffle_in(game, seat)
            case deeds.ReadDie():
                _only(turns.why_not_act(table, seat))
                if action.die not in dice_in_use(table):
                    raise Refused("DKH-39", f"The dice here are {', '.join(dice_in_use(table))}.")
                turns.step_forward(game, seat)
                read_die(game, seat, action.die)
            case deeds.EndSession():
                _only(turns.why_not_now(table) or turns.why_not_gm(table, seat))
                turns.end_session(game)
            case deeds.AddFoe():
                _only(foes.why_not_gm_fights(table, seat))
                foes.add_foe(game, action)
            case deeds.RemoveFoe():
                _only(foes.why_not_gm_fights(table, seat))
                foes.remove_foe(game, action.foe)
            case deeds.Tire():
                _only(foes.why_not_strike(table, seat, action.who))
                foes.tire(game, seat, action.who, action.points)
            case deeds.Hurt():
                _only(foes.why_not_strike(table, seat, action.who))
                foes.injure(game, action.who, action.injury)
            case deeds.Refresh():
                _only(foes.why_not_refresh(table, seat, action.player))
                regain_stamina(game, action.player, action.points)
            case deeds.Attack():
                attack(game, seat, action.foe, action.way)
            case deeds.FoeAttack():
                foe_attack(game, seat, action.foe, action.player, action.way)
            case deeds.Breather():
                rests.take_breather(game, seat, action)
            case deeds.Rest():
                rests.rest(game, seat, action.who or seat)
            case deeds.Heal():
                rests.heal(game, seat, action.who or seat, action.words)
            case deeds.UseSkill():
                skills.use_skill(game, seat, action)
            case deeds.UseAttribute():
                skills.use_attribute(game, seat, action.card)
            case deeds.HandBack():
                skills.hand_back(game, seat, action.card)
            case deeds.Flashback():
                flashback(game, seat, action)
            case deeds.TakeBonus():
                take_bonus(game, seat, action.bonus, action.phrase)
            case deeds.UseGear():
                equipment.use_gear(game, seat, action.gear)
            case deeds.JoinLine():
                equipment.join_line(game, seat, action.middle)
            case deeds.GiveUpLine():
                equipment.give_up_line(game, seat)
            case deeds.Lighten():
                equipment.lighten(game, seat, action.column)
            case deeds.HandOut():
                equipment.hand_out(game, seat, action.player, action.column)
            case deeds.HandOutWeapon():
                equipment.hand_out_weapon(game, seat, action.player)
            case deeds.RunAway():
                equipment.run_away(game, seat)
            case deeds.Trade():
                equipment.trade(game, seat, action)
            case _:
                assert_never(action)
        turns.conclude(game)


def _only(refused: Refused | None) -> None:
    """Go on, unless there is a reason not to."""
    if refused is not None:
        raise refused


def _creating(table: Table) -> Refused | None:
    if table.phase != "creation":
        return Refused("DKH-8", "That is settled before the first scene.")
    return None


ruleset = Deckahedron()
