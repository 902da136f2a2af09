"""Whatever a player does, no illegal sheet comes out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Choose, Question, Several
from fatedeck.engine.random_play import fill_in
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import powers, tables
from fatedeck.games.deck_of_adventures.looks.view import view
from fatedeck.games.deck_of_adventures.rules.creation import unpack
from fatedeck.games.deck_of_adventures.rules.experience import total_xp
from fatedeck.games.deck_of_adventures.rules.learning import why_not_buy
from fatedeck.games.deck_of_adventures.rules.vulnerabilities import why_not_take
from fatedeck.games.deck_of_adventures.state import ATTRIBUTES, SKILLS, PowerSet, Switches
from tests.games.deck_of_adventures.tabletop import xp_spent

BUILDING = (
    "choose-role",
    "set-attribute",
    "set-skill",
    "buy-power",
    "drop-power",
    "take-vulnerability",
    "overcome",
)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_sheet_is_paid_for_and_within_its_caps(seed: int) -> None:
    """XP spent and left is what the level gave; Modifiers keep their range; Vulnerabilities too.

    DOA-50, DOA-319, DOA-323, DOA-325, DOA-326, DOA-330.
    """
    luck = random.Random(seed)

    def answer(question: Question) -> Answer:
        if isinstance(question, Choose):
            return luck.choice(question.options)
        if isinstance(question, Several):
            return luck.sample(question.options, question.least)
        return "chess"

    table = unpack("GM", ["Ana"], Switches(), luck.choice(["current", "seed_era"]))
    ana = table.characters["Ana"]
    ana.level = luck.randint(1, 10)
    ana.xp = total_xp(ana.level)
    cap = tables().level(ana.level).mod_cap
    codec = {tag: action for action in ruleset.actions for tag in [action.__struct_config__.tag]}
    for _ in range(25):
        offered = [
            offer
            for offer in ruleset.offers(table, "Ana")
            if offer.do in BUILDING and not offer.why_not
        ]
        chosen = fill_in(find_game("deck-of-adventures"), table, "Ana", luck.choice(offered), luck)
        action = codec[str(chosen.pop("do"))](**chosen)
        try:
            ruleset.perform(Game(table, answer), "Ana", action)
        except Refused:
            continue
        assert xp_spent(ana) + ana.xp == total_xp(ana.level)
        assert ana.xp >= 0
        for stat in (*ATTRIBUTES, *SKILLS):
            assert -2 <= ana.modifier(stat) <= cap
        assert len(ana.vulnerabilities) <= 4
        assert sum(ana.vulnerability_xp.values()) <= 4
        assert view(table, None).sheets
    assert ana.max_pp == sum(
        {"Small Power Gain": 2, "Large Power Gain": 4}.get(
            name, powers(ana.power_set)[name].dearest
        )
        for name in ana.powers
    )


def test_every_power_is_offered_exactly_when_it_may_be_bought() -> None:
    """DOA-169, DOA-328."""
    table = unpack("GM", ["Ana"], Switches())
    ana = table.characters["Ana"]
    ana.role, ana.primary, ana.xp, ana.level = "Support", "Craft", 30, 3
    ana.skills |= {"Craft": 2}
    offered = next(offer for offer in ruleset.offers(table, "Ana") if offer.do == "buy-power")
    form = ruleset.form(table, "Ana", offered, {})
    may = [name for name in powers("current") if why_not_buy(table, "Ana", name) is None]
    assert list(form.params[0].options) == may  # type: ignore[union-attr]
    assert "Heal" in may
    assert "Heal 2" not in may


@pytest.mark.parametrize("power_set", ["current", "seed_era"])
def test_what_belongs_to_bosses_is_not_for_sale(power_set: PowerSet) -> None:
    """DOA-64: neither Adversary nor House Actions, nor any other Power of theirs."""
    table = unpack("GM", ["Ana"], Switches(), power_set)
    ana = table.characters["Ana"]
    ana.xp, ana.level = 99, 10
    for power in powers(power_set).values():
        theirs = power.type in ("adversary", "house") or "boss" in power.category
        refused = why_not_buy(table, "Ana", power.id)
        assert (refused is not None and refused.clause == "DOA-64") == (
            theirs or power.type == "vulnerability"
        ), power.id


@pytest.mark.parametrize(("wits", "gut", "taken"), [(0, 0, True), (1, 0, False), (0, 1, False)])
def test_all_the_skills_of_a_prerequisite_are_needed(wits: int, gut: int, taken: bool) -> None:
    """DOA-328, DOA-343: Conceited wants INT under 1 and GUT under 1, both."""
    table = unpack("GM", ["Ana"], Switches())
    ana = table.characters["Ana"]
    ana.attributes["INT"], ana.attributes["GUT"] = wits, gut
    refused = why_not_take(table, "Ana", "Conceited", 2)
    assert (refused is None) == taken
    assert refused is None or (
        refused.clause == "DOA-328" and "INT<1 and GUT<1" in refused.sentence
    )
