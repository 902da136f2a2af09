"""Secret links: who comes in by which. A token is 128 random bits; only its hash is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec import Struct

from fatedeck.table.protocol import SPECTATORS, Link, Role, You
from fatedeck.table.rows import InviteRow, SeatRow, TableRow

HOST = -2
"""The place that stands for the host's link."""


class Member(Struct, frozen=True):
    """Whoever came in by a link. `place` is a seat's, `SPECTATORS` or `HOST`.

    What was told to the seat in private before the time `since` was for who sat there before.
    Who `hosts` the table holds the host's link, or sits on the host's own seat.
    """

    place: int
    role: Role
    seat: str = ""
    token: str = ""
    since: int = 0
    hosts: bool = False

    @property
    def runs_table(self) -> bool:
        return self.hosts or self.role in ("gm", "host")

    @property
    def you(self) -> You:
        return You(self.role, self.seat, max(self.place, SPECTATORS), self.runs_table)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def derived(token: str, purpose: str, command_id: str) -> str:
    """What only the holder of a token and we can make of it, the same for the same command."""
    made = hashlib.sha256(f"fatedeck {purpose} 1\n{token}\n{command_id}".encode()).digest()
    return base64.urlsafe_b64encode(made[:16]).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def link(table_id: str, place: int, name: str, role: Role, token: str) -> Link:
    return Link(place, name, role, token, f"{table_id}.{token}")


def member_by(
    token: str, table: TableRow, seats: Sequence[SeatRow], invite: InviteRow
) -> Member | None:
    """Who holds this token. Every hash is compared, each in constant time.

    Where whoever has the table's code may watch, the code is a spectator's token.
    """
    given = token_hash(token)
    found: Member | None = None
    if hmac.compare_digest(given, table.host_hash):
        found = Member(HOST, "host", token=token, hosts=True)
    if table.spectator_hash is not None and hmac.compare_digest(given, table.spectator_hash):
        found = Member(SPECTATORS, "spectator", token=token)
    watches = invite.watching and invite.door != "shut" and invite.code != ""
    if watches and hmac.compare_digest(given, token_hash(invite.code)):
        found = Member(SPECTATORS, "spectator", token=token)
    for seat in seats:
        if seat.token_hash is not None and hmac.compare_digest(given, seat.token_hash):
            hosts = seat.place == invite.host
            found = Member(seat.place, seat.role, seat.name, token, seat.sat, hosts)
    return found


def holds_link(seats: Sequence[SeatRow], member: Member) -> bool:
    """Whether this is the link of the member's seat now."""
    given = token_hash(member.token)
    return any(seat.place == member.place and seat.token_hash == given for seat in seats)
