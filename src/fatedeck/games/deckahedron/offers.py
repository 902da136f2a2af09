"""What a seat may do now, grouped as a player thinks."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.deckahedron.actions import (
    AddFoe,
    Attack,
    BeginPlay,
    Breather,
    CallForFlip,
    DescribeSetting,
    Draft,
    EndSession,
    EndTurn,
    Flashback,
    Flip,
    FoeAttack,
    GiveSpotlight,
    GiveUpLine,
    HandBack,
    HandOut,
    HandOutWeapon,
    Heal,
    Hurt,
    Introduce,
    JoinLine,
    Lighten,
    Narrate,
    ReadDie,
    Refresh,
    RemoveFoe,
    Reshuffle,
    Rest,
    RunAway,
    SetDifficulty,
    SettleTies,
    Spread,
    SpreadTokens,
    TakeBonus,
    TakeItems,
    TakeSample,
    Tire,
    Trade,
    UseAttribute,
    UseGear,
    UseSkill,
)
from fatedeck.games.deckahedron.attacks import Way, why_not_attack, why_not_foe_attack
from fatedeck.games.deckahedron.attempts import why_not_attempt, why_not_call
from fatedeck.games.deckahedron.checks import BACKGROUND
from fatedeck.games.deckahedron.creation import (
    MAGIC_ITEMS,
    why_not_begin,
    why_not_draft,
    why_not_take_items,
)
from fatedeck.games.deckahedron.data import STATS, magic_items, samples, skill_cards, trait_cards
from fatedeck.games.deckahedron.dice import dice_in_use
from fatedeck.games.deckahedron.equipment import (
    why_not_gear,
    why_not_hand_out,
    why_not_hand_out_weapon,
    why_not_join,
    why_not_lighten,
    why_not_run,
    why_not_trade,
)
from fatedeck.games.deckahedron.flips import DIFFICULTIES
from fatedeck.games.deckahedron.foes import why_not_refresh
from fatedeck.games.deckahedron.levels import bonuses_to_take, why_no_bonus
from fatedeck.games.deckahedron.rests import why_not_breather, why_not_rest
from fatedeck.games.deckahedron.skills import (
    ENTREAT,
    GO_BERSERK,
    charged_items,
    why_not_attribute,
    why_not_skill,
)
from fatedeck.games.deckahedron.state import Column, Player, Table
from fatedeck.games.deckahedron.tokens import why_not_flashback
from fatedeck.games.deckahedron.turns import (
    why_not_act,
    why_not_against,
    why_not_end_turn,
    why_not_give_spotlight,
    why_not_shuffle_in,
)

STAT = One("stat", "Stat", STATS)
DIFFICULTY = One("difficulty", "Difficulty", DIFFICULTIES)
POINTS = tuple(Count(stat, stat.capitalize(), 1, 4) for stat in STATS)
WAYS: tuple[Way, ...] = ("ranged", "melee")
COLUMNS: tuple[Column, ...] = ("equipment", "wealth")
NOBODY = {"": "nobody"}
DEALS = ("buy 2 Equipment", "buy an item", "sell heavy gear")
TOKENS = tuple(Count(name, name.capitalize(), 0, 4) for name in ("speed", "equipment", "wealth"))


def offers(table: Table, seat: str) -> list[Offer]:
    """What this seat may do now, and what it would look for and may not do yet."""
    if table.phase == "over":
        return []
    if table.phase == "creation":
        return gm_set_up(table) if seat == table.gm else player_set_up(table, seat)
    if seat == table.gm:
        return gm_play(table)
    return player_play(table, seat)


def gm_set_up(table: Table) -> list[Offer]:
    return [
        offer(
            DescribeSetting,
            "Describe the setting",
            Words("words", "Setting"),
            group="Set-up",
            clauses=("DKH-8",),
        ),
        _ties(),
        offer(
            BeginPlay,
            "Open the first scene",
            group="Set-up",
            clauses=("DKH-8",),
            refused=why_not_begin(table, table.gm),
        ),
    ]


def player_set_up(table: Table, seat: str) -> list[Offer]:
    found = [
        offer(
            Spread,
            "Spread six points",
            *POINTS,
            group="Your character",
            clauses=("DKH-9", "DKH-10"),
        ),
        offer(
            Introduce,
            "Introduce your character",
            Words("name", "Name", 40, may_be_empty=False),
            Words("background", "Background"),
            Words("motivation", "Motivation"),
            Words("special_skills", "Special skills"),
            group="Your character",
            clauses=("DKH-11",),
        ),
        offer(
            TakeSample,
            "Take a ready character",
            One("character", "Character", tuple(samples()), _sample_notes()),
            group="Your character",
            clauses=("DKH-9", "DKH-11"),
        ),
        _ties(),
    ]
    if table.has("characters"):
        found.append(
            offer(
                Draft,
                "Take a card from the pool",
                One("card", "Card", tuple(table.pool)),
                group="Draft",
                clauses=("DKH-82",),
                refused=why_not_draft(table, seat),
            )
        )
        if why_not_take_items(table, seat) is None:
            left = tuple(item for item in table.item_supply if item in magic_items())
            found.append(
                offer(
                    TakeItems,
                    "Take two magic items",
                    Many("items", "Items", left, MAGIC_ITEMS, MAGIC_ITEMS),
                    group="Draft",
                    clauses=("DKH-83",),
                )
            )
    if table.has("equipment"):
        found.append(
            offer(
                SpreadTokens,
                "Spread six tokens",
                *TOKENS,
                group="Your character",
                clauses=("DKH-110",),
            )
        )
    return found


def gm_play(table: Table) -> list[Offer]:
    players = tuple(table.seats)
    able = tuple(name for name in players if why_not_call(table, table.gm, name) is None)
    following = tuple(
        name for name in players if why_not_give_spotlight(table, table.gm, name) is None
    )
    found: list[Offer] = []
    if following:
        found.append(
            offer(
                GiveSpotlight,
                "Say who is next",
                One("player", "Player", following),
                group="Story",
                clauses=("DKH-19",),
            )
        )
    if able:
        found.append(
            offer(
                CallForFlip,
                "Call for a flip",
                One("player", "Player", able),
                STAT,
                DIFFICULTY,
                Words("words", "What for"),
                group="Story",
                clauses=("DKH-15", "DKH-16", "DKH-17", "DKH-18"),
            )
        )
    found.append(_narrate("Say what happens", "DKH-28"))
    if table.spotlight:
        found.append(
            offer(EndTurn, f"End {table.spotlight}’s turn", group="Story", clauses=("DKH-19",))
        )
    if table.has("combat"):
        found += _gm_combat(table, players)
    if table.has("equipment"):
        found += _gm_equipment(table, players)
    found.append(offer(EndSession, "End the session", group="Session", clauses=("DKH-6",)))
    return found


def _gm_combat(table: Table, players: tuple[str, ...]) -> list[Offer]:
    gm = table.gm
    found = [
        offer(
            AddFoe,
            "A foe appears",
            Words("name", "Name", 40, may_be_empty=False),
            *POINTS,
            Count("stamina", "Stamina", 1, 50),
            One("kind", "Kind", ("common", "tough")),
            One("notices", "Notices you", ("aware", "unaware")),
            group="Fight",
            clauses=("DKH-74", "DKH-75"),
        )
    ]
    fighting = tuple(table.fighting())
    if table.foes:
        leaving = One("foe", "Foe", tuple(sorted(table.foes)))
        found.append(offer(RemoveFoe, "A foe leaves", leaving, group="Fight"))
    if fighting and table.has("attack_simple"):
        found += [
            offer(
                FoeAttack,
                f"{foe} attacks",
                One("player", "Player", targets),
                group="Fight",
                fixed={"foe": foe, "way": way},
                clauses=("DKH-73",),
                note=way,
            )
            for foe in fighting
            for way in WAYS
            if (
                targets := tuple(
                    name
                    for name in players
                    if why_not_foe_attack(table, gm, foe, name, way) is None
                )
            )
        ]
    who = One("who", "Who", (*players, *fighting))
    able = tuple(name for name in players if why_not_call(table, gm, name) is None)
    if fighting and able:
        found.append(
            offer(
                SetDifficulty,
                "How hard is the next attack, defence or breather?",
                One("player", "Player", able),
                DIFFICULTY,
                group="Fight",
                clauses=("DKH-18",),
            )
        )
    found += [
        offer(
            Tire,
            "Stamina is lost",
            who,
            Count("points", "Points", 1, 20),
            group="Fight",
            clauses=("DKH-58", "DKH-59", "DKH-75"),
        ),
        offer(
            Hurt,
            "Deal a Harm or a Wound",
            who,
            One("injury", "Injury", ("Harm", "Wound")),
            group="Fight",
            clauses=("DKH-56", "DKH-61"),
        ),
    ]
    tired = tuple(name for name in players if why_not_refresh(table, gm, name) is None)
    if tired:
        found.append(
            offer(
                Refresh,
                "Stamina comes back",
                One("player", "Player", tired),
                Count("points", "Points", 1, 10),
                group="Fight",
                clauses=("DKH-52",),
            )
        )
    resting = tuple(name for name in players if why_not_rest(table, gm, name) is None)
    if resting:
        player = One("who", "Who", resting)
        found += [
            offer(Rest, "Let a player rest", player, group="Rest", clauses=("DKH-67",)),
            offer(
                Heal,
                "Let a player heal",
                player,
                Words("words", "How"),
                group="Rest",
                clauses=("DKH-68",),
            ),
        ]
    found.append(_reshuffle(table, gm, "Shuffle the foes’ discards in"))
    return found


def _gm_equipment(table: Table, players: tuple[str, ...]) -> list[Offer]:
    gm = table.gm
    found = []
    for column in COLUMNS:
        takers = tuple(
            name for name in players if why_not_hand_out(table, gm, name, column) is None
        )
        if takers:
            found.append(
                offer(
                    HandOut,
                    f"Hand out {column}",
                    One("player", "Player", takers),
                    group="Gear",
                    fixed={"column": column},
                    clauses=("DKH-111",),
                )
            )
    takers = tuple(name for name in players if why_not_hand_out_weapon(table, gm, name) is None)
    if takers:
        found.append(
            offer(
                HandOutWeapon,
                "Hand out a better weapon",
                One("player", "Player", takers),
                group="Gear",
                clauses=("DKH-117",),
            )
        )
    return found


def player_play(table: Table, seat: str) -> list[Offer]:
    turn = why_not_act(table, seat)
    fighting = tuple(table.fighting())
    meant = tuple(foe for foe in fighting if why_not_against(table, seat, foe) is None)
    against: tuple[Param, ...] = (One("against", "Against", ("", *meant), NOBODY),) if meant else ()
    found = [
        offer(
            Flip,
            "Attempt something",
            STAT,
            Words("words", "What you do"),
            *against,
            *_helps(table, seat),
            group="Act",
            clauses=("DKH-15",),
            refused=turn or why_not_attempt(table, seat),
        ),
        _narrate("Say what you do", "DKH-14"),
    ]
    if table.has("combat"):
        found += _player_combat(table, seat, turn, fighting)
    if table.has("characters"):
        found += _player_cards(table, seat, turn, meant)
    if table.has("levels"):
        found += _player_levels(table, seat)
    if table.has("green_tokens"):
        found.append(_flashback(table, seat))
    if table.has("equipment"):
        found += _player_equipment(table, seat, turn)
    found += [
        offer(
            ReadDie,
            "Read a die",
            One("die", "Die", dice_in_use(table)),
            group="Cards",
            clauses=("DKH-35", "DKH-36", "DKH-37", "DKH-39"),
            refused=turn,
        ),
        _reshuffle(table, seat, "Shuffle your discards in"),
        offer(
            EndTurn,
            "End your turn",
            group="Turn",
            clauses=("DKH-19", "DKH-30"),
            refused=why_not_end_turn(table, seat),
        ),
    ]
    return found


def _player_combat(
    table: Table, seat: str, turn: Refused | None, fighting: tuple[str, ...]
) -> list[Offer]:
    found: list[Offer] = []
    if fighting and table.has("attack_simple"):
        found += [
            offer(
                Attack,
                f"Attack, {way}",
                One("foe", "Foe", fighting),
                group="Fight",
                fixed={"way": way},
                clauses=("DKH-72", "DKH-73"),
                refused=turn or why_not_attack(table, seat, fighting[0], way),
            )
            for way in WAYS
        ]
    if fighting:
        found.append(
            offer(
                Breather,
                "Take a breather",
                One("stat", "Stat", ("intelligence", "dexterity")),
                One("foe", "Foe", fighting),
                group="Fight",
                clauses=("DKH-53",),
                refused=turn or why_not_breather(table, seat, ""),
            )
        )
    if fighting and table.has("equipment"):
        refused = turn or why_not_run(table, seat)
        found.append(
            offer(RunAway, "Run away", group="Fight", clauses=("DKH-114",), refused=refused)
        )
    resting = turn or why_not_rest(table, seat, seat)
    found += [
        offer(Rest, "Rest", group="Rest", clauses=("DKH-67",), refused=resting),
        offer(
            Heal,
            "Heal",
            Words("words", "How"),
            group="Rest",
            clauses=("DKH-68",),
            refused=resting,
        ),
    ]
    return found


def _player_cards(
    table: Table, seat: str, turn: Refused | None, fighting: tuple[str, ...]
) -> list[Offer]:
    player = table.players[seat]
    owned = tuple(card for card in player.cards if player.skill(card))
    found = [_skill(table, seat, card, turn, fighting) for card in owned]
    learnable = tuple(
        card
        for card in skill_cards()
        if card not in player.cards and (turn or why_not_skill(table, seat, card)) is None
    )
    if learnable:
        found += [
            offer(
                UseSkill,
                f"Try a skill that you have seen: {stat.capitalize()}",
                One("card", "Skill", cards),
                *_with_skill(player, "", fighting),
                *_helps(table, seat),
                group="Skills",
                fixed={"stat": stat},
                clauses=("DKH-85",),
            )
            for stat in STATS
            if (
                cards := tuple(
                    card
                    for card in learnable
                    if stat in trait_cards()[card].stats
                    and (not trait_cards()[card].uses_item or charged_items(player))
                )
            )
        ]
    found += [
        offer(
            UseAttribute,
            card,
            group="Skills",
            fixed={"card": card},
            clauses=("DKH-94",),
            refused=turn or why_not_attribute(table, seat, card),
        )
        for card in player.cards
        if card in (GO_BERSERK, ENTREAT)
    ]
    if owned:
        found.append(
            offer(
                HandBack,
                "Hand back a skill",
                One("card", "Skill", owned),
                group="Skills",
                clauses=("DKH-92",),
            )
        )
    return found


def _skill(
    table: Table, seat: str, card: str, turn: Refused | None, fighting: tuple[str, ...]
) -> Offer:
    player = table.players[seat]
    printed = trait_cards()[card]
    refused = turn or why_not_skill(table, seat, card)
    if printed.uses_item and not charged_items(player):
        refused = refused or Refused("DKH-119", "You have no magic item with a charge left.")
    return offer(
        UseSkill,
        card,
        One("stat", "Stat", printed.stats),
        Words("words", "What you do"),
        *_with_skill(player, card, fighting),
        *_helps(table, seat),
        group="Skills",
        fixed={"card": card},
        clauses=("DKH-86",),
        note=printed.text,
        refused=refused,
    )


def _with_skill(player: Player, card: str, fighting: tuple[str, ...]) -> tuple[Param, ...]:
    """The foe and the magic item that a skill may be used with."""
    params: tuple[Param, ...] = (One("foe", "Foe", ("", *fighting), NOBODY),) if fighting else ()
    items = tuple(charged_items(player))
    if items and (not card or trait_cards()[card].uses_item):
        params += (One("item", "Item", items),)
    return params


def _helps(table: Table, seat: str) -> tuple[Param, ...]:
    """What may help a flip: an attribute card, a background. DKH-94, DKH-107."""
    player = table.players[seat]
    attributes = tuple(card for card in player.cards if not player.skill(card))
    params: tuple[Param, ...] = ()
    if attributes:
        params += (One("attribute", "Attribute that helps", ("", *attributes), {"": "none"}),)
    if BACKGROUND in player.bonuses:
        params += (One("background", "Background", ("", "helps"), {"": "does not help"}),)
    return params


def _player_levels(table: Table, seat: str) -> list[Offer]:
    refused = why_no_bonus(table, seat)
    if refused is not None:
        return [offer(TakeBonus, "Take a level bonus", group="Levels", refused=refused)]
    return [
        offer(
            TakeBonus,
            "Take a level bonus",
            One("bonus", "Bonus", tuple(bonuses_to_take(table, table.players[seat]))),
            Words("phrase", "A phrase, for a background"),
            group="Levels",
            clauses=("DKH-99",),
        )
    ]


def _flashback(table: Table, seat: str) -> Offer:
    costs: tuple[Param, ...] = ()
    if table.has("combat"):
        costs += (Count("stamina", "Stamina it costs", 0, 10),)
    if table.has("equipment"):
        costs += (Count("equipment", "Equipment it costs", 0, table.players[seat].equipment),)
    return offer(
        Flashback,
        "Remember a flashback",
        Words("words", "What you did", may_be_empty=False),
        *costs,
        group="Green tokens",
        clauses=("DKH-97",),
        refused=why_not_flashback(table, seat),
    )


def _player_equipment(table: Table, seat: str, turn: Refused | None) -> list[Offer]:
    player = table.players[seat]
    found: list[Offer] = []
    if player.sought:
        found += [
            offer(
                JoinLine,
                "Join the cards into a line",
                One("middle", "Middle card", tuple(dict.fromkeys(player.laid))),
                group="Gear",
                clauses=("DKH-105",),
                refused=why_not_join(table, seat),
            ),
            offer(GiveUpLine, "Give up the line", group="Gear", clauses=("DKH-105",)),
        ]
    found.append(
        offer(
            UseGear,
            "Use a piece of gear",
            Words("gear", "Gear", 80, may_be_empty=False),
            group="Gear",
            clauses=("DKH-112",),
            refused=turn or why_not_gear(table, seat),
        )
    )
    found += [
        offer(
            Lighten,
            f"Discard 1 {column} for 1 Speed",
            group="Gear",
            fixed={"column": column},
            clauses=("DKH-111",),
            refused=why_not_lighten(table, seat, column),
        )
        for column in COLUMNS
    ]
    for deal in DEALS:
        goods: tuple[Param, ...] = ()
        if deal == "buy an item":
            if not len(table.item_supply):
                continue
            goods = (One("item", "Item", tuple(table.item_supply)),)
        found.append(
            offer(
                Trade,
                f"Merchant: {deal}",
                *goods,
                group="Gear",
                fixed={"deal": deal},
                clauses=("DKH-115",),
                refused=turn or why_not_trade(table, seat, deal),
            )
        )
    return found


def _ties() -> Offer:
    return offer(
        SettleTies,
        "Say what ties you together",
        Words("words", "Ties"),
        group="Set-up",
        clauses=("DKH-12",),
    )


def _narrate(label: str, clause: str) -> Offer:
    words = Words("words", "Words", may_be_empty=False)
    return offer(Narrate, label, words, group="Story", clauses=(clause,))


def _reshuffle(table: Table, seat: str, label: str) -> Offer:
    refused = why_not_shuffle_in(table, seat)
    return offer(Reshuffle, label, group="Cards", clauses=("DKH-31",), refused=refused)


def _sample_notes() -> dict[str, str]:
    return {
        name: f"Strength {s.strength}, Dexterity {s.dexterity}, Intelligence {s.intelligence}: "
        f"{s.background}"
        for name, s in samples().items()
    }
