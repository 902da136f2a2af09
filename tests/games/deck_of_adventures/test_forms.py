"""What the rules understand, a form offers."""

from __future__ import annotations

import pytest

from fatedeck.engine.cards import move
from fatedeck.engine.laws import unreached
from fatedeck.engine.offers import Action, Count, Many, Offer, tag
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.rules.calls import CallContest
from fatedeck.games.deck_of_adventures.rules.characters import make_companion
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creatures import PlaceCreature
from fatedeck.games.deck_of_adventures.rules.decrees import Fall, Heal, HoldBreath
from fatedeck.games.deck_of_adventures.rules.sight import SetCover
from fatedeck.games.deck_of_adventures.state import Epic, Readied, Rest, Table, Task, Wall, Wound
from tests.games.deck_of_adventures.tabletop import CODEC, fighting, game_of, table


def forms(state: Table, do: str) -> list[Offer]:
    return [one for one in ruleset.offers(state, "GM") if one.do == do]


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (StartCombat, {"surprised", "groups", "home"}),  # DOA-123, DOA-361
        (PlaceCreature, {"creature", "side", "number", "at", "phases"}),  # DOA-362
        (SetCover, {"who", "cover", "attacker"}),  # DOA-307
        (Fall, {"who", "feet", "save"}),  # DOA-313
        (HoldBreath, {"who", "minutes", "damage"}),  # DOA-211
        (Heal, {"who", "points"}),  # DOA-257
        (CallContest, {"initiator", "contest", "stat", "targets", "resist", "informed"}),
    ],
)
def test_the_game_master_can_name_everything(action: type[Action], wanted: set[str]) -> None:
    state = table()
    state.characters["Ana"].hp -= 1
    offered = {param.name for form in forms(state, tag(action)) for param in form.params}
    fixed = {name for form in forms(state, tag(action)) for name in form.fixed}
    assert offered | fixed == wanted


def test_a_rest_is_first_for_the_heroes_to_whom_it_gives_something() -> None:
    """Nobody else at the table counts among those who may be chosen. DOA-264, DOA-265."""
    state = table(("Clubs2", "Spades2"), ("Grunt", "Grunt", "Grunt"))
    state.characters["Ben"].hp -= 1
    (quick, _) = forms(state, "call-rest")
    (who,) = (one for one in ruleset.form(state, "GM", quick, {}).params if one.name == "who")
    assert isinstance(who, Many)
    assert (who.options, who.most, who.default) == (("Ana", "Ben"), 2, ("Ben",))


@pytest.mark.parametrize(("groups", "shared"), [(True, True), (False, False)])
def test_a_form_says_yes_or_no(groups: bool, shared: bool) -> None:
    """DOA-123: Minions of a kind share one Target Card if the Game Master wants it."""
    state = table(("Clubs2",), ("Grunt", "Grunt"))
    form = forms(state, "start-combat")[0]
    action = form.action(surprised="nobody", groups=groups, home=False)
    CODEC.perform(game_of(state, *["no"] * 3), "GM", action)
    assert (state.characters["Grunt 2"].target_with == "Grunt") == shared


@pytest.mark.parametrize(("save", "hp"), [(True, 7), (False, 6)])
def test_a_fall_is_softened_by_a_form(save: bool, hp: int) -> None:
    """DOA-313: 20 feet are 2 damage, with an Agility Save that succeeds 1."""
    state = table()
    fighting(state)
    ana = state.characters["Ana"]
    ana.hp = ana.max_hp = 8
    ana.ap = 0
    cards = state.cards(ana)
    same = next(card for card in cards.deck.bag if card[:-1] == ana.target[:-1])
    cards.deck.bag.remove(same)
    cards.deck.top.insert(0, same)
    action = forms(state, "fall")[0].action(who="Ana", feet=20, save=save)
    CODEC.perform(game_of(state), "GM", action)
    assert ana.hp == hp


def test_every_field_of_every_action_can_be_reached() -> None:
    """By a form at some table: in random play from the start, or at rare moments."""
    game = find_game(ruleset.id)
    left = set(unreached(game, (new_record(game, seed) for seed in range(12))))
    for state in _rare_moments():
        for seat in ("GM", *state.seats):
            for offer in ruleset.offers(state, seat):
                form = ruleset.form(state, seat, offer, {})
                names = (*offer.fixed, *(param.name for param in (*offer.params, *form.params)))
                left.difference_update(f"{offer.do}.{name}" for name in names)
    assert sorted(left) == []


def _rare_moments() -> list[Table]:
    """A Boss, a wall, an Ace and a wound; a Quick Rest; a race without a map; bare hands."""
    fight = table(("Spades2", "Hearts2"), ("Grunt", "Spider Queen"))
    turn = fighting(fight)
    ana, grunt = fight.characters["Ana"], fight.characters["Grunt"]
    ana.power_set, ana.powers = "seed_era", ["Attack, Weapon", "Aces Wild"]
    ana.power_options = {"Aces Wild": ["AH: heal", "AD: regain"]}
    cards = fight.cards(ana)
    move("AH", cards.deck, cards.fate)
    ana.wounds = [Wound(1)]
    make_companion(fight, ana, "Wolf")
    fight.walls.append(Wall("Ben", ["5,8"]))
    grunt.x, grunt.y = 5, 7
    grunt.conditions = ["Charmed"]
    fight.characters["Ben"].conditions, fight.characters["Ben"].hp = ["Knocked Out"], 0
    fight.characters["Ben"].x = 5
    assert turn.minor
    assert fight.combat is not None
    fight.combat.readied["Ana"] = Readied("Attack, Weapon", 0, "it moves")
    rest = table(("Clubs2",))
    rest.characters["Ana"].ap = rest.characters["Ana"].pp = 0
    rest.characters["Ana"].items["Standard Shield"] = 1
    rest.rest = Rest("quick", 0, ["Ana"], ["Ana"])
    bare = table()
    bare.map.width = bare.map.height = 0
    bare.epic = Epic("The flood", 2, 3, 4, drawn=1, task=Task("5D", 3))
    brawl = table()
    fighting(brawl)
    brawl.characters["Ana"].powers = []
    brawl.characters["Grunt"].x, brawl.characters["Grunt"].y = 4, 7
    return [fight, rest, bare, brawl]


@pytest.mark.parametrize(("do", "after"), [("call-check", "stat"), ("call-save", "attribute")])
def test_a_check_begins_with_the_usual_difficulty(do: str, after: str) -> None:
    """DR 3, as in the rules' own Checks, and it is set before the long list. DOA-192, DOA-357."""
    [offer] = forms(table(), do)
    params = {param.name: param for param in offer.params}
    assert list(params)[:3] == ["who", "difficulty", after]
    assert isinstance(params["difficulty"], Count)
    assert params["difficulty"].default == 3
