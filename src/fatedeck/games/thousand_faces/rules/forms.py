"""Parts of forms that several offers share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from fatedeck.engine.offers import Offer, One, Param, Words, offer
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace
from fatedeck.games.thousand_faces.rules import actions as do
from fatedeck.games.thousand_faces.rules import creation
from fatedeck.games.thousand_faces.state import Player

NOBODY = {"": "nobody in particular"}
NOTHING = {"": "nothing in particular"}
RED_TOKEN = One("red_token", "Red token", ("keep", "spend"))


def named(names: Sequence[str]) -> Param:
    """A choice among moves, each with what it is for."""
    return _named(tuple(names))


@lru_cache(maxsize=1024)
def _named(names: tuple[str, ...]) -> Param:
    faces = catalogue.moves()
    return One("move", "Move", names, {name: faces[name].gist for name in names})


@cache
def item_gists() -> dict[str, str]:
    """What each item is good for."""
    return {name: face.gist for name, face in catalogue.items().items()}


def receive(player: Player) -> list[Offer]:
    return [_receive()] if player.owed_items else []


@cache
def _receive() -> Offer:
    return offer(
        do.ReceiveItem,
        "Receive a magic item",
        One("item", "Item", creation.magic_choices(), item_gists()),
        Words("name", "Its name", 60),
        group="Items",
        clauses=("TFA-168",),
    )


@cache
def agree_hearth() -> Offer:
    return offer(
        do.AgreeHearth,
        "Write down The Hearth",
        Words("text", "The Hearth", may_be_empty=False),
        group="Campaign",
        clauses=("TFA-325",),
    )


@cache
def base_flips() -> tuple[MoveFace, ...]:
    return tuple(
        face for face in catalogue.base_moves().values() if face.attrs and not face.downtime
    )


@cache
def card_flips(campaign_id: str) -> tuple[MoveFace, ...]:
    cards = catalogue.move_cards()
    return tuple(cards[name] for name in catalogue.campaign_moves(campaign_id) if cards[name].attrs)
