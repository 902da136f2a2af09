"""The costs of actions: what they are, whether they can be paid, how they are paid. AF-20.1."""

from __future__ import annotations

from typing import Literal

from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.games.adventurer_factory.data import ANY, Cost, Counter, Filter, Price, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks import wording
from fatedeck.games.adventurer_factory.rules import places, zones
from fatedeck.games.adventurer_factory.rules.acts import (
    Act,
    choose_card,
    choose_die,
    roll_for,
    titles,
)
from fatedeck.games.adventurer_factory.rules.stats import fitting_in_play
from fatedeck.games.adventurer_factory.rules.words import in_play, piles
from fatedeck.games.adventurer_factory.state import Player, is_permanent


class Consume(Price, frozen=True):
    """AF-15.3."""

    def says(self) -> str:
        return "Consume"

    def pay(self, act: Act) -> None:
        act.mark.consumed = True


class DiscardThis(Price, frozen=True):
    """The card itself is discarded. AF-17.2."""

    def says(self) -> str:
        return "Discard this"

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        if is_permanent(card, player.cards[card]):
            return Refused("AF-17.2", "That card can never be discarded.")
        return None

    def pay(self, act: Act) -> None:
        places.discard(act.game, act.seat, act.card, by_text=True)


class ShuffleThisIntoDeck(Price, frozen=True):
    """The card itself is shuffled into its owner's deck."""

    def says(self) -> str:
        return "Shuffle this into your deck"

    def pay(self, act: Act) -> None:
        places.leave(act.game, act.seat, act.card, "deck")


class Pay(Price, frozen=True):
    """So much of one's own Mind, Health or Willpower. AF-10.8, AF-10.11."""

    stat: Counter
    n: int | Literal["x", "cost_of_chosen_attached_card"]

    def says(self) -> str:
        if self.n == "x":
            return f"Any amount of {self.stat.title()} (x)"
        if isinstance(self.n, int):
            return f"{self.n} {self.stat.title()}"
        return "The Mind cost of a card attached here"

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        if isinstance(self.n, int):
            if getattr(player, self.stat) < self.n:
                needed = f"{self.n} {self.stat.title()}"
                return Refused("AF-10.8", f"You need {needed} for {title(card)}.")
        elif self.n != "x" and not _activatable(player, card):
            return Refused("AF-20.1", "You can’t pay for any of the cards attached here.")
        return None

    def pay(self, act: Act) -> None:
        have: int = getattr(act.player, self.stat)
        if isinstance(self.n, int):
            amount = self.n
        elif self.n == "x":
            prompt, clause = f"How much {self.stat.title()} do you pay?", "AF-10.11"
            amount = act.game.number(act.seat, "pay-x", prompt, 0, have, clause) if have else 0
            act.x = amount
        else:
            options, prompt = _activatable(act.player, act.card), "Which card do you activate?"
            act.chosen = choose_card(act.game, act.seat, "activate", prompt, options, "AF-18.14")
            amount = printed_on(act.chosen).cost
        setattr(act.player, self.stat, have - amount)


def _activatable(player: Player, host: str) -> list[str]:
    return [
        card
        for card in player.attached_to(host)
        if not player.cards[card].activated and printed_on(card).cost <= player.mind
    ]


class DiscardOwnInPlay(Price, frozen=True):
    """In-play cards, the card itself among them, never a permanent one. AF-10.12."""

    n: int
    filter: Filter = ANY

    def says(self) -> str:
        return f"Discard {wording.cards(self.n, self.filter)} of yours in play"

    def options(self, player: Player) -> list[str]:
        return [
            card
            for card in fitting_in_play(player, self.filter)
            if not is_permanent(card, player.cards[card])
        ]

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        if len(self.options(player)) < self.n:
            return Refused("AF-10.8", "You have no card in play to discard for it.")
        return None

    def pay(self, act: Act) -> None:
        for _ in range(self.n):
            options, prompt = self.options(act.player), "Which of your cards do you discard?"
            card = choose_card(act.game, act.seat, "discard-own", prompt, options, "AF-10.12")
            places.discard(act.game, act.seat, card, by_text=True)


