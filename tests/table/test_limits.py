"""Limits, the handshake, logs, and stopping: what keeps a server up."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import socket
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fatedeck.engine.errors import Unreadable
from fatedeck.table.logs import JsonLines, log
from fatedeck.table.pace import Machines, Pace, Places
from fatedeck.table.pages import STATIC
from fatedeck.table.protocol import (
    PROTOCOL,
    AddSeat,
    Bye,
    HandOver,
    Hello,
    Ping,
    Refusal,
    RemoveSeat,
    Rename,
    Say,
    Start,
    Welcome,
)
from fatedeck.table.refusals import TooOften
from fatedeck.table.settings import Settings, database_url, from_environment
from fatedeck.table.visitors import neighbourhood
from tests.table.house import HARDLY, PATIENCE, House, OwnHouse, Reader, bearer, new_id, open_house
from tests.table.killable import KillableServer


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "tables.sqlite3"))


async def test_a_foreign_page_may_not_open_a_line(quick_house: OwnHouse) -> None:
    address = f"ws://127.0.0.1:{quick_house.port}/api/v1/live"
    own = f"http://127.0.0.1:{quick_house.port}"
    async with connect(address, additional_headers={"Origin": own}):
        pass
    for origin in ("https://evil.example", "null", f"{own}.evil.example"):
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"Origin": origin})
        assert refused.value.response.status_code == 403


async def test_a_line_begins_with_hello(quick_house: OwnHouse) -> None:
    links = await quick_house.create()
    mute = Reader(quick_house, links.host, await quick_house.connect())
    await mute.send(Say(new_id(), "chat", "Hello?"))
    assert "hello" in (await mute.bye()).sentence
    old = Reader(quick_house, links.host, await quick_house.connect())
    await old.send(Hello(PROTOCOL + 1, links.table, links.host.token))
    assert "version" in (await old.bye()).sentence


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), hello_seconds=0.05) as house:
        silent = Reader(house, (await house.create()).host, await house.connect())
        assert (await silent.bye()).sentence


async def test_a_long_message_closes_the_line(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), max_message_bytes=2000) as house:
        reader = await house.join((await house.create()).seats[0])
        await reader.socket.send("x" * 3000)
        with pytest.raises(ConnectionClosed) as closed:
            await reader.until(Refusal)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_a_flood_is_refused_and_then_cut(tmp_path: Path) -> None:
    limits = {"messages_per_second": HARDLY, "message_burst": 5, "refusals_before_closing": 10}
    async with open_house(settings(tmp_path), **limits) as house:
        reader = await house.join((await house.create()).seats[0])
        for _ in range(40):
            await reader.send(Ping())
        assert (await reader.until(Refusal)).why == "limit"
        assert (await reader.until(Bye)).again


async def test_tables_are_limited_in_all_and_for_each_address(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), max_tables=2) as house:
        new = {"game": "high-card", "name": "T", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
        codes = [(await house.http.post("/api/v1/tables", json=new)).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
    async with open_house(settings(tmp_path), max_tables=9, new_tables_per_hour=1) as house:
        answers = [await house.http.post("/api/v1/tables", json=new) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 429]
        assert 3500 < int(answers[1].headers["retry-after"]) <= 3600


COSTLY = ("/odds", "/chronicle.md", "/chronicle.html", "/steps/1", "/steps", "/story", "")


@pytest.mark.parametrize("path", COSTLY)
async def test_a_link_that_asks_too_often_is_told_when_to_ask_again(
    tmp_path: Path, path: str
) -> None:
    async with open_house(settings(tmp_path), reads_per_second=HARDLY, read_burst=10) as house:
        table = await house.sit("deckahedron")
        ana, ben = table["Ana"].link, table["Ben"].link
        refused = await house.get(ana, path)
        assert refused.status_code == 200
        for _ in range(200):
            if refused.status_code != 200:
                break
            refused = await house.get(ana, path)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 10 / HARDLY
        assert "Try again in" in refused.json()["sentence"]
        assert (await house.get(ben, path)).status_code == 200


async def test_an_address_that_asks_too_often_waits_with_any_link_or_none(tmp_path: Path) -> None:
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 20}
    async with open_house(settings(tmp_path), **limits) as house:
        links = await house.create()
        for path, headers in (
            ("/api/v1/games", {}),
            (f"/api/v1/tables/{links.table}", bearer(links.seats[0])),
            ("/api/v1/tables/guessed", {"Authorization": "Bearer a.b"}),
            ("/api/v1/games/deckahedron/rules", {}),
        ):
            refused = await house.http.get(path, headers=headers)
            for _ in range(200):
                if refused.status_code == 429:
                    break
                refused = await house.http.get(path, headers=headers)
            assert int(refused.headers["retry-after"]) >= 1
        assert (await house.http.get("/health")).status_code == 200
        assert (await house.http.get("/")).status_code == 200


def test_an_allowance_comes_back_in_time() -> None:
    now = 100.0
    pace = Pace(per_second=2, burst=4, clock=lambda: now)
    for _ in range(4):
        pace.spend("Ana")
    with pytest.raises(TooOften) as refused:
        pace.spend("Ana")
    assert refused.value.seconds == 1
    pace.spend("Ben", 99)  # more than a burst: a full allowance will do
    with pytest.raises(TooOften) as refused:
        pace.spend("Ben", 99)
    assert refused.value.seconds == 2
    now += 0.5
    pace.spend("Ana")
    with pytest.raises(TooOften):
        pace.spend("Ana")
    now += 1000
    for _ in range(4):
        pace.spend("Ana")
    with pytest.raises(TooOften):
        pace.spend("Ana")


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_addresses_of_one_household_count_as_one(address: str, counted_as: str) -> None:
    assert neighbourhood(address) == counted_as


async def test_lines_are_limited(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), max_lines=3, max_spectators=2) as house:
        links = await house.create()
        await house.join(links.spectator)
        await house.join(links.spectator)
        assert "full" in (await (await house.knock(links.spectator)).bye()).sentence
        await house.join(links.seats[1])
        with pytest.raises(InvalidStatus) as refused:
            await house.connect()
        assert refused.value.response.status_code == 503


async def test_a_body_too_long_is_refused(quick_house: OwnHouse) -> None:
    answer = await quick_house.http.post("/api/v1/tables", content=b" " * 90_000)
    assert answer.status_code == 429


async def test_a_slow_reader_is_dropped_and_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatedeck.table.room.TALK", 10_000)
    async with open_house(settings(tmp_path), max_unsent_bytes=20_000) as house:
        links = await house.create()
        ana = await house.join(links.seats[0])
        slow = socket.create_connection(("127.0.0.1", house.port))
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(
            b"GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b"101" in await asyncio.to_thread(slow.recv, 1000)
        hello = msgspec.json.encode(Hello(PROTOCOL, links.table, links.seats[1].token))
        slow.sendall(b"\x81" + bytes((0x80 | len(hello),)) + b"\0\0\0\0" + hello)
        while not is_ben_here(ana):
            await ana.next()
        for _ in range(2000):
            await ana.done(Say(new_id(), "chat", "word " * 700))
            if house.hall.metrics.lines_dropped:
                break
        assert house.hall.metrics.lines_dropped == 1
        while is_ben_here(ana):
            await ana.next()
        slow.close()


def is_ben_here(reader: Reader) -> bool:
    return reader.table.seats[1].here


async def test_who_does_not_answer_pings_is_gone(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), ping_seconds=0.05) as house:
        links = await house.create()
        ana, ben = await house.join(links.seats[0]), await house.join(links.seats[1])
        ben.socket.transport.pause_reading()
        while ana.table.seats[1].here or not ana.table.seats[1].taken:
            await ana.next()
        ben.socket.transport.abort()


def test_stopping_sends_everyone_home_and_nothing_is_lost(tmp_path: Path) -> None:
    asyncio.run(_stop_and_start(KillableServer(str(tmp_path / "tables.sqlite3"))))


async def _stop_and_start(server: KillableServer) -> None:
    server.start()
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
        house = House(server.port, http)
        table = await house.sit("deckahedron")
        for _ in range(5):
            await table.step(random.Random(1))
        await asyncio.to_thread(server.stop)
        for reader in table.readers.values():
            assert (await reader.bye()).again
        await house.close()
    server.start()
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
        house = House(server.port, http)
        again = await house.join(table["Ana"].link)
        assert again.v == table["Ana"].v
        assert again.scene == table["Ana"].scene
        await house.close()
    server.stop()


async def test_the_log_holds_no_secret(tmp_path: Path) -> None:
    lines: list[str] = []

    class Catcher(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    catcher = Catcher()
    logging.getLogger().addHandler(catcher)
    log.setLevel(logging.DEBUG)
    try:
        async with open_house(settings(tmp_path)) as house:
            table = await house.sit("high-card")
            await table["Ana"].done(Say(new_id(), "chat", "between us"))
            room = house.hall.rooms[table.links.table]
            secret = room.row.secret.hex()
            await table.step(random.Random(1))
    finally:
        logging.getLogger().removeHandler(catcher)
    assert lines
    assert all(isinstance(json.loads(line), dict) for line in lines)
    tokens = [link.token for link in (*table.links.seats, table.links.host)]
    for hidden in (*tokens, secret, "between us"):
        assert hidden not in "\n".join(lines)


async def test_every_answer_tells_the_browser_to_run_nothing_but_our_page(
    quick_house: OwnHouse,
) -> None:
    for path in ("/", "/api/v1/games", "/nowhere", "/health", "/api/v1/nowhere"):
        policy = (await quick_house.http.get(path)).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


async def test_a_path_cannot_climb_out_of_the_page(quick_house: OwnHouse) -> None:
    for path in ("/../protocol.py", "/%2e%2e/protocol.py", "/assets/..%2f..%2fprotocol.py"):
        answer = await quick_house.http.get(path)
        assert "msgspec" not in answer.text


async def test_the_start_page_comes_with_all_games_as_text(quick_house: OwnHouse) -> None:
    page = await quick_house.http.get("/")
    found = re.search(
        r'<script type="application/json" id="installed-games">(.*?)</script>', page.text
    )
    assert found is not None
    assert json.loads(found[1]) == (await quick_house.http.get("/api/v1/games")).json()
    again = await quick_house.http.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


async def test_a_host_reads_what_every_option_does(quick_house: OwnHouse) -> None:
    """All that a form can ask has a name and a sentence; decks by seat are asked in no form."""
    told = (await quick_house.http.get("/api/v1/games")).json()["games"]
    ours = [game for game in told if game["id"] != "high-card"]
    assert len(ours) >= 5
    for game in ours:
        for option in game["options"]:
            if option["form"].get("type") != "object":
                assert option["form"].get("title"), (game["id"], option["name"])
                assert option["form"].get("description", "").endswith("."), option["name"]


async def test_a_tables_page_asks_for_its_code_at_once(quick_house: OwnHouse) -> None:
    for path in ("/table", "/replay?step=2"):
        page = await quick_house.http.get(path)
        assert re.search(r'<link rel="modulepreload" crossorigin href="/assets/play-', page.text)


@pytest.mark.parametrize(("accepts", "packed"), [("br, gzip", "br"), ("gzip", "gzip"), ("", None)])
async def test_files_of_the_page_are_sent_packed_and_kept_for_good(
    quick_house: OwnHouse, accepts: str, packed: str | None
) -> None:
    page = await quick_house.http.get("/")
    for path in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text):
        answer = await quick_house.http.get(path, headers={"Accept-Encoding": accepts})
        assert answer.headers.get("content-encoding") == packed
        assert "immutable" in answer.headers["cache-control"]
        assert "Accept-Encoding" in answer.headers["vary"]
        if packed != "br":  # which httpx cannot unpack
            assert answer.text == (STATIC / path[1:]).read_text("utf-8")


async def test_games_faces_and_rules_are_kept_by_the_browser(quick_house: OwnHouse) -> None:
    for path in ("games", "games/high-card/faces", "games/deckahedron/rules"):
        first = await quick_house.http.get(f"/api/v1/{path}")
        assert first.status_code == 200
        again = await quick_house.http.get(
            f"/api/v1/{path}", headers={"If-None-Match": first.headers["etag"]}
        )
        assert again.status_code == 304


async def test_health_metrics_and_qr_codes(house: OwnHouse) -> None:
    await house.create()
    assert (await house.http.get("/health")).json()["ok"]
    assert "fatedeck_commits_total" in (await house.http.get("/metrics")).text
    code = await house.http.post("/api/v1/qr", json={"text": "http://example.org/#a.b"})
    assert code.headers["content-type"] == "image/svg+xml"
    assert "<svg" in code.text


def test_settings_come_from_the_environment() -> None:
    found = from_environment({"FATEDECK_PORT": "9000", "FATEDECK_MAX_TABLES": "5", "HOME": "/"})
    assert (found.port, found.max_tables) == (9000, 5)
    with pytest.raises(Unreadable):
        from_environment({"FATEDECK_PORT": "many"})
    with pytest.raises(Unreadable):
        database_url("mysql://x")


async def test_a_seat_is_named_before_the_start_and_not_after(house: OwnHouse) -> None:
    table = await house.sit("high-card", start=False)
    await table["Ana"].done(Rename(new_id(), 0, "Anna"))
    assert (await table["Ana"].refused(Rename(new_id(), 1, "Benno"))).why == "forbidden"
    assert "slash" in (await table["Ana"].refused(Rename(new_id(), 0, "a/b"))).sentence
    assert "already" in (await table["Ana"].refused(Rename(new_id(), 0, "Ben"))).sentence
    made = await table["host"].done(AddSeat(new_id(), "Cy"))
    assert made.link is not None
    third = await house.join(made.link)
    await table["host"].done(RemoveSeat(new_id(), made.link.place))
    assert not (await third.bye()).again
    await table["host"].done(Start(new_id()))
    await table["Ana"].until(Welcome)
    assert [seat.name for seat in table["Ana"].table.seats] == ["Anna", "Ben"]
    assert (
        "once the game has started"
        in (await table["Ana"].refused(Rename(new_id(), 0, "Ada"))).sentence
    )


async def test_an_address_has_one_of_the_places_for_long_work() -> None:
    """Whoever asks for much waits behind themselves."""
    places, begun = Places(2), list[str]()

    async def work(address: str, until: asyncio.Event) -> None:
        async with places.taken_by(address):
            begun.append(address)
            await until.wait()

    ends = [asyncio.Event() for _ in range(3)]
    asked = zip(("here", "here", "there"), ends, strict=True)
    working = [asyncio.create_task(work(*one)) for one in asked]
    while len(begun) < 2:
        await asyncio.sleep(0)
    assert begun == ["here", "there"]
    for end in ends:
        end.set()
    await asyncio.gather(*working)
    assert begun == ["here", "there", "here"]


def test_slow_machines_take_only_a_share_of_the_servers_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five seconds at once are one more than there are; others wait for none of them."""
    clock = iter([0.0, 5.0])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    machines = Machines(1)
    with machines.moving_for("192.0.2.1"):
        pass
    assert 0 < machines.wait_for("192.0.2.1") <= 5
    assert machines.wait_for("192.0.2.2") == 0


async def test_a_machine_waits_where_those_who_watch_have_used_up_their_share(
    tmp_path: Path,
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, machine_seconds=3600) as house:
        table = await house.sit("deckahedron")
        for place in range(len(table.seats)):
            await table["host"].done(HandOver(new_id(), place, "machine"))
        room = house.hall.rooms[table.links.table]
        v = room.v
        house.hall._machines._time.charge("127.0.0.1", 60)
        room._machine_acts()
        assert room.v == v
        house.hall._machines._time.forget("127.0.0.1")
        room._machine_acts()
        assert room.v == v + 1
