"""Pages of other sites: they open no line, make no table and bring none, whatever they call us."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.table.settings import Settings
from fatedeck.table.visitors import Visitors, origin
from tests.faults.wires import handshake, raw
from tests.table.house import open_house

NEW = {"game": "high-card", "name": "T", "seats": [{"name": "Ana"}, {"name": "Ben"}]}

HOSTILE = [
    "https://evil.example",
    "http://evil.example",
    "null",
    "",
    " ",
    "*",
    "http://",
    "//127.0.0.1:{port}",
    "127.0.0.1:{port}",
    "http:127.0.0.1:{port}",
    "https://127.0.0.1:{port}",
    "ws://127.0.0.1:{port}",
    "wss://127.0.0.1:{port}",
    "ftp://127.0.0.1:{port}",
    "file://127.0.0.1:{port}",
    "chrome-extension://127.0.0.1:{port}",
    "HTTP://127.0.0.1:{port}",
    "http://LOCALHOST:{port}",
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/table",
    "http://127.0.0.1:{port}?a",
    "http://127.0.0.1:{port}#a",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}@evil.example",
    "http://evil.example@127.0.0.1:{port}",
    "http://evil.example#127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1:0{port}",
    "http://127.1:{port}",
    "http://2130706433:{port}",
    "http://0x7f000001:{port}",
    "http://127.0.0.1.:{port}",
    "http://localhost.:{port}",
    "http://localhost.evil.example:{port}",
    "http://[::1",
    "http://[::ffff:127.0.0.1]:{port}",
    "http://[127.0.0.1]:{port}",
    "http://127.0.0.1:{port} http://evil.example",
    "http://127.0.0.1:{port}, http://evil.example",
    "http://127.0.0.1:99999999999",
    "http://127.0.0.1:{port}\x00",
    "http://ev\xefl.example",
    "\xff\xfe",
    "http://" + "a" * 4000,
]


def settings(folder: Path, address: str = "", origins: str = "") -> Settings:
    return Settings(database=str(folder / "tables.sqlite3"), address=address, origins=origins)


async def asked(port: int, request: bytes) -> int:
    """The status with which a raw request is answered; 0 where the server only hangs up."""
    async with raw(port) as line:
        await line.send(request)
        answer = await line.reader.readline()
        return int(answer.split()[1]) if answer else 0


def post(path: str, port: int, *headers: str, body: str = "{}") -> bytes:
    """A form or a text of another site's page: a browser asks nobody before it sends those."""
    lines = [
        f"POST {path} HTTP/1.1",
        "Connection: close",
        "Content-Type: text/plain",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    if not any(header.lower().startswith("host:") for header in headers):
        lines.append(f"Host: 127.0.0.1:{port}")
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode("latin-1")


async def test_no_hostile_origin_opens_a_line_or_makes_a_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(HOSTILE) >= 37
    async with open_house(settings(tmp_path)) as house:
        for pattern in HOSTILE:
            given = f"Origin: {pattern.replace('{port}', str(house.port))}"
            assert await asked(house.port, handshake(house.port, given)) in (403, 400), pattern
            games = "/api/v1/games/deckahedron"
            asks = (f"{games}/lessons/1", f"{games}/decks", "/api/v1/qr")
            for path in ("/api/v1/tables", "/api/v1/tables/import", *asks):
                request = post(path, house.port, given, body=json.dumps(NEW))
                assert await asked(house.port, request) in (403, 400), pattern
        twice = [f"Origin: http://127.0.0.1:{house.port}", "Origin: http://evil.example"]
        for origins in (twice, twice[::-1], twice[:1] * 2):
            assert await asked(house.port, handshake(house.port, *origins)) == 403
            assert await asked(house.port, post("/api/v1/tables", house.port, *origins)) == 403
        assert not await house.hall.store.count_tables()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_name_that_a_stranger_has_pointed_at_us_is_a_strangers(tmp_path: Path) -> None:
    """The page of such a name has the same name as `Host` and `Origin`."""
    async with open_house(settings(tmp_path)) as house:
        evil = f"evil.example:{house.port}"
        headers = (f"Origin: http://{evil}", f"Host: {evil}")
        line = handshake(house.port, headers[0]).replace(
            f"Host: 127.0.0.1:{house.port}".encode(), headers[1].encode()
        )
        assert await asked(house.port, line) == 403
        body = json.dumps(NEW)
        assert (
            await asked(house.port, post("/api/v1/tables", house.port, *headers, body=body)) == 403
        )
        page = await house.http.get("/", headers={"Host": evil})
        assert page.status_code == 421
        assert "FATEDECK_ADDRESS" in page.text


async def test_a_browser_that_does_not_say_where_its_page_is_from_is_refused(
    tmp_path: Path,
) -> None:
    async with open_house(settings(tmp_path)) as house:
        sign = "Sec-Fetch-Mode: no-cors"
        assert await asked(house.port, handshake(house.port, sign)) == 403
        assert await asked(house.port, post("/api/v1/tables", house.port, sign)) == 403


async def test_our_own_page_and_programs_are_let_in(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        body = json.dumps(NEW)
        for name in ("127.0.0.1", "localhost", "[::1]"):
            host, own = f"Host: {name}:{house.port}", f"Origin: http://{name}:{house.port}"
            line = handshake(house.port, own).replace(
                f"Host: 127.0.0.1:{house.port}".encode(), host.encode()
            )
            assert await asked(house.port, line) == 101
            assert await asked(house.port, post("/api/v1/tables", 0, host, own, body=body)) == 201
            page = await house.http.get("/", headers={"Host": f"{name}:{house.port}"})
            assert page.status_code == 200
        program = post("/api/v1/tables", 0, "Host: fatedeck:8000", body=body)
        assert await asked(house.port, program) == 201
        assert await asked(house.port, handshake(house.port)) == 101


async def test_an_address_that_was_told_is_ours_behind_any_proxy(tmp_path: Path) -> None:
    told = settings(tmp_path, "https://table.example.org/", "http://box.home:8080, http://b")
    async with open_house(told) as house:
        for own in ("https://table.example.org", "http://box.home:8080", "http://b"):
            assert await asked(house.port, handshake(house.port, f"Origin: {own}")) == 101
            page = await house.http.get("/", headers={"Host": own.partition("://")[2]})
            assert page.status_code == 200
            assert page.headers["strict-transport-security"] == "max-age=31536000"
        for evil in (
            "http://table.example.org",
            "https://table.example.org:444",
            "http://box.home",
        ):
            assert await asked(house.port, handshake(house.port, f"Origin: {evil}")) == 403
        lost = await house.http.get("/", headers={"Host": "elsewhere.example"})
        assert "https://table.example.org" in lost.text


async def test_over_plain_http_nobody_is_told_to_come_by_tls(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path, address="http://192.0.2.7:8000")) as house:
        assert "strict-transport-security" not in (await house.http.get("/")).headers


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("https://Table.Example.org", "https://table.example.org"),
        ("https://table.example.org:443/", "https://table.example.org"),
        ("http://table.example.org:443", "http://table.example.org:443"),
        ("http://[2001:DB8::1]:80/x", "http://[2001:db8::1]"),
        ("http://käse.example", "http://xn--kse-qla.example"),
    ],
)
def test_an_address_is_compared_as_browsers_write_it(address: str, written: str) -> None:
    assert origin(address) == written


