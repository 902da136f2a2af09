"""A deed: one attempt at a move while it is carried out."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.games.thousand_faces.catalogue import MoveFace
from fatedeck.games.thousand_faces.state import Foe, Item

RANGED = ("volley", "called_shot")
"""Moves that are made with a ranged weapon. TFA-143."""


class Deed(Struct):
    """One attempt at a move while it is carried out."""

    seat: str
    face: MoveFace
    attribute: str = ""
    foe: Foe | None = None
    weapon: str = ""
    item: Item | None = None
    effect: str = ""
    target: str = ""
    versus: str = ""
    edge: str = ""
    red_token: bool = False
    with_whom: list[str] = []
    net: int = 0
    rolls: int = 1
    dice: list[str] = []
    halved: bool = False
    doubled: bool = False
    avoided: bool = False
    shared: bool = False
    hazard: str = ""
    text: str = ""

    @property
    def melee(self) -> bool:
        return self.face.id not in RANGED

    @property
    def seats(self) -> list[str]:
        """All who suffer what goes wrong. TFA-60."""
        return [self.seat, *self.with_whom]
