"""What holds whatever is played: how long things last, who can act, what one may have."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec.structs import fields

from bench.realms_behind import Driver
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Each, Question
from fatedeck.engine.random_play import AnyRecord, new_record, step
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.view import View
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.rules import blows
from fatedeck.games.realms_behind.rules.attacks import Attack
from fatedeck.games.realms_behind.rules.berserk import ways_to_attack
from fatedeck.games.realms_behind.rules.blows import Blow
from fatedeck.games.realms_behind.rules.carrying import (
    HANDS,
    PLACES,
    bulk,
    hands_full,
    limit,
)
from fatedeck.games.realms_behind.rules.crafting import Craft, Enchant, Examine
from fatedeck.games.realms_behind.rules.derived import (
    can_act,
    deep_max,
    fortune_max,
    gear_of,
    reactions_per_round,
    shallow_max,
    total,
    will_max,
)
from fatedeck.games.realms_behind.rules.encounter import EndTurn, Ready
from fatedeck.games.realms_behind.rules.equipment import Buy, Carry, Sell
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.feats import unmet
from fatedeck.games.realms_behind.rules.field import distance
from fatedeck.games.realms_behind.rules.frames import AP_PER_TURN
from fatedeck.games.realms_behind.rules.moving import Move, Step
from fatedeck.games.realms_behind.rules.phases import Enter
from fatedeck.games.realms_behind.rules.rests import LongRest, ShortRest
from fatedeck.games.realms_behind.rules.statuses import afflict, status_names
from fatedeck.games.realms_behind.rules.talk import Parlay, RecallKnowledge
from fatedeck.games.realms_behind.rules.tries import Contest, Try
from fatedeck.games.realms_behind.rules.turns import all_down
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.rules.will import Calm, SpendWill
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Outcome,
    Statuses,
    Table,
    Technique,
)
from tests.games.realms_behind.brawls import GM, Reckless, brawl, fought, reckless, twist
from tests.games.realms_behind.realms import game_of, goblin, hero, item, table_of

SEEDS = st.integers(0, 2**32)
laws = settings(max_examples=12)


# Machines


@laws
@given(seed=SEEDS)
def test_machines_in_every_seat_are_never_refused_and_come_to_an_end(seed: int) -> None:
    luck = random.Random(seed)
    assert fought(brawl(luck), luck) in ("party", "foes")


@laws
@given(seed=SEEDS)
def test_when_a_side_is_down_the_machine_of_the_gm_ends_the_encounter(seed: int) -> None:
    luck = random.Random(seed)
    game = brawl(luck, 4)
    fought(game, luck)
    policy = ruleset.policy()
    assert policy.act(game.state, GM) == Enter("exploration")
    ruleset.perform(game, GM, Enter("exploration"))
    assert all(policy.act(game.state, seat.name) is None for seat in game.seats)


# How long something lasts


LASTING = {
    "name", "side", "x", "y", "placed", "statuses", "will", "fortune", "madness", "conditions",
    "left_scene", "dead", "waiting",
}  # fmt: skip
"""What stays when an Encounter ends: who they are, what is spent, what the GM has said."""


@laws
@given(seed=SEEDS, way=st.sampled_from(("exploration", "downtime", "short", "long")))
def test_nothing_that_lasts_an_encounter_outlasts_it(seed: int, way: str) -> None:
    """RB-15.10, RB-14.10; a new field of a being must be thought of here."""
    luck = random.Random(seed)
    game = brawl(luck, 4)
    for being in game.state.beings():
        for status in status_names():
            afflict(game, being, status, luck.randint(0, 3), by="Ana")
        afflict(game, being, "warded", 2, element="fire")
        afflict(game, being, "vulnerable", 2, element="frost")
        being.support, being.luck_next, being.bulwark_turns = 1, -2, 2
        being.speed_this_turn = being.speed_this_encounter = 2
    fought(game, luck, 30)
    ways: dict[str, Deed] = {
        "short": ShortRest(),
        "long": LongRest(),
        "exploration": Enter("exploration"),
        "downtime": Enter("downtime"),
    }
    ruleset.perform(game, GM, ways[way])
    table = game.state
    assert (table.order, table.difficult, table.round, table.parley) == ([], [], 0, None)
    for being in table.beings():
        assert being.statuses == Statuses(necrotic=being.statuses.necrotic)
        for field in fields(Being):
            if field.name not in LASTING:
                first = field.default if field.default is not NODEFAULT else field.default_factory()
                assert getattr(being, field.name) == first, field.name


@laws
@given(seed=SEEDS)
def test_stacks_leave_turn_by_turn_and_all_that_lasts_turns_is_gone(seed: int) -> None:
    """RB-16.3 to RB-16.25: after as many own turns as the most stacks nothing is left."""
    luck = random.Random(seed)
    table = table_of(Ana="dhutlo", Ben="tamsin")
    goblin(table, level=5, x=20)
    game = Game(table, Driver(luck), (), None)
    for character in table.players.values():
        character.skills["resilience"] = 90  # to live through it
        hero(table, character.name)
    table.phase, table.round = "encounter", 1
    table.order = ["Ana", "Ben", "Goblin"]
    most = 0
    for being in table.beings():
        for status in status_names():
            if status not in ("berserk", "necrotic"):
                stacks = luck.randint(0, 3)
                most = max(most, stacks)
                afflict(game, being, status, stacks, by="Ben" if being.name == "Ana" else "Ana")
        being.bulwark_turns, being.speed_this_turn = 2, 2
    for _ in range(3 * (most + 2)):
        ruleset.perform(game, table.seat_of(table.being(table.whose_turn())), EndTurn())
    for being in table.beings():
        assert being.statuses == Statuses()
        assert (being.taunted, being.bulwark_turns, being.speed_this_turn) == ({}, 0, 0)


# What somebody may do now


NEVER_ASKED = ("react", "how", "assist", "lend-luck", "fortune", "any-suit")
"""Reactions, assists, helping things, Fortune: not of those who can do nothing. RB-4.8, RB-13.3."""


class Watcher(Reckless):
    """Answers recklessly; nobody may be asked who can do nothing."""

    def __call__(self, question: Question) -> Answer:
        for part in question.questions if isinstance(question, Each) else (question,):
            assert self.table is not None
            character = self.table.players.get(getattr(part, "seat", ""))
            if character is not None and getattr(part, "name", "") in NEVER_ASKED:
                assert can_act(character), part
        return super().__call__(question)


def deeds(table: Table, character: Character, luck: random.Random) -> list[Deed]:
    """One of each thing that takes somebody who can act."""
    other = luck.choice([b.name for b in table.beings() if b is not character])
    weapon = luck.choice([*character.items, "unarmed"])
    technique = luck.choice([*character.techniques, "none"])
    return [
        Attack(weapon, other),
        UseTechnique(technique, other, weapon),
        Move(character.x, min(character.y + 1, table.height - 1)),
        Step(character.x, min(character.y + 1, table.height - 1)),
        EndTurn(),
        SpendWill(),
        Calm(),
        Try("might"),
        Contest("might", other, "might"),
        Examine(weapon),
        Ready(weapon),
        RecallKnowledge("arcana"),
        Parlay("diplomacy"),
        Craft("hat"),
    ]


@laws
@given(seed=SEEDS)
def test_who_can_do_nothing_does_nothing_and_is_not_asked(seed: int) -> None:
    """RB-4.8, RB-13.3, RB-13.4: the Downed, the Stupefied, the dead and those who left."""
    luck = random.Random(seed)
    game = brawl(luck, 6)
    table = game.state
    watcher = Watcher(luck)
    watcher.table = table
    game = Game(table, watcher, game.seats, None)
    for character in table.players.values():
        character.willing = True
    codec = Codec(ruleset)
    for _ in range(60):
        if not table.order or not any(can_act(being) for being in table.players.values()):
            break
        twist(game, luck)
        ruleset.perform(game, *reckless(table, luck))
        for character in table.players.values():
            if luck.random() < 0.02:
                character.left_scene = True
            if not can_act(character):
                before = codec.encode(table)
                for deed in deeds(table, character, luck):
                    with pytest.raises(Refused):
                        ruleset.perform(game, character.name, deed)
                    assert codec.encode(table) == before
        if not can_act(table.being(table.whose_turn())):
            break


# What one has, against what one may have


def over(character: Character) -> dict[str, int]:
    """By how much each group holds too much. RB-19.4."""
    return {place: max(0, bulk(character, place) - limit(character, place)) for place in PLACES}


def assert_within_limits(table: Table) -> None:
    """RB-2.12, RB-3.14, RB-11.9, RB-15.3, RB-15.6, RB-15.7, RB-19.5, RB-19.6, RB-19.8."""
    for character in table.players.values():
        assert character.shallow <= shallow_max(character)
        assert character.deep <= deep_max(character)
        assert character.will <= will_max(character)
        assert character.fortune <= fortune_max(character)
        assert character.reactions <= reactions_per_round(character)
        assert 0 <= character.exploration_actions <= 5
        assert 0 <= character.downtime_actions <= 1
        assert hands_full(character) <= HANDS
        slots = [gear_of(worn).slot for worn in character.worn()]
        assert all(slots.count(slot) <= (2 if slot == "ring" else 1) for slot in book().slots)
        assert not character.revealed.top
    assert not table.gm_revealed.top
    assert not table.dealt.top


@settings(max_examples=25)
@given(seed=SEEDS)
def test_a_sheet_never_holds_more_than_it_may(seed: int) -> None:
    """Random making, and playing on from there. RB-18.2, RB-19.4."""
    luck = random.Random(seed)
    record = new_record(find_game(ruleset.id), seed, {}, 1)
    for _ in range(120):
        state = record.state
        assert isinstance(state, Table)
        before = {name: over(character) for name, character in state.players.items()}
        weak = {n: too_heavy(character) for n, character in state.players.items()}
        done = len(record.entries)
        step(record, luck)
        if record.waiting_for or len(record.entries) == done:
            continue
        table = record.state
        assert isinstance(table, Table)
        assert_within_limits(table)
        for name, character in table.players.items():
            if doing(record) not in ("give", "take-feat", "craft", "raise", "take-sample"):
                assert all(n <= before[name][place] for place, n in over(character).items())
                assert set(too_heavy(character)) <= set(weak[name])
            if table.phase == "creation":
                assert_requirements(character)
            for project in character.projects.values():
                assert not project.item or project.item in character.items


@settings(max_examples=40)
@given(seed=SEEDS)
def test_things_are_carried_only_as_they_can_be(seed: int) -> None:
    """Whatever is put on, taken off, bought and sold, nothing gets worse. RB-19.4 to RB-19.9."""
    luck = random.Random(seed)
    table = table_of(Ana="basic")
    ana = hero(table, body=luck.randint(0, 8))
    ana.gold = 30
    gifts = [("gloves", "might"), ("hat", "might"), ("bandolier", ""), ("rucksack", "")]
    gifts += [(kind, "") for kind in luck.sample(sorted(book().equipment), 8)]
    for kind, veteran in gifts:
        thing = item(ana, kind, "inventory", *(["veteran"] if veteran else []))
        thing.choices = {"veteran": veteran} if veteran else {}
    for _ in range(60):
        before, weak = over(ana), too_heavy(ana)
        name = luck.choice([*ana.items, "hat"])
        action = luck.choice(
            (
                Carry(name, luck.choice(PLACES)),
                Carry(name, "equipped"),
                Sell(name),
                Buy(luck.choice(sorted(book().equipment))),
            )
        )
        try:
            ruleset.perform(game_of(table, 3), "Ana", action)
        except Refused as refused:
            assert refused.clause in (
                "RB-2.12", "RB-19.1", "RB-19.4", "RB-19.5", "RB-19.6", "RB-19.8", "RB-19.9",
            )  # fmt: skip
        assert_within_limits(table)
        assert set(too_heavy(ana)) <= set(weak)
        assert all(n <= before[place] for place, n in over(ana).items())


def doing(record: AnyRecord) -> str:
    """What was done last."""
    done = [str(entry.action["do"]) for entry in record.entries if hasattr(entry, "action")]
    return done[-1] if done else ""


def too_heavy(character: Character) -> list[str]:
    """What is worn by somebody too weak for it. RB-19.5."""
    might = total(character, "might")
    return [worn.name for worn in character.worn() if gear_of(worn).might > might]


def assert_requirements(character: Character) -> None:
    """All that was bought is still met. RB-18.2."""
    for name in character.feats:
        if name in book().feats:
            assert not unmet(character, book().feats[name].requires)
    for technique in character.techniques.values():
        for feature in technique.features:
            assert not unmet(character, book().features[feature].requires, technique.element)


@laws
@given(seed=SEEDS)
def test_a_fight_never_leaves_anybody_with_more_than_they_may_have(seed: int) -> None:
    luck = random.Random(seed)
    game = brawl(luck, 6)
    policy, table = ruleset.policy(), game.state
    for _ in range(80):
        if policy.act(table, GM) == Enter("exploration"):
            break
        ruleset.perform(game, *reckless(table, luck))
        assert_within_limits(table)
        for being in table.beings():
            hungering = 2  # a blow of 2 AP may bring 1 back for each it Downs
            assert being.ap <= AP_PER_TURN + hungering
            if type(being) is Creature:
                assert being.health <= 15 * 5


# Who is meant


@laws
@given(seed=SEEDS)
def test_no_blow_lands_where_its_weapon_does_not_reach(seed: int) -> None:
    """RB-12.12, RB-15.8: tested again at the moment it happens."""
    luck = random.Random(seed)
    game = brawl(luck, 6)
    for character in game.state.players.values():
        character.items, character.body = {}, 3
        storm = ["flurry", "bull-rush", "opportunistic"]
        character.techniques = {"storm": Technique("storm", "maneuver", storm)}
    plain = blows.strike

    def strike(
        told: Game[Table], attacker: Being, target: Being, hit: bool, outcome: Outcome, blow: Blow
    ) -> None:
        assert target.is_here()
        assert distance(attacker, target) <= max(way.far for way in ways_to_attack(attacker))
        plain(told, attacker, target, hit, outcome, blow)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blows, "strike", strike)
        for _ in range(60):
            if any(all_down(game.state, side) for side in ("party", "foes")):
                break
            ruleset.perform(game, *reckless(game.state, luck))


# Who hears


def as_seen(table: Table, seat: str) -> View:
    return ruleset.view(table, seat)


@pytest.mark.parametrize("worked", [["maddening"], ["whispering"], ["keen-edge", "maddening"]])
def test_two_worlds_that_differ_by_a_hidden_curse_look_the_same(worked: list[str]) -> None:
    """RB-20.13: not on the sheet, not by the work that is begun on it."""
    told: list[str] = []
    for curse in (True, False):
        table = table_of(Ana="basic", Ben="basic")
        table.phase, table.workspace = "downtime", True
        ana = hero(table, mind=5)
        ana.feats.append("imbuing")
        item(ana, "ley-alembic", "inventory")
        ana.materials = {f"fire {level}": 3 for level in range(1, 6)}
        known = [name for name in worked if book().enhancements[name].kind != "curse"]
        item(ana, "1h-light-melee", "inventory", *(worked if curse else known))
        game = game_of(table)
        ruleset.perform(game, "Ana", Enchant("1h-light-melee", "flaming"))
        assert game.lines is not None
        lines = [line.read_by(seat) for line in game.lines for seat in ("Ana", "Ben")]
        seen = [repr(as_seen(table, seat)) for seat in ("Ana", "Ben")]
        told.append("\n".join((*lines, *seen)))
    assert told[0] == told[1]


@pytest.mark.parametrize("phase", ["exploration", "encounter"])
def test_two_worlds_that_differ_by_a_creatures_figures_look_the_same(phase: str) -> None:
    """RB-22.5: its level, Health and kind are the GM's."""
    seen = []
    for level, kind in ((1, "goblin-raider"), (5, "ember-hound")):
        table = table_of(Ana="basic")
        hero(table)
        foe = goblin(table, "Stranger", level=level)
        foe.kind, foe.health = kind, 3 * level
        if phase == "encounter":
            table.phase, table.round, table.order = "encounter", 1, ["Ana", "Stranger"]
        seen.append((as_seen(table, "Ana"), ruleset.offers(table, "Ana")))
    assert seen[0] == seen[1]