@pytest.mark.parametrize(
    "told",
    [
        Settings(address="table.example.org"),
        Settings(address="ftp://x"),
        Settings(origins="http://["),
        Settings(origins="http://a:b"),
        Settings(trusted_proxies="10.0.0.0/99"),
        Settings(trusted_proxies="caddy"),
    ],
)
def test_a_setting_that_names_nothing_is_refused_at_the_start(told: Settings) -> None:
    with pytest.raises(Unreadable):
        Visitors(told)


@pytest.mark.parametrize(
    ("peer", "forwarded", "who"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["192.0.2.9"], "192.0.2.1"),  # whoever it is, it is no proxy of ours
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["192.0.2.9"], "192.0.2.9"),
        ("127.0.0.1", ["192.0.2.9:4711"], "192.0.2.9"),
        ("127.0.0.1", ["8.8.8.8, 192.0.2.9"], "192.0.2.9"),  # the first is the visitor's own word
        ("127.0.0.1", ["8.8.8.8", "192.0.2.9, 10.1.2.3"], "192.0.2.9"),
        ("127.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["[2001:db8:1:2:3::9]:80"], "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", [], "192.0.2.1"),
        ("127.0.0.1", ["x" * 500], "x" * 64),
        ("127.0.0.1", ["8.8.8.8, " + "10.1.2.3, " * 15 + "10.1.2.4"], "10.1.2.3"),  # too many
        ("", [], ""),
    ],
)
def test_who_asks_is_the_last_whom_no_proxy_of_ours_speaks_for(
    peer: str, forwarded: list[str], who: str
) -> None:
    known = Visitors(Settings(trusted_proxies="127.0.0.1, 10.0.0.0/8"))
    assert known.address_of(peer, forwarded) == who


@pytest.mark.parametrize(("peer", "looked_at"), [("192.0.2.1", 1), ("127.0.0.1", 17)])
def test_a_long_list_of_proxies_is_not_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch, peer: str, looked_at: int
) -> None:
    """It comes before any pace is known: of a stranger's nothing is read, of a proxy's the end."""
    known = Visitors(Settings())
    looks: list[str] = []
    is_proxy = known.is_proxy

    def look(address: str) -> bool:
        looks.append(address)
        return is_proxy(address)

    monkeypatch.setattr(known, "is_proxy", look)
    known.address_of(peer, [", ".join(["127.0.0.1"] * 3000)])
    assert len(looks) == looked_at
