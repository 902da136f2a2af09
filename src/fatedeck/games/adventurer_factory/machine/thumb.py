"""What a card, an action or a blow is worth to a seat, by rule of thumb.

Worth is counted in points: a point is about one Health of a player in no danger. It rests on one's
own hand and what lies open, nothing else.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from fatedeck.games.adventurer_factory.data import Card, Cost, Die, Effect, Value, die
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules.stats import dice, for_and_against, reading, symbols
from fatedeck.games.adventurer_factory.rules.words import (
    costs,
    counters,
    fighting,
    flow,
    in_play,
    piles,
)
from fatedeck.games.adventurer_factory.state import Kind, Player, Table

WON = 100.0


def card_worth(player: Player, printed: Card, provided: dict[str, int] | None = None) -> float:
    """A card in play brings Mind each turn, symbols that the hand waits for, stats and dice."""
    worth = worth_alone(printed.id)
    if printed.provides:
        provided = symbols(player) if provided is None else provided
        for symbol, n in printed.provides.items():
            have = provided.get(symbol, 0)
            waiting = sum(printed_on(card).needs.get(symbol, 0) > have for card in player.holds())
            worth += 1.5 * n * min(waiting, 4)
    return worth


@cache
def worth_alone(name: str) -> float:
    printed = printed_on(name)
    worth = 2.0 + 0.25 * printed.cost
    for each, n in printed.mods.items():
        worth += n * {"attack": 1.5, "defence": 1.3, "charisma": 1.5}[each]
    worth -= sum(printed.opp_mods.values()) * 1.5
    worth += max((die(each).average for each in printed.dice.attack), default=1.0) - 1
    worth += max((die(each).average for each in printed.dice.parley), default=1.0) - 1
    for effect in printed.on_play:
        if (
            isinstance(effect, counters.Gain | counters.Lose)
            and isinstance(effect.n, int)
            and effect.who == "self"
        ):
            worth += 0.4 * effect.n * (1 if isinstance(effect, counters.Gain) else -1)
    worth += 1.0 * len(printed.actions) + len(printed.triggers)
    if printed.id in ("cashflow", "begging_for_scraps"):
        worth -= 4
    return worth


@cache
def expected(rolled: Die, delta: int) -> float:
    """The expected damage of a roll with these stats; the total is never below 0. AF-12.5."""
    faces = list(product(range(1, rolled.sides + 1), repeat=rolled.count))
    return sum(max(0, sum(face) + rolled.plus + delta) for face in faces) / len(faces)


class Thumb:
    """One seat's quick judgement of a position; `caution` weighs its own Health and Willpower."""

    __slots__ = ("_blows", "caution", "foe", "foe_seat", "me", "seat", "table")

    def __init__(self, table: Table, seat: str, caution: float = 1.0) -> None:
        self.table, self.seat, self.caution = table, seat, caution
        self.foe_seat = table.other(seat)
        self.me, self.foe = table.players[seat], table.players[self.foe_seat]
        self._blows: dict[tuple[Kind, float, str | None], float] = {}

    def action(self, card: str, number: int) -> float:
        """What this action brings, less what it costs."""
        printed = printed_on(card)
        action = printed.actions[number - 1]
        worth = sum(self.effect(effect) for effect in action.effect)
        worth -= sum(self.cost(cost, printed) for cost in action.costs)
        return worth - (1.2 if printed.consumable else 0.05)

    def cost(self, cost: Cost, printed: Card) -> float:
        match cost:
            case costs.Pay(stat=counter, n=int(n)):
                return n * self.own(counter, n)
            case costs.DiscardThis() | costs.ShuffleThisIntoDeck():
                return worth_alone(printed.id) - (
                    1.0 if isinstance(cost, costs.ShuffleThisIntoDeck) else 0.0
                )
            case costs.DiscardOwnInPlay():
                return 3.5
            case costs.DiscardFromHand():
                return 2.0
            case costs.PlayAndAttach():
                return -2.0
            case costs.Consume():
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
        return self.caution * (0.5 if left > 14 else 1.0 if left > 7 else 2.0)

    def hit(self, counter: str, amount: float) -> float:
        """What it is worth to take so much from the other seat."""
        if counter == "mind":
            return 0.4 * amount
        left: int = getattr(self.foe, counter)
        if left and amount >= left:
            return WON
        return amount * min(4.0, 16 / max(left, 1))

    def blow(self, kind: Kind, added: float = 0.0, own_die: str | None = None) -> float:
        """A Simple Attack or Parley with the best die."""
        key = kind, added, own_die
        if key not in self._blows:
            self._blows[key] = self.hit(
                "health" if kind == "attack" else "willpower", self.damage(kind, own_die) + added
            )
        return self._blows[key]

    def damage(self, kind: Kind, own_die: str | None = None) -> float:
        mine, theirs = for_and_against(self.table, self.seat, kind)
        rolled = die(own_die) if own_die else dice(self.table, self.seat, kind)[-1]
        return expected(rolled, mine - theirs)

    def effect(self, effect: Effect) -> float:
        match effect:
            case counters.Gain():
                if effect.who == "both":
                    return 0.0
                return self._gain(effect.stat, self.amount(effect.n))
            case counters.Lose():
                amount = self.amount(effect.n)
                theirs = 0.0 if effect.who == "self" else self.hit(effect.stat, amount)
                mine = 0.0 if effect.who == "opponent" else amount * self.own(effect.stat)
                return theirs - mine
            case fighting.Blow():
                return self.blow(effect.kind, self._added(effect), effect.die)
            case fighting.MakeOtherEncounter():
                return max(self.blow("attack"), self.blow("parley"))
            case fighting.NegateDamage():
                return self._negated(effect)
            case flow.If():
                return 0.6 * sum(self.effect(each) for each in effect.then)
            case flow.ChooseOne():
                return max(self.effect(each) for each in effect.options)
            case flow.ChooseNumber():
                return effect.up_to * self.effect(effect.what)
            case counters.Set():
                return WON if effect.who == "opponent" else 0.0
            case counters.Transfer():
                return 0.8 * min(self.foe.mind, max(0, self.amount(effect.up_to)))
            case piles.Search():
                return self._search(effect)
            case piles.Move() | piles.Draw():
                return 1.6 if isinstance(effect, piles.Draw) or self.me.discard else 0.0
            case in_play.ReturnToHand() | in_play.DiscardFromPlay():
                return 3.0 if self.foe.cards else 0.0
            case in_play.ShuffleIntoDeck(which=None):
                return 2.0 if any(mark.consumed for mark in self.me.cards.values()) else -1.0
            case fighting.SkipEncounter():
                threat = 3.0 if effect.who == "opponent" else -3.0
                return 0.0 if effect.who == "opponent" and self.foe.skip_next else threat
            case fighting.ForbidEncounter():
                return 3.0
            case fighting.Ward():
                return 1.5
            case (
                counters.Modify()
                | counters.SetStat()
                | fighting.Roll()
                | fighting.Immune()
                | fighting.CountEncounterAsSkipped()
            ):
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

    def _added(self, effect: fighting.Blow) -> float:
        if not effect.add_damage:
            return 0.0
        share = 1.0 if effect.if_natural_at_most is None else 0.4
        return share * self.amount(effect.add_damage)

    def _gain(self, counter: str, amount: float) -> float:
        if counter == "mind":
            return 0.5 * amount
        left: int = getattr(self.me, counter)
        worth = self.caution * amount * (0.3 if left > 14 else 0.8 if left > 7 else 1.8)
        return worth + (WON if not left else 0.0)

    def _negated(self, effect: fighting.NegateDamage) -> float:
        back = {"health": 0, "willpower": 0}
        for event in effect.events(self.table, self.seat):
            back[event.stat] += event.loss
        return sum(self._gain(counter, amount) for counter, amount in back.items() if amount)

    def _search(self, effect: piles.Search) -> float:
        if effect.filter.type == "Class":
            held = [card for card in self.me.holds() if printed_on(card).permanent]
            provided = symbols(self.me)
            stuck = sum(
                any(provided.get(symbol, 0) < n for symbol, n in printed_on(card).needs.items())
                for card in self.me.holds()
            )
            return 3.5 if stuck and not held and len(provided) < 5 else 0.0
        return 2.0
