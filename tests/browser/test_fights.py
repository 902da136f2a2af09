"""A whole fight of every game by touch alone, and one by the keys alone: tap what you mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Protocol

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.hosting import Visit
from tests.browser.server import Server
from tests.browser.sitting import Keyboard, Mouse, Sitting
from tests.browser.staged import Deed, Json, Table
from tests.browser.test_taps import seated

SMALL: dict[str, list[Deed]] = {
    "deckahedron": [
        ("Ana", {"do": "spread", "strength": 3, "dexterity": 2, "intelligence": 1}),
        ("GM", {"do": "begin-play"}),
        ("GM", {"do": "add-foe", "name": "Wolf", "stamina": 1}),
        ("GM", {"do": "give-spotlight", "player": "Ana"}),
    ],
    "thousand-faces": [
        ("Ana", {"do": "quick-character"}),
        ("GM", {"do": "begin-play", "scene": "Market day; the oven smokes."}),
        ("GM", {"do": "add-foe", "name": "Gate wolf", "stamina": 1, "power": "1"}),
        ("GM", {"do": "begin-combat", "format": 1}),
        ("GM", {"do": "spotlight", "seat": "Ana"}),
    ],
    "deck-of-adventures": [
        ("Ana", {"do": "take-premade", "premade": "Clubs1"}),
        ("GM", {"do": "lay-map", "width": 4, "height": 4}),
        ("GM", {"do": "set-place", "who": "Ana", "at": "1,1"}),
        ("GM", {"do": "place-creature", "creature": "Grunt", "at": "1,2"}),
        ("GM", {"do": "fiat.set", "path": "characters/Grunt/hp", "value": 1}),
        ("GM", {"do": "start-combat"}),
    ],
    "realms-behind": [
        ("Ana", {"do": "take-sample", "sample": "tamsin"}),
        ("Ana", {"do": "finish", "title": ""}),
        ("GM", {"do": "begin"}),
        ("GM", {"do": "add-creatures", "kind": "goblin-raider", "count": 1, "side": "foes"}),
        ("GM", {"do": "start-encounter"}),
        ("GM", {"do": "fiat.set", "path": "creatures/Goblin raider 1/health", "value": 1}),
    ],
    "adventurer-factory": [],
}
OPTIONS: dict[str, Json] = {"deckahedron": {"modules": ["combat", "attack_simple"]}}
TAPS = 120
"""A fight that is as small as these ends sooner."""


class Finger(Mouse):
    """A finger: it taps, and nothing else."""

    def press(self, target: Locator) -> None:
        target.tap()

    def tick(self, target: Locator) -> None:
        target.tap()


def small_fight(server: Server, game: str) -> Table:
    """Ana against one weak foe, whom the machine leads."""
    other = "Ben" if game == "adventurer-factory" else "GM"
    table = Table(server, game, (other, "Ana"), OPTIONS.get(game, {}))
    for seat, action in SMALL[game]:
        table.do(seat, action)
    table.hand_over(other)
    return table


def is_over(table: Table) -> bool:
    """Whether nobody stands against Ana any more, or Ana no longer stands, or the game is over."""
    other = next(iter(table.tokens))
    scene = table.scene(other)
    standing = {"hero": 0, "foe": 0}
    for sheet in scene["sheets"]:
        if sheet.get("side") in standing:
            left = [counter["value"] for counter in sheet["counters"] if counter.get("bar")]
            standing[sheet["side"]] += any(left)
    return bool(scene["over"]) or not all(standing.values())
