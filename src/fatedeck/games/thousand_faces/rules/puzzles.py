"""Starting, playing and ending a corner mini-game."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import corners, magic, moves, spans
from fatedeck.games.thousand_faces.rules.actions import StartPuzzle
from fatedeck.games.thousand_faces.rules.deeds import Deed
from fatedeck.games.thousand_faces.state import Outcome, Puzzle, Table


def why_not_puzzle(state: Table, seat: str, move: str, effect: str = "") -> Refused | None:
    """A mini-game is for the owner of the card. TFA-226."""
    face = catalogue.moves().get(move)
    if face is None or move not in corners.SIZES:
        return Refused("TFA-226", "That move has no mini-game.")
    if refused := moves.why_not_move(state, seat, face):
        return refused
    if not state.players[seat].has(move):
        return Refused("TFA-226", f"Only the owner of {face.name} may play instead of flipping.")
    if move == "fundamental_magic" and effect and effect not in magic.seen_effects(state):
        return Refused("TFA-226", "Name the effect of a magic item seen before.")
    return magic.why_not_cast(state, effect)


def start_puzzle(game: Game[Table], seat: str, action: StartPuzzle) -> None:
    """Lay out the cards instead of flipping, if the GM agrees. TFA-20, TFA-226 to TFA-229."""
    state, player = game.state, game.state.players[seat]
    if refused := why_not_puzzle(state, seat, action.move, action.effect):
        raise refused
    name = catalogue.moves()[action.move].name
    if not game.may(
        state.gm,
        f"{seat} would play the mini-game of {name}. Does the story allow it?",
        "TFA-20",
        "TFA-226",
        yes="Lay out the cards",
        no="That is not the move",
    ):
        game.tell(f"{name} is not the move.", "TFA-20")
        return
    spans.begin(state, seat, fast=False)
    effect = action.effect
    if action.move == "fundamental_magic" and not effect:
        effect = magic.seen_effects(state)[0]
    corners.lay_out(game, player, Puzzle(action.move, corners.SIZES[action.move], effect))
    game.tell(f"{seat} lays out {', '.join(player.in_play)}.", "TFA-227", "TFA-229")
    check_puzzle(game, seat)


def check_puzzle(game: Game[Table], seat: str) -> None:
    """A line or box that is there counts as ✔✔✔. TFA-233."""
    puzzle, player = game.state.players[seat].puzzle, game.state.players[seat]
    if puzzle is None:
        return
    if not player.is_able():
        corners.clear(player)
    elif corners.is_solved(puzzle, list(player.in_play)):
        game.tell(f"{seat} has it!", "TFA-233")
        _end_puzzle(game, seat, 4)


def replace_card(game: Game[Table], seat: str, card: str) -> None:
    """Replace one laid-out card. TFA-231."""
    corners.replace(game, seat, card)
    check_puzzle(game, seat)


def give_up(game: Game[Table], seat: str) -> None:
    """Giving up counts as ✗; whom something else has felled just lays the cards down. TFA-233."""
    player = game.state.players[seat]
    if player.puzzle is None:
        raise Refused("TFA-233", "You play no mini-game now.")
    if not player.is_able():
        corners.clear(player)
        game.tell(f"{seat} lays the mini-game's cards down.", "TFA-95", "TFA-234")
        return
    _end_puzzle(game, seat, 1)


def _end_puzzle(game: Game[Table], seat: str, result: int) -> None:
    """No flip: no XP, no critical, no Shadow point; all else is as after one. TFA-233, TFA-234."""
    player = game.state.players[seat]
    puzzle = player.puzzle
    assert puzzle is not None
    cards = list(player.in_play)
    corners.clear(player)
    face = catalogue.moves()[puzzle.move]
    sign = catalogue.SIGNS[result]
    game.state.last = Outcome(seat, face.id, cards=cards, result=result, owner=seat, sign=sign)
    deed = Deed(seat, face, face.attrs[0], effect=puzzle.effect)
    if result == 4:
        _aim(game, deed)
    moves.conclude(game, deed, result)


def _aim(game: Game[Table], deed: Deed) -> None:
    """Whom a cast effect is for, when it happens; where there is but one, nobody is asked."""
    foes = {foe.name: foe for foe in game.state.foes if foe.is_up}
    if deed.attacks and foes:
        deed.foe = next(iter(foes.values()))
        if len(foes) > 1:
            deed.foe = game.choose_among(deed.seat, "Whom does it hit?", foes, "TFA-233")
    targets = magic.targets(game.state, deed.seat, deed.effect)
    if targets:
        deed.target = targets[0]
        if len(targets) > 1:
            deed.target = game.choose(deed.seat, "Whom is it for?", targets, "TFA-233")
