"""Gifts: experience, gold, things, feats, materials and recipes from the GM."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import field

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Many, One
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks.things import recipe_called, the_thing, thing_called
from fatedeck.games.realms_behind.rules.carrying import gain_item, is_innate
from fatedeck.games.realms_behind.rules.crafting import choices_for
from fatedeck.games.realms_behind.rules.families import OfTheGmInPlay, players
from fatedeck.games.realms_behind.rules.feats import gain_feat
from fatedeck.games.realms_behind.rules.weapons import UNARMED
from fatedeck.games.realms_behind.state import Character, Table

MOST_GIVEN = 1000
HIGHEST_MATERIAL = 5
What: TypeAlias = Literal["xp", "gold", "item", "feat", "material", "recipe"]
GIFTS = {
    "xp": "XP",
    "gold": "Gold",
    "item": "An item",
    "feat": "A feat",
    "material": "Material",
    "recipe": "A recipe",
}


def gift_called(what: str) -> str:
    return GIFTS[what]


def names(table: Table, seat: str, what: What, to: str) -> list[str]:
    """What there is of something that may be given. RB-18.20."""
    if what == "item":
        return [*book().equipment, *book().undefined_things]
    if what == "feat":
        return [*book().feats, *book().undefined_feats]
    if what == "material":
        return [f"{kind} {n}" for kind in book().materials for n in range(1, HIGHEST_MATERIAL + 1)]
    return [*book().equipment, *book().enhancements] if what == "recipe" else []


def why_not_give(table: Table, seat: str, name: str, what: What, to: str) -> Refused | None:
    """Why somebody cannot be given this. RB-18.4, RB-19.6, RB-20.2."""
    character = table.players[to]
    if what == "item" and name == UNARMED:
        return Refused("RB-19.6", "Everyone can already strike unarmed.")
    if what == "feat" and name in book().feats and book().feats[name].buildable:
        return Refused("RB-18.4", f"{named(name)} has to be built. You can’t give it away.")
    if what == "feat" and name in character.feats:
        return Refused("RB-18.4", f"{to} already has {named(name)}.")
    if what == "recipe" and name in character.recipes:
        return Refused("RB-20.2", f"{to} already knows the recipe for {recipe_called(name)}.")
    return None


def named(name: str) -> str:
    """What something that may be given is called: a thing, a feat, an enhancement, a material."""
    known = book().feats.get(name) or book().enhancements.get(name)
    return known.name if known else thing_called(name)


def most(table: Table, seat: str, what: What) -> int:
    """Things, feats and recipes are given one by one. RB-21.7."""
    return 1 if what in ("item", "feat", "recipe") else MOST_GIVEN


def fitting(table: Table, seat: str, what: What, name: str) -> list[str]:
    """What may have been worked into a thing. RB-20.8."""
    thing = book().equipment.get(name) if what == "item" else None
    worked = book().enhancements.values()
    return [each.id for each in worked if thing is not None and thing.slot in each.fits]


def most_worked(table: Table, seat: str, what: What, name: str) -> int:
    return len(fitting(table, seat, what, name))


class Give(OfTheGmInPlay, frozen=True):
    """The GM gives experience, gold, things, feats, materials or recipes. RB-18.20, RB-20.2."""

    says = Says("Give something", "Gifts")
    seat: Annotated[str, Figure(players, label="To", clause="RB-22.1")]
    what: Annotated[What, One(tuple(GIFTS), called=gift_called)]
    name: Annotated[
        str,
        One(
            names,
            why_not_give,
            called=named,
            label="What",
            after=("what", "seat"),
            clause="RB-18.20",
        ),
    ] = ""
    amount: Annotated[int, Count(1, most, label="How many", after=("what",), clause="RB-21.7")] = 1
    enhancements: Annotated[
        list[str],
        Many(
            One(fitting, called=named, after=("what", "name")),
            0,
            most_worked,
            label="With",
            after=("what", "name"),
            clause="RB-20.8",
        ),
    ] = field(default_factory=list)

    def do(self, game: Game[Table], seat: str) -> None:
        character, name = game.state.players[self.seat], self.name or self.what
        if self.what == "xp":
            character.xp += self.amount
        elif self.what == "gold":
            character.gold += self.amount
        elif self.what == "item":
            _give_item(game, character, name, self.enhancements)
        elif self.what == "feat":
            gain_feat(character, name)
        elif self.what == "material":
            character.materials[name] = character.materials.get(name, 0) + self.amount
        else:
            character.recipes.append(name)
        gift = the_thing(name) if self.what == "item" else named(name)
        game.tell(_TOLD[self.what], "RB-21.7", who=self.seat, n=self.amount, gift=gift)


_TOLD: dict[What, str] = {
    "xp": "{who} gains {n} XP.",
    "gold": "{who} gains {n} gold.",
    "item": "{who} receives {gift}.",
    "feat": "{who} gains the feat {gift}.",
    "material": "{who} receives {n} {n:unit|units} of {gift}.",
    "recipe": "{who} learns a recipe: {gift}.",
}


def _give_item(game: Game[Table], character: Character, kind: str, enhancements: list[str]) -> None:
    """A thing lies in the pack first; the GM names what its enhancements leave open. RB-20.8."""
    thing = book().equipment.get(kind)
    added = [book().enhancements[name] for name in enhancements]
    item = gain_item(character, kind, enhancements, choices_for(game, game.state.gm, added))
    if thing is None or not is_innate(thing):
        item.place = "inventory"
