"""Corner mini-games: lines for locks, boxes for magic, played card by card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import stamina
from fatedeck.games.thousand_faces.state import Player, Puzzle, Table

SIZES = {"pick_locks": 3, "fundamental_magic": 4}
"""How many cards are drawn: a line of three, a box of four. TFA-227, TFA-229."""

_DIAGONALS = ((0, 2), (1, 3))


def matches(one: str, other: str) -> bool:
    """Same signs match; the dragon matches all but the goat, the goat nothing. TFA-224, TFA-225."""
    if "goat" in (one, other):
        return False
    return one == other or "dragon" in (one, other)


def line(cards: Sequence[str]) -> tuple[str, str, str] | None:
    """Three cards joined corner to corner, the middle one by opposite corners. TFA-227, TFA-228.

    >>> line(["D01", "D02", "D03"])
    ('D02', 'D01', 'D03')
    """
    corners = [catalogue.card_faces()[card].corners for card in cards]
    for first, middle, last in permutations(range(len(cards)), 3):
        for near, far in _DIAGONALS:
            if any(matches(corners[middle][near], sign) for sign in corners[first]) and any(
                matches(corners[middle][far], sign) for sign in corners[last]
            ):
                return cards[first], cards[middle], cards[last]
    return None


def box(cards: Sequence[str]) -> list[str] | None:
    """A closed ring of four cards around an empty square, by neighbouring corners. TFA-230.

    >>> box(["D01", "D02", "D03", "D04"])
    ['D01', 'D03', 'D02', 'D04']
    """
    faces = catalogue.card_faces()
    for rest in permutations(cards[1:]):
        ring = [cards[0], *rest]
        corners = [faces[card].corners for card in ring]
        if any(_closes(corners, turned, turned, 0) for turned in range(4)):
            return ring
    return None


def _closes(corners: list[tuple[str, ...]], start: int, turned: int, place: int) -> bool:
    """Whether the ring closes from this card on, its exit corner being `turned`."""
    following = corners[(place + 1) % 4]
    if place == 3:
        return matches(corners[3][turned], following[(start + 1) % 4])
    return any(
        matches(corners[place][turned], following[(other + 1) % 4])
        and _closes(corners, start, other, place + 1)
        for other in range(4)
    )


def is_solved(puzzle: Puzzle, cards: Sequence[str]) -> bool:
    """Whether the laid-out cards form what the mini-game asks for."""
    if len(cards) < puzzle.size:
        return False
    return (line(cards) if puzzle.size == 3 else box(cards)) is not None


def lay_out(game: Game[Table], player: Player, puzzle: Puzzle) -> None:
    """Draw the cards face up; the forced reshuffle comes before each draw. TFA-227, TFA-236."""
    player.puzzle = puzzle
    while len(player.in_play) < puzzle.size and _draw(game, player):
        pass


def _draw(game: Game[Table], player: Player) -> bool:
    stamina.refill(player)
    if not len(player.deck):
        return False
    game.draw(player.deck, player.in_play)
    return True


def why_not_replace(state: Table, seat: str) -> Refused | None:
    """Why no laid-out card may be replaced now. TFA-231, TFA-235, TFA-236."""
    player = state.players[seat]
    if player.puzzle is None:
        return Refused("TFA-231", "You play no mini-game now.")
    if not player.is_able():
        return Refused("TFA-95", f"{seat} is incapacitated; give the mini-game up.")
    if player.puzzle.waits and state.others(seat):
        return Refused("TFA-235", "Others act before your next card; wait for their spotlight.")
    if not len(player.deck) and not len(player.discard):
        return Refused("TFA-236", "You have no card to draw: go on with these or give up.")
    return None


def replace(game: Game[Table], seat: str, card: str) -> None:
    """Exhaust a laid-out card, or put a token on a mental slot and discard it; draw another.

    TFA-231, TFA-232, TFA-235.
    """
    state, player = game.state, game.state.players[seat]
    if refused := why_not_replace(state, seat):
        raise refused
    if card not in player.in_play:
        raise Refused("TFA-231", f"{card} does not lie before you.")
    if stamina.use_slots(game, seat, 1, "mental"):
        move(card, player.in_play, player.discard)
    else:
        move(card, player.in_play, player.exhaustion, "bag")
    _draw(game, player)
    assert player.puzzle is not None
    player.puzzle.waits = state.pace if state.others(seat) else 0
    game.tell(f"{seat} replaces {card}.", "TFA-231")
    stamina.refill(player)
    stamina.check_standing(game, seat)


def clear(player: Player) -> None:
    """The laid-out cards go to the discard pile at the end. TFA-234."""
    for card in list(player.in_play):
        move(card, player.in_play, player.discard)
    player.puzzle = None
    stamina.refill(player)
