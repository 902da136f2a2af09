"""The GM calls the moves that are triggered, and says whose spotlight it is."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.engine.questions import Choose
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import equipment, magic, moves, spans
from fatedeck.games.thousand_faces.rules.deeds import RANGED, Deed
from fatedeck.games.thousand_faces.rules.families import OfTheGm, players
from fatedeck.games.thousand_faces.rules.foes import all_foes
from fatedeck.games.thousand_faces.state import Table

GROUP = "Moves"
EVERYBODY = "all together"


def why_not_able(table: Table, seat: str, who: str) -> Refused | None:
    """Who can do nothing gets no spotlight. TFA-95."""
    if who == EVERYBODY:
        return None if table.able() else Refused("TFA-95", "No PC can act.")
    if not table.players[who].is_able():
        return Refused("TFA-95", f"{who} is incapacitated.")
    return None


class Spotlight(OfTheGm, frozen=True):
    """Move the spotlight. TFA-72."""

    says = Says("Move the spotlight", GROUP)
    seat: Annotated[str, Figure(players, why_not_able, label="To", clause="TFA-2")]

    def do(self, game: Game[Table], seat: str) -> None:
        spans.give_spotlight(game.state, self.seat)
        game.tell(f"The spotlight is on {self.seat}.", "TFA-72")


# What may be called of whom


def called(table: Table, seat: str) -> list[str]:
    return [*table.order, EVERYBODY]


def leaders(table: Table, who: str) -> list[str]:
    """Who may flip: the one who is called, or any PC who can act. TFA-54."""
    return table.able() if who == EVERYBODY else [who]


def all_moves(table: Table, seat: str, who: str) -> dict[str, str]:
    """Every move, with when it is used."""
    return {name: face.gist for name, face in catalogue.moves().items()}


def why_not_call(
    table: Table, seat: str, move: str, who: str, attribute: str = ""
) -> Refused | None:
    """Why nobody of these can make this move now, or None. TFA-20."""
    face = catalogue.moves()[move]
    reasons = [
        moves.why_not_move(table, one, face, attribute, called=True) for one in leaders(table, who)
    ]
    return None if None in reasons else next(iter(reasons), None)


def attributes(table: Table, seat: str, who: str, move: str) -> list[str]:
    return moves.attributes_of(catalogue.moves()[move])


def why_not_with(table: Table, seat: str, attribute: str, who: str, move: str) -> Refused | None:
    return why_not_call(table, seat, move, who, attribute)


def why_not_aim(table: Table, seat: str, name: str, move: str) -> Refused | None:
    """A foe that is out is not aimed at, except to follow up. TFA-118."""
    foe = table.foe(name)
    if foe is not None and not foe.is_up and move not in moves.AFTER_THE_FALL:
        return Refused("TFA-118", f"{name} is out of the fight.")
    return None


def armed_with(table: Table, seat: str, who: str, move: str) -> list[str]:
    """What may be fought with, where a weapon matters. TFA-143."""
    if move not in moves.WITH_A_WEAPON:
        return []
    melee = move not in RANGED
    found = [
        name
        for one in leaders(table, who)
        for name in equipment.weapons(table.players[one], melee=melee)
    ]
    return [*dict.fromkeys(found), *([equipment.UNARMED] if melee else [])]


def held(table: Table, seat: str, who: str, move: str) -> list[str]:
    """The magic items of one's own, where a move works through one. TFA-161."""
    if move not in magic.ITEM_MOVES:
        return []
    things = (item for one in leaders(table, who) for item in table.players[one].items)
    return list(dict.fromkeys(item.name for item in things if item.is_magic))


def why_not_through(table: Table, seat: str, name: str, who: str, move: str) -> Refused | None:
    """Why a move cannot work through this item, whoever holds it, or None. TFA-158, TFA-175."""
    holders = [table.players[one] for one in leaders(table, who)]
    reasons = [magic.why_not_item(player, player.item(name), move) for player in holders]
    return None if None in reasons else next(iter(reasons), None)


def effects(table: Table, seat: str, move: str) -> dict[str, str]:
    """The effects of magic items seen before, where one is to be cast. TFA-226."""
    if move != "fundamental_magic":
        return {}
    return {effect: catalogue.items()[effect].gist for effect in magic.seen_effects(table)}


def why_not_effect(table: Table, seat: str, effect: str, move: str) -> Refused | None:
    return magic.why_not_cast(table, effect)


def meant_for(table: Table, seat: str, move: str) -> list[str]:
    return table.order if move in (*moves.CASTS, *magic.ITEM_MOVES) else []


