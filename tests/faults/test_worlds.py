"""Nobody is sent a byte that depends on what is hidden from them."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec import Struct

from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.view import View, Zone, seen
from tests.soak.worlds import Worlds
from tests.table.house import OwnHouse

EVERY = [ruleset.id for ruleset in games()]


@pytest.mark.parametrize("game", EVERY)
async def test_two_worlds_that_a_reader_cannot_tell_apart_send_it_the_same_bytes(
    quick_house: OwnHouse, game: str
) -> None:
    luck, pairs, refused = random.Random(f"worlds {game}"), 0, 0
    while pairs < 30:  # a game may be over soon
        table = await quick_house.sit(game)
        worlds = Worlds(quick_house, table, game, luck)
        pairs += await worlds.compare(12)
        refused += worlds.refused
        assert worlds.different == []
        await table.close()
    assert refused > 0


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
