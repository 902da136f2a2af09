"""What is told of the protocol is so: its page, its schemas, and two clients written by them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from fatedeck.table.openapi import openapi
from fatedeck.table.protocol import PROTOCOL, Bye, Done, Hello
from tests.browser.server import Server

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


def test_the_page_tells_the_version_and_every_call() -> None:
    assert re.findall(r"Protocol version: (\d+)", PAGE) == [str(PROTOCOL)]
    assert set(re.findall(r'"protocol": (\d+)', PAGE)) == {str(PROTOCOL)}
    short = {"table": "t", "game": "id", "number": "n", "picture": "p"}
    for path, calls in json.loads(openapi())["paths"].items():
        told = re.sub(r"\{(\w+)\}", lambda one: f"{{{short.get(one[1], one[1])}}}", path)
        for call in calls:
            name = f"{call.upper()} {told.removeprefix('/api/v1/')}"
            assert re.search(rf"{re.escape(name)}[`?]", PAGE), f"{name} is not told"


def test_every_call_says_what_it_is_for_and_has_a_name_of_its_own() -> None:
    paths = json.loads(openapi())["paths"]
    calls = [call for found in paths.values() for call in found.values()]
    assert all(call["summary"] for call in calls)
    assert len({call["operationId"] for call in calls}) == len(calls)
    [_, options] = paths["/api/v1/games/{game}/faces"]["get"]["parameters"]
    assert options["schema"]["type"] == "string"


def test_a_table_is_made_as_the_page_tells(server: Server) -> None:
    asked, answered = re.findall(r"```json\n(.*)\n```", PAGE)[:2]
    made = httpx.post(f"{server.address}/api/v1/tables", content=asked)
    assert made.status_code == 201, made.text
    told = json.loads(answered)
    assert told.keys() <= made.json().keys()
    [seat] = [one for one in made.json()["seats"] if one["name"] == "Ana"]
    assert told["seats"][0].keys() <= seat.keys()
    table, token = seat["fragment"].split(".")
    assert (table, token) == (made.json()["table"], seat["token"])


def test_the_server_hands_out_a_schema_that_knows_its_messages(server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/v1/schema.json")
    assert answer.headers["content-type"] == "application/schema+json"
    schema = answer.json()
    assert schema["title"].endswith(f"version {PROTOCOL}")
    for message in (Hello(PROTOCOL, "t", "s"), Done("1", 2), Bye("So long.", True)):
        form, sent = schema["$defs"][type(message).__name__], msgspec.to_builtins(message)
        assert sent.keys() <= form["properties"].keys()
        assert set(form["required"]) <= sent.keys()
        assert form["properties"]["is"]["enum"] == [sent["is"]]


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Both clients, each as the command that runs it."""
    made = compiled(tmp_path_factory.mktemp("client"))
    return {
        "Python": [sys.executable, "-W", "error", str(EXAMPLES / "client.py")],
        "TypeScript": ["node", str(made)],
    }


@pytest.mark.parametrize("name", ["client.py", "client.ts"])
def test_a_client_is_short_and_speaks_the_protocol_of_today(name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 60
    assert re.findall(r'protocol"?: (\d)', text) == [str(PROTOCOL)]


@pytest.mark.parametrize("game", ["adventurer-factory", "high-card"])
def test_two_clients_written_by_the_schema_play_each_other(
    server: Server, clients: dict[str, list[str]], game: str
) -> None:
    """To the end, of which both tell the same."""
    links = seated(server, game, [{"name": name} for name in clients])
    playing = [
        subprocess.Popen([*program, link, "1000"], stdout=subprocess.PIPE, text=True)
        for program, link in zip(clients.values(), links, strict=True)
    ]
    told = [program.communicate()[0].splitlines() for program in playing]
    assert [program.returncode for program in playing] == [0, 0]
    assert told[0][-2:] == told[1][-2:]
    ends = "You agree on a draw|wins" if game == "adventurer-factory" else "wins the round"
    assert re.search(ends, told[0][-2])


@pytest.mark.parametrize("program", ["Python", "TypeScript"])
@pytest.mark.parametrize(
    ("game", "beside"),
    [
        ("deckahedron", "machine"),
        ("thousand-faces", "machine"),
        ("deck-of-adventures", "machine"),
        ("realms-behind", ""),
    ],
)
def test_a_client_plays_any_game(
    server: Server, clients: dict[str, list[str]], program: str, game: str, beside: str
) -> None:
    """As a game master: it answers, does what is ready to be done, and tells what comes of it."""
    players = ({"name": name, "role": "player", "machine": beside} for name in ("Ana", "Ben"))
    link = seated(server, game, [{"name": "Kai", "role": "gm"}, *players])[0]
    ran = subprocess.run(
        [*clients[program], link, "60"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    *told, banner = ran.stdout.splitlines()
    assert banner
    assert any("so be it" in line for line in told)  # words, where a form wanted some
    assert len([line for line in told if not line.startswith("(")]) > 30


def seated(server: Server, game: str, seats: list[dict[str, str]]) -> list[str]:
    """The links of a table that has begun."""
    table = {"game": game, "name": "A table of programs", "seats": seats, "start": True}
    made = httpx.post(f"{server.address}/api/v1/tables", json=table).json()
    return [f"{server.address}/table#{seat['fragment']}" for seat in made["seats"]]


def compiled(folder: Path) -> Path:
    """The client in TypeScript, checked by the page's own compiler, as JavaScript."""
    for path in ("examples/client.ts", "web/src/protocol.ts"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    options = ["--strict", "--target", "es2022", "--module", "esnext", "--skipLibCheck"]
    options += ["--moduleResolution", "bundler", "--lib", "es2023,dom", "--outDir", "made"]
    compiler = folder / "node_modules" / ".bin" / "tsc"
    ran = subprocess.run(
        [str(compiler), *options, "examples/client.ts"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    [client] = (folder / "made").rglob("client.js")
    return client
