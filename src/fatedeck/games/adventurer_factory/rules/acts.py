"""One text being carried out: who does it, what it has brought, its values and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import (
    Card,
    Condition,
    Die,
    Effect,
    Until,
    Value,
    Who,
    die,
    title,
)
from fatedeck.games.adventurer_factory.looks import moments
from fatedeck.games.adventurer_factory.rules.stats import (
    FLAT,
    count_in_play,
    dice,
    is_rewritten,
    reading,
)
from fatedeck.games.adventurer_factory.state import Kind, Mark, Player, Rolled, Table, is_in_play


class Act:
    """A card's text at work for its controller. What it remembers are the words of AF-20.15."""

    x = damage = natural = negated = restored = 0
    roll_self = roll_opponent = 0
    cost_of_discarded_card = cost_of_that_card = 0
    chosen = found = picked = played = ""
    won = False

    def __init__(
        self,
        game: Game[Table],
        seat: str,
        card: str,
        printed: Card,
        mark: Mark,
        encounter: bool = False,
    ) -> None:
        self.game, self.table, self.seat = game, game.state, seat
        self.player = self.table.players[seat]
        self.foe_seat = self.table.other(seat)
        self.foe = self.table.players[self.foe_seat]
        self.card, self.printed, self.mark, self.encounter = card, printed, mark, encounter
        self.rewritten = bool(mark.host) and is_rewritten(self.player, mark)

    def still_here(self) -> bool:
        """Whether this very card is still on the table; a returned one is another. AF-1.6."""
        return self.player.cards.get(self.card) is self.mark

    def seats(self, who: Who) -> tuple[str, ...]:
        """The seats that a word means, the controller first. AF-20.14."""
        if who == "self":
            return (self.seat,)
        return (self.foe_seat,) if who == "opponent" else (self.seat, self.foe_seat)

    def last_turn(self, until: Until) -> int:
        """The number of the turn with which a duration ends. AF-13.4, AF-20.17."""
        if until == "end_of_turn":
            return self.table.turn
        return self.table.turn + (2 if self.table.active == self.foe_seat else 1)


def carry_out_all(effects: Sequence[Effect], act: Act) -> None:
    """In the order of the data, each finished before the next; impossible parts are passed over.

    AF-10.15, AF-10.16.
    """
    for effect in effects:
        effect.do(act)


# Dice


def roll(game: Game[Table], rolled: Die) -> tuple[list[int], int]:
    """What each die shows, and the result with the constant; 1d1 needs no chance.

    AF-3.2, AF-3.6.
    """
    if rolled is FLAT or rolled.sides == 1:
        return [1] * rolled.count, rolled.count + rolled.plus
    shown = [game.roll(rolled.sides) for _ in range(rolled.count)]
    return shown, sum(shown) + rolled.plus


def choose_die(game: Game[Table], seat: str, kind: Kind) -> Die:
    """The roller picks one of the dice just before the roll; any does as well as none. AF-3.5."""
    options = dice(game.state, seat, kind)
    if len(options) == 1:
        return options[0]
    named = {str(option): option for option in reversed(options)}
    prompt = f"Which {kind.title()} Die do you roll?"
    labels = {str(FLAT): "No die: it counts as 1"}
    real = [name for name, option in named.items() if option is not FLAT]
    moot = real[0] if len(real) == 1 else ""
    return game.choose_among(seat, "die", prompt, named, "AF-3.5", labels=labels, moot=moot)


def roll_die(game: Game[Table], seat: str, kind: Kind) -> tuple[int, int]:
    """Pick and roll the Attack or the Parley Die; an Attack Die roll is remembered. AF-3.5."""
    return roll_for(game, seat, kind, choose_die(game, seat, kind))


_DICE = {"attack": "Attack Die", "parley": "Parley Die"}


def roll_for(game: Game[Table], seat: str, kind: Kind, rolled: Die) -> tuple[int, int]:
    """Roll this die as a seat's Attack or Parley Die, and remember it. AF-3.6, AF-20.2.

    The natural result, and the result.
    """
    shown, result = roll(game, rolled)
    natural = sum(shown)
    if kind == "attack":
        game.state.players[seat].attack_rolls.append(result)
    if rolled.sides > 1:
        game.state.rolled.append(Rolled(seat, kind, str(rolled), natural))
        game.show(moments.roll, seat, _DICE[kind], rolled, shown)
    return natural, result


# Values, AF-20.15


def value(act: Act, wanted: Value) -> int:
    """A number, a die rolled now (AF-3.9), a word, a sum or difference of them.

    What must not turn negative is floored: Witty Riposte's Charisma (AF-18.51).
    """
    if isinstance(wanted, int):
        return wanted
    terms, floored = _terms(wanted)
    total = sum(sign * _word(act, word) for sign, word in terms)
    return max(0, total) if floored else total


