"""What a seat may do now, grouped as a player thinks."""

from __future__ import annotations

from fatedeck.engine.offers import Count, Many, Offer, One, Param, Words, offer
from fatedeck.games.deckahedron.actions import (
    BeginPlay,
    CallForFlip,
    DescribeSetting,
    Draft,
    EndSession,
    EndTurn,
    Flip,
    GiveSpotlight,
    Introduce,
    Narrate,
    ReadDie,
    Reshuffle,
    SettleTies,
    Spread,
    SpreadTokens,
    TakeItems,
    TakeSample,
)
from fatedeck.games.deckahedron.attempts import why_not_attempt, why_not_call
from fatedeck.games.deckahedron.creation import (
    MAGIC_ITEMS,
    why_not_begin,
    why_not_draft,
    why_not_take_items,
)
from fatedeck.games.deckahedron.data import STATS, magic_items, samples
from fatedeck.games.deckahedron.dice import dice_in_use
from fatedeck.games.deckahedron.flips import DIFFICULTIES
from fatedeck.games.deckahedron.state import Table
from fatedeck.games.deckahedron.turns import (
    why_not_act,
    why_not_end_turn,
    why_not_give_spotlight,
    why_not_shuffle_in,
)

STAT = One("stat", "Stat", STATS)
DIFFICULTY = One("difficulty", "Difficulty", DIFFICULTIES)
POINTS = tuple(Count(stat, stat.capitalize(), 1, 4) for stat in STATS)
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
    players = tuple(table.players)
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
            offer(EndTurn, f"End {table.spotlight}'s turn", group="Story", clauses=("DKH-19",))
        )
    if table.has("combat"):
        found.append(_reshuffle(table, table.gm, "Shuffle the foes' discards in"))
    found.append(offer(EndSession, "End the session", group="Session", clauses=("DKH-6",)))
    return found


def player_play(table: Table, seat: str) -> list[Offer]:
    turn = why_not_act(table, seat)
    return [
        offer(
            Flip,
            "Attempt something",
            STAT,
            Words("words", "What you do"),
            *_against(table),
            group="Act",
            clauses=("DKH-15",),
            refused=why_not_attempt(table, seat),
        ),
        _narrate("Say what you do", "DKH-14"),
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
            group="Act",
            clauses=("DKH-19", "DKH-30"),
            refused=why_not_end_turn(table, seat),
        ),
    ]


def _against(table: Table) -> tuple[Param, ...]:
    foes = table.fighting()
    return (One("against", "Against", ("", *foes)),) if foes else ()


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
