"""The Main Step: playing cards, using their actions, discarding them. Chapters 7 and 10."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, One
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.data import title
from fatedeck.games.adventurer_factory.looks.wording import needs_words, slot_word
from fatedeck.games.adventurer_factory.rules import using
from fatedeck.games.adventurer_factory.rules.families import InTheMainStep
from fatedeck.games.adventurer_factory.rules.places import discard
from fatedeck.games.adventurer_factory.rules.playing import obstacle, put_into_play, resolve
from fatedeck.games.adventurer_factory.rules.responses import chain
from fatedeck.games.adventurer_factory.rules.rituals import settle, watch
from fatedeck.games.adventurer_factory.rules.stats import HANDS, free_physiques
from fatedeck.games.adventurer_factory.rules.turns import end_turn
from fatedeck.games.adventurer_factory.state import Table, is_permanent


def hand(table: Table, seat: str) -> list[str]:
    return table.players[seat].holds()


def why_not_play(table: Table, seat: str, card: str) -> Refused | None:
    """Why this seat may not play this hand card now. AF-7.2, AF-8.2, AF-9.7."""
    printed = printed_on(card)
    match obstacle(table.players[seat], printed):
        case "Mind":
            return Refused(
                "AF-7.2",
                f"{printed.name} costs {printed.cost} Mind; you have {table.players[seat].mind}.",
            )
        case "Needs":
            needs = needs_words(printed.needs)
            return Refused("AF-8.2", f"{printed.name} needs {needs} among your active cards.")
        case "slots":
            slots = " or ".join(map(slot_word, printed.slots))
            text = f"{printed.name} needs {slots}, but the card there can never be discarded."
            return Refused("AF-9.7", text)
        case _:
            return None


class Play(InTheMainStep, frozen=True):
    """Play a card from hand: it lies there pending, is answered, and resolves. AF-7.3, AF-11.7."""

    says = Says("Play a card", "Hand")
    card: Annotated[str, CardOf(hand, why_not_play, called=title, clause="AF-7.1")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for card in hand(state, seat):
            printed = printed_on(card)
            yield Way({"card": card}, f"Play {printed.name}", cost=f"{printed.cost} Mind")

    def do(self, game: Game[Table], seat: str) -> None:
        before = watch(game.state)
        card, mark = put_into_play(game, seat, self.card)
        settle(game, before)
        chain(game, seat)
        before = watch(game.state)
        resolve(game, seat, card, mark)
        settle(game, before)


class Use(InTheMainStep, frozen=True):
    """Use an action of one of your cards, the first printed being 1; then it may be answered.

    AF-10.5, AF-11.1.
    """

    says = Says("Use an action", "Actions")
    card: using.OwnCard
    action: using.ItsAction = 1

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return using.ways_to_use(state, seat, encounter=False)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if self.action in printed_on(self.card).encounters:
            return Refused("AF-10.6", "That is an Encounter: end your Main Step first.")
        return using.why_not_use(state, seat, self.card, self.action)

    def do(self, game: Game[Table], seat: str) -> None:
        using.use(game, seat, self.card, self.action)
        chain(game, seat)


def frees(table: Table, seat: str) -> list[tuple[str, str, str]]:
    """Each Hulking Physique that names no card, with a card and a hand slot that it could free.

    Not of a Weapon; and each frees one card at a time. AF-18.25.
    """
    player = table.players[seat]
    return [
        (physique, card, slot)
        for card, mark in player.cards.items()
        for slot in mark.slots
        if slot in HANDS
        for physique in free_physiques(player, printed_on(card))
    ]


def to_free(table: Table, seat: str, *named: str) -> list[str]:
    """What may be named next: a Hulking Physique, then a card, then its hand."""
    n = len(named)
    return [*dict.fromkeys(free[n] for free in frees(table, seat) if free[:n] == named)]


class Free(InTheMainStep, frozen=True):
    """Let a Hulking Physique that came later free a hand slot of one of your cards. AF-18.25."""

    says = Says("Free a hand", "Actions")
    physique: Annotated[str, CardOf(to_free, called=title, clause="AF-18.25")]
    card: Annotated[str, CardOf(to_free, called=title, after=("physique",), clause="AF-18.25")]
    hand: Annotated[
        str, One(to_free, called=slot_word, after=("physique", "card"), clause="AF-18.25")
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for physique, card, slot in frees(state, seat):
            label = f"Free {title(card)}’s {slot.replace('_', ' ')}"
            yield Way({"physique": physique, "card": card, "hand": slot}, label)

    def do(self, game: Game[Table], seat: str) -> None:
        cards = game.state.players[seat].cards
        cards[self.physique].names = self.card
        cards[self.card].slots.remove(self.hand)
        hand = self.hand.replace("_", " ")
        game.tell("{who}’s Hulking Physique frees the {hand}.", "AF-18.25", who=seat, hand=hand)


class EndMain(InTheMainStep, frozen=True):
    """End your Main Step; an Encounter Step that is skipped or forbidden is over at once.

    AF-6.9, AF-12.10 to AF-12.13.
    """

    says = Says("End the Main Step", "Step")

    def do(self, game: Game[Table], seat: str) -> None:
        table, player = game.state, game.state.players[seat]
        table.step = "encounter"
        skips, player.skip_next = player.skip_next, False
        if skips or player.forbidden == table.turn:
            game.tell("{who} holds no Encounter this turn.", "AF-12.10", who=seat)
            end_turn(game)


def in_play(table: Table, seat: str) -> list[str]:
    return table.players[seat].in_play()


def why_not_discard(table: Table, seat: str, card: str) -> Refused | None:
    """Why this own card in play can never be discarded. AF-17.2."""
    if is_permanent(card, table.players[seat].cards[card]):
        return Refused("AF-17.2", f"{title(card)} can never be discarded.")
    return None


class Discard(InTheMainStep, frozen=True):
    """Pay 1 Mind to discard one of your cards in play; no chain opens. AF-7.12."""

    says = Says("Discard one of your cards", "Step", cost="1 Mind")
    card: Annotated[str, CardOf(in_play, why_not_discard, called=title, clause="AF-7.12")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.players[seat].cards)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].mind:
            return Refused("AF-7.12", "A discard costs 1 Mind; you have none.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        before = watch(game.state)
        game.state.players[seat].mind -= 1
        discard(game, seat, self.card, by_text=False)
        settle(game, before)
