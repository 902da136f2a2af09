"""What the GM may do in play."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.thousand_faces import actions as do
from fatedeck.games.thousand_faces import (
    campaign,
    catalogue,
    forms,
    gamemaster,
    points,
)
from fatedeck.games.thousand_faces.moves import EVERYBODY
from fatedeck.games.thousand_faces.state import Table

POWERS = ("1", "d4", "d6", "d10")
DICE = ("d4", "d6", "d10")
FORMATS = (
    "1: on ✗ foes attack a PC. 2: after all players the foes gang up on one PC, who defies "
    "danger. 3: every move draws aggression, answered by defying danger."
)


def gm_offers(state: Table) -> list[Offer]:
    if state.phase == "tutorial":
        return [
            offer(do.EndTutorial, "The timer has run out", group="Campaign", clauses=("TFA-328",)),
            *_gm_calls(state),
            *_gm_foes(state),
        ]
    return [
        *_gm_calls(state),
        *_gm_foes(state),
        *_gm_shadow(state),
        *_gm_journey(state),
        *_gm_world(state),
        *_gm_campaign(state),
    ]


def _seat(state: Table, label: str = "Player") -> Param:
    return One("seat", label, tuple(state.order))


def _gm_calls(state: Table) -> list[Offer]:
    flipped = _flipped(state.options.campaign)
    up = [foe.name for foe in state.foes if foe.is_up]
    aim: list[Param] = [One("foe", "Against", (*up, ""), forms.NOBODY)] if up else []
    found = [
        offer(
            do.CallMove,
            "Call a move",
            One("seat", "Player", (*state.order, EVERYBODY)),
            flipped,
            One("attribute", "Attribute", ("", *catalogue.ATTRIBUTES), {"": "as printed"}),
            *aim,
            Count("advantages", "Advantages", 0, 9),
            Count("disadvantages", "Disadvantages", 0, 9),
            group="Moves",
            clauses=("TFA-20", "TFA-26"),
        ),
        offer(
            do.Spotlight,
            "Move the spotlight",
            One("seat", "To", tuple(state.able()) or ("",)),
            group="Moves",
            clauses=("TFA-72",),
            refused=None if state.able() else Refused("TFA-95", "No PC can act."),
        ),
        offer(
            do.MakeMove,
            "Make a GM move",
            One("kind", "Move", gamemaster.GM_MOVES),
            Words("text", "What happens?"),
            group="GM moves",
            clauses=("TFA-266", "TFA-267", "TFA-268"),
            note=state.due[0].why if state.due else "",
        ),
        offer(
            do.DealDamage,
            "Deal damage",
            _seat(state),
            One("power", "Attack power", POWERS),
            Words("source", "From what?"),
            group="GM moves",
            clauses=("TFA-269",),
        ),
        offer(
            do.RevealCard,
            "Ask for a random card",
            _seat(state),
            One("die", "Number", DICE),
            group="GM moves",
            clauses=("TFA-271",),
        ),
    ]
    items = tuple(
        dict.fromkeys(
            item.name
            for player in state.players.values()
            for item in player.items
            if not item.secret
        )
    )
    found.append(
        offer(
            do.UseUp,
            "Use up their resources",
            _seat(state),
            One("what", "What", _USED_UP),
            One("item", "Item", ("", *items), forms.NOTHING),
            group="GM moves",
            clauses=("TFA-270",),
        )
    )
    if up:
        found.append(
            offer(
                do.GangUp,
                "Foes attack",
                _seat(state, "Whom"),
                Many("foes", "Foes", tuple(up), 1, len(up)),
                group="GM moves",
                clauses=("TFA-332", "TFA-333"),
            )
        )
    return found


_USED_UP = (
    "end an effect",
    "a charge",
    "capacity",
    "damage an item",
    "a Pack card",
    "a precious Pack card",
    "an item",
    "a marker token",
)


@cache
def _flipped(campaign_id: str) -> Param:
    names = [face.id for face in (*forms.base_flips(), *forms.card_flips(campaign_id))]
    return forms.named(names)


def _gm_foes(state: Table) -> list[Offer]:
    names = tuple(foe.name for foe in state.foes)
    found = [_add_foe()]
    if not state.combat:
        found.append(
            offer(
                do.BeginCombat,
                "Begin combat",
                Count("format", "Format", 1, 3),
                group="Foes",
                clauses=("TFA-332", "TFA-333", "TFA-334", "TFA-335"),
                note=FORMATS,
            )
        )
    else:
        refused = gamemaster.why_not_end_combat(state)
        found.append(offer(do.EndCombat, "End combat", group="Foes", refused=refused))
    if names:
        foe = One("foe", "Foe", names)
        found += [
            offer(
                do.TellFoe,
                "Tell about a foe",
                foe,
                One("what", "What", ("stamina", "power", "specials", "everything")),
                group="Foes",
                clauses=("TFA-7",),
            ),
            offer(do.NoteFoe, "Note how a foe stands", foe, _STANDS, group="Foes"),
            offer(
                do.FoeLeaves,
                "A foe leaves the fight",
                foe,
                One("how", "How", ("fled", "surrendered", "out")),
                group="Foes",
                clauses=("TFA-336",),
            ),
        ]
    return found


_STANDS = One(
    "how",
    "It is",
    ("surprised", "on guard", "hidden or fleeing", "in the open", "armour again", "armed again"),
)


@cache
def _add_foe() -> Offer:
    guide = "; ".join(
        f"{row.kind} {row.stamina}, {' or '.join(row.power)}"
        for row in catalogue.tables().foe_guide
    )
    return offer(
        do.AddFoe,
        "Bring in a foe",
        Words("name", "Name", 60, may_be_empty=False),
        Count("stamina", "Stamina", 1, 20),
        One("power", "Attack power", POWERS),
        One("kind", "Kind", ("person", "monster")),
        Count("specials", "Special attacks and immunities", 0, 5),
        Count("armour", "Armour squares", 0, 9),
        One("weapon", "Armed?", ("armed", "unarmed")),
        One("paid", "Paid with", ("Shadow points", "Party Power")),
        Words("text", "Description or special"),
        group="Foes",
        clauses=("TFA-278", "TFA-329", "TFA-331", "TFA-337", "TFA-338"),
        note=f"Stamina and attack power: {guide}.",
    )


def _gm_shadow(state: Table) -> list[Offer]:
    refused = points.why_not_spend_shadow(state, 1)
    most = max(1, state.shadow)
    names = tuple(foe.name for foe in state.foes if foe.is_up)
    found = [
        offer(
            do.BuyDisadvantage,
            "Make a disadvantage (1 Shadow)",
            Words("name", "Circumstance", 60, may_be_empty=False),
            Many("seats", "Who is in it", tuple(state.order), 0, len(state.players)),
            group="Shadow",
            clauses=("TFA-274",),
            refused=refused,
        ),
        offer(
            do.SpringTrap,
            "Spring a trap",
            _seat(state),
            Count("points", "Shadow points", 1, most),
            Words("text", "What trap?"),
            group="Shadow",
            clauses=("TFA-275",),
            refused=refused,
        ),
    ]
    if names:
        found.append(
            offer(
                do.StrikeFirst,
                "The enemy strikes first",
                _seat(state),
                One("foe", "Who", names),
                Count("points", "Shadow points", 1, most),
                group="Shadow",
                clauses=("TFA-276",),
                refused=refused,
            )
        )
    if state.circumstances:
        bought = tuple(circumstance.name for circumstance in state.circumstances)
        found.append(
            offer(
                do.MoveCircumstance,
                "Who is in a circumstance",
                One("name", "Circumstance", bought),
                Many("seats", "Who", tuple(state.order), 0, len(state.players)),
                group="Shadow",
                clauses=("TFA-274",),
            )
        )
    return found


def _gm_journey(state: Table) -> list[Offer]:
    refused = points.why_not_spend_journey(state)
    uses: tuple[str, ...] = ("a heroic spark", "a place transformed")
    if state.options.campaign != "one-shot" and state.chapter == 4:
        uses = (*uses, "an exhibition of power")
    found = [
        offer(
            do.SpendJourney,
            "Spend a Journey point",
            One("on", "On", uses),
            Words("text", "What happens?"),
            group="Journey",
            clauses=("TFA-282",),
            refused=refused,
        ),
        offer(
            do.Arrive,
            "An unexpected arrival",
            Words("name", "Who?", 60, may_be_empty=False),
            group="Journey",
            clauses=("TFA-283",),
            refused=refused,
        ),
        offer(
            do.EarnJourney,
            "This chapter's Journey point",
            group="Journey",
            refused=campaign.why_not_earn(state),
        ),
    ]
    dead = tuple(s for s, player in state.seated() if "dead" in player.conditions)
    if dead:
        found.append(
            offer(
                do.ReturnToLife,
                "Return to life",
                One("seat", "Who", dead),
                Words("cost", "At what price?"),
                group="Journey",
                clauses=("TFA-284",),
                refused=refused,
            )
        )
    if state.arrivals:
        names = tuple(arrival.name for arrival in state.arrivals)
        foes = tuple(foe.name for foe in state.foes if foe.is_up)
        hows = ("add a die", *(("keep a foe from acting",) if foes else ()), "give information")
        found.append(
            offer(
                do.ArrivalActs,
                "The arrival acts",
                One("name", "Who", names),
                One("how", "How", hows),
                _seat(state, "For"),
                One("die", "Die", DICE),
                *([One("foe", "Foe", foes)] if foes else []),
                group="Journey",
                clauses=("TFA-283",),
            )
        )
    return found


def _gm_world(state: Table) -> list[Offer]:
    places = ("outside", "town", *(("The Hearth",) if state.hearth_available else ()))
    quiet = state.combat == 0 and state.pursuit is None
    busy = None if quiet else Refused("TFA-197", "First the fight or the chase must end.")
    calm = state.journey > 0 or not state.town
    days = (
        ("peaceful", "a situation demands attention")
        if calm
        else ("a situation demands attention",)
    )
    found = [
        offer(
            do.SetScene,
            "Set a scene",
            Words("text", "Scene"),
            One("place", "Place", places),
            One("healing", "Healing", ("none", "peaceful, with healing")),
            group="World",
            clauses=("TFA-339",),
        ),
        offer(
            do.NewDay,
            "A new day",
            One("how", "It is", days),
            Words("text", "What happens?"),
            group="World",
            clauses=("TFA-195", "TFA-196"),
            refused=busy,
        ),
        offer(
            do.GiveGift,
            "Give a gift",
            _seat(state),
            One("gift", "Gift", ("a blessing", "heal a Wound", "heal a Harm")),
            group="World",
            clauses=("TFA-311",),
        ),
        offer(
            do.GiveLoot,
            "Give loot",
            _seat(state),
            One("what", "What", _loot(state.options.campaign), forms.item_gists()),
            Words("name", "Its name", 60),
            One("counts", "Burden", ("counts", "small, counts 0")),
            group="World",
            clauses=("TFA-133", "TFA-154", "TFA-155"),
        ),
        _make_item(tuple(state.order)),
        offer(
            do.SetPace, "Pace of mini-games", Count("spotlights", "Spotlights", 0, 9), group="World"
        ),
    ]
    told = [(seat, item.name) for seat, player in state.seated() for item in player.tales]
    for seat, name in told:
        found.append(
            offer(
                do.GiveLoot,
                f"{seat} finds {name}",
                fixed={"seat": seat, "what": name},
                group="World",
                clauses=("TFA-211",),
            )
        )
    down = tuple(
        seat
        for seat, player in state.seated()
        if not player.is_able() and "dead" not in player.conditions
    )
    if down:
        found.append(
            offer(
                do.Restore,
                "Somebody gets up again",
                One("seat", "Who", down),
                Count("stamina", "Stamina regained", 0, 20),
                group="World",
                clauses=("TFA-294",),
            )
        )
    hired = tuple(s for s, p in state.seated() if p.has("only_here_for_the_job"))
    if hired:
        found.append(
            offer(
                do.OfferBribe, "Offer pay for betrayal", One("seat", "Whom", hired), group="World"
            )
        )
    return found


@cache
def _loot(campaign_id: str) -> tuple[str, ...]:
    things = ("Pack", "precious Pack", "a thing", "a precious thing")
    return (*things, *catalogue.campaign_items(campaign_id))


@cache
def _make_item(seats: tuple[str, ...]) -> Offer:
    return offer(
        do.MakeItem,
        "Make a weapon, armour or shield",
        One("seat", "Player", seats),
        One("kind", "Kind", ("weapon", "armour", "shield")),
        Words("name", "Name", 60, may_be_empty=False),
        Count("harm_slots", "Armour slots for Harm", 0, 3),
        Count("either_slots", "Armour slots for Harm or Wound", 0, 3),
        Count("extra", "Extra encumbrance", 0, 3),
        One("results", "Shield results", ("cheap", "dear")),
        One("keeps_off", "Shield keeps off", ("HARM", "HARM_OR_WOUND")),
        One("could_strike", "Could it strike?", ("no", "yes")),
        One("power", "Weapon power", DICE),
        One("reach", "Weapon reach", ("melee", "short", "long")),
        group="World",
        clauses=("TFA-144", "TFA-148", "TFA-151", "TFA-152"),
    )


def _gm_campaign(state: Table) -> list[Offer]:
    last = len(campaign.chapters(state))
    found = [
        offer(
            do.DeclareChapter,
            "Declare a chapter",
            Count("chapter", "Chapter", 1, last),
            group="Campaign",
            clauses=("TFA-286",),
        ),
        offer(
            do.CircleShadow,
            "Circle Shadow points",
            group="Campaign",
            refused=campaign.why_not_circle(state),
        ),
        offer(
            do.CrossThreshold,
            "Cross the threshold",
            One("how", "How", ("ask the players", "pushed")),
            group="Campaign",
            refused=campaign.why_not_cross(state),
        ),
        offer(
            do.OpenSession,
            "Open a new session",
            Words("recap", "What happened so far?"),
            group="Campaign",
            clauses=("TFA-193",),
        ),
        offer(do.DealFates, "Deal new Fateful Moments", group="Campaign", clauses=("TFA-322",)),
        forms.agree_hearth(),
    ]
    if state.options.campaign == "one-shot":
        if state.chapter == 3:
            earned = f"book {state.book} chapter 3" in state.earned
            refused = None if earned else Refused("TFA-290", "First complete the challenge.")
            prizes = One("waives", "Waives", ("Tales of a Weapon", "Study Under a Master"))
            found.append(
                offer(do.GrantPrize, "Grant the prize", prizes, group="Campaign", refused=refused)
            )
    else:
        if state.chapter == 2:
            goal = Words("goal", "In 2 to 6 words", 60, may_be_empty=False)
            found.append(offer(do.WordGoal, "Word the goal", goal, group="Campaign"))
        if state.chapter == 8:
            found.append(
                offer(
                    do.RevealHearth,
                    "Reveal The Hearth",
                    group="Campaign",
                    refused=campaign.why_not_reveal_hearth(state),
                )
            )
    if state.options.campaign == "thirty-hour" and state.book < campaign.LAST_BOOK:
        found.append(offer(do.NextBook, "Begin the next book", group="Campaign"))
    found.append(offer(do.EndCampaign, "End the campaign", group="Campaign", clauses=("TFA-309",)))
    return found
