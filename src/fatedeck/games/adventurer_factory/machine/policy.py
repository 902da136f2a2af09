"""A quick rule-of-thumb player: every card and action is worth so much, the best is taken.

It reads its own hand and what lies open, nothing else. Worth is counted in points: a point is about
one Health of a player in no danger.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import Policy
from fatedeck.games.adventurer_factory.data import (
    AnyCost,
    AnyEffect,
    Card,
    CardAction,
    ChooseNumber,
    ChooseOne,
    Consume,
    CountAsSkipped,
    Die,
    DiscardFromPlay,
    DiscardHand,
    DiscardOwn,
    DiscardThis,
    DrawCards,
    ForbidEncounter,
    Gain,
    If,
    Immune,
    Lose,
    MakeOtherEncounter,
    Modify,
    Move,
    NegateDamage,
    Pay,
    PlayCost,
    PutUpWard,
    ReturnToHand,
    Roll,
    Search,
    SetCounter,
    SetStat,
    ShuffleIntoDeck,
    ShuffleThis,
    SimpleAttack,
    SimpleParley,
    SkipEncounter,
    Transfer,
    Value,
    die,
)
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.machine.moves import (
    ATTACK,
    END_MAIN,
    NO_ENCOUNTER,
    PARLEY,
)
from fatedeck.games.adventurer_factory.rules import families
from fatedeck.games.adventurer_factory.rules.encounters import Encounter
from fatedeck.games.adventurer_factory.rules.main_step import Discard, Play, Use
from fatedeck.games.adventurer_factory.rules.playing import obstacle
from fatedeck.games.adventurer_factory.rules.responses import PASS, PASS_TURN, replies
from fatedeck.games.adventurer_factory.rules.stats import (
    dice,
    occupants,
    placements,
    reading,
    stat,
    symbols,
)
from fatedeck.games.adventurer_factory.rules.using import option_name, why_not_use
from fatedeck.games.adventurer_factory.state import Player, Table

WON = 100.0
ONLY_COSTS = -1.0


class RuleOfThumb(Policy[Table]):
    """Plays what is worth most, card by card; answers what is asked in the same spirit."""

    def act(self, state: Table, seat: str) -> families.Move | None:
        if state.active != seat:
            return None
        if state.step == "main":
            return best_main_move(state, seat)
        return best_encounter(state, seat) if state.step == "encounter" else None

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Choose):
            return _choose(state, question)
        if isinstance(question, Number):
            return _number(state, question)
        if isinstance(question, Several):
            player = state.players[question.seat]
            ranked = sorted(
                question.options, key=lambda card: -card_worth(player, printed_on(card))
            )
            return ranked[: question.least]
        return ""


# families.Move


def best_main_move(table: Table, seat: str) -> families.Move:
    """Play the best card that costs no better one its slot; use what is worth its cost."""
    player = table.players[seat]
    thumb = Thumb(table, seat)
    provided, filled = symbols(player), occupants(player)
    best, most = None, 0.0
    for card in player.holds():
        printed = printed_on(card)
        if obstacle(player, printed, provided=provided, filled=filled):
            continue
        worth = card_worth(player, printed, provided) - _replaced(player, printed, filled)
        worth -= 0.12 * printed.cost
        if worth > most:
            best, most = card, worth
    if best is not None:
        return Play(best)
    chosen: families.Move = END_MAIN
    most = 0.0
    for card, number in replies(table, seat):
        worth = thumb.action(card, number)
        if worth > most:
            chosen, most = Use(card, number), worth
    return chosen


def best_encounter(table: Table, seat: str) -> families.Move:
    """The Encounter with the best expected share of what the other seat has left."""
    thumb = Thumb(table, seat)
    chosen: families.Move = ATTACK
    most = thumb.blow("attack")
    parley = thumb.blow("parley")
    if parley > most:
        chosen, most = PARLEY, parley
    for card, mark in table.players[seat].cards.items():
        if mark.consumed:
            continue
        for number in printed_on(card).encounters:
            if why_not_use(table, seat, card, number) is None:
                worth = thumb.action(card, number)
                if worth > most:
                    chosen, most = Encounter(card, number), worth
    return chosen if most > 0 else NO_ENCOUNTER


# What a card is worth in play


def card_worth(player: Player, printed: Card, provided: dict[str, int] | None = None) -> float:
    """A card in play brings Mind each turn, symbols that the hand waits for, stats and dice."""
    worth = _worth_alone(printed.id)
    if printed.provides:
        provided = symbols(player) if provided is None else provided
        for symbol, n in printed.provides.items():
            have = provided.get(symbol, 0)
            waiting = sum(printed_on(card).needs.get(symbol, 0) > have for card in player.holds())
            worth += 1.5 * n * min(waiting, 4)
    return worth


@cache
def _worth_alone(name: str) -> float:
    printed = printed_on(name)
    worth = 2.0 + 0.25 * printed.cost
    for each, n in printed.mods.items():
        worth += n * {"attack": 1.5, "defence": 1.3, "charisma": 1.5}[each]
    worth -= sum(printed.opp_mods.values()) * 1.5
    worth += max((die(each).average for each in printed.dice.attack), default=1.0) - 1
    worth += max((die(each).average for each in printed.dice.parley), default=1.0) - 1
    for effect in printed.on_play:
        if isinstance(effect, Gain | Lose) and isinstance(effect.n, int) and effect.who == "self":
            worth += 0.4 * effect.n * (1 if isinstance(effect, Gain) else -1)
    worth += 1.0 * len(printed.actions) + len(printed.triggers)
    if printed.id in ("cashflow", "begging_for_scraps"):
        worth -= 4
    return worth


def _replaced(player: Player, printed: Card, filled: dict[str, str]) -> float:
    """What the cards are worth that would have to go for this one."""
    if not printed.slots or not filled:
        return 0.0
    return min(
        sum(
            _worth_alone(printed_on(card).id) + 1.0
            for card in {filled[slot] for slot in way if slot in filled}
        )
        for way in placements(player, printed, None, filled)
    )


# What an action is worth now


@cache
def expected(rolled: Die, delta: int) -> float:
    """The expected damage of a roll with these stats; the total is never below 0. AF-12.5."""
    faces = list(product(range(1, rolled.sides + 1), repeat=rolled.count))
    return sum(max(0, sum(face) + rolled.plus + delta) for face in faces) / len(faces)


class Thumb:
    """One seat's quick judgement of a position."""

    __slots__ = ("_blows", "foe", "foe_seat", "me", "seat", "table")

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        self.foe_seat = table.other(seat)
        self.me, self.foe = table.players[seat], table.players[self.foe_seat]
        self._blows: dict[str, float] = {}

    def action(self, card: str, number: int) -> float:
        """What this action brings, less what it costs."""
        printed = printed_on(card)
        action = printed.actions[number - 1]
        worth = sum(self.effect(effect, action) for effect in action.effect)
        worth -= sum(self.cost(cost, printed) for cost in action.costs)
        return worth - (1.2 if printed.consumable else 0.05)

    def cost(self, cost: AnyCost, printed: Card) -> float:
        match cost:
            case Pay(stat=counter, n=int(n)):
                return n * self.own(counter, n)
            case DiscardThis() | ShuffleThis():
                return _worth_alone(printed.id) - (1.0 if isinstance(cost, ShuffleThis) else 0.0)
            case DiscardOwn():
                return 3.5
            case DiscardHand():
                return 2.0
            case PlayCost():
                return -2.0
            case Consume():
                return 0.5
            case _:
                return 0.2

    def own(self, counter: str, change: int = 0) -> float:
        """What one point of an own counter is worth."""
        if counter == "mind":
            return 0.25 if self.me.mind > 7 else 0.45
        left: int = getattr(self.me, counter)
        if left <= change:
            return WON
        return 0.5 if left > 14 else 1.0 if left > 7 else 2.0

    def hit(self, counter: str, amount: float) -> float:
        """What it is worth to take so much from the other seat."""
        if counter == "mind":
            return 0.4 * amount
        left: int = getattr(self.foe, counter)
        if left and amount >= left:
            return WON
        return amount * min(4.0, 16 / max(left, 1))

    def blow(self, kind: str, added: float = 0.0, own_die: str | None = None) -> float:
        """A Simple Attack or Parley with the best die."""
        key = f"{kind}{added}{own_die}"
        if key not in self._blows:
            self._blows[key] = self.hit(
                "health" if kind == "attack" else "willpower",
                self.damage(kind, own_die) + added,
            )
        return self._blows[key]

    def damage(self, kind: str, own_die: str | None = None) -> float:
        table = self.table
        if kind == "attack":
            delta = stat(table, self.seat, "attack") - stat(table, self.foe_seat, "defence")
            rolled = die(own_die) if own_die else dice(table, self.seat, "attack")[-1]
        else:
            delta = reading(table, self.seat, "charisma")
            delta -= reading(table, self.foe_seat, "charisma")
            rolled = die(own_die) if own_die else dice(table, self.seat, "parley")[-1]
        return expected(rolled, delta)

    def effect(self, effect: AnyEffect, action: CardAction) -> float:
        match effect:
            case Gain():
                if effect.who == "both":
                    return 0.0
                return self._gain(effect.stat, self.amount(effect.n))
            case Lose():
                amount = self.amount(effect.n)
                theirs = 0.0 if effect.who == "self" else self.hit(effect.stat, amount)
                mine = 0.0 if effect.who == "opponent" else amount * self.own(effect.stat)
                return theirs - mine
            case SimpleAttack():
                return self.blow("attack", self._added(effect), effect.die)
            case SimpleParley():
                return self.blow("parley", self._added(effect), effect.die)
            case MakeOtherEncounter():
                return max(self.blow("attack"), self.blow("parley"))
            case NegateDamage():
                return self._negated(effect)
            case If():
                return 0.6 * sum(self.effect(each, action) for each in effect.then)
            case ChooseOne():
                return max(self.effect(each, action) for each in effect.options)
            case ChooseNumber():
                return effect.up_to * self.effect(effect.do, action)
            case SetCounter():
                return WON if effect.who == "opponent" else 0.0
            case Transfer():
                return 0.8 * min(self.foe.mind, max(0, self.amount(effect.up_to)))
            case Search():
                return self._search(effect)
            case Move() | DrawCards():
                return 1.6 if isinstance(effect, DrawCards) or self.me.discard else 0.0
            case ReturnToHand() | DiscardFromPlay():
                return 3.0 if self.foe.cards else 0.0
            case ShuffleIntoDeck(which=None):
                return 2.0 if any(mark.consumed for mark in self.me.cards.values()) else -1.0
            case SkipEncounter():
                threat = 3.0 if effect.who == "opponent" else -3.0
                return 0.0 if effect.who == "opponent" and self.foe.skip_next else threat
            case ForbidEncounter():
                return 3.0
            case PutUpWard():
                return 1.5
            case Modify() | SetStat() | Roll() | Immune() | CountAsSkipped():
                return 0.3
            case _:
                return 0.4

    def amount(self, value: Value) -> float:
        if isinstance(value, int):
            return value
        if value[0].isdigit() and "+" not in value:
            return die(value).average
        charisma = reading(self.table, self.seat, "charisma")
        match value:
            case "x":
                return max(0, self.me.mind - 2)
            case "damage":
                return self.damage("parley")
            case "max(0, charisma.self)" | "charisma.self":
                return max(0, charisma)
            case "max(0, charisma.self - charisma.opponent)":
                return max(0, charisma - reading(self.table, self.foe_seat, "charisma"))
            case "roll_self":
                return dice(self.table, self.seat, "attack")[-1].average
            case _:
                return 1.5

    def _added(self, effect: SimpleAttack | SimpleParley) -> float:
        if not effect.add_damage:
            return 0.0
        share = 1.0 if effect.if_natural_at_most is None else 0.4
        return share * self.amount(effect.add_damage)

    def _gain(self, counter: str, amount: float) -> float:
        if counter == "mind":
            return 0.5 * amount
        left: int = getattr(self.me, counter)
        worth = amount * (0.3 if left > 14 else 0.8 if left > 7 else 1.8)
        return worth + (WON if not left else 0.0)

    def _negated(self, effect: NegateDamage) -> float:
        back = {"health": 0, "willpower": 0}
        for event in self.table.events:
            if event.against == self.seat and not event.negated and event.stat in effect.stat:
                if effect.of == "opponent_encounter_this_turn" and not event.encounter:
                    continue
                if effect.of == "one_simple_attack_this_turn" and event.simple != "attack":
                    continue
                back[event.stat] += event.loss
        return sum(self._gain(counter, amount) for counter, amount in back.items() if amount)

    def _search(self, effect: Search) -> float:
        if effect.filter.type == "Class":
            held = [card for card in self.me.holds() if printed_on(card).permanent]
            provided = symbols(self.me)
            stuck = sum(
                any(provided.get(symbol, 0) < n for symbol, n in printed_on(card).needs.items())
                for card in self.me.holds()
            )
            return 3.5 if stuck and not held and len(provided) < 5 else 0.0
        return 2.0


