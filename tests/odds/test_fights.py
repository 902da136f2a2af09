"""Fights of one against one: counted chances are what the real rules come to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial
from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis.strategies import DataObject, SearchStrategy, data, integers, lists, sampled_from
from hypothesis.strategies import permutations as permutations_of
from msgspec import Struct

from fatedeck.engine.cards import move, shuffle, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import NO, Game
from fatedeck.engine.offers import Value
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import CourseStudy
from fatedeck.engine.questions import Answer, Choose, Draw, Number, Question, Roll
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures import ruleset as adventures
from fatedeck.games.deck_of_adventures.odds.fights import Left, blows_needed
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creatures import place_creature
from fatedeck.games.deck_of_adventures.rules.decks import TOKEN
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rounds import EndTurn
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS, Character
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.attacks import Attack, CreatureAttack
from fatedeck.games.realms_behind.rules.cards import RANK
from fatedeck.games.realms_behind.rules.encounter import EndTurn as TurnOver
from fatedeck.games.realms_behind.rules.weapons import weapons
from fatedeck.games.realms_behind.state import Table as RealmsTable
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.odds.bouts import Exchange, Kind, Piles, Terms
from fatedeck.games.thousand_faces.odds.bouts import kind_of as card_kind
from fatedeck.games.thousand_faces.odds.fights import OUTCOMES
from fatedeck.games.thousand_faces.odds.followed import FLIP, OVER, Followed
from fatedeck.games.thousand_faces.odds.played import HERO
from fatedeck.games.thousand_faces.odds.played import Melee as PlayedMelee
from fatedeck.games.thousand_faces.rules.stamina import BUST
from fatedeck.games.thousand_faces.state import Power
from fatedeck.games.thousand_faces.state import Table as FacesTable
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.distribution import Distribution
from fatedeck.odds.sampling import deviations
from tests.games.deck_of_adventures.seated import a_table, hold, with_modifier
from tests.games.realms_behind.realms import fight, goblin, hero, holds, in_words, table_of
from tests.games.thousand_faces import tabletop

RUNS = 1500
MANY_RUNS = 2_500
"""So many show an error of 4 in 100; `make soak` plays them longer."""

WITHIN = 3.5
"""Standard deviations that a sample may be off; the seeds are fixed."""


def study(game: str, name: str) -> CourseStudy:
    [found] = [course for course in find_game(game).courses() if course.name == name]
    return found


def counted(
    game: str, name: str, asked: Mapping[str, Value], gone: tuple[str, ...] = ()
) -> Distribution[str]:
    asked_of = study(game, name)
    left = tuple(card for card in asked_of.cards if card not in gone)
    return run_to_the_end(asked_of.pose_from({**asked_of.usual, **asked}, left))


def sampled_fights(
    exact: Distribution[str], played: Callable[[random.Random], str], runs: int = RUNS
) -> Distribution[str]:
    """How often each outcome came in many fights by the real rules."""
    luck = random.Random(8)
    ends = [played(luck) for _ in range(runs)]
    assert set(ends) <= set(exact)
    return Distribution({outcome: ends.count(outcome) for outcome in exact})


def assert_alike(
    exact: Distribution[str], played: Callable[[random.Random], str], runs: int = RUNS
) -> None:
    sampled = sampled_fights(exact, played, runs)
    for outcome in exact:
        assert abs(deviations(sampled, outcome, exact[outcome])) < WITHIN, (outcome, sampled, exact)


def at_random(
    luck: random.Random, choose: Callable[[Question], Answer]
) -> Callable[[Question], Answer]:
    def answer(question: Question) -> Answer:
        if isinstance(question, Draw | Roll):
            return question.at(luck.randrange(question.size))
        return choose(question)

    return answer


# Deck of Adventures


def plain(who: Character, question: Question) -> Answer:
    """Act when Stunned, never redraw; tokens, no Aces, are spent against a Knock Out."""
    if isinstance(question, Number):
        tokens = who.tokens if question.seat == who.owner else 0
        return min(question.high, tokens) if question.name == "toughen-up" else question.low
    assert isinstance(question, Choose)
    if question.name.startswith("redraw"):
        return NO
    return TOKEN if TOKEN in question.options else question.options[0]


def adventure(
    luck: random.Random,
    terms: Mapping[str, int],
    foe: str = "Captain, Defender",
    gone: tuple[str, ...] = (),
) -> str:
    """One fight by the real rules, two who do nothing but attack."""
    table = a_table("Ana")
    ana = table.characters["Ana"]
    hold(table, "Ana")
    ana.tokens = terms.get("fate", 0)
    cards = table.decks["Ana"]
    cards.deck = shuffled(card for card in PLAYING_CARDS if card not in gone)
    enemy = place_creature(table, foe, "foes")
    for who in (ana, enemy):
        who.powers, who.weapons, who.weapon, who.vulnerabilities = ["Attack, Weapon"], [], "", []
        for stat in ("Finesse", "Brute"):
            with_modifier(who, stat, terms.get("modifier" if who is ana else "foe_modifier", 0))
        who.attributes["AGL"] = who.ap = 0
    table.decks[enemy.deck].fate.top.clear()
    ana.hp = ana.max_hp = terms.get("hp", 5)
    enemy.hp = enemy.max_hp = terms.get("foe_hp", 5)
    ana.ar, enemy.ar = terms.get("ar", 3), terms.get("foe_ar", 3)
    for who, damage in ((ana, terms.get("damage", 1)), (enemy, terms.get("foe_damage", 1))):
        who.powers += ["Attack, Weapon 2"] * (damage - 1)
    game = Game(table, at_random(luck, partial(plain, ana)))
    adventures.perform(game, "GM", StartCombat())
    while ana.hp and enemy.hp:
        assert table.combat is not None
        assert table.combat.turn is not None
        name = table.combat.turn.who
        who, other = (ana, enemy) if name == "Ana" else (enemy, ana)
        seat = "Ana" if who is ana else "GM"
        adventures.perform(game, seat, UsePower("Attack, Weapon", targets=[other.name]))
        if ana.hp and enemy.hp:
            adventures.perform(game, seat, EndTurn())
    return "the foe is Knocked Out" if ana.hp else "you are Knocked Out"


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"hp": 3, "foe_hp": 4, "modifier": 1, "foe_ar": 2},
        {"hp": 2, "foe_hp": 4, "fate": 2, "damage": 2, "ar": 4},
    ],
)
def test_a_fight_of_dealers(terms: dict[str, int]) -> None:
    """DOA-124, DOA-125, DOA-170, DOA-173, DOA-192, DOA-37."""
    exact = counted("deck-of-adventures", "fight", terms)
    assert_alike(exact, partial(adventure, terms=terms))


def test_a_fight_with_a_minion_from_a_worn_deck() -> None:
    """Only high cards are left: first, and far from low Target Cards. DOA-55, DOA-190."""
    gone = tuple(card for card in PLAYING_CARDS if card[0] not in "A0JQK1")
    terms = {"hp": 2, "foe_hp": 2}
    exact = counted("deck-of-adventures", "fight", terms, gone)
    assert_alike(exact, partial(adventure, terms=terms, foe="Grunt", gone=gone))


@pytest.mark.parametrize("hand", [-1, 0, 1])
@pytest.mark.parametrize(("criticals", "hits", "misses"), [(1, 2, 3), (0, 3, 3), (1, 1, 4)])
def test_every_order_of_a_small_deck(criticals: int, hits: int, misses: int, hand: int) -> None:
    """The attack that takes the last point, over all orders; one card is kept. DOA-98, DOA-173."""
    deck = "C" * criticals + "H" * hits + "M" * misses
    drawn = 1 + abs(hand)
    found: Counter[int] = Counter()
    for order in permutations(deck):
        points = 3
        for attack in range((len(deck) - 1) // drawn):
            ranked = sorted(order[attack * drawn : (attack + 1) * drawn], key="MHC".index)
            points -= {"M": 0, "H": 1, "C": 2}[ranked[-1] if hand >= 0 else ranked[0]]
            if points <= 0:
                found[attack] += 1
                break
    chances = blows_needed(Left(criticals, hits, misses), hand, 1, 3)
    assert [chance * factorial(len(deck)) for chance in chances] == [
        found[attack] for attack in range(len(chances))
    ]


# The Realms Behind


def realms_fight(luck: random.Random, *, hand: str = "", gm_shuffles: bool = True) -> str:
    """Ana and a goblin by the real rules; the lowest card that hits is spent."""
    table, terms = realms_table(hand)
    need = int(str(terms["need"]))

    def choose(question: Question) -> Answer:
        if isinstance(question, Number):
            return 0
        assert isinstance(question, Choose)
        if "Parry" in question.options:
            return max(question.options, key=lambda name: int(question.notes[name]))
        cards = [card for card in question.options if card in RANK]
        if cards:
            return min(cards, key=lambda c: (RANK[c] < need, RANK[c], not c.endswith("H")))
        return question.options[0]

    game = Game(table, at_random(luck, choose), ())
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    weapon = weapons(ana)[0]
    while True:
        ruleset.perform(game, "Ana", Attack(weapon.name, "Goblin"))
        if not foe.health:
            return "the foe is Downed"
        if not len(ana.deck):
            return "your draw pile is empty"
        ruleset.perform(game, "Ana", TurnOver())
        if gm_shuffles:
            shuffle(table.gm_deck, table.gm_discard)
        ruleset.perform(game, "GM", CreatureAttack("Ana"))
        if not ana.deep:
            return "you are Downed"
        ruleset.perform(game, "GM", TurnOver())


def realms_table(hand: str) -> tuple[RealmsTable, dict[str, Value]]:
    """Ana beside a goblin, and the same in the words of the question."""
    table = table_of(Ana="orrin")
    ana = hero(table)
    holds(ana, hand)
    ana.fortune = ana.will = ana.madness = 0
    goblin(table, level=3)
    fight(table, "Ana", "Goblin")
    return table, in_words(table, "you")


@pytest.mark.parametrize("hand", ["", "9H 3C KS"])
@pytest.mark.parametrize("gm_shuffles", [True, False])
def test_a_fight_with_a_creature(hand: str, gm_shuffles: bool) -> None:
    """RB-4.2, RB-5.5, RB-5.7, RB-6.4, RB-12.2, RB-13.2; also when the GM deck is not reshuffled."""
    _, terms = realms_table(hand)
    exact = counted("realms-behind", "fight", terms)
    assert_alike(exact, partial(realms_fight, hand=hand, gm_shuffles=gm_shuffles))


# A Thousand Faces


class Melee(Struct, frozen=True):
    """Terms of a fight of Ana and an ogre."""

    strength: int = 4
    net: int = 0
    weapon: Power = "d6"
    power: Power = "d6"
    stamina: int = 8
    armour: int = 0
    wounds: int = 0
    numbers: Literal["cards", "dice"] = "dice"
    cards: tuple[str, ...] = catalogue.deck_cards()
    exhausted: tuple[str, ...] = ()

    def asked(self) -> dict[str, Value]:
        """The same in the words of the question, about a Deckahedron of these cards alone."""
        return {
            "suit": tabletop.player(self.strength).suit("str"),
            "net": f"{self.net:+}" if self.net else "0",
            "weapon": self.weapon,
            "power": self.power,
            "stamina": self.stamina,
            "armour": self.armour,
            "wounds": self.wounds,
            "numbers": self.numbers,
            "gone": "removed",
            "added": ",".join(card for card in self.cards if card in catalogue.wound_cards()),
        }

    @property
    def played(self) -> PlayedMelee:
        """The same fight by the real rules."""
        return PlayedMelee(terms(self), self.cards, (self.stamina, self.armour), self.exhausted)


def faces_fight(luck: random.Random, melee: Melee) -> str:
    """Mixing it up with an ogre by the real rules until one of them is out."""
    out, beaten = melee.played.fight(lambda question: question.at(luck.randrange(question.size)))
    if out:
        return "both are out" if beaten else "you are out"
    return "the foe is out"


WORN = tuple(
    card for card in catalogue.deck_cards() if card not in ("D01", "D02", "D03", "D11", "D12")
)
FEW = ("D01", "D04", "D05", "D10", "D12", "D14", "D15", "D17", "D20")


FIGHTS = [
    Melee(),
    Melee(strength=2, net=1, weapon="d4", power="d10", stamina=6, armour=1, wounds=2, cards=WORN),
    Melee(strength=3, net=-2, power="d4", stamina=4, wounds=1, cards=WORN[3:]),
    Melee(strength=1, weapon="1", power="1", stamina=5, numbers="cards"),
    Melee(weapon="d4", power="d6", stamina=7, wounds=1, numbers="cards", cards=FEW),
    Melee(strength=3, net=1, power="d4", stamina=9, armour=1, numbers="cards", cards=WORN[:10]),
]


@pytest.mark.parametrize("melee", FIGHTS)
def test_mixing_it_up(melee: Melee) -> None:
    """TFA-50, TFA-78, TFA-86, TFA-87, TFA-93, TFA-102, TFA-110, TFA-119, TFA-342."""
    assert_alike(counted_melee(melee), partial(faces_fight, melee=melee), MANY_RUNS)


def counted_melee(melee: Melee) -> Distribution[str]:
    gone = tuple(card for card in catalogue.deck_cards() if card not in melee.cards)
    return counted("thousand-faces", "fight", melee.asked(), gone)


def test_every_set_of_cards_is_followed_if_asked_to() -> None:
    """Two Wounds among 8 cards are only played, which is right to 1 in 100. TFA-86, TFA-110."""
    melee = Melee(weapon="d4", power="d10", stamina=5, wounds=2, numbers="cards", cards=FEW[1:])
    asked_of = study("thousand-faces", "fight")
    quick = asked_of.pose_from({**asked_of.usual, **melee.asked()}, melee.cards)
    always = asked_of.pose_from({**melee.asked(), "follow": "always"}, melee.cards)
    assert quick.title == f"{always.title}, played 20,000 times"
    played, exact = run_to_the_end(quick), run_to_the_end(always)
    assert all(abs(played[outcome] - exact[outcome]) < Fraction(1, 100) for outcome in exact)


def test_cards_that_are_gone_are_exhausted() -> None:
    """Numbers are revealed from them and bring them back: of 20 cards 9 lie in that pile. TFA-86.

    A fresh deck of which they were moved there, against the answer to the question; a Deckahedron
    of 11 cards fares worse.
    """
    melee = Melee(power="d4", numbers="cards")
    gone = (*(f"D{n:02}" for n in range(1, 7)), "D11", "D12", "D13")
    terms = {**melee.asked(), "gone": "exhausted"}

    def fought(luck: random.Random) -> str:
        table = melee.played.table()
        you, ogre = table.players[HERO], table.foes[0]
        for card in gone:
            move(card, you.deck, you.exhaustion)
        game = Game(table, at_random(luck, lambda asked: melee.played.choose(table, asked)))
        while you.is_able() and ogre.stamina:
            melee.played.mix_it_up(game)
        if you.is_able():
            return "the foe is out"
        return "you are out" if ogre.stamina else "both are out"

    odds = counted("thousand-faces", "fight", terms, gone)
    sampled = sampled_fights(odds, fought)
    assert all(abs(sampled[end] - odds[end]) < Fraction(4, 100) for end in odds)
    smaller = counted("thousand-faces", "fight", melee.asked(), gone)
    assert odds["the foe is out"] - smaller["the foe is out"] > Fraction(5, 100)


@pytest.mark.parametrize(
    "melee",
    [
        Melee(weapon="d4", stamina=6, numbers="cards", cards=FEW[:4], exhausted=FEW[4:]),
        Melee(power="d4", stamina=5, wounds=1, numbers="cards", cards=FEW[5:], exhausted=FEW[:3]),
    ],
)
def test_a_fight_with_cards_exhausted_already(melee: Melee) -> None:
    """Followed body by body, in floats and in fractions, and played. TFA-86, TFA-87."""
    foe = (melee.stamina, melee.armour)
    fight = Followed(terms(melee), melee.cards, foe, melee.exhausted)
    exact = Distribution.of_chances(dict(zip(OUTCOMES, fight.settle(None), strict=True)), OUTCOMES)
    assert_alike(exact, partial(faces_fight, melee=melee), 4_000)
    course = study("thousand-faces", "fight").pose_from({**melee.asked(), "follow": "always"}, FEW)
    stepped = msgspec.structs.replace(
        course,
        start=fight.start,
        step=fight.step,
        outcome=lambda state: OUTCOMES[fight.end(state)],
        settle=None,
    )
    slow = run_to_the_end(stepped)
    assert all(abs(slow[end] - exact[end]) < Fraction(1, 10**12) for end in OUTCOMES)


@pytest.mark.parametrize(
    "melee",
    [
        Melee(strength=2, net=1, stamina=6, cards=(*WORN[:9], "W1", "W1")),
        Melee(weapon="d4", power="d10", stamina=4, wounds=1, cards=(*WORN[:8], "W2")),
        Melee(weapon="d4", stamina=5, numbers="cards", cards=(*FEW[:7], "W1")),
    ],
)
def test_a_fight_of_somebody_wounded(melee: Melee) -> None:
    """Wound cards in the deck stop flips from the start. TFA-45 to TFA-50."""
    gone = tuple(card for card in catalogue.deck_cards() if card not in melee.cards)
    exact = counted("thousand-faces", "fight", melee.asked(), gone)
    assert_alike(exact, partial(faces_fight, melee=melee), 4_000)


def test_a_blow_of_somebody_wounded() -> None:
    """By hand: of 420 orders of two of 20 cards and W1, 12 + 4 + 20 are ✗. TFA-47, TFA-342.

    Crown shows ✗ on 4 cards and on W1, which stops the flip.
    """
    asked = {"suit": "crown", "net": "+1", "weapon": "d6", "added": "W1"}
    odds = counted("thousand-faces", "blow", asked)
    assert odds["attack power 0"] == Fraction(12 + 4 + 20, 420)


def test_of_rolled_numbers_it_makes_no_difference_where_cards_lie() -> None:
    """TFA-92."""
    rolled, gone = Melee(cards=WORN), ("D01", "D02", "D03", "D11", "D12")
    exhausted = {**rolled.asked(), "gone": "exhausted"}
    assert counted("thousand-faces", "fight", exhausted, gone) == counted(
        "thousand-faces", "fight", rolled.asked(), gone
    )
    title = (
        study("thousand-faces", "fight")
        .pose_from({**exhausted, "follow": "if quick"}, rolled.cards)
        .title
    )
    assert title.endswith("from 15 cards, 5 exhausted")


def test_what_a_player_has_left_goes_into_a_fight() -> None:
    """The deck and the discards, not what is exhausted. TFA-77, TFA-93."""
    table = tabletop.table(tabletop.player())
    ana = table.players["Ana"]
    for card in ("D01", "D02"):
        move(card, ana.deck, ana.discard)
    for card in ("D03", "D04", "D05"):
        move(card, ana.deck, ana.exhaustion)
    left = find_game("thousand-faces").remaining(table, "Ana")
    assert left == [card for card in catalogue.deck_cards() if card not in ("D03", "D04", "D05")]
    ana.exhaustion.bag.append("W2")
    with pytest.raises(Refused, match="W2 is in Ana’s Exhaustion pile"):
        find_game("thousand-faces").remaining(table, "Ana")


@pytest.mark.parametrize(
    "melee",
    [
        Melee(stamina=4, armour=1, wounds=2, cards=FEW[:6]),
        Melee(net=1, power="d10", stamina=3, wounds=1, cards=FEW[3:]),
        Melee(weapon="d4", power="d6", stamina=4, wounds=1, numbers="cards", cards=FEW[:5]),
        Melee(strength=2, net=-1, stamina=4, numbers="cards", cards=FEW[1:8]),
    ],
)
def test_floats_are_as_good_as_fractions(melee: Melee) -> None:
    """State by state in fractions, circles solved, against all bodies side by side."""
    asked = {**melee.asked(), "follow": "if quick"}
    fight = study("thousand-faces", "fight").pose_from(asked, melee.cards)
    quick = run_to_the_end(fight)
    exact = run_to_the_end(msgspec.structs.replace(fight, settle=None))
    assert all(abs(quick[outcome] - exact[outcome]) < Fraction(1, 10**12) for outcome in exact)


@settings(deadline=None, max_examples=5, derandomize=True)
@given(data())
def test_an_exchange_of_blows_is_what_the_rules_make_it(data: DataObject) -> None:
    """Every way that one Mix It Up can go by the real rules, from any cards, with its chance.

    Small powers, at most one Wound, always the same cases: of others the ways may be millions.
    """
    mixed = data.draw(permutations_of(catalogue.deck_cards()))
    active, spent = 4, data.draw(integers(0, 1))
    hurts = data.draw(lists(sampled_from(catalogue.wound_cards()), max_size=1))
    powers: SearchStrategy[Power] = sampled_from(("1", "d4", "d6"))
    melee = Melee(
        strength=data.draw(integers(1, 4)),
        net=data.draw(integers(-1, 1)),
        weapon=data.draw(powers),
        power=data.draw(powers),
        stamina=data.draw(integers(1, 6)),
        armour=data.draw(integers(0, 2)),
        wounds=data.draw(integers(len(hurts), 1)),
        numbers=data.draw(sampled_from(["cards", "dice"])),
        cards=(*mixed[:active], *hurts[:1]),
    )
    exhausted = (*mixed[active : active + spent], *hurts[1:])
    fight = counted_exchange(melee, exhausted, len(hurts))
    assert fight == played_exchange(melee, exhausted, len(hurts))


@pytest.mark.parametrize(
    "melee",
    [
        Melee(weapon="1", numbers="cards", wounds=1, cards=("D01", "D08", "D13", "D14")),
        Melee(weapon="d6", power="1", numbers="cards", cards=("D01", "D03", "D13", "D14")),
    ],
)
def test_a_number_revealed_from_the_larger_exhaustion_pile(melee: Melee) -> None:
    """Its card is yours again, and so is a blank before it. TFA-85, TFA-86, TFA-87."""
    exhausted = ("D02", "D05", "D12", "D17", "D19")
    found = counted_exchange(melee, exhausted, 0)
    assert found == played_exchange(melee, exhausted, 0)
    assert max(len(active) for *_, active, _ in found) > 4


def test_of_piles_of_one_size_the_deckahedron_is_used() -> None:
    """TFA-86."""
    melee = Melee(weapon="1", numbers="cards", cards=("D01", "D08", "D13", "D14"))
    exhausted = ("D02", "D09", "D12", "D19")
    found = counted_exchange(melee, exhausted, 0)
    assert found == played_exchange(melee, exhausted, 0)
    assert all(len(active) + len(spent) in (0, 8) for *_, active, spent in found)


def test_a_card_revealed_for_the_weapon_is_not_revealed_again_for_the_foe() -> None:
    """From more than 5 cards nothing is shuffled in between. TFA-24, TFA-78, TFA-87.

    By hand: D20 lies open. Of 8 cards D08 and D14 show 4 on the d6: one is dealt, 2 in 8, and the
    other one answers, 1 in 7.
    """
    cards = ("D02", "D04", "D08", "D09", "D10", "D13", "D14", "D16", "D20")
    exchange = Exchange(Terms("dragon", 0, "d6", "d6", 0, False), cards, Fraction(1))
    open_flip = exchange.laid(exchange.kinds.index(card_kind(exchange.terms, "D20")))
    left = tuple(a - b for a, b in zip(exchange.start.deck, open_flip, strict=True))
    blows = exchange.blows(Piles(left, open_flip, exchange.nothing), 3)
    [settled] = blows.settled.values()
    assert settled[4, 4] == Fraction(2, 8) * Fraction(1, 7)
    assert sum(settled.values()) == 1


Ended = tuple[int, int, int, tuple[Kind, ...], tuple[Kind, ...]]
"""The foe's Stamina and armour, Wounds, your cards and the exhausted; none once you are out."""


