"""Hands, decks and discard piles: what is drawn, found, discarded, shown. Chapters 17 and 19."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.cards import Pile, move
from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import Filter, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks import moments
from fatedeck.games.adventurer_factory.looks.wording import cards as cards_words
from fatedeck.games.adventurer_factory.rules.acts import Act, titles
from fatedeck.games.adventurer_factory.rules.stats import fits
from fatedeck.games.adventurer_factory.state import (
    Player,
    Table,
    lowest_copy,
    take_from_hand,
    turn_up,
)

NOTHING = "nothing"
DISCARD = "Which card from your hand do you discard?"


def top_pile(player: Player) -> Pile:
    """Where the top card of a deck lies: by itself, if only the other seat has seen it."""
    return player.peeked if player.peeked.top and not player.deck.top else player.deck


def is_top_unknown(player: Player) -> bool:
    """Whether nobody knows the top card of a deck. AF-19.2."""
    return bool(player.deck.bag and not player.deck.top and not player.peeked.top)


def draw(game: Game[Table], seat: str, *, told: bool = True) -> str:
    """Draw a card, if the deck has one; what the other seat knows of it stays known. AF-6.7."""
    player = game.state.players[seat]
    if not player.deck_size():
        return ""
    card = game.draw(top_pile(player), player.hand if is_top_unknown(player) else player.shown)
    if told:
        game.show(moments.cards, seat, "Draw", [card], seat)
        own = {seat: "You draw {card}."}
        game.tell("{who} draws a card.", "AF-6.7", only=own, who=seat, card=title(card))
    return card


def search(act: Act, wanted: Filter, cards: Sequence[str]) -> str:
    """Look through one's deck, take a fitting card or none, show it. AF-17.5, AF-17.6."""
    if not act.player.deck_size():
        return ""
    faces: dict[str, str] = {}
    for card in sorted(cards):
        if fits(act.player, card, wanted):
            faces.setdefault(printed_on(card).id, card)
    options = [*faces.values(), NOTHING]
    prompt = f"You search your deck for {cards_words(1, wanted)}. Which one do you take?"
    labels = titles(faces.values()) | {NOTHING: "Nothing"}
    found = act.game.choose(
        act.seat, "search", prompt, options, "AF-17.5", labels=labels, secret=True
    )
    if found == NOTHING:
        act.game.tell("{who} searches the deck and finds nothing.", "AF-17.5", who=act.seat)
        return ""
    found = lowest_copy(act.player, found)
    act.game.show(moments.cards, act.seat, "Search", [found])
    told = "{who} searches the deck and finds {card}."
    act.game.tell(told, "AF-17.5", who=act.seat, card=title(found))
    return found


def whole_deck(player: Player) -> list[str]:
    return [*player.deck, *player.peeked]


def take_from_deck(player: Player, card: str, to: Pile) -> None:
    move(card, player.peeked if card in player.peeked.top else player.deck, to)


def choose_from_hand(act: Act, seat: str) -> None:
    """The owner of a hand picks one of its cards to discard. AF-17.11."""
    hand = act.table.players[seat].holds()
    card = hand[0]
    if len(hand) > 1:
        name, labels = "discard-from-hand", titles(hand)
        card = act.game.choose(seat, name, DISCARD, hand, "AF-17.11", labels=labels)
    drop_from_hand(act.game, seat, card)
    act.cost_of_discarded_card = printed_on(card).cost  # AF-18.33


def drop_from_hand(game: Game[Table], seat: str, card: str) -> None:
    """A hand card goes to the discard pile."""
    player = game.state.players[seat]
    card = take_from_hand(player, card, player.discard)
    player.discarded.append(card)
    game.tell("{who} discards {card} from their hand.", "AF-1.7", who=seat, card=title(card))


def show(game: Game[Table], seat: str, card: str) -> None:
    """The other seat learns of a hand card, and nobody else does. AF-19.5."""
    player, viewer = game.state.players[seat], game.state.other(seat)
    if card in player.hand.top:
        card = turn_up(player, card)
        if card in player.hand.top:
            move(card, player.hand, player.shown)
    game.show(moments.cards, seat, "Shown", [card], seat, viewer)
    own = {viewer: "You see {card} in {who}’s hand.", seat: "{viewer} sees {card} in your hand."}
    told = "{viewer} sees a card in {who}’s hand."
    game.tell(told, "AF-19.5", only=own, viewer=viewer, who=seat, card=title(card))
