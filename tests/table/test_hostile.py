"""Hostile input: whatever is sent, the answer is a clean refusal and nothing has changed."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import Protocol, TypeAlias, get_args

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.table.line import read_message
from fatedeck.table.protocol import (
    SPECTATORS,
    Answer,
    Bye,
    Cancel,
    Command,
    Do,
    Incoming,
    Links,
    Outgoing,
    Refusal,
    Rewind,
    TakeBack,
)
from fatedeck.table.room import Room
from tests.table.house import OwnHouse, Sitting, bearer, new_id
from tests.table.killable import KillableServer

MESSAGES = 100_000

Json: TypeAlias = str | int | float | bool | list["Json"] | dict[str, "Json"] | None
_decoder: msgspec.json.Decoder[Outgoing] = msgspec.json.Decoder(Outgoing)


class AnyAnswer(Protocol):
    """What we look at in an answer."""

    status_code: int
    text: str

    def json(self) -> dict[str, str]: ...


class AnyCase(Protocol):
    """A request that Schemathesis made."""

    method: str
    path: str
    path_parameters: dict[str, str]

    def call(self, *, headers: dict[str, str]) -> AnyAnswer: ...


class Ear:
    """A line that only listens."""

    def __init__(self) -> None:
        self.address = ""
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.heard.append(message)

    def spend(self, work: float) -> None:
        assert work >= 0

    def close(self, bye: Bye) -> None:
        raise AssertionError(bye)


class Fiend:
    """Makes messages that look like ours and are not: wrong shapes, names, numbers and bytes."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.fields = sorted(
            {name for kind in get_args(Incoming) for name in kind.__struct_fields__}
        )
        self.tags = [str(kind.__struct_config__.tag) for kind in get_args(Incoming)]

    def message(self) -> bytes:
        makers: list[Callable[[], bytes]] = [self.noise, self.json, self.nearly, self.torn]
        return self.luck.choice(makers)()

    def noise(self) -> bytes:
        return self.luck.randbytes(self.luck.randrange(40))

    def json(self) -> bytes:
        return msgspec.json.encode(self.value(3))

    def nearly(self) -> bytes:
        """The right tag with the wrong fields."""
        names = self.luck.sample(self.fields, self.luck.randrange(1, 5))
        return msgspec.json.encode(
            {"is": self.luck.choice(self.tags), **{name: self.value(2) for name in names}}
        )

    def torn(self) -> bytes:
        """Cut short, doubled, or with a byte turned over."""
        whole = bytearray(self.nearly())
        whole[self.luck.randrange(len(whole))] = self.luck.randrange(256)
        cut = self.luck.randrange(len(whole))
        return bytes(whole[:cut]) if self.luck.random() < 0.5 else bytes(whole + whole[cut:])

    def value(self, depth: int) -> Json:
        luck = self.luck
        if depth and luck.random() < 0.3:
            return [self.value(depth - 1) for _ in range(luck.randrange(4))]
        if depth and luck.random() < 0.4:
            return {self.words(): self.value(depth - 1) for _ in range(luck.randrange(4))}
        return luck.choice(
            [None, True, -1, 0, 1, 2**53, 2**64, -(10**30), 1e308, 0.5, "", self.words()]
        )

    def words(self) -> str:
        alphabet = string.printable + "äß😀\u202e\u2028\x00\x7f"
        return "".join(self.luck.choices(alphabet, k=self.luck.randrange(12)))


def everything(room: Room) -> bytes:
    """All that a room is, but for who is here."""
    record = room.playing()
    held = (room.row, room.seats, room.v, list(room.tail), record.quiet, record.flight)
    return msgspec.msgpack.encode((*held, room.recent, record.salts, record.entries))


def roles(table: Sitting) -> list[int]:
    return [link.place for link in (*table.links.seats, table.links.spectator, table.links.host)]


async def test_a_hundred_thousand_messages_are_refused_and_change_nothing(
    quick_house: OwnHouse,
) -> None:
    table = await quick_house.sit("deckahedron")
    await table.step(random.Random(1))
    room = quick_house.hall.rooms[table.links.table]
    before = everything(room)
    fiend, ear, places = Fiend(1), Ear(), roles(table)
    refused = 0
    for number in range(MESSAGES):
        try:
            message = read_message(fiend.message())
        except Unreadable as fault:
            assert str(fault)
            refused += 1
            continue
        if isinstance(message, Command):
            # Some are right by chance; those that play are stale, the others a spectator may not.
            plays = isinstance(message, Do | Answer | Cancel | TakeBack | Rewind)
            place = places[number % len(places)] if plays else SPECTATORS
            quick_house.hall.receive(ear, room, place, message)
            assert all(isinstance(_decoder.decode(told), Refusal) for told in ear.heard)
            refused += len(ear.heard)
            ear.heard.clear()
    assert refused > MESSAGES * 0.9
    assert everything(room) == before


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    tag=st.sampled_from(["narrate", "flip", "fiat.set", "fiat.move", "take-sample", "set-up", ""]),
    fields=st.dictionaries(
        st.sampled_from(["words", "stat", "path", "value", "card", "source", "target", "player"]),
        st.one_of(
            st.text(max_size=20),
            st.integers(),
            st.lists(st.text(max_size=4)),
            st.sampled_from(["players/Ana/stamina", "gm", "players/Ana/deck", "strength", "Ana"]),
        ),
    ),
)
@pytest.mark.parametrize("place", [0, 1])
def test_an_action_is_done_or_refused_and_never_fails(
    place: int, tag: str, fields: dict[str, str | int | list[str]]
) -> None:
    """Whatever a form may be filled with, the rules answer it or refuse it in a sentence."""
    record = new_record(find_game("deckahedron"), seed=1)
    before = (record.n, record.hash, record.flight)
    try:
        record.do(record.header.seats[place].name, {"do": tag, **fields})
    except Refused as refused:
        assert refused.sentence
        assert (record.n, record.hash, record.flight) == before


async def test_over_a_real_line_too(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    room = quick_house.hall.rooms[table.links.table]
    before, fiend = everything(room), Fiend(2)
    for _ in range(500):
        text = fiend.message().decode("utf-8", "replace")
        await table["spectator"].socket.send(text)
    await table["spectator"].settle()
    for raw in table["spectator"].raw:
        assert b"our side" not in raw
    assert everything(room) == before
    refused = await table["Ana"].refused(Do(new_id(), 1, {"do": "no such deed"}))
    assert refused.why == "rules"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> KillableServer:
    server = KillableServer(str(tmp_path_factory.mktemp("hostile") / "tables.sqlite3"))
    server.start()
    return server


def test_wrong_requests_over_http_never_break_the_server(server: KillableServer) -> None:
    """Schemathesis makes requests from our own description of the API, right ones and wrong.

    Half of those for a table come with its host's link, so that they get past the door.
    """
    schema = schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")
    new = {"game": "high-card", "name": "Target", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
    made = httpx.post(f"{server.address}/api/v1/tables", json={**new, "start": True})
    host = msgspec.json.decode(made.content, type=Links).host
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)

        @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=found.ok().as_strategy(), known=st.booleans())
        def request(case: AnyCase, known: bool) -> None:
            nonlocal tried
            headers = {}
            if known and "table" in case.path_parameters:
                case.path_parameters["table"] = host.fragment.partition(".")[0]
                headers = bearer(host)
            answer = case.call(headers=headers)
            assert answer.status_code < 500, (case.method, case.path, answer.text)
            if answer.status_code >= 400 and answer.status_code not in (404, 405):
                assert answer.json()["sentence"]
            tried += 1

        request()
    assert tried > 200
    server.stop()
