"""Once more: when a game is over its people play it again, all at one new table.

Whoever asks first makes that table, and a paper at the old one names it: so the database decides
who was first. Everyone's seat is kept for them there, and the link of the old seat opens it.
"""

from __future__ import annotations

import msgspec

from fatedeck.engine.decks import OPTION as DECKS
from fatedeck.engine.errors import Refused
from fatedeck.engine.house import without_house
from fatedeck.engine.story import listed
from fatedeck.table.bringing import brought
from fatedeck.table.invites import colours
from fatedeck.table.links import Member, derived, link, new_token, token_hash
from fatedeck.table.protocol import Link, NewSeat, NewTable, Rematch
from fatedeck.table.refusals import Forbidden
from fatedeck.table.room import Room
from fatedeck.table.rows import SeatRow, Work

_LONGEST = 80
"""Letters of a table's name."""


def wanted_again(room: Room, member: Member, wanted: Rematch) -> NewTable:
    """The same game with the same people, as this member asks for it, or `Refused`."""
    if not member.seat:
        raise Forbidden("", "Only someone who played can ask for a rematch.")
    if not room.ruleset.is_over(room.playing().state):
        raise Refused("", "The game isn’t over yet.")
    for name in wanted.decks:
        if not any(seat.name == name and _may_choose(seat, member) for seat in room.seats):
            raise Forbidden("", f"{name}’s deck isn’t yours to choose.")
    options = without_house(msgspec.json.decode(room.row.options, type=dict[str, object]))
    decks = msgspec.convert(options.pop(DECKS, {}), dict[str, str]) | wanted.decks
    seats = [
        NewSeat(
            seat.name,
            seat.role,
            "" if seat.taken else seat.machine,
            seat.taken,
            decks.get(seat.name, ""),
        )
        for seat in room.seats
    ]
    return NewTable(
        room.row.game,
        _named([seat.name for seat in seats])[:_LONGEST],
        seats,
        options | wanted.options,
        start=all(_may_choose(seat, member) for seat in room.seats),
    )


def _may_choose(seat: SeatRow, member: Member) -> bool:
    """Whether this is the member's own seat, or nobody's but the machine's."""
    return seat.place == member.place or bool(seat.machine and not seat.taken)


def _named(names: list[str]) -> str:
    return " against ".join(names) if len(names) == 2 else listed(names)


def keep_seats(before: Room, new: Room, member: Member) -> None:
    """Lay out the new table for those who sat at the old one; whoever asked first hosts it."""
    worn = colours(before.invite, before.seats)
    wears = {
        here.place: worn[seat.place] for seat, here in zip(before.seats, new.seats, strict=True)
    }
    new.invite.colours = msgspec.json.encode(wears).decode()
    new.invite.host = _place(before, member)
    new.row.host_hash, new.row.seated = token_hash(new_token()), len(new.seats)
    new.seat_at(new.invite.host).token_hash = token_hash(_token_there(member, new))


def come_back(before: Room, there: Room, member: Member, wanted: NewTable) -> Link:
    """The link of the seat that was kept for this member; they may bring another deck to it."""
    seat, token = there.seat_at(_place(before, member)), _token_there(member, there)
    hashed = token_hash(token)
    if seat.token_hash is None and seat.taken:
        seat.token_hash = hashed
        work = Work(seats=[msgspec.structs.replace(seat)])
        deck = next(own.deck for own in wanted.seats if own.name == member.seat)
        if deck and there.record is None:
            work.papers.append(there.keep(*brought(seat, deck)))
        there.commit(work, table=True)
    if seat.token_hash != hashed:
        raise Forbidden("", "Your seat at the new table was given away. Ask who hosts it.")
    return link(there.row.id, seat.place, seat.name, seat.role, token)


def _token_there(member: Member, there: Room) -> str:
    """The token of a member's seat at the new table: the same, however often they ask."""
    return derived(member.token, "rematch", there.row.id)


def _place(before: Room, member: Member) -> int:
    """Where somebody sits there: the seats keep their order."""
    return [seat.place for seat in before.seats].index(member.place)
