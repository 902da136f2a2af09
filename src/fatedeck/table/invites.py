"""One code for a whole table: whoever has it sits down on a free seat, or knocks to be let in.

A code is short enough to be read aloud and typed. It opens no seat that somebody has taken, it can
be replaced at any time, and nobody can try many.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import get_args

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.table.links import derived, token_hash
from fatedeck.table.names import check_name
from fatedeck.table.protocol import Colour, Knock, Sit
from fatedeck.table.refusals import Forbidden, Limit
from fatedeck.table.rows import InviteRow, SeatRow

LETTERS = "ABCDEFGHJKMNPQRTUVWXYZ"
"""No two of them are read or heard as each other; 8 of them are 35 bits."""
LENGTH = 8
MOST_KNOCKS = 8
"""How many may wait at one door."""
PATIENCE = 180.0
"""Seconds for which somebody waits at the door who is not heard of again."""
COLOURS: tuple[Colour, ...] = get_args(Colour)


class Caller(Struct):
    """Somebody at the door: what they have asked, and when they were last heard."""

    sit: Sit
    token: str
    heard: float
    refused: bool = False


class Callers:
    """Everyone at the door of a table. Who is forgotten knocks again by themselves."""

    def __init__(self) -> None:
        self._callers: dict[str, Caller] = {}

    def knock(self, sit: Sit, token: str) -> bool:
        """Somebody knocks, or goes on waiting; whether that is news. Who was sent away is told."""
        known = self._callers.get(key := _named(token))
        if known is not None and known.refused:
            raise Forbidden("", "You were not let in this time. Ask whoever invited you.")
        if known is not None:
            known.heard = time.monotonic()
            return False
        if len(self.waiting()) >= MOST_KNOCKS:
            raise Limit("", "Too many people are waiting at this door; try again in a minute.")
        self._callers[key] = Caller(sit, token, time.monotonic())
        return True

    def waiting(self) -> list[Knock]:
        """Who waits to be let in."""
        self._forget_the_gone()
        return [
            Knock(key, caller.sit.name)
            for key, caller in self._callers.items()
            if not caller.refused
        ]

    def find(self, key: str) -> Caller:
        caller = self._callers.get(key)
        if caller is None or caller.refused:
            raise Refused("", "Nobody by that name is at the door any more.")
        return caller

    def let_in(self, key: str) -> None:
        del self._callers[key]

    def _forget_the_gone(self) -> None:
        long_ago = time.monotonic() - PATIENCE
        self._callers = {
            key: caller for key, caller in self._callers.items() if caller.heard > long_ago
        }


def _named(token: str) -> str:
    """What a caller goes by at the table; it tells nothing about the token."""
    return token_hash(f"caller {token}").hex()[:16]


# Codes


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(typed: str) -> str:
    """A code as it was typed, without what people put between its letters; empty if it is none.

    >>> read_code("bcdf-ghjk")
    'BCDFGHJK'
    """
    code = "".join(letter for letter in typed.upper() if letter not in " -–.")
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""


# Seats


def guest_token(sit: Sit, table_id: str) -> str:
    """The token of who sits down with this key: the same, however often they ask."""
    return derived(sit.key, "sit", table_id)


def colours(invite: InviteRow, seats: Sequence[SeatRow]) -> dict[int, Colour]:
    """The colour of each seat: the one that was chosen, or the first that nobody wears."""
    chosen = msgspec.json.decode(invite.colours, type=dict[int, Colour])
    worn = {place: chosen[place] for seat in seats if (place := seat.place) in chosen}
    for seat in seats:
        if seat.place not in worn:
            free = (colour for colour in COLOURS if colour not in worn.values())
            worn[seat.place] = next(free, COLOURS[seat.place % len(COLOURS)])
    return worn


def wear(invite: InviteRow, seats: Sequence[SeatRow], place: int, colour: Colour) -> None:
    """Give a seat a colour that nobody else has chosen."""
    chosen = msgspec.json.decode(invite.colours, type=dict[int, Colour])
    others = [seat for seat in seats if seat.place != place and seat.taken]
    for other in others:
        if chosen.get(other.place) == colour:
            raise Refused("", f"{other.name} already has {colour}. Pick another colour.")
    here = {seat.place for seat in seats}
    chosen = {at: worn for at, worn in chosen.items() if at in here and worn != colour}
    invite.colours = msgspec.json.encode(chosen | {place: colour}).decode()


def why_no_seat(sit: Sit, seats: Sequence[SeatRow], *, begun: bool, more: bool) -> Refused | None:
    """Why somebody may not sit down as they ask, or None if they may."""
    if sit.place < 0:
        if begun:
            return Refused("", "The game has started, so you can only take a free seat.")
        if not more:
            return Refused("", "Every seat at this table is taken.")
        return None
    seat = next((seat for seat in seats if seat.place == sit.place), None)
    if seat is None:
        return Refused("", "That seat is gone. Pick another.")
    if seat.machine:
        return Refused("", f"The machine plays {seat.name}. Pick another seat.")
    if seat.taken:
        return Refused("", "Somebody has just taken that seat. Pick another.")
    return None


def check_guest(sit: Sit, seats: Sequence[SeatRow], *, begun: bool) -> None:
    """Refuse a name that could be mistaken; a seat of a game that has begun keeps its own.

    Who lets them in reads it all the same, so it is plain words even then.
    """
    others = (seat.name for seat in seats if seat.place != sit.place)
    check_name(sit.name, () if begun else others)
