"""The machine plays a fight to its end, sensibly."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Choose, Draw, Each, Question, Roll
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import premades
from fatedeck.games.deck_of_adventures.machine.policy import policy
from fatedeck.games.deck_of_adventures.rules.aims import candidates
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creatures import place_encounter
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.rules.items import UseItem
from fatedeck.games.deck_of_adventures.rules.maneuvers import Inspect
from fatedeck.games.deck_of_adventures.rules.mechanics import use_of
from fatedeck.games.deck_of_adventures.rules.movement import Move, StandUp
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rests import FinishRest, SpendRestCard
from fatedeck.games.deck_of_adventures.rules.rounds import EndTurn
from fatedeck.games.deck_of_adventures.state import Effect, Outcome, Rest, Table, Terrain
from tests.games.deck_of_adventures.tabletop import CODEC, fighting, game_of, table

MACHINE = policy()


def machine_answers(state: Table, luck: random.Random) -> Game[Table]:
    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return luck.choice(question.cards)
        assert not isinstance(question, Roll)
        if isinstance(question, Each):
            return question.check(
                {q.seat: str(MACHINE.answer(state, q)) for q in question.questions}
            )
        return question.check(MACHINE.answer(state, question))

    return Game(state, answer)


def play_out(state: Table, luck: random.Random) -> int:
    """Let the machine play both sides to the end; the number of actions."""
    game = machine_answers(state, luck)
    ruleset.perform(game, "GM", StartCombat())
    for number in range(1500):
        combat = state.combat
        if combat is None:
            return number
        seats = ["GM"]
        if combat.turn is not None:
            seats.insert(0, state.characters[combat.turn.who].owner)
        for seat in seats:
            action = MACHINE.act(state, seat)
            if isinstance(action, Deed):
                ruleset.perform(game, seat, action)
                break
    raise AssertionError("the fight never ends")


@pytest.mark.parametrize("seed", range(12))
def test_any_party_fights_any_foes_to_an_end(seed: int) -> None:
    """No action of the machine is refused, no card is lost, somebody is left standing."""
    luck = random.Random(seed)
    party = luck.sample(list(premades()), 4)
    foes = luck.sample(["Grunt", "Gray Wolf", "Guard", "Specter", "Mystic Golem"], 3)
    foes.append(luck.choice(["Captain, Defender", "Necromancer", "Scorpion Beast", "Spider Queen"]))
    state = table(party, foes)
    before = all_cards(state)
    play_out(state, luck)
    assert all_cards(state) == before
    assert CODEC.copy(state) == state
    standing = {who.side for who in state.characters.values() if who.hp}
    assert standing


def test_the_example_encounter_is_played_out() -> None:
    """DOA-372."""
    luck = random.Random(5)
    state = table(("Clubs2", "Spades2", "Diamonds2", "Hearts2"), ())
    for who in state.characters.values():
        who.y = 16
    place_encounter(state)
    assert play_out(state, luck) > 20


def test_it_heals_a_friend_who_is_low() -> None:
    state = table(("Hearts2", "Clubs2"))
    fighting(state)
    state.characters["Ben"].hp = 1
    assert MACHINE.act(state, "Ana") == UsePower("Heal", cost=2, targets=["Ben"])


def test_it_drinks_a_potion_when_it_is_at_half_its_hp_and_has_struck() -> None:
    """DOA-156: the Minor Action that the attack leaves."""
    state = table(("Clubs2", "Spades2"))
    ana = state.characters["Ana"]
    turn = fighting(state)
    ana.items, ana.y = {"Potion of Strength": 1, "Potion of Healing (potent brew)": 1}, 6
    ana.hp = ana.max_hp // 2
    assert MACHINE.act(state, "Ana") == UsePower("Attack, Weapon", targets=["Grunt"])
    turn.major = 0
    assert MACHINE.act(state, "Ana") == UseItem("Potion of Healing (potent brew)")
    ana.hp = ana.max_hp
    assert MACHINE.act(state, "Ana") != UseItem("Potion of Healing (potent brew)")


def test_it_gets_up_then_closes_in_then_attacks() -> None:
    state = table(("Clubs2", "Spades2"))
    ana = state.characters["Ana"]
    turn = fighting(state)
    ana.conditions = ["Knocked Down"]
    assert MACHINE.act(state, "Ana") == StandUp()
    ana.conditions = []
    move = MACHINE.act(state, "Ana")
    assert move == Move("4,6")
    ana.y = 6
    assert MACHINE.act(state, "Ana") == UsePower("Attack, Weapon", targets=["Grunt"])
    turn.major = turn.minor = 0
    assert MACHINE.act(state, "Ana") == EndTurn()


def test_it_does_not_act_on_anothers_turn() -> None:
    state = table()
    fighting(state)
    assert MACHINE.act(state, "Ben") is None


def drawing(*drawn: str) -> Outcome:
    """A Craft Check of Ana's against 8C with DR 3, as far as it has come."""
    return Outcome("Ana", "Craft", "8C", 3, 0, -1, list(drawn), "", 0, "miss", False)


