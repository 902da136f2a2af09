"""What the rules understand, a form offers."""

from __future__ import annotations

import pytest

from fatedeck.engine.offers import Action, Offer, tag
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.rules.calls import CallContest
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.creatures import PlaceCreature
from fatedeck.games.deck_of_adventures.rules.decrees import Fall, Heal, HoldBreath
from fatedeck.games.deck_of_adventures.rules.sight import SetCover
from fatedeck.games.deck_of_adventures.state import Table
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
