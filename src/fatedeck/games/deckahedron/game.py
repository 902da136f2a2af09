"""The game as a plug-in: its seats, its actions, and the rules they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Offer
from fatedeck.engine.ruleset import Policy, Ruleset, Seating
from fatedeck.engine.view import Face, View
from fatedeck.games.deckahedron import actions as deeds
from fatedeck.games.deckahedron import creation, turns
from fatedeck.games.deckahedron.actions import DEEDS, Deed
from fatedeck.games.deckahedron.attempts import attempt, call_for_flip
from fatedeck.games.deckahedron.dice import dice_in_use, read_die
from fatedeck.games.deckahedron.faces import all_faces
from fatedeck.games.deckahedron.offers import offers
from fatedeck.games.deckahedron.policy import Plain
from fatedeck.games.deckahedron.state import Options as TableOptions
from fatedeck.games.deckahedron.state import Table
from fatedeck.games.deckahedron.view import hidden, view


class Deckahedron(Ruleset[Table, TableOptions, Deed]):
    """Deckahedron Foundation with its modules."""

    id, title, version = "deckahedron", "Deckahedron", "1.0.0"
    summary = "One GM, a few characters, and twenty cards each that decide every attempt."
    learn = (
        "Spread six points over Strength, Dexterity and Intelligence. When an attempt can fail, "
        "the GM names the stat and how hard it is; flip a card and read the edge of your rank."
    )
    attribution = (
        "Deckahedron / A Thousand Faces of Adventure by Shandy Brown (github.com/sjbrown/1kfa), "
        "licensed CC BY 3.0; contains material from Dungeon World, Copyright 2012 Sage Kobold "
        "Productions, authors Sage LaTorra and Adam Koebel. Rules restated and adapted; changes "
        "were made."
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
        return view(state)

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        return hidden(state)

    def is_over(self, state: Table) -> bool:
        return state.phase == "over"

    def faces(self) -> dict[str, Face]:
        return all_faces()

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
            case deeds.EndTurn():
                _only(turns.why_not_end_turn(table, seat))
                game.tell(f"{table.spotlight}'s turn ends.", "DKH-19")
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
            case _:
                assert_never(action)


def _only(refused: Refused | None) -> None:
    """Go on, unless there is a reason not to."""
    if refused is not None:
        raise refused


def _creating(table: Table) -> Refused | None:
    if table.phase != "creation":
        return Refused("DKH-8", "That is settled before the first scene.")
    return None


ruleset = Deckahedron()