# What a search need not look at


def sensible_moves(table: Table, seat: str, moves: list[families.Move]) -> list[families.Move]:
    """Without paying to discard an own card, and without actions that only cost."""
    thumb = Thumb(table, seat)
    return [
        move
        for move in moves
        if not isinstance(move, Discard)
        and (not isinstance(move, Use) or thumb.action(move.card, move.action) > ONLY_COSTS)
    ]


def leave_out(table: Table, question: Decision) -> list[str]:
    """Responses that only cost; of dice and slots, all but the usual."""
    if not isinstance(question, Choose) or not question.clauses:
        return []
    if question.clauses[0] in ("AF-3.5", "AF-9.3", "AF-18.27"):
        usual = _choose(table, question)
        return [option for option in question.options if option != usual]
    if question.clauses[0] != "AF-11.2":
        return []
    thumb = Thumb(table, question.seat)
    useless = [
        option_name(card, number)
        for card, number in replies(table, question.seat)
        if thumb.action(card, number) <= ONLY_COSTS
    ]
    return [*useless, PASS_TURN]


# Answers


def _choose(table: Table, question: Choose) -> str:
    options, seat = question.options, question.seat
    match question.clauses[0] if question.clauses else "":
        case "AF-11.2":
            return _respond(table, seat, options)
        case "AF-3.5":
            return max(options, key=lambda each: die(each).average)
        case "AF-9.3" | "AF-18.27":
            filled = occupants(table.players[seat])
            return min(options, key=lambda way: _crowd(filled, way))
        case "AF-10.12" | "AF-17.11" | "AF-18.41" | "AF-9.11" | "AF-18.4":
            return min(options, key=lambda card: _card_or_nothing(card))
        case "AF-18.38":
            return options[-1]
        case "AF-18.5":
            mine = reading(table, seat, "charisma")
            return (
                options[0] if mine >= reading(table, table.other(seat), "charisma") else options[1]
            )
        case "AF-14.6":
            return options[1]
        case "AF-17.5" | "AF-7.9" | "AF-20.6" | "AF-18.14":
            player = table.players[seat]
            return max(options, key=lambda card: _wanted(player, card))
        case "AF-20.14":
            return _target(table, seat, options, question.prompt)
        case "AF-18.40":
            thumb = Thumb(table, seat)
            return options[0] if thumb.blow("attack") >= thumb.blow("parley") else options[1]
        case "AF-20.7":
            return _either(table, seat, options)
        case _:
            return options[0]


