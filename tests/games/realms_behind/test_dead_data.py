"""Each number in `data/`, and each word that decides, makes a difference.

To sheets, offers, what techniques do, what creatures do, and odds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product

import msgspec

from fatedeck.engine.actions import why_refused
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.house import house_text, read_house
from fatedeck.engine.offers import tag
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.engine.random_play import fill_in
from fatedeck.engine.story import Line
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import DEFENCES, Feat, book
from fatedeck.games.realms_behind.looks.feats import feat_faces
from fatedeck.games.realms_behind.looks.view import view
from fatedeck.games.realms_behind.rules import feats, gifts
from fatedeck.games.realms_behind.rules.attacks import Attack, CreatureAttack
from fatedeck.games.realms_behind.rules.blows import has_deep_debuff
from fatedeck.games.realms_behind.rules.cards import SUITS
from fatedeck.games.realms_behind.rules.carrying import is_innate, why_not_hold, without
from fatedeck.games.realms_behind.rules.crafting import (
    choices_for,
    specialities_for,
    why_not_supply,
    why_not_work,
    why_not_work_in,
)
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.derived import (
    chosen_for,
    defence,
    gear,
    resist,
    ways_to_check,
)
from fatedeck.games.realms_behind.rules.encounter import Ready
from fatedeck.games.realms_behind.rules.equipment import with_its_price
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.frames import frame_of
from fatedeck.games.realms_behind.rules.moving import Move
from fatedeck.games.realms_behind.rules.provisions import UseUp
from fatedeck.games.realms_behind.rules.statuses import afflict, begin_turn_statuses, stacks_by
from fatedeck.games.realms_behind.rules.techniques import possible_uses
from fatedeck.games.realms_behind.rules.using import UseTechnique, first_from
from fatedeck.games.realms_behind.rules.weapons import weapons
from fatedeck.games.realms_behind.state import Character, Item, Outcome, Parley, Statuses, Table
from tests.games.dead_data import Place, dead_numbers, wandered
from tests.games.deck_of_adventures.tabletop import lucky
from tests.games.realms_behind.realms import (
    GM,
    do,
    fight,
    goblin,
    hero,
    holds,
    item,
    offered,
    table_of,
    technique,
)
from tests.houses import begin_anew, end, remembered

GAME = "realms-behind"
CODEC = Codec(ruleset)


def test_actions() -> None:
    """What an action costs, in AP or actions of the day, and which technique may answer it."""

    def done(place: Place) -> object:
        [action] = [found for found in ruleset.actions if tag(found) == place[2]]
        return [
            (str(action.why_closed(table, "Ana")), offered(table, "Ana", place[2]))
            for table in with_little_left(place[2])
        ], asked_by(place[2])

    assert dead_numbers(GAME, "actions", done, words=True) == []


def with_little_left(action: str) -> Iterator[Table]:
    for left in range(5):
        table = table_of(Ana="orrin")
        ana = table.players["Ana"]
        fight(table, "Ana")
        ana.ap = ana.exploration_actions = ana.downtime_actions = left
        table.phase, table.workspace = book().actions[action].phase, True
        yield table


def asked_by(action: str) -> list[str]:
    """What is asked when somebody does it beside an enemy with an Opportunistic technique."""
    table = table_of(Ana="orrin", Ben="orrin")
    ana, ben = table.players.values()
    ana.side, ben.x = "foes", 1
    technique(ben, "maneuver", "opportunistic")
    for place in ("at-hand", "inventory"):
        item(ana, "healing-potion", place)
    fight(table, "Ana", "Ben")
    table.parley = Parley("Ben", 3, hidden=False)
    luck, asked = random.Random(1), list[str]()
    for offer in offered(table, "Ana", action):
        with suppress(Refused):
            deed = fill_in(ruleset, table, "Ana", offer, luck)
            CODEC.perform(Game(CODEC.copy(table), noting(asked, luck)), "Ana", deed)
    return asked


def first_of(asked: list[Question]) -> Callable[[Question], Answer]:
    """Answers with what stands first and keeps the questions."""

    def answer(question: Question) -> Answer:
        assert isinstance(question, Choose)
        asked.append(question)
        return question.options[0]

    return answer


def noting(asked: list[str], luck: random.Random) -> Callable[[Question], Answer]:
    """Answers by chance and keeps the names of the questions."""
    chance = lucky(luck)

    def answer(question: Question) -> Answer:
        if isinstance(question, Choose):
            asked.append(question.name)
        return chance(question)

    return answer


def test_characters() -> None:
    def taken(place: Place) -> object:
        return msgspec.json.encode(table_of(Ana=place[2]).players["Ana"])

    assert dead_numbers(GAME, "characters", taken) == []


def test_elements_and_statuses() -> None:
    def counted(place: Place) -> object:
        table, name = table_of(Ana="basic"), place[2]
        ana = table.players["Ana"]
        ana.statuses.warded = 1
        ana.feats = ["deep-debuffs-hearts"]
        if name in book().elements:
            return resist(ana, name)
        return has_deep_debuff(ana, name, ["hearts"])

    assert dead_numbers(GAME, "core", counted) == []


def test_what_a_turn_takes_away() -> None:
    """Each status fades, or stays, as the book says, and otherwise by another book. RB-16.26."""
    other = {"start_of_turn": "long_rest", "long_rest": "start_of_turn"}
    memory, places = remembered(), [*book().statuses]
    try:
        begin_anew(memory=memory)
        left = {status: fading(status) for status in places}
        decays: dict[Place, object] = {
            ("core", "statuses", name, "decay"): other[status.decay]
            for name, status in book().statuses.items()
        }
        begin_anew(read_house(house_text(GAME, "Otherwise", decays)), memory)
        assert [status for status in places if fading(status) == left[status]] == []
    finally:
        end()


def fading(status: str) -> object:
    """What is left of it after the beginning of a turn."""
    table = table_of(Ana="basic")
    ana = table.players["Ana"]
    game = Game(table, lucky(random.Random(1)))
    afflict(game, ana, status, 3, by="Ana")
    begin_turn_statuses(game, ana)
    return stacks_by(ana, status)


def test_features() -> None:
    """Who may build with it, what a technique built with it asks for, and what comes of it."""

    def used(place: Place) -> object:
        feature = book().features[place[2]]
        groups = {"general"} & set(feature.groups)
        return [
            tried(feat, [feature.id])
            for feat in book().feats.values()
            if feat.buildable and (groups or set(feature.groups) & set(feat.effect.build_from))
        ]

    assert dead_numbers(GAME, "features", used, words=True) == []


def test_feats() -> None:
    """Who may take it, and what somebody with it is and does."""

    def had(place: Place) -> object:
        if place[1] != "feats":
            return gifts.names(table_of(Ana="basic"), GM, "feat", "Ana")
        feat = book().feats[place[2]]
        if feat.buildable:
            return feat_faces()[feat.id], tried(feat, [])
        return feat_faces()[feat.id], taken_up(feat)

    assert dead_numbers(GAME, "feats", had, words=True) == []


def tried(feat: Feat, features: list[str]) -> list[object]:
    """Whether it may be built, rank by rank, what it asks for, and what comes of using it."""
    found: list[object] = []
    table = table_of(Ana="basic")
    shapes = feats.shapes_to_pick(table, "Ana", features) or [""]
    elements = feats.elements_to_pick(table, "Ana", feat.id, features)
    found += [shapes, elements]
    found += [feats.why_not_feature(table, "Ana", name, feat.id) for name in book().features]
    for ana in ranked(table):
        for ana.xp in (0, 1, 3, 99):
            build = feats.Build(feat.id, "", features, (elements or [""])[0], shapes[0])
            found.append(str(why_refused(build, table, "Ana")))
    for shape, element in product(shapes, elements[:2] or [""]):
        for phase in ("encounter", "exploration"):
            table = crowd(phase)
            technique(table.players["Ana"], feat.id, *features, shape=shape, element=element)
            found += [*used_by(table, feat.id)]
    return found


def taken_up(feat: Feat) -> list[object]:
    """Whether it may be taken, rank by rank, and what somebody is and does who has it."""
    found: list[object] = []
    table = table_of(Ana="basic")
    for ana in ranked(table):
        for ana.xp in (0, 1, 3):
            found.append(str(why_refused(feats.TakeFeat(feat.id), table, "Ana")))
    table = crowd("encounter")
    ana = table.players["Ana"]
    feats.gain_feat(ana, feat.id)
    found += [has_deep_debuff(ana, status, [suit]) for status in book().statuses for suit in SUITS]
    found += [ways_to_check(ana, skill) for skill in (*book().skills, "lore (bees)")]
    found += [msgspec.json.encode(ana), view(table, "Ana")]
    ana.attacked_with = ["1h-heavy-melee"]
    found.append(offered(table, "Ana", "attack"))
    technique(ana, "healing")
    found += used_by(table, "healing")
    for thing in weapons(ana):
        attack = Attack(thing.name, "Grunt")
        found += [played(CODEC.encode(table), "Ana", attack, seed) for seed in range(8)]
    return found


def ranked(table: Table) -> Iterator[Character]:
    """Ana, with all her attributes and skills at one rank after the other."""
    ana = table.players["Ana"]
    for rank in range(7):
        ana.body = ana.mind = ana.spirit = ana.luck = rank // 2
        ana.skills = dict.fromkeys(book().skills, rank)
        yield ana


def crowd(phase: str) -> Table:
    """Ana, who can do much, among foes near and far and a friend; everybody has stacks of much."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table, body=3, mind=2, spirit=1, luck=4), table.players["Ben"]
    ana.skills = {**dict.fromkeys(book().skills, 9), "stealth": 3}
    item(ana, "1h-light-melee")
    for kind in ("1h-light-melee", "1h-heavy-melee", "light-bow"):
        item(ana, kind)
    holds(ana, "KH QC JS 10D", "9C KS 8H 7D")
    ben.y = 1
    places = {"Grunt": (1, 0), "Second": (2, 0), "Third": (5, 0), "Far": (15, 0), "Away": (30, 0)}
    for name, (x, y) in places.items():
        goblin(table, name, x, y)
    fight(table, "Ana", "Ben", *places)
    for being in table.beings():
        being.statuses = Statuses(bleeding=4, slowed=2, crippled=2, frightened=2)
        being.taunted = {"Ana": 2}
    if phase != "encounter":
        table.phase, table.parley = "exploration", Parley("Grunt", 9, hidden=False)
    return table


