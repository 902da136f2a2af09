"""A finished character as a file: what it is made of, to be made again at another table.

The file holds no numbers to believe in, only the actions of making it. Brought to a table, they are
done there one after the other by the rules of that table, so that nothing comes along that a player
could not have chosen there.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.offers import Value

LONGEST = 60_000
"""The characters of a file."""


class Choice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action of making a character, and what was answered on the way."""

    act: dict[str, Value]
    answers: list[str | int | list[str]] = []


class Made(Struct, frozen=True):
    """What a character is made of: its name, a line about it, and the choices it comes from."""

    name: str
    about: str
    choices: list[Choice]


class Hero(
    Struct, frozen=True, forbid_unknown_fields=True, tag="hero", tag_field="fatedeck", kw_only=True
):
    """The file of a character: of which game, by which version of its rules, made of what."""

    game: Annotated[str, Meta(max_length=80)]
    rules: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(max_length=80)]
    about: Annotated[str, Meta(max_length=2000)] = ""
    choices: Annotated[list[Choice], Meta(max_length=400)]


def write_hero(game: str, rules: str, made: Made) -> str:
    """The text of a hero's file."""
    name, about = made.name[:80], made.about[:2000]
    hero = Hero(game=game, rules=rules, name=name, about=about, choices=made.choices)
    return msgspec.json.format(msgspec.json.encode(hero), indent=1).decode() + "\n"


def read_hero(text: str) -> Hero:
    """Read a hero's file; whatever else it may be is named in a sentence."""
    if len(text) > LONGEST:
        raise Unreadable("That file is too long for a hero.")
    try:
        return msgspec.json.decode(text, type=Hero)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Unreadable(f"That file doesn’t hold a hero of fatedeck: {fault}.") from fault
