"""Move cards: receiving and raising them, and what a new card brings. TFA-212 to TFA-222."""

from __future__ import annotations

from msgspec import convert

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace
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
    game.tell(f"{seat}’s {card.face.name} is now at the level {card.level}.", "TFA-38", "TFA-212")


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
    level = f" at the level {card.level}" if face.levels else ""
    game.tell(f"{seat} takes {face.name}{level}.", "TFA-218")
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
        game.tell(f"{seat} receives {item.name}.", "TFA-168")
    else:
        player.owed_items.append(move)


# The envelopes


def freeable(state: Table, seat: str) -> list[str]:
    """The envelope cards that the own rings open: one ring, or two and more. TFA-262."""
    closed = rings(card.id for card in state.players[seat].moves)
    return (state.one_ring if closed else []) + (state.two_rings if closed > 1 else [])


def why_not_free(state: Table, seat: str) -> Refused | None:
    """Why no card may leave an envelope now. TFA-262."""
    if state.options.campaign != "thirty-hour":
        return Refused("TFA-257", "Envelopes are used in 30-hour campaigns only.")
    if not state.players[seat].envelope_picks:
        return Refused("TFA-262", "First receive a move card and close rings with it.")
    if not freeable(state, seat):
        return Refused("TFA-262", "No envelope that your rings open holds a card any more.")
    return None


def free_card(game: Game[Table], seat: str, move: str) -> None:
    """Move one card from an envelope to the supply, for everyone to study. TFA-262, TFA-263."""
    state = game.state
    if refused := why_not_free(state, seat):
        raise refused
    if move not in freeable(state, seat):
        raise Refused("TFA-262", "Your rings do not open the envelope with that card.")
    for places in (state.one_ring, state.two_rings):
        if move in places:
            places.remove(move)
    state.supply.append(move)
    state.players[seat].envelope_picks -= 1
    game.tell(f"{seat} frees {catalogue.moves()[move].name} for everyone.", "TFA-262", "TFA-263")


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


def lesson(player: Player, move: str) -> str:
    """What studying this move would bring. TFA-212."""
    face = catalogue.moves()[move]
    if move not in raisable(player):
        return f"a new card: {face.gist}"
    level = level_of(player, face)
    return f"from {level} to {face.levels[face.levels.index(level) + 1]}"


def study(game: Game[Table], seat: str, move: str) -> None:
    """Raise an owned move by one level, or take a new card at its start. TFA-212, TFA-218."""
    player, face = game.state.players[seat], catalogue.moves()[move]
    if move in raisable(player):
        raise_to(game, seat, face, face.levels[face.levels.index(level_of(player, face)) + 1])
    elif move in studiable(game.state, seat):
        take_card(game, seat, move)
        bring_items(game, seat, move)
    else:
        raise Refused("TFA-212", f"{face.name} cannot be studied by you now.")
