"""Choosing move cards: laid out and chosen in turn, or drafted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Many, One
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import move_name
from fatedeck.games.thousand_faces.rules import learning
from fatedeck.games.thousand_faces.rules.families import (
    OfOneWhoMakesACharacter,
    OfTheGmInSetUp,
    is_late,
)
from fatedeck.games.thousand_faces.state import Player, Table

MOVES = "Moves"
MOVES_EACH = 3
LIMITS = {"A": 1, "B": 2, "C": 3}
"""At most so many cards of a letter. TFA-316."""


def deal(game: Game[Table]) -> None:
    """Lay out the move cards to choose from, or deal the draft. TFA-315, TFA-318."""
    state = game.state
    if state.phase == "tutorial" or state.options.moves == "gm":
        return
    if state.options.moves == "draft":
        _deal_draft(game)
        return
    state.laid_out = letters(state, "A")
    for letter, number in wanted(state).items():
        rest = letters(state, letter)
        for _ in range(number):
            card = game.pick(rest)
            rest.remove(card)
            state.laid_out.append(card)
    names = [catalogue.moves()[move].name for move in state.laid_out]
    game.tell("The move cards to choose from are laid out: {cards}.", "TFA-315", cards=names)


def letters(state: Table, letter: str) -> list[str]:
    """The supply cards with this letter."""
    faces = catalogue.moves()
    return [move for move in state.supply if faces[move].letter == letter]


def wanted(state: Table) -> dict[str, int]:
    """How many B and C cards are laid out beside all A cards: players + 1 each, if there are.

    Further B cards make up what is missing to 3 cards a player. TFA-315.
    """
    each = len(state.players) + 1
    number = {letter: min(each, len(letters(state, letter))) for letter in "BC"}
    lying = len(letters(state, "A")) + number["B"] + number["C"]
    missing = max(0, MOVES_EACH * len(state.players) - lying)
    number["B"] = min(number["B"] + missing, len(letters(state, "B")))
    return number


def lettered_cards(state: Table, seat: str) -> dict[str, str]:
    """The move cards of set-up, each with its letter and what it is for."""
    return catalogue.lettered(card for letter in "BCA" for card in letters(state, letter))


def why_not_lay_out(state: Table, seat: str, card: str) -> Refused | None:
    """Only B and C cards are selected. TFA-315."""
    if catalogue.moves()[card].letter == "A":
        return Refused("TFA-315", "Only lay out B and C cards. All A cards are there anyway.")
    return None


def how_many(state: Table, seat: str) -> int:
    """How many cards the GM lays out in all. TFA-315."""
    return sum(wanted(state).values())


class LayOut(OfTheGmInSetUp, frozen=True):
    """The GM lays out the B and C cards to choose from; all A cards lie there anyway. TFA-315."""

    says = Says("Lay out the move cards", MOVES)
    cards: Annotated[
        list[str],
        Many(
            One(lettered_cards, why_not_lay_out, called=move_name, clause="TFA-315"),
            how_many,
            how_many,
            clause="TFA-315",
        ),
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return cls.why_closed(state, seat) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.options.moves != "gm" or state.laid_out:
            return Refused("TFA-315", "The cards are already laid out.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        number = wanted(state)
        return [Way(label=f"Lay out {number['B']} B cards and {number['C']} C cards")]

    def why_not(self, state: Table, seat: str) -> Refused | None:
        for letter, number in wanted(state).items():
            if len(self.chosen(state, letter)) != number:
                return Refused("TFA-315", f"Lay out {number} {letter} cards.")
        return None

    def chosen(self, state: Table, letter: str) -> list[str]:
        """Those of the cards with this letter."""
        return [card for card in self.cards if card in letters(state, letter)]

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.laid_out = [*letters(state, "A"), *self.chosen(state, "B"), *self.chosen(state, "C")]
        game.tell("The GM has laid out the move cards.", "TFA-315")


def must_lay_out(state: Table) -> bool:
    """The GM has the cards still to lay out. TFA-315."""
    taken = any(player.moves for player in state.players.values())
    return state.options.moves == "gm" and not state.laid_out and not taken


def first_layout(state: Table) -> list[str]:
    """A selection of B and C cards like any other, for a GM who does not mind. TFA-315."""
    return [
        card for letter, number in wanted(state).items() for card in letters(state, letter)[:number]
    ]


# In turn


def turn(state: Table) -> str:
    """Whose turn it is to choose a card: clockwise from the GM's left, three rounds. TFA-317."""
    cards = {seat: len(player.moves) for seat, player in state.on_time()}
    first = min(cards, key=lambda seat: cards[seat], default="")
    return "" if first == "" or cards[first] >= MOVES_EACH else first


def fitting(player: Player, cards: Sequence[str]) -> list[str]:
    """Those of these cards that keep the limits: at most 1 A, 2 B and 3 C. TFA-316."""
    faces = catalogue.moves()
    own = [card.id for card in player.moves]
    held = [faces[move].letter for move in own]
    open_letters = [letter for letter, most in LIMITS.items() if held.count(letter) < most]
    return [move for move in cards if faces[move].letter in open_letters and move not in own]


