"""What is never stored but always computed: stats, dice, symbols, Needs, slots. AF-2.3."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from fatedeck.games.adventurer_factory.data import (
    ANY,
    Card,
    DiceIf,
    Die,
    Filter,
    Host,
    IgnoreFill,
    ModPerAttached,
    ModPerCounter,
    ReduceNeed,
    Stat,
    die,
)
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.state import (
    Kind,
    Mark,
    Player,
    Table,
    is_active,
    is_in_play,
    is_permanent,
)

FLAT = die("1d1")
"""The die that every seat has and never loses. AF-3.1, AF-3.3."""

HANDS = ("left_hand", "right_hand")


# Stats


def stat(table: Table, seat: str, name: Stat) -> int:
    """Attack, Defence or Charisma: 0 plus every active modifier; may be negative. AF-2.3, AF-2.4.

    An effect that says it "is 0" goes before all modifiers. AF-2.8, AF-2.10, AF-2.11.
    """
    player = table.players[seat]
    total = 0
    for lasting in player.effects:
        if lasting.stat == name:
            if lasting.kind == "set":
                return lasting.n
            if lasting.kind == "add":
                total += lasting.n
    for card, mark in player.cards.items():
        printed = printed_on(card)
        if printed.mods:
            if name in printed.mods and is_active(mark):
                total += printed.mods[name]
        elif not printed.plain and is_active(mark):
            total += _from_statics(player, card, mark, printed, name)
    for card, mark in table.players[table.other(seat)].cards.items():
        printed = printed_on(card)
        if name in printed.opp_mods and is_active(mark):
            total += printed.opp_mods[name]
    return total


def _from_statics(player: Player, card: str, mark: Mark, printed: Card, name: Stat) -> int:
    """So much for each counter on this card, or for each fitting card attached to it. AF-20.4."""
    total = 0
    for static in printed.statics:
        if isinstance(static, ModPerCounter) and static.stat == name:
            total += static.n * mark.counters
        elif isinstance(static, ModPerAttached) and static.stat == name:
            attached = [c for c in player.attached_to(card) if is_printed(c, static.filter)]
            total += static.n * (len(attached) + len(mark.under))
    return total


def reading(table: Table, seat: str, name: Stat) -> int:
    """A stat as effects read it: under Valour, Defence stands in for Charisma. AF-18.49."""
    for lasting in table.players[seat].effects:
        if lasting.kind == "read" and lasting.stat == name:
            return stat(table, seat, "defence")
    return stat(table, seat, name)


def for_and_against(table: Table, seat: str, kind: Kind) -> tuple[int, int]:
    """What a seat adds to the die of its blow, and what the other takes off. AF-12.3, AF-12.4."""
    other = table.other(seat)
    if kind == "attack":
        return stat(table, seat, "attack"), stat(table, other, "defence")
    return reading(table, seat, "charisma"), reading(table, other, "charisma")


# Dice


def dice(table: Table, seat: str, kind: Kind) -> list[Die]:
    """The dice this seat may roll for Attack or for Parley, the smallest first.

    Options stand side by side and never add together. AF-3.3, AF-3.4, AF-5.2.
    """
    player = table.players[seat]
    found = [FLAT]
    for card, mark in player.cards.items():
        printed = printed_on(card)
        if not printed.has_dice or not is_active(mark):
            continue
        attack_as = "parley" if mark.host and is_rewritten(player, mark) else "attack"
        if attack_as == kind:
            found += map(die, printed.dice.attack)
            found += _dice_if(player, printed)
        if kind == "parley":
            found += map(die, printed.dice.parley)
    for lasting in player.effects:
        if lasting.kind == kind:
            found.append(die(lasting.die))
    if len(found) == 1:
        return found
    return sorted(set(found), key=_size)


@cache
def _size(rolled: Die) -> tuple[float, str]:
    return rolled.average, str(rolled)


def _dice_if(player: Player, printed: Card) -> list[Die]:
    """Dice that hang on a condition: Out Clubbin' counts cards named Club. AF-18.31."""
    return [
        die(text)
        for static in printed.statics
        if isinstance(static, DiceIf) and static.cond.own_in_play is not None
        if count_in_play(player, static.cond.own_in_play.filter) >= static.cond.own_in_play.at_least
        for text in static.attack
    ]


def is_rewritten(player: Player, mark: Mark) -> bool:
    """Whether Flourish makes Attack read as Parley on this card. AF-16.7, AF-18.18."""
    host = printed_on(mark.host).host if mark.host else None
    if host is None or not host.rewrite:
        return False
    flourish = player.cards.get(mark.host)  # none while what lay under it follows it
    return flourish is not None and is_active(flourish)


# Symbols and Needs


def symbols(player: Player) -> dict[str, int]:
    """The symbols that the active in-play cards of a seat provide. AF-8.1, AF-8.3, AF-8.5."""
    found: dict[str, int] = {}
    for card, mark in player.cards.items():
        provides = printed_on(card).provides
        if provides and is_active(mark):
            for symbol, n in provides.items():
                found[symbol] = found.get(symbol, 0) + n
    return found


