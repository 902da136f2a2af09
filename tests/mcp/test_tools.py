"""The tools: over both transports, with sentences for errors, texts by their address, prompts."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import uvicorn
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import TextContent, TextResourceContents
from starlette.testclient import TestClient
from websockets.asyncio.server import ServerConnection, serve

from fatedeck.cli.mcp import fought, only_ours
from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.engine.ruleset import find_game
from fatedeck.mcp import line as line_of_mcp
from fatedeck.mcp.line import join
from fatedeck.mcp.reckoning import Reckoner
from fatedeck.mcp.server import server_of
from fatedeck.mcp.tables import Tables, _key_for
from fatedeck.table.settings import Settings
from tests.mcp.assistant import Assistant, assistant_at
from tests.table.house import PATIENCE, OwnHouse, open_house

NAMES = [
    "act",
    "answer",
    "host",
    "lab",
    "look",
    "odds",
    "prepare",
    "rules",
    "say",
    "sit",
    "table",
]
WELCOME = {
    "is": "welcome",
    "you": {"role": "player", "seat": "Ana", "place": 0},
    "v": 1,
    "table": {
        "id": "table",
        "game": "deckahedron",
        "name": "A table",
        "phase": "play",
        "paused": False,
        "seats": [],
        "any_time": [],
    },
}
FATEDECK = str(Path(sys.executable).parent / "fatedeck")


@asynccontextmanager
async def over_stdio(house: OwnHouse) -> AsyncIterator[Assistant]:
    """The program itself, with tables of its own in its process."""
    async with Client(StdioServerParameters(command=FATEDECK, args=["mcp"])) as client:
        yield Assistant(client)


@asynccontextmanager
async def over_http(house: OwnHouse) -> AsyncIterator[Assistant]:
    """Streamable HTTP, with the tables of this house."""
    tables = Tables(f"http://127.0.0.1:{house.port}")
    app = server_of(tables, fought).streamable_http_app()
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    serving = asyncio.create_task(server.serve())
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            yield Assistant(client)
    finally:
        server.should_exit = True
        await serving
        await tables.close()


@pytest.mark.parametrize("over", [over_stdio, over_http])
async def test_hosting_looking_and_acting_over_both_transports(
    quick_house: OwnHouse, over: object
) -> None:
    assert callable(over)
    async with over(quick_house) as assistant:
        assert isinstance(assistant, Assistant)
        listed = await assistant.client.list_tools()
        assert sorted(tool.name for tool in listed.tools) == NAMES
        mine, address = await assistant.host("deckahedron", "Ana", machines=["GM"])
        assert "You are Ana (player)" in await assistant.use("look", chair=mine)
        said = await assistant.use("act", chair=mine, do="narrate", choices={"words": "I knock"})
        assert "I knock" in said
        assert address.startswith("http://127.0.0.1:")
        fair = await assistant.use("lab", game="deckahedron", party="Brann", foes="Wolf", fights=4)
        assert fair.startswith("Brann against Wolf: ")
        assert "fights: 4" in fair
        file = await assistant.use("lab", game="secret.yaml", party="", foes="")
        assert file.startswith("There is no game “secret.yaml”.")
        for tool in listed.tools:
            takes = ", ".join(tool.input_schema["properties"])
            assert tool.input_schema["additionalProperties"] is False
            strange = await assistant.use(tool.name, chair=mine, xyzzy=1)
            assert strange.no
            if "chair" in takes:
                assert strange == f"{tool.name} takes no “xyzzy”. It takes: {takes}."
        none = await assistant.use("looks", chair=mine)
        assert none.no
        assert none.startswith("There is no tool “looks”. Did you mean “look”? There are: host, ")


async def test_what_a_tool_does_not_know_is_named_and_nothing_is_done(
    quick_house: OwnHouse,
) -> None:
    async with assistant_at(quick_house) as assistant:
        mine, _ = await assistant.host("deckahedron", "Ana", others=["GM"])
        said = await assistant.use("say", chair=mine, text="Who is there?", knd="whisper")
        assert said.no
        near = "Did you mean “kind”? It takes: chair, text, kind, to."
        assert said == f"say takes no “knd”. {near}"
        acted = await assistant.use("act", chair=mine, do="narrate", choice={"words": "I knock"})
        assert acted.startswith("act takes no “choice”. Did you mean “choices”?")
        seen = await assistant.use("look", chair=mine)
        assert "Who is there?" not in seen
        assert "I knock" not in seen


async def test_an_assistant_and_a_person_sit_at_one_live_table(quick_house: OwnHouse) -> None:
    """By a seat's link over the wire; the person reads what the assistant says and does."""
    table = await quick_house.sit("deckahedron")
    server = f"http://127.0.0.1:{quick_house.port}"
    async with assistant_at(quick_house) as elsewhere:
        link = f"{server}/table#{table['Ana'].link.fragment}"
        ana = await elsewhere.sit(link, "")
        await elsewhere.use("say", chair=ana, text="The fog parts.", kind="narration")
        heard = await elsewhere.use("look", chair=ana)
        assert "You are Ana" in heard
        await table.settle()
        assert table["Ben"].story[-1].text == "The fog parts."
        whisper = await elsewhere.use("say", chair=ana, text="Run!", kind="whisper", to=["Ben"])
        assert not whisper.no
        await table.settle()
        assert table["Ben"].story[-1].text == "Run!"
        assert table["GM"].story[-1].text != "Run!"
    await table.close()


