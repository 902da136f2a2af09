"""What the GM may do in play."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.errors import Refused, Said, refusal, said
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import actions as do
from fatedeck.games.thousand_faces.rules import campaign, forms, gamemaster, points
from fatedeck.games.thousand_faces.rules.moves import EVERYBODY
from fatedeck.games.thousand_faces.state import Campaign, Options, Table

POWERS = ("1", "d4", "d6", "d10")
DICE = ("d4", "d6", "d10")
FORMATS = (
    "1: on ✗ foes attack a PC. 2: after all players the foes gang up on one PC, who defies "
    "danger. 3: every move draws aggression, answered by defying danger."
)


def gm_offers(state: Table, drawn: Drawn) -> list[Offer]:
    """What the GM may do, group by group; each group is remembered by what it depends on."""
    part = drawn.offers.part
    campaign_id, seats, players = state.options.campaign, tuple(state.order), state.seated()
    up = tuple([foe.name for foe in state.foes if foe.is_up])
    calls = part(
        _calls,
        campaign_id,
        seats,
        tuple(state.able()),
        up,
        state.due[0].why if state.due else "",
        _things(state),
        _answers(state),
        any(foe.red_tokens for foe in state.foes),
    )
    foes = part(
        _foes,
        tuple([foe.name for foe in state.foes]),
        state.combat > 0,
        said(gamemaster.why_not_end_combat(state) if state.combat else None),
    )
    if state.phase == "tutorial":
        return [*calls, *foes]
    shadow = part(
        _shadow,
        seats,
        state.shadow,
        said(points.why_not_spend_shadow(state, 1)),
        up,
        tuple([circumstance.name for circumstance in state.circumstances]),
    )
    reasons = _reasons(
        campaign_id,
        state.chapter,
        state.book,
        state.circled_in,
        state.circled,
        state.rested,
        state.exhibitions,
        tuple(state.earned),
        min(state.journey, 1),
        state.hearth_revealed,
    )
    journey = part(
        _journey,
        seats,
        campaign_id != "one-shot" and state.chapter == 4,
        reasons.poor,
        reasons.unearned,
        tuple([seat for seat, player in players if "dead" in player.conditions]),
        tuple([arrival.name for arrival in state.arrivals]),
        up,
    )
    world = part(
        _world,
        campaign_id,
        seats,
        state.hearth_available,
        state.combat == 0 and state.pursuit is None,
        state.journey > 0 or not state.town,
        tuple([(seat, item.name) for seat, player in players for item in player.tales]),
        _down(state),
        tuple([seat for seat, player in players if player.has("only_here_for_the_job")]),
    )
    won = f"book {state.book} chapter 3" in state.earned
    course = _course(campaign_id, state.chapter, reasons, won, state.book < campaign.LAST_BOOK)
    return [*calls, *foes, *shadow, *journey, *world, *course]


class _Reasons(Struct, frozen=True):
    """Why the steps of a campaign cannot be taken now, each empty when it can."""

    poor: Said
    unearned: Said
    circling: Said
    crossing: Said
    revealing: Said


@lru_cache(maxsize=1024)
def _reasons(
    campaign_id: Campaign,
    chapter: int,
    book: int,
    circled_in: str,
    circled: int,
    rested: bool,
    exhibitions: int,
    earned: tuple[str, ...],
    journey: int,
    hearth_revealed: bool,
) -> _Reasons:
    """The reasons as they are at every table that has come as far as this."""
    table = Table(
        Options(campaign_id),
        "",
        [],
        {},
        chapter=chapter,
        book=book,
        circled_in=circled_in,
        circled=circled,
        rested=rested,
        exhibitions=exhibitions,
        earned=list(earned),
        journey=journey,
        hearth_revealed=hearth_revealed,
    )
    return _Reasons(
        said(points.why_not_spend_journey(table)),
        said(campaign.why_not_earn(table)),
        said(campaign.why_not_circle(table)),
        said(campaign.why_not_cross(table)),
        said(campaign.why_not_reveal_hearth(table)),
    )


def _things(state: Table) -> tuple[str, ...]:
    """What the PCs carry for all to see. TFA-8."""
    players = state.players.values()
    return tuple(
        dict.fromkeys(item.name for player in players for item in player.items if not item.secret)
    )


def _answers(state: Table) -> tuple[str, ...]:
    """What somebody may act on with an advantage. TFA-345."""
    players = state.players.values()
    return tuple(
        dict.fromkeys(edge.text for player in players for edge in player.edges if not edge.foe)
    )


def _down(state: Table) -> tuple[str, ...]:
    """The PCs who take no actions and are not dead. TFA-95, TFA-294."""
    return tuple(
        seat
        for seat, player in state.seated()
        if not player.is_able() and "dead" not in player.conditions
    )


def _calls(
    campaign_id: str,
    seats: tuple[str, ...],
    able: tuple[str, ...],
    up: tuple[str, ...],
    due: str,
    things: tuple[str, ...],
    answers: tuple[str, ...],
    reddened: bool,
) -> list[Offer]:
    """Moves that the GM calls for, and the GM's own. TFA-20, TFA-266."""
    aim: list[Param] = [One("foe", "Against", (*up, ""), forms.NOBODY)] if up else []
    if answers:
        aim.append(One("edge", "Acting on", ("", *answers), {"": "nothing"}))
    if reddened:
        aim.append(forms.RED_TOKEN)
    seat = One("seat", "Player", seats)
    found = [
        offer(
            do.CallMove,
            "Call a move",
            One("seat", "Player", (*seats, EVERYBODY)),
            _flipped(campaign_id),
            _ATTRIBUTE,
            *aim,
            *_MODIFIERS,
            group="Moves",
            clauses=("TFA-20", "TFA-26"),
        ),
        offer(
            do.Spotlight,
            "Move the spotlight",
            One("seat", "To", able or ("",)),
            group="Moves",
            clauses=("TFA-72",),
            refused=None if able else Refused("TFA-95", "No PC can act."),
        ),
        offer(
            do.MakeMove,
            "Make a GM move",
            _GM_MOVES,
            _WHAT_HAPPENS,
            group="GM moves",
            clauses=("TFA-266", "TFA-267", "TFA-268"),
            note=due,
        ),
        offer(
            do.DealDamage,
            "Deal damage",
            seat,
            One("power", "Attack power", POWERS),
            Words("source", "From what?"),
            group="GM moves",
            clauses=("TFA-269",),
        ),
        offer(
            do.RevealCard,
            "Ask for a random card",
            seat,
            One("die", "Number", DICE),
            group="GM moves",
            clauses=("TFA-271",),
        ),
        offer(
            do.UseUp,
            "Use up their resources",
            seat,
            _USED_UP,
            One("item", "Item", ("", *things), forms.NOTHING),
            group="GM moves",
            clauses=("TFA-270",),
        ),
    ]
    if up:
        found.append(
            offer(
                do.GangUp,
                "Foes attack",
                One("seat", "Whom", seats),
                Many("foes", "Foes", up, 1, len(up)),
                group="GM moves",
                clauses=("TFA-332", "TFA-333"),
            )
        )
    return found