def _respond(table: Table, seat: str, options: tuple[str, ...]) -> str:
    """Answer with what is worth most now, if it is worth its cost."""
    chosen, most = PASS, 0.3
    if len(options) == len((PASS, PASS_TURN)):
        return chosen
    thumb = Thumb(table, seat)
    for option in options:
        if option not in (PASS, PASS_TURN):
            card, _, number = option.partition(" (")
            worth = thumb.action(card, int(number[:-1] or 1))
            if worth > most:
                chosen, most = option, worth
    return chosen


def _either(table: Table, seat: str, options: tuple[str, ...]) -> str:
    if options[0].startswith("make a Simple"):
        thumb = Thumb(table, seat)
        return options[0] if thumb.blow("attack") >= thumb.blow("parley") else options[1]
    return options[0] if options[0].startswith("play") else options[-1]


def _crowd(filled: dict[str, str], way: str) -> float:
    slots = [slot for slot in way.split(" and ") if slot in filled]
    return sum(_worth_alone(printed_on(filled[slot]).id) for slot in slots)


def _card_or_nothing(card: str) -> float:
    return _worth_alone(printed_on(card).id)


def _wanted(player: Player, card: str) -> float:
    return card_worth(player, printed_on(card)) if "#" in card else 0.5


def _target(table: Table, seat: str, options: tuple[str, ...], prompt: str) -> str:
    """Harm the other seat's best card; of one's own, a Consumed one or the least."""
    theirs = [card for card in options if card in table.players[table.other(seat)].cards]
    if theirs:
        return max(theirs, key=_card_or_nothing)
    marks = table.players[seat].cards
    return min(options, key=lambda card: (not marks[card].consumed, _card_or_nothing(card)))


def _number(table: Table, question: Number) -> int:
    if question.clauses[:1] == ("AF-10.11",):
        return max(question.low, question.high - 2)
    return question.high