async def test_what_is_refused_comes_back_in_its_own_words(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        mine, address = await assistant.host("deckahedron", "Ana", others=["GM"])
        decree = {"path": "players/Ana/stamina", "value": 99}
        refused: dict[str, tuple[str, dict[str, object]]] = {
            "Only the game master can do that.": ("act", {"do": "fiat.set", "choices": decree}),
            "Nothing is being asked of Ana right now.": ("answer", {"answer": "yes"}),
            "act can’t be used like that. do: field required.": ("act", {}),
            "Nobody called “Zoe” sits here, but Ana, GM.": ("say", {"text": "Hi", "to": ["Zoe"]}),
        }
        for sentence, (tool, arguments) in refused.items():
            said = await assistant.use(tool, chair=mine, **arguments)
            assert said.no
            assert said == sentence
        no_chair = await assistant.use("look", chair="nonsense")
        assert no_chair.no
        assert no_chair == "That is no chair. Host a table, or sit down by a link."
        for where in (f"http://127.0.0.1:1/table#{mine}", "http://[::1#x.y"):
            assert (await assistant.use("sit", where=where, name="Ana")).no
        assert not (await assistant.use("look", chair=mine)).no
        with pytest.raises(MCPError, match="no chair"):
            await assistant.client.read_resource("fatedeck://records/é.ü")
        wrong = await assistant.use("look", chair="AAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBB")
        assert wrong.no
        taken = await assistant.use("sit", where=address, name="Ana")
        assert taken.no
        zoe = await assistant.use("sit", where=address, name="Zoe")
        assert not zoe.no  # the game is on and has room for one more
        unknown = await assistant.use("host", game="chess")
        assert unknown.startswith("There is no game “chess”.")
        assert unknown.no
        nowhere = await assistant.use("sit", where="http://127.0.0.1:1/table#a.b")
        assert nowhere == "There is no table server at http://127.0.0.1:1."
        no_port = await assistant.use("sit", where="http://127.0.0.1:99999/t/AAAAAAAA", name="Ana")
        assert no_port == "There is no table server at http://127.0.0.1:99999."
        endless = await assistant.use("rules", game="deckahedron", words="a " * 1_000_000)
        assert endless == "Search for at most 200 letters."


async def test_a_refusal_of_the_rules_names_its_clause(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        mine, _ = await assistant.host("deckahedron", "GM", others=["Ana"])
        said = await assistant.use("act", chair=mine, do="reshuffle")
        assert said.no
        clause = said.rpartition("(")[2].rstrip(")")
        assert clause in find_game("deckahedron").rules.clauses
        read = await assistant.use("rules", game="deckahedron", words=clause)
        assert read.startswith(f"{clause}: ")


async def test_an_action_is_settled_step_by_step(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        bell = "the-bell-under-the-weir"
        mine, _ = await assistant.host("deckahedron", "GM", others=["Ana"], adventure=bell)
        assert "Not now:" in await assistant.use("look", chair=mine, closely=True)
        ending = await assistant.use("act", chair=mine, do="end-session")
        assert ending == "“End the session” ends something for everyone. Say sure if you mean it."
        open_form = await assistant.use("act", chair=mine, do="call-for-flip")
        assert not open_form.no
        assert "player=Ana" in open_form
        assert "stat=strength|dexterity|intelligence" in open_form
        strange = await assistant.use(
            "act",
            chair=mine,
            do="call-for-flip",
            choices={"player": "Ana", "stat": "Strength", "colour": "red"},
        )
        assert strange.no
        assert "“colour” is not a field of call-for-flip" in strange
        done = await assistant.use(
            "act", chair=mine, do="call-for-flip", choices={"player": "Ana", "stat": "Strength"}
        )
        assert not done.no
        assert "New:" in done


async def test_rules_odds_and_adventures_away_from_a_table(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        assert "DKH-20" in await assistant.use("rules", game="deckahedron")
        assert "wound" in (await assistant.use("rules", game="deckahedron", words="wound")).lower()
        none = await assistant.use("rules", game="deckahedron", words="quux")
        assert none.no
        listed = await assistant.use("odds", game="deckahedron")
        assert "flip" in listed
        for rank in ("3", 3):
            easy = {"rank": rank, "difficulty": "easy"}
            flip = await assistant.use("odds", game="deckahedron", question="flip", settings=easy)
            assert "✔✔" in flip
        lacking = await assistant.use("odds", game="deckahedron", question="flip")
        assert lacking.no
        assert lacking.startswith("Say also ")
        text = await assistant.use("prepare", game="deckahedron")
        tried = await assistant.use("prepare", game="deckahedron", text=str(text), times=2)
        assert "nothing is wrong with it" in tried
        assert "2 times with 1 to 4 heroes" in tried
        broken = await assistant.use("prepare", game="deckahedron", text="no adventure")
        assert broken.no
        assert broken.startswith("Line ")
        mine, _ = await assistant.host("deckahedron", "GM", others=["Ana"], adventure=str(text))
        assert "Scene: The gate" in await assistant.use("look", chair=mine)
        now = await assistant.use("odds", chair=mine)
        both = await assistant.use("odds", chair=mine, question="flip")
        assert both == "Ask about your chair alone, or about a question of a game."
        assert not now.no


async def test_rules_records_and_prompts_by_their_names(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        client = assistant.client

        async def read(uri: str) -> str:
            [page] = (await client.read_resource(uri)).contents
            assert isinstance(page, TextResourceContents)
            return page.text

        assert "deckahedron: Deckahedron." in await read("fatedeck://games")
        assert "DKH-20: " in await read("fatedeck://rules/deckahedron")
        assert (await read("fatedeck://rules/deckahedron/dkh-20")).startswith("DKH-20: ")
        with pytest.raises(MCPError, match="There is no clause DKH-9999"):
            await read("fatedeck://rules/deckahedron/DKH-9999")
        mine, _ = await assistant.host("deckahedron", "GM", others=["Ana"])
        with pytest.raises(MCPError, match="you get it when the table ends"):
            await read(f"fatedeck://records/{mine}")
        for name in ("run_this_scene", "play_this_hero"):
            prompt = await client.get_prompt(name, {"chair": mine})
            content = prompt.messages[0].content
            assert isinstance(content, TextContent)
            assert f"Your chair: {mine}" in content.text
            assert "You can:" in content.text
            with pytest.raises(MCPError, match="That is no chair"):
                await client.get_prompt(name, {"chair": "nope"})
        unsure = await assistant.use("table", chair=mine, do="end")
        assert unsure.no
        await assistant.use("table", chair=mine, do="end", sure=True)
        header, entries = read_record(await read(f"fatedeck://records/{mine}"))
        assert header.game == "deckahedron"
        assert entries


async def test_looking_can_wait_until_something_happens(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        mine, address = await assistant.host("deckahedron", "GM", others=["Ana"])
        ana = await assistant.sit(address, "Ana")
        await assistant.use("look", chair=mine)
        waiting = asyncio.create_task(assistant.use("look", chair=mine, wait=50))
        await assistant.use("say", chair=ana, text="Is anyone there?")
        while "Is anyone there?" not in await waiting:  # her sitting down may have come first
            waiting = asyncio.create_task(assistant.use("look", chair=mine, wait=50))
        await assistant.use("table", chair=ana, do="pause")
        assert "The scene is paused." in await assistant.use("look", chair=ana)
        await assistant.use("table", chair=ana, do="leave")
        gone = await assistant.use("look", chair=ana)
        assert gone.no


async def test_a_line_that_was_cut_is_taken_up_again(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    chair = table["Ana"].link.fragment
    tables = Tables(f"http://127.0.0.1:{quick_house.port}")
    line = await tables.line(chair)
    line.told = line.story[-1].at
    await line._socket.close()
    await line.until(line.v + 1)
    assert not line.is_open
    again = await tables.line(chair)
    assert again.is_open
    assert again.told == line.told  # nothing is told twice
    await tables.close()
    await table.close()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 5000, "That doesn’t make sense here: “text” has to have at most 4000 letters."),
        ("x" * 40_000, "That is too long for a table."),
        ("\x00", "There’s a character in it that no table can keep."),
        ("\ud800", "There’s a character in it that no table can keep."),
    ],
)
async def test_what_no_table_can_read_is_refused_and_the_next_word_is_heard(
    quick_house: OwnHouse, text: str, sentence: str
) -> None:
    async with assistant_at(quick_house) as assistant:
        mine, _ = await assistant.host("deckahedron", "GM", others=["Ana"])
        refused = await assistant.use("say", chair=mine, text=text)
        assert refused.no
        assert refused.startswith(sentence)
        assert "The fog parts." in await assistant.use("say", chair=mine, text="The fog parts.")


@pytest.mark.parametrize("word", [b'{"is": 1}', b'{"is":"changed","scene":{"zones":1}}', b"\xff"])
async def test_a_server_that_talks_nonsense_is_hung_up_on(word: bytes) -> None:
    """Whoever waits for its answer is told, and so is whoever asks later."""

    async def nonsense(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(json.dumps(WELCOME))
        await socket.recv()
        await socket.send(word, text=True)
        await socket.wait_closed()

    async with serve(nonsense, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        line = await join(f"http://127.0.0.1:{port}", "table", "token")
        for _ in range(2):
            with pytest.raises(FatedeckError):
                await line.ask("pause")
        assert not line.is_open


async def test_a_stranger_is_neither_waited_for_nor_read_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that says nothing once one has sat down, and one whose answer never ends."""
    monkeypatch.setattr(line_of_mcp, "PATIENCE", 0.01)

    async def silent(socket: ServerConnection) -> None:
        await socket.wait_closed()

    async with serve(silent, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(Unreadable, match="There is no table server"):
            await join(f"http://127.0.0.1:{port}", "table", "token")

    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        with suppress(ConnectionError):
            while True:
                writer.write(100_000 * b" ")
                await writer.drain()

    stranger = await asyncio.start_server(endless, "127.0.0.1", 0)
    tables = Tables(f"http://127.0.0.1:{stranger.sockets[0].getsockname()[1]}")
    with pytest.raises(Unreadable, match="doesn’t speak like a table server"):
        await tables.faces("a.b", "deckahedron")
    await tables.close()
    stranger.close()


@pytest.mark.parametrize("server", ["ftp://x", "http://x:99999", "http://x\x00"])
async def test_what_is_no_address_is_told_in_a_sentence(server: str) -> None:
    with pytest.raises(Unreadable, match="There is no table server"):
        await join(server, "table", "token")


async def test_an_answer_without_a_name_is_for_who_asks() -> None:
    async def terse(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(json.dumps(WELCOME))
        async for _ in socket:
            await socket.send('{"is":"refused","id":"","why":"unreadable","sentence":"What?"}')

    async with serve(terse, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        line = await join(f"http://127.0.0.1:{port}", "table", "token")
        said = await asyncio.gather(line.ask("pause"), line.ask("pause"), return_exceptions=True)
        assert [str(refused) for refused in said] == ["What?", "What?"]
        await line.close()


async def test_more_chairs_than_lines(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was asked longest ago is hung up on, and called again when they are asked again."""
    monkeypatch.setattr("fatedeck.mcp.tables.MOST_LINES", 2)
    table = await quick_house.sit("deckahedron")
    chairs = [table[name].link.fragment for name in ("GM", "Ana", "Ben")]
    tables = Tables(f"http://127.0.0.1:{quick_house.port}")
    gm, ana, ben = [await tables.line(chair) for chair in chairs]
    assert [line.is_open for line in (gm, ana, ben)] == [False, True, True]
    ana.told = 5
    again = await tables.line(chairs[0])
    assert [line.is_open for line in (again, ana, ben)] == [True, False, True]
    assert (await tables.line(chairs[1])).told == 5
    one, other = await asyncio.gather(tables.line(chairs[2]), tables.line(chairs[2]))
    assert one is other
    await tables.close()
    await table.close()


async def test_a_full_server_says_so(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "t.sqlite3"))
    async with (
        open_house(settings, max_lines_per_address=1) as house,
        assistant_at(house) as assistant,
    ):
        await assistant.host("deckahedron", "GM", others=["Ana"])
        said = await assistant.use("host", game="deckahedron", me="GM", others=["Ana"])
        assert said.no
        assert said == "This server has too many visitors right now."


async def test_each_assistant_reckons_one_thing_after_another() -> None:
    """Who asks for much does not keep others from their answer."""
    reckoner, much = Reckoner(), threading.Event()
    at_work: list[str] = []

    def slow(name: str) -> str:
        at_work.append(name)
        assert much.wait(60)
        return name

    many = [asyncio.create_task(reckoner.reckon("Ana", slow, f"{n}")) for n in range(40)]
    assert await reckoner.reckon("Ben", lambda: "Ben") == "Ben"
    assert at_work in ([], ["0"])
    much.set()
    assert await asyncio.gather(*many) == [f"{n}" for n in range(40)]
    assert at_work == [f"{n}" for n in range(40)]


async def test_a_name_and_a_code_open_nobody_elses_seat(quick_house: OwnHouse) -> None:
    """Whoever sat down first keeps the chair; a key for one server opens nothing at another."""
    async with assistant_at(quick_house) as assistant:
        _, address = await assistant.host("deckahedron", "GM", others=["Ana"])
        await assistant.sit(address, "Ana")
        again = await assistant.use("sit", where=address, name="Ana")
        assert again.no
        assert "chair" not in again
    assert _key_for("http://one", "knock") != _key_for("http://two", "knock")


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:8001", "", 200),
        ("table.example.org", "", 200),
        ("evil.example", "", 421),
        ("evil.example:8001", "http://evil.example:8001", 421),
        ("127.0.0.1:8001", "http://localhost:3000", 403),
    ],
)
def test_no_page_of_a_browser_is_an_assistant(host: str, origin: str, status: int) -> None:
    """Nor does a name lead here that is not ours, whatever it is resolved to."""
    ours = only_ours("0.0.0.0", 8001, ["table.example.org"])
    app = server_of(Tables("http://127.0.0.1:1")).streamable_http_app(transport_security=ours)
    said = {"Accept": "application/json, text/event-stream", "Host": host}
    about = {"protocolVersion": "2025-06-18", "capabilities": {}}
    params = about | {"clientInfo": {"name": "x", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    with TestClient(app) as client:
        answer = client.post(
            "/mcp", json=begin, headers=said | ({"Origin": origin} if origin else {})
        )
    assert answer.status_code == status


async def test_what_can_be_done_is_told_again_only_where_it_is_different(
    quick_house: OwnHouse,
) -> None:
    """A game master of The Realms Behind has some forty offers: four thousand letters."""
    async with assistant_at(quick_house) as assistant:
        gm, address = await assistant.host(
            "realms-behind", "GM", others=["Ana"], adventure="the-ninth-door"
        )
        ana = await assistant.sit(address, "Ana")
        seen = await assistant.use("look", chair=gm)
        said = await assistant.use("say", chair=gm, text="Hush.", kind="narration")
        assert said.endswith("Hush.\nYou can do the same as before.")
        told = await assistant.use("act", chair=gm, do="tale.clock")
        assert "Four o’clock. 1 of 4" in told.partition("You can now:\n")[2]
        assert told.endswith("The rest you can do as before.")
        assert len(told) < len(seen) / 8
        part = json.dumps({"part": "snuffers-row-before-dawn#1"}, separators=(",", ":"))
        await assistant.use("act", chair=gm, do="tale.tell", choices=json.loads(part))
        hers = await assistant.use("look", chair=ana)
        [wish] = re.findall(r"- tale\.wish (\{.*\}): .*Number six", hers)
        await assistant.use("act", chair=ana, do="tale.wish", choices=json.loads(wish))
        assert assistant.tables is not None
        line = await assistant.tables.line(gm)
        async with asyncio.timeout(PATIENCE):
            await line.wait(2 * PATIENCE)
        async with asyncio.timeout(PATIENCE):  # nor is what came before waited for any longer
            await line.wait(2 * PATIENCE)
        seen = await assistant.use("look", chair=gm)
        assert "  Wishes: Ana: Number six" in seen
        assert f"- tale.tell {part}" not in seen
        assert "Dhutlo (Ana): " in seen  # and not once more who that is
        # What is chosen when nothing is said, as it would be written.
        assert "hidden=true|false, else false" in seen
        assert "advantage=0..10, else 0" in seen
        assert "known=true|false, else true" in seen
        assert 'demand="" [any suit]|hearts|' in seen
        assert "dreamers=? (Dreams" in seen


async def test_a_clause_that_there_is_not_is_named(quick_house: OwnHouse) -> None:
    async with assistant_at(quick_house) as assistant:
        said = await assistant.use("rules", game="realms-behind", words="rb-999")
        assert said.no
        assert said == "There is no clause rb-999 in these rules."
