"""What must hold after every action, however it is played: durations, limits, who is asked."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fatedeck.engine.random_play import AnyRecord, play
from fatedeck.games.deckahedron.data import magic_items
from fatedeck.games.deckahedron.rules.stamina import slots_of, stamina_left
from fatedeck.games.deckahedron.state import (
    AWAY,
    HARMLESS,
    INCAPACITATED,
    ONE_MORE_ACTION,
    OUT,
    OUT_OF_TURN,
    PINNED,
    RALLIED,
    RESTING,
    Player,
    Table,
)
from tests.games.deckahedron.test_table import OPTIONS, in_the_fray

laws = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
FREE_TO_ACT = {"DKH-51", "DKH-52", "DKH-58", "DKH-48", "DKH-69", "DKH-25", "DKH-88", "DKH-89"}
"""What the incapacitated may be asked: how to bear or regain Stamina, and what a card showed."""


@pytest.mark.parametrize("options", OPTIONS)
@laws
@given(seed=st.integers(0, 2**32))
def test_what_is_put_on_somebody_ends(options: dict[str, object], seed: int) -> None:
    """DKH-19, DKH-50, DKH-71, DKH-75, DKH-76, DKH-96, DKH-106, DKH-114."""

    def ended(record: AnyRecord) -> None:
        table = record.state
        assert isinstance(table, Table)
        if record.flight is not None or table.phase != "play":
            return
        last = record.last
        for name, player in table.players.items():
            _player_ended(table, name, player)
            if last is not None and last.action["do"] == "end-turn":
                assert ONE_MORE_ACTION not in player.conditions
        for foe in table.foes.values():
            assert foe.conditions == [OUT] or (foe.stamina and OUT not in foe.conditions)

    play(in_the_fray(seed, options), random.Random(seed), 120, ended)


def _player_ended(table: Table, name: str, player: Player) -> None:
    conditions = player.conditions
    assert len(conditions) == len({*conditions})
    assert not {OUT_OF_TURN, RALLIED} & {*conditions}
    assert not len(player.flipped)
    if not table.fighting():
        assert not {AWAY, PINNED, HARMLESS} & {*conditions}
    assert (INCAPACITATED in conditions) == (stamina_left(table, player) == 0)
    if not player.is_incapacitated():
        assert player.fate == ""
    if RESTING in conditions:
        assert table.spotlight != name
        assert ONE_MORE_ACTION not in conditions


@pytest.mark.parametrize("options", OPTIONS)
@laws
@given(seed=st.integers(0, 2**32))
def test_what_one_has_stays_within_what_one_may_have(options: dict[str, object], seed: int) -> None:
    """DKH-51, DKH-83, DKH-86, DKH-93, DKH-102, DKH-111, DKH-117."""

    def within(record: AnyRecord) -> None:
        table = record.state
        assert isinstance(table, Table)
        for player in table.players.values():
            for source, tokens in player.exhaustion_tokens.items():
                assert tokens <= slots_of(player).get(source, (0, ""))[0]
            for item, charges in player.charges.items():
                assert charges <= magic_items()[item].charges
                assert item in player.items
            for skill in player.skills.values():
                assert not (skill.penalties and skill.bonuses)
            assert {*player.skills} <= {*player.cards}
            assert max(player.strength, player.dexterity, player.intelligence) <= 4
            assert bool(player.sought) == bool(len(player.laid))
        for foe in table.foes.values():
            assert foe.harm <= 2
            assert foe.wounds <= 2

    play(in_the_fray(seed, options), random.Random(seed), 120, within)


@pytest.mark.parametrize("options", OPTIONS)
@laws
@given(seed=st.integers(0, 2**32))
def test_the_incapacitated_are_asked_nothing_that_would_be_an_action(
    options: dict[str, object], seed: int
) -> None:
    """DKH-50."""

    def not_asked(record: AnyRecord) -> None:
        table = record.state
        assert isinstance(table, Table)
        for seat in record.waiting_for:
            question = record.question_for(seat)
            assert question is not None
            if seat in table.players and table.players[seat].is_incapacitated():
                assert FREE_TO_ACT & {*question.clauses}, question.prompt

    record = in_the_fray(seed, options)
    for name in ("Ana", "Ben"):
        record.do("GM", {"do": "tire", "who": name, "points": 8})
        while record.waiting_for:
            play(record, random.Random(seed), 1)
    play(record, random.Random(seed), 120, not_asked)
