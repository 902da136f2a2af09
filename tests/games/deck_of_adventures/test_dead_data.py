"""Each number in `data/` makes a difference: to sheets, offers, what Powers do, prices and odds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import get_args

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.house import with_house
from fatedeck.engine.offers import Many, Offer
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures import data, ruleset
from fatedeck.games.deck_of_adventures.looks.view import view
from fatedeck.games.deck_of_adventures.rules import aims, learning, mechanics, powers
from fatedeck.games.deck_of_adventures.rules.armour import lacks_prerequisite, shield_ap
from fatedeck.games.deck_of_adventures.rules.characters import (
    give_starting_items,
    make_companion,
    reckon,
    take_premade,
    weapon_named,
)
from fatedeck.games.deck_of_adventures.rules.creatures import PlaceEncounter, place_creature
from fatedeck.games.deck_of_adventures.rules.discards import discard_cap
from fatedeck.games.deck_of_adventures.rules.experience import (
    attribute_price,
    start_value,
)
from fatedeck.games.deck_of_adventures.rules.grid import DIRECTIONS
from fatedeck.games.deck_of_adventures.rules.items import use_up
from fatedeck.games.deck_of_adventures.rules.learning import why_not_shift
from fatedeck.games.deck_of_adventures.rules.modifiers import why_not_set
from fatedeck.games.deck_of_adventures.rules.vulnerabilities import graded, why_not_take
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Degree,
    Effect,
    Injury,
    Map,
    Outcome,
    PowerSet,
    Table,
    Terrain,
)
from tests.games.dead_data import Place, dead_numbers, wandered
from tests.games.deck_of_adventures.tabletop import CODEC, fighting, lucky, table, xp_spent

GAME = "deck-of-adventures"
Situation = Callable[[Table, Character], None]
HERE = (2, 10)
EAST = [(1, 0), (3, 0), (4, 0), (6, 0), (11, 0), (12, 0), (13, 0), (15, 0), (16, 0)]
ELSEWHERE = [(0, 1), (0, -2), (2, 2), (0, 3), (0, -4), (0, 5), (7, 7), (0, 7), (10, 10), (-1, -9)]
WALL = (0, 1)


def era(place: Place) -> PowerSet:
    return "seed_era" if place[1] in ("seed_era", "sheets") else "current"


def laid(power_set: PowerSet, party: tuple[str, ...] = ("Hearts1", "Clubs1"), *foes: str) -> Table:
    return table(party, foes, **with_house(GAME, {"power_set": power_set}))


@cache
def empty(power_set: PowerSet) -> bytes:
    return CODEC.encode(laid(power_set, ("Hearts1",)))


def test_bestiary() -> None:
    def placed(place: Place) -> object:
        state = CODEC.decode(empty(era(place)))
        if place[1] != "example_encounter":
            who = place_creature(state, place[2], "foes")
            return msgspec.json.encode((view(state, state.gm).sheets[-1], who))
        ruleset.perform(Game(state, lucky(random.Random(0))), state.gm, PlaceEncounter())
        return msgspec.json.encode([*state.characters.values()])

    assert dead_numbers(GAME, "bestiary", placed) == []


def test_premades() -> None:
    def taken(place: Place) -> object:
        state = CODEC.decode(empty(era(place)))
        take_premade(state, state.characters["Ana"], data.premades()[place[2]])
        return msgspec.json.encode([*state.characters.values()])

    assert dead_numbers(GAME, "premades", taken) == []


# Powers


def test_what_powers_cost_and_who_may_buy_them() -> None:
    def bought(place: Place) -> object:
        power_set, power = era(place), place[2]
        used = using(power_set, power, situations=(avenging, sustaining), seeds=1)
        return note(power_set, power), [*buying(power_set, power)], [*used]

    assert dead_numbers(GAME, "powers", bought) == []


def test_what_powers_do() -> None:
    def used(place: Place) -> object:
        power, _, option = place[2].partition(": ")
        situations = (avenging, merciless, sustaining, charmed)
        used = using(era(place), power, option, situations=situations, seeds=6)
        return note(era(place), place[2]), [*used]

    assert dead_numbers(GAME, "effects", used) == []


def note(power_set: PowerSet, power: str) -> str | None:
    return mechanics.power_notes(power_set).get(power)


def buying(power_set: PowerSet, power: str) -> Iterator[str]:
    """Whether a Power may be bought, level by level, by one who has all else, once and again."""
    if power not in data.powers(power_set):
        return
    state, prereq = laid(power_set), data.powers(power_set)[power].prereq
    ana = state.characters["Ana"]
    ana.attributes = dict.fromkeys(ana.attributes, 9)
    ana.skills = dict.fromkeys(ana.skills, 9)
    ana.power_set, ana.xp = power_set, 99
    ana.role = next(iter(prereq.role), ana.role)
    for ana.level in range(12):
        for owned in range(4):
            ana.powers = [*prereq.power, *[power] * owned]
            yield str(learning.why_not_buy(state, "Ana", power))


def using(
    power_set: PowerSet,
    power: str,
    option: str = "",
    *,
    situations: Sequence[Situation],
    seeds: int,
) -> Iterator[object]:
    """A Power in these situations: whom it reaches, what it forbids, and what comes of it."""
    if power not in data.every_power(power_set):
        return
    for situation in situations:
        state = CODEC.decode(crowd(power_set))
        ana = state.characters["Ana"]
        ana.powers = [power, "Attack, Weapon"]
        ana.power_options = {power: [option]} if option else {}
        reckon(state, ana)
        yield ana.max_pp
        ana.pp, ana.hp = 9, 2
        turn = fighting(state)
        turn.moved, turn.suited = 5, True
        situation(state, ana)
        yield [repr(way) for way in powers.UsePower.ways(state, "Ana")]
        snapshot = CODEC.encode(state)
        for cost in mechanics.costs(state, ana, mechanics.listed(ana, power)):
            luck = seeds if situation in (avenging, sustaining) else 0
            yield from at_cost(snapshot, power, cost, luck)


@cache
def crowd(power_set: PowerSet) -> bytes:
    """Ana and Ben on a map among many foes, at every distance that a Power may reach."""
    spaces = [*EAST, *ELSEWHERE]
    state = laid(power_set, ("Hearts1", "Clubs1"), *["Grunt"] * len(spaces))
    ground = [Terrain(x, HERE[1], "special") for x in range(30)]
    state.map = Map(30, 30, [*ground, Terrain(*WALL, "wall")])
    foes = [who for who in state.characters.values() if who.side == "foes"]
    for foe, (across, down) in zip(foes, spaces, strict=True):
        foe.x, foe.y = HERE[0] + across, HERE[1] + down
        foe.hp = foe.max_hp = 9
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    friends = [place_creature(state, "Grunt", "party") for _ in range(2)]
    friends.append(make_companion(state, ana, "Summoned Creature", summoned=True))
    for friend, down in zip(friends, (8, 10, -10), strict=True):
        friend.x, friend.y = HERE[0] + 1, HERE[1] + down
    (ana.x, ana.y), (ben.x, ben.y) = HERE, (HERE[0], HERE[1] - 1)
    ana.weapons[0].range = 5
    ana.power_set, ana.level, ben.hp = power_set, 9, 1
    return CODEC.encode(state)


def avenging(state: Table, ana: Character) -> None:
    """Two foes have hurt an ally."""
    assert state.combat is not None
    state.combat.deeds = [Injury(name, "Ben", 0) for name in ("Grunt", "Grunt 5")]


def merciless(state: Table, ana: Character) -> None:
    """Ana knows no mercy for who hurt her, and Ben is down; she has not moved."""
    assert state.combat is not None
    state.combat.deeds = [Injury("Grunt", "Ana", 0)]
    state.combat.turns[0].moved, state.combat.turns[0].suited = 0, False
    ana.vulnerabilities = ["No Mercy"]
    ben = state.characters["Ben"]
    ben.hp = 0
    ben.conditions.append("Knocked Out")


def sustaining(state: Table, ana: Character) -> None:
    """Ana has struck once, heals better, and sustains something already."""
    assert state.combat is not None
    state.combat.turns[0].attacks = ["weapon", "mystic"]
    ana.powers.append("Heal 2")
    ana.effects.append(Effect("Old blessing", by="Ana", until="sustained"))
    state.characters["Ben"].effects.append(
        Effect("Mystic Amplification", by="Ana", until="sustained")
    )


def charmed(state: Table, ana: Character) -> None:
    """Ana may not harm the foes."""
    ana.effects.append(Effect("Charmed now", by="Grunt"))


def at_cost(snapshot: bytes, power: str, cost: int, seeds: int) -> Iterator[object]:
    state = CODEC.decode(snapshot)
    offer = Offer("use-power", "", fixed={"power": power, "who": "Ana", "cost": cost})
    form = ruleset.form(state, "Ana", offer, {})
    yield form
    ana = state.characters["Ana"]
    assert state.combat is not None
    use = mechanics.use_of(state, ana, power, cost, state.combat.turn)
    yield str(powers.why_not_vulnerable(state, ana, use.how, power))
    if use.how.area:
        yield [
            [who.name for who in aims.inside(state, use, way, (HERE[0], HERE[1] - 2))]
            for way in DIRECTIONS
        ]
    targets = next((param for param in form.params if isinstance(param, Many)), None)
    names = list(targets.options)[: max(1, targets.most)] if targets else []
    for seed in range(seeds):
        yield from played(snapshot, power, cost, names, random.Random(seed))


def played(
    snapshot: bytes, power: str, cost: int, names: list[str], luck: random.Random
) -> Iterator[object]:
    """What comes of it, whether or not it could be declared now: a Boss uses some of them."""
    state, lines = CODEC.decode(snapshot), list[Line]()
    assert state.combat is not None
    use = mechanics.use_of(state, state.characters["Ana"], power, cost, state.combat.turn)
    try:
        powers._aimed(state, use, names)
        powers.use_power(Game(state, lucky(luck), (), lines), use)
    except (Refused, AssertionError, IndexError, ValueError) as cannot:
        yield repr(cannot)
    else:
        yield msgspec.json.encode((state, lines))


def test_wandering() -> None:
    assert dead_numbers(GAME, "wandering", wandered(GAME)) == []


# Things, levels and flaws


def test_items() -> None:
    def had(place: Place) -> object:
        state = laid("current", ("Hearts1",))
        ana, thing = state.characters["Ana"], place[2]
        if place[1] == "starting":
            give_starting_items(ana)
            return ana.items
        if place[1] == "consumables":
            ana.hp, ana.ap, ana.pp = 1, 0, 0
            use_up(Game(state, lucky(random.Random(0))), thing, ana)
            return msgspec.json.encode(ana)
        if place[1] == "shields":
            return shield_ap(thing)
        return weapon_named(f"{thing} Weapon" if place[1] == "weapons" else thing)

    assert dead_numbers(GAME, "items", had) == []


def test_tables() -> None:
    def ruled(place: Place) -> object:
        state = laid("current", ("Hearts1",))
        ana = state.characters["Ana"]
        if place[1] == "armor":
            ana.armour = place[2]
            return [armoured(state, ana, strength) for strength in range(-2, 7)]
        if place[1] == "vulnerability_limits":
            return [*flawed(state, ana)]
        return [*grown(state, ana)]

    assert dead_numbers(GAME, "tables", ruled, alone=True) == []


def armoured(state: Table, ana: Character, modifier: int) -> object:
    ana.attributes = dict.fromkeys(ana.attributes, modifier)
    reckon(state, ana)
    return ana.ar, ana.max_ap, lacks_prerequisite(state, ana)


def flawed(state: Table, ana: Character) -> Iterator[str]:
    """Whether another Vulnerability may be taken, of each grade, after so many."""
    ana.making = True
    for many in range(7):
        for paid in (0, 1, 2):
            ana.vulnerabilities = [*data.vulnerabilities()][1 : many + 1]
            ana.vulnerability_xp = dict.fromkeys(ana.vulnerabilities, paid)
            yield str(why_not_take(state, "Ana", "Bloodthirsty", 1))


def grown(state: Table, ana: Character) -> Iterator[object]:
    """What Modifiers cost, how high they may go and how many cards are discarded, by level."""
    ana.making, ana.xp = True, 99
    levels = {row.level for row in data.tables().levels}
    for ana.level in sorted(levels & {*range(1, 11)}):
        yield ana.level, discard_cap(state, ana)
        for modifier in range(-2, 7):
            ana.attributes = dict.fromkeys(ana.attributes, modifier)
            yield attribute_price(ana, "STR"), str(why_not_set(state, "Ana", modifier + 1, "STR"))
            ana.attributes = dict.fromkeys(ana.attributes, 0)
            ana.skills = {**dict.fromkeys(ana.skills, 0), "Brute": modifier}
            yield xp_spent(ana)


def test_vulnerabilities() -> None:
    def taken(place: Place) -> object:
        state, name = laid("current", ("Hearts1",)), place[2]
        ana = state.characters["Ana"]
        ana.attributes = dict.fromkeys(ana.attributes, 0)
        ana.skills = dict.fromkeys(ana.skills, 0)
        ana.making, ana.vulnerabilities, ana.powers = True, [], []
        graded_as = [xp for xp in range(4) if name in graded(state, "Ana", xp)]
        ana.vulnerabilities = [name]
        reckon(state, ana)
        raised = str(why_not_shift(ana, {"INT": 3}))
        return graded_as, ana.speed, [start_value(ana, one) for one in ana.attributes], raised

    assert dead_numbers(GAME, "vulnerabilities", taken) == []


def test_worth() -> None:
    def standing(place: Place) -> object:
        state = laid("current", ("Hearts1",))
        ana = state.characters["Ana"]
        ana.pp, ana.fatigue, ana.tokens = 1, 1, 1
        values = []
        for degree in get_args(Degree):
            state.last = Outcome("Ana", "STR", "9D", 3, 0, 0, ["9D"], "9D", 0, degree, success=True)
            values.append(ruleset.standing(state, "Ana"))
        return values, ruleset.measure()

    assert dead_numbers(GAME, "worth", standing, alone=True) == []
