"""A check: a player's flip with all that bears on it and all that may follow from it."""

from __future__ import annotations

from msgspec.structs import replace

from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.data import Stat
from fatedeck.games.deckahedron.rules.flips import STEPS, put_down, turn_cards, within
from fatedeck.games.deckahedron.rules.tokens import (
    buy_one_more_action,
    pay_to_flip_again,
    turn_cry_back,
)
from fatedeck.games.deckahedron.state import ENRAGED, PINNED, Outcome, Player, Table, rank_of, spent

BACKGROUND = "Background"


def check(
    game: Game[Table],
    seat: str,
    stat: Stat,
    step: int = 0,
    *,
    against: str = "",
    background: bool = False,
) -> Outcome:
    """Flip on a stat, at the GM's difficulty and whatever else eases or hinders it. DKH-87.

    Green tokens may buy another flip; a critical success or a Blessing may bring more. DKH-95,
    DKH-96, DKH-106.
    """
    table = game.state
    player = table.players[seat]
    if player.conditions or against:
        step += circumstances(table, seat, player, stat, against)
        _spend_circumstances(table, seat, player, against)
    step = within(step)
    outcome = _flip(game, seat, player, stat, step, background)
    if table.has("green_tokens"):
        easier = pay_to_flip_again(game, seat, outcome)
        if easier is not None:
            outcome = _flip(game, seat, player, stat, easier, background)
        buy_one_more_action(game, seat, outcome)
        turn_cry_back(game, seat, outcome)
    return outcome


def circumstances(table: Table, seat: str, player: Player, stat: Stat, against: str) -> int:
    """The steps that a character's conditions make on the next flip.

    Being pinned and a better placed foe hinder, DKH-55, DKH-76; rage helps strength, DKH-119.
    """
    step = 0
    if PINNED in player.conditions:
        step -= 1
    if ENRAGED in player.conditions and stat == "strength":
        step += 1
    foe = table.foes.get(against)
    if foe is not None and better_placed(seat) in foe.conditions:
        step -= 1
    return step


def _spend_circumstances(table: Table, seat: str, player: Player, against: str) -> None:
    """Being pinned, and a better placed foe, hinder one flip. DKH-55, DKH-76."""
    spent(player, PINNED)
    foe = table.foes.get(against)
    if foe is not None:
        spent(foe, better_placed(seat))


def difficulty_set(player: Player) -> int:
    """The steps of the difficulty that the GM has set beforehand; the next is standard. DKH-18."""
    step = STEPS[player.difficulty]
    player.difficulty = "standard"
    return step


def better_placed(seat: str) -> str:
    """The condition of a foe that has moved to a better position against a character. DKH-55."""
    return f"better placed against {seat}"


def _flip(
    game: Game[Table], seat: str, player: Player, stat: Stat, step: int, background: bool
) -> Outcome:
    """Flip; a background that helps flips a rank 1 card as well and uses it if better. DKH-107.

    Which card is the result card is known after both, and so where a Blessing card goes. DKH-108.
    """
    outcome = turn_cards(game, seat, stat, rank_of(player, stat), step)
    if background:
        extra = turn_cards(game, seat, BACKGROUND.lower(), 1, 0)
        if extra.reading > outcome.reading:
            outcome = replace(outcome, card=extra.card, reading=extra.reading)
            game.tell(
                "The background helps: {card} is the result card.", "DKH-107", card=extra.card
            )
        game.state.last = outcome
    put_down(game, player, outcome)
    return outcome