def opponents(table: Table, seat: str, who: str) -> list[str]:
    """The other PCs, against whom a move may go. TFA-250."""
    return [other for other in table.order if other != who]


def answers(table: Table, seat: str, who: str) -> list[str]:
    """What somebody may act on with an advantage. TFA-345."""
    held = (edge for one in leaders(table, who) for edge in table.players[one].edges)
    return list(dict.fromkeys(edge.text for edge in held if not edge.foe))


def red_tokens(table: Table, seat: str, name: str) -> tuple[str, ...]:
    """Red tokens on the foe may be spent. TFA-348."""
    foe = table.foe(name)
    return ("keep", "spend") if foe is not None and foe.red_tokens else ()


class CallMove(OfTheGm, frozen=True):
    """Name the move that a PC, or all together, has triggered, and its modifiers.

    TFA-20, TFA-26, TFA-54.
    """

    says = Says("Call a move", GROUP)
    seat: Annotated[str, Figure(called, why_not_able, label="Player", clause="TFA-20")]
    move: Annotated[str, One(all_moves, why_not_call, after=("seat",), clause="TFA-20")]
    attribute: Annotated[
        str,
        One(attributes, why_not_with, none="as printed", after=("seat", "move"), clause="TFA-21"),
    ] = ""
    foe: Annotated[
        str,
        Figure(
            all_foes,
            why_not_aim,
            none="nobody in particular",
            label="Against",
            after=("move",),
            clause="TFA-329",
        ),
    ] = ""
    weapon: Annotated[
        str,
        One(armed_with, none="the one at hand", after=("seat", "move"), clause="TFA-143"),
    ] = ""
    item: Annotated[
        str,
        One(
            held, why_not_through, none="the one at hand", after=("seat", "move"), clause="TFA-161"
        ),
    ] = ""
    effect: Annotated[str, One(effects, why_not_effect, after=("move",), clause="TFA-226")] = ""
    target: Annotated[
        str,
        Figure(
            meant_for, none="nobody in particular", label="For", after=("move",), clause="TFA-2"
        ),
    ] = ""
    versus: Annotated[
        str,
        Figure(
            opponents,
            none="nobody",
            label="Against the PC",
            after=("seat",),
            clause="TFA-250",
        ),
    ] = ""
    advantages: Annotated[int, Meta(ge=0, le=9)] = 0
    disadvantages: Annotated[int, Meta(ge=0, le=9)] = 0
    edge: Annotated[
        str, One(answers, none="nothing", label="Acting on", after=("seat",), clause="TFA-345")
    ] = ""
    red_token: Annotated[Literal["keep", "spend"], One(red_tokens, after=("foe",))] = "keep"

    def why_not(self, state: Table, seat: str) -> Refused | None:
        reasons = [self._why_not(state, leader) for leader in leaders(state, self.seat)]
        return None if None in reasons else reasons[0]

    def _why_not(self, state: Table, leader: str) -> Refused | None:
        """Why this PC does not do it, or None."""
        deed = moves.named_deed(state, leader, self)
        return (
            moves.why_not_named(state, state.players[leader], self)
            or moves.why_not_move(state, leader, deed.face, deed.attribute, called=True)
            or moves.why_not_deed(state, deed)
        )

    def do(self, game: Game[Table], seat: str) -> None:
        state, shared = game.state, self.seat == EVERYBODY
        leader = self._ask_who_leads(game) if shared else self.seat
        deed = moves.named_deed(state, leader, self)
        deed.net = self.advantages - self.disadvantages
        deed.shared = shared
        if _needs_spotlight(state, deed):
            spans.give_spotlight(state, leader)
        moves.carry_out(game, deed)

    def _ask_who_leads(self, game: Game[Table]) -> str:
        """The PCs share one fate: the players say who leads, the first named most often. TFA-54."""
        state = game.state
        able = state.able()
        fit = tuple(one for one in able if self._why_not(state, one) is None)
        if len(able) < 2:
            return able[0]
        given = game.each(Choose(one, "Who leads?", fit, clauses=("TFA-54",)) for one in able)
        return max(fit, key=list(given.values()).count)


def _needs_spotlight(state: Table, deed: Deed) -> bool:
    """A GM who calls a further normal move moves the spotlight by it. TFA-72, TFA-73."""
    player = state.players[deed.seat]
    fast = moves.is_fast(deed.face, deed.attribute)
    return player.moved and not player.extra_move and not fast
