"""Corner mini-games: an owner of the card lays out cards instead of flipping one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine import story
from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, One
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import item_name, move_name
from fatedeck.games.thousand_faces.rules import corners, magic, moves, spans, stamina
from fatedeck.games.thousand_faces.rules.attempts import (
    NOT_THE_MOVE,
    FirstOf,
    effects,
    why_not_effect,
)
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.rules.families import OfAPlayer, OfOneWhoIsAble
from fatedeck.games.thousand_faces.state import Outcome, Player, Puzzle, Table

SIZES = {"pick_locks": 3, "fundamental_magic": 4}
"""How many cards are drawn: a line of three, a box of four. TFA-227, TFA-229."""

SHAPES = {3: "a line of three", 4: "a box of four"}
GROUP = "Mini-game"


# Starting


def why_not_puzzle(table: Table, seat: str, name: str) -> Refused | None:
    """A mini-game is for the owner of the card. TFA-226."""
    face = catalogue.moves()[name]
    if (refused := moves.why_not_move(table, seat, face)) is not None:
        return refused
    if not table.players[seat].has(name):
        return Refused("TFA-226", f"You need the {face.name} card to play its mini-game.")
    return None


class StartPuzzle(OfOneWhoIsAble, frozen=True):
    """Lay out cards instead of flipping, if the GM agrees.

    TFA-20, TFA-226, TFA-227, TFA-228, TFA-229.
    """

    says = Says("Play a mini-game", "Your cards")
    move: Annotated[str, One(tuple(SIZES), why_not_puzzle, called=move_name, clause="TFA-226")]
    effect: Annotated[
        str,
        FirstOf(
            effects,
            why_not_effect,
            called=item_name,
            said=True,
            after=("move",),
            clause="TFA-226",
        ),
    ] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for card in state.players[seat].moves:
            if card.id in SIZES:
                label = f"{card.face.name}: play for {SHAPES[SIZES[card.id]]}"
                yield Way({"move": card.id}, label)

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        name = catalogue.moves()[self.move].name
        prompt = (
            f"{name_of(game, seat)} wants to play the {name} mini-game. Does the story allow it?"
        )
        agreed, refused = "Lay out the cards", NOT_THE_MOVE
        if not game.may(
            state.gm, "allow-puzzle", prompt, "TFA-20", "TFA-226", yes=agreed, no=refused
        ):
            game.tell("{move} isn’t the move.", "TFA-20", move=name)
            return
        spans.begin(state, seat, fast=False)
        seen = effects(state, seat, self.move)
        effect = self.effect or next((e for e in seen if not magic.why_not_cast(state, e)), "")
        player.puzzle = Puzzle(self.move, SIZES[self.move], effect)
        while len(player.in_play) < player.puzzle.size and _draw(game, player):
            pass
        _show(game, seat)
        told = "{seat} lays out {cards}."
        game.tell(told, "TFA-227", "TFA-229", seat=seat, cards=list(player.in_play))
        _check(game, seat)


def _draw(game: Game[Table], player: Player) -> bool:
    """Draw a card face up; the forced reshuffle comes before each draw. TFA-227, TFA-236."""
    stamina.refill(player)
    if player.deck.is_empty():
        return False
    game.draw(player.deck, player.in_play)
    return True


def _show(game: Game[Table], seat: str) -> None:
    """Everybody sees what lies there. TFA-227."""
    player = game.state.players[seat]
    assert player.puzzle is not None
    aim = f"For {SHAPES[player.puzzle.size]}"
    game.show(story.cards_drawn, seat, aim, list(player.in_play))


# Playing on


class InAPuzzle(OfAPlayer, frozen=True):
    """What a player does in a mini-game. TFA-231, TFA-233."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.players[seat].puzzle is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].puzzle is None:
            return Refused("TFA-231", "You’re not in a mini-game.")
        return None


def laid_out(table: Table, seat: str) -> list[str]:
    return list(dict.fromkeys(table.players[seat].in_play))