def used_by(table: Table, name: str) -> Iterator[object]:
    """What a technique costs, whom it reaches and what comes of it, used and as a reaction."""
    ana, start = table.players["Ana"], CODEC.encode(table)
    built = ana.techniques[name]
    yield frame_of(built).attack, frame_of(built).harmful
    yield [str(offer) for offer in offered(table, "Ana", "use-technique")]
    for number, use in enumerate(possible_uses(table, ana, built).values()):
        yield use
        spaces = first_from(table, "Ana", name, use.target, use.weapon)
        for x, y in {max(space): space for space in spaces}.values():
            deed = UseTechnique(name, use.target, use.weapon, use.skill, "", x, y)
            yield [played(start, "Ana", deed, 4 * number + seed) for seed in range(4)]
    table.turn = table.order.index("Grunt")
    yield [played(CODEC.encode(table), GM, Move(1, 2), seed) for seed in range(4)]
    table.turn, ben = table.order.index("Ben"), table.players["Ben"]
    ben.side, ben.x, ben.y = "foes", 1, 1
    potion = item(ben, "healing-potion").name
    yield [played(CODEC.encode(table), "Ben", UseUp(potion), seed) for seed in range(4)]
    ready = item(ben, "1h-light-melee", "at-hand").name
    yield [played(CODEC.encode(table), "Ben", Ready(ready), seed) for seed in range(4)]
    table.turn = table.order.index("Ana")
    technique(ben, "maneuver", "opportunistic")
    yield [played(CODEC.encode(table), "Ana", UseTechnique(name, "Ben"), seed) for seed in range(4)]


