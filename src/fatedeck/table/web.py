"""The HTTP side: the page, the games, a table's past; the game itself goes over the live line."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterator,
    Sequence,
)
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from functools import cache, lru_cache, partial
from typing import TypeVar
from urllib.parse import quote

import msgspec
import segno
from msgspec import Struct
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fatedeck.bots.machines import level_names, levels, machines
from fatedeck.engine.adventure_text import read_cover
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.fights import FOES, PARTY, Bout, Estimate
from fatedeck.engine.installed import installed
from fatedeck.engine.lesson import lesson_title
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.unfit import why_unfit
from fatedeck.engine.view import View
from fatedeck.odds.dilemmas import dilemma
from fatedeck.odds.scenes import scene_odds
from fatedeck.odds.showing import Odds, odds_as_data
from fatedeck.table import chronicle, lessons, past
from fatedeck.table.again import again_in
from fatedeck.table.aside import LONGEST, aside
from fatedeck.table.bouts import SECONDS, Bouts
from fatedeck.table.clock import milliseconds
from fatedeck.table.commands import NEWCOMER, check_pin, why_no_chair
from fatedeck.table.consent import Copies, why_not_copy
from fatedeck.table.hall import Hall, link_key, looked_through
from fatedeck.table.invites import is_companion
from fatedeck.table.links import HOST, Member
from fatedeck.table.logs import log
from fatedeck.table.openapi import openapi
from fatedeck.table.pace import OneEach, Pace, Places
from fatedeck.table.pages import Kept, Pages, Preview, answer_kept, kept, packed
from fatedeck.table.patience import Rest
from fatedeck.table.pictures import TYPE, faces, picture, rewritten
from fatedeck.table.printing import Printing
from fatedeck.table.protocol import (
    PROTOCOL,
    AdventureInfo,
    Alive,
    DeckList,
    Decks,
    FaceCatalogue,
    FightersKnown,
    FightWanted,
    Fork,
    GameInfo,
    GameList,
    Invitation,
    InviteCode,
    LessonMove,
    NewTable,
    Notes,
    OddsNow,
    OptionInfo,
    Pinned,
    Printable,
    PrintableSet,
    Printed,
    PrintWanted,
    Problem,
    PushKey,
    QrText,
    Rematch,
    RulesText,
    Seated,
    Sit,
    Steps,
    Story,
    StoryLine,
    TablePrint,
    Weighed,
    Written,
)
from fatedeck.table.proving import Proving
from fatedeck.table.push import public_key
from fatedeck.table.puzzles import Puzzles
from fatedeck.table.refusals import (
    Beaten,
    Forbidden,
    Limit,
    TooLong,
    TooOften,
    Unsaved,
    clause,
    let_go,
    sentence,
)
from fatedeck.table.rematch import wanted_again
from fatedeck.table.room import AnyRecord, Room
from fatedeck.table.rows import StoryRow, Work
from fatedeck.table.schema import published
from fatedeck.table.sessions import NOTES, calendar, heroes_of, named, note_in, notes_of, recaps
from fatedeck.table.story import Body, fitting, kept_tale
from fatedeck.table.weighing import Weighing

API = "/api/v1"
JSON = "application/json"
STORY_PAGE = 200
LESSON, PUZZLE, SCENE = 2, 2, 2
FACES, ODDS, STEPS = 4, 5, 5
QR, BEST, CHRONICLE, PICTURE, COPY, PRINT = 10, 10, 10, 20, 20, 40
"""What a costly answer counts for, where a plain one counts for one."""
A_PLAIN_ANSWER = 10_000
"""The bytes of an answer that counts for one; of a table's past there may be many more."""
A_PLAIN_MOMENT = 0.002
"""The seconds of computing that count for one; a table may take many more to draw."""
A_PLAIN_PAGE = 200
"""The lines of a story that count for one when they are read."""
READERS = 2
"""How many read a table's whole past at once."""
LOOKING = 2
"""How many look something up at once that no table has to do with, or make one."""
PICTURES, PICTURE_UPLOAD = 16, 30.0
"""Pictures that come in at once, each from another address, and the seconds that one may take."""
PICTURES_AT_ONCE, PICTURE_SECONDS = 2, 3.0
"""Pictures that are made small at once, and the seconds that one may take."""
IMPORTS, UPLOAD = 16, 120.0
"""Files that come in at once, each from another address, and the seconds that one may take."""
IMPORTS_AT_ONCE = 4
"""Files that are read at once."""
MOST_JUDGED = 50_000_000
"""Bytes of steps: a longer game is not played again, state by state, to say what decided it."""

S = TypeVar("S", bound=Struct)
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_INVITED = "t/"
"""Where a table's code is opened."""
_FOR_GOOD = "private, max-age=31536000, immutable"
_ONLY_TLS = "max-age=31536000"
_TOO_DEEP = "That is nested too deeply."


