"""Strange requests: whatever is asked for, the answer is a sentence and never a fault of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fatedeck.table.settings import Settings
from tests.faults.wires import raw
from tests.table.house import OwnHouse, open_house


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "tables.sqlite3"))


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


LONG = "a" * 300


async def no_fault(house: OwnHouse, request: bytes) -> bytes:
    async with raw(house.port) as line:
        await line.send(request)
        answer = await line.rest()
    assert answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 4")), answer[:200]
    return answer


@pytest.mark.parametrize(
    "path",
    [
        f"/{LONG}",
        f"/assets/{LONG}",
        "/" + "a/" * 4000,
        f"/api/v1/{LONG}",
        f"/api/v1/games/{LONG}/faces",
        f"/api/v1/games/{LONG}/rules",
        f"/api/v1/tables/{LONG}",
        "/%00",
        "/assets/%00.js",
        "/%ff%fe",
        "/%ed%a0%80",
        "/%",
        "/assets",
        "/assets/",
        "/..%2f..%2fpyproject.toml",
        "//evil.example/",
        "/api/v1/games/deckahedron/faces?options=" + deep(3000),
        '/api/v1/games/deckahedron/faces?options={"modules":' + deep(900) + "}",
        "/api/v1/games/deckahedron/faces?options=%00",
        "/api/v1/games/deckahedron/faces?options=[]",
        "/api/v1/games/deckahedron/faces?options=%ff",
    ],
)
async def test_no_address_is_a_fault_of_ours(settings: Settings, path: str) -> None:
    async with open_house(settings) as house:
        await no_fault(
            house, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
        )


@pytest.mark.parametrize(
    "host", ["", "[::1", "a b", "]", "x:y", "a" * 300, "\xe4", "[]:80", "x:99999999999"]
)
async def test_no_name_of_ours_is_a_fault_of_ours(settings: Settings, host: str) -> None:
    async with open_house(settings) as house:
        for path in ("/", "/table", "/api/v1/games", "/api/v1/none", "/health"):
            request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            await no_fault(house, request.encode("latin-1"))


def new_table(options: str) -> str:
    seats = json.dumps([{"name": "Ana"}, {"name": "Ben", "role": "gm"}])
    return f'{{"game":"deckahedron","name":"T","seats":{seats},"options":{options}}}'


@pytest.mark.parametrize("levels", [100, 900, 1500, 20_000])
async def test_nested_options_are_refused(settings: Settings, levels: int) -> None:
    async with open_house(settings) as house:
        for options in (f'{{"modules":{deep(levels)}}}', f'{{"none":{deep(levels)}}}'):
            answer = await house.http.post("/api/v1/tables", content=new_table(options))
            assert answer.status_code == 400, answer.text
            assert answer.json()["sentence"]


@pytest.mark.parametrize("number", ["1" + "0" * 30, "-" + "9" * 30, "9" * 4000])
async def test_numbers_without_measure_are_refused(settings: Settings, number: str) -> None:
    seats = json.dumps([{"name": "Ana"}, {"name": "Ben"}])
    body = f'{{"game":"adventurer-factory","name":"T","seats":{seats},"options":{{"longest":%s}}}}'
    async with open_house(settings) as house:
        answer = await house.http.post("/api/v1/tables", content=body % number)
        assert answer.status_code == 400, answer.text
        assert answer.json()["sentence"]


@pytest.mark.parametrize("levels", [100, 900, 1500, 200_000])
async def test_deep_files_are_refused(settings: Settings, levels: int) -> None:
    """Deep at the top, in a row, and in the JSON that a row holds as text."""
    table = {"options": f'{{"modules":{deep(levels)}}}', "salts": deep(levels)}
    files = [
        deep(levels),
        f'{{"fatedeck_table":{deep(levels)}}}',
        json.dumps({"fatedeck_table": 1, "table": table, "seats": [], "steps": [], "story": []}),
    ]
    async with open_house(settings) as house:
        for file in files:
            answer = await house.http.post("/api/v1/tables/import", content=file)
            assert answer.status_code == 400, answer.text
            assert answer.json()["sentence"]


async def test_deep_json_in_a_whole_file_is_refused(settings: Settings) -> None:
    """A table that was exported, with one of its texts made deep."""
    async with open_house(settings) as house:
        table = await house.sit("deckahedron")
        await table.agree_to_copy()
        whole = (await house.get(table.links.host, "/export")).json()
        for levels in (900, 1500, 50_000):
            for name in ("options", "salts"):
                kept = whole["table"][name]
                whole["table"][name] = (
                    f'{{"modules":{deep(levels)}}}' if name == "options" else deep(levels)
                )
                answer = await house.http.post("/api/v1/tables/import", content=json.dumps(whole))
                assert answer.status_code == 400, (name, levels, answer.text)
                whole["table"][name] = kept
            for rows, name in (("steps", "entries"), ("story", "body")):
                kept = whole[rows][-1][name]
                whole[rows][-1][name] = deep(levels)
                answer = await house.http.post("/api/v1/tables/import", content=json.dumps(whole))
                assert answer.status_code == 400, (name, levels, answer.text)
                whole[rows][-1][name] = kept


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X"])
async def test_other_methods_are_refused(settings: Settings, method: str) -> None:
    async with open_house(settings) as house:
        for path in ("/", "/api/v1/tables", "/api/v1/games"):
            request = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            assert b" 405 " in (await no_fault(house, request.encode())).split(b"\r\n")[0]


CLOSE = b"Host: x\r\nConnection: close\r\n"
UPGRADE = b"Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"


@pytest.mark.parametrize(
    "request_line",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n" + CLOSE + b"\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\n" + CLOSE + b"\r\n",
        b"GET * HTTP/1.1\r\n" + CLOSE + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: y\r\n" + CLOSE + b"\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n" + CLOSE + b"\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n" + CLOSE + b"\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n" + CLOSE + b"\r\n",
        b"POST /api/v1/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + CLOSE + b"\r\nzz\r\n",
        b"GET /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + b"nonsense\r\n\r\n" * 9000,
        b"nonsense\r\n\r\n" * 9000,
        b"GET /api/v1/live HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"POST /api/v1/live HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"GET /api/v1/live HTTP/1.1\r\n" + CLOSE + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        b"GET /api/v1/" + b"a" * 9000 + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    ],
)
async def test_what_is_no_request_is_no_fault_of_ours(
    settings: Settings, request_line: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(settings) as house:
        async with raw(house.port) as line:
            await line.send(request_line)
            if request_line.startswith(b"\x16"):
                line.writer.write_eof()
            answer = await line.rest()
        assert not answer or answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 4")), answer
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_nonsense_after_an_answer_is_no_fault_of_ours(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(settings) as house, raw(house.port) as line:
        await line.send(b"GET /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert (await line.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        await line.send(b"zz\r\n")
        await line.rest(4)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_whoever_hangs_up_in_the_middle_is_no_fault_of_ours(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(settings) as house:
        async with raw(house.port) as line:
            await line.send(
                b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"
            )
            await house.http.get("/health")
        await house.http.get("/health")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
