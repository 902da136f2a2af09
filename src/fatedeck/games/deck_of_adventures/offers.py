"""What a seat may do now, grouped as a player thinks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial

from fatedeck.engine.cards import Pile
from fatedeck.engine.drawn import InParts, mark
from fatedeck.engine.errors import Refused, Said, refusal, said
from fatedeck.engine.offers import Count, Many, Offer, One, Value, Words, offer
from fatedeck.games.deck_of_adventures.checks import DEGREES, NAMES
from fatedeck.games.deck_of_adventures.combat_offers import combat_offers
from fatedeck.games.deck_of_adventures.creation import (
    DISCARD_POWERS,
    why_not_attribute,
    why_not_buy,
    why_not_drop,
    why_not_finish,
    why_not_level,
    why_not_overcome,
    why_not_skill,
    why_not_take,
)
from fatedeck.games.deck_of_adventures.data import (
    powers,
    premades,
    priced,
    tables,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.decks import TOKEN, fate_cards
from fatedeck.games.deck_of_adventures.deeds import (
    AgreeSuit,
    Attempt,
    Avoid,
    AwardFate,
    BuyPower,
    CallCheck,
    CallContest,
    CallEpic,
    CallRest,
    CallSave,
    ChooseRole,
    Describe,
    DrawWorld,
    DropPower,
    EndRest,
    ExchangeFate,
    FinishCharacter,
    FinishRest,
    Grant,
    LetNarrate,
    MendArmour,
    Narrate,
    OpenTask,
    Overcome,
    Override,
    Purchase,
    Reward,
    RunTask,
    SetAttribute,
    SetSkill,
    SpendRestCard,
    TakePremade,
    TakeVulnerability,
    Upgrade,
    VolunteerFor,
)
from fatedeck.games.deck_of_adventures.epic import (
    why_not_epic,
    why_not_race,
    why_not_task,
    why_not_volunteer,
)
from fatedeck.games.deck_of_adventures.glimpses import Glimpse
from fatedeck.games.deck_of_adventures.rests import why_not_mend, why_not_rest_card, wishes
from fatedeck.games.deck_of_adventures.scene import (
    MARKS,
    OWN,
    in_play,
    why_not_attempt,
    why_not_exchange,
    why_not_narrate,
)
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTES,
    SKILLS,
    STATS,
    Character,
    PowerSet,
    Table,
)

MAKE, CHECK, FATE, REST, TABLE, EPIC = (
    "Your character",
    "Check",
    "Fate",
    "Rest",
    "The table",
    "Epic Event",
)


def offers(state: Table, seat: str) -> list[Offer]:
    """All that this seat may do now."""
    return [offer for part in offers_in_parts(state, seat) for offer in part]


def offers_in_parts(state: Table, seat: str, glimpse: Glimpse | None = None) -> InParts:
    """All that this seat may do now, part by part; in a fight the turn comes first. DOA-169.

    With a `glimpse` of the table what has not changed is remembered.
    """
    who = state.characters.get(seat)
    table = _table(state.combat is None, why_not_narrate(state, seat) is None)
    if seat == state.gm:
        found = _running(state, glimpse)
    elif who is None:
        return (table,)
    elif who.making:
        made = _making(who) if glimpse is None else glimpse.drawn.offers.part(_making, who)
        return (made, table)
    else:
        found = [_playing(state, who)]
        if state.combat is None and not who.dead:
            found += [_grown(who, glimpse), _shop(state.prices, who.money)]
    fighting = combat_offers(state, seat, glimpse)
    return (*fighting, *found, table) if state.combat is not None else (*found, *fighting, table)


# A player


def _playing(state: Table, who: Character) -> list[Offer]:
    found = [
        _attempt_offer(said(why_not_attempt(state, who))),
        _exchange_offer(_named_fate(state, who), said(why_not_exchange(state, who))),
    ]
    if state.epic is not None and state.epic.task is not None:
        found.append(
            offer(
                VolunteerFor,
                "Volunteer for the task",
                One("stat", "With", STATS),
                Words("plan", "How"),
                group=EPIC,
                clauses=("DOA-236",),
                refused=why_not_volunteer(state, who),
            )
        )
    if state.rest is not None and who.name in state.rest.resting:
        found += _resting(state, who)
    return found


@lru_cache(maxsize=256)
def _attempt_offer(why_not: Said) -> Offer:
    return offer(
        Attempt,
        "Try something",
        One("stat", "With", STATS),
        Words("words", "What you do"),
        group=CHECK,
        clauses=("DOA-65", "DOA-66"),
        refused=refusal(why_not),
    )


@lru_cache(maxsize=1024)
def _exchange_offer(held: tuple[str, ...], why_not: Said) -> Offer:
    return offer(
        ExchangeFate,
        "Exchange Fate Cards for Power Points",
        Many("cards", "Fate Cards", held, 1, max(1, len(held))),
        group=FATE,
        clauses=("DOA-38",),
        refused=refusal(why_not),
    )


def _named_fate(state: Table, who: Character) -> tuple[str, ...]:
    """The Fate Cards by names that differ: tokens are numbered."""
    cards = [card for card in fate_cards(state, who) if card != TOKEN]
    return (*cards, *(f"{TOKEN} {number + 1}" for number in range(who.tokens)))


def _resting(state: Table, who: Character) -> list[Offer]:
    """Rest Cards, one at a time; the Game Master's Dealers are named. DOA-267, DOA-270."""
    named: dict[str, Value] = {"who": who.name} if who.owner == state.gm else {}
    of = f"{who.name}: " if named else ""
    wanted = tuple(wishes(state, who))
    spend = why_not_rest_card(state, who)
    if spend is None and not wanted:
        spend = Refused("DOA-269", f"{who.name} lacks neither HP nor PP.")
    missing = max(1, min(6, who.max_ap - who.ap))
    return [
        offer(
            SpendRestCard,
            f"{of}Spend a Rest Card ({who.rest_cards} left)",
            One("restore", "Regain", wanted or ("HP",)),
            group=REST,
            fixed=named,
            clauses=("DOA-267", "DOA-268"),
            refused=spend,
        ),
        offer(
            MendArmour,
            f"{of}Spend a Rest Card on mending armour",
            Count("points", "AP", 1, missing),
            One("skill", "With", ("Craft", "Knowledge")),
            group=REST,
            fixed=named,
            clauses=("DOA-270",),
            refused=why_not_mend(state, who, 1),
        ),
        offer(FinishRest, f"{of}Finish resting", group=REST, fixed=named, clauses=("DOA-275",)),
    ]


