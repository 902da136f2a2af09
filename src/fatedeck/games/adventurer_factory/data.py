"""The 105 cards as data: what each needs, fills, gives and does, read from `data/cards.yaml`.

Chapter 20 of the rules describes the words of that file; each becomes one structure here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import yaml
from msgspec import Struct, field

from fatedeck.engine.cards import face
from fatedeck.engine.errors import Unreadable

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
        raise Unreadable(f"“{text}” is no die.")
    return Die(int(found[1]), int(found[2]), int(found[3] or 0))


Value: TypeAlias = int | str
"""A number, a die, a word such as `damage`, sums, differences and `max(0, ..)`. AF-20.15."""


# Effects


class Effect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """One word of an effect."""


class Gain(Effect, frozen=True, tag="gain"):
    """AF-20.3."""

    who: Who
    stat: Counter
    n: Value


class Lose(Effect, frozen=True, tag="lose"):
    """AF-20.3."""

    who: Who
    stat: Counter
    n: Value
    damage: bool | Literal["opponent_only"]


class SetCounter(Effect, frozen=True, tag="set"):
    """AF-20.3."""

    who: Who
    stat: Counter
    n: int


class Transfer(Effect, frozen=True, tag="transfer"):
    """AF-17.9, AF-20.3."""

    stat: Counter
    source: Literal["opponent"] = field(name="from")
    to: Literal["self"]
    up_to: Value


class Modify(Effect, frozen=True, tag="modify"):
    """AF-20.4."""

    who: Who
    stat: Stat
    n: int
    until: Until


class SetStat(Effect, frozen=True, tag="set_stat"):
    """AF-2.10, AF-20.4."""

    who: Who
    stat: Stat
    n: int
    until: Until


class Substitute(Effect, frozen=True, tag="substitute"):
    """AF-18.49, AF-20.4."""

    who: Who
    read: Stat
    instead: Stat = field(name="as")
    until: Until


class AddDie(Effect, frozen=True, tag="add_die"):
    """AF-18.9, AF-20.4."""

    who: Who
    kind: Literal["attack_die", "parley_die"]
    die: str
    until: Until


class SimpleAttack(Effect, frozen=True, tag="simple_attack"):
    """AF-12.3, AF-20.5."""

    die: str | None = None
    add_damage: Value = 0
    if_natural_at_most: int | None = None


class SimpleParley(Effect, frozen=True, tag="simple_parley"):
    """AF-12.4, AF-20.5."""

    die: str | None = None
    add_damage: Value = 0
    if_natural_at_most: int | None = None


class Roll(Effect, frozen=True, tag="roll"):
    """AF-20.5."""

    who: Literal["self"]
    die: Literal["attack_die"]


class Contest(Effect, frozen=True, tag="contest"):
    """AF-20.5."""

    mine: str = field(name="self")
    theirs: str = field(name="opponent")


class NegateDamage(Effect, frozen=True, tag="negate_damage"):
    """AF-11.9, AF-20.5."""

    who: Literal["self"]
    of: Literal["one_simple_attack_this_turn", "opponent_encounter_this_turn", "all_this_turn"]
    stat: tuple[Counter, ...]


class Immune(Effect, frozen=True, tag="immune"):
    """AF-2.15, AF-20.5."""

    who: Literal["self"]
    stat: Literal["health"]
    until: Literal["end_of_turn"]


class PutUpWard(Effect, frozen=True, tag="ward"):
    """AF-18.8, AF-20.5."""

    who: Literal["self"]
    stat: Literal["health"]
    against: Literal["encounter"]
    during: Literal["opponent_next_turn"]
    roll: str
    works_on_at_most: int


class SkipEncounter(Effect, frozen=True, tag="skip_encounter"):
    """AF-12.10, AF-20.5."""

    who: Who
    which: Literal["next"]


class ForbidEncounter(Effect, frozen=True, tag="forbid_encounter"):
    """AF-12.13, AF-20.5."""

    who: Literal["opponent"]
    when: Literal["next_turn"]


class CountAsSkipped(Effect, frozen=True, tag="count_encounter_as_skipped"):
    """AF-12.12, AF-20.5."""

    who: Literal["self"]
    turn: Literal["this"]


class EndStep(Effect, frozen=True, tag="end_step"):
    """AF-18.23, AF-20.5."""

    who: Literal["opponent"]


class MakeOtherEncounter(Effect, frozen=True, tag="make_other_encounter"):
    """AF-18.40, AF-20.5."""

    exclude: Literal["this"]
    pay_other_costs: Literal[True]


class DrawCards(Effect, frozen=True, tag="draw"):
    """AF-20.6."""

    who: Literal["self"]
    n: int


class Search(Effect, frozen=True, tag="search"):
    """AF-17.5, AF-20.6."""

    source: Literal["own_deck"] = field(name="from")
    filter: Filter
    choose: Literal[1]
    to: Literal["own_hand", "set_aside"]


class Move(Effect, frozen=True, tag="move"):
    """AF-20.6."""

    to: Literal[
        "own_hand", "own_deck_top", "own_deck_bottom", "own_deck_shuffled", "opponent_deck_top"
    ]
    source: Literal["own_discard", "opponent_discard"] | None = field(name="from", default=None)
    which: Literal["found"] | None = None
    filter: Filter = ANY
    choose: int = 1
    chooser: Literal["self"] = "self"


class DiscardDeckTop(Effect, frozen=True, tag="discard_deck_top"):
    """AF-17.10, AF-20.6."""

    who: Literal["self"]
    n: int


class DiscardFromHand(Effect, frozen=True, tag="discard_from_hand"):
    """AF-17.11, AF-20.6."""

    who: Who
    n: int
    chooser: Literal["owner", "opponent"]


class FromPlay(Effect, frozen=True):
    """An effect on cards in play. AF-20.6, AF-20.14."""

    whose: Whose = "self"
    filter: Filter = ANY
    choose: int | None = None
    chooser: Literal["self"] = "self"


class ReturnToHand(FromPlay, frozen=True, tag="return_to_hand"):
    """AF-20.6."""


class DiscardFromPlay(FromPlay, frozen=True, tag="discard_from_play"):
    """AF-20.6."""


class Pick(FromPlay, frozen=True, tag="pick"):
    """AF-20.6."""


class Suppress(FromPlay, frozen=True, tag="suppress"):
    """AF-17.3, AF-20.6."""

    until: Literal["end_of_turn"] = "end_of_turn"


class ShuffleIntoDeck(FromPlay, frozen=True, tag="shuffle_into_deck"):
    """AF-17.7, AF-20.6."""

    which: Literal["this"] | None = None
    deck: Literal["owner"] = "owner"


class DiscardCard(Effect, frozen=True, tag="discard_card"):
    """AF-20.6."""

    which: Literal["this", "picked"]


class PlayCard(Effect, frozen=True, tag="play_card"):
    """AF-7.9, AF-20.6."""

    which: Literal["found"]
    cost_change: int


class PlayAndAttach(Effect, frozen=True, tag="play_and_attach"):
    """AF-7.9, AF-20.6."""

    source: Literal["own_hand", "own_deck"] = field(name="from")
    filter: Filter
    ignore_needs: bool
    cost_change: int


class NegatePlay(Effect, frozen=True, tag="negate_play"):
    """AF-17.1, AF-20.6."""

    which: Literal["played_card"]


class Attach(Effect, frozen=True, tag="attach"):
    """AF-16.1, AF-20.6."""

    source: Literal["own_in_play", "own_hand", "own_deck_top"] = field(name="from")
    choose: Literal[1]
    filter: Filter = ANY


class Detach(Effect, frozen=True, tag="detach"):
    """AF-18.27, AF-20.6."""

    choose: Literal[1]
    if_illegal: Literal["discard"]


class DiscardAttached(Effect, frozen=True, tag="discard_attached"):
    """AF-20.6."""

    choose: Literal[1]


class ActivateAttached(Effect, frozen=True, tag="activate_attached"):
    """AF-18.14, AF-20.6."""

    which: Literal["chosen_for_cost"]
    until: Literal["end_of_turn"]


class If(Effect, frozen=True, tag="if"):
    """AF-20.7."""

    cond: Condition
    then: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = field(name="else", default=())


class ChooseOne(Effect, frozen=True, tag="choose_one"):
    """AF-20.7."""

    chooser: Literal["self", "opponent"]
    options: tuple[AnyEffect, ...]


class ChooseNumber(Effect, frozen=True, tag="choose_number"):
    """AF-20.7."""

    up_to: int
    do: AnyEffect


class AddCounter(Effect, frozen=True, tag="add_counter"):
    """AF-17.12, AF-20.7."""

    to: Literal["this"]
    n: int


class LookAtHand(Effect, frozen=True, tag="look_at_hand"):
    """AF-17.8, AF-20.8."""

    whose: Literal["opponent"]
    n: int
    random: Literal[True]
    seen_by: Literal["self"]


class ShowFromHand(Effect, frozen=True, tag="show_from_hand"):
    """AF-18.4, AF-20.8."""

    whose: Literal["self", "opponent"]
    n: int
    chooser: Literal["self", "opponent"]
    seen_by: Literal["self", "opponent"]


class ShowDeckTop(Effect, frozen=True, tag="show_deck_top"):
    """AF-18.4, AF-20.8."""

    whose: Literal["self", "opponent"]
    seen_by: Literal["self", "opponent"]


AnyEffect: TypeAlias = (
    Gain
    | Lose
    | SetCounter
    | Transfer
    | Modify
    | SetStat
    | Substitute
    | AddDie
    | SimpleAttack
    | SimpleParley
    | Roll
    | Contest
    | NegateDamage
    | Immune
    | PutUpWard
    | SkipEncounter
    | ForbidEncounter
    | CountAsSkipped
    | EndStep
    | MakeOtherEncounter
    | DrawCards
    | Search
    | Move
    | DiscardDeckTop
    | DiscardFromHand
    | ReturnToHand
    | DiscardFromPlay
    | Pick
    | Suppress
    | ShuffleIntoDeck
    | DiscardCard
    | PlayCard
    | PlayAndAttach
    | NegatePlay
    | Attach
    | Detach
    | DiscardAttached
    | ActivateAttached
    | If
    | ChooseOne
    | ChooseNumber
    | AddCounter
    | LookAtHand
    | ShowFromHand
    | ShowDeckTop
)


# Costs, AF-20.1


class Cost(Struct, frozen=True, forbid_unknown_fields=True, tag_field="pay"):
    """One part of the cost of an action. AF-20.1."""


class Consume(Cost, frozen=True, tag="consume"):
    """AF-15.3."""


class DiscardThis(Cost, frozen=True, tag="discard_this"):
    """The card itself is discarded."""


class ShuffleThis(Cost, frozen=True, tag="shuffle_this_into_deck"):
    """The card itself is shuffled into its owner's deck."""