def application(hall: Hall) -> Starlette:
    """The HTTP application of a hall."""
    tables = f"{API}/tables"
    table = f"{tables}/{{table}}"
    web = Web(hall)
    routes = [
        _get("/health", web.paced_apart(web.health)),
        _get("/health/live", web.paced_apart(web.alive)),
        _get("/metrics", web.paced_apart(web.metrics)),
        _get(f"{API}/openapi.json", web.paced(web.openapi)),
        _get(f"{API}/schema.json", web.paced(web.schema)),
        _get(f"{API}/push", web.paced(web.push_key)),
        _get(f"{API}/games", web.paced(web.games)),
        _get(f"{API}/games/{{game}}/faces", web.paced(web.faces)),
        _get(f"{API}/games/{{game}}/rules", web.paced(web.rules)),
        _get(f"{API}/games/{{game}}/puzzle", web.paced(web.puzzle)),
        _get(f"{API}/games/{{game}}/decks", web.paced(web.decks)),
        _post(f"{API}/games/{{game}}/decks", web.paced(web.changing(web.read_deck))),
        _get(f"{API}/games/{{game}}/print", web.paced(web.printable)),
        _post(f"{API}/games/{{game}}/print", web.paced(web.changing(web.print))),
        _get(f"{API}/games/{{game}}/fight", web.paced(web.fighters)),
        _post(f"{API}/games/{{game}}/fight", web.paced(web.changing(web.try_fight))),
        _post(f"{API}/games/{{game}}/lessons/{{number}}", web.paced(web.changing(web.lesson))),
        _post(f"{API}/qr", web.paced(web.changing(web.qr))),
        _post(tables, web.paced(web.changing(web.create))),
        _post(f"{tables}/import", web.paced(web.changing(web.take_in))),
        _get(f"{API}/invites/{{code}}", web.paced(web.invitation)),
        _post(f"{API}/invites/{{code}}", web.paced(web.changing(web.sit))),
        _get(table, web.paced(web.weighty(web.table))),
        _get(f"{table}/invite", web.paced(web.invite)),
        _get(f"{table}/sessions", web.paced(web.weighty(web.sessions))),
        _get(f"{table}/notes", web.paced(web.weighty(web.notes))),
        _get(f"{table}/next.ics", web.paced(web.next_date)),
        _get(f"{table}/story", web.paced(web.weighty(web.story))),
        _get(f"{table}/odds", web.paced(web.odds)),
        _get(f"{table}/best", web.paced(web.best)),
        _get(f"{table}/fight", web.paced(web.fight)),
        _get(f"{table}/verdict", web.paced(web.weighty(web.verdict))),
        _get(f"{table}/steps", web.paced(web.weighty(web.steps))),
        _get(f"{table}/steps/{{v}}", web.paced(web.weighty(web.scene_at))),
        _get(f"{table}/chronicle.md", web.paced(web.weighty(web.chronicle_markdown))),
        _get(f"{table}/chronicle.html", web.paced(web.weighty(web.chronicle_page))),
        _post(f"{table}/print", web.paced(web.changing(web.print_of_table))),
        _get(f"{table}/record", web.paced(web.weighty(web.record))),
        _get(f"{table}/export", web.paced(web.export)),
        _post(f"{table}/pictures", web.paced(web.changing(web.pin))),
        _get(f"{table}/pictures/{{picture}}", web.paced(web.weighty(web.picture))),
        _post(f"{table}/fork", web.paced(web.changing(web.fork))),
        _post(f"{table}/rematch", web.paced(web.changing(web.rematch))),
        _get("/{path:path}", web.paced_apart(web.page)),
        Route("/{path:path}", AnyMethod(_polite(web.paced_apart(web.wrong_method)))),
    ]

    @asynccontextmanager
    async def open_hall(_: Starlette) -> AsyncIterator[None]:
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    only_tls = hall.settings.address.startswith("https://")
    middleware = [Middleware(SafeHeaders, only_tls=only_tls)]
    return Starlette(routes=routes, middleware=middleware, lifespan=open_hall)