def _grown(who: Character, glimpse: Glimpse | None) -> Sequence[Offer]:
    """What XP buys, remembered by all of a character that its growing depends on."""
    if not who.xp and not who.respec:
        return ()
    if glimpse is None:
        return _growing(who)
    of = mark(
        who.name,
        who.power_set,
        who.level,
        who.role,
        who.xp,
        who.respec,
        who.attributes,
        who.skills,
        who.powers,
        who.vulnerabilities,
        who.vulnerability_xp,
    )
    return glimpse.drawn.offers.marked(of, _growing, who)


def _growing(who: Character) -> list[Offer]:
    """What XP buys between scenes. DOA-324, DOA-327, DOA-333."""
    found: list[Offer] = []
    if who.xp or who.respec:
        found += _spending(who)
    if who.vulnerabilities and who.xp:
        may = [name for name in who.vulnerabilities if why_not_overcome(who, name) is None]
        if may:
            found.append(
                offer(
                    Overcome,
                    "Overcome a Vulnerability",
                    One("vulnerability", "Which", tuple(may)),
                    group=MAKE,
                    clauses=("DOA-327",),
                )
            )
    if who.respec:
        found += [_role_offer(), _suit_offer(who), _finish_offer(who)]
    return found


@lru_cache(maxsize=256)
def _shop(prices: str, money: int) -> tuple[Offer, ...]:
    """What so much copper can buy."""
    cost = {name: goods.price(prices) for name, goods in priced().items()}
    names = tuple(name for name in cost if cost[name] <= money)
    goods = One("item", "Thing", names, {name: f"{cost[name]} cp" for name in names})
    if not names:
        return ()
    return (offer(Purchase, "Buy a thing", goods, group=TABLE, clauses=("DOA-366",)),)


# Making a character


def _making(who: Character) -> list[Offer]:
    """The steps of creation, in any order, and the quick way. DOA-316, DOA-336."""
    found = [
        _premade_offer(),
        offer(
            Describe,
            "Name and background",
            Words("title", "Name", 60),
            Words("background", "Background"),
            group=MAKE,
            clauses=("DOA-317",),
        ),
        _role_offer(),
    ]
    if who.role:
        found.append(_suit_offer(who))
    found += _spending(who)
    found += _vulnerable(who)
    found.append(_finish_offer(who))
    return found


@cache
def _premade_offer() -> Offer:
    notes = {name: f"{row.role}, level {row.level}" for name, row in premades().items()}
    return offer(
        TakePremade,
        "Take a premade character",
        One("premade", "Character", tuple(premades()), notes),
        group=MAKE,
        clauses=("DOA-336",),
    )


