"""Words for cards in play, and for playing and attaching them. AF-20.6."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import field

from fatedeck.engine.cards import shuffle
from fatedeck.games.adventurer_factory.data import ANY, Filter, Whose, Word, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks import wording
from fatedeck.games.adventurer_factory.rules import places, zones
from fatedeck.games.adventurer_factory.rules.acts import Act, choose_card, in_play, titles
from fatedeck.games.adventurer_factory.rules.playing import obstacle, play_at_once
from fatedeck.games.adventurer_factory.rules.stats import fits, fitting_in_play
from fatedeck.games.adventurer_factory.state import (
    Mark,
    Player,
    is_active,
    is_permanent,
    take_from_hand,
)

_OF = {"self": "of yours", "opponent": "of the opponent’s", "any": "of either player"}


class FromPlay(Word, frozen=True):
    """A word about cards in play. AF-20.6, AF-20.14."""

    whose: Whose = "self"
    filter: Filter = ANY
    choose: int | None = None
    chooser: Literal["self"] = "self"

    asks: ClassVar[str]
    """What whoever chooses is asked."""

    def what(self) -> str:
        if self.choose:
            return f"{wording.cards(self.choose, self.filter)} {_OF[self.whose]} in play"
        return f"all your {wording.filter_words(self.filter, many=True)}"

    def chosen(self, act: Act, *, discards: bool = False) -> list[tuple[str, str]]:
        """The cards that are meant, each with its seat. AF-10.15, AF-20.14."""
        owners = {
            card: seat
            for seat in act.seats("both" if self.whose == "any" else self.whose)
            for card in fitting_in_play(act.table.players[seat], self.filter)
            if not (discards and is_permanent(card, act.table.players[seat].cards[card]))
        }
        cards = [*owners]
        if self.choose is not None and len(cards) > self.choose:
            labels = titles(cards)
            if len({*owners.values()}) > 1:
                labels = {card: f"{owners[card]}’s {name}" for card, name in labels.items()}
            asks = self.asks
            cards = [act.game.choose(act.seat, "target", asks, cards, "AF-20.14", labels=labels)]
        return [(owners[card], card) for card in cards]


class ReturnToHand(FromPlay, frozen=True):
    """AF-18.22, AF-20.6."""

    asks = "Which card returns to its owner’s hand?"

    def says(self) -> str:
        return f"return {self.what()} to its owner’s hand"

    def do(self, act: Act) -> None:
        for seat, card in self.chosen(act):
            places.leave(act.game, seat, card, "hand")
            told = "{card} returns to {who}’s hand."
            act.game.tell(told, "AF-20.6", card=title(card), who=seat)


class DiscardFromPlay(FromPlay, frozen=True):
    """Itself, a Consumed or a pending card may be chosen. AF-18.3, AF-18.34, AF-20.6."""

    asks = "Which card is discarded?"

    def says(self) -> str:
        return f"discard {self.what()}"

    def do(self, act: Act) -> None:
        for seat, card in self.chosen(act, discards=True):
            places.discard(act.game, seat, card, by_text=True)


class Pick(FromPlay, frozen=True):
    """AF-20.6."""

    asks = "Which card does its owner discard, or a card from their hand instead?"

    def says(self) -> str:
        return f"pick {self.what()}"

    def do(self, act: Act) -> None:
        act.picked = next((card for _, card in self.chosen(act)), "")


class Suppress(FromPlay, frozen=True):
    """Either seat's card, a pending one too; Lute's own hands.

    AF-17.3, AF-18.28, AF-18.42, AF-20.6.
    """

    until: Literal["end_of_turn"] = "end_of_turn"

    asks = "Which card has no effect until the turn ends?"

    def says(self) -> str:
        has = "has" if self.choose else "have"
        return f"{self.what()} {has} no effect {wording.UNTIL[self.until]}"

    def do(self, act: Act) -> None:
        for seat, card in self.chosen(act):
            if card in act.table.players[seat].cards:
                places.suppress(act.game, seat, card)


class ShuffleIntoDeck(FromPlay, frozen=True):
    """A Consumed or unused Consumable, itself too. AF-15.7, AF-17.7, AF-18.21, AF-20.6."""

    which: Literal["this"] | None = None
    deck: Literal["owner"] = "owner"

    asks = "Which card is shuffled into its owner’s deck?"

    def says(self) -> str:
        if self.which == "this":
            return "shuffle this card into your deck"
        return f"shuffle {self.what()} into its owner’s deck"

    def do(self, act: Act) -> None:
        if self.which == "this":
            chosen = [(act.seat, act.card)] if act.still_here() else []
        else:
            chosen = self.chosen(act)
        for seat, card in chosen:
            places.leave(act.game, seat, card, "deck")
            told = "{card} is shuffled into {who}’s deck."
            act.game.tell(told, "AF-17.7", card=title(card), who=seat)


class DiscardCard(Word, frozen=True):
    """This card, or the one that was picked; nothing once it has left play. AF-20.6, AF-20.14."""

    which: Literal["this", "picked"]

    def says(self) -> str:
        return "discard this card" if self.which == "this" else "discard the picked card"

    def do(self, act: Act) -> None:
        if self.which == "this":
            if act.still_here():
                places.discard(act.game, act.seat, act.card, by_text=True)
        elif act.picked and in_play(act.foe, act.picked):
            places.discard(act.game, act.foe_seat, act.picked, by_text=True)


# Playing


class PlayCard(Word, frozen=True):
    """The found card is played for less. AF-7.9, AF-7.11, AF-18.15, AF-20.6."""

    which: Literal["found"]
    cost_change: int

    def says(self) -> str:
        return f"play that card{wording.cost_change(self.cost_change)}"

    def do(self, act: Act) -> None:
        play_at_once(act.game, act.seat, act.found, act.player.aside, cost_change=self.cost_change)


class PlayAndAttach(Word, frozen=True):
    """Play a card from hand or deck; it ends attached here.

    AF-7.9, AF-18.29, AF-18.32, AF-18.39, AF-20.6.
    """

    source: Literal["own_hand", "own_deck"] = field(name="from")
    filter: Filter
    ignore_needs: bool
    cost_change: int

    def says(self) -> str:
        source = "your hand" if self.source == "own_hand" else "your deck, which you search"
        needs = ", ignoring its Needs" if self.ignore_needs else ""
        what, change = wording.cards(1, self.filter), wording.cost_change(self.cost_change)
        return f"play {what} from {source}{change}, paying its cost{needs}, and attach it here"

    def playable(self, player: Player, host: str, cards: list[str]) -> list[str]:
        """Which of these cards could be played and attached to this host. AF-7.9."""
        change, ignore = self.cost_change, self.ignore_needs
        if not places.has_room(player, host):
            return []
        return [
            card
            for card in cards
            if fits(player, card, self.filter)
            and not obstacle(
                player, printed_on(card), host, ignore_needs=ignore, cost_change=change
            )
        ]

    def do(self, act: Act) -> None:
        player = act.player
        if not act.still_here():
            return
        if self.source == "own_hand":
            options = self.playable(player, act.card, player.holds())
            if options:
                prompt = f"Which card do you play and attach to {act.printed.name}?"
                name, labels = "play-and-attach", titles(options)
                card = act.game.choose(act.seat, name, prompt, options, "AF-7.9", labels=labels)
                play_at_once(act.game, act.seat, card, None, act.card, self.cost_change)
            return
        payable = self.playable(player, act.card, zones.whole_deck(player))
        card = zones.search(act, self.filter, payable)
        if card:
            zones.take_from_deck(player, card, player.aside)
        shuffle(player.deck, player.peeked)
        if card:
            play_at_once(act.game, act.seat, card, player.aside, act.card, self.cost_change)


class NegatePlay(Word, frozen=True):
    """The pending card is discarded and nothing of it resolves. AF-17.1, AF-20.6."""

    which: Literal["played_card"]

    def says(self) -> str:
        return "that card is cancelled and discarded"

    def do(self, act: Act) -> None:
        if act.played in act.foe.cards:
            places.discard(act.game, act.foe_seat, act.played, by_text=True)


# Attaching


class Attach(Word, frozen=True):
    """Not a play. AF-16.1, AF-18.14, AF-18.18, AF-18.50, AF-20.6."""

    source: Literal["own_in_play", "own_hand", "own_deck_top"] = field(name="from")
    choose: Literal[1]
    filter: Filter = ANY

    def says(self) -> str:
        if self.source == "own_deck_top":
            return "attach the top card of your deck here, unseen"
        where = "from your hand" if self.source == "own_hand" else "of yours in play"
        return f"attach {wording.cards(1, self.filter)} {where} here"

    def do(self, act: Act) -> None:
        if not act.still_here():
            return
        prompt = f"Which card do you attach to {act.printed.name}?"
        if self.source == "own_deck_top":
            self._attach_unseen(act)
        elif self.source == "own_in_play":
            options = [
                card
                for card in fitting_in_play(act.player, self.filter)
                if places.can_attach(act.player, card, act.card)
            ]
            if options:
                card = choose_card(act.game, act.seat, "attach", prompt, options, "AF-16.1")
                places.attach(act.game, act.seat, card, act.card)
        else:
            options = [c for c in act.player.holds() if fits(act.player, c, self.filter)]
            if options:
                labels = titles(options)
                card = act.game.choose(
                    act.seat, "attach", prompt, options, "AF-16.1", labels=labels
                )
                card = take_from_hand(act.player, card, act.player.play)
                act.player.cards[card] = Mark(host=act.card)
                host, told = act.printed.name, "{who} attaches {card} to {host}."
                act.game.tell(told, "AF-16.1", who=act.seat, card=title(card), host=host)

    def _attach_unseen(self, act: Act) -> None:
        if act.player.deck_size():
            act.game.draw(zones.top_pile(act.player), act.mark.under)
            told = "The top card of {who}’s deck goes unseen under {host}."
            host = act.printed.name
            act.game.tell(told, "AF-18.50", "AF-19.4", who=act.seat, host=host)


class Detach(Word, frozen=True):
    """Out from under Valet, or discarded; a permanent card then stays attached.

    AF-18.27, AF-20.6.
    """

    choose: Literal[1]
    if_illegal: Literal["discard"]

    def says(self) -> str:
        return "detach a card; if it could not be played right then, discard it"

    def do(self, act: Act) -> None:
        card = next(iter(act.player.attached_to(act.card)), "")
        if card and not places.detach(act.game, act.seat, card) and not printed_on(card).permanent:
            places.discard(act.game, act.seat, card, by_text=True)


class DiscardAttached(Word, frozen=True):
    """AF-20.6."""

    choose: Literal[1]

    def says(self) -> str:
        return "discard a card attached here"

    def do(self, act: Act) -> None:
        options = [
            card
            for card in act.player.attached_to(act.card)
            if not is_permanent(card, act.player.cards[card])
        ]
        if options:
            name, prompt = "discard-attached", "Which attached card do you discard?"
            card = choose_card(act.game, act.seat, name, prompt, options, "AF-17.11")
            places.discard(act.game, act.seat, card, by_text=True)


class ActivateAttached(Word, frozen=True):
    """It counts as in play with its usual effects; no play, no one-offs. AF-18.14, AF-20.6."""

    which: Literal["chosen_for_cost"]
    until: Literal["end_of_turn"]

    def says(self) -> str:
        return f"that card counts as in play and works {wording.UNTIL[self.until]}"

    def do(self, act: Act) -> None:
        if act.chosen not in act.player.cards:
            return
        mark = act.player.cards[act.chosen]
        mark.activated = True
        act.game.tell("{card} works until the turn ends.", "AF-18.14", card=title(act.chosen))
        if is_active(mark):
            places.comes_on(act.game, act.seat, act.chosen)