def test_enhancements_and_specialities() -> None:
    """What fits what, what it takes, who can make it, and what it does then."""

    def worked(place: Place) -> object:
        table, name = table_of(Ana="basic"), place[2]
        smith = table.players["Ana"]
        kinds = [thing.id for thing in book().equipment.values() if thing.craftable]
        if place[0] == "crafting":
            smith.feats = [name]
            return [*map(specialities_for, kinds)], str(why_not_work(smith, [name]))
        smith.feats, smith.recipes = [*book().specialities], [*kinds, name]
        smith.materials = {f"{material} 9": 1 for material in book().materials}
        for speciality in book().specialities.values():
            item(smith, speciality.tool, "inventory")
        enhancement, asked = book().enhancements[name], list[Question]()
        choices_for(Game(table, first_of(asked)), "Ana", [enhancement])
        return (
            [str(why_not_work_in(table, "Ana", name, kind)) for kind in kinds],
            str(why_not_supply(smith, enhancement.materials, 1)),
            [gear(kind, (name,)) for kind in kinds],
            asked,
            chosen_for(Item("x", kinds[0], "equipped", [name], {name: "body"}), "body"),
        )

    assert dead_numbers(GAME, "enhancements", worked, words=True) == []
    assert dead_numbers(GAME, "crafting", worked, words=True) == []