@cache
def _role_offer() -> Offer:
    roles = tables().roles
    notes = {row.role: f"{row.primary}, {row.suit}, {row.discard}" for row in roles}
    return offer(
        ChooseRole,
        "Choose a Role",
        One(
            "role", "Role", tuple(row.role for row in roles), {k: v for k, v in notes.items() if k}
        ),
        group=MAKE,
        clauses=("DOA-331",),
    )


def _suit_offer(who: Character) -> Offer:
    return offer(
        AgreeSuit,
        "Agree another suit or discard mechanic",
        One("suit", "Primary Suit", ("C", "D", "H", "S")),
        One("discard_power", "Discard mechanic", DISCARD_POWERS),
        group=MAKE,
        clauses=("DOA-299",),
    )


def _finish_offer(who: Character) -> Offer:
    return offer(
        FinishCharacter,
        "The sheet is done",
        group=MAKE,
        clauses=("DOA-316",),
        note=f"{who.xp} XP unspent" if who.xp else "",
        refused=why_not_finish(who),
    )


def _spending(who: Character) -> list[Offer]:
    """Attributes, Skills and Powers that the XP left can buy, each with what it may become."""
    found: list[Offer] = []
    for attribute in ATTRIBUTES:
        now = who.attributes[attribute]
        low, high = _span(now, partial(why_not_attribute, who, attribute))
        if low < high:
            found.append(_attribute_offer(attribute, now, low, high))
    for skill in SKILLS:
        now = who.skills[skill]
        low, high = _span(now, partial(why_not_skill, who, skill))
        if low < high:
            found.append(_skill_offer(skill, now, low, high))
    listed = powers(who.power_set)
    within = [name for name, power in listed.items() if power.xp <= who.xp]
    may = tuple(name for name in within if why_not_buy(who, name) is None)
    if may:
        found.append(_power_offer(who.power_set, may))
    back = tuple(name for name in dict.fromkeys(who.powers) if why_not_drop(who, name) is None)
    if back:
        found.append(offer(DropPower, "Give a Power back", One("power", "Power", back), group=MAKE))
    return found


@lru_cache(maxsize=1024)
def _attribute_offer(attribute: str, now: int, low: int, high: int) -> Offer:
    costs = tables().attribute_cost
    prices = (f"{value:+}: {costs[value] - costs[now]} XP" for value in range(low, high + 1))
    return offer(
        SetAttribute,
        f"{attribute} {now:+}",
        Count("value", "New Modifier", low, high),
        group=MAKE,
        fixed={"attribute": attribute},
        clauses=("DOA-320",),
        note=", ".join(prices),
    )


@lru_cache(maxsize=1024)
def _skill_offer(skill: str, now: int, low: int, high: int) -> Offer:
    return offer(
        SetSkill,
        f"{skill} {now:+}",
        Count("value", "New Modifier", low, high),
        group=MAKE,
        fixed={"skill": skill},
        clauses=("DOA-321", "DOA-322"),
    )


def _span(now: int, why_not: Callable[[int], Refused | None]) -> tuple[int, int]:
    """From the lowest to the highest Modifier that may be reached from this one."""
    low = high = now
    while why_not(high + 1) is None:
        high += 1
    while why_not(low - 1) is None:
        low -= 1
    return low, high


@lru_cache(maxsize=256)
def _power_offer(power_set: PowerSet, names: tuple[str, ...]) -> Offer:
    listed = powers(power_set)
    notes = {name: f"{listed[name].xp} XP. {listed[name].effect}" for name in names}
    params = One("power", "Power", names, notes)
    return offer(BuyPower, "Buy a Power", params, group=MAKE, clauses=("DOA-328",))


def _vulnerable(who: Character) -> list[Offer]:
    found: list[Offer] = []
    for xp, grade in ((1, "minor"), (2, "major")):
        graded = [name for name, row in vulnerabilities().items() if xp in row.xp]
        may = tuple(name for name in graded if why_not_take(who, name, xp) is None)
        if may:
            found.append(_vulnerability_offer(xp, grade, may))
    off = tuple(name for name in who.vulnerabilities if why_not_overcome(who, name) is None)
    if off:
        found.append(
            offer(
                Overcome,
                "Drop a Vulnerability",
                One("vulnerability", "Which", off),
                group=MAKE,
                clauses=("DOA-327",),
            )
        )
    return found


