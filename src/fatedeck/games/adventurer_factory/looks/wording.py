"""The text of a card, made from the same data that the rules carry out, so they cannot disagree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from fatedeck.games.adventurer_factory.data import (
    ANY,
    ActivateAttached,
    AddCounter,
    AddDie,
    AnyCost,
    AnyEffect,
    AnyStatic,
    Attach,
    Bound,
    Card,
    CardAction,
    ChooseNumber,
    ChooseOne,
    Condition,
    Consume,
    Contest,
    CountAsSkipped,
    Detach,
    DiceIf,
    DiscardAttached,
    DiscardCard,
    DiscardDeckTop,
    DiscardFromHand,
    DiscardFromPlay,
    DiscardHand,
    DiscardOwn,
    DiscardThis,
    DrawCards,
    EndStep,
    Filter,
    ForbidEncounter,
    FromPlay,
    Gain,
    Host,
    If,
    IgnoreFill,
    Immune,
    LookAtHand,
    Lose,
    MakeOtherEncounter,
    Modify,
    ModPerAttached,
    ModPerCounter,
    Move,
    NegateDamage,
    NegatePlay,
    OneOf,
    Pay,
    Pick,
    PlayAndAttach,
    PlayCard,
    PlayCost,
    PutUpWard,
    ReduceNeed,
    ReturnToHand,
    Roll,
    RollBoth,
    Search,
    SetCounter,
    SetStat,
    ShowDeckTop,
    ShowFromHand,
    ShowHandCost,
    ShowTopCost,
    ShuffleDiscards,
    ShuffleIntoDeck,
    ShuffleThis,
    SimpleAttack,
    SimpleParley,
    SkipEncounter,
    Substitute,
    Suppress,
    Transfer,
    Trigger,
    Value,
    catalogue,
)

_SLOTS = {"left_hand": "Left-hand", "right_hand": "Right-hand"}
_UNTIL = {
    "end_of_turn": "until the turn ends",
    "end_of_opponent_next_turn": "until the end of their next turn",
}
_PLACES = {
    "own_discard": "your discard pile",
    "opponent_discard": "the opponent’s discard pile",
    "own_hand": "your hand",
    "own_deck_top": "the top of your deck",
    "own_deck_bottom": "the bottom of your deck",
    "own_deck_shuffled": "your deck, which you shuffle",
    "opponent_deck_top": "the top of their deck",
}


def card_text(card: Card) -> str:
    """Everything that a card says beyond its cost, Needs and slots."""
    parts = [f"{_signed(n)} {stat.title()}." for stat, n in card.mods.items()]
    parts += [f"The opponent has {_signed(n)} {stat.title()}." for stat, n in card.opp_mods.items()]
    parts += [f"Gives {n} {symbol.title()} symbol." for symbol, n in card.provides.items()]
    parts += [f"You may roll {die} for Attack." for die in card.dice.attack]
    parts += [f"You may roll {die} for Parley." for die in card.dice.parley]
    if card.on_play:
        parts.append(f"When played: {_sentence(card.on_play)}")
    if card.permanent:
        parts.append("It can never be discarded.")
    parts += [_static(static) for static in card.statics]
    parts += [_trigger(trigger) for trigger in card.triggers]
    parts += [say_action(action) for action in card.actions]
    return "\n".join(parts)


def say_action(action: CardAction) -> str:
    """An action as it is printed: cost, colon, effect. AF-10.1."""
    return _actions()[action.key]


@cache
def _actions() -> dict[str, str]:
    return {act.key: _action(act) for card in catalogue().values() for act in card.actions}


def _action(action: CardAction) -> str:
    costs = (["Encounter"] if action.encounter else []) + [say_cost(cost) for cost in action.costs]
    gate = f"If {_condition(action.gate)}: " if action.gate else ""
    effect = _sentence(action.effect) if action.effect else "that is all."
    text = gate + (effect if gate else _capital(effect))
    return f"{'; '.join(costs)}: {text}" if costs else text


def say_cost(cost: AnyCost) -> str:
    """One part of a cost in words. AF-20.1."""
    match cost:
        case Consume():
            return "Consume"
        case DiscardThis():
            return "Discard this"
        case ShuffleThis():
            return "Shuffle this into your deck"
        case Pay(n="x"):
            return f"Any amount of {cost.stat.title()} (x)"
        case Pay(n=int()):
            return f"{cost.n} {cost.stat.title()}"
        case Pay():
            return "The Mind cost of a card attached here"
        case DiscardOwn():
            return f"Discard {_cards(cost.n, cost.filter)} of yours in play"
        case DiscardHand():
            return f"Discard {_cards(cost.n)} from your hand"
        case ShuffleDiscards():
            return f"Shuffle {_cards(cost.n)} from your discard pile into your deck"
        case RollBoth():
            return "Both players roll a Parley Die"
        case ShowHandCost() | ShowTopCost():
            return _capital(say(cost.show))
        case PlayCost():
            return _capital(say(cost.play))
        case OneOf():
            return " or ".join(say_cost(part) for part in cost.costs)


def say(effect: AnyEffect) -> str:
    """One word of an effect as a clause of a sentence. AF-20.3 to AF-20.8."""
    match effect:
        case Gain():
            return (
                f"{_who(effect.who)} {_verb(effect.who, 'gain')} {_so_much(effect.n, effect.stat)}"
            )
        case Lose():
            return (
                f"{_who(effect.who)} {_verb(effect.who, 'lose')} {_so_much(effect.n, effect.stat)}"
            )
        case SetCounter():
            return f"{_possessive(effect.who)} {effect.stat.title()} becomes {effect.n}"
        case Transfer():
            return (
                f"take {effect.stat.title()} from the opponent, any amount up to "
                f"{_amount(effect.up_to)}"
            )
        case Modify():
            return (
                f"{_who(effect.who)} {_verb(effect.who, 'have')} {_signed(effect.n)} "
                f"{effect.stat.title()} {_UNTIL[effect.until]}"
            )
        case SetStat():
            return (
                f"{_possessive(effect.who)} {effect.stat.title()} is {effect.n} "
                f"{_UNTIL[effect.until]}"
            )
        case Substitute():
            return (
                f"whatever reads your {effect.read.title()} reads your {effect.instead.title()} "
                f"{_UNTIL[effect.until]}"
            )
        case AddDie():
            return (
                f"you may roll {effect.die} for {effect.kind.split('_')[0].title()} "
                f"{_UNTIL[effect.until]}"
            )
        case SimpleAttack() | SimpleParley():
            return _blow(effect)
        case Roll():
            return "roll your Attack Die"
        case Contest():
            return f"you roll {_amount(effect.mine)}, the opponent {_amount(effect.theirs)}"
        case NegateDamage():
            return _negate(effect)
        case Immune():
            return f"you take no {effect.stat.title()} damage {_UNTIL[effect.until]}"
        case PutUpWard():
            return (
                "on the opponent’s next turn, when an Encounter would lower your "
                f"{effect.stat.title()}, roll {effect.roll}: on {effect.works_on_at_most} or "
                "less it does not"
            )
        case SkipEncounter():
            return f"{_who(effect.who)} {_verb(effect.who, 'skip')} the next own Encounter Step"
        case ForbidEncounter():
            return "the opponent can hold no Encounter on their next turn"
        case CountAsSkipped():
            return "this turn counts as one without an Encounter of yours"
        case EndStep():
            return "that Encounter Step ends"
        case MakeOtherEncounter():
            return "hold any other Encounter that you could, paying its other costs"
        case DrawCards():
            return f"draw {_cards(effect.n)}"
        case Search():
            where = "into your hand" if effect.to == "own_hand" else "to one side"
            return (
                f"search your deck for {_cards(1, effect.filter)}, show it, put it {where}, "
                "and shuffle"
            )
        case Move(source=None):
            return f"put that card on {_PLACES[effect.to]}"
        case Move():
            into = effect.to == "own_hand" or "shuffled" in effect.to
            return (
                f"put {_cards(effect.choose, effect.filter)} from {_PLACES[effect.source or '']} "
                f"{'into' if into else 'on'} {_PLACES[effect.to]}"
            )
        case DiscardDeckTop():
            return f"discard the top {effect.n} cards of your deck"
        case DiscardFromHand():
            return f"{_who(effect.who)} {_verb(effect.who, 'discard')} {_cards(effect.n)} from hand"
        case FromPlay():
            return _from_play(effect)
        case DiscardCard():
            return "discard this card" if effect.which == "this" else "discard the picked card"
        case PlayCard():
            return f"play that card for {-effect.cost_change} Mind less"
        case PlayAndAttach():
            return _play_and_attach(effect)
        case NegatePlay():
            return "that card is cancelled and discarded"
        case Attach():
            if effect.source == "own_deck_top":
                return "attach the top card of your deck here, unseen"
            where = "from your hand" if effect.source == "own_hand" else "of yours in play"
            return f"attach {_cards(1, effect.filter)} {where} here"
        case Detach():
            return "detach a card; if it could not be played right then, discard it"
        case DiscardAttached():
            return "discard a card attached here"
        case ActivateAttached():
            return f"that card counts as in play and works {_UNTIL[effect.until]}"
        case If():
            otherwise = f"; otherwise {_list(effect.otherwise)}" if effect.otherwise else ""
            return f"if {_condition(effect.cond)}, {_list(effect.then)}{otherwise}"
        case ChooseOne():
            who = "" if effect.chooser == "self" else "the opponent chooses: "
            return who + " or ".join(say(option) for option in effect.options)
        case ChooseNumber():
            return f"up to {_times(effect.up_to)}, {say(effect.do)}"
        case AddCounter():
            return f"put {effect.n} counter on this card"
        case LookAtHand():
            return f"look at {effect.n} random cards of the opponent’s hand"
        case ShowFromHand():
            mine = effect.whose == "self"
            return (
                f"show the opponent {_cards(effect.n)} of your hand"
                if mine
                else f"they show you {_cards(effect.n)} of theirs"
            )
        case ShowDeckTop():
            mine = effect.whose == "self"
            return (
                "show the opponent the top card of your deck, unseen by you"
                if mine
                else "they show you the top card of theirs, unseen by them"
            )


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
        f" that needs exactly {_needs(wanted.needs_exactly)}" if wanted.needs_exactly else "",
        " whose Needs you meet" if wanted.needs_met else "",
        " discarded this turn" if wanted.discarded_this_turn else "",
    ]
    return noun + plural + "".join(parts)


def slot_words(card: Card) -> list[str]:
    """The slots that a card fills, one line for each alternative, or one for all of them."""
    if card.fills is None:
        return []
    if card.fills.all_of:
        return [" & ".join(_slot(slot) for slot in card.fills.all_of)]
    return [_slot(slot) for slot in card.fills.any_of]


def _blow(effect: SimpleAttack | SimpleParley) -> str:
    kind = "Attack" if isinstance(effect, SimpleAttack) else "Parley"
    die = f" rolled on exactly {effect.die}" if effect.die else ""
    when = (
        f" if the die shows {effect.if_natural_at_most} or less"
        if effect.if_natural_at_most is not None
        else ""
    )
    added = (
        f" with {_amount(effect.add_damage)} added to the damage{when}" if effect.add_damage else ""
    )
    return f"make a Simple {kind}{die}{added}"


def _negate(effect: NegateDamage) -> str:
    stats = " and ".join(stat.title() for stat in effect.stat)
    what = {
        "one_simple_attack_this_turn": "one Simple Attack of the opponent this turn",
        "opponent_encounter_this_turn": "the opponent’s Encounter this turn",
        "all_this_turn": "all damage this turn",
    }[effect.of]
    return f"get back the {stats} that you lost to {what}"


def _from_play(effect: FromPlay) -> str:
    whose = {"self": "of yours", "opponent": "of the opponent’s", "any": "of either player"}[
        effect.whose
    ]
    what = (
        f"{_cards(effect.choose, effect.filter)} {whose} in play"
        if effect.choose
        else f"all your {filter_words(effect.filter, many=True)}"
    )
    match effect:
        case ReturnToHand():
            return f"return {what} to its owner’s hand"
        case DiscardFromPlay():
            return f"discard {what}"
        case Pick():
            return f"pick {what}"
        case Suppress():
            verb = "has" if effect.choose else "have"
            return f"{what} {verb} no effect {_UNTIL[effect.until]}"
        case ShuffleIntoDeck(which="this"):
            return "shuffle this card into your deck"
        case _:
            return f"shuffle {what} into its owner’s deck"


def _play_and_attach(effect: PlayAndAttach) -> str:
    source = "your hand" if effect.source == "own_hand" else "your deck, which you search"
    needs = ", ignoring its Needs" if effect.ignore_needs else ""
    return (
        f"play {_cards(1, effect.filter)} from {source}, paying its cost{needs}, and attach it here"
    )


def _static(static: AnyStatic) -> str:
    match static:
        case Host():
            return _host(static)
        case DiceIf():
            return (
                f"While {_condition(static.cond)} you may roll {' or '.join(static.attack)} for "
                "Attack."
            )
        case ModPerCounter():
            return f"{_signed(static.n)} {static.stat.title()} for each counter on it."
        case ModPerAttached():
            return (
                f"{_signed(static.n)} {static.stat.title()} for each attached "
                f"{filter_words(static.filter)}."
            )
        case IgnoreFill(cards="all"):
            return (
                f"All your cards ignore the slot {_slots(static.slots)}; when this ends, discard "
                "until each slot holds one."
            )
        case IgnoreFill():
            return (
                f"One {filter_words(static.filter)} of yours may leave one of "
                f"{_slots(static.slots)} unfilled; when this ends, discard until each slot holds "
                "one."
            )
        case ReduceNeed():
            return (
                f"{filter_words(static.filter, many=True)} that you play need {static.n} "
                f"{static.symbol.title()} fewer; when this ends, discard those whose Needs are "
                "not met."
            )


def _host(host: Host) -> str:
    parts = []
    if host.effects_ignored:
        parts.append("have no effect")
    elif not host.attached_in_play:
        parts.append("are not in play")
    else:
        parts.append("are in play")
    if host.fills_ignored:
        parts.append("fill no slot")
    if host.face_down:
        parts.append("are seen by nobody")
    if host.rewrite is not None:
        parts.append("read Simple Attack as Simple Parley and Attack Die as Parley Die")
    if host.discard_attached_at:
        parts.append("are discarded at the end of your turn")
    leaving = {
        "discard_attached": "are discarded with it",
        "detach": "stay in play when it leaves",
        "detach_and_check": "are detached when it leaves",
    }[host.when_host_leaves]
    return f"Cards attached here {_join([*parts, leaving])}."


def _trigger(trigger: Trigger) -> str:
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
    may = ", you may, once a turn" if trigger.optional else ""
    cond = f", if {_condition(trigger.cond)}" if trigger.cond else ""
    return f"{when}{may}{cond}: {_sentence(trigger.effect)}"


def _condition(condition: Condition) -> str:
    if condition.attached_here:
        return f"{_bound(condition.attached_here)} cards are attached here"
    if condition.counters_here:
        return f"{_bound(condition.counters_here)} counters lie on it"
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


def _amount(value: Value) -> str:
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


def _so_much(value: Value, stat: str) -> str:
    """An amount of a counter.

    >>> _so_much("roll_self", "mind"), _so_much("1d4", "health")
    ('your roll in Mind', '1d4 Health')
    """
    amount = _amount(value)
    return f"{amount} in {stat.title()}" if " " in amount else f"{amount} {stat.title()}"


def _who(who: str) -> str:
    return {"self": "you", "opponent": "the opponent", "both": "both players"}[who]


def _possessive(who: str) -> str:
    return {"self": "your", "opponent": "the opponent’s", "both": "each player’s"}[who]


def _verb(who: str, verb: str) -> str:
    if who != "opponent":
        return verb
    return "has" if verb == "have" else f"{verb}s"


def _cards(n: int, wanted: Filter = ANY) -> str:
    one = filter_words(wanted)
    article = "an" if one[0] in "AEIOU" else "a"
    return f"{article} {one}" if n == 1 else f"{n} {filter_words(wanted, many=True)}"


def _needs(needs: dict[str, int]) -> str:
    return " and ".join(f"{n} {symbol.title()}" for symbol, n in needs.items())


def _slot(slot: str) -> str:
    return _SLOTS.get(slot, slot if slot[0] == "C" else slot.title())


def _slots(slots: tuple[str, ...]) -> str:
    return " or ".join(map(_slot, slots))


def _times(n: int) -> str:
    return "once" if n == 1 else "twice" if n == 2 else f"{n} times"


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def _join(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]


def _list(effects: Iterable[AnyEffect]) -> str:
    return ", then ".join(say(effect) for effect in effects)


def _sentence(effects: Iterable[AnyEffect]) -> str:
    return _capital(_list(effects)) + "."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