def played_exchange(melee: Melee, exhausted: tuple[str, ...], wounds: int) -> dict[Ended, Fraction]:
    def start() -> FacesTable:
        table = melee.played.table()
        ana = table.players[HERO]
        ana.exhaustion, ana.wounds = shuffled(exhausted), wounds
        return table

    def read(table: FacesTable) -> Ended:
        ana, ogre = table.players[HERO], table.foes[0]
        kinds = [
            tuple(sorted(card_kind(terms(melee), card) for card in pile))
            for pile in (ana.deck, ana.exhaustion)
        ]
        if not ana.is_able():
            return ogre.stamina, ogre.armour, 0, (), ()
        spent = kinds[1] if terms(melee).reveals() else ()
        return ogre.stamina, ogre.armour, ana.wounds, kinds[0], spent

    played = melee.played
    return Possibilities(start, played.mix_it_up, read, decide=played.choose).ends()


def counted_exchange(
    melee: Melee, exhausted: tuple[str, ...], wounds: int
) -> dict[Ended, Fraction]:
    exchange = Exchange(terms(melee), (*melee.cards, *exhausted), Fraction(1))
    fight = Followed(terms(melee), (*melee.cards, *exhausted), (melee.stamina, melee.armour))
    places = [
        [exchange.kinds.index(card_kind(terms(melee), card)) for card in pile]
        for pile in (melee.cards, exhausted if terms(melee).reveals() else ())
    ]
    deck, spent = (exchange.laid(*pile) for pile in places)
    first = (FLIP, melee.stamina, melee.armour, wounds, 0, *deck, *exchange.nothing, *spent)
    found: dict[Ended, Fraction] = {}
    waiting = list(fight.step(first).items())
    while waiting:
        state, chance = waiting.pop()
        if state[0] not in (FLIP, OVER):
            waiting += [(after, chance * share) for after, share in fight.step(state).items()]
            continue
        kinds = len(exchange.kinds)
        left, gone = (
            tuple(
                k
                for k, count in zip(exchange.kinds, state[at : at + kinds], strict=True)
                for _ in range(count)
            )
            for at in (5, 5 + 2 * kinds)
        )
        phase, stamina, armour, taken, *_ = state
        out = phase == OVER or len(left) <= BUST
        end: Ended = stamina, armour, 0, (), ()
        if not out:
            end = stamina, armour, taken, left, gone
        found[end] = found.get(end, Fraction(0)) + chance
    return found