@lru_cache(maxsize=256)
def _vulnerability_offer(xp: int, grade: str, names: tuple[str, ...]) -> Offer:
    notes = {name: vulnerabilities()[name].effect for name in names}
    return offer(
        TakeVulnerability,
        f"Take a {grade} Vulnerability (+{xp} XP)",
        One("vulnerability", "Which", names, notes),
        group=MAKE,
        fixed={"xp": xp},
        clauses=("DOA-325",),
    )


# Everyone, and the Game Master


@cache
def _table(at_ease: bool, narrates: bool) -> tuple[Offer, ...]:
    found: list[Offer] = []
    if at_ease:
        found.append(
            offer(
                Avoid,
                "Name a topic to avoid",
                Words("topic", "Topic", 80, may_be_empty=False),
                group=TABLE,
                clauses=("DOA-67",),
            )
        )
    if narrates:
        found.append(
            offer(
                Narrate,
                "Tell what happens",
                Words("words", "Words", may_be_empty=False),
                group=TABLE,
                clauses=("DOA-78",),
            )
        )
    return tuple(found)


def _running(state: Table, glimpse: Glimpse | None) -> list[Sequence[Offer]]:
    """What the Game Master does to run the game. DOA-2, DOA-3, DOA-66."""
    people = in_play(state)
    players = [who for who in state.characters.values() if who.kind == "pc"]
    found: list[Sequence[Offer]] = []
    if people:
        found += _calls(state, people)
    if state.last is not None:
        found.append(_overruling())
    found += _gifts(state, players, glimpse)
    found += [_epic_offers(state), _rests(state, people), _asking()]
    return found


@cache
def _overruling() -> tuple[Offer]:
    return (
        offer(
            Override,
            "Overrule the last result",
            One("degree", "It is", DEGREES, {degree: NAMES[degree] for degree in DEGREES}),
            Words("reason", "Why"),
            group=CHECK,
            clauses=("DOA-3",),
        ),
    )


@cache
def _asking() -> tuple[Offer]:
    return (
        offer(
            DrawWorld,
            "Ask the World deck",
            One("where", "Where", ("open", "behind the screen")),
            group=CHECK,
            clauses=("DOA-356", "DOA-376"),
        ),
    )


def _calls(state: Table, people: list[Character]) -> list[Sequence[Offer]]:
    names = tuple([who.name for who in people])
    trades = {trade for who in people for trade in who.power_options.get("Handy", ())}
    targets = tuple([who.name for who in people if who.target])
    secret = state.switches.dr_secret
    found: list[Sequence[Offer]] = [_call_offers(names, tuple(sorted(trades)), targets, secret)]
    last = state.last
    drawer = state.characters.get(last.who) if last is not None else None
    if drawer is not None and drawer.owner != state.gm and not state.narrator:
        found.append(_letting(drawer.owner))
    return found


@lru_cache(maxsize=256)
def _letting(seat: str) -> tuple[Offer]:
    return (
        offer(
            LetNarrate,
            f"Let {seat} tell what happens",
            group=TABLE,
            fixed={"who": seat},
            clauses=("DOA-78",),
        ),
    )


@lru_cache(maxsize=256)
def _call_offers(
    names: tuple[str, ...], trades: tuple[str, ...], targets: tuple[str, ...], secret: bool
) -> tuple[Offer, ...]:
    """Calling for a Check, a Save or a contest among these."""
    hidden = ("", "difficulty", "all") if secret else ("", "all")
    marks = (*MARKS, *(f"trade {trade}" for trade in trades))
    found = [
        offer(
            CallCheck,
            "Call for a Check",
            Many("who", "Who draws", names, 1, len(names)),
            One("stat", "With", STATS),
            Count("difficulty", "DR", 0, 6),
            One("against", "Target Card", ("World deck", OWN, *targets)),
            One("match", "Required match", ("", "colour", "suit")),
            Count("hand", "Upper (+) or Lower (-) Hand", -3, 3),
            Many("marks", "This Check is about", marks, 0, len(marks)),
            One("hidden", "Kept hidden", hidden),
            group=CHECK,
            clauses=("DOA-66", "DOA-68", "DOA-358"),
        ),
        offer(
            CallSave,
            "Call for a Save",
            Many("who", "Who saves", names, 1, len(names)),
            One("attribute", "With", ATTRIBUTES),
            Count("difficulty", "DR", 0, 6),
            group=CHECK,
            clauses=("DOA-116",),
        ),
    ]
    if len(names) > 1:
        contests = tuple(row.id for row in tables().contests)
        found.append(
            offer(
                CallContest,
                "Call a contest",
                One("initiator", "Who acts", names),
                One("contest", "Contest", (*contests, "Brute vs Finesse or Brute")),
                Many("targets", "Who resists", names, 1, len(names) - 1),
                One("informed", "The targets are informed or suspicious", ("no", "yes")),
                group=CHECK,
                clauses=("DOA-108", "DOA-115"),
            )
        )
    return tuple(found)


