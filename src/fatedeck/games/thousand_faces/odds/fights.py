"""The odds of blows and of a fight of one against one, Mix It Up after Mix It Up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, One, Value, Words
from fatedeck.engine.prospects import RUNS, Course, CourseStudy, State
from fatedeck.games.thousand_faces.data import SUITS, deck_cards, numbers, readings, wound_cards
from fatedeck.games.thousand_faces.machine.policy import HEAVY
from fatedeck.games.thousand_faces.odds.bouts import DICE, Terms
from fatedeck.games.thousand_faces.odds.followed import Followed, bodies_of
from fatedeck.games.thousand_faces.odds.played import Melee
from fatedeck.games.thousand_faces.odds.prospects import ADDED, NETS, added, added_cards
from fatedeck.games.thousand_faces.rules.combat import LIMIT
from fatedeck.games.thousand_faces.rules.stamina import BUST

OUTCOMES = LOST, BOTH, WON = "you are out", "both are out", "the foe is out"
POWERS = ("1", *DICE)
EXHAUSTED = "exhausted"

MOST_BODIES = 5000
"""Of more bodies between which cards go back and forth it would take minutes to tell."""

Chances: TypeAlias = dict[int, Fraction]


def courses() -> list[CourseStudy]:
    """What may be asked about blows and fights of this game."""
    flip = (
        One("suit", "Suit of your Str", SUITS),
        One("net", "Net modifier", tuple(NETS)),
        One("weapon", "Your weapon’s attack power", POWERS),
    )
    foe = (
        Count("stamina", "The foe’s Stamina", 1, 30),
        Count("armour", "Its armour squares", 0, 3),
    )
    return [
        CourseStudy(
            "blow",
            "The attack power that one Mix It Up deals, each number as from a full deck.",
            (*flip, One("triumph", "On ✔✔✔", ("avoid", "one more roll")), ADDED),
            _pose_blow,
            {"net": "0", "triumph": "avoid", "added": ""},
            deck_cards(),
            known=added_cards(),
            told=("added",),
        ),
        CourseStudy(
            "fight",
            "Mix It Up until you or the foe is out; on ✔✔✔ you avoid its attack, on ✗ it attacks."
            f" You take a blow of {HEAVY} or more as a Wound while you’re ready for one, and any"
            " other as Stamina, card by card. Discards are shuffled in as soon as they can be."
            " You use no XP, Harm, blessing or slot. Cards that are gone count as exhausted, unless"
            " they’re removed from the game. With numbers from more than about 12 cards, exhausted"
            " ones included, many fights are played out instead: the answer is then within 0.7"
            " points, 19 times in 20.",
            (
                *flip,
                One("power", "The foe’s attack power", POWERS),
                *foe,
                Count("wounds", "Wounds you are ready to take", 0, LIMIT),
                One("numbers", "Numbers", ("cards", "dice")),
                One("follow", "Follow every set of exhausted cards", ("if quick", "always")),
                One("gone", "Cards that are gone", (EXHAUSTED, "removed")),
                Words("added", "Wound cards in your deck, such as W1"),
            ),
            _pose_fight,
            {
                "net": "0",
                "armour": 0,
                "wounds": 0,
                "numbers": "cards",
                "follow": "if quick",
                "gone": EXHAUSTED,
                "added": "",
            },
            deck_cards(),
            known=wound_cards(),
            told=("added",),
        ),
    ]


# One blow


def _pose_blow(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    """✗ deals nothing, ✅ 1, ✔✔ and ✔✔✔ the weapon's power. TFA-342."""
    net, power = NETS[str(values["net"])], str(values["weapon"])
    cards += added(values, added_cards())
    if len(cards) < 1 + abs(net):
        raise Refused("TFA-22", f"{1 + abs(net)} cards can’t be turned from {len(cards)}.")
    twice = values["triumph"] != "avoid"
    found: Chances = {}
    for result, chance in _results(cards, str(values["suit"]), net).items():
        for points, share in _dealt(result, power, twice=twice).items():
            found[points] = found.get(points, Fraction(0)) + chance * share
    steps: dict[State, Fraction] = {(points,): found[points] for points in sorted(found)}
    return Course(
        f"Attack power of one Mix It Up with {power}, net {values['net']}",
        (),
        lambda state: {} if state else steps,
        lambda state: f"attack power {state[0]}",
        tuple(f"attack power {points}" for (points,) in steps),
        tuple(f"attack power {points}" for (points,) in steps if points),
        ("TFA-342", "TFA-82", "TFA-84"),
    )