_ATTRIBUTE = One("attribute", "Attribute", ("", *catalogue.ATTRIBUTES), {"": "as printed"})
_MODIFIERS = (
    Count("advantages", "Advantages", 0, 9),
    Count("disadvantages", "Disadvantages", 0, 9),
)
_GM_MOVES = One("kind", "Move", gamemaster.GM_MOVES)
_WHAT_HAPPENS = Words("text", "What happens?")
_USED_UP = One(
    "what",
    "What",
    (
        "end an effect",
        "a charge",
        "capacity",
        "damage an item",
        "a Pack card",
        "a precious Pack card",
        "an item",
        "a marker token",
    ),
)


@cache
def _flipped(campaign_id: str) -> Param:
    names = [face.id for face in (*forms.base_flips(), *forms.card_flips(campaign_id))]
    return forms.named(names)


def _foes(names: tuple[str, ...], fighting: bool, ending: Said) -> list[Offer]:
    """Foes and fights. TFA-329 to TFA-338."""
    found = [_add_foe()]
    if fighting:
        refused = refusal(ending)
        found.append(offer(do.EndCombat, "End combat", group="Foes", refused=refused))
    else:
        found.append(_BEGIN_COMBAT)
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


_BEGIN_COMBAT = offer(
    do.BeginCombat,
    "Begin combat",
    Count("format", "Format", 1, 3),
    group="Foes",
    clauses=("TFA-332", "TFA-333", "TFA-334", "TFA-335"),
    note=FORMATS,
)
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