@cache
def _terms(text: str) -> tuple[tuple[tuple[int, str], ...], bool]:
    """A value taken apart: signed words, and whether it stops at 0.

    >>> _terms("max(0, charisma.self - charisma.opponent)")
    (((1, 'charisma.self'), (-1, 'charisma.opponent')), True)
    """
    floored = re.fullmatch(r"max\(0, (.*)\)", text)
    words = (floored[1] if floored else text).split()
    signs = {"+": 1, "-": -1}
    terms = [(1, words[0])]
    terms += [(signs[sign], word) for sign, word in zip(words[1::2], words[2::2], strict=True)]
    return tuple(terms), floored is not None


def _word(act: Act, word: str) -> int:
    match word:
        case "x":
            return act.x
        case "damage":
            return act.damage
        case "roll_self":
            return act.roll_self
        case "roll_opponent":
            return act.roll_opponent
        case "charisma.self":
            return reading(act.table, act.seat, "charisma")
        case "charisma.opponent":
            return reading(act.table, act.foe_seat, "charisma")
        case "cost_of_discarded_card":
            return act.cost_of_discarded_card
        case "cost_of_that_card":
            return act.cost_of_that_card
        case _:
            rolled = die(word)
            shown, result = roll(act.game, rolled)
            act.game.show(moments.roll, act.seat, act.printed.name, rolled, shown)
            return result


# Conditions


def gate_holds(table: Table, seat: str, card: str, gate: Condition) -> bool:
    """Whether an action's "if" holds, without which it cannot be declared. AF-10.14, AF-20.2."""
    me, foe_seat = table.players[seat], table.other(seat)
    foe = table.players[foe_seat]
    if gate.attached_here is not None:
        under = len(me.attached_to(card)) + len(me.cards[card].under)
        return gate.attached_here.holds(under)
    if gate.own_in_play is not None:
        return count_in_play(me, gate.own_in_play.filter) >= gate.own_in_play.at_least
    if gate.opponent_in_play is not None:
        return count_in_play(foe, gate.opponent_in_play.filter) >= gate.opponent_in_play.at_least
    if gate.counters_here is not None:
        return gate.counters_here.holds(me.cards[card].counters)
    if gate.skipped_last_encounter is not None:
        return me.skipped
    if gate.took_damage_this_turn is not None:
        return took_damage(table, seat, gate.took_damage_this_turn)
    if gate.opponent_made_simple_attack_this_turn:
        return any(
            event.simple == "attack" and event.against == seat and not event.negated
            for event in table.events
        )
    if gate.opponent_encounter_damaged_you_this_turn:
        return any(
            event.encounter and event.against == seat and event.dealt and not event.negated
            for event in table.events
        )
    if gate.opponent_rolled_attack_die_this_turn:
        return bool(foe.attack_rolls)
    assert gate.sum_opponent_health_willpower is not None
    return gate.sum_opponent_health_willpower.holds(foe.health + foe.willpower)  # AF-18.17


def took_damage(table: Table, seat: str, stat: str) -> bool:
    """Whether this turn has damage of 1 or more against this seat, not negated. AF-2.16."""
    return any(
        event.against == seat and event.stat == stat and event.dealt and not event.negated
        for event in table.events
    )


def holds(act: Act, condition: Condition) -> bool:
    """A condition within an effect or of a trigger. AF-20.16."""
    if condition.damage is not None:
        return condition.damage.holds(act.damage)
    if condition.natural is not None:
        return condition.natural.holds(act.natural)
    if condition.negated_damage is not None:
        return condition.negated_damage.holds(act.negated)
    if condition.contest_won is not None:
        return act.won
    if condition.current_step is not None:
        return act.table.step == "encounter" and act.table.active == act.foe_seat
    if condition.roll_self_above == "roll_opponent":
        return act.roll_self > act.roll_opponent
    if condition.roll_self_above is not None:
        return act.roll_self > act.foe.attack_rolls[-1]  # AF-18.46
    assert condition.damage_dealt_this_turn is not None
    wanted = condition.damage_dealt_this_turn
    return any(
        sum(
            event.dealt
            for event in act.table.events
            if event.against == act.foe_seat and event.stat == stat and not event.negated
        )
        >= wanted.at_least
        for stat in wanted.stat_any
    )


# Choosing cards


def choose_card(
    game: Game[Table], seat: str, name: str, prompt: str, cards: Sequence[str], clause: str
) -> str:
    """One of these cards, by whoever carries out the text.

    There is no question where everyone sees that only one is there. Where a zone is hidden from the
    chooser the rule draws at random instead. AF-10.17.
    """
    if len(cards) == 1:
        return cards[0]
    return game.choose(seat, name, prompt, cards, clause, labels=titles(cards), of="card")


def titles(cards: Iterable[str]) -> dict[str, str]:
    """The names of cards as people read them."""
    return {card: title(card) for card in cards}


def in_play(player: Player, card: str) -> bool:
    return card in player.cards and is_in_play(player.cards[card])
