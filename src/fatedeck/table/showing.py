"""A table that is only shown: a lesson, a puzzle. Nobody else is there, and nothing is kept."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from fatedeck.engine.adventure_text import OPTION
from fatedeck.engine.house import house_of, without_house
from fatedeck.engine.random_play import AnyRecord
from fatedeck.engine.seen import read
from fatedeck.table.invites import COLOURS
from fatedeck.table.protocol import (
    PROTOCOL,
    Fairness,
    HouseChange,
    HouseInfo,
    SeatInfo,
    StoryLine,
    TableInfo,
    Welcome,
    You,
)
from fatedeck.table.scene import draw


@cache
def house_told(game: str) -> HouseInfo | None:
    """The house rules that a game is played by here, as everybody is told of them."""
    house = house_of(game)
    if house is None:
        return None
    changes = [HouseChange(one.what, one.was, one.now) for one in house.differences()]
    return HouseInfo(house.title, house.hash, changes)


def shown(record: AnyRecord, seat: str, title: str, v: int = 0, since: int = 0) -> Welcome:
    """The table as this seat sees it, with the story from its line `since` on."""
    place = next(n for n, other in enumerate(record.header.seats) if other.name == seat)
    lines = [
        StoryLine(
            since + k, v, "play", line.text, n=line.n, clauses=line.clauses, moment=line.moment
        )
        for k, line in enumerate(read(record.log[since:], seat), 1)
    ]
    scene = replace(draw(record, seat, []).scene(), can_take_back=False)
    return Welcome(PROTOCOL, You("player", seat, place), _table(record, title), v, scene, lines)


def _table(record: AnyRecord, title: str) -> TableInfo:
    ruleset, header = record.ruleset, record.header
    seats = [
        SeatInfo(
            n,
            seat.name,
            "gm" if seat.role == "gm" else "player",
            here=True,
            taken=True,
            linked=False,
            machine="",
            colour=COLOURS[n % len(COLOURS)],
        )
        for n, seat in enumerate(header.seats)
    ]
    return TableInfo(
        id="",
        game=ruleset.id,
        rules=ruleset.version,
        name=title,
        options={
            name: value for name, value in without_house(header.options).items() if name != OPTION
        },
        phase="playing",
        seats=seats,
        spectators=0,
        locked=False,
        paused=False,
        odds_shown=False,
        fairness=Fairness("", [], ""),
        machines=[],
        forked_from="",
        copying=None,
        copied=False,
        address="",
        any_time=ruleset.any_time,
        likely=ruleset.likely,
        asks_twice=ruleset.asks_twice,
        house=house_told(ruleset.id),
    )
