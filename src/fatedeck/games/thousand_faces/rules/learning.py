"""Move cards: receiving and raising them, and what a new card brings. TFA-212 to TFA-222."""

from __future__ import annotations

from typing import Annotated

from msgspec import convert

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace, move_name
from fatedeck.games.thousand_faces.rules.families import OfAPlayer
from fatedeck.games.thousand_faces.rules.rings import rings
from fatedeck.games.thousand_faces.state import Level, Move, Player, Table, give_item, new_item


def level_of(player: Player, face: MoveFace) -> str:
    """The level at which this PC makes a move: its card's, or the lowest printed.

    Base moves without printed levels are always flipped at 0. TFA-173, TFA-217, TFA-219, TFA-223.
    """
    card = player.card(face.id)
    return card.level if card is not None else face.lowest


def raise_options(player: Player, face: MoveFace) -> dict[int, str]:
    """What each number of XP would raise this move to, by printed levels. TFA-39, TFA-222."""
    if len(face.levels) < 2:
        return {}  # TFA-40
    now = face.levels.index(level_of(player, face))
    return {
        cost: face.levels[now + cost]
        for cost in range(1, len(face.levels) - now)
        if cost <= player.xp
    }


def raise_to(game: Game[Table], seat: str, face: MoveFace, level: str) -> None:
    """Set a move's level; a card that was not owned is taken or copied. TFA-212, TFA-222."""
    player = game.state.players[seat]
    card = player.card(face.id)
    if card is None:
        take_card(game, seat, face.id, level)
    else:
        card.level = convert(level, Level)
        _tell_level(game, seat, card)


def _tell_level(game: Game[Table], seat: str, card: Move) -> None:
    told = "{who}’s {face} is now at {level} level."
    game.tell(told, "TFA-38", "TFA-212", who=seat, face=card.face.name, level=card.level)


def take_card(game: Game[Table], seat: str, move: str, level: str = "") -> Move:
    """Lay a move card before a player, from the supply or as a copy. TFA-213, TFA-218, TFA-258.

    A base move is raised without any card received, so it opens no envelope. TFA-262.
    """
    state, player = game.state, game.state.players[seat]
    face = catalogue.moves()[move]
    card = Move(move, convert(level or face.start, Level))
    if player.barred.get(move):
        card.face_down = "rest" if player.barred.pop(move) == "rest" else "breather"
    player.moves.append(card)
    for places in (state.supply, state.one_ring, state.two_rings):
        if move in places:
            places.remove(move)
    if move in catalogue.base_moves():
        _tell_level(game, seat, card)
        return card
    level = f" at {card.level} level" if face.levels else ""
    game.tell("{who} takes {face}{level}.", "TFA-218", who=seat, face=face.name, level=level)
    if state.options.campaign == "thirty-hour" and rings(c.id for c in player.moves):
        player.envelope_picks += 1
    return card


def bring_items(game: Game[Table], seat: str, move: str) -> None:
    """A RECEIVE CARDS move chosen or studied gives its magic item. TFA-168."""
    player, face = game.state.players[seat], catalogue.moves()[move]
    if not face.receives:
        return
    if face.receives in catalogue.items():
        item = give_item(player, new_item(catalogue.items()[face.receives]))
        game.tell("{who} receives {item}.", "TFA-168", who=seat, item=item.name)
    else:
        player.owed_items.append(move)


# The envelopes


def freeable(state: Table, seat: str) -> dict[str, str]:
    """The envelope cards that the own rings open: one ring, or two and more. TFA-262."""
    closed = rings(card.id for card in state.players[seat].moves)
    one_ring, two_rings = state.one_ring if closed else [], state.two_rings if closed > 1 else []
    return catalogue.move_gists((*one_ring, *two_rings))


class FreeCard(OfAPlayer, frozen=True):
    """Move a card from an envelope that the own rings open to the supply, for everyone to study.

    TFA-262, TFA-263.
    """

    says = Says("Free a card from an envelope", "Your cards")
    move: Annotated[str, One(freeable, called=move_name, clause="TFA-262")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return cls.why_closed(state, seat) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.options.campaign != "thirty-hour":
            return Refused("TFA-257", "Envelopes are only for 30-hour campaigns.")
        if not state.players[seat].envelope_picks:
            return Refused("TFA-262", "Receive a move card and close rings with it first.")
        if not freeable(state, seat):
            return Refused("TFA-262", "The envelopes that your rings open are empty.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        for places in (state.one_ring, state.two_rings):
            if self.move in places:
                places.remove(self.move)
        state.supply.append(self.move)
        state.players[seat].envelope_picks -= 1
        name = catalogue.moves()[self.move].name
        game.tell("{who} frees {name} for everyone.", "TFA-262", "TFA-263", who=seat, name=name)


def studiable(state: Table, seat: str) -> list[str]:
    """New move cards this player may study: used in this campaign, not in an envelope.

    A card another player owns may be copied. TFA-213, TFA-257, TFA-263, TFA-308.
    """
    owned = {card.id for card in state.players[seat].moves}
    shut = (*state.one_ring, *state.two_rings)
    return [
        move
        for move in catalogue.campaign_moves(state.options.campaign)
        if move not in owned and move not in shut
    ]


def raisable(player: Player) -> list[str]:
    """Owned moves with a printed level above the present one. TFA-212, TFA-217."""
    found = []
    for face in (*(card.face for card in player.moves), *catalogue.base_moves().values()):
        if face.id in found or len(face.levels) < 2:
            continue
        if level_of(player, face) != face.levels[-1]:
            found.append(face.id)
    return found


def lessons(state: Table, seat: str) -> dict[str, str]:
    """What may be studied, and what that would bring: a level more, or a new card. TFA-212."""
    player, faces = state.players[seat], catalogue.moves()
    found = {}
    for move in raisable(player):
        level, levels = level_of(player, faces[move]), faces[move].levels
        found[move] = f"from {level} to {levels[levels.index(level) + 1]}"
    return found | {move: f"a new card: {faces[move].gist}" for move in studiable(state, seat)}


def study(game: Game[Table], seat: str, move: str) -> None:
    """Raise an owned move by one level, or take a new card at its start. TFA-212, TFA-218."""
    player, face = game.state.players[seat], catalogue.moves()[move]
    if move in raisable(player):
        raise_to(game, seat, face, face.levels[face.levels.index(level_of(player, face)) + 1])
    else:
        take_card(game, seat, move)
        bring_items(game, seat, move)
