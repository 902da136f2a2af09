"""The odds of attacks and fights, against every order of the cards and against the real rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import randoms

from fatedeck.engine.cards import shuffle, shuffled
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Value
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.attacks import Attack, CreatureAttack
from fatedeck.games.realms_behind.rules.cards import JOKER, RANK, STANDARD
from fatedeck.games.realms_behind.rules.checks import PILE
from fatedeck.games.realms_behind.rules.encounter import EndTurn
from fatedeck.games.realms_behind.rules.weapons import weapons
from fatedeck.games.realms_behind.state import Table
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.distribution import Distribution
from tests.games.realms_behind.realms import fight, goblin, hero, in_words, item, only, table_of
from tests.odds.test_fights import assert_alike, at_random, study

WITH_JOKERS = (*STANDARD, JOKER, JOKER)
LOST, EMPTY, WON = "you are Downed", "your draw pile is empty", "the foe is Downed"


def counted(question: str, asked: Mapping[str, Value], cards: tuple[str, ...]) -> Distribution[str]:
    asked_of = study("realms-behind", question)
    return run_to_the_end(asked_of.pose_from({**asked_of.usual, **asked}, cards))


# Every order of small piles


def is_heart(card: str) -> bool:
    """The owner of a Joker calls it a Heart. RB-1.5."""
    return card.endswith("H") or card == JOKER


def blow_by_blow(
    asked: Mapping[str, int], hand: list[str], order: list[str], *, yours: bool
) -> Iterator[tuple[str, Fraction]]:
    """One fight with the pile in this order, over all cards that the GM may turn.

    RB-4.2, RB-4.7, RB-5.5, RB-5.7, RB-6.4, RB-8.5, RB-12.2, RB-13.2.
    """
    wounded = asked["health"] <= asked["deep"]
    if yours:
        hand, order, turned = list(hand), list(order), []
        base = hand.pop(0) if hand else order.pop(0)
        fails = False
        if wounded:
            fails = not order
            turned = [order.pop(0)] if order else []
        health = asked["foe_health"]
        if not fails and min(RANK[card] for card in (base, *turned)) >= asked["need"]:
            health -= max(0, asked["damage"] + is_heart(base))
        if health <= 0:
            yield WON, Fraction(1)
        elif not order:
            yield EMPTY, Fraction(1)
        else:
            yield from blow_by_blow({**asked, "foe_health": health}, hand, order, yours=False)
        return
    need = asked["foe_need"] - 2 * wounded - 2 * (not hand)
    struck = Counter(
        max(0, asked["foe_damage"] + is_heart(card)) if RANK[card] >= need else 0
        for card in STANDARD
    )
    for points, ways in struck.items():
        share, left = Fraction(ways, len(STANDARD)), asked["health"] - points
        if left <= 0:
            yield LOST, share
            continue
        for end, chance in blow_by_blow({**asked, "health": left}, hand, order, yours=True):
            yield end, share * chance


@settings(deadline=None, max_examples=150, derandomize=True)
@given(randoms(use_true_random=True))
def test_a_fight_is_what_all_orders_of_a_small_pile_come_to(luck: Random) -> None:
    """Random piles, hands, needs, damage and Health, either side first."""
    cards = luck.sample(WITH_JOKERS, luck.randint(1, 6))
    pile = cards[: luck.randint(1, min(4, len(cards)))]
    hand, need = cards[len(pile) :], luck.randint(1, 14)
    terms = {
        "need": need,
        "damage": luck.randint(-2, 4),
        "foe_need": luck.randint(2, 16),
        "foe_damage": luck.randint(-2, 4),
        "foe_health": luck.randint(1, 7),
        "deep": luck.randint(1, 4),
    }
    shallow, first = luck.randint(0, 3), luck.choice(["you", "foe"])
    found: dict[str, Fraction] = {}
    spent = sorted(hand, key=lambda card: (RANK[card] < need, RANK[card], not is_heart(card)))
    fought = {**terms, "health": shallow + terms["deep"]}
    for order in permutations(pile):
        for end, chance in blow_by_blow(fought, spent, list(order), yours=first == "you"):
            found[end] = found.get(end, Fraction(0)) + chance / factorial(len(pile))
    asked: dict[str, Value] = {**terms, "shallow": shallow, "hand": ",".join(hand), "first": first}
    assert counted("fight", asked, tuple(cards)).chances() == found


def test_a_first_blow_that_downs_you_ends_the_fight() -> None:
    """By hand: the creature is first, any of 20 cards hits, and one hit is enough. RB-13.3."""
    terms: dict[str, Value] = {"need": 1, "damage": 9, "shallow": 1, "deep": 1, "hand": "KH"}
    foe: dict[str, Value] = {"foe_need": 9, "foe_damage": 2, "foe_health": 9, "first": "foe"}
    assert counted("fight", {**terms, **foe}, STANDARD).chances() == {
        LOST: Fraction(20, 52),
        WON: Fraction(32, 52),
    }


def test_a_long_fight_that_nothing_but_the_pile_ends() -> None:
    """By hand: nobody is ever hurt, and 52 cards are turned. RB-4.5."""
    terms = {"need": 30, "damage": 9, "shallow": 9, "deep": 9}
    foe = {"foe_need": 30, "foe_damage": 2, "foe_health": 60}
    assert counted("fight", {**terms, **foe}, STANDARD).chances() == {EMPTY: Fraction(1)}


@pytest.mark.parametrize(("health", "chance"), [(169, 1), (170, 0)])
def test_very_much_health(health: int, chance: int) -> None:
    """By hand: all 52 cards hit for 3, the 13 Hearts for 4, so they deal 169 in all. RB-6.4."""
    terms = {"need": 1, "damage": 3, "shallow": 99, "deep": 99}
    foe = {"foe_need": 20, "foe_damage": 0, "foe_health": health}
    assert counted("fight", {**terms, **foe}, STANDARD)[WON] == chance


# The real rules


def seated(luck: Random) -> tuple[Table, dict[str, Value], tuple[str, ...]]:
    """A random character beside a random goblin, and the same in the words of the question."""
    table = table_of(Ana="orrin", jokers=True)
    ana = hero(table, body=luck.randint(2, 6))
    if luck.random() < 0.5:
        item(ana, luck.choice(["medium-armor", "juggernaut-armor"]))
    ana.skills["melee"] = luck.randint(0, 2)
    cards = luck.sample(WITH_JOKERS, luck.randint(8, 52))
    hand = cards[: luck.randint(0, 4)]
    only(ana, " ".join(hand), " ".join(cards[len(hand) :]))
    ana.deck = shuffled(ana.deck)
    ana.shallow, ana.deep = luck.randint(0, ana.shallow), luck.randint(1, ana.deep)
    ana.fortune = ana.will = ana.madness = 0
    foe = goblin(table, level=luck.randint(2, 4))
    foe.health = luck.randint(4, 40)
    fight(table, "Ana", "Goblin")
    return table, in_words(table, luck.choice(["you", "foe"])), tuple(cards)


def choose(need: int, question: Question) -> Answer:
    """No gamble, no Fortune; the better Defence; the lowest card that hits, else the lowest."""
    if isinstance(question, Number):
        return 0
    assert isinstance(question, Choose)
    if "Parry" in question.options:
        return max(question.options, key=lambda name: int(question.notes[name]))
    cards = [card for card in question.options if card in RANK]
    if cards:
        return min(cards, key=lambda card: (RANK[card] < need, RANK[card], not is_heart(card)))
    return question.options[0]


def fought(luck: Random, table: Table, asked: Mapping[str, Value]) -> str:
    """The fight by the real rules; the GM deck is whole whenever a card of it is turned."""
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    need, weapon = int(str(asked["need"])), weapons(ana)[0]
    game = Game(table, at_random(luck, lambda question: choose(need, question)), ())
    yours = asked["first"] == "you"
    if not yours:
        ruleset.perform(game, "Ana", EndTurn())
    while True:
        if yours:
            ruleset.perform(game, "Ana", Attack(weapon.name, "Goblin"))
            if not foe.health:
                return WON
            if not len(ana.deck):
                return EMPTY
            ruleset.perform(game, "Ana", EndTurn())
        yours = True
        shuffle(table.gm_deck, table.gm_discard)
        ruleset.perform(game, "GM", CreatureAttack("Ana"))
        if not ana.deep:
            return LOST
        ruleset.perform(game, "GM", EndTurn())


@settings(deadline=None, max_examples=15, derandomize=True)
@given(randoms(use_true_random=True))
def test_a_fight_of_a_random_character_by_the_real_rules(luck: Random) -> None:
    """Armour, Health, hand, pile and foe at random, also Wounded or Exhausted from the start."""
    table, asked, cards = seated(luck)
    codec = Codec(ruleset)
    snapshot = codec.encode(table)
    exact = counted("fight", asked, cards)
    assert_alike(exact, lambda luck: fought(luck, codec.decode(snapshot), asked), 600)


def test_a_fight_with_much_health_by_the_real_rules() -> None:
    """Health 24 in armour against 60: long, open, and counted as any other. RB-13.2."""
    table = table_of(Ana="orrin")
    ana = hero(table, body=4)
    ana.skills["melee"] = 3
    item(ana, "medium-armor")
    only(ana, "9H 3C KS", " ".join(card for card in STANDARD if card not in ("9H", "3C", "KS")))
    ana.deck = shuffled(ana.deck)
    ana.fortune = ana.will = ana.madness = 0
    goblin(table, level=2).health = 60
    fight(table, "Ana", "Goblin")
    asked = in_words(table, "you")
    codec = Codec(ruleset)
    snapshot = codec.encode(table)
    exact = counted("fight", asked, STANDARD)
    assert min(exact[LOST], exact[WON]) > Fraction(1, 10)
    assert_alike(exact, lambda luck: fought(luck, codec.decode(snapshot), asked))


@settings(deadline=None, max_examples=12, derandomize=True)
@given(randoms(use_true_random=True))
def test_the_damage_of_an_attack_is_what_the_rules_make_it(luck: Random) -> None:
    """Every way that an attack on a random target can go, with its exact chance.

    All cards come from the pile; Fortune buys Advantage, Wounds and Frightened bring Disadvantage.
    RB-6.4, RB-8.3 to RB-8.6, RB-10.6, RB-12.2, RB-12.8, RB-13.2.
    """
    table, asked, _ = seated(luck)
    ana = table.players["Ana"]
    cards = luck.sample(WITH_JOKERS, luck.randint(4, 9))
    only(ana, "", " ".join(cards))
    ana.deck = shuffled(ana.deck)
    ana.statuses.frightened = luck.randint(0, 1)
    ana.fortune = luck.randint(0, 2) if luck.random() < 0.7 else 0
    gambles, fortune = luck.randint(0, 2), ana.fortune
    worse = (not ana.shallow) + ana.statuses.frightened
    table.creatures["Goblin"].health = whole = 60
    codec = Codec(ruleset)
    snapshot = codec.encode(table)

    def decide(table: Table, question: Question) -> Answer:
        if isinstance(question, Number):
            return gambles if question.name == "gambles" else fortune
        assert isinstance(question, Choose)
        if PILE in question.options:
            return PILE
        if question.name == "rank":
            return max(question.options, key=RANK.__getitem__)
        return choose(1, question)

    def run(game: Game[Table]) -> None:
        weapon = weapons(game.state.players["Ana"])[0]
        ruleset.perform(game, "Ana", Attack(weapon.name, "Goblin"))

    ends = Possibilities(
        lambda: codec.decode(snapshot),
        run,
        lambda after: f"{whole - after.creatures['Goblin'].health} damage",
        decide=decide,
    ).ends()
    terms: dict[str, Value] = {
        "need": asked["need"],
        "damage": asked["damage"],
        "advantage": fortune - worse,
        "gambles": gambles,
    }
    assert counted("attack", terms, tuple(cards)).chances() == ends
