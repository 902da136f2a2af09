"""A block: so many fights in a row, the same wherever they are played."""

from __future__ import annotations

from fatedeck.lab.playing import Outcome, arena_of

BLOCK = 20
"""Fights in a block."""


def play_block(packed: bytes, seed: str, number: int) -> list[Outcome]:
    """All fights of a block."""
    arena = arena_of(packed, seed)
    return [arena.fight(fight) for fight in range(number * BLOCK, (number + 1) * BLOCK)]
