"""What is done in and around a fight, as the actions of seats."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures.state import Light, Side, TerrainKind

YesNo: TypeAlias = bool | Literal["no", "yes"]
"""A yes or a no, as a form writes it or as a record may hold it."""


def is_yes(value: YesNo) -> bool:
    return value is True or value == "yes"


class PlaceCreature(Action, frozen=True):
    """The Game Master puts a creature of the Bestiary on the table."""

    creature: str
    side: Side = "foes"
    number: Annotated[int, Meta(ge=1, le=8)] = 1
    at: str = ""
    phases: Annotated[int, Meta(ge=0, le=3)] = 0


class PlaceEncounter(Action, frozen=True):
    """The Game Master lays out the example encounter."""


class BondCompanion(Action, frozen=True):
    """The Game Master gives a character a creature of the Bestiary as Companion."""

    who: str
    creature: str


class RemoveCreature(Action, frozen=True):
    """The Game Master takes a creature off the table; its deck is free again."""

    who: str


class LayMap(Action, frozen=True):
    """The Game Master lays an empty map; 0 by 0 plays without one."""

    width: Annotated[int, Meta(ge=0, le=60)]
    height: Annotated[int, Meta(ge=0, le=60)]


class LayTerrain(Action, frozen=True):
    """The Game Master marks spaces of the map; plain ground clears them."""

    spaces: str
    kind: TerrainKind | Literal["plain"]
    note: str = ""


class SetLight(Action, frozen=True):
    """The Game Master sets the light of the scene."""

    light: Light


class SetPlace(Action, frozen=True):
    """The Game Master sets a character down on a space of the map."""

    who: str
    at: str


class StateDistance(Action, frozen=True):
    """The Game Master states how far apart two are, when there is no map."""

    who: str
    other: str
    spaces: Annotated[int, Meta(ge=0, le=200)]


class SetCover(Action, frozen=True):
    """The Game Master rules which cover a character has, from everyone or from one attacker."""

    who: str
    cover: Literal["none", "partial", "full", "total", "by the map"]
    attacker: str = ""


class StartCombat(Action, frozen=True):
    """The Game Master begins a fight of all who are on the table."""

    surprised: Literal["nobody", "party", "foes"] = "nobody"
    groups: YesNo = False
    home: YesNo = False


class EndCombat(Action, frozen=True):
    """The Game Master ends the fight."""


class Withdraw(Action, frozen=True):
    """The Game Master lets someone leave the fight: fled, surrendered or captured."""

    who: str


class SkipTurn(Action, frozen=True):
    """The Game Master skips someone who is not ready; the turn comes at the end of the round."""


class Fall(Action, frozen=True):
    """The Game Master lets someone fall so many feet."""

    who: str
    feet: Annotated[int, Meta(ge=0, le=500)]
    save: YesNo = False


class Inflict(Action, frozen=True):
    """The Game Master lets a trap or the world put a condition on someone."""

    who: str
    condition: str


class Harm(Action, frozen=True):
    """The Game Master lets a trap or the world deal damage; only physical wounds meet armour."""

    who: str
    damage: Annotated[int, Meta(ge=1, le=50)]
    kind: Literal["physical", "psychic", "poison"] = "physical"


class Heal(Action, frozen=True):
    """The Game Master lets someone regain HP; the first one wakes."""

    who: str
    points: Annotated[int, Meta(ge=1, le=50)]


class HoldBreath(Action, frozen=True):
    """The Game Master says how many minutes someone has held its breath."""

    who: str
    minutes: Annotated[int, Meta(ge=1, le=120)]
    damage: Annotated[int, Meta(ge=0, le=50)] = 0


class PassTime(Action, frozen=True):
    """The Game Master lets rounds of 6 seconds go by outside a fight."""

    rounds: Annotated[int, Meta(ge=1, le=10)]


class LayCloud(Action, frozen=True):
    """A boss's acid cloud: a square area in which turns start with an Agility Check."""

    who: str
    at: str


class Move(Action, frozen=True):
    """Move to a space."""

    to: str


class DropProne(Action, frozen=True):
    """Drop to the ground."""


class UsePower(Action, frozen=True):
    """Use a Power, an attack included, with the Power Points it costs."""

    power: str
    targets: tuple[str, ...] = ()
    cost: Annotated[int, Meta(ge=0, le=9)] = 0
    who: str = ""


class ImprovisedAttack(Action, frozen=True):
    """Attack without an attack Power, if the Game Master permits."""

    target: str


class StrikeWall(Action, frozen=True):
    """Attack a conjured wall."""

    wall: str