class Pay(Cost, frozen=True, tag="counter"):
    """So much of one's own Mind, Health or Willpower. AF-10.8, AF-10.11."""

    stat: Counter
    n: int | Literal["x", "cost_of_chosen_attached_card"]


class DiscardOwn(Cost, frozen=True, tag="discard_own_in_play"):
    """AF-10.12."""

    n: int
    filter: Filter = ANY


class DiscardHand(Cost, frozen=True, tag="discard_from_hand"):
    """Cards of one's own hand."""

    n: int


class ShuffleDiscards(Cost, frozen=True, tag="shuffle_from_discard_into_deck"):
    """AF-18.20."""

    n: int


class RollBoth(Cost, frozen=True, tag="roll_both"):
    """AF-18.45."""

    die: Literal["parley_die"]


class ShowHandCost(Cost, frozen=True, tag="show_from_hand"):
    """AF-18.4."""

    show: ShowFromHand


class ShowTopCost(Cost, frozen=True, tag="show_deck_top"):
    """AF-18.4."""

    show: ShowDeckTop


class PlayCost(Cost, frozen=True, tag="play_and_attach"):
    """AF-7.9."""

    play: PlayAndAttach


class OneOf(Cost, frozen=True, tag="one_of"):
    """AF-10.10."""

    costs: tuple[AnyCost, ...]