def choosable(state: Table, seat: str) -> dict[str, str]:
    """The laid-out cards that keep the limits, or else B and C cards of the supply.

    Where no card keeps them, the limits give way. Who comes late may have an A card of the supply,
    too. TFA-316, TFA-375.
    """
    player = state.players[seat]
    supply = "BCA" if player.is_late else "BC"
    return catalogue.lettered(
        fitting(player, state.laid_out)
        or fitting(player, [card for letter in supply for card in letters(state, letter)])
        or state.laid_out
    )


class ChooseMove(OfOneWhoMakesACharacter, frozen=True):
    """Choose a move card in turn; nobody may take a card already taken.

    Who comes late waits for no turn. TFA-316, TFA-317, TFA-375.
    """

    says = Says("Choose a move", MOVES)
    move: Annotated[str, One(choosable, called=move_name, clause="TFA-316")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.laid_out) or is_late(state, seat)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        late = is_late(state, seat)
        if is_drafting(state):
            return Refused("TFA-318", "This table drafts: keep a card from your hand.")
        if not state.laid_out and not late:
            return Refused("TFA-315", "The GM lays out the cards first.")
        if len(state.players[seat].moves) >= MOVES_EACH:
            return Refused("TFA-316", "You already have your 3 move cards.")
        chooser = turn(state)
        if chooser != seat and not late:
            return Refused("TFA-317", f"It’s {chooser}’s turn to choose.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state, late = game.state, is_late(game.state, seat)
        take(game, seat, self.move)
        if state.options.moves == "draft" and not late and not turn(state):
            _offer_c_cards(state)


def take(game: Game[Table], seat: str, move: str) -> None:
    """A chosen card, with the item that it brings."""
    if move in game.state.laid_out:
        game.state.laid_out.remove(move)
    learning.take_card(game, seat, move)
    learning.bring_items(game, seat, move)


def give_back(state: Table, player: Player) -> None:
    """All chosen cards lie there again, for whoever chooses next. TFA-316, TFA-374."""
    cards = [card.id for card in player.moves]
    player.moves, player.envelope_picks = [], 0
    state.supply += cards
    state.laid_out += cards


# The draft


def _deal_draft(game: Game[Table]) -> None:
    """A, B, C shuffled apart, C over B over A, the whole stack dealt into hands. TFA-318."""
    state = game.state
    seats = list(state.order)
    place = 0
    for letter in "CBA":
        rest = letters(state, letter)
        while rest:
            card = game.pick(rest)
            rest.remove(card)
            state.players[seats[place % len(seats)]].hand.append(card)
            place += 1


def is_drafting(state: Table) -> bool:
    """The hands still go round. TFA-318."""
    return state.options.moves == "draft" and state.passes < MOVES_EACH


def keepable(state: Table, seat: str) -> dict[str, str]:
    """The cards of the hand that keep the limits. TFA-318."""
    player = state.players[seat]
    return catalogue.lettered(fitting(player, player.hand))


class KeepCard(OfOneWhoMakesACharacter, frozen=True):
    """Draft: keep one card; when all have who can, the hands go to the left. TFA-318."""

    says = Says("Keep a card", MOVES)
    move: Annotated[str, One(keepable, called=move_name, clause="TFA-318")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        player = state.players[seat]
        return bool(player.hand) and not player.kept

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.options.moves != "draft":
            return Refused("TFA-318", "This table doesn’t draft.")
        if not is_drafting(state):
            return Refused("TFA-318", "The draft is over.")
        if state.players[seat].kept:
            return Refused("TFA-318", "You’ve kept a card. Wait for the others.")
        if not keepable(state, seat):
            return Refused(
                "TFA-318", "No card in this hand fits the limits. Wait for the next one."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.players[seat].kept = self.move
        while is_drafting(state) and all(
            player.kept or not keepable(state, name) for name, player in state.seated()
        ):
            _pass_left(game)


def _pass_left(game: Game[Table]) -> None:
    """The kept cards are taken, the hands go round; after the third time the rest lies open."""
    state = game.state
    state.passes += 1
    for seat, player in state.seated():
        if player.kept:
            player.hand.remove(player.kept)
            take(game, seat, player.kept)
            player.kept = ""
    hands = [player.hand for _, player in state.seated()]
    for (_, player), hand in zip(state.seated(), hands[-1:] + hands[:-1], strict=True):
        player.hand = hand
    if is_drafting(state):
        return
    for player in state.players.values():
        player.hand = []
    if turn(state):
        state.laid_out = [move for letter in "ABC" for move in letters(state, letter)]
        names = [catalogue.moves()[move].name for move in state.laid_out]
        told = "{who} still needs a card. {cards} are left over."
        game.tell(told, "TFA-318", who=turn(state), cards=names)
    else:
        _offer_c_cards(state)


def _offer_c_cards(state: Table) -> None:
    """Who has no A card may add a C card. TFA-318."""
    for player in state.players.values():
        player.may_add = not any(catalogue.moves()[c.id].letter == "A" for c in player.moves)


def unchosen_c_cards(state: Table, seat: str) -> dict[str, str]:
    """The C cards that nobody has chosen. TFA-318."""
    return catalogue.lettered(letters(state, "C"))


class AddCard(OfOneWhoMakesACharacter, frozen=True):
    """Draft: without an A card, add one unchosen C card. TFA-318."""

    says = Says("Add a C card", MOVES)
    move: Annotated[str, One(unchosen_c_cards, called=move_name, clause="TFA-318")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].may_add

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].may_add:
            return Refused("TFA-318", "Only a drafter without an A card can do that, once.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].may_add = False
        take(game, seat, self.move)
