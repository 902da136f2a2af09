"""An effort: one attempt at a move while it is carried out."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.games.thousand_faces.data import MoveFace
from fatedeck.games.thousand_faces.state import Foe, Item

RANGED = ("volley", "called_shot")
"""Moves that are made with a ranged weapon. TFA-143."""


ATTACKS = (*RANGED, "mix_it_up", "backstab", "bum_rush", "and_this_is_for", "fury")
"""Moves by which a PC attacks the foe it names."""

ATTACKING_EFFECT = "unerring_dispatch"
"""The magic item whose effect is an attack."""


class Effort(Struct):
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
    def cast(self) -> str:
        """The magic that is worked: the item's, or the one that is named."""
        return self.item.base if self.item is not None else self.effect

    @property
    def attacks(self) -> bool:
        """It is an attack on the foe, with a weapon or with flung magic."""
        return self.face.id in ATTACKS or self.cast == ATTACKING_EFFECT

    @property
    def seats(self) -> list[str]:
        """All who suffer what goes wrong. TFA-60."""
        return [self.seat, *self.with_whom]
