"""The tools, texts and prompts that an assistant is given: it tells, and the code judges.

Every answer is short and plain. What is refused comes back as an error with the refusal's own
words and its clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import Literal, TypeAlias

from mcp import MCPError
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp_types import (
    INVALID_PARAMS,
    CallToolResult,
    InputRequiredResult,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.engine.names import LONGEST, did_you_mean
from fatedeck.engine.ruleset import find_game
from fatedeck.mcp.choosing import Unsettled, action_of
from fatedeck.mcp.inquiring import (
    clause_told,
    games_told,
    prepared,
    rulebook,
    rules_told,
    study_told,
)
from fatedeck.mcp.line import Line
from fatedeck.mcp.reckoning import Reckoner, asked_by
from fatedeck.mcp.tables import GM, OddsNow, Tables
from fatedeck.mcp.telling import Eyes, odds_told, table_told

LONGEST_WAIT = 50
"""Seconds for which `look` waits at most: most assistants give up after a minute."""

MOST_FIGHTS = 1000

Choices: TypeAlias = dict[str, str | int | bool | list[str] | dict[str, int]]
Kind: TypeAlias = Literal["chat", "narration", "whisper", "note"]
Command: TypeAlias = Literal["take back", "pause", "resume", "end", "leave"]

INSTRUCTIONS = """\
Card-driven role-playing games, played by the book. The code draws, counts and judges; you decide \
and tell.
Begin with `host` (a new table) or `sit` (somebody's link or code). Both give you a chair: pass it \
to every other tool, and show it to nobody. `look` says what your seat sees, is asked and can do. \
Do it with `act`, answer with `answer`, speak with `say`. What is refused says why, with its \
clause: read it with `rules`. Never make up a card, a number or a result. Installed games:
"""

_READS = ToolAnnotations(read_only_hint=True)


class FatedeckServer(MCPServer[None]):
    """A server whose refusals are sentences, and whose tools take what they know and no more."""

    async def list_tools(self) -> list[Tool]:
        """The tools there are; their schemas say that they take nothing else."""
        closed = {"additionalProperties": False}
        return [
            tool.model_copy(update={"input_schema": tool.input_schema | closed})
            for tool in await super().list_tools()
        ]

    async def call_tool(
        self,
        name: str,
        arguments: dict[str, object],
        context: Context[None, object] | None = None,
    ) -> CallToolResult | InputRequiredResult:
        """Use a tool; what it refuses comes back in its own words.

        The library leaves out what a tool does not know and uses it all the same: so that is looked
        at before.
        """
        if wrong := _unknown(await self.list_tools(), name, arguments):
            return _result(wrong, is_error=True)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as failed:
            cause = failed.__cause__
            if isinstance(cause, Unsettled):
                return _result(str(cause))
            if isinstance(cause, FatedeckError):
                return _result(str(cause), is_error=True)
            if isinstance(cause, ValidationError):
                return _result(_misread(name, cause), is_error=True)
            if isinstance(cause, UnicodeError):
                return _result("There’s a character in it that no table can keep.", is_error=True)
            raise


def _result(text: str, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=is_error)


def _unknown(tools: Sequence[Tool], name: str, arguments: Mapping[str, object]) -> str:
    """What is said of a tool, or of an argument for it, that there is not; nothing if all are."""
    schemas = {tool.name: tool.input_schema for tool in tools}
    if name not in schemas:
        near = did_you_mean(name, schemas)
        return f"There is no tool “{name[:LONGEST]}”.{near} There are: {', '.join(schemas)}."
    takes: Mapping[str, object] = schemas[name]["properties"]
    strange = next((one for one in arguments if one not in takes), None)
    if strange is None:
        return ""
    near = did_you_mean(strange, takes)
    return f"{name} takes no “{strange[:LONGEST]}”.{near} It takes: {', '.join(takes)}."


def _misread(tool: str, fault: ValidationError) -> str:
    """What is wrong with what a tool was given."""
    parts = [f"{'.'.join(map(str, e['loc']))}: {e['msg'].lower()}" for e in fault.errors()]
    return f"{tool} can’t be used like that. {'; '.join(parts)}."


Lab: TypeAlias = Callable[[str, str, str, int], str]
"""Plays a fight so often, by a game's id, a party and foes, and tells how it went."""


def server_of(tables: Tables, lab: Lab | None = None) -> MCPServer[None]:
    """A server for assistants who sit at these tables; with a `lab`, they may try fights there."""
    server = FatedeckServer(
        "fatedeck",
        title="fatedeck",
        version=version("fatedeck"),
        instructions=INSTRUCTIONS + games_told(),
        log_level="ERROR",
    )
    _add_table_tools(server, tables)
    reckoner = Reckoner()
    _add_tools(server, tables, reckoner)
    if lab is not None:
        _add_lab(server, lab, reckoner)
    _add_resources(server, tables)
    _add_prompts(server, tables)
    return server


async def _eyes(tables: Tables, chair: str, line: Line) -> Eyes:
    return Eyes(line.you.seat, await tables.faces(chair, line.table.game))


async def _told(
    tables: Tables, chair: str, *, whole: bool, closely: bool = False, wait: int = 0
) -> str:
    """The table as a chair sees it."""
    line = await tables.line(chair)
    if wait:
        await line.wait(min(wait, LONGEST_WAIT))
    eyes = await _eyes(tables, chair, line)
    return table_told(line, eyes, whole=whole, closely=closely)


def _add_table_tools(server: MCPServer[None], tables: Tables) -> None:
    """What is done at a table."""

    @server.tool(structured_output=False)
    async def host(
        game: str,
        me: str = GM,
        others: list[str] | None = None,
        machines: list[str] | None = None,
        adventure: str = "",
        options: dict[str, object] | None = None,
        ready: bool = True,
    ) -> str:
        """Make a table and sit down at it: as game master (me="GM") or as a player by that name.

        others: seats for people or other assistants, who come by the table's address.
        machines: seats that the machine plays; "GM" lets it run the game.
        adventure: one in the box by its name, or a whole text (see `prepare`).
        ready: give everyone a ready-made character; without it each makes their own with `act`.
        """
        given = {**(options or {}), **({"adventure": adventure} if adventure else {})}
        seats = others or [], machines or []
        hosted = await tables.host(game, me, *seats, given, ready=ready)
        told = await _told(tables, hosted.chair, whole=True)
        others_come = f"Others come in at {hosted.address}, people with their browser."
        return f"Your chair: {hosted.chair}\n{others_come}\n{told}"

    @server.tool(structured_output=False)
    async def sit(where: str, name: str = "", knock: str = "") -> str:
        """Sit down at a table: by a seat's link, or by the table's address or code with a name.

        By a code, the name is that of a free seat, or before the start one you choose. Where you
        knock first, you are told a word to sit down with once you were let in.
        """
        chair = await tables.sit(where.strip(), name, knock.strip())
        return f"Your chair: {chair}\n{await _told(tables, chair, whole=True)}"

    @server.tool(structured_output=False, annotations=_READS)
    async def look(chair: str, closely: bool = False, wait: int = 0) -> str:
        """What your seat sees, what is new, what it is asked and what it can do.

        closely: also all sheets, what is printed on your cards, and what can't be done yet and why.
        wait: up to so many seconds for something to happen first, at most 50.
        """
        return await _told(tables, chair, whole=True, closely=closely, wait=wait)

    @server.tool(structured_output=False)
    async def act(chair: str, do: str, choices: Choices | None = None, sure: bool = False) -> str:
        """Do something that `look` offers, by its name, with what is to be chosen for it.

        While something is left to choose nothing is done, and you are told what there is. A game
        master may also decree: fiat.set (path, value), fiat.award (path, amount), fiat.move (card,
        source, target), fiat.add and fiat.lift (path, condition).
        sure: needed for what ends something for everyone.
        """
        line = await tables.line(chair)
        eyes = await _eyes(tables, chair, line)
        action = await action_of(line, eyes, do, choices or {}, sure=sure)
        await line.ask("do", v=line.v, action=action)
        return await _told(tables, chair, whole=False)

    @server.tool(structured_output=False)
    async def answer(chair: str, answer: str | int | list[str], seat: str = "") -> str:
        """Answer what your seat is asked; a game master may answer for another seat."""
        line = await tables.line(chair)
        await line.ask("answer", v=line.v, answer=answer, seat=seat)
        return await _told(tables, chair, whole=False)

    @server.tool(structured_output=False)
    async def say(chair: str, text: str, kind: Kind = "chat", to: list[str] | None = None) -> str:
        """Speak: chat as yourself, narration of the story, a whisper to seats, a GM's own note."""
        line = await tables.line(chair)
        places = {seat.name: seat.place for seat in line.table.seats}
        if strange := [name for name in to or [] if name not in places]:
            raise Unreadable(f"Nobody called “{strange[0]}” sits here, but {', '.join(places)}.")
        await line.ask("say", kind=kind, text=text, to=[places[name] for name in to or []])
        return await _told(tables, chair, whole=False)

    @server.tool(structured_output=False)
    async def table(chair: str, do: Command, sure: bool = False) -> str:
        """Around the game: take back your last action, pause for everyone, resume, end, leave.

        Anyone may pause, and nobody is told who did. To end a table is for good: say sure.
        """
        line = await tables.line(chair)
        match do:
            case "take back":
                await line.ask("take-back", v=line.v)
            case "end":
                await line.ask("end", sure=sure)
            case "leave":
                await line.ask("leave-seat")
                await tables.forget(chair)
                return "You got up; the seat is free."
            case _:
                await line.ask(do)
        return await _told(tables, chair, whole=False)


def _add_tools(server: MCPServer[None], tables: Tables, reckoner: Reckoner) -> None:
    """What can be asked and prepared."""

    @server.tool(structured_output=False, annotations=_READS)
    async def odds(
        context: Context[None, object],
        chair: str = "",
        game: str = "",
        question: str = "",
        settings: Choices | None = None,
    ) -> str:
        """Exact odds: of what your seat could do now (chair), or of a question about a game.

        With a game alone you are told its questions and their settings.
        """
        if chair and (game or question or settings):
            raise Unreadable("Ask about your chair alone, or about a question of a game.")
        if chair:
            found = await tables.get(chair, "odds", OddsNow)
            return odds_told(found.odds) or "There is nothing to draw for right now."
        if not game:
            raise Unreadable("Say your chair, or a game.")
        who = asked_by(context)
        return await reckoner.reckon(who, study_told, game, question, settings or {})

    @server.tool(structured_output=False, annotations=_READS)
    async def rules(game: str, words: str = "") -> str:
        """Read the rules: a clause by its number (DKH-20), all with some words, or the headings."""
        return rules_told(game, words)

    @server.tool(structured_output=False, annotations=_READS)
    async def prepare(
        context: Context[None, object], game: str, text: str = "", times: int = 0
    ) -> str:
        """Prepare an adventure: check a text, and let the machine play it up to 200 times.

        Without a text you get one to begin from. Play it with `host`, as its adventure.
        """
        return await reckoner.reckon(asked_by(context), prepared, game, text, times)


def _add_lab(server: MCPServer[None], fight: Lab, reckoner: Reckoner) -> None:
    @server.tool(structured_output=False, annotations=_READS)
    async def lab(
        context: Context[None, object], game: str, party: str, foes: str, fights: int = 200
    ) -> str:
        """Is this fight fair? It is played many times by the rules, up to 1000, to see how it goes.

        party and foes: names with commas, such as "Brann, Ysolde" and "Wolf x3"; in a duel, decks.
        A wrong name is answered with those there are.
        """
        times = max(1, min(fights, MOST_FIGHTS))
        found = find_game(game).id
        return await reckoner.reckon(asked_by(context), fight, found, party, foes, times)


def _add_resources(server: MCPServer[None], tables: Tables) -> None:
    @server.resource("fatedeck://games", title="The games", mime_type="text/plain")
    async def all_games() -> str:
        """The games that are installed, what they are, and who sits there."""
        return games_told()

    @server.resource("fatedeck://rules/{game}", title="Rules", mime_type="text/markdown")
    async def whole_rules(game: str) -> str:
        """The rules of a game, clause by clause."""
        with _readable():
            return rulebook(game)

    @server.resource("fatedeck://rules/{game}/{clause}", title="Clause", mime_type="text/plain")
    async def one_clause(game: str, clause: str) -> str:
        """One clause of the rules of a game."""
        with _readable():
            return clause_told(find_game(game).rules.clause(clause))

    @server.resource("fatedeck://records/{chair}", title="Record", mime_type="application/jsonl")
    async def record(chair: str) -> str:
        """The record of your table once it has ended: `fatedeck verify` proves it fair."""
        with _readable():
            return await tables.text(chair, "record")

    @server.resource("fatedeck://story/{chair}", title="Story", mime_type="text/markdown")
    async def story(chair: str) -> str:
        """The story of your table so far, as your seat may read it."""
        with _readable():
            return await tables.text(chair, "chronicle.md")


@contextmanager
def _readable() -> Iterator[None]:
    """What cannot be read is told in its own words."""
    try:
        yield
    except FatedeckError as fault:
        raise ResourceError(str(fault)) from fault


def _add_prompts(server: MCPServer[None], tables: Tables) -> None:
    async def begun(words: str, chair: str) -> str:
        """What to do, and how the table stands; a chair that is none is told in its own words."""
        try:
            told = await _told(tables, chair, whole=True, closely=True)
        except FatedeckError as fault:
            raise MCPError(INVALID_PARAMS, str(fault)) from fault
        return f"{words}\n\nYour chair: {chair}\n{told}"

    @server.prompt(title="Run this scene")
    async def run_this_scene(chair: str) -> str:
        """Be the game master of the scene at your table."""
        return await begun(RUN, chair)

    @server.prompt(title="Play this hero")
    async def play_this_hero(chair: str) -> str:
        """Play the hero of your seat."""
        return await begun(PLAY, chair)


RUN = """\
You are the game master at this table. Tell what is read aloud with tale.tell, put foes and things \
on the table with tale.stage, and call checks with tale.check; in a fight, act for the foes. \
Between these, narrate in a few vivid sentences with `say` (kind narration), and leave the heroes' \
choices to their players. Whatever needs a card or a number, do by `act` or `answer` and tell only \
what came of it. Grant what players wish for when the text allows it; when it does not, say so \
kindly. After each step, `look` with wait until somebody needs you."""

PLAY = """\
You play the hero of this seat. Stay in character: speak with `say`, decide with `act` and \
`answer`, and ask `odds` before you risk much. You know only what your seat sees. Never tell what \
a card or a foe does before the table has; what comes of your action is the table's to say. When \
nothing is asked of you, `look` with wait."""
