"""The text of a card, made from the same data that the rules carry out, so they cannot disagree."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.games.adventurer_factory import data
from fatedeck.games.adventurer_factory.data import ANY, Bound, Card, CardAction, Condition, Filter

UNTIL = {
    "end_of_turn": "until the turn ends",
    "end_of_opponent_next_turn": "until the end of their next turn",
}
WHOSE = {"self": "your", "opponent": "the opponent’s", "both": "each player’s"}
_WHO = {"self": "you", "opponent": "the opponent", "both": "both players"}
_SLOTS = {"left_hand": "Left-hand", "right_hand": "Right-hand"}
_PLACES = {
    "race": "as their Race",
    "body": "on the body",
    "head": "on the head",
    "left_hand": "in the left hand",
    "right_hand": "in the right hand",
    "gloves": "as Gloves",
    "neck": "around the neck",
    "back": "on the back",
    "pack": "in the pack",
    "beltpouch": "in the beltpouch",
    "mount": "as their Mount",
    "tail": "as their Tail",
}
"""Where a card of each slot goes, but for the four Classes."""


def card_text(card: Card) -> str:
    """Everything that a card says beyond its cost, Needs and slots."""
    parts = [f"{signed(n)} {stat.title()}." for stat, n in card.mods.items()]
    parts += [f"The opponent has {signed(n)} {stat.title()}." for stat, n in card.opp_mods.items()]
    parts += [f"Gives {n} {symbol.title()}." for symbol, n in card.provides.items()]
    parts += [f"You may roll {die} for Attack." for die in card.dice.attack]
    parts += [f"You may roll {die} for Parley." for die in card.dice.parley]
    if card.on_play:
        parts.append(f"When played: {_sentence(card.on_play)}")
    if card.permanent:
        parts.append("It can never be discarded.")
    parts += [_static(static) for static in card.statics]
    parts += [_trigger(trigger) for trigger in card.triggers]
    parts += [action.text for action in card.actions]
    return "\n".join(parts)


def say_action(action: CardAction) -> str:
    """An action as it is printed: cost, colon, effect. AF-10.1."""
    costs = (["Encounter"] if action.encounter else []) + [cost.says() for cost in action.costs]
    gate = f"If {condition(action.gate)}: " if action.gate else ""
    effect = _sentence(action.effect) if action.effect else "that is all."
    text = gate + (effect if gate else capital(effect))
    return f"{'; '.join(costs)}: {text}" if costs else text


def filter_words(wanted: Filter, many: bool = False) -> str:
    """Which cards fit, in words. AF-20.10."""
    noun = wanted.type or (" or ".join(wanted.type_any) if wanted.type_any else "card")
    noun = f"{wanted.name}" if wanted.name else noun
    noun = f"non-{wanted.not_type} card" if wanted.not_type else noun
    plural = "s" if many and not wanted.name else ""
    parts = [
        f" of cost {wanted.cost}" if wanted.cost is not None else "",
        f" with the slot {_slots(wanted.fills_any)}" if wanted.fills_any else "",
        f" in {_slots(wanted.occupies_any)}" if wanted.occupies_any else "",
        f" with {_bound(wanted.need_symbols)} Need symbol" if wanted.need_symbols else "",
        f" that needs exactly {needs_words(wanted.needs_exactly)}" if wanted.needs_exactly else "",
        " whose Needs you meet" if wanted.needs_met else "",
        " discarded this turn" if wanted.discarded_this_turn else "",
    ]
    return noun + plural + "".join(parts)


def slot_words(card: Card) -> list[str]:
    """The slots that a card fills, one line for each alternative, or one for all of them."""
    if card.fills is None:
        return []
    if card.fills.all_of:
        return [" & ".join(slot_word(slot) for slot in card.fills.all_of)]
    return [slot_word(slot) for slot in card.fills.any_of]


def _static(static: data.AnyStatic) -> str:
    match static:
        case data.Host():
            return _host(static)
        case data.DiceIf():
            return (
                f"While {condition(static.cond)} you may roll {' or '.join(static.attack)} for "
                "Attack."
            )
        case data.ModPerCounter():
            return f"{signed(static.n)} {static.stat.title()} for each counter on it."
        case data.ModPerAttached():
            return (
                f"{signed(static.n)} {static.stat.title()} for each attached "
                f"{filter_words(static.filter)}."
            )
        case data.IgnoreFill(cards="all"):
            return (
                f"All your cards ignore the slot {_slots(static.slots)}; when this ends, discard "
                "until each slot holds one."
            )
        case data.IgnoreFill():
            return (
                f"One {filter_words(static.filter)} of yours may leave one of "
                f"{_slots(static.slots)} unfilled; when this ends, discard until each slot holds "
                "one."
            )
        case data.ReduceNeed():
            return (
                f"{filter_words(static.filter, many=True)} that you play need {static.n} "
                f"{static.symbol.title()} fewer; when this ends, discard those whose Needs are "
                "not met."
            )


def _host(host: data.Host) -> str:
    parts = []
    if host.effects_ignored:
        parts.append("have no effect")
    if not host.attached_in_play:
        parts.append("are not in play")
    elif not host.effects_ignored:
        parts.append("are in play")
    if host.fills_ignored:
        parts.append("fill no slot")
    if host.face_down:
        parts.append("are hidden from everyone")
    if host.rewrite:
        parts.append("read Simple Attack as Simple Parley and Attack Die as Parley Die")
    if host.discard_attached_at:
        parts.append("are discarded at the end of your turn")
    leaving = {
        "discard_attached": "are discarded with it",
        "detach": "stay in play when it leaves",
        "detach_and_check": "are detached when it leaves",
    }[host.when_host_leaves]
    most = "" if host.max is None else f" ({host.max} at most)"
    return f"Cards attached here{most} {_join([*parts, leaving])}."


def _trigger(trigger: data.Trigger) -> str:
    when = {
        "opponent_plays_card": "When the opponent plays a card",
        "self_plays_card": "When another card that you play resolves",
        "self_stat_increases": "For each of "
        + ", ".join(stat.title() for stat in trigger.stats)
        + " that rises in one event",
        "own_in_play_card_discarded_by_action_or_effect": (
            "When an action or effect discards one of your cards in play"
        ),
        "end_of_own_turn": "When your turn ends",
    }[trigger.event]
    may = ", you may" if trigger.optional else ""
    may += ", once a turn" if trigger.limit else ""
    cond = f", if {condition(trigger.cond)}" if trigger.cond else ""
    return f"{when}{may}{cond}: {_sentence(trigger.effect)}"


def condition(condition: Condition) -> str:
    if condition.attached_here:
        return f"{_bound(condition.attached_here)} cards are attached here"
    if condition.counters_here:
        return f"it has {_bound(condition.counters_here)} counters"
    if condition.own_in_play:
        wanted = condition.own_in_play
        return (
            f"you have {wanted.at_least} or more {filter_words(wanted.filter, many=True)} in play"
        )
    if condition.opponent_in_play:
        wanted = condition.opponent_in_play
        return f"the opponent has {wanted.at_least} or more {filter_words(wanted.filter)} in play"
    if condition.skipped_last_encounter:
        return "you held no Encounter on your last turn"
    if condition.took_damage_this_turn:
        return f"you took {condition.took_damage_this_turn.title()} damage this turn"
    if condition.opponent_made_simple_attack_this_turn:
        return "the opponent made a Simple Attack this turn"
    if condition.opponent_encounter_damaged_you_this_turn:
        return "the opponent’s Encounter damaged you this turn"
    if condition.opponent_rolled_attack_die_this_turn:
        return "the opponent rolled an Attack Die this turn"
    if condition.sum_opponent_health_willpower:
        return (
            "the opponent’s Health and Willpower together are "
            f"{_bound(condition.sum_opponent_health_willpower)}"
        )
    if condition.current_step:
        return "it is the opponent’s Encounter Step"
    if condition.roll_self_above:
        against = (
            "theirs" if condition.roll_self_above == "roll_opponent" else "their latest Attack roll"
        )
        return f"your roll is higher than {against}"
    if condition.contest_won:
        return "yours is higher"
    if condition.damage:
        return f"its damage was {_bound(condition.damage)}"
    if condition.natural:
        return f"the die showed {_bound(condition.natural)}"
    if condition.negated_damage:
        return f"that damage was {_bound(condition.negated_damage)}"
    assert condition.damage_dealt_this_turn is not None
    wanted_damage = condition.damage_dealt_this_turn
    stats = " or ".join(stat.title() for stat in wanted_damage.stat_any)
    return f"your {stats} damage this turn was {wanted_damage.at_least} or more"


def _bound(bound: Bound) -> str:
    if bound.equals is not None:
        return "no" if bound.equals == 0 else f"exactly {bound.equals}"
    if bound.at_least is not None:
        return f"{bound.at_least} or more"
    return f"{bound.at_most} or less"


def amount(value: data.Value) -> str:
    if isinstance(value, int):
        return str(value)
    text = value.removeprefix("max(0, ").removesuffix(")")
    for word, said in (
        ("charisma.self", "your Charisma"),
        ("charisma.opponent", "their Charisma"),
        ("roll_self", "your roll"),
        ("roll_opponent", "theirs"),
        ("cost_of_discarded_card", "the cost of the discarded card"),
        ("cost_of_that_card", "its cost"),
        (" - ", " minus "),
        (" + ", " plus "),
        ("damage", "that damage"),
    ):
        text = text.replace(word, said)
    return text


def so_much(value: data.Value, stat: str) -> str:
    """An amount of a counter.

    >>> so_much("roll_self", "mind"), so_much("1d4", "health")
    ('your roll in Mind', '1d4 Health')
    """
    said = amount(value)
    return f"{said} in {stat.title()}" if " " in said else f"{said} {stat.title()}"


def cost_change(n: int) -> str:
    """What a card costs more or less than is printed on it.

    >>> cost_change(-1), cost_change(0), cost_change(2)
    (' for 1 Mind less', '', ' for 2 Mind more')
    """
    return f" for {abs(n)} Mind {'less' if n < 0 else 'more'}" if n else ""


def does(who: str, verb: str) -> str:
    """Who does it, with the verb as it follows.

    >>> does("self", "have"), does("opponent", "have")
    ('you have', 'the opponent has')
    """
    if who == "opponent":
        verb = "has" if verb == "have" else f"{verb}s"
    return f"{_WHO[who]} {verb}"


def cards(n: int, wanted: Filter = ANY) -> str:
    one = filter_words(wanted)
    article = "an" if one[0] in "AEIOU" else "a"
    return f"{article} {one}" if n == 1 else f"{n} {filter_words(wanted, many=True)}"


def needs_words(symbols: dict[str, int], between: str = " and ") -> str:
    """Symbols that a card needs or provides, in words."""
    return between.join(f"{n} {symbol.title()}" for symbol, n in symbols.items())


def slot_word(slot: str) -> str:
    """A slot as the cards write it."""
    return _SLOTS.get(slot, slot if slot[0] == "C" else slot.title())


def slots_told(slots: tuple[str, ...]) -> str:
    """Where a card is put, as a player says it. AF-9.1.

    >>> slots_told(("C1",)), slots_told(("left_hand", "right_hand")), slots_told(("body", "head"))
    ('as Class 1', 'in both hands', 'on the body and on the head')
    """
    if set(slots) == {"left_hand", "right_hand"}:
        return "in both hands"
    return _join([_PLACES.get(slot, f"as Class {slot[1:]}") for slot in slots])


def _slots(slots: tuple[str, ...]) -> str:
    return " or ".join(map(slot_word, slots))


def times(n: int) -> str:
    return "once" if n == 1 else "twice" if n == 2 else f"{n} times"


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def _join(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]


def in_turn(effects: Iterable[data.Effect]) -> str:
    return ", then ".join(effect.says() for effect in effects)


def _sentence(effects: Iterable[data.Effect]) -> str:
    return capital(in_turn(effects)) + "."


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