class DiscardFromHand(Price, frozen=True):
    """Cards of one's own hand. AF-10.8."""

    n: int

    def says(self) -> str:
        return f"Discard {wording.cards(self.n)} from your hand"

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        return _why_not_from_hand(player, self.n)

    def pay(self, act: Act) -> None:
        for _ in range(self.n):
            zones.choose_from_hand(act, act.seat)


def _why_not_from_hand(player: Player, n: int) -> Refused | None:
    return Refused("AF-10.8", "Your hand is empty.") if player.hand_size() < n else None


class ShuffleFromDiscardIntoDeck(Price, frozen=True):
    """AF-18.20."""

    n: int

    def says(self) -> str:
        return f"Shuffle {wording.cards(self.n)} from your discard pile into your deck"

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        if len(player.discard) < self.n:
            return Refused("AF-18.20", f"Your discard pile needs {self.n} cards for it.")
        return None

    def pay(self, act: Act) -> None:
        player, n = act.player, self.n
        cards = list(player.discard)
        if len(cards) > n:
            name, prompt = "shuffle-back", f"Which {n} cards do you shuffle into your deck?"
            labels = titles(cards)
            cards = act.game.several(act.seat, name, prompt, cards, n, n, "AF-18.20", labels=labels)
        for card in cards:
            move(card, player.discard, player.deck, "bag")
        shuffle(player.deck, player.peeked)


class RollBoth(Price, frozen=True):
    """Both choose their dice, then both roll. AF-18.45."""

    die: Literal["parley_die"]

    def says(self) -> str:
        return "Both players roll a Parley Die"

    def pay(self, act: Act) -> None:
        game, seat, foe = act.game, act.seat, act.foe_seat
        mine, theirs = choose_die(game, seat, "parley"), choose_die(game, foe, "parley")
        act.roll_self = roll_for(game, seat, "parley", mine)[1]
        act.roll_opponent = roll_for(game, foe, "parley", theirs)[1]
        game.tell(
            "{who} rolls {mine}, {foe} rolls {theirs}.",
            "AF-3.7",
            who=seat,
            mine=act.roll_self,
            foe=foe,
            theirs=act.roll_opponent,
        )


# Effects that are costs


class ShowFromHand(Price, frozen=True):
    """AF-18.4."""

    does: piles.ShowFromHand

    def says(self) -> str:
        return wording.capital(self.does.says())

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        return _why_not_from_hand(player, self.does.n)

    def pay(self, act: Act) -> None:
        self.does.do(act)


class ShowDeckTop(Price, frozen=True):
    """AF-18.4."""

    does: piles.ShowDeckTop

    def says(self) -> str:
        return wording.capital(self.does.says())

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        return None if player.deck_size() else Refused("AF-18.4", "Your deck is empty.")

    def pay(self, act: Act) -> None:
        self.does.do(act)


class PlayAndAttach(Price, frozen=True):
    """AF-7.9."""

    does: in_play.PlayAndAttach

    def says(self) -> str:
        return wording.capital(self.does.says())

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        hand = player.holds()
        if not (hand if seen_by_all else self.does.playable(player, card, hand)):
            return Refused("AF-20.1", "You can’t play and attach any card from your hand here.")
        return None

    def pay(self, act: Act) -> None:
        self.does.do(act)


class OneOf(Price, frozen=True):
    """AF-10.10."""

    costs: tuple[Cost, ...]

    def says(self) -> str:
        return " or ".join(part.says() for part in self.costs)

    def payable(self, player: Player, card: str) -> list[Cost]:
        return [part for part in self.costs if part.why_not(player, card) is None]

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        if not self.payable(player, card):
            return Refused("AF-10.10", "You can’t pay any of its costs.")
        return None

    def pay(self, act: Act) -> None:
        parts = {part.name: part for part in self.payable(act.player, act.card)}
        part = next(iter(parts.values()))
        if len(parts) > 1:
            prompt, labels = "How do you want to pay?", {p.name: p.says() for p in parts.values()}
            part = act.game.choose_among(
                act.seat, "pay-with", prompt, parts, "AF-10.10", labels=labels
            )
        part.pay(act)