def _gifts(
    state: Table, players: list[Character], glimpse: Glimpse | None
) -> list[Sequence[Offer]]:
    found: list[Sequence[Offer]] = []
    for who in players:
        if not who.making and not who.dead:
            discard = state.cards(who).discard
            found.append(
                _awarding(who.name, discard)
                if glimpse is None
                else glimpse.drawn.offers.part(_awarding, who.name, discard)
            )
    grown = tuple([who.name for who in players if why_not_level(who) is None])
    return [*found, _rewards(tuple([who.name for who in players]), grown)]


def _awarding(name: str, discard: Pile) -> list[Offer]:
    return [
        offer(
            AwardFate,
            f"Award {name} a Fate Card",
            One("card", "Card", (TOKEN, *sorted(discard))),
            group=FATE,
            fixed={"who": name},
            clauses=("DOA-40",),
        )
    ]


@lru_cache(maxsize=256)
def _rewards(players: tuple[str, ...], grown: tuple[str, ...]) -> tuple[Offer, ...]:
    """What the Game Master may give: a change of the sheet, things, better gear, a level."""
    found = []
    may = ("a respec", "more Vulnerabilities", "a new character")
    if players:
        found.append(
            offer(
                Grant,
                "Grant a character",
                One("who", "Who", players),
                One("what", "What", may),
                group=TABLE,
                clauses=("DOA-263", "DOA-325", "DOA-334"),
            )
        )
        found.append(
            offer(
                Reward,
                "Give a thing or money",
                One("who", "Who", players),
                One("item", "Thing", ("", *priced())),
                Count("copper", "Copper", 0, 1_000_000),
                group=TABLE,
                clauses=("DOA-366",),
            )
        )
        found.append(
            offer(
                Upgrade,
                "Upgrade gear",
                One("who", "Who", players),
                One("what", "What", ("weapon damage", "maximum HP", "maximum PP")),
                group=TABLE,
                clauses=("DOA-371",),
            )
        )
    if grown:
        found.append(
            offer(
                Grant,
                "Grant a level",
                One("who", "Who", grown),
                group=TABLE,
                fixed={"what": "a level"},
                clauses=("DOA-333",),
            )
        )
    return tuple(found)


@lru_cache(maxsize=256)
def _epic_offer(why_not: Said) -> Offer:
    return offer(
        CallEpic,
        "Call an Epic Event",
        Words("name", "What it is about", 80),
        Count("needed", "Successes needed", 1, 9),
        Count("allowed", "Failures that end it", 1, 9),
        Count("tasks", "Target Cards (0: as many as needed)", 0, 18),
        group=EPIC,
        clauses=("DOA-233", "DOA-234"),
        refused=refusal(why_not),
    )


def _epic_offers(state: Table) -> list[Offer]:
    found = [_epic_offer(said(why_not_epic(state)))]
    if state.epic is not None and not state.epic.result:
        found.append(
            offer(
                OpenTask,
                "Draw the next Target Card",
                Count("difficulty", "DR", 0, 6),
                group=EPIC,
                clauses=("DOA-235",),
                refused=why_not_task(state),
            )
        )
        for who, everybody in (("volunteers", False), ("everybody", True)):
            found.append(
                offer(
                    RunTask,
                    f"Run the race: {who}",
                    group=EPIC,
                    fixed={"who": who},
                    clauses=("DOA-238",),
                    refused=why_not_race(state, everybody=everybody),
                )
            )
    return found


def _rests(state: Table, people: Iterable[Character]) -> Sequence[Offer]:
    if state.rest is not None and state.rest.resting:
        end = offer(EndRest, "End the Quick Rest for all", group=REST, clauses=("DOA-265",))
        own = [who for who in people if who.owner == state.gm and who.name in state.rest.resting]
        return [end, *(one for who in own for one in _resting(state, who))]
    dealers = tuple([who.name for who in people if who.is_dealer])
    return _resting_call(dealers) if dealers and state.combat is None else ()


@lru_cache(maxsize=256)
def _resting_call(dealers: tuple[str, ...]) -> tuple[Offer]:
    return (
        offer(
            CallRest,
            "Allow a Rest",
            One("kind", "Rest", ("quick", "full")),
            Many("who", "Who rests", dealers, 1, len(dealers)),
            Count("minutes", "Minutes until it is disturbed", 0, 480),
            group=REST,
            clauses=("DOA-264", "DOA-265", "DOA-365"),
        ),
    )
