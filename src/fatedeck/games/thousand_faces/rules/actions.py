"""Everything that a seat may do, as plain data."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.offers import Action
from fatedeck.games.thousand_faces.state import Power

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Prose = Annotated[str, Meta(max_length=400)]


# A player's moves


class Attempt(Action, frozen=True):
    """Name a move that flips; the GM accepts, changes or refuses it. TFA-19 to TFA-21."""

    move: str
    attribute: str = ""
    foe: str = ""
    weapon: str = ""
    item: str = ""
    effect: str = ""
    target: str = ""
    versus: str = ""
    edge: str = ""
    red_token: Literal["keep", "spend"] = "keep"
    text: Prose = ""


class UseCard(Action, frozen=True):
    """Use a move card that is not flipped. TFA-25, TFA-221."""

    move: str
    item: str = ""
    target: str = ""
    text: Prose = ""


class StartPuzzle(Action, frozen=True):
    """Play the corner mini-game of an own card instead of flipping. TFA-226."""

    move: str
    effect: str = ""


class ReplaceCard(Action, frozen=True):
    """Replace one laid-out card of the mini-game. TFA-231."""

    card: str


class GiveUp(Action, frozen=True):
    """Give the mini-game up. TFA-233."""


class RunAway(Action, frozen=True):
    """Bravely Run Away. TFA-190."""


class RunOn(Action, frozen=True):
    """The rabbit flips the next round of a pursuit. TFA-242."""


class Reshuffle(Action, frozen=True):
    """Shuffle the discard pile into the Deckahedron. TFA-77."""


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


class MercyFlashback(Action, frozen=True):
    """Ask for a forgotten action, for 1 XP more than its own cost. TFA-183."""

    text: Prose


class TakeBigRisk(Action, frozen=True):
    """Claim the 2 XP of the Fateful Moment. TFA-321."""

    text: Prose = ""


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


# The GM


class CallMove(Action, frozen=True):
    """Name the move that a PC, or all together, has triggered. TFA-20, TFA-26, TFA-54."""

    seat: str
    move: str
    attribute: str = ""
    foe: str = ""
    weapon: str = ""
    item: str = ""
    effect: str = ""
    target: str = ""
    versus: str = ""
    advantages: Annotated[int, Meta(ge=0, le=9)] = 0
    disadvantages: Annotated[int, Meta(ge=0, le=9)] = 0
    edge: str = ""
    red_token: Literal["keep", "spend"] = "keep"


class Spotlight(Action, frozen=True):
    """Move the spotlight. TFA-72."""

    seat: str


class MakeMove(Action, frozen=True):
    """Make a GM move; it ends with the question what the players do. TFA-266 to TFA-272."""

    kind: str
    text: Prose = ""


class DealDamage(Action, frozen=True):
    """Deal damage from a source that threatens a PC in the fiction. TFA-269."""

    seat: str
    power: Power
    source: Prose = ""


class GangUp(Action, frozen=True):
    """Foes attack one PC; in format 2 it first defies danger. TFA-332, TFA-333."""

    seat: str
    foes: list[str]


class UseUp(Action, frozen=True):
    """Use up their resources. TFA-270."""

    seat: str
    what: Literal[
        "end an effect",
        "a charge",
        "capacity",
        "damage an item",
        "a Pack card",
        "a precious Pack card",
        "an item",
        "a marker token",
    ]
    item: str = ""


class RevealCard(Action, frozen=True):
    """Ask a player to reveal a card as a random aid; that is no flip. TFA-271."""

    seat: str
    die: Literal["d4", "d6", "d10"]


class SetScene(Action, frozen=True):
    """Describe where the PCs are; without a place they stay there. TFA-194, TFA-203, TFA-339."""

    text: Prose = ""
    place: Literal["", "outside", "town", "The Hearth"] = ""
    healing: Literal["", "none", "peaceful, with healing"] = ""


class NewDay(Action, frozen=True):
    """A day passes; a second peaceful day in town costs 1 Journey point. TFA-195, TFA-196."""

    how: Literal["peaceful", "a situation demands attention"]
    text: Prose = ""


class AddFoe(Action, frozen=True):
    """Note a foe; what is above the ordinary is paid for. TFA-278, TFA-329, TFA-337."""

    name: Name
    stamina: Annotated[int, Meta(ge=1, le=20)]
    power: Power
    kind: Literal["person", "monster"] = "person"
    specials: Annotated[int, Meta(ge=0, le=5)] = 0
    armour: Annotated[int, Meta(ge=0, le=9)] = 0
    weapon: Literal["armed", "unarmed"] = "armed"
    paid: Literal["Shadow points", "Party Power"] = "Shadow points"
    text: Prose = ""


class TellFoe(Action, frozen=True):
    """Tell the players something about a foe. TFA-7."""

    foe: str
    what: Literal["stamina", "power", "specials", "everything"]


class NoteFoe(Action, frozen=True):
    """Note how a foe stands now."""

    foe: str
    how: Literal[
        "surprised", "on guard", "hidden or fleeing", "in the open", "armour again", "armed again"
    ]


class FoeLeaves(Action, frozen=True):
    """A foe flees, surrenders or is out. TFA-336."""

    foe: str
    how: Literal["fled", "surrendered", "out"]


class BeginCombat(Action, frozen=True):
    """Combat begins in one of three formats. TFA-332 to TFA-335."""

    format: Annotated[int, Meta(ge=1, le=3)] = 1


class EndCombat(Action, frozen=True):
    """Combat ends. TFA-336."""


class BuyDisadvantage(Action, frozen=True):
    """1 Shadow point makes 1 disadvantage for all PCs in a circumstance. TFA-274."""

    name: Name
    seats: list[str]


class MoveCircumstance(Action, frozen=True):
    """Say who is in a circumstance now; nobody ends it. TFA-274."""

    name: str
    seats: tuple[str, ...] = ()


class SpringTrap(Action, frozen=True):
    """A trap: attack power equal to the Shadow points spent. TFA-275."""

    seat: str
    points: Annotated[int, Meta(ge=1)]
    text: Prose = ""


class StrikeFirst(Action, frozen=True):
    """The enemy strikes first: attack power equal to the Shadow points spent. TFA-276."""

    seat: str
    foe: str
    points: Annotated[int, Meta(ge=1)]


class SpendJourney(Action, frozen=True):
    """Spend 1 Journey point. TFA-282."""

    on: Literal["a heroic spark", "a place transformed", "an exhibition of power"]
    text: Prose = ""


class Arrive(Action, frozen=True):
    """1 Journey point: an unexpected arrival. TFA-283."""

    name: Name


class ArrivalActs(Action, frozen=True):
    """The arrival's spotlight in combat. TFA-283."""

    name: str
    how: Literal["add a die", "keep a foe from acting", "give information"]
    seat: str = ""
    die: Literal["d4", "d6", "d10"] = "d4"
    foe: str = ""
    text: Prose = ""


