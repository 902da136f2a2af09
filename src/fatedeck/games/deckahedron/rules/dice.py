"""Reading the deck as dice, or rolling real ones."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine import story
from fatedeck.engine.actions import Says
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One
from fatedeck.games.deckahedron.data import faces
from fatedeck.games.deckahedron.rules.decks import lay_down, side_of, turn_up
from fatedeck.games.deckahedron.rules.families import InTheSpotlight
from fatedeck.games.deckahedron.rules.turns import step_forward
from fatedeck.games.deckahedron.state import Power, Table

CARD_DICE = ("d4", "d6", "2-to-10", "3d4")
POLYHEDRAL_DICE = ("d4", "d6", "d10", "d12")


def dice_in_use(table: Table) -> tuple[str, ...]:
    """The steps of power in this game, the lowest first. DKH-39, DKH-117."""
    return CARD_DICE if table.options.dice == "cards" else POLYHEDRAL_DICE


def dice(table: Table, seat: str) -> tuple[str, ...]:
    return dice_in_use(table)


def die_name(die: str) -> str:
    return die.replace("-", " ")


class ReadDie(InTheSpotlight, frozen=True):
    """Read the deck as a die, or roll one. DKH-35 to DKH-39."""

    says = Says("Read a die", "Cards")
    die: Annotated[str, One(dice, called=die_name, clause="DKH-39")]

    def do(self, game: Game[Table], seat: str) -> None:
        step_forward(game, seat)
        read_die(game, seat, self.die)


def roll_power(game: Game[Table], who: str, power: Power) -> int:
    """Roll a weapon's power. DKH-117."""
    return read_die(game, who, dice_in_use(game.state)[power])


def read_die(game: Game[Table], who: str, die: str) -> int:
    """Read a die from someone's Deckahedron, or roll a real one. DKH-35 to DKH-39."""
    if die in ("d10", "d12") or game.state.options.dice == "polyhedral":
        sides = int(die.removeprefix("d"))
        value = game.roll(sides)
        game.show(story.die_rolled, who, die, sides, value)
        game.tell("{who} rolls a {die}: {value}.", "DKH-39", who=who, die=die, value=value)
    elif die == "3d4":
        value = sum(_number(game, who, "d4") for _ in range(3))
    elif die == "2-to-10":
        value = _curve(game, who)
    else:
        value = _number(game, who, die)
    game.state.die = value
    return value


def _number(game: Game[Table], who: str, die: str) -> int:
    """Turn cards until one shows a number; all of them are discarded. DKH-35, DKH-36, DKH-38.

    When no card with a number is left anywhere, the die shows nothing.
    """
    side = side_of(game.state, who)
    printed = faces(game.state.options.faces)
    turned = []
    value = 0
    while not value and (card := turn_up(game, side)) is not None:
        turned.append(card)
        value = (printed[card].d4 if die == "d4" else printed[card].d6) or 0
    lay_down(side)
    game.show(story.die_from_cards, who, die, turned, value)
    game.tell(
        "{who} reads a {die} from {cards}: {value}.",
        "DKH-35" if die == "d4" else "DKH-36",
        "DKH-38",
        who=who,
        die=die,
        cards=turned,
        value=value,
    )
    return value


def _curve(game: Game[Table], who: str) -> int:
    """Both numbers of one card together, a blank counting 0. DKH-37."""
    side = side_of(game.state, who)
    card = turn_up(game, side)
    lay_down(side)
    if card is None:
        return 0
    printed = faces(game.state.options.faces)[card]
    value = (printed.d4 or 0) + (printed.d6 or 0)
    game.show(story.die_from_cards, who, "2 to 10", [card], value)
    told = "{who} reads 2 to 10 from {card}: {value}."
    game.tell(told, "DKH-37", "DKH-38", who=who, card=card, value=value)
    return value