class UseAce(Action, frozen=True):
    """Spend a held Ace for its effect of Aces Wild."""

    ace: Literal["AC", "AD", "AH", "AS"]
    who: str = ""


class Rush(Action, frozen=True):
    """Major Action: speed counts double this turn."""


class Grapple(Action, frozen=True):
    """Major Action: hold someone."""

    target: str


class Hide(Action, frozen=True):
    """Hide from chosen observers."""

    observers: tuple[str, ...]


class Inspect(Action, frozen=True):
    """Minor Action: look for a fact on an enemy or on the ground."""

    skill: Literal["Detection", "Investigation"]
    target: str = ""


class Convince(Action, frozen=True):
    """Minor Action: make someone change course."""

    target: str


class Recall(Action, frozen=True):
    """Minor Action: remember whether you know a fact."""

    about: str = ""


class UseDiscard(Action, frozen=True):
    """Minor Action: the discard mechanic of your suit. DOA-160."""

    cards: Annotated[int, Meta(ge=0, le=8)]
    target: str = ""


class StandUp(Action, frozen=True):
    """Minor Action: get up."""


class StopBurning(Action, frozen=True):
    """Minor Action: beat out the flames."""


class BreakFree(Action, frozen=True):
    """Major Action: get out of what entangles or holds you."""


class Treat(Action, frozen=True):
    """Major Action: treat someone who is Knocked Out, with Craft."""

    target: str


class Rouse(Action, frozen=True):
    """Major Action: end Charmed or Enthralled on another within 6 spaces."""

    target: str


class PickUp(Action, frozen=True):
    """Major Action: pick up the weapon that was struck from your hand."""


class Interact(Action, frozen=True):
    """Minor Action: use an object: a lever, a door, something on the ground."""

    what: str


class OtherAction(Action, frozen=True):
    """Something else, if the Game Master permits, as a Major, Minor or Free Action.

    To communicate or take in what is obvious is free. DOA-134, DOA-151 to DOA-153.
    """

    kind: Literal["major", "minor", "free"]
    what: str


class TakeUp(Action, frozen=True):
    """Take up another weapon; a Minor Action in a fight."""

    weapon: str


class Wear(Action, frozen=True):
    """Put on armour, or take it off; not in a fight."""

    armour: str


class ReadyShield(Action, frozen=True):
    """Ready a shield, or put it away; a Minor Action in a fight."""

    shield: str


class UseItem(Action, frozen=True):
    """Drink a potion, use a charm, eat a meal, coat a weapon, light a torch."""

    item: str
    on: str = ""


class CommandCompanion(Action, frozen=True):
    """Minor Action: your Companion moves and takes one Action."""

    companion: str


class Ready(Action, frozen=True):
    """Major Action: hold a Power for a trigger."""

    power: str
    trigger: str
    cost: Annotated[int, Meta(ge=0, le=9)] = 0


class Trigger(Action, frozen=True):
    """The trigger has come: use the Power that you hold ready."""

    targets: tuple[str, ...] = ()
    who: str = ""


class Dismiss(Action, frozen=True):
    """End a Power that you sustain, freely."""


class Delay(Action, frozen=True):
    """Delay your turn to later in this round."""


class ComeIn(Action, frozen=True):
    """Take your delayed turn right after the one under way."""


class ToughenUp(Action, frozen=True):
    """Spend Fate Cards to ignore as many points of fresh damage; free. DOA-154."""

    points: Annotated[int, Meta(ge=1, le=60)]
    who: str = ""


class EndTurn(Action, frozen=True):
    """End your turn."""


COMBAT_ACTIONS: tuple[type[Action], ...] = (
    PlaceCreature,
    PlaceEncounter,
    BondCompanion,
    RemoveCreature,
    LayMap,
    LayTerrain,
    SetLight,
    SetPlace,
    StateDistance,
    SetCover,
    StartCombat,
    EndCombat,
    Withdraw,
    SkipTurn,
    Fall,
    Inflict,
    Harm,
    Heal,
    HoldBreath,
    PassTime,
    LayCloud,
    Move,
    DropProne,
    UsePower,
    ImprovisedAttack,
    StrikeWall,
    UseAce,
    Rush,
    Grapple,
    Hide,
    Inspect,
    Convince,
    Recall,
    UseDiscard,
    StandUp,
    StopBurning,
    BreakFree,
    Treat,
    Rouse,
    PickUp,
    Interact,
    OtherAction,
    TakeUp,
    Wear,
    ReadyShield,
    UseItem,
    CommandCompanion,
    Ready,
    Trigger,
    Dismiss,
    Delay,
    ComeIn,
    ToughenUp,
    EndTurn,
)