class ReturnToLife(Action, frozen=True):
    """1 Journey point brings a dead PC back. TFA-284."""

    seat: str
    cost: Prose = ""


class Restore(Action, frozen=True):
    """Narrate an incapacitation as survivable: the PC gets up. TFA-294."""

    seat: str
    stamina: Annotated[int, Meta(ge=0, le=20)] = 4


class GiveGift(Action, frozen=True):
    """A gift of the GM's: a blessing, or a Wound healed. TFA-311."""

    seat: str
    gift: Literal["a blessing", "heal a Wound", "heal a Harm"]


class GiveLoot(Action, frozen=True):
    """Loot: a named thing, Pack, or a card of the supply. TFA-154, TFA-155."""

    seat: str
    what: str
    name: Annotated[str, Meta(max_length=60)] = ""
    counts: Literal["counts", "small, counts 0"] = "counts"


class MakeItem(Action, frozen=True):
    """Make a new weapon, armour or shield card. TFA-144, TFA-148, TFA-151, TFA-152."""

    seat: str
    kind: Literal["weapon", "armour", "shield"]
    name: Name
    harm_slots: Annotated[int, Meta(ge=0, le=3)] = 0
    either_slots: Annotated[int, Meta(ge=0, le=3)] = 0
    extra: Annotated[int, Meta(ge=0, le=3)] = 0
    results: Literal["cheap", "dear"] = "cheap"
    keeps_off: Literal["HARM", "HARM_OR_WOUND"] = "HARM"
    could_strike: Literal["no", "yes"] = "no"
    power: Literal["d4", "d6", "d10"] = "d4"
    reach: Literal["melee", "short", "long"] = "melee"


