"""Words for hands, decks and discard piles. AF-20.6, AF-20.8."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.questions import Choose
from fatedeck.games.adventurer_factory.data import ANY, Filter, Who, Word, title
from fatedeck.games.adventurer_factory.looks import moments, wording
from fatedeck.games.adventurer_factory.rules import zones
from fatedeck.games.adventurer_factory.rules.acts import Act, choose_card, titles
from fatedeck.games.adventurer_factory.rules.stats import fits
from fatedeck.games.adventurer_factory.state import lowest_copy

_PLACES = {
    "own_discard": "your discard pile",
    "opponent_discard": "the opponent’s discard pile",
    "own_hand": "your hand",
    "own_deck_top": "the top of your deck",
    "own_deck_bottom": "the bottom of your deck",
    "own_deck_shuffled": "your deck, which you shuffle",
    "opponent_deck_top": "the top of their deck",
}
_TO = {
    "own_hand": "their hand",
    "own_deck_top": "the top of their deck",
    "own_deck_shuffled": "their deck",
    "opponent_deck_top": "the top of their deck",
}


class Draw(Word, frozen=True):
    """AF-20.6."""

    who: Literal["self"]
    n: int

    def says(self) -> str:
        return f"draw {wording.cards(self.n)}"

    def do(self, act: Act) -> None:
        for _ in range(self.n):
            zones.draw(act.game, act.seat)


class Search(Word, frozen=True):
    """AF-17.5, AF-20.6."""

    source: Literal["own_deck"] = field(name="from")
    filter: Filter
    choose: Literal[1]
    to: Literal["own_hand", "set_aside"]

    def says(self) -> str:
        where = "into your hand" if self.to == "own_hand" else "to one side"
        wanted = wording.cards(1, self.filter)
        return f"search your deck for {wanted}, show it, put it {where}, and shuffle"

    def do(self, act: Act) -> None:
        player = act.player
        act.found = zones.search(act, self.filter, zones.whole_deck(player))
        if act.found:
            to = player.shown if self.to == "own_hand" else player.aside
            zones.take_from_deck(player, act.found, to)
        shuffle(player.deck, player.peeked)


class Move(Word, frozen=True):
    """From a discard pile, chosen by the user; exactly so many, or all there are.

    AF-20.6, AF-20.14.
    """

    to: Literal[
        "own_hand", "own_deck_top", "own_deck_bottom", "own_deck_shuffled", "opponent_deck_top"
    ]
    source: Literal["own_discard", "opponent_discard"] | None = field(name="from", default=None)
    which: Literal["found"] | None = None
    filter: Filter = ANY
    choose: int = 1
    chooser: Literal["self"] = "self"

    def says(self) -> str:
        if self.source is None:
            return f"put that card on {_PLACES[self.to]}"
        what = f"{wording.cards(self.choose, self.filter)} from {_PLACES[self.source]}"
        into = "into" if self.to == "own_hand" or "shuffled" in self.to else "on"
        return f"put {what} {into} {_PLACES[self.to]}"

    def do(self, act: Act) -> None:
        if self.which == "found":
            if act.found:
                move(act.found, act.player.aside, act.player.deck, "bottom")
            return
        owner = act.player if self.source == "own_discard" else act.foe
        for card in self._chosen(act, [c for c in owner.discard if fits(owner, c, self.filter)]):
            if self.to == "own_hand":
                move(card, owner.discard, owner.shown)
            else:
                shuffled = self.to == "own_deck_shuffled"
                move(card, owner.discard, owner.deck, "bag" if shuffled else "top")
            told = "{card} goes from {who}’s discard pile to {place}."
            whose = act.seat if owner is act.player else act.foe_seat
            place = _TO[self.to]
            act.game.tell(told, "AF-20.6", card=title(card), who=whose, place=place)
        if self.to == "own_deck_shuffled":
            shuffle(owner.deck, owner.peeked)

    def _chosen(self, act: Act, cards: list[str]) -> list[str]:
        n = self.choose
        if len(cards) <= n:
            return cards
        if n == 1:
            prompt = "Which card from the discard pile?"
            return [choose_card(act.game, act.seat, "from-discards", prompt, cards, "AF-20.6")]
        name, prompt = "from-discards", f"Which {n} cards from the discard pile?"
        labels = titles(cards)
        return act.game.several(act.seat, name, prompt, cards, n, n, "AF-18.20", labels=labels)


class DiscardDeckTop(Word, frozen=True):
    """As many as there are. AF-17.10, AF-20.6."""

    who: Literal["self"]
    n: int

    def says(self) -> str:
        return f"discard the top {self.n} cards of your deck"

    def do(self, act: Act) -> None:
        player = act.player
        for _ in range(min(self.n, player.deck_size())):
            unknown = zones.is_top_unknown(player)
            card = act.game.draw(zones.top_pile(player), player.aside)
            if unknown:
                card = lowest_copy(player, card)
            move(card, player.aside, player.discard)
            player.discarded.append(card)
            act.game.show(moments.cards, act.seat, "From the deck", [card])
            act.game.tell("{card} is discarded from the deck.", "AF-17.10", card=title(card))


class DiscardFromHand(Word, frozen=True):
    """The owner chooses; both at the same time. An empty hand does nothing.

    AF-17.11, AF-18.41, AF-20.6.
    """

    who: Who
    n: int
    chooser: Literal["owner", "opponent"]

    def says(self) -> str:
        return f"{wording.does(self.who, 'discard')} {wording.cards(self.n)} from hand"

    def do(self, act: Act) -> None:
        hands = {seat: act.table.players[seat].holds() for seat in act.seats(self.who)}
        hands = {seat: hand for seat, hand in hands.items() if hand}
        if len(hands) < 2:
            for seat, hand in hands.items():
                for _ in range(min(self.n, len(hand))):
                    zones.choose_from_hand(act, seat)
            return
        name, clauses = "discard-from-hand", ("AF-18.41",)
        asked = act.game.each(
            Choose(seat, name, zones.DISCARD, tuple(hand), titles(hand), {}, clauses, True)
            for seat, hand in hands.items()
        )
        for seat in hands:
            zones.drop_from_hand(act.game, seat, str(asked[seat]))


# Looking, AF-20.8


class LookAtHand(Word, frozen=True):
    """Random cards, equally likely, no repeats, fewer if there are fewer.

    AF-17.8, AF-18.36, AF-20.8.
    """

    whose: Literal["opponent"]
    n: int
    random: Literal[True]
    seen_by: Literal["self"]

    def says(self) -> str:
        return f"look at {self.n} random cards in the opponent’s hand"

    def do(self, act: Act) -> None:
        left = act.foe.holds()
        looked = []
        for _ in range(min(self.n, len(left))):
            looked.append(act.game.pick(left))
            left.remove(looked[-1])
        for card in looked:
            zones.show(act.game, act.foe_seat, card)


class ShowFromHand(Word, frozen=True):
    """The owner picks; only the other seat sees it. AF-18.4, AF-19.5, AF-20.8."""

    whose: Literal["self", "opponent"]
    n: int
    chooser: Literal["self", "opponent"]
    seen_by: Literal["self", "opponent"]

    def says(self) -> str:
        if self.whose == "self":
            return f"show the opponent {wording.cards(self.n)} from your hand"
        return f"they show you {wording.cards(self.n)} from theirs"

    def do(self, act: Act) -> None:
        [seat] = act.seats(self.whose)
        hand = act.table.players[seat].holds()
        if not hand:
            return
        card = hand[0]
        if len(hand) > 1:
            prompt, labels = "Which card from your hand do you show?", titles(hand)
            card = act.game.choose(
                seat, "show", prompt, hand, "AF-18.4", labels=labels, secret=True
            )
        elif seat != act.seat:
            card = act.game.pick(hand)  # on record, so that nobody looks and takes the look back
        zones.show(act.game, seat, card)


class ShowDeckTop(Word, frozen=True):
    """The other seat learns the top card of a deck, unseen by its owner.

    AF-18.4, AF-19.5, AF-20.8.
    """

    whose: Literal["self", "opponent"]
    seen_by: Literal["self", "opponent"]

    def says(self) -> str:
        if self.whose == "self":
            return "show the opponent the top card of your deck, unseen by you"
        return "they show you the top card of theirs, unseen by them"

    def do(self, act: Act) -> None:
        [seat] = act.seats(self.whose)
        player, viewer = act.table.players[seat], act.table.other(seat)
        if not player.deck_size():
            return
        if zones.is_top_unknown(player):
            act.game.draw(player.deck, player.peeked)
        top = next(iter((*player.deck.top, *player.peeked.top, *player.deck.bottom)))
        act.game.show(moments.cards, seat, "Top of the deck", [top], viewer)
        own = {viewer: "You see {card} on top of {who}’s deck."}
        told = "{viewer} sees the top card of {who}’s deck."
        act.game.tell(told, "AF-19.5", only=own, viewer=viewer, who=seat, card=title(top))
