"""Attempts: the GM calls for a flip, names the stat and the difficulty, and the player flips."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.actions import CallForFlip, Flip
from fatedeck.games.deckahedron.checks import BACKGROUND, check
from fatedeck.games.deckahedron.data import STATS, Stat
from fatedeck.games.deckahedron.flips import DIFFICULTIES, STEPS
from fatedeck.games.deckahedron.state import Difficulty, Player, Table
from fatedeck.games.deckahedron.turns import (
    step_aside,
    step_forward,
    why_not_act,
    why_not_against,
    why_not_gm,
    why_not_now,
)

NO_FLIP = "no flip"


def attempt(game: Game[Table], seat: str, action: Flip) -> None:
    """A player attempts something; the GM calls for a flip or simply says what happens.

    DKH-14, DKH-15, DKH-17, DKH-18.
    """
    table = game.state
    if (refused := why_not_attempt(table, seat, action)) is not None:
        raise refused
    if action.words:
        game.tell(f"{seat}: {action.words}", "DKH-14")
    asked = how_hard(game, seat, STATS, action.stat)
    if asked is None:
        return
    stat, step = asked
    step += help_of(game, seat, action.attribute)
    step += step_forward(game, seat)
    check(game, seat, stat, step, against=action.against, background=bool(action.background))


def why_not_attempt(table: Table, seat: str, action: Flip | None = None) -> Refused | None:
    """Why a player may not attempt anything now, or not this, or None."""
    if (refused := why_not_act(table, seat)) is not None:
        return refused
    player = table.players[seat]
    if not len(player.deck) and not len(player.discard):
        return Refused("DKH-27", "You have no card left to flip.")
    if action is None:
        return None
    return why_not_against(table, seat, action.against) or why_no_help(
        player, action.attribute, bool(action.background)
    )


def why_no_help(player: Player, attribute: str, background: bool) -> Refused | None:
    """Why an attribute card or a background cannot help, or None. DKH-94, DKH-107."""
    if attribute and (attribute not in player.cards or player.skill(attribute)):
        return Refused("DKH-94", f"{attribute} is not one of your attribute cards.")
    if background and BACKGROUND not in player.bonuses:
        return Refused("DKH-107", "A background card helps once it is your level bonus.")
    return None


def help_of(game: Game[Table], seat: str, attribute: str) -> int:
    """One step in the player's favour when the GM agrees that an attribute helps. DKH-94."""
    if not attribute:
        return 0
    helps = game.may(game.state.gm, f"Does {attribute} help {seat}?", "DKH-94", yes="It helps")
    if helps:
        game.tell(f"{attribute} helps {seat}.", "DKH-94")
    return int(helps)


def how_hard(
    game: Game[Table], seat: str, fitting: tuple[Stat, ...], stat: Stat
) -> tuple[Stat, int] | None:
    """The GM's word: the stat that governs, and one of five difficulties; or no flip at all.

    A skill is flipped on the stats of its card only. DKH-15, DKH-17, DKH-18.
    """
    others = [other for other in fitting if other != stat]
    prompt = f"How hard is it for {seat} ({stat})?"
    options = [*DIFFICULTIES, NO_FLIP, *(f"{other} instead" for other in others)]
    answer = game.choose(game.state.gm, prompt, options, "DKH-15", "DKH-17", "DKH-18")
    for other in others:
        if answer == f"{other} instead":
            prompt = f"How hard is it for {seat} ({other})?"
            stat = other
            answer = game.choose(game.state.gm, prompt, [*DIFFICULTIES, NO_FLIP], "DKH-18")
            break
    if answer == NO_FLIP:
        game.tell(f"Nothing is in doubt: the GM says what happens to {seat}.", "DKH-15")
        return None
    return stat, STEPS[_difficulty(answer)]


def call_for_flip(game: Game[Table], seat: str, action: CallForFlip) -> None:
    """The GM calls for a flip, out of a player's turn too, for a trap or a new twist.

    Outside of the own turn it is a short turn of its own. DKH-15 to DKH-19.
    """
    table = game.state
    if (refused := why_not_call(table, seat, action.player)) is not None:
        raise refused
    if action.words:
        game.tell(f"{seat}: {action.words}", "DKH-16")
    step_aside(table, action.player)
    check(game, action.player, action.stat, STEPS[action.difficulty])


def why_not_call(table: Table, seat: str, player: str) -> Refused | None:
    if (refused := why_not_now(table) or why_not_gm(table, seat)) is not None:
        return refused
    if player not in table.players:
        return Refused("DKH-2", f"{player} is not a player.")
    owner = table.players[player]
    if owner.is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and takes no actions.")
    if not len(owner.deck) and not len(owner.discard):
        return Refused("DKH-27", f"{player} has no card left to flip.")
    return None


def _difficulty(answer: str) -> Difficulty:
    for difficulty in DIFFICULTIES:
        if answer == difficulty:
            return difficulty
    raise AssertionError(answer)