class SetPace(Action, frozen=True):
    """How many spotlights of others pass between two replacements. TFA-235."""

    spotlights: Annotated[int, Meta(ge=0, le=9)]


class OfferBribe(Action, frozen=True):
    """Offer pay to betray the party to the owner of I'm Only Here for the Job."""

    seat: str


class OpenSession(Action, frozen=True):
    """The session opener of every session but the first. TFA-193."""

    recap: Prose = ""


class DealFates(Action, frozen=True):
    """New Fateful Moments when downtime ends. TFA-322."""


class DeclareChapter(Action, frozen=True):
    """Declare the next chapter. TFA-286."""

    chapter: Annotated[int, Meta(ge=1, le=8)]


class CircleShadow(Action, frozen=True):
    """Circle Shadow points. TFA-289, TFA-299, TFA-302."""


class CrossThreshold(Action, frozen=True):
    """The PCs cross the threshold, by choice or pushed. TFA-288."""

    how: Literal["ask the players", "pushed"]


class WordGoal(Action, frozen=True):
    """Write down the common goal in 2 to 6 words. TFA-297."""

    goal: Name


class EarnJourney(Action, frozen=True):
    """The chapter's Journey point. TFA-287 to TFA-303."""


class RevealHearth(Action, frozen=True):
    """1 Journey point reveals The Hearth. TFA-304."""


class GrantPrize(Action, frozen=True):
    """The prize waives a cost or condition. TFA-291."""

    waives: Literal["Tales of a Weapon", "Study Under a Master"]


class NextBook(Action, frozen=True):
    """The next book of a 30-hour campaign begins. TFA-306, TFA-307."""


class EndCampaign(Action, frozen=True):
    """The campaign is over. TFA-309."""


Anything: TypeAlias = (
    Attempt
    | UseCard
    | StartPuzzle
    | ReplaceCard
    | GiveUp
    | RunAway
    | RunOn
    | Reshuffle
    | Drop
    | Give
    | ExchangePack
    | NamePack
    | TurnIntoPack
    | GoodThing
    | EndFlow
    | HideItem
    | AskAhead
    | MercyFlashback
    | TakeBigRisk
    | FreeCard
    | Rest
    | SeekHelp
    | Sharpen
    | Study
    | Shop
    | TellTales
    | Contemplate
    | CallMove
    | Spotlight
    | MakeMove
    | DealDamage
    | GangUp
    | UseUp
    | RevealCard
    | SetScene
    | NewDay
    | AddFoe
    | TellFoe
    | NoteFoe
    | FoeLeaves
    | BeginCombat
    | EndCombat
    | BuyDisadvantage
    | MoveCircumstance
    | SpringTrap
    | StrikeFirst
    | SpendJourney
    | Arrive
    | ArrivalActs
    | ReturnToLife
    | Restore
    | GiveGift
    | GiveLoot
    | MakeItem
    | SetPace
    | OfferBribe
    | OpenSession
    | DealFates
    | DeclareChapter
    | CircleShadow
    | CrossThreshold
    | WordGoal
    | EarnJourney
    | RevealHearth
    | GrantPrize
    | NextBook
    | EndCampaign
)

EVERY = Anything.__args__
"""Every action of the game."""
