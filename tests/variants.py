"""The tables that the laws are put to: every installed game, under several options."""

from __future__ import annotations

from fatedeck.engine.ruleset import games

VARIANTS: dict[str, list[dict[str, object]]] = {
    "deckahedron": [
        {},
        {
            "modules": [
                "combat",
                "attack_simple",
                "characters",
                "levels",
                "equipment",
                "green_tokens",
            ]
        },
        {"modules": ["combat", "attack_simple"], "stamina": "gritty", "dice": "polyhedral"},
    ],
    "thousand-faces": [
        {},
        {"campaign": "nine-hour", "numbers": "dice", "stamina": "lucky", "moves": "gm"},
        {"campaign": "thirty-hour", "stamina": "heroic", "moves": "draft"},
        {"tutorial": True},
    ],
    "deck-of-adventures": [
        {},
        {"profile": "later", "jokers_in_deck": True, "ko_simple": True, "diagonals": "1.5"},
    ],
    "realms-behind": [{}, {"characters": {"Ana": "dhutlo", "Ben": "tamsin"}, "jokers": True}],
}
"""Table options under which a game is put to the laws; without an entry, its defaults."""


def tables() -> list[tuple[str, dict[str, object]]]:
    """Every installed game under each of its variants."""
    return [(game.id, options) for game in games() for options in VARIANTS.get(game.id, [{}])]
