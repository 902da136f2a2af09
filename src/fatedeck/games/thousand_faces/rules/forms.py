"""Parts of forms that several offers share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from fatedeck.engine.offers import One, Param
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace

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


@cache
def base_flips() -> tuple[MoveFace, ...]:
    return tuple(
        face for face in catalogue.base_moves().values() if face.attrs and not face.downtime
    )


@cache
def card_flips(campaign_id: str) -> tuple[MoveFace, ...]:
    cards = catalogue.move_cards()
    return tuple(cards[name] for name in catalogue.campaign_moves(campaign_id) if cards[name].attrs)
