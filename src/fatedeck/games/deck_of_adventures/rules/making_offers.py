"""Making a character, and what XP and copper buy later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial

from fatedeck.engine.drawn import mark
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Offer, One, Words, offer
from fatedeck.games.deck_of_adventures.data import powers, premades, priced, tables, vulnerabilities
from fatedeck.games.deck_of_adventures.rules.creation import (
    DISCARD_POWERS,
    why_not_attribute,
    why_not_buy,
    why_not_drop,
    why_not_finish,
    why_not_overcome,
    why_not_skill,
    why_not_take,
)
from fatedeck.games.deck_of_adventures.rules.deeds import (
    AgreeSuit,
    BuyPower,
    ChooseRole,
    Describe,
    DropPower,
    FinishCharacter,
    Overcome,
    Purchase,
    SetAttribute,
    SetSkill,
    TakePremade,
    TakeVulnerability,
)
from fatedeck.games.deck_of_adventures.rules.glimpses import Glimpse
from fatedeck.games.deck_of_adventures.rules.headings import MAKE, TABLE
from fatedeck.games.deck_of_adventures.state import ATTRIBUTES, SKILLS, Character, PowerSet


def grown(who: Character, glimpse: Glimpse | None) -> Sequence[Offer]:
    """What XP buys, remembered by all of a character that its growing depends on."""
    if not who.xp and not who.respec:
        return ()
    if glimpse is None:
        return _growing(who)
    of = mark(
        who.name,
        who.power_set,
        who.level,
        who.role,
        who.xp,
        who.respec,
        who.attributes,
        who.skills,
        who.powers,
        who.vulnerabilities,
        who.vulnerability_xp,
    )
    return glimpse.drawn.offers.marked(of, _growing, who)


def _growing(who: Character) -> list[Offer]:
    """What XP buys between scenes. DOA-324, DOA-327, DOA-333."""
    found: list[Offer] = []
    if who.xp or who.respec:
        found += _spending(who)
    if who.vulnerabilities and who.xp:
        may = [name for name in who.vulnerabilities if why_not_overcome(who, name) is None]
        if may:
            found.append(
                offer(
                    Overcome,
                    "Overcome a Vulnerability",
                    One("vulnerability", "Which", tuple(may)),
                    group=MAKE,
                    clauses=("DOA-327",),
                )
            )
    if who.respec:
        found += [_role_offer(), _suit_offer(who), _finish_offer(who)]
    return found


@lru_cache(maxsize=256)
def shop(prices: str, money: int) -> tuple[Offer, ...]:
    """What so much copper can buy."""
    cost = {name: goods.price(prices) for name, goods in priced().items()}
    names = tuple(name for name in cost if cost[name] <= money)
    goods = One("item", "Thing", names, {name: f"{cost[name]} cp" for name in names})
    if not names:
        return ()
    return (offer(Purchase, "Buy a thing", goods, group=TABLE, clauses=("DOA-366",)),)


def making(who: Character) -> list[Offer]:
    """The steps of creation, in any order, and the quick way. DOA-316, DOA-336."""
    found = [
        _premade_offer(),
        offer(
            Describe,
            "Name and background",
            Words("title", "Name", 60),
            Words("background", "Background"),
            group=MAKE,
            clauses=("DOA-317",),
        ),
        _role_offer(),
    ]
    if who.role:
        found.append(_suit_offer(who))
    found += _spending(who)
    found += _vulnerable(who)
    found.append(_finish_offer(who))
    return found


@cache
def _premade_offer() -> Offer:
    notes = {name: f"{row.role}, level {row.level}" for name, row in premades().items()}
    return offer(
        TakePremade,
        "Take a premade character",
        One("premade", "Character", tuple(premades()), notes),
        group=MAKE,
        clauses=("DOA-336",),
    )


@cache
def _role_offer() -> Offer:
    roles = tables().roles
    notes = {row.role: f"{row.primary}, {row.suit}, {row.discard}" for row in roles}
    return offer(
        ChooseRole,
        "Choose a Role",
        One(
            "role", "Role", tuple(row.role for row in roles), {k: v for k, v in notes.items() if k}
        ),
        group=MAKE,
        clauses=("DOA-331",),
    )


def _suit_offer(who: Character) -> Offer:
    return offer(
        AgreeSuit,
        "Agree another suit or discard mechanic",
        One("suit", "Primary Suit", ("C", "D", "H", "S")),
        One("discard_power", "Discard mechanic", DISCARD_POWERS),
        group=MAKE,
        clauses=("DOA-299",),
    )


def _finish_offer(who: Character) -> Offer:
    return offer(
        FinishCharacter,
        "The sheet is done",
        group=MAKE,
        clauses=("DOA-316",),
        note=f"{who.xp} XP unspent" if who.xp else "",
        refused=why_not_finish(who),
    )


def _spending(who: Character) -> list[Offer]:
    """Attributes, Skills and Powers that the XP left can buy, each with what it may become."""
    found: list[Offer] = []
    for attribute in ATTRIBUTES:
        now = who.attributes[attribute]
        low, high = _span(now, partial(why_not_attribute, who, attribute))
        if low < high:
            found.append(_attribute_offer(attribute, now, low, high))
    for skill in SKILLS:
        now = who.skills[skill]
        low, high = _span(now, partial(why_not_skill, who, skill))
        if low < high:
            found.append(_skill_offer(skill, now, low, high))
    listed = powers(who.power_set)
    within = [name for name, power in listed.items() if power.xp <= who.xp]
    may = tuple(name for name in within if why_not_buy(who, name) is None)
    if may:
        found.append(_power_offer(who.power_set, may))
    back = tuple(name for name in dict.fromkeys(who.powers) if why_not_drop(who, name) is None)
    if back:
        found.append(offer(DropPower, "Give a Power back", One("power", "Power", back), group=MAKE))
    return found


@lru_cache(maxsize=1024)
def _attribute_offer(attribute: str, now: int, low: int, high: int) -> Offer:
    costs = tables().attribute_cost
    prices = (f"{value:+}: {costs[value] - costs[now]} XP" for value in range(low, high + 1))
    return offer(
        SetAttribute,
        f"{attribute} {now:+}",
        Count("value", "New Modifier", low, high),
        group=MAKE,
        fixed={"attribute": attribute},
        clauses=("DOA-320",),
        note=", ".join(prices),
    )


@lru_cache(maxsize=1024)
def _skill_offer(skill: str, now: int, low: int, high: int) -> Offer:
    return offer(
        SetSkill,
        f"{skill} {now:+}",
        Count("value", "New Modifier", low, high),
        group=MAKE,
        fixed={"skill": skill},
        clauses=("DOA-321", "DOA-322"),
    )


def _span(now: int, why_not: Callable[[int], Refused | None]) -> tuple[int, int]:
    """From the lowest to the highest Modifier that may be reached from this one."""
    low = high = now
    while why_not(high + 1) is None:
        high += 1
    while why_not(low - 1) is None:
        low -= 1
    return low, high


@lru_cache(maxsize=256)
def _power_offer(power_set: PowerSet, names: tuple[str, ...]) -> Offer:
    listed = powers(power_set)
    notes = {name: f"{listed[name].xp} XP. {listed[name].effect}" for name in names}
    params = One("power", "Power", names, notes)
    return offer(BuyPower, "Buy a Power", params, group=MAKE, clauses=("DOA-328",))


def _vulnerable(who: Character) -> list[Offer]:
    found: list[Offer] = []
    for xp, grade in ((1, "minor"), (2, "major")):
        graded = [name for name, row in vulnerabilities().items() if xp in row.xp]
        may = tuple(name for name in graded if why_not_take(who, name, xp) is None)
        if may:
            found.append(_vulnerability_offer(xp, grade, may))
    off = tuple(name for name in who.vulnerabilities if why_not_overcome(who, name) is None)
    if off:
        found.append(
            offer(
                Overcome,
                "Drop a Vulnerability",
                One("vulnerability", "Which", off),
                group=MAKE,
                clauses=("DOA-327",),
            )
        )
    return found


@lru_cache(maxsize=256)
def _vulnerability_offer(xp: int, grade: str, names: tuple[str, ...]) -> Offer:
    notes = {name: vulnerabilities()[name].effect for name in names}
    return offer(
        TakeVulnerability,
        f"Take a {grade} Vulnerability (+{xp} XP)",
        One("vulnerability", "Which", names, notes),
        group=MAKE,
        fixed={"xp": xp},
        clauses=("DOA-325",),
    )
