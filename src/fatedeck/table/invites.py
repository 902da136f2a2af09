"""One code for a whole table: whoever has it sits down on a free seat, or knocks to be let in.

A code is short enough to be read aloud and typed. It opens no seat that somebody has taken, it can
be replaced at any time, and nobody can try many.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import get_args

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.ruleset import Seating
from fatedeck.table.links import derived, token_hash
from fatedeck.table.names import check_name
from fatedeck.table.protocol import Colour, Knock, Sit
from fatedeck.table.refusals import Forbidden, Limit
from fatedeck.table.rows import InviteRow, SeatRow

LETTERS = "ABCDEFGHJKMNPQRTUVWXYZ"
"""No two of them are read or heard as each other; 8 of them are 35 bits."""
LENGTH = 8
DOOR = "door"
"""The paper on which a table keeps who is at its door."""
MOST_KNOCKS = 8
"""How many may wait at one door."""
PATIENCE = 180_000
"""Milliseconds for which somebody waits at the door who is not heard of again."""
COLOURS: tuple[Colour, ...] = get_args(Colour)


class Caller(Struct):
    """Somebody at the door: what they have asked, the hash of their token, when last heard."""

    sit: Sit
    hashed: bytes
    heard: int
    refused: bool = False


class Callers(Struct):
    """Everyone at the door of a table. Who is forgotten knocks again by themselves."""

    by_key: dict[str, Caller] = {}

    def knock(self, sit: Sit, token: str, now: int) -> bool:
        """Somebody knocks, or goes on waiting; whether that is worth noting down.

        Who was sent away is told.
        """
        known = self.by_key.get(key := _named(token))
        if known is not None:
            if known.refused:
                raise Forbidden("", "You were not let in this time. Ask whoever invited you.")
            is_old = known.heard < now - PATIENCE // 3
            known.heard = now
            return is_old
        if len(self.waiting(now)) >= MOST_KNOCKS:
            raise Limit("", "Too many people are waiting at this door. Try again in a minute.")
        self.by_key[key] = Caller(sit, token_hash(token), now)
        return True

    def waiting(self, now: int) -> list[Knock]:
        """Who waits to be let in."""
        self._forget_the_gone(now)
        return [
            Knock(key, caller.sit.name) for key, caller in self.by_key.items() if not caller.refused
        ]

    def find(self, key: str) -> Caller:
        caller = self.by_key.get(key)
        if caller is None or caller.refused:
            raise Refused("", "Nobody by that name is at the door any more.")
        return caller

    def _forget_the_gone(self, now: int) -> None:
        self.by_key = {
            key: caller for key, caller in self.by_key.items() if caller.heard > now - PATIENCE
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


def is_companion(seat: SeatRow, seating: Seating) -> bool:
    """Whether the machine plays a hero there until a friend comes; a rival in a duel stays."""
    is_hero = seating.game_master and seat.role == "player"
    return is_hero and seat.machine != "" and not seat.taken


def why_no_seat(
    sit: Sit, seats: Sequence[SeatRow], seating: Seating, no_chair: Refused | None
) -> Refused | None:
    """Why somebody may not sit down as they ask, or None if they may."""
    if sit.place < 0:
        return no_chair
    seat = next((seat for seat in seats if seat.place == sit.place), None)
    if seat is None:
        return Refused("", "That seat is gone. Pick another.")
    if seat.machine and not is_companion(seat, seating):
        return Refused("", f"The machine plays {seat.name}. Pick another seat.")
    if seat.taken:
        return Refused("", "Someone has just taken that seat. Pick another.")
    return None


def check_guest(sit: Sit, seats: Sequence[SeatRow], *, begun: bool) -> None:
    """Refuse a name that could be mistaken; a free seat of a game that has begun keeps its own.

    Who lets them in reads it all the same, so it is plain words even then.
    """
    others = (seat.name for seat in seats if seat.place != sit.place)
    check_name(sit.name, () if begun else others)