def _shadow(
    seats: tuple[str, ...], shadow: int, poor: Said, up: tuple[str, ...], bought: tuple[str, ...]
) -> list[Offer]:
    """What Shadow points buy. TFA-274 to TFA-276."""
    refused = refusal(poor)
    seat, price = One("seat", "Player", seats), Count("points", "Shadow points", 1, max(1, shadow))
    found = [
        offer(
            do.BuyDisadvantage,
            "Make a disadvantage (1 Shadow)",
            Words("name", "Circumstance", 60, may_be_empty=False),
            Many("seats", "Who is in it", seats, 0, len(seats)),
            group="Shadow",
            clauses=("TFA-274",),
            refused=refused,
        ),
        offer(
            do.SpringTrap,
            "Spring a trap",
            seat,
            price,
            Words("text", "What trap?"),
            group="Shadow",
            clauses=("TFA-275",),
            refused=refused,
        ),
    ]
    if up:
        found.append(
            offer(
                do.StrikeFirst,
                "The enemy strikes first",
                seat,
                One("foe", "Who", up),
                price,
                group="Shadow",
                clauses=("TFA-276",),
                refused=refused,
            )
        )
    if bought:
        found.append(
            offer(
                do.MoveCircumstance,
                "Who is in a circumstance",
                One("name", "Circumstance", bought),
                Many("seats", "Who", seats, 0, len(seats)),
                group="Shadow",
                clauses=("TFA-274",),
            )
        )
    return found


def _journey(
    seats: tuple[str, ...],
    exhibiting: bool,
    poor: Said,
    unearned: Said,
    dead: tuple[str, ...],
    arrived: tuple[str, ...],
    up: tuple[str, ...],
) -> list[Offer]:
    """What Journey points buy, and how they come. TFA-281 to TFA-284."""
    refused = refusal(poor)
    uses: tuple[str, ...] = ("a heroic spark", "a place transformed")
    if exhibiting:
        uses = (*uses, "an exhibition of power")
    found = [
        offer(
            do.SpendJourney,
            "Spend a Journey point",
            One("on", "On", uses),
            _WHAT_HAPPENS,
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
            refused=refusal(unearned),
        ),
    ]
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
    if arrived:
        hows = ("add a die", *(("keep a foe from acting",) if up else ()), "give information")
        found.append(
            offer(
                do.ArrivalActs,
                "The arrival acts",
                One("name", "Who", arrived),
                One("how", "How", hows),
                One("seat", "For", seats),
                One("die", "Die", DICE),
                *([One("foe", "Foe", up)] if up else []),
                group="Journey",
                clauses=("TFA-283",),
            )
        )
    return found