AnyCost: TypeAlias = (
    Consume
    | DiscardThis
    | ShuffleThis
    | Pay
    | DiscardOwn
    | DiscardHand
    | ShuffleDiscards
    | RollBoth
    | ShowHandCost
    | ShowTopCost
    | PlayCost
    | OneOf
)


# Statics, AF-20.9


class Rewrite(Struct, frozen=True, forbid_unknown_fields=True):
    """Flourish's reading of the cards attached to it. AF-18.18."""

    simple_attack: Literal["simple_parley"]
    attack_die: Literal["parley_die"]


class Static(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """A text that works for as long as its card is active."""


class Host(Static, frozen=True, tag="host"):
    """Cards may be attached here. AF-16.2 to AF-16.4, AF-20.9."""

    max: int | None
    attached_in_play: bool
    fills_ignored: bool
    when_host_leaves: Literal["discard_attached", "detach", "detach_and_check"]
    effects_ignored: bool = False
    face_down: bool = False
    discard_attached_at: Literal["end_of_own_turn"] | None = None
    rewrite: Rewrite | None = None


class DiceIf(Static, frozen=True, tag="dice_if"):
    """AF-18.31, AF-20.4."""

    cond: Condition
    attack: tuple[str, ...]


class ModPerCounter(Static, frozen=True, tag="mod_per_counter"):
    """AF-20.4."""

    who: Literal["self"]
    stat: Stat
    n: int


class ModPerAttached(Static, frozen=True, tag="mod_per_attached"):
    """AF-20.4."""

    who: Literal["self"]
    stat: Stat
    n: int
    filter: Filter = ANY


class IgnoreFill(Static, frozen=True, tag="ignore_fill"):
    """AF-18.2, AF-18.25, AF-20.9."""

    slots: tuple[str, ...]
    symbols: int | Literal["all"]
    cards: int | Literal["all"]
    when_ends: Literal["discard_until_legal"]
    filter: Filter = ANY


class ReduceNeed(Static, frozen=True, tag="reduce_need"):
    """AF-8.2, AF-18.13, AF-20.9."""

    symbol: str
    n: int
    filter: Filter
    when_ends: Literal["discard_unmet"]


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
    effect: tuple[AnyEffect, ...]
    limit: Literal["once_per_turn"] | None = None
    optional: bool = False
    cond: Condition | None = None
    stats: tuple[Stat | Literal["willpower"], ...] = ()


# An action without the Encounter cost may be used on either seat's turn (Steed, Quick Thrust:
# AF-18.35). Filters read what is printed: any Weapon counts for Dual Wielding (AF-18.12), exactly
# one Need symbol in total for Special Training (AF-18.43).
class CardAction(Struct, frozen=True, forbid_unknown_fields=True):
    """Cost, colon, effect. `encounter` marks the Encounter cost. AF-10.1, AF-10.6."""

    key: str
    encounter: bool
    costs: tuple[AnyCost, ...]
    effect: tuple[AnyEffect, ...]
    gate: Condition | None = None


class Fills(Struct, frozen=True, forbid_unknown_fields=True):
    """The slots of a card: one of several (AF-9.3), or all together (AF-9.4)."""

    any_of: tuple[str, ...] = ()
    all_of: tuple[str, ...] = ()


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice that a card lets its controller roll while it is active. AF-3.3."""

    attack: tuple[str, ...] = ()
    parley: tuple[str, ...] = ()


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it is printed. It has one type or more and counts as each of them. AF-1.11."""

    id: str
    name: str
    set: str
    types: tuple[str, ...]
    cost: int
    needs: dict[str, int]
    fills: Fills | None
    provides: dict[str, int] = {}
    permanent: bool = False
    mods: dict[Stat, int] = {}
    opp_mods: dict[Stat, int] = {}
    dice: Dice = Dice()
    on_play: tuple[AnyEffect, ...] = ()
    statics: tuple[AnyStatic, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    actions: tuple[CardAction, ...] = ()
    # Worked out once when the card is read, for speed:
    slots: tuple[str, ...] = ()
    host: Host | None = None
    ends: bool = False
    consumable: bool = False
    replies: tuple[int, ...] = ()
    encounters: tuple[int, ...] = ()
    need_symbols: int = 0
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


card = _Printed().__getitem__
"""What is printed on a card, by its name; copies `sword#1` and `sword#2` read the same."""


@cache
def catalogue() -> dict[str, Card]:
    """Every card by its id. Any of them may be combined in a deck. AF-4.3."""
    text = (Path(__file__).parent / "data" / "cards.yaml").read_text("utf-8")
    whole = yaml.safe_load(text)
    try:
        return {found.id: found for found in map(_read_card, whole["cards"])}
    except msgspec.ValidationError as fault:
        raise Unreadable(f"The card list cannot be read: {fault}.") from fault


@cache
def by_title() -> dict[str, Card]:
    """Every card by its name in small letters, as deck lists write it."""
    return {found.name.lower(): found for found in catalogue().values()}


def title(name: str) -> str:
    """The name of a card as people read it.

    >>> title("sword#2")
    'Sword'
    """
    return catalogue()[face(name)].name


@cache
def watchers() -> frozenset[str]:
    """Every copy of the cards that watch whether a stat rises. AF-18.37."""
    return frozenset(
        f"{found.id}#{n}"
        for found in catalogue().values()
        if any(trigger.event == "self_stat_increases" for trigger in found.triggers)
        for n in range(1, 2 * COPIES + 1)
    )


def _read_card(plain: dict[str, object]) -> Card:
    """One card of the file. Costs are written shortly there (AF-20.1) and read in full here."""
    actions = plain.get("actions", [])
    if not isinstance(actions, list):
        raise Unreadable(f"The actions of {plain.get('id')} are no list.")
    read = msgspec.convert(plain | {"actions": [_action(each) for each in actions]}, Card)
    fills = read.fills
    static = any(isinstance(s, IgnoreFill | ReduceNeed) for s in read.statics)
    return msgspec.structs.replace(
        read,
        slots=fills.any_of or fills.all_of if fills else (),
        host=next((static for static in read.statics if isinstance(static, Host)), None),
        ends=static,
        consumable="Consumable" in read.types,
        replies=tuple(n for n, act in enumerate(read.actions, 1) if not act.encounter),
        encounters=tuple(n for n, act in enumerate(read.actions, 1) if act.encounter),
        need_symbols=sum(read.needs.values()),
        plain=not read.statics,
    )


def _action(plain: dict[str, object]) -> dict[str, object]:
    cost = plain["cost"]
    if not isinstance(cost, list):
        raise Unreadable(f"The cost of {plain['key']} is no list.")
    rest = {name: value for name, value in plain.items() if name != "cost"}
    costs = [_cost(token) for token in cost if token != "encounter"]
    return rest | {"encounter": "encounter" in cost, "costs": costs}


def _cost(token: object) -> dict[str, object]:
    if isinstance(token, str):
        return {"pay": token}
    if not isinstance(token, dict) or len(token) != 1:
        raise Unreadable(f"“{token}” is no cost.")
    [(name, value)] = token.items()
    match name:
        case "mind" | "health" | "willpower":
            return {"pay": "counter", "stat": name, "n": value}
        case "roll_both":
            return {"pay": name, "die": value}
        case "show_from_hand" | "show_deck_top":
            return {"pay": name, "show": {"op": name, **value}}
        case "play_and_attach":
            return {"pay": name, "play": {"op": name, **value}}
        case "one_of":
            return {"pay": name, "costs": [_cost(part) for part in value]}
        case _:
            return {"pay": name, **value}


def every_effect(card: Card) -> Iterator[AnyEffect]:
    """Every effect that stands on a card, those within others too."""
    for effects in (
        card.on_play,
        *(trigger.effect for trigger in card.triggers),
        *(action.effect for action in card.actions),
    ):
        yield from _within(effects)


def _within(effects: tuple[AnyEffect, ...]) -> Iterator[AnyEffect]:
    for effect in effects:
        yield effect
        match effect:
            case If():
                yield from _within((*effect.then, *effect.otherwise))
            case ChooseOne():
                yield from _within(effect.options)
            case ChooseNumber():
                yield from _within((effect.do,))
            case _:
                pass