def test_slots() -> None:
    """How many things of a kind can be worn, and whether what can be bought is worth knowing."""

    def worn(place: Place) -> object:
        if place[1] != "slots":
            return (
                gear(place[2], ()),
                is_innate(book().equipment[place[2]]),
                with_its_price(place[2]),
            )
        ana = hero(table_of(Ana="basic"), body=9)
        kind = next(thing.id for thing in book().equipment.values() if thing.slot == place[2])
        refusals = []
        for _ in range(4):
            before = without(ana)
            item(ana, kind)
            refusals.append(str(why_not_hold(before, ana)))
        return refusals

    assert dead_numbers(GAME, "equipment", worn) == []


def test_creatures() -> None:
    def placed(place: Place) -> object:
        table, kind = table_of(Ana="basic"), place[2]
        for level in book().levels:
            do(table, GM, AddCreatures(kind if kind in book().creatures else "ember-hound", level))
        hit = fight_with(kind) if kind in book().creatures else None
        return view(table, GM).sheets, msgspec.json.encode(table.creatures), hit

    assert dead_numbers(GAME, "creatures", placed, alone=True) == []


def fight_with(kind: str) -> object:
    """What the blow of an elite creature leaves behind, a Club in its pool."""
    table = table_of(Ana="basic")
    do(table, GM, AddCreatures(kind, "elite"))
    [name] = table.creatures
    fight(table, name, "Ana")
    table.gm_deck.top[:] = ["KC"]
    table.gm_deck.bag.remove("KC")
    table.creatures[name].x, table.creatures[name].y = 1, 0
    blow = CreatureAttack("Ana")
    return [played(CODEC.encode(table), GM, blow, seed) for seed in range(6)]


def played(start: bytes, seat: str, action: Deed, seed: int) -> object:
    state, lines = CODEC.decode(start), list[Line]()
    try:
        ruleset.perform(Game(state, lucky(random.Random(seed)), (), lines), seat, action)
    except Refused as refused:
        return str(refused)
    ana = state.players["Ana"]
    defences = [defence(ana, against) for against in DEFENCES]
    return msgspec.json.encode((state, lines)), defences, resist(ana, "fire")


def test_wandering() -> None:
    assert dead_numbers(GAME, "wandering", wandered(GAME)) == []


def test_worth() -> None:
    def standing(place: Place) -> object:
        table = table_of(Ana="dhutlo")
        holds(table.players["Ana"], "KH")
        table.last = Outcome("Ana", "might", successes=1)
        return ruleset.standing(table, "Ana"), ruleset.measure()

    assert dead_numbers(GAME, "worth", standing, alone=True) == []