class Web:
    """What each address answers."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        settings = hall.settings
        self._link_pace = Pace(settings.reads_per_second, settings.read_burst)
        self._address_pace = Pace(settings.address_reads_per_second, settings.address_read_burst)
        self._page_pace = Pace(settings.address_reads_per_second, settings.address_read_burst)
        self.weighing = Weighing(settings.max_searches, settings.search_seconds)
        self.printing = Printing(settings.max_prints, settings.print_seconds)
        self.bouts = Bouts(settings.max_searches, min(SECONDS, settings.search_seconds))
        self._pages = Pages(lambda: _games().body)
        self._counting = Places(settings.max_searches)
        self._looking = Places(LOOKING)
        self._importing = OneEach()
        self._taking_in = asyncio.Semaphore(IMPORTS_AT_ONCE)
        self._pinning = OneEach()
        self._rewriting = asyncio.Semaphore(PICTURES_AT_ONCE)
        self._readers = Places(READERS)
        self.proving = Proving(settings.import_seconds)
        self.puzzles = Puzzles()

    def paced(self, handler: Handler) -> Handler:
        """The same, unless this address asks too often."""

        async def answer(request: Request) -> Response:
            self._address_pace.spend(self._address(request))
            return await handler(request)

        return answer

    def paced_apart(self, handler: Handler) -> Handler:
        """The same for what is there however much else was asked: the page, and who watches us."""

        async def answer(request: Request) -> Response:
            self._page_pace.spend(self._address(request))
            return await handler(request)

        return answer

    def weighty(self, handler: Handler) -> Handler:
        """The same where answers may be long: they count for more, by their length."""

        async def answer(request: Request) -> Response:
            told = await handler(request)
            self._address_pace.charge(self._address(request), len(told.body) / A_PLAIN_ANSWER)
            return told

        return answer

    def changing(self, handler: Handler) -> Handler:
        """The same, unless a page that is not ours asks for a change."""

        async def answer(request: Request) -> Response:
            said = request.headers.getlist
            by_page = "sec-fetch-mode" in request.headers
            if not self.hall.visitors.may_change(
                said("origin"), said("host"), by_page, _reached(request)
            ):
                raise Forbidden("", "Only this server's own page may do that.")
            return await handler(request)

        return answer

    # The server

    async def health(self, _: Request) -> Response:
        health = await self.hall.health()
        return _json(health, 200 if health.ok else 503)

    async def alive(self, _: Request) -> Response:
        return _json(Alive(True))

    async def metrics(self, _: Request) -> Response:
        return Response(self.hall.metrics.text(), media_type="text/plain; version=0.0.4")

    async def openapi(self, _: Request) -> Response:
        return Response(openapi(), media_type=JSON)

    async def schema(self, _: Request) -> Response:
        return Response(published(), media_type="application/schema+json")

    async def page(self, request: Request) -> Response:
        """A file of the page, or the page itself, for whoever calls us by a name of ours."""
        path: str = request.path_params["path"]
        if path.startswith("api/"):
            raise Unreadable("There’s nothing at this address.")
        host = request.headers.get("host", "")
        if host and not self.hall.visitors.is_ours(host, _reached(request)):
            return PlainTextResponse(_misled(host, self.hall.settings.address), 421)
        if path.startswith(_INVITED):
            with suppress(FatedeckError):  # the page itself says what is wrong with a code
                code = path.removeprefix(_INVITED)
                room = await self.hall.invited(code, self._address(request))
                here = self.hall.settings.address or f"http://{host}"
                preview = _preview(_invitation(room), here)
                with self._timed(request, self._page_pace):
                    return self._pages.invitation(request, preview)
        return self._pages.answer(request, path)

    async def wrong_method(self, _: Request) -> Response:
        answer = _json(Problem("That can’t be done at this address."), 405)
        answer.headers["Allow"] = "GET, HEAD, POST"
        return answer

    async def push_key(self, _: Request) -> Response:
        return _json(PushKey(public_key(await self.hall.push_key())))

    # The games

    async def games(self, request: Request) -> Response:
        return answer_kept(request, _games())

    async def faces(self, request: Request) -> Response:
        self._address_pace.spend(self._address(request), FACES)
        game, options = request.path_params["game"], request.query_params.get("options", "{}")
        return answer_kept(request, await self._aside(request, lambda: _faces(game, options)))

    async def rules(self, request: Request) -> Response:
        return answer_kept(request, _rules(request.path_params["game"]))

    async def decks(self, request: Request) -> Response:
        return answer_kept(request, _decks(request.path_params["game"]))

    async def read_deck(self, request: Request) -> Response:
        """A list of cards as the rules read it: what is wrong with it, what it may open with."""
        wanted = await self._body(request, DeckList)
        ruleset = find_game(request.path_params["game"])
        return _json(await self._aside(request, lambda: ruleset.read_deck(wanted.text)))

    async def printable(self, request: Request) -> Response:
        ruleset = find_game(request.path_params["game"])
        return _json(await self._aside(request, lambda: _printable(ruleset)))

    async def print(self, request: Request) -> Response:
        """Cards, boxes or rules as a PDF: what the press is doing, and then the file.

        It is ended when the reader goes away.
        """
        wanted = await self._body(request, PrintWanted)
        game, address = find_game(request.path_params["game"]).id, self._address(request)
        self._address_pace.spend(address, PRINT)
        return await _hear_print(self.printing.print((address,), game, wanted))

    async def print_of_table(self, request: Request) -> Response:
        """The asker's own sheet as it stands, or what has happened as a book."""
        wanted = await self._body(request, TablePrint)
        room, member = await self._enter(request, PRINT)
        more: dict[str, object] = {"what": wanted.what, "link": wanted.link}
        if wanted.what == "chronicle":
            more["story"] = await self._chronicle(request, chronicle.story)
        else:
            more |= _own_sheet(room, member)
        address = self._address(request)
        askers = (address, link_key(room, member, address))
        how = PrintWanted(paper=wanted.paper, booklet=wanted.booklet)
        return await _hear_print(self.printing.print(askers, room.ruleset.id, how, more))

    async def lesson(self, request: Request) -> Response:
        """A move in a lesson: nothing is kept, so it changes nothing here."""
        move = await self._body(request, LessonMove)
        self._address_pace.spend(self._address(request), LESSON)
        game, number = request.path_params["game"], request.path_params["number"]
        if not number.isascii() or not number.isdigit() or len(number) > 3:
            raise Unreadable("A lesson is a number.")
        return _json(await self._aside(request, lambda: lessons.hear(game, int(number), move)))

    async def puzzle(self, request: Request) -> Response:
        """The puzzle of today: found once, and the same for everybody."""
        self._address_pace.spend(self._address(request), PUZZLE)
        found = await self.puzzles.of(find_game(request.path_params["game"]))
        return Response(found, headers={"Cache-Control": "no-store"}, media_type=JSON)

    async def qr(self, request: Request) -> Response:
        wanted = await self._body(request, QrText)
        self._address_pace.spend(self._address(request), QR)
        code = await self._aside(request, lambda: _qr_code(wanted.text))
        return Response(code, media_type="image/svg+xml")

    # Tables

    async def create(self, request: Request) -> Response:
        new = await self._body(request, NewTable)
        self.hall.allow_new_table(self._address(request))
        options = await self._aside(request, lambda: looked_through(new))
        return _json(await self.hall.create(new, options), 201)

    async def take_in(self, request: Request) -> Response:
        address = self._address(request)
        busy = "Others are opening saved tables right now. Try again in a minute."
        with self._importing.asked_by(address, TooOften(60, busy), IMPORTS):
            self.hall.allow_new_table(address)
            try:
                async with asyncio.timeout(UPLOAD):
                    data = await _read(request, self.hall.settings.max_import_bytes)
                async with self._taking_in:
                    taken = await self.proving.read(data)
                    self.hall.growth.charge(address, len(data))
                    links = await self.hall.adopt(*taken)
            except TimeoutError:
                raise Unreadable("That took too long to arrive.") from None
        return _json(links, 201)

    async def invitation(self, request: Request) -> Response:
        """What whoever has a table's code is shown."""
        room = await self.hall.invited(request.path_params["code"], self._address(request))
        shown = _invitation(room)
        await room.settled()
        return _json(shown)

    async def sit(self, request: Request) -> Response:
        """Sit down by a table's code, or knock."""
        wanted = await self._body(request, Sit)
        code = request.path_params["code"]
        return _json(Seated(await self.hall.sit_by_code(code, wanted, self._address(request))))

    async def invite(self, request: Request) -> Response:
        """The table's code, for who may hand it on."""
        room, member = await self._enter(request)
        if not (member.seat or member.runs_table):
            raise Forbidden("", "Only people at the table can pass on its code.")
        code = room.invite.code if room.invite.door != "shut" else ""
        await room.settled()
        return _json(InviteCode(code))

    async def sessions(self, request: Request) -> Response:
        """What is told of each session that has ended."""
        room, _ = await self._enter(request, CHRONICLE)
        sessions = room.sessions
        with room.drawing():
            heroes = heroes_of(room.sheets(None))
        await room.settled()
        async with self._reading_all(request):
            rows = await self._whole_story(request, room)
            return await self._charged(request, lambda: _json(recaps(sessions, rows, heroes)))

    async def notes(self, request: Request) -> Response:
        """The group's notes, and the asker's own; spectators read neither."""
        room, member = await self._enter(request)
        if not (member.seat or member.runs_table):
            raise Forbidden("", "Only people at the table can read its notes.")
        group, own = note_in(room.papers, NOTES), note_in(room.papers, notes_of(member.place))
        mine = None
        if member.seat:  # what was written before somebody sat here is for who sat here then
            text = own.text if own.at >= member.since else ""
            mine = Written(text, own.edition, own.by)
        await room.settled()
        return _json(Notes(Written(group.text, group.edition, group.by), mine))

    async def next_date(self, request: Request) -> Response:
        """The date of the next session, for a calendar."""
        room, _ = await self._enter(request)
        at = room.sessions[-1].next
        if not at:
            raise Refused("", "Nobody has set a date for the next session yet.")
        row, now = room.row, milliseconds()
        address, code = self.hall.settings.address, room.invite.code
        address = address or f"{request.url.scheme}://{request.url.netloc}"
        if code and room.invite.door != "shut":
            address = f"{address}/t/{code}"
        text = calendar(row.id, row.name, room.ruleset.title, address, at, now)
        return _download(text.encode(), "text/calendar; charset=utf-8", f"{row.name}.ics")

    async def table(self, request: Request) -> Response:
        room, member = await self._enter(request)
        with self._timed(request, self._address_pace):
            welcome = _json(room.welcome(member, room.picture(member)))
        await room.settled()
        return welcome

    async def story(self, request: Request) -> Response:
        room, member = await self._enter(request)
        before = _number(request, "before", 2**53)
        limit = min(_number(request, "limit", STORY_PAGE), STORY_PAGE)
        rows = await self.hall.store.story(room.row.id, before, limit + 1)
        more = len(rows) > limit
        if more:  # lines that were told together are not torn apart
            rows = [row for row in rows if row.at != rows[0].at] or rows
        told = fitting(rows, lambda row: len(row.body))
        return _json(Story(_read_by(told, member), more or len(told) < len(rows)))

    async def steps(self, request: Request) -> Response:
        room, member = await self._enter(request, STEPS)
        async with self._reading_all(request):
            known, info = await self.hall.store.past(room.row.id), room.info()
            steps = await self._charged(
                request, lambda: _json(Steps(info, past.told_steps(known, member)))
            )
        await room.settled()
        return steps

    async def odds(self, request: Request) -> Response:
        """The odds of what this seat could do; asked for, because counting them takes a while."""
        room, member = await self._enter(request, ODDS)
        record = room.playing()
        if not room.row.odds_shown:
            raise Refused("", "Odds are hidden at this table.")
        v, state = room.v, Codec(room.ruleset).copy(record.state)
        counted = await self._aside(
            request, lambda: _counted(record, state, member.seat), room.uncounted
        )
        await room.settled()
        return _json(OddsNow(v, counted))

    async def best(self, request: Request) -> Response:
        """What each choice of this seat is worth: how far the search is, and what it has found.

        The search is ended when the reader goes away.
        """
        room, member = await self._enter(request, BEST)
        room.playing()
        if not room.row.odds_shown:
            raise Refused("", "Odds are hidden at this table.")
        if not member.seat:
            raise Forbidden("", "Only someone seated at the table has choices to weigh.")
        stands, v = room.as_it_stands(), room.v
        chosen = await self._aside(
            request, lambda: dilemma(stands.take_up(), member.seat), room.uncounted
        )
        told = self.weighing.weigh(self._address(request), room.row.id, v, chosen)
        await room.settled()
        first = await anext(told)

        def refused(words: str) -> Weighed:
            return Weighed(v, 1, refused=words)

        return StreamingResponse(_events(first, told, refused), 200, _LIVE, "text/event-stream")

    async def fight(self, request: Request) -> Response:
        """Is the fight at this table fair? For its game master, from what that seat can know.

        It is ended when the reader goes away.
        """
        room, member = await self._enter(request, BEST)
        record = room.playing()
        if member.role != "gm":
            raise Forbidden("", "Only the game master can look ahead at a fight.")
        start = record.quiet[record.n]
        seats, options = record.header.seats, record.header.options
        bout = Bout(room.row.game, seats=seats, options=options, start=start, of=member.seat)
        told = self.bouts.try_out(self._address(request), room.row.id, bout)
        await room.settled()
        return await _estimates(told)

    async def fighters(self, request: Request) -> Response:
        """Whom a game has ready for a fight."""
        fights = find_game(request.path_params["game"]).fights()
        if fights is None:
            return _json(FightersKnown([], []))
        heroes = [fights.full_name(hero) for hero in fights.heroes()]
        settings = fights.settings_of(PARTY), fights.settings_of(FOES)
        return _json(FightersKnown(heroes, fights.foes(), *settings))

    async def try_fight(self, request: Request) -> Response:
        """Is this fight fair? Whoever asks names both sides."""
        wanted = await self._body(request, FightWanted)
        self._address_pace.spend(self._address(request), BEST)
        game = find_game(request.path_params["game"]).id
        bout = Bout(game, party=wanted.party, foes=wanted.foes)
        address = self._address(request)
        return await _estimates(self.bouts.try_out(address, f"at {address}", bout))

    async def verdict(self, request: Request) -> Response:
        """What turned a game that is over, and how lucky everyone was."""
        room, _ = await self._enter(request, CHRONICLE)
        with room.drawing():
            over = room.ruleset.is_over(room.playing().state)
        if not over:
            raise Refused("", "The game isn’t over yet.")
        if room.grown.bytes > MOST_JUDGED:
            raise Refused("", "This game is too long to say what decided it.")
        await room.settled()
        async with self._reading_all(request):
            record = await past.record_text_of(self.hall.store, room)
            rows = await self._whole_story(request, room)
            judged = partial(past.verdict, room.ruleset, record, rows)
            return await self._charged(request, lambda: _json(judged()))

    async def scene_at(self, request: Request) -> Response:
        room, member = await self._enter(request, SCENE)
        v = request.path_params["v"]
        if not v.isascii() or not v.isdigit() or len(v) > 15:
            raise Unreadable("A step is a number.")
        public = request.query_params.get("as") == "spectator"
        seat = None if public else member.seat or None
        stood = await past.stood_at(self.hall.store, room, int(v))
        return await self._aside(
            request, lambda: _json(past.scene_at(int(v), stood, seat)), room.undrawn
        )

    async def fork(self, request: Request) -> Response:
        room = await self._enter_to_copy(request)
        wanted = await self._body(request, Fork)
        self.hall.allow_new_table(self._address(request))
        async with self._reading_all(request):
            begun = await past.fork(self.hall.store, room, wanted.v, wanted.name)
            await self._give_copy(request, f"A table was forked from step {wanted.v} of this one.")
            links = await self.hall.adopt(*begun)
        return _json(links, 201)

    async def rematch(self, request: Request) -> Response:
        room, member = await self._enter(request)
        wanted = await self._body(request, Rematch)
        if again_in(room.papers) is None:
            self.hall.allow_new_table(self._address(request))
        new = wanted_again(room, member, wanted)
        options = await self._aside(request, lambda: looked_through(new))
        return _json(await self.hall.rematch(*_link(request), new, options))

    async def export(self, request: Request) -> Response:
        room = await self._enter_to_copy(request)
        async with self._reading_all(request):
            pieces = await past.export(self.hall.store, room)
        await self._give_copy(
            request, "The whole table was exported, with everything hidden in it."
        )
        headers = _to_keep("table.fatedeck.json")
        sent = self._weighed(request, pieces)
        return StreamingResponse(sent, headers=headers, media_type="application/json")

    async def record(self, request: Request) -> Response:
        room, _ = await self._enter(request, CHRONICLE)
        if room.row.phase != "ended":
            raise Refused("", "The record shows what’s hidden, so you get it when the table ends.")
        await room.settled()
        async with self._reading_all(request):
            record = await past.record_text_of(self.hall.store, room)
            data = await self._charged(request, record.encode)
        return _download(data, "application/x-ndjson", "record.jsonl")

    async def chronicle_markdown(self, request: Request) -> Response:
        text = await self._chronicle(request, lambda book: chronicle.markdown(book).encode())
        return _download(text, "text/markdown; charset=utf-8", "chronicle.md")

    async def chronicle_page(self, request: Request) -> Response:
        text = await self._chronicle(request, lambda book: chronicle.page(book).encode())
        page = _download(text, "text/html; charset=utf-8", "chronicle.html")
        page.headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        )
        return page

    async def pin(self, request: Request) -> Response:
        """Bring a picture to the table; nobody sees it before it is shown."""
        room, member = await self._enter(request, PICTURE)
        check_pin(room, member)
        busy = TooOften(5, "Others are bringing pictures right now. Try again in a moment.")
        with self._pinning.asked_by(self._address(request), busy, PICTURES):
            try:
                async with asyncio.timeout(PICTURE_UPLOAD):
                    data = await _read(request, self.hall.settings.max_picture_bytes)
                async with self._rewriting:  # whoever sends slowly holds nobody up
                    brought = await self._charged(request, lambda: rewritten(data), PICTURE_SECONDS)
            except TimeoutError:
                raise Unreadable("That took too long to arrive.") from None
        self.hall.growth.charge(self._address(request), len(brought))
        return _json(Pinned(await self.hall.pin(*_link(request), brought)), 201)

    async def picture(self, request: Request) -> Response:
        """A picture of a table, for whoever was told its name."""
        room = await self.hall.room(request.path_params["table"])
        if room is None:
            raise Unreadable("There’s no such picture at this table.")
        shown = picture(room.papers, request.path_params["picture"])
        return Response(shown, headers={"Cache-Control": _FOR_GOOD}, media_type=TYPE)

    # How

    async def _chronicle(
        self,
        request: Request,
        write: Callable[[chronicle.Book], T],
    ) -> T:
        """What has happened, as the asker may read it, written in this way."""
        room, member = await self._enter(request, CHRONICLE)
        with room.drawing():
            seen = room.sheets(member.seat or None)
        reads_notes = member.seat or member.runs_table
        notes = note_in(room.papers, NOTES).text if reads_notes else ""
        sessions = room.sessions
        drawn = dict(faces(room.papers))
        people = [
            chronicle.Person(named(sheet), sheet.owner, sheet.about, drawn.get(sheet.title, ""))
            for sheet in seen
            if sheet.side == "hero"
        ]
        async with self._reading_all(request):
            rows = await self._whole_story(request, room)
            name = room.row.name
            return await self._charged(
                request,
                lambda: write(
                    chronicle.Book(name, people, list(_read_by(rows, member)), sessions, notes)
                ),
            )

    async def _whole_story(self, request: Request, room: Room) -> list[StoryRow]:
        """All lines of a story: they count for whoever has them read, however little is told."""
        rows = await self.hall.store.whole_story(room.row.id)
        self._address_pace.charge(self._address(request), len(rows) / A_PLAIN_PAGE)
        return rows

    async def _enter(self, request: Request, cost: int = 1) -> tuple[Room, Member]:
        """The table and who asks, by the link in the `Authorization` header.

        Costly answers are counted for the link as several.
        """
        room, member = await self.hall.enter(*_link(request))
        if member.seat and not room.seat_at(member.place).taken:
            raise Forbidden("", "Nobody sits here yet: open the link in a browser first.")
        address = self._address(request)
        self._address_pace.charge(address, room.pay() / A_PLAIN_MOMENT)
        self._link_pace.spend(link_key(room, member, address), cost)
        return room, member

    async def _enter_to_copy(self, request: Request) -> Room:
        room, member = await self._enter(request, COPY)
        if not member.runs_table:
            raise Forbidden("", "Only the host or the game master can do that.")
        await room.settled()
        _check_copy(room)
        return room

    async def _give_copy(self, request: Request, text: str) -> None:
        """Hand out nothing before it is on disk that a copy was given.

        Somebody may have said no while it was made, or another copy been given, and not only here.
        """
        while True:
            room, _ = await self.hall.enter(*_link(request))
            if (refused := room.why_not_now()) is not None:
                raise refused
            _note_copy(room, text)
            with suppress(Beaten):
                await room.settled()
                return

    async def _weighed(
        self, request: Request, pieces: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """A long answer piece by piece, each made when those before it are read, and counted."""
        async for piece in pieces:
            self._address_pace.charge(self._address(request), len(piece) / A_PLAIN_ANSWER)
            yield piece

    @contextmanager
    def _timed(self, request: Request, pace: Pace) -> Iterator[None]:
        """What the server's own thread computes meanwhile counts for whoever asks."""
        began = time.thread_time()
        try:
            yield
        finally:
            spent = time.thread_time() - began
            pace.charge(self._address(request), spent / A_PLAIN_MOMENT)

    async def _aside(self, request: Request, work: Callable[[], T], rest: Rest | None = None) -> T:
        """What this work gives; a few at a time, and what it takes counts for whoever asks.

        What is counted at a table has a `rest`, and places that nobody who looks something up waits
        for. What takes too long is broken off, and with a rest not begun again for a while. Whoever
        has asked for too much until it is their turn is refused.
        """
        address = self._address(request)
        places = self._looking if rest is None else self._counting
        async with places.taken_by(address):
            self._address_pace.spend(address, 0)
            if rest is not None and (refused := rest.why_not_now()) is not None:
                raise refused
            try:
                return await self._charged(request, work, self.hall.settings.odds_seconds)
            except TooLong:
                if rest is not None:
                    rest.begin()
                raise

    async def _charged(
        self, request: Request, work: Callable[[], T], seconds: float = LONGEST
    ) -> T:
        """What this work gives, done beside the server's own; it counts for whoever asks."""

        def timed() -> T:
            began = time.thread_time()
            try:
                return work()
            finally:
                spent.append(1000 * (time.thread_time() - began))

        spent: list[float] = []
        try:
            return await aside(timed, seconds)
        finally:
            address = self._address(request)
            self.hall.address_pace.charge(address, sum(spent))
            self._address_pace.charge(address, sum(spent) / (1000 * A_PLAIN_MOMENT))

    @asynccontextmanager
    async def _reading_all(self, request: Request) -> AsyncIterator[None]:
        """A table's whole past is read by a few at a time: whoever waits holds nothing of it yet.

        Each address has one place in that line, and for whoever has gone nothing is read.
        """
        async with self._readers.taken_by(self._address(request)):
            if await request.is_disconnected():
                raise Unreadable("Nobody is waiting for that any more.")
            yield

    def _address(self, request: Request) -> str:
        """Whoever asks, as limits count it."""
        peer = request.client.host if request.client is not None else ""
        return self.hall.visitors.address_of(peer, request.headers.getlist("x-forwarded-for"))

    async def _body(self, request: Request, kind: type[S]) -> S:
        data = await _read(request, self.hall.settings.max_body_bytes)
        if b"\\u0000" in data:
            raise Unreadable("There’s a character in it that no table can keep.")
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeError) as fault:
            raise Unreadable(f"That doesn’t make sense here: {why_unfit(fault)}") from fault


