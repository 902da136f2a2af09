"""The sheet is done, and what the Game Master grants a character later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias, get_args

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure
from fatedeck.games.deck_of_adventures.data import tables
from fatedeck.games.deck_of_adventures.rules.characters import give_starting_items, ready, reckon
from fatedeck.games.deck_of_adventures.rules.creation import enter_fight, new_character
from fatedeck.games.deck_of_adventures.rules.creatures import remove
from fatedeck.games.deck_of_adventures.rules.decks import gather
from fatedeck.games.deck_of_adventures.rules.experience import XP_PER_LEVEL
from fatedeck.games.deck_of_adventures.rules.families import (
    MAKE,
    TABLE,
    OfOneWhoIsRemade,
    OfTheGm,
    players,
)
from fatedeck.games.deck_of_adventures.state import Character, Table

Boon: TypeAlias = Literal["a level", "a respec", "more Vulnerabilities", "a new character"]


class FinishCharacter(OfOneWhoIsRemade, frozen=True):
    """The sheet is done: starting items, everything at its maximum. DOA-12, DOA-316, DOA-335.

    A respec just ends. DOA-334.
    """

    says = Says("Finish your sheet", MAKE)
    settled = ("DOA-316", "Your character is finished. Ask the Game Master for a new one.")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        who = state.characters[seat]
        return Refused("DOA-316", "Choose a Role first.") if who.making and not who.role else None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        xp = state.characters[seat].xp
        yield Way(note=f"{xp} XP unspent" if xp else "")

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        made = who.making
        if made:
            give_starting_items(who)
            ready(game.state, who)
        who.respec = False
        told = "{who} is ready: {hp} HP, {pp} PP, AR {ar}."
        clauses = ("DOA-12", "DOA-217", "DOA-223", "DOA-329")
        game.tell(told, *clauses, who=who.name, hp=who.max_hp, pp=who.max_pp, ar=who.ar)
        if made:
            enter_fight(game, who)


def why_not_grant(state: Table, seat: str, name: str, what: Boon) -> Refused | None:
    """Levels run to 10; in a fight a new character is for the dead. DOA-263, DOA-333."""
    who = state.characters[name]
    if what == "a level" and who.dead:
        return Refused("DOA-333", f"{name} is dead and can’t gain a level.")
    if what == "a level" and who.level >= len(tables().levels):
        return Refused("DOA-333", f"{name} has reached the highest level, {who.level}.")
    fighting = state.combat is not None and name in state.combat.order
    if what == "a new character" and fighting and not who.dead:
        return Refused("DOA-263", f"{name} is in the fight. End it first.")
    return None


class Grant(OfTheGm, frozen=True):
    """Grant a level, a respec, more Vulnerabilities or a new character.

    DOA-263, DOA-325, DOA-333, DOA-334.
    """

    says = Says("Grant something", TABLE)
    what: Boon
    who: Annotated[str, Figure(players, why_not_grant, after=("what",), clause="DOA-2")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"what": what}, f"Grant {what}") for what in get_args(Boon)]

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[self.who]
        if self.what == "a level":
            level_up(game, who)
        elif self.what == "a respec":
            who.respec = True
            game.tell("{who} can turn Powers and Modifiers back into XP.", "DOA-334", who=who.name)
        elif self.what == "more Vulnerabilities":
            who.more_vulnerabilities = True
            game.tell("{who} can take more Vulnerabilities.", "DOA-325", who=who.name)
        else:
            start_anew(game, who)


def level_up(game: Game[Table], who: Character) -> None:
    """A level more: 3 XP, 1 HP, and the level's caps. DOA-333."""
    who.level += 1
    who.xp += XP_PER_LEVEL
    reckon(game.state, who)
    told = "{who} reaches level {level} and has {xp} XP to spend."
    game.tell(told, "DOA-333", who=who.name, level=who.level, xp=who.xp)


def start_anew(game: Game[Table], who: Character) -> None:
    """The seat brings a new character with a fresh deck. DOA-263.

    In a fight that is for the dead; the new one joins it once it is made.
    """
    state = game.state
    remove(game, who)
    gather(state.decks[who.deck], jokers_in_deck=state.switches.jokers_in_deck)
    state.enter(new_character(state, who.name, who.level))
    told = "{player} makes a new character of level {level}."
    game.tell(told, "DOA-263", player=who.name, level=who.level)