class ReplaceCard(InAPuzzle, frozen=True):
    """Exhaust a laid-out card, or put a token on a mental slot and discard it; draw another.

    TFA-231, TFA-232, TFA-235.
    """

    says = Says("Replace a card", GROUP)
    card: Annotated[str, CardOf(laid_out, clause="TFA-231")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        """Others act in between, and a card must be left to draw. TFA-235, TFA-236."""
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if not player.is_able():
            return Refused("TFA-95", "You’re incapacitated. Give the mini-game up.")
        if player.puzzle is not None and player.puzzle.waits and state.others(seat):
            return Refused(
                "TFA-235",
                "The others act before your next card. Wait until they’ve had the spotlight.",
            )
        if player.deck.is_empty() and player.discard.is_empty():
            return Refused("TFA-236", "You have no cards to draw. Go on with these, or give up.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        assert player.puzzle is not None
        if stamina.use_slots(game, seat, 1, "mental"):
            move(self.card, player.in_play, player.discard)
        else:
            move(self.card, player.in_play, player.exhaustion, "bag")
        _draw(game, player)
        player.puzzle.waits = state.pace if state.others(seat) else 0
        _show(game, seat)
        game.tell("{seat} replaces {card}.", "TFA-231", seat=seat, card=self.card)
        stamina.refill(player)
        stamina.check_standing(game, seat)
        _check(game, seat)


class GiveUp(InAPuzzle, frozen=True):
    """Giving up counts as ✗; whom something else has felled just lays the cards down. TFA-233."""

    says = Says("Give up", GROUP)

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        if player.is_able():
            _end(game, seat, 1)
        else:
            _clear(player)
            game.tell("{seat} gives up the mini-game.", "TFA-95", "TFA-234", seat=seat)


# Ending


def _check(game: Game[Table], seat: str) -> None:
    """A line or box that is there counts as ✔✔✔. TFA-233."""
    puzzle, player = game.state.players[seat].puzzle, game.state.players[seat]
    if puzzle is None:
        return
    if not player.is_able():
        _clear(player)
    elif corners.is_solved(puzzle.size, list(player.in_play)):
        game.tell("{seat} has it!", "TFA-233", seat=seat)
        _end(game, seat, 4)


def _clear(player: Player) -> None:
    """The laid-out cards go to the discard pile at the end. TFA-234."""
    for card in list(player.in_play):
        move(card, player.in_play, player.discard)
    player.puzzle = None
    stamina.refill(player)


def _end(game: Game[Table], seat: str, result: int) -> None:
    """No flip: no XP, no critical, no Shadow point; all else is as after one. TFA-233, TFA-234."""
    player = game.state.players[seat]
    puzzle = player.puzzle
    assert puzzle is not None
    cards = list(player.in_play)
    _clear(player)
    face = catalogue.moves()[puzzle.move]
    sign = catalogue.SIGNS[result]
    game.state.last = Outcome(seat, face.id, cards=cards, result=result, owner=seat, sign=sign)
    effort = Effort(seat, face, face.attrs[0], effect=puzzle.effect)
    if result == 4:
        _aim(game, effort)
    moves.conclude(game, effort, result)


def _aim(game: Game[Table], effort: Effort) -> None:
    """Whom a cast effect is for, when it happens; where there is but one, nobody is asked."""
    foes = {foe.name: foe for foe in game.state.foes if foe.is_up()}
    if effort.attacks and foes:
        effort.foe = next(iter(foes.values()))
        if len(foes) > 1:
            effort.foe = game.choose_among(
                effort.seat, "hit-whom", "Who does it hit?", foes, "TFA-233"
            )
    targets = magic.targets(game.state, effort.seat, effort.effect)
    if targets:
        effort.target = targets[0]
        if len(targets) > 1:
            effort.target = game.choose(
                effort.seat, "for-whom", "Who is it for?", targets, "TFA-233"
            )