def needs_met(player: Player, printed: Card, provided: dict[str, int] | None = None) -> bool:
    """Whether enough of every needed symbol is there; symbols are not used up.

    Only one's own symbols count; a card without Needs always passes. AF-8.2, AF-8.4, AF-8.6,
    AF-8.8. The cards of the author's example are not in the list (AF-8.9).
    """
    if not printed.needs:
        return True
    provided = symbols(player) if provided is None else provided
    for symbol, n in printed.needs.items():
        have = provided.get(symbol, 0)
        if have < n and have < n - _reduction(player, printed, symbol):
            return False
    return True


def _reduction(player: Player, printed: Card, symbol: str) -> int:
    """How many fewer of a symbol this card needs thanks to Dwarf Gauntlets. AF-8.2."""
    return sum(
        static.n
        for card, mark in player.cards.items()
        if printed_on(card).ends and is_active(mark)
        for static in printed_on(card).statics
        if isinstance(static, ReduceNeed)
        and static.symbol == symbol
        and static.filter.type in printed.types
    )


# Filters


def is_printed(card: str, wanted: Filter) -> bool:
    """Whether what is printed on a card fits. AF-20.10."""
    if wanted is ANY:
        return True
    printed = printed_on(card)
    return (
        (wanted.type is None or wanted.type in printed.types)
        and (not wanted.type_any or any(kind in printed.types for kind in wanted.type_any))
        and (wanted.not_type is None or wanted.not_type not in printed.types)
        and (wanted.name is None or wanted.name == printed.name)
        and (wanted.cost is None or wanted.cost == printed.cost)
        and (not wanted.fills_any or any(slot in printed.slots for slot in wanted.fills_any))
        and (wanted.need_symbols is None or wanted.need_symbols.holds(printed.need_symbols))
        and (wanted.needs_exactly is None or wanted.needs_exactly == printed.needs)
    )


def fits(player: Player, card: str, wanted: Filter) -> bool:
    """Whether a card of this seat fits, where it lies and as things are. AF-20.10."""
    if not is_printed(card, wanted):
        return False
    if wanted.needs_met and not needs_met(player, printed_on(card)):
        return False
    if wanted.discarded_this_turn and card not in player.discarded:
        return False
    if wanted.occupies_any:
        return any(slot in player.cards[card].slots for slot in wanted.occupies_any)
    return True


def fitting_in_play(player: Player, wanted: Filter) -> list[str]:
    """The in-play cards of a seat that fit, pending ones included. AF-20.14."""
    return [
        card
        for card, mark in player.cards.items()
        if is_in_play(mark) and fits(player, card, wanted)
    ]


def count_in_play(player: Player, wanted: Filter) -> int:
    return len(fitting_in_play(player, wanted))


# Slots


def occupants(player: Player) -> dict[str, str]:
    """Which card fills which slot; a slot holds one, and a card keeps it. AF-9.2, AF-9.9."""
    return {slot: card for card, mark in player.cards.items() for slot in mark.slots}


def placements(
    player: Player, printed: Card, host: Host | None = None, filled: dict[str, str] | None = None
) -> list[tuple[str, ...]]:
    """The slots that this card can be played into, one tuple for each way.

    Joined with "/" one is picked, joined with "&" all are filled; a card without a symbol fills
    none (AF-9.3 to AF-9.5). An occupied slot may be chosen unless its card cannot be discarded
    (AF-9.6, AF-9.7).
    """
    if not printed.slots or (host is not None and host.fills_ignored):
        return [()]
    filled = occupants(player) if filled is None else filled
    ways = _ways(player, printed)
    for slot in printed.slots:
        if _is_blocked(player, filled, slot):
            return [way for way in ways if not any(_is_blocked(player, filled, s) for s in way)]
    return ways


def _is_blocked(player: Player, filled: dict[str, str], slot: str) -> bool:
    return slot in filled and is_permanent(filled[slot], player.cards[filled[slot]])


def _ways(player: Player, printed: Card) -> list[tuple[str, ...]]:
    assert printed.fills is not None
    ignored = ignored_slots(player)
    if ignored and any(slot in ignored for slot in printed.slots):
        return [()]  # AF-18.2
    some, every = printed.fills.any_of, printed.fills.all_of
    ways: list[tuple[str, ...]] = [(slot,) for slot in some] if some else [every]
    if not any(slot in HANDS for slot in printed.slots):
        return ways
    free = len(free_physiques(player, printed))
    if free:
        fewer = {left for n in range(1, free + 1) for left in combinations(ways[-1], n)}
        ways += sorted({tuple(s for s in ways[-1] if s not in left) for left in fewer} - {*ways})
    return ways


def ignored_slots(player: Player) -> tuple[str, ...]:
    """Slots that every card of this seat ignores, by Beltpouch. AF-18.2."""
    for card, mark in player.cards.items():
        if printed_on(card).ends and is_active(mark):
            for static in printed_on(card).statics:
                if isinstance(static, IgnoreFill) and static.cards == "all":
                    return static.slots
    return ()


def free_physiques(player: Player, printed: Card) -> list[str]:
    """The active Hulking Physiques that name no card yet and may name this one. AF-18.25."""
    return [
        card
        for card, mark in player.cards.items()
        if printed_on(card).ends and is_active(mark) and not mark.names
        for static in printed_on(card).statics
        if isinstance(static, IgnoreFill)
        and static.cards == 1
        and static.filter.not_type not in printed.types
    ]