def _dealt(result: int, power: str, *, twice: bool = False) -> Chances:
    if result == 1:
        return {0: Fraction(1)}
    if result == 2:
        return {1: Fraction(1)}
    once = _number(power)
    if result == 3 or not twice:
        return once
    found: Chances = {}
    for one, chance in once.items():
        for other, share in once.items():
            found[one + other] = found.get(one + other, Fraction(0)) + chance * share
    return found


@cache
def _number(power: str) -> Chances:
    """A fixed attack power, or the number on any usable card of a full deck. TFA-82 to TFA-90."""
    if power not in DICE:
        return {int(power): Fraction(1)}
    shown = [number for card, number in numbers(power).items() if card in deck_cards()]
    return {n: Fraction(shown.count(n), len(shown)) for n in sorted(set(shown))}


@cache
def _results(cards: tuple[str, ...], suit: str, net: int) -> dict[int, Fraction]:
    """What a flip may show: the best or the worst of the cards turned, a wound card being the last.

    TFA-22, TFA-26, TFA-47, TFA-48.
    """
    read = readings(suit)
    plain = _tally(read[card] for card in cards if card not in wound_cards())
    stops = _tally(read[card] for card in cards if card in wound_cards())
    pick = max if net > 0 else min
    found: dict[int, Fraction] = {}

    def turn(left: dict[int, int], turned: int, so_far: int, chance: Fraction) -> None:
        if turned > abs(net):
            found[so_far] = found.get(so_far, Fraction(0)) + chance
            return
        here = chance / (len(cards) - turned)
        for shown, number in left.items():
            if number:
                counts = pick(so_far, shown) if turned else shown
                turn({**left, shown: number - 1}, turned + 1, counts, here * number)
        for shown, number in stops.items():
            counts = pick(so_far, shown) if turned else shown
            found[counts] = found.get(counts, Fraction(0)) + here * number

    turn(plain, 0, 0, Fraction(1))
    return found


def _tally(shown: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(shown).items()))


# A fight


def _pose_fight(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    """Exact where the bodies can be followed, else from fights that are played. TFA-93, TFA-102.

    Discards are shuffled in, so a card that is neither there nor in the deck is exhausted: numbers
    may be revealed from it, and then it comes back. TFA-77, TFA-86, TFA-87.
    """
    cards += added(values, wound_cards())
    if len(cards) <= BUST:
        raise Refused("TFA-93", f"With {BUST} cards or fewer you’re incapacitated.")
    terms = Terms(
        str(values["suit"]),
        NETS[str(values["net"])],
        str(values["weapon"]),
        str(values["power"]),
        int(str(values["wounds"])),
        values["numbers"] == "dice",
    )
    stamina, armour = int(str(values["stamina"])), int(str(values["armour"]))
    exhausted: tuple[str, ...] = ()
    if values["gone"] == EXHAUSTED:
        exhausted = tuple((Counter(deck_cards()) - Counter(cards)).elements())
    quick = not terms.reveals() or bodies_of(terms, cards, exhausted) <= MOST_BODIES
    title = (
        f"A fight, {terms.suit.title()} with {terms.weapon} against Stamina {stamina} and"
        f" {terms.power}, from {len(cards)} cards"
    )
    if exhausted:
        title += f", {len(exhausted)} exhausted"
    clauses = ("TFA-342", "TFA-99", "TFA-102", "TFA-93")
    if quick or values["follow"] == "always":
        followed = Followed(terms, cards, (stamina, armour), exhausted)
        return Course(
            title,
            followed.start,
            followed.step,
            lambda state: OUTCOMES[followed.end(state)],
            OUTCOMES,
            (WON,),
            clauses,
            lambda watch: dict(zip(OUTCOMES, followed.settle(watch), strict=True)),
        )
    melee = Melee(terms, cards, (stamina, armour), exhausted)
    return Course(
        f"{title}, played {RUNS:,} times",
        (),
        lambda state: {},
        lambda state: WON,
        OUTCOMES,
        (WON,),
        clauses,
        play=lambda chance: _ended(*melee.fight(chance)),
    )


def _ended(you_are_out: bool, foe_is_out: bool) -> str:
    return (BOTH if foe_is_out else LOST) if you_are_out else WON