def _world(
    campaign_id: str,
    seats: tuple[str, ...],
    hearth: bool,
    quiet: bool,
    calm: bool,
    told: tuple[tuple[str, str], ...],
    down: tuple[str, ...],
    hired: tuple[str, ...],
) -> list[Offer]:
    """Scenes and days, gifts and things. TFA-154, TFA-195, TFA-311, TFA-339."""
    places = ("", "outside", "town", *(("The Hearth",) if hearth else ()))
    busy = None if quiet else Refused("TFA-197", "First the fight or the chase must end.")
    days = (
        ("peaceful", "a situation demands attention")
        if calm
        else ("a situation demands attention",)
    )
    seat = One("seat", "Player", seats)
    found = [
        offer(
            do.SetScene,
            "Set a scene",
            Words("text", "Scene"),
            One("place", "Place", places, {"": "where they are"}),
            One("healing", "Healing", ("", "none", "peaceful, with healing"), {"": "as before"}),
            group="World",
            clauses=("TFA-339",),
        ),
        offer(
            do.NewDay,
            "A new day",
            One("how", "It is", days),
            _WHAT_HAPPENS,
            group="World",
            clauses=("TFA-195", "TFA-196"),
            refused=busy,
        ),
        offer(
            do.GiveGift,
            "Give a gift",
            seat,
            One("gift", "Gift", ("a blessing", "heal a Wound", "heal a Harm")),
            group="World",
            clauses=("TFA-311",),
        ),
        offer(
            do.GiveLoot,
            "Give loot",
            seat,
            _loot(campaign_id),
            Words("name", "Its name", 60),
            One("counts", "Burden", ("counts", "small, counts 0")),
            group="World",
            clauses=("TFA-133", "TFA-154", "TFA-155"),
        ),
        offer(
            do.MakeItem,
            "Make a weapon, armour or shield",
            seat,
            *_MADE,
            group="World",
            clauses=("TFA-144", "TFA-148", "TFA-151", "TFA-152"),
        ),
        _SET_PACE,
    ]
    for teller, name in told:
        found.append(
            offer(
                do.GiveLoot,
                f"{teller} finds {name}",
                fixed={"seat": teller, "what": name},
                group="World",
                clauses=("TFA-211",),
            )
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
    if hired:
        found.append(
            offer(
                do.OfferBribe, "Offer pay for betrayal", One("seat", "Whom", hired), group="World"
            )
        )
    return found


@cache
def _loot(campaign_id: str) -> Param:
    things = ("Pack", "precious Pack", "a thing", "a precious thing")
    cards = catalogue.campaign_items(campaign_id)
    return One("what", "What", (*things, *cards), forms.item_gists())


_MADE = (
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
)
_SET_PACE = offer(
    do.SetPace, "Pace of mini-games", Count("spotlights", "Spotlights", 0, 9), group="World"
)


@lru_cache(maxsize=256)
def _course(
    campaign_id: str, chapter: int, reasons: _Reasons, won: bool, goes_on: bool
) -> tuple[Offer, ...]:
    """The course of a campaign, the same at every table. TFA-285 to TFA-309."""
    found = [
        offer(
            do.DeclareChapter,
            "Declare a chapter",
            Count("chapter", "Chapter", 1, len(campaign.chapters(campaign_id))),
            group="Campaign",
            clauses=("TFA-286",),
        ),
        offer(
            do.CircleShadow,
            "Circle Shadow points",
            group="Campaign",
            refused=refusal(reasons.circling),
        ),
        offer(
            do.CrossThreshold,
            "Cross the threshold",
            One("how", "How", ("ask the players", "pushed")),
            group="Campaign",
            refused=refusal(reasons.crossing),
        ),
        offer(
            do.OpenSession,
            "Open a new session",
            Words("recap", "What happened so far?"),
            group="Campaign",
            clauses=("TFA-193",),
        ),
        offer(do.DealFates, "Deal new Fateful Moments", group="Campaign", clauses=("TFA-322",)),
    ]
    if campaign_id == "one-shot":
        if chapter == 3:
            refused = None if won else Refused("TFA-290", "First complete the challenge.")
            prizes = One("waives", "Waives", ("Tales of a Weapon", "Study Under a Master"))
            found.append(
                offer(do.GrantPrize, "Grant the prize", prizes, group="Campaign", refused=refused)
            )
    else:
        if chapter == 2:
            goal = Words("goal", "In 2 to 6 words", 60, may_be_empty=False)
            found.append(offer(do.WordGoal, "Word the goal", goal, group="Campaign"))
        if chapter == 8:
            found.append(
                offer(
                    do.RevealHearth,
                    "Reveal The Hearth",
                    group="Campaign",
                    refused=refusal(reasons.revealing),
                )
            )
    if campaign_id == "thirty-hour" and goes_on:
        found.append(offer(do.NextBook, "Begin the next book", group="Campaign"))
    found.append(offer(do.EndCampaign, "End the campaign", group="Campaign", clauses=("TFA-309",)))
    return tuple(found)