def test_a_miss_is_redrawn_and_a_close_card_is_enough() -> None:
    """DOA-28, DOA-99: of a Lower Hand the card farthest from the target goes."""
    state = table()
    redraw = Choose("Ana", "redraw", "Redraw?", ("no", "2H", "9C"))
    another = Choose("Ana", "another-card", "Another?", ("yes", "no"))
    state.drawing = drawing("2H", "9C")
    assert MACHINE.answer(state, redraw) == "2H"
    state.drawing = drawing("9C", "7C")
    assert MACHINE.answer(state, redraw) == "no"
    state.drawing = drawing("9H")
    assert MACHINE.answer(state, another) == "no"
    state.drawing = drawing("2H")
    assert MACHINE.answer(state, another) == "yes"


def test_players_see_no_hit_points_and_so_choose_by_distance() -> None:
    """DOA-182: the same world with other hidden numbers is played alike."""
    state = table(("Spades2",), ("Grunt", "Guard"))
    fighting(state)
    ana = state.characters["Ana"]
    ana.y = 6
    first = MACHINE.act(state, "Ana")
    state.characters["Grunt"].hp, state.characters["Guard"].hp = 1, 9
    assert MACHINE.act(state, "Ana") == first


def test_what_the_game_master_alone_may_do_is_refused_to_players() -> None:
    """DOA-2."""
    state = table()
    with pytest.raises(Refused) as refused:
        ruleset.perform(machine_answers(state, random.Random(0)), "Ana", StartCombat())
    assert refused.value.clause == "DOA-2"


def test_it_moves_off_a_friends_space_before_it_ends_the_turn() -> None:
    """DOA-145: and ends it there when it cannot move on."""
    state = table()
    turn = fighting(state)
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    ana.x, ana.y = ben.x, ben.y
    turn.major = turn.minor = 0
    move = MACHINE.act(state, "Ana")
    assert isinstance(move, Move)
    turn.spent = 99
    assert MACHINE.act(state, "Ana") == EndTurn()


def test_it_steps_to_where_it_sees_its_foe() -> None:
    """DOA-181: a wall hides what is in reach."""
    state = table(("Diamonds2",))
    fighting(state)
    ana = state.characters["Ana"]
    ana.powers, ana.pp = ["Attack, Mystic"], 0
    state.map.terrain = [Terrain(4, 6, "wall"), Terrain(4, 7, "wall")]
    assert candidates(state, use_of(state, ana, "Attack, Mystic")) == []
    ruleset.perform(game_of(state), "Ana", _move(MACHINE.act(state, "Ana")))
    assert MACHINE.act(state, "Ana") == UsePower("Attack, Mystic", targets=["Grunt"])


def _move(action: object) -> Move:
    assert isinstance(action, Move)
    return action


def test_it_looks_for_what_it_cannot_see() -> None:
    """DOA-214."""
    state = table()
    fighting(state)
    state.characters["Grunt"].conditions = ["Invisible"]
    assert MACHINE.act(state, "Ana") == Inspect("Detection", "Grunt")


def test_it_keeps_to_a_charm() -> None:
    """DOA-212."""
    state = table()
    fighting(state)
    state.characters["Ana"].effects = [
        Effect("Charmed now", by="Grunt", until="end", of="Ana", rounds=1)
    ]
    assert MACHINE.act(state, "Ana") == EndTurn()


def test_it_rests_until_nothing_is_missing() -> None:
    """DOA-267."""
    state = table()
    ana = state.characters["Ana"]
    ana.hp, ana.rest_cards = ana.max_hp - 1, 3
    state.rest = Rest("quick", 0, ["Ana"], ["Ana"])
    assert MACHINE.act(state, "Ana") == SpendRestCard(restore="HP")
    ana.hp, ana.pp = ana.max_hp, ana.max_pp
    assert MACHINE.act(state, "Ana") == FinishRest()
    assert MACHINE.act(state, "Ben") is None
