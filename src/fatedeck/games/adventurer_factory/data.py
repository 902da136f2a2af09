"""The 105 cards as data: what each needs, fills, gives and does, read from `data/cards.yaml`.

Chapter 20 of the rules describes the words of that file; each becomes one structure here.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from fatedeck.engine.data_files import data_file
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.offers import kebab

if TYPE_CHECKING:
    from fatedeck.games.adventurer_factory.rules.acts import Act
    from fatedeck.games.adventurer_factory.state import Player

COPIES = 4
"""At most so many copies of a name in a deck. AF-4.2."""

# Mind is what older texts call Experience or XP. AF-2.2
SLOTS = (
    *("C1", "C2", "C3", "C4", "race", "body", "head", "left_hand", "right_hand", "gloves"),
    *("neck", "back", "pack", "beltpouch", "mount", "tail"),
)
"""The slots of a seat. `beltpouch`, `pack` and `tail` are names of cards too. AF-9.1, AF-9.12."""

Who: TypeAlias = Literal["self", "opponent", "both"]
Whose: TypeAlias = Literal["self", "opponent", "any"]
Counter: TypeAlias = Literal["mind", "health", "willpower"]
Stat: TypeAlias = Literal["attack", "defence", "charisma"]
Until: TypeAlias = Literal["end_of_turn", "end_of_opponent_next_turn"]


class Bound(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that must be high enough, low enough, or exactly so. AF-20.2."""

    at_least: int | None = None
    at_most: int | None = None
    equals: int | None = None

    def holds(self, number: int) -> bool:
        return (
            (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
            and (self.equals is None or number == self.equals)
        )


class Filter(Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards fit; all parts must. AF-20.10."""

    type: str | None = None
    type_any: tuple[str, ...] = ()
    not_type: str | None = None
    name: str | None = None
    cost: int | None = None
    fills_any: tuple[str, ...] = ()
    occupies_any: tuple[str, ...] = ()
    need_symbols: Bound | None = None
    needs_exactly: dict[str, int] | None = None
    needs_met: bool = False
    discarded_this_turn: bool = False


ANY = Filter()


class InPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """How many fitting cards a seat has in play."""

    filter: Filter
    at_least: int


class DamageDealt(Struct, frozen=True, forbid_unknown_fields=True):
    """How much one of these stats alone has been lowered this turn. AF-18.26."""

    stat_any: tuple[Counter, ...]
    at_least: int


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be so for an action to be declared, or for the next words to count.

    Gates are AF-20.2, conditions within an effect and of triggers AF-20.16.
    """

    attached_here: Bound | None = None
    counters_here: Bound | None = None
    own_in_play: InPlay | None = None
    opponent_in_play: InPlay | None = None
    skipped_last_encounter: Literal["self"] | None = None
    took_damage_this_turn: Counter | None = None
    opponent_made_simple_attack_this_turn: bool = False
    opponent_encounter_damaged_you_this_turn: bool = False
    opponent_rolled_attack_die_this_turn: bool = False
    sum_opponent_health_willpower: Bound | None = None
    current_step: Literal["opponent_encounter"] | None = None
    roll_self_above: Literal["roll_opponent", "opponent_latest_attack_roll_this_turn"] | None = None
    contest_won: Literal["self"] | None = None
    damage: Bound | None = None
    natural: Bound | None = None
    negated_damage: Bound | None = None
    damage_dealt_this_turn: DamageDealt | None = None


# Values


class Die(Struct, frozen=True):
    """Dice of one size, and a constant that is added; none has d10 or d20. AF-1.10, AF-3.4."""

    count: int
    sides: int
    plus: int = 0

    @property
    def average(self) -> float:
        return self.count * (self.sides + 1) / 2 + self.plus

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"+{self.plus}" if self.plus else "")


@cache
def die(text: str) -> Die:
    """A die as it is written.

    >>> die("2d4+1")
    Die(count=2, sides=4, plus=1)
    """
    found = re.fullmatch(r"(\d+)d(\d+)(?:\+(\d+))?", text)
    if found is None:
        raise Unreadable(f"“{text}” isn’t a die such as 2d4+1.")
    return Die(int(found[1]), int(found[2]), int(found[3] or 0))


Value: TypeAlias = int | str
"""A number, a die, a word such as `damage`, sums, differences and `max(0, ..)`. AF-20.15."""


# Words


class Printed:
    """A word of the cards: an effect or a cost."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The word as the file writes it."""
        return _written(type(self).__name__)

    def says(self) -> str:
        """The word as people read it."""
        raise NotImplementedError


class Effect(Printed):
    """A word of a card's text. The words stand in `rules/words`. AF-20.3 to AF-20.8."""

    __slots__ = ()

    def do(self, act: Act) -> None:
        """The rule."""
        raise NotImplementedError


class Cost(Printed):
    """One part of the cost of an action. AF-20.1."""

    __slots__ = ()

    def why_not(self, player: Player, card: str, *, seen_by_all: bool = False) -> Refused | None:
        """Why it cannot be paid in full; with `seen_by_all`, from what both seats see. AF-10.8."""
        return None

    def pay(self, act: Act) -> None:
        """Pay it; what is paid is no damage. AF-2.12."""
        raise NotImplementedError


def _written(name: str) -> str:
    """A class as the file writes its word: `SetStat` is `set_stat`."""
    return kebab(name).replace("-", "_")


class Word(Struct, Effect, frozen=True, forbid_unknown_fields=True, tag_field="op", tag=_written):
    """An effect as it is written in the file."""


class Price(Struct, Cost, frozen=True, forbid_unknown_fields=True, tag_field="pay", tag=_written):
    """A cost as it is written in the file."""


# Statics, AF-20.9


class Static(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """A text that works for as long as its card is active."""


class Host(Static, frozen=True, tag="host"):
    """Cards may be attached here, as many as `max` or any number. AF-16.2 to AF-16.4, AF-20.9."""

    attached_in_play: bool
    fills_ignored: bool
    when_host_leaves: Literal["discard_attached", "detach", "detach_and_check"]
    max: int | None = None
    effects_ignored: bool = False
    face_down: bool = False
    discard_attached_at: Literal["end_of_own_turn"] | None = None
    rewrite: bool = False


class DiceIf(Static, frozen=True, tag="dice_if"):
    """AF-18.31, AF-20.4."""

    cond: Condition
    attack: tuple[str, ...]


class ModPerCounter(Static, frozen=True, tag="mod_per_counter"):
    """AF-20.4."""

    stat: Stat
    n: int


class ModPerAttached(Static, frozen=True, tag="mod_per_attached"):
    """AF-20.4."""

    stat: Stat
    n: int
    filter: Filter = ANY


class IgnoreFill(Static, frozen=True, tag="ignore_fill"):
    """AF-18.2, AF-18.25, AF-20.9."""

    slots: tuple[str, ...]
    cards: Literal[1, "all"]
    filter: Filter = ANY


class ReduceNeed(Static, frozen=True, tag="reduce_need"):
    """AF-8.2, AF-18.13, AF-20.9."""

    symbol: str
    n: int
    filter: Filter


AnyStatic: TypeAlias = Host | DiceIf | ModPerCounter | ModPerAttached | IgnoreFill | ReduceNeed


# Cards

Event: TypeAlias = Literal[
    "opponent_plays_card",
    "self_plays_card",
    "self_stat_increases",
    "own_in_play_card_discarded_by_action_or_effect",
    "end_of_own_turn",
]


class Trigger(Struct, frozen=True, forbid_unknown_fields=True):
    """A text that works by itself when its event comes. AF-20.13."""

    key: str
    event: Event
    effect: tuple[Effect, ...]
    limit: Literal["once_per_turn"] | None = None
    optional: bool = False
    cond: Condition | None = None
    stats: tuple[Stat | Literal["willpower"], ...] = ()


class WrittenAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action as the file writes it, with `encounter` among its costs. AF-20.1."""

    key: str
    cost: tuple[Cost, ...]
    effect: tuple[Effect, ...]
    gate: Condition | None = None


# An action without the Encounter cost may be used on either seat's turn (Steed, Quick Thrust:
# AF-18.35). Filters read what is printed: any Weapon counts for Dual Wielding (AF-18.12), exactly
# one Need symbol in total for Special Training (AF-18.43).
class CardAction(Struct, frozen=True):
    """Cost, colon, effect. `encounter` marks the Encounter cost. AF-10.1, AF-10.6."""

    key: str
    encounter: bool
    costs: tuple[Cost, ...]
    effect: tuple[Effect, ...]
    gate: Condition | None = None
    text: str = ""  # made from the rest when the card is read


class Fills(Struct, frozen=True, forbid_unknown_fields=True):
    """The slots of a card: one of several (AF-9.3), or all together (AF-9.4)."""

    any_of: tuple[str, ...] = ()
    all_of: tuple[str, ...] = ()


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that a card lets its controller roll while it is active. AF-3.3."""

    attack: tuple[str, ...] = ()
    parley: tuple[str, ...] = ()


class _Card(Struct, frozen=True):
    """What the file says of a card, but for its actions."""

    id: str
    name: str
    set: str
    types: tuple[str, ...]
    cost: int
    needs: dict[str, int]
    fills: Fills | None = None
    provides: dict[str, int] = {}
    permanent: bool = False
    mods: dict[Stat, int] = {}
    opp_mods: dict[Stat, int] = {}
    dice: Dice = Dice()
    on_play: tuple[Effect, ...] = ()
    statics: tuple[AnyStatic, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    picture: str = ""


class WrittenCard(_Card, frozen=True, forbid_unknown_fields=True):
    """A card as the file writes it."""

    actions: tuple[WrittenAction, ...] = ()


class Card(_Card, frozen=True):
    """A card as it is printed. It has one type or more and counts as each of them. AF-1.11."""

    actions: tuple[CardAction, ...] = ()
    # Worked out once when the card is read, for speed:
    slots: tuple[str, ...] = ()
    host: Host | None = None
    ends: bool = False
    consumable: bool = False
    replies: tuple[int, ...] = ()
    encounters: tuple[int, ...] = ()
    need_symbols: int = 0
    has_dice: bool = False
    plain: bool = True


class _Printed(dict[str, Card]):
    """Every copy that can lie on a table, 1 to 4 of the first seat and 5 to 8 of the second."""

    def __missing__(self, name: str) -> Card:
        if self:
            raise KeyError(name)
        for each, found in catalogue().items():
            self[each] = found
            for n in range(1, 2 * COPIES + 1):
                self[f"{each}#{n}"] = found
        return self[name]


_printed = _Printed()
card = _printed.__getitem__
"""What is printed on a card, by its name; copies `sword#1` and `sword#2` read the same."""


class _Cards(Struct, forbid_unknown_fields=True):
    cards: list[WrittenCard]


def _read_word(kind: type, plain: object) -> object:
    # The words of the cards carry their rules, and the rules know the cards: here they meet.
    from fatedeck.games.adventurer_factory.rules.words.reading import read_word

    return read_word(kind, plain)


_cards = data_file(__file__, "cards", _Cards, _read_word)


@cache
def catalogue() -> dict[str, Card]:
    """Every card by its id. Any of them may be combined in a deck. AF-4.3."""
    from fatedeck.games.adventurer_factory.rules.words.reading import read_card

    return {written.id: read_card(written) for written in _cards().cards}


@cache
def by_title() -> dict[str, Card]:
    """Every card by its name in small letters, as deck lists write it."""
    return {found.name.lower(): found for found in catalogue().values()}


def title(name: str) -> str:
    """The name of a card as people read it.

    >>> title("sword#2")
    'Sword'
    """
    return card(name).name


@cache
def watchers() -> frozenset[str]:
    """Every copy of the cards that watch whether a stat rises. AF-18.37."""
    return frozenset(
        f"{found.id}#{n}"
        for found in catalogue().values()
        if any(trigger.event == "self_stat_increases" for trigger in found.triggers)
        for n in range(1, 2 * COPIES + 1)
    )
