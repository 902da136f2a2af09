"""Laws that random play looks for exceptions to: limits, ends, who may act, where cards lie."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.journeys import astray, lie
from fatedeck.engine.mentions import left, meant, names
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.engine.random_play import fill
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import premades
from fatedeck.games.deck_of_adventures.rules.characters import reckon
from fatedeck.games.deck_of_adventures.rules.combat import EndCombat, PassTime, StartCombat
from fatedeck.games.deck_of_adventures.rules.conditions import MEANING, gain
from fatedeck.games.deck_of_adventures.rules.creatures import RemoveCreature
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.items import UseItem
from fatedeck.games.deck_of_adventures.rules.movement import (
    can_move_on,
    speed_left,
    speed_of,
    why_not_end,
)
from fatedeck.games.deck_of_adventures.rules.rests import CallRest, EndRest, SpendRestCard
from fatedeck.games.deck_of_adventures.rules.turns import controller, in_play
from fatedeck.games.deck_of_adventures.rules.ways import HALF
from fatedeck.games.deck_of_adventures.state import NPC, WORLD, Character, Rest, Table, Terrain
from tests.games.deck_of_adventures.tabletop import (
    CODEC,
    fighting,
    game_of,
    lucky,
    script,
    set_target,
    stack,
    table,
)
from tests.games.deck_of_adventures.test_fights import open_offers, wild_table
from tests.games.deck_of_adventures.test_policy import MACHINE, machine_answers

STEPS = 60


def play(seed: int, after: Callable[[Table], None]) -> Table:
    """A wild fight by random offers; after every action that is done something is looked at."""
    luck = random.Random(seed)
    state = wild_table(luck)
    for step in range(STEPS):
        offers = open_offers(state)
        if not step:
            offers = [(seat, one) for seat, one in offers if one.do == "start-combat"]
        elif luck.random() < 0.9:
            offers = [
                (seat, one) for seat, one in offers if one.do not in ("end-combat", "lay-map")
            ]
        seat, chosen = luck.choice(offers)
        played = CODEC.copy(state)
        try:
            CODEC.perform(Game(played, lucky(luck)), seat, fill(chosen, luck))
        except Refused:
            continue
        state = CODEC.copy(played)
        after(state)
    return state


# Limits


@pytest.mark.parametrize("seed", range(12))
def test_no_more_than_one_may_have(seed: int) -> None:
    """HP, PP, AP, speed and conditions keep their limits. DOA-39, DOA-142, DOA-177, DOA-269."""

    def limits_hold(state: Table) -> None:
        for who in state.characters.values():
            assert who.hp <= who.max_hp, who.name
            assert who.pp <= who.max_pp, who.name
            assert who.ap <= max(who.max_ap, "Reinforce Armor" in who.powers), who.name
            assert len(set(who.conditions)) == len(who.conditions), who.conditions
            assert bool(who.poisoned) == ("Poisoned" in who.conditions)
            assert all(wound.damage for wound in who.wounds)
        for turn in state.combat.turns if state.combat is not None else ():
            speed = speed_of(state, state.characters[turn.who])
            assert speed_left(state, turn) <= 2 * HALF * speed

    play(seed, limits_hold)


# Durations


@pytest.mark.parametrize("seed", range(12))
def test_what_is_put_on_somebody_says_when_it_ends(seed: int) -> None:
    """Timed effects have rounds to go, and an effect of a condition has its condition. DOA-187."""

    def ends_are_said(state: Table) -> None:
        for who in state.characters.values():
            for effect in who.effects:
                assert effect.until not in ("start", "end") or (effect.rounds and effect.of), effect
                assert effect.name not in MEANING or effect.name in who.conditions, effect
                if effect.until == "sustained":
                    assert not is_down(state.characters[effect.by]), effect
            if "Hidden" in who.conditions and state.combat is not None:
                assert state.combat.unseen.get(who.name)
        for wall in state.walls:
            assert not is_down(state.characters[wall.by])
        for lent in state.reserved:
            assert lent.card in state.decks[lent.deck].reserved
            assert lent.holder in state.characters
        lent_cards = [(lent.deck, lent.card) for lent in state.reserved]
        for name, cards in state.decks.items():
            assert all((name, card) in lent_cards for card in cards.reserved)

    play(seed, ends_are_said)


@pytest.mark.parametrize("seed", range(12))
def test_past_its_moment_everything_is_gone(seed: int) -> None:
    """After a minute what is measured in turns is over, after a Full Rest all. DOA-186, DOA-279."""
    state = play(seed, lambda state: None)
    game = Game(state, lucky(random.Random(seed)))
    if state.combat is not None:
        ruleset.perform(game, "GM", EndCombat())
    brief = [
        (who.name, effect.name)
        for who in state.characters.values()
        for effect in who.effects
        if 0 < effect.rounds <= 10
    ]
    ruleset.perform(game, "GM", PassTime(10))
    assert all(zone.rounds == 0 for zone in state.zones)
    for name, effect in brief:
        left = [one for one in _effects(state, name) if one == effect]
        assert not left, (name, effect)
    if state.rest is not None and state.rest.resting:
        ruleset.perform(game, "GM", EndRest())
    players = [who for who in _all(state) if who.kind == "pc" and not who.dead and not who.making]
    resting = [who.name for who in players]
    for who in players:
        who.stable = True
    if not resting:
        return
    ruleset.perform(game, "GM", CallRest("full", resting, 480))
    for name in resting:
        who = state.characters[name]
        assert (who.effects, who.conditions, who.wounds) == ([], [], []), name
        assert (who.fatigue, who.lost_speed, who.power_ap, who.rested) == (0, 0, 0, {})
        assert not any(lent.deck == who.deck or lent.holder == name for lent in state.reserved)
        assert not any(other.summoned and other.companion_of == name for other in _all(state))


def _effects(state: Table, name: str) -> list[str]:
    who = state.characters.get(name)
    return [effect.name for effect in who.effects] if who is not None else []


def _all(state: Table) -> list[Character]:
    return list(state.characters.values())


@pytest.mark.parametrize("item", ["Potion of Vitality", "Hearty Stew", "Focusing Beverage"])
@pytest.mark.parametrize("fight", [False, True])
def test_a_raised_maximum_goes_back(item: str, fight: bool) -> None:
    """DOA-370: drunk before a fight, the maxima of the sheet are back in the end."""
    state = table()
    ana = state.characters["Ana"]
    before = (ana.max_hp, ana.max_pp)
    ana.items = {item: 1}
    game = Game(state, lucky(random.Random(1)))
    ruleset.perform(game, "Ana", UseItem(item))
    assert (ana.max_hp, ana.max_pp) != before
    if fight:
        ruleset.perform(game, "GM", StartCombat())
        ruleset.perform(game, "GM", EndCombat())
    ruleset.perform(game, "GM", PassTime(10))
    ana.hp, ana.conditions = ana.max_hp, []
    ruleset.perform(game, "GM", CallRest("full", ["Ana"], 480))
    assert (ana.max_hp, ana.max_pp) == before
    reckon(state, ana)
    assert (ana.max_hp, ana.max_pp) == before


# Who may act


@pytest.mark.parametrize("seed", range(12))
def test_the_fallen_do_nothing(seed: int) -> None:
    """Who is down has no turn, no readied action and holds nobody. DOA-209, DOA-216.

    Whoever has a turn can end it, or move on and end it then.
    """

    def only_the_awake_act(state: Table) -> None:
        for who in state.characters.values():
            for effect in who.effects:
                if effect.by and (effect.name == "Grappled" or effect.on == "held"):
                    assert not is_down(state.characters[effect.by]), effect
        combat = state.combat
        if combat is None:
            return
        for turn in combat.turns:
            assert not is_down(state.characters[turn.who])
            assert in_play(state, state.characters[turn.who])
        if combat.turn is not None:
            who = state.characters[combat.turn.who]
            stuck = why_not_end(state, who, combat.turn) is not None
            assert not stuck or can_move_on(state, who, combat.turn), who.name  # DOA-145
        for name in combat.readied:
            assert not is_down(state.characters[name])
        for name, turn in combat.held.items():
            assert turn.lost or not is_down(state.characters[name])
            assert name in combat.delayed or name in combat.queue
        for some in (combat.order, combat.queue, combat.delayed):
            assert len(set(some)) == len(some)
            assert all(name in state.characters for name in some)

    play(seed, only_the_awake_act)


# Where cards lie


@pytest.mark.parametrize("seed", range(12))
def test_every_open_target_card_is_somebodys(seed: int) -> None:
    """DOA-11, DOA-62, DOA-123, DOA-378."""

    def targets_have_owners(state: Table) -> None:
        everyone = state.characters.values()
        of_the_world = [wall.target for wall in state.walls]
        if state.epic is not None and state.epic.task is not None:
            of_the_world.append(state.epic.task.target)
        for name, cards in state.decks.items():
            owners = [who.target for who in everyone if name in (who.deck, WORLD)]
            for card in cards.targets:
                assert card in owners or (name == WORLD and card in of_the_world), (name, card)
            assert not len(cards.play)
        for who in everyone:
            lies = [who.target in state.decks[deck].targets for deck in (who.deck, WORLD)]
            assert not who.target or any(lies), who.name

    play(seed, targets_have_owners)


# What random play holds the game to


def test_a_rest_card_may_wait_in_play_while_a_target_card_lies() -> None:
    """Cards go as they may when a Fate Card could redraw it. DOA-28, DOA-267."""
    state = table(("Clubs2",), ())
    ana = state.characters["Ana"]
    ana.hp, ana.rest_cards = 1, 2
    state.rest = Rest("quick", 0, who=["Ana"], resting=["Ana"])
    set_target(state, ana, "QC")
    stack(state, ana, "2D", "3D")
    cards = state.cards(ana)
    move("BJ", cards.spent, cards.fate)
    before, answer, asked = lie(state), script("yes"), list[str]()

    def look(question: Question) -> Answer:
        if isinstance(question, Choose):
            assert astray(ruleset.journeys, before, state, "spend-rest-card") == ""
            asked.append(question.name)
        return answer(question)

    ruleset.perform(Game(state, look), "Ana", SpendRestCard(who="Ana", restore="HP"))
    assert asked == ["redraw-rest-card"]


def test_a_player_may_be_named_as_who_tells_of_their_own_end() -> None:
    """DOA-78: the player who drew tells what happens, whatever has become of the character."""
    state = table()
    before = ruleset.present(state)
    state.narrator, state.characters["Ben"].dead = "Ben", True
    gone = left(before, ruleset.present(state))
    assert "Ben" in gone[""]
    assert meant(names(state), gone, ruleset.mentions) == ""


def test_who_leaves_between_two_turns_is_named_nowhere() -> None:
    """A creature is sent away while an Adversary Action follows its turn. DOA-263, DOA-360."""
    state = table(foes=("Grunt", "Grunt", "Captain, Defender"))
    before = ruleset.present(state)
    fighting(state)
    captain = next(name for name in state.characters if "Captain" in name)
    assert state.combat is not None
    grunt = next(name for name in state.characters if "Grunt" in name)
    state.combat.after, state.combat.asked = grunt, [captain]
    for name in (grunt, captain):
        ruleset.perform(game_of(state), "GM", RemoveCreature(name))
    assert state.combat is not None
    gone = left(before, ruleset.present(state))
    assert meant(names(state), gone, ruleset.mentions) == ""


# The machine


@pytest.mark.parametrize("seed", range(25))
def test_no_fight_of_machines_stalls(seed: int) -> None:
    """Four against up to twelve, crowded, behind walls, charmed and stunned: no move is refused."""
    luck = random.Random(seed)
    state = crowded(luck)
    game = machine_answers(state, luck)
    ruleset.perform(game, "GM", StartCombat())
    for _ in range(2000):
        combat = state.combat
        if combat is None:
            return
        seats = [controller(state, combat.turn)] if combat.turn is not None else []
        moves = ((seat, MACHINE.act(state, seat)) for seat in (*seats, "GM"))
        seat, move = next((seat, move) for seat, move in moves if move is not None)
        assert isinstance(move, Deed)
        ruleset.perform(game, seat, move)
    raise AssertionError("the fight never ends")


def crowded(luck: random.Random) -> Table:
    """A small map full of people with something on them."""
    minions = ["Grunt", "Gray Wolf", "Guard", "Specter", "Mystic Golem", "Commoner", "Dire Wolf"]
    foes = [luck.choice(minions) for _ in range(luck.randint(8, 11))]
    foes.append(luck.choice(["Captain, Defender", "Necromancer", "Scorpion Beast", "Spider Queen"]))
    state = table([luck.choice(list(premades())) for _ in range(4)], foes)
    size = luck.choice((6, 8, 12))
    spaces = [(x, y) for x in range(size) for y in range(size)]
    luck.shuffle(spaces)
    state.map.width = state.map.height = size
    game = Game(state, lucky(luck))
    everyone = list(state.characters)
    for who in state.characters.values():
        who.x, who.y = spaces.pop()
        if luck.random() < 0.3:
            condition = luck.choice([name for name in MEANING if name != "Knocked Out"])
            gain(game, who, condition, luck.choice(everyone), rounds=luck.choice((0, 1, 2)))
    for x, y in spaces[: size * size // 10]:
        state.map.terrain.append(Terrain(x, y, luck.choice(("challenging", "half", "wall"))))
    assert all(who.deck == NPC or who.is_dealer or who.companion_of for who in _all(state))
    return state


def test_the_machine_makes_a_character_of_its_level() -> None:
    """DOA-336: a seat that is given to the machine while characters are made takes part."""
    state = CODEC.begin({}, [Seat("GM", "gm"), Seat("Ana"), Seat("Ben")])
    game = Game(state, lucky(random.Random(0)))
    for seat in ("Ana", "Ben"):
        move = MACHINE.act(state, seat)
        assert isinstance(move, Deed)
        ruleset.perform(game, seat, move)
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    assert (ana.making, ben.making, ana.level, ben.level) == (False, False, 1, 1)
    assert ana.role != ben.role
    assert MACHINE.act(state, "Ana") is None
