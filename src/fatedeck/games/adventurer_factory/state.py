"""What lies on the table, and nothing else. AF-20.12."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from fatedeck.engine.cards import Pile, face, move
from fatedeck.games.adventurer_factory.data import COPIES
from fatedeck.games.adventurer_factory.data import card as printed_on

Natural: TypeAlias = Annotated[int, Meta(ge=0)]
"""Mind, Health and Willpower never go below 0 and have no maximum. AF-2.1, AF-2.5 to AF-2.7."""

Kind: TypeAlias = Literal["attack", "parley"]
Passing: TypeAlias = Literal["", "hurt", "turn", "mine"]
Step: TypeAlias = Literal["main", "encounter", "ended", "clean-up", "over"]


class Mark(Struct, omit_defaults=True):
    """How a card lies on the table: each copy for itself, all gone when it leaves. AF-1.4, AF-1.6.

    `names` is the card that a Hulking Physique frees; `under` are the cards below it that nobody
    sees (AF-19.4); `used` are its actions and triggers of this turn (AF-10.3).
    """

    slots: list[str] = []
    pending: bool = False
    consumed: bool = False
    suppressed: bool = False
    counters: Natural = 0
    used: list[str] = []
    host: str = ""
    activated: bool = False
    names: str = ""
    under: Pile = field(default_factory=Pile)


class Lasting(Struct, frozen=True, omit_defaults=True):
    """Something that holds through the end of turn `until`, wherever it came from. AF-17.14."""

    kind: Literal["add", "set", "read", "attack", "parley"]
    until: int
    stat: str = ""
    n: int = 0
    die: str = ""


class Ward(Struct, omit_defaults=True):
    """Concealed Crossbow's cover in one turn of the other seat; rolled once. AF-18.8."""

    turn: int
    die: str
    at_most: int
    rolled: Natural = 0


class Event(Struct, omit_defaults=True):
    """A damage event of this turn: the damage dealt, and how far the counter fell. AF-2.13."""

    against: str
    stat: Literal["health", "willpower", "mind"]
    dealt: Natural
    loss: Natural
    simple: Literal["", "attack", "parley"] = ""
    encounter: bool = False
    negated: bool = False


class Rolled(Struct):
    """Dice that the latest action rolled: whose, which, and the natural result. AF-3.6."""

    seat: str
    kind: Literal["attack", "parley"]
    die: str
    natural: Natural


class Player(Struct):
    """One seat: counters, cards, and what is remembered of its turns. AF-1.3, AF-20.12.

    `hand` is what the other seat does not know of the hand, `shown` what it does. `peeked` is the
    top card of the deck below `deck.top`, known to the other seat alone. `play` holds every card
    face up on the table, `cards` how each lies there; `aside` a card found and not yet placed.
    """

    mind: Natural
    health: Natural = 20
    willpower: Natural = 20
    deck: Pile = field(default_factory=Pile)
    peeked: Pile = field(default_factory=Pile)
    hand: Pile = field(default_factory=Pile)
    shown: Pile = field(default_factory=Pile)
    play: Pile = field(default_factory=Pile)
    discard: Pile = field(default_factory=Pile)
    aside: Pile = field(default_factory=Pile)
    cards: dict[str, Mark] = {}
    effects: list[Lasting] = []
    wards: list[Ward] = []
    skip_next: bool = False
    forbidden: Natural = 0
    skipped: bool = False
    held: bool = False
    counts_as_skipped: bool = False
    played: bool = False
    discarded: list[str] = []
    attack_rolls: list[int] = []
    immune: bool = False
    offered_draw: bool = False
    passing: Passing = ""

    def holds(self) -> list[str]:
        """The whole hand. It has no size limit. AF-1.9."""
        return self.shown.top + self.hand.top

    def hand_size(self) -> int:
        return len(self.hand.top) + len(self.shown.top)

    def deck_size(self) -> int:
        return len(self.deck) + len(self.peeked.top)

    def in_play(self) -> list[str]:
        """The cards in play: attached ones only where their host leaves them in play. AF-16.2."""
        return [card for card, mark in self.cards.items() if is_in_play(mark)]

    def attached_to(self, host: str) -> list[str]:
        """The cards that lie face up under this one."""
        return [card for card, mark in self.cards.items() if mark.host == host]


class Table(Struct):
    """A game between two seats. `order` names Player 1 first. AF-1.1."""

    players: dict[str, Player]
    order: list[str]
    active: str
    turn: Natural = 0
    step: Step = "main"
    events: list[Event] = []
    rolled: list[Rolled] = []
    first: str = ""
    longest: int = 200
    winner: str = ""
    ending: str = ""

    def other(self, seat: str) -> str:
        """The opponent: always the other seat. AF-1.2."""
        first, second = self.order
        return second if seat == first else first


def is_in_play(mark: Mark) -> bool:
    """Whether a card on the table is in play. AF-16.2, AF-18.14."""
    if not mark.host or mark.activated:
        return True
    host = printed_on(mark.host).host
    return host is not None and host.attached_in_play


def is_active(mark: Mark) -> bool:
    """Whether the text of a card works: not pending, suppressed or under Valet. AF-7.4, AF-17.3."""
    if mark.pending or mark.suppressed:
        return False
    if not mark.host:
        return True
    host = printed_on(mark.host).host
    return host is not None and (
        mark.activated or (host.attached_in_play and not host.effects_ignored)
    )


def is_permanent(card: str, mark: Mark) -> bool:
    """Whether a card can never be chosen for a discard; only while it is active. AF-17.2."""
    return printed_on(card).permanent and is_active(mark)


def take_from_hand(player: Player, card: str, to: Pile) -> str:
    """Lay a hand card into the open, and say which copy that is. AF-19.3."""
    card = turn_up(player, card)
    move(card, player.shown if card in player.shown.top else player.hand, to)
    return card


def turn_up(player: Player, card: str) -> str:
    """A hand card comes into the open: of several copies, the one that the other seat knows of."""
    name = face(card)
    for twin in player.shown.top:
        if face(twin) == name:
            return twin
    return lowest_copy(player, card)


def lowest_copy(player: Player, card: str) -> str:
    """A hidden card comes into the open: its number must tell nothing about the hidden deck.

    Copies read the same, so it changes places with the hidden copy of the lowest number. AF-19.3.
    """
    name, _, number = card.partition("#")
    last = int(number)
    hidden = _hidden(player)
    cards = {each for place in hidden for each in place}
    for low in range(1 if last <= COPIES else COPIES + 1, last):
        twin = f"{name}#{low}"
        if twin in cards and card in cards:
            swapped = {card: twin, twin: card}
            for place in hidden:
                place[:] = [swapped.get(each, each) for each in place]
            player.deck.bag.sort()
            return twin
    return card


def _hidden(player: Player) -> list[list[str]]:
    """Where cards lie that the other seat does not know."""
    under = [mark.under.top for mark in player.cards.values() if mark.under.top]
    return [player.deck.bag, player.hand.top, player.aside.top, *under]
