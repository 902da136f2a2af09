"""Nobody is sent a byte that depends on what is hidden from them."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec import Struct

from fatedeck.engine.offers import Form, Offer, One, Value
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.view import View, Zone, seen
from tests.soak.worlds import Worlds
from tests.table.house import OwnHouse

EVERY = [ruleset.id for ruleset in games()]


@pytest.mark.parametrize("game", EVERY)
async def test_two_worlds_that_a_reader_cannot_tell_apart_send_it_the_same_bytes(
    quick_house: OwnHouse, game: str
) -> None:
    luck, pairs, refused, asked = random.Random(f"worlds {game}"), 0, 0, 0
    while pairs < 30:  # a game may be over soon
        table = await quick_house.sit(game)
        worlds = Worlds(quick_house, table, game, luck)
        pairs += await worlds.compare(12)
        refused += worlds.refused
        asked += worlds.asked
        assert worlds.different == []
        await table.close()
    assert refused > 0
    assert asked > 0


async def test_a_card_shown_to_one_too_many_is_found(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same comparison with a view that shows one hidden card."""
    ruleset = find_game("high-card")
    view = type(ruleset).view

    def careless(self: AnyRuleset, state: Struct, seat: str | None) -> View:
        found = view(self, state, seat)
        cards = [card for group in self.hidden(state, seat) for part in group for card in part]
        shown = Zone("shown", "Shown", 1, seen(cards[:1]))
        return msgspec.structs.replace(found, zones=[*found.zones, shown])

    monkeypatch.setattr(type(ruleset), "view", careless)
    table = await quick_house.sit("high-card")
    worlds = Worlds(quick_house, table, "high-card", random.Random(1))
    await worlds.compare(3)
    assert worlds.different


async def test_a_form_that_depends_on_a_hidden_card_is_found(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = find_game("high-card")

    form = type(ruleset).form

    def careless(
        self: AnyRuleset, state: Struct, seat: str, offer: Offer, chosen: dict[str, Value]
    ) -> Form:
        found = form(self, state, seat, offer, chosen)
        cards = [card for group in self.hidden(state, seat) for part in group for card in part]
        params = [
            msgspec.structs.replace(param, options=(*param.options, *cards[-1:]))
            for param in found.params
            if isinstance(param, One)
        ]
        return msgspec.structs.replace(found, params=tuple(params))

    monkeypatch.setattr(type(ruleset), "form", careless)
    table = await quick_house.sit("high-card")
    worlds = Worlds(quick_house, table, "high-card", random.Random(1))
    await worlds.compare(3)
    assert any("AskForm" in what for what in worlds.different)
    assert any("AskUses" in what for what in worlds.different)
