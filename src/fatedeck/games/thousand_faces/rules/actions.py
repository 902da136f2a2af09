"""Everything that a seat may do, as plain data."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.offers import Action

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Prose = Annotated[str, Meta(max_length=400)]


# A player's moves


class UseCard(Action, frozen=True):
    """Use a move card that is not flipped. TFA-25, TFA-221."""

    move: str
    item: str = ""
    target: str = ""
    text: Prose = ""


class Drop(Action, frozen=True):
    """Drop an item or a Pack card. TFA-132."""

    what: str


class Give(Action, frozen=True):
    """Hand an item or a Pack card to another character. TFA-132."""

    what: str
    to: str


class ExchangePack(Action, frozen=True):
    """In town: 1 precious Pack for 2 regular. TFA-136."""


class NamePack(Action, frozen=True):
    """A Pack card turns out to be a definite thing. TFA-135."""

    kind: Literal["regular", "precious"]
    name: Name


class TurnIntoPack(Action, frozen=True):
    """Loot of unclear nature is spent as Pack after all. TFA-154."""

    item: str


class GoodThing(Action, frozen=True):
    """Good Thing I Brought... TFA-137."""

    thing: Name
    price: Literal["1 XP + 1 Pack", "2 Pack"]
    afterwards: Literal["kept", "used up"]
    consumed: Prose = ""


class EndFlow(Action, frozen=True):
    """End an ONGOING effect. TFA-165."""

    item: str


class HideItem(Action, frozen=True):
    """Hide a magic item gained through I'm Only Here for the Job, or show it. TFA-8."""

    item: str
    how: Literal["hide", "show"]


class AskAhead(Action, frozen=True):
    """Spend a token of It's a Trap! on a question."""

    question: str


class FreeCard(Action, frozen=True):
    """Move a card from an envelope that the own rings open to the supply. TFA-262."""

    move: str


# Downtime


class Rest(Action, frozen=True):
    """Rest. TFA-197, TFA-198."""

    blame: Prose = ""


class SeekHelp(Action, frozen=True):
    """Seek Help. TFA-203."""

    text: Prose = ""
    forgives: Prose = ""


class Sharpen(Action, frozen=True):
    """Sharpen & Stitch: during Rest by a flip, in town for one precious card. TFA-207, TFA-208."""

    how: Literal["flip", "pay a local"]


class Study(Action, frozen=True):
    """Study Under a Master. TFA-212."""

    move: str


class Shop(Action, frozen=True):
    """Shop / Procure. TFA-209."""

    wish: Prose = ""


class TellTales(Action, frozen=True):
    """Tales of a Weapon. TFA-211."""

    weapon: str
    name: Name
    magic: Literal["plain", "magical"] = "plain"


class Contemplate(Action, frozen=True):
    """Obsessive Contemplation: one option for 1 XP. TFA-215."""

    option: str
    item: str = ""
    effect: str = ""


Anything: TypeAlias = (
    UseCard
    | Drop
    | Give
    | ExchangePack
    | NamePack
    | TurnIntoPack
    | GoodThing
    | EndFlow
    | HideItem
    | AskAhead
    | FreeCard
    | Rest
    | SeekHelp
    | Sharpen
    | Study
    | Shop
    | TellTales
    | Contemplate
)

EVERY = Anything.__args__
"""Every action of the game."""
