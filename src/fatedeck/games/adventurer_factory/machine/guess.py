"""What the other seat may hold: its deck list is not known, so it is guessed from what was seen."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Protocol

from fatedeck.engine.cards import face
from fatedeck.games.adventurer_factory.data import COPIES, catalogue
from fatedeck.games.adventurer_factory.looks.view import hidden
from fatedeck.games.adventurer_factory.rules.decks import printed, starter_decks
from fatedeck.games.adventurer_factory.state import Player, Table


class Luck(Protocol):
    """Where a guess gets its chance from: a seeded stream of whoever guesses, never a rule."""

    def shuffle(self, x: list[str], /) -> None: ...

    def sample(self, population: list[str], k: int, /) -> list[str]: ...

    def choice(self, seq: list[list[str]], /) -> list[str]: ...


def guess(table: Table, seat: str, luck: Luck) -> None:
    """Deal anew, in this very state, all that this seat does not know. AF-19.2 to AF-19.5.

    Its own deck it knows but for the order. The other deck is taken for one of the starter decks
    that could have shown what was seen, else for a deck of the kinds of cards that were seen.
    """
    for (name, player), places in zip(table.players.items(), hidden(table, seat), strict=True):
        cards = [card for place in places for card in place]
        if name != seat:
            player.passing = ""
            cards = _guessed(player, len(cards), _first_copy(player), luck)
        luck.shuffle(cards)
        for place in places:
            place[:] = cards[: len(place)]
            del cards[: len(place)]
        player.deck.bag.sort()


def order(table: Table, luck: Luck) -> None:
    """Give both decks an order; a card that was looked at lies on top of what has none."""
    for player in table.players.values():
        if not player.peeked.top:
            luck.shuffle(player.deck.bag)
            player.deck.top += player.deck.bag
            player.deck.bag.clear()


def _first_copy(player: Player) -> int:
    """The number of this seat's first copies: one seat has 1 to 4, the other 5 to 8."""
    some = next(iter((*player.play, *player.discard, *player.deck, *player.holds())))
    return 1 if int(some.partition("#")[2]) <= COPIES else 1 + COPIES


def _guessed(player: Player, size: int, first: int, luck: Luck) -> list[str]:
    """So many cards that this player might still have, as copies that are not in the open."""
    open_cards = [
        *player.play.top,
        *player.discard.top,
        *player.shown.top,
        *player.deck.top,
        *player.deck.bottom,
        *player.peeked.top,
        *player.aside.top,
    ]
    seen = Counter(face(card) for card in open_cards)
    lists = [left for deck in _lists() if (left := _left(deck, seen)) and len(left) == size]
    faces = luck.choice(lists) if lists else _made_up(seen, size, luck)
    taken = {*open_cards}
    cards = []
    for name in faces:
        copy = next(
            f"{name}#{n}" for n in range(first, first + COPIES) if f"{name}#{n}" not in taken
        )
        taken.add(copy)
        cards.append(copy)
    return cards


@cache
def _lists() -> list[Counter[str]]:
    return [
        Counter({printed(name).id: n for name, n in deck.cards.items()})
        for deck in starter_decks().values()
    ]


def _left(deck: Counter[str], seen: Counter[str]) -> list[str]:
    """What a list still holds when these were seen; nothing if it cannot be that list."""
    if any(deck[name] < n for name, n in seen.items()):
        return []
    return [name for name, n in deck.items() for _ in range(n - seen[name])]


def _made_up(seen: Counter[str], size: int, luck: Luck) -> list[str]:
    """Cards of the sets that were seen, and common ones."""
    sets = {catalogue()[name].set for name in seen} | {"common"}
    pool = [
        card.id
        for card in catalogue().values()
        if card.set in sets
        for _ in range(COPIES - seen[card.id])
    ]
    if len(pool) < size:
        pool = [card for card in catalogue() for _ in range(COPIES - seen[card])]
    return luck.sample(pool, size)