def terms(melee: Melee) -> Terms:
    return Terms(
        tabletop.player(melee.strength).suit("str"),
        melee.net,
        melee.weapon,
        melee.power,
        melee.wounds,
        melee.numbers == "dice",
    )


def test_the_attack_power_of_one_blow() -> None:
    """By hand: Blade shows ✗ on 5 cards, ✅ on 6, ✔✔ or better on 9; a d6 is as likely each."""
    odds = counted("thousand-faces", "blow", {"suit": "blade", "weapon": "d6"})
    shown = [catalogue.readings("blade")[card] for card in catalogue.deck_cards()]
    assert [shown.count(result) for result in (1, 2)] == [5, 6]
    assert odds["attack power 0"] == Fraction(5, 20)
    assert odds["attack power 1"] == Fraction(6, 20) + Fraction(9, 20) / 6
    assert odds["attack power 6"] == Fraction(9, 20) / 6


# Damage of The Realms Behind


@pytest.mark.parametrize("net", [-2, -1, 0, 1, 2])
def test_damage_over_every_order_of_a_small_pile(net: int) -> None:
    """Base card, then the cards of Advantage or Disadvantage. RB-6.4, RB-8.3 to RB-8.6, RB-12.2."""
    pile = ("2H", "9H", "KS", "4C", "9D", "7H")
    odds = run_to_the_end(
        study("realms-behind", "attack").pose_from(
            {"need": 7, "damage": 3, "resist": 1, "advantage": net, "gambles": 0}, pile
        )
    )
    found: Counter[str] = Counter()
    orders = list(permutations(pile, 1 + abs(net)))
    for order in orders:
        pool = order if net >= 0 else order[:1]
        rank = (max if net >= 0 else min)(RANK[card] for card in order)
        hearts = sum(card.endswith("H") for card in pool)
        found[f"{3 + hearts - 1 if rank >= 7 else 0} damage"] += 1
    assert odds.chances() == {end: Fraction(n, len(orders)) for end, n in found.items()}


@pytest.mark.parametrize(
    ("game", "asked", "sentence"),
    [
        ("realms-behind", {"hand": "9H,9H"}, "no card 9H left"),
        ("realms-behind", {"hand": "14X"}, "no card 14X left"),
        ("thousand-faces", {"gone": 17}, "incapacitated"),
        ("deck-of-adventures", {"gone": 51}, "at least 2 cards"),
        ("deckahedron", {"gone": 20}, "no cards left"),
    ],
)
def test_a_fight_that_cannot_be(game: str, asked: dict[str, Value], sentence: str) -> None:
    terms: dict[str, dict[str, Value]] = {
        "realms-behind": {
            "need": 7,
            "damage": 4,
            "shallow": 4,
            "deep": 8,
            "foe_need": 9,
            "foe_damage": 4,
            "foe_health": 6,
        },
        "thousand-faces": {"suit": "blade", "weapon": "d6", "power": "d6", "stamina": 8},
        "deckahedron": {"rank": 3, "foe": 2},
    }
    gone = study(game, "fight").cards[: int(str(asked.pop("gone", 0)))]
    with pytest.raises(Refused, match=sentence):
        counted(game, "fight", {**terms.get(game, {}), **asked}, gone)