class AnyMethod:
    """Hears requests of every method; a route to a plain function would hear only one."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self.handler(Request(scope, receive, send))
        await answer(scope, receive, send)


class SafeHeaders:
    """Every answer tells the browser to run nothing but our own page."""

    def __init__(self, app: ASGIApp, *, only_tls: bool) -> None:
        self.app = app
        self.headers = _HEADERS | ({"Strict-Transport-Security": _ONLY_TLS} if only_tls else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_safely)


def installed_games() -> list[AnyRuleset]:
    """Every game that can be loaded, in the order of their titles; the others are logged."""
    found: list[AnyRuleset] = []
    for name in sorted(installed()):
        try:
            found.append(find_game(name))
        except Unreadable as fault:
            log.warning("a game cannot be loaded", extra={"facts": {"why": str(fault)}})
    return sorted(found, key=lambda ruleset: ruleset.title)


@cache
def _games() -> Kept:
    games = [_info(game) for game in installed_games()]
    return kept(msgspec.json.encode(GameList(PROTOCOL, games)))


@lru_cache(maxsize=64)
def _faces(game: str, options: str) -> Kept:
    ruleset = find_game(game)
    try:
        given = msgspec.json.decode(options, type=dict[str, object])
    except msgspec.DecodeError as fault:
        raise Unreadable(f"Those options don’t make sense: {fault}.") from fault
    faces = ruleset.faces(Codec(ruleset).options(given))
    return kept(msgspec.json.encode(FaceCatalogue(game, ruleset.version, faces, ruleset.look)))


@cache
def _decks(game: str) -> Kept:
    ruleset = find_game(game)
    if (box := ruleset.deck_box()) is None:
        raise Refused("", f"Nobody brings a deck to {ruleset.title}.")
    return kept(msgspec.json.encode(Decks(game, ruleset.version, box)))


@cache
def _rules(game: str) -> Kept:
    ruleset = find_game(game)
    clauses = list(ruleset.rules.clauses.values())
    return kept(msgspec.json.encode(RulesText(game, ruleset.version, clauses)))


def _invitation(room: Room) -> Invitation:
    info, ruleset = room.info(), room.ruleset
    hosting = [seat for seat in info.seats if seat.place == info.host or seat.role == "gm"]
    host = next((seat for seat in hosting if seat.place == info.host), next(iter(hosting), None))
    return Invitation(
        info.id,
        info.name,
        info.game,
        ruleset.title,
        ruleset.summary,
        ruleset.look,
        info.phase,
        host.name if host is not None and host.taken else "",
        HOST in room.audiences or any(seat.here for seat in hosting),
        info.seats,
        why_no_chair(room, NEWCOMER) is None,
        info.door,
        info.watching,
        info.locked,
        [seat.place for seat in room.seats if is_companion(seat, ruleset.seating)],
        info.session,
    )


def _preview(told: Invitation, here: str) -> Preview:
    hosts = f"{told.host} hosts. " if told.host else ""
    return Preview(f"{told.name}: {told.title}", hosts + told.summary, f"{here}/icon-512.png")


def _info(ruleset: AnyRuleset) -> GameInfo:
    forms: dict[str, dict[str, object]] = msgspec.json.schema(
        ruleset.Options, ref_template="#/$defs/{name}"
    )["$defs"][ruleset.Options.__name__]["properties"]
    defaults: dict[str, object] = msgspec.to_builtins(ruleset.Options()) | ruleset.tonight
    options = [OptionInfo(name, form, defaults.get(name)) for name, form in forms.items()]
    return GameInfo(
        ruleset.id,
        ruleset.title,
        ruleset.version,
        ruleset.summary,
        ruleset.learn,
        ruleset.attribution,
        ruleset.licence,
        ruleset.seating,
        options,
        machines(ruleset),
        ruleset.look,
        [_cover(name, text) for name, text in ruleset.adventures.items()],
        levels(ruleset),
        ruleset.rivals(),
        ruleset.deck_box() is not None,
        [lesson_title(text) for text in ruleset.lessons],
        ruleset.wandering is not None,
        level_names(ruleset),
    )


def _cover(name: str, text: str) -> AdventureInfo:
    told = read_cover(text)
    return AdventureInfo(
        name,
        told.title,
        told.about,
        told.fewest,
        told.most,
        told.minutes,
        told.level,
        told.licence,
        told.lives,
        told.takes,
    )


def _get(path: str, handler: Handler) -> Route:
    return Route(path, _polite(handler), methods=["GET"])


def _post(path: str, handler: Handler) -> Route:
    return Route(path, _polite(handler), methods=["POST"])


def _polite(handler: Handler) -> Handler:
    """A refusal is an answer: a sentence, and a status that says what kind it is."""

    async def answer(request: Request) -> Response:
        try:
            return await packed(request, await handler(request))
        except RecursionError:
            return _json(Problem(_TOO_DEEP), 400)
        except FatedeckError as fault:
            let_go(fault)
            refused = _json(Problem(sentence(fault), clause(fault)), _status(fault))
            if isinstance(fault, TooOften):
                refused.headers["Retry-After"] = str(fault.seconds)
                refused.headers["Connection"] = "close"  # who goes on has to knock again
            return refused

    return answer


def _status(fault: FatedeckError) -> int:
    if isinstance(fault, Forbidden):
        return 403
    if isinstance(fault, Limit):
        return 429
    if isinstance(fault, Unsaved):
        return 503
    return 409 if isinstance(fault, Refused) else 400


def _json(body: Struct, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(body),
        status,
        {"Cache-Control": "no-store"},
        media_type=JSON,
    )


_LIVE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def _estimates(told: AsyncGenerator[Estimate, None]) -> Response:
    """What is known of a fight, as it comes."""
    first = await anext(told)

    def refused(sentence: str) -> Estimate:
        return Estimate(1, refused=sentence, over=True)

    return StreamingResponse(_events(first, told, refused), 200, _LIVE, "text/event-stream")


async def _events(
    first: T, told: AsyncGenerator[T, None], refused: Callable[[str], T]
) -> AsyncIterator[bytes]:
    """Server-sent events; a refusal on the way is the last one."""
    yield _event(first)
    try:
        async with aclosing(told):
            async for one in told:
                yield _event(one)
    except FatedeckError as fault:
        yield _event(refused(sentence(fault)))


def _event(told: object) -> bytes:
    return b"data: " + msgspec.json.encode(told) + b"\n\n"


async def _hear_print(told: AsyncGenerator[Printed, None]) -> Response:
    """What the press is doing, again and again; it is ended when the reader goes away."""
    first = await anext(told)
    events = _events(first, told, lambda words: Printed(refused=words))
    return StreamingResponse(events, 200, _LIVE, "text/event-stream")


def _own_sheet(room: Room, member: Member) -> dict[str, object]:
    """What a seat is shown of its own character, for the press."""
    if room.record is None or not member.seat:
        raise Refused("", "You have no character at this table.")
    seat, record = member.seat, room.record
    with room.drawing():
        seen = room.ruleset.view(record.state, seat)
    own = View(
        zones=[zone for zone in seen.zones if zone.owner == seat],
        sheets=[sheet for sheet in seen.sheets if sheet.owner == seat],
    )
    return {"view": own, "seat": seat, "options": record.header.options}


def _printable(ruleset: AnyRuleset) -> Printable:
    sets = ruleset.card_sets(Codec(ruleset).options({}))
    return Printable(
        ruleset.id,
        [PrintableSet(one.id, one.title, sum(one.cards.values()), one.each) for one in sets],
        {name: read_cover(text).title for name, text in ruleset.adventures.items()},
    )


def _misled(host: str, address: str) -> str:
    """What to do about a name of ours that we do not know."""
    if address:
        return f"This table is at {address}. Please open it there."
    name = host[:80] if host.isprintable() else "that"
    return (
        f"This server doesn’t know that it is called {name}. Open it by its number, or tell it "
        "in FATEDECK_ADDRESS where players reach it."
    )


def _qr_code(text: str) -> bytes:
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
    return out.getvalue()


def _counted(record: AnyRecord, state: Struct, seat: str) -> list[Odds]:
    """The odds of what this seat could do, and of what the scene offers."""
    if not seat:
        return []
    counted = [odds_as_data(prospect) for prospect in record.ruleset.prospects(state, seat)]
    tale = record.telling_of(state)
    if tale is None:
        return counted
    return counted + scene_odds(Codec(record.ruleset), state, tale, seat)


def _read_by(rows: Sequence[StoryRow], member: Member) -> list[StoryLine]:
    return [line for row in rows if (line := kept_tale(row).read_by(member)) is not None]


def _download(data: bytes, kind: str, name: str) -> Response:
    return Response(data, headers=_to_keep(name), media_type=kind)


def _to_keep(name: str) -> dict[str, str]:
    """What tells a browser to keep an answer as a file."""
    return {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        "Cache-Control": "no-store",
    }


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 15 or int(text) < 1:
        raise Unreadable(f"“{name}” has to be a whole number, 1 or more.")
    return int(text)


def _reached(request: Request) -> tuple[str, int]:
    """Where the connection has reached this machine."""
    address, port = request.scope.get("server") or ("", 0)
    return str(address), int(port or 0)


def _link(request: Request) -> tuple[str, str]:
    """The table and the token of the link in the `Authorization` header."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    table_id, _, token = given.strip().partition(".")
    if scheme.lower() != "bearer" or table_id != request.path_params["table"]:
        raise Forbidden("", "This needs the table’s link.")
    if not (given.isascii() and given.isprintable()):
        raise Forbidden("", "That link doesn’t open a table. Ask the host for a new one.")
    return table_id, token


async def _read(request: Request, most: int) -> bytes:
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise Limit("", f"That’s too long. At most {most} bytes, please.")
    except ClientDisconnect as gone:
        raise Unreadable("The rest of it never arrived.") from gone
    return bytes(data)


def _check_copy(room: Room) -> None:
    if (refused := why_not_copy(room.row.phase, room.seats, room.copies.agreed)) is not None:
        raise refused


def _note_copy(room: Room, text: str) -> None:
    """Everyone at the table learns of it; the next copy has to be asked for again."""
    _check_copy(room)
    room.copies = Copies(made=room.copies.made or room.row.phase != "ended")
    line = room.add_story("event", "", Body(text), "")
    work = Work(tables=[msgspec.structs.replace(room.row)], story=[line.row(room.row.id, "")])
    room.commit(work, tales=[line], table=True)
