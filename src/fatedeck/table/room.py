"""A room: one table in memory, its lock, its readers, and its way to disk.

Whatever changes here is saved first and told second: every message to a reader waits until all that
it could tell of is on disk. What cannot be saved has not happened: the room is *lost* until it has
gone back to what the disk holds, and every command that waited is answered from that.

Other workers may serve other readers of the table. What they change is followed, and a change that
one of them was quicker than is lost too; its command is then given again.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.bots.machines import (
    level_names,
    levels,
    machine,
    machines,
    make_move,
    make_some_move,
)
from fatedeck.bots.moves import Move
from fatedeck.bots.trying import moves_to_ready
from fatedeck.engine.adventure_text import OPTION
from fatedeck.engine.chain import Chain
from fatedeck.engine.chance import Salt, commitment
from fatedeck.engine.codec import with_text
from fatedeck.engine.decks import OPTION as DECKS
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.entries import Header, write_line
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.house import OPTION as HOUSE
from fatedeck.engine.offers import tag
from fatedeck.engine.record import Flight, Record
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.story import listed
from fatedeck.engine.view import Sheet
from fatedeck.engine.wandering import WANDERING
from fatedeck.table.again import again_in
from fatedeck.table.aside import THINKERS, begin
from fatedeck.table.beginnings import SCENES, followed, offered, scenes_in
from fatedeck.table.bringing import deck_of, with_decks
from fatedeck.table.clock import milliseconds
from fatedeck.table.consent import (
    BACK,
    Back,
    Copies,
    copying,
    going_back,
    read_copies,
    write_copies,
)
from fatedeck.table.deadlines import Deadline, deadline_in
from fatedeck.table.hooks import CALLED, HOOK, Call, Hook
from fatedeck.table.invites import DOOR, Callers, colours
from fatedeck.table.late import LATE, SITS_DOWN, Late, late_in
from fatedeck.table.links import HOST, Member, member_by
from fatedeck.table.logs import log
from fatedeck.table.news import News, Reached, marks
from fatedeck.table.pace import Machines, Pace
from fatedeck.table.patience import Patience, Rest, stop_watching
from fatedeck.table.pictures import portraits
from fatedeck.table.protocol import (
    PROTOCOL,
    SPECTATORS,
    AllowRewind,
    Bye,
    Command,
    Done,
    Fairness,
    Outgoing,
    Phase,
    QuietPoint,
    Refusal,
    Rewind,
    SeatInfo,
    StoryKind,
    TableInfo,
    TakeBack,
    Welcome,
)
from fatedeck.table.push import PUSH, Device, devices_of
from fatedeck.table.refusals import Beaten, Damaged, Limit, ServerFull, TooLong, Unsaved, why
from fatedeck.table.rows import (
    ASIDE,
    Claim,
    InviteRow,
    PaperRow,
    SeatGone,
    SeatRow,
    StepRow,
    Strike,
    TableRow,
    Work,
    form,
    numbered,
)
from fatedeck.table.scene import Picture, Telling, draw, draw_all
from fatedeck.table.sessions import NOTES, Session, info, note_in, sessions_in, written
from fatedeck.table.settings import Settings
from fatedeck.table.showing import house_told
from fatedeck.table.store import Course, Grown, Job, Store, grown_by
from fatedeck.table.story import Body, Made, Tale, fitting, kept_tale, play_body

AnyRecord: TypeAlias = Record[Struct, Struct, Struct]

TAIL = 40
"""Lines of the story that a reader is given on joining."""
MOST_STEPS = 50_000
"""Steps that a table has at most, and a file that is brought here."""
REWINDS = 20
"""Quiet points that are offered to rewind to; more are found in the steps."""
MOST_POINTS = 200
"""Quiet points that are remembered, so that some are left to offer after the game went back."""
NO_REWINDS: list[QuietPoint] = []
"""What is offered to those who may not rewind."""
RECENT = 128
"""Commands that are remembered here, so that the same one again is known without the disk."""
MOST_BYTES = 1_000_000_000
"""Bytes of steps that a table keeps at most, beside what an exported file holds."""
BYTES_OF_WORK = 4_096
"""So many bytes that are kept count for one piece of work."""
TALK, TALK_PER_SECOND = 1000, 0.5
"""Lines of talk that a player can say at once, and how many more a second."""
CHANGES, CHANGES_PER_SECOND = 200, 0.2
"""Changes around the game that a player can make at once, and how many more a second."""
MOST_UNSAVED = 64
"""Changes of a table that may wait for the disk; beyond them it takes no more commands."""
MOST_WORDS = 500
"""Messages that may wait with them."""

_OTHERS_FIRST = 3.0
"""Seconds for which the worker that has just changed the table may move the machine alone."""

_encode = msgspec.json.Encoder().encode
_ANYONE = Member(SPECTATORS, "spectator")


Reply: TypeAlias = Callable[[], "tuple[Line, Outgoing] | None"]
"""What the sender of a command is told once it is on disk."""


class Line(Protocol):
    """A live line to one reader, who is at some `address`."""

    address: str

    def tell(self, message: bytes) -> None: ...

    def spend(self, work: float) -> None: ...

    def close(self, bye: Bye) -> None: ...


class Word(Struct):
    """A message to one reader. One that answers a command has the id of it, and its act."""

    line: Line
    message: bytes
    answers: str = ""
    act: str = ""


class Given(Struct, frozen=True):
    """A command as it was given, by whoever came in by the link of this place; and how often."""

    line: Line
    place: int
    command: Command
    times: int = 1


class Saving(Struct):
    """A change on its way to disk: what is said and done once it is there, and who waits for it."""

    course: Course
    given: Given | None
    words: list[Word]
    then: Callable[[], None]
    waiting: list[asyncio.Future[bool]] = msgspec.field(default_factory=list)


class Carried(Struct, frozen=True):
    """A command that was carried out: the version it left the table at, and the link it made."""

    v: int
    made: Made | None = None


class Known(Struct, frozen=True):
    """How much of a table is known already: up to which version and line, and how large it was."""

    v: int = 0
    lines: int = 0
    grown: Grown = msgspec.field(default_factory=Grown)


class Kept(Struct):
    """All that a room needs to know of its table from the disk.

    `step` is the last one and `quiet` the one with its state, both None before the start. The story
    has `lines`; `forgets` says that there may be more commands on disk than `recent` has. The game
    goes back to quiet point `first` at most; `unbound` was played before there were chains.
    It has been changed `rev` times, and `went_back` says at which version play last went back.
    """

    rev: int
    row: TableRow
    seats: list[SeatRow]
    invite: InviteRow
    papers: dict[str, PaperRow]
    step: StepRow | None
    quiet: StepRow | None
    tales: list[Tale]
    lines: int
    grown: Grown
    points: list[QuietPoint]
    begun: int
    recent: dict[str, Carried]
    forgets: bool
    went_back: int = 0
    first: int = 1
    unbound: str = ""


class Standing(Struct, frozen=True):
    """A game as it stood at some point: its last quiet point, and what was in flight.

    To take it up performs all that was in flight again, which may take long.
    """

    header: Header
    n: int
    snapshot: bytes
    flight: bytes | None

    def take_up(self) -> AnyRecord:
        """A record of its own, which nobody else has."""
        flight = None
        if self.flight is not None:
            flight = msgspec.json.decode(self.flight, type=Flight)
        record: AnyRecord = Record(find_game(self.header.game), self.header)
        record.quiet.clear()
        record.resume(self.n, self.snapshot, flight, [])
        return record


class Audience:
    """All lines by one link: they read the same. Remembers what they were shown.

    Once their seat is freed they are `heard` no more, although the disk does not know of it yet.
    """

    __slots__ = ("heard", "lines", "member", "shown", "v")

    def __init__(self, member: Member) -> None:
        self.member = member
        self.lines: list[Line] = []
        self.heard = True
        self.shown: Picture | None = None
        self.v = 0

    @property
    def seat(self) -> str | None:
        return self.member.seat or None


class Room:
    """One table. `v` counts the changes of its game; `record` is None before the start.

    `begun` is the time at which the last action began, `grown` how much there is so far. A room
    that could not be saved is `lost` until it is what is on disk; one that is `gone` is deleted.
    `rev` counts all changes, on disk or on the way there, `lines` the lines of the story;
    `elsewhere` are the readers that other workers have, by their places. `given` is the command
    that is being carried out.
    """

    def __init__(
        self,
        row: TableRow,
        seats: list[SeatRow],
        invite: InviteRow,
        store: Store,
        settings: Settings,
        machines: Machines,
        on_loss: Callable[[Room], None],
        on_call: Callable[[Room, Call], None],
        on_coming: Callable[[Room], None],
    ) -> None:
        self.row = row
        self.seats = seats
        self.invite = invite
        self.papers: dict[str, PaperRow] = {}
        self._marks: list[int] | None = None
        self.stepped = 0
        self.lock = asyncio.Lock()
        self.record: AnyRecord | None = None
        self.rev = 1
        self.elsewhere: dict[int, int] = {}
        self.given: Given | None = None
        self.again: list[Given] = []
        self.v = 0
        self.chain = Chain()
        self.asked_at = 0
        self.begun = 0
        self.tail: deque[Tale] = deque(maxlen=TAIL)
        self.points: list[QuietPoint] = []
        self.rewinds: list[QuietPoint] = []
        self.recent: dict[str, Carried] = {}
        self.forgets = False
        self.audiences: dict[int, Audience] = {}
        self.touched = time.monotonic()
        self.unpaid = 0.0
        """Seconds that it took to take the game up, until somebody pays for them."""
        self.lost = False
        self.gone = False
        self.grown = Grown()
        self.most_talk = settings.max_talk
        self._store = store
        self._settings = settings
        self._machine_timer: asyncio.TimerHandle | None = None
        self.reasons: dict[int, str] = {}
        """Why the machine made its last move on each place, for whoever asks."""
        self._thinking: asyncio.Future[Move | None] | None = None
        self._machines = machines
        self._drawn = Drawn()
        self._on_loss = on_loss
        self._on_call = on_call
        self._on_coming = on_coming
        self._wait_timer: asyncio.TimerHandle | None = None
        self._course = Course()
        self.lines = 0
        self._unsaved: deque[Saving] = deque()
        self._unanswered: list[Word] = []
        self._last_at = 0
        self.resting, self.uncounted, self.undrawn = Rest(), Rest(), Rest()
        self.changes = Pace(CHANGES_PER_SECOND, CHANGES)
        self.talking = Pace(TALK_PER_SECOND, TALK)
        self._unthought = Rest()

    # What is

    @property
    def ruleset(self) -> AnyRuleset:
        return find_game(self.row.game)

    @property
    def salts(self) -> list[Salt]:
        return msgspec.json.decode(self.row.salts, type=list[Salt])

    @property
    def copies(self) -> Copies:
        """Who has agreed to a copy, and whether one was made."""
        return read_copies(self.row.copying)

    @copies.setter
    def copies(self, copies: Copies) -> None:
        self.row.copying = write_copies(copies)

    @property
    def hook(self) -> str:
        """Where the table calls people who are away; empty for nowhere."""
        paper = self.papers.get(HOOK)
        return msgspec.json.decode(paper.body, type=Hook).url if paper is not None else ""

    def devices(self, place: int) -> list[Device]:
        """The devices that are told when the table waits for who sits there now."""
        paper = self.papers.get(devices_of(place))
        sat = next((seat.sat for seat in self.seats if seat.place == place and seat.taken), None)
        known = msgspec.json.decode(paper.body, type=list[Device]) if paper is not None else []
        return [device for device in known if device.sat == sat]

    @property
    def back(self) -> Back | None:
        """Where the host asks to go back to, until anybody plays on."""
        paper = self.papers.get(BACK)
        back = msgspec.json.decode(paper.body, type=Back | None) if paper is not None else None
        return back if back is not None and back.v == self.v else None

    @property
    def callers(self) -> Callers:
        """Who is at the door."""
        paper = self.papers.get(DOOR)
        return msgspec.json.decode(paper.body, type=Callers) if paper is not None else Callers()

    @property
    def _called(self) -> list[str]:
        """The seats that were called and have not come since."""
        paper = self.papers.get(CALLED)
        return msgspec.json.decode(paper.body, type=list[str]) if paper is not None else []

    def keep(self, name: str, body: object) -> PaperRow:
        """Keep a paper with the table; it is to be saved with the change that it belongs to."""
        paper = self.papers[name] = written(self.row.id, name, body)
        return paper

    @property
    def deadline(self) -> Deadline:
        """How long a turn may take."""
        return deadline_in(self.papers)

    def is_overdue(self, place: int) -> bool:
        """Whether the table has waited longer than agreed for a seat whose player is away."""
        since = max(self.stepped, self.sessions[-1].began)  # nobody is late while the table sleeps
        over = self.deadline.is_over(since, milliseconds())
        return over and self.seat_at(place).name in self._missed()

    @property
    def sessions(self) -> list[Session]:
        """Every session so far; the last one lasts, or the table sleeps."""
        return sessions_in(self.papers, self.row.created)

    @property
    def header(self) -> Header:
        return header_of(self.row, self.seats)

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is on its way to disk."""
        return not self._unsaved and not self.audiences and not self.lock.locked()

    @property
    def is_followed(self) -> bool:
        """Whether what other workers change matters here at once, not only when somebody comes."""
        return not self.is_idle or self._wait_timer is not None

    @property
    def is_full(self) -> bool:
        """Whether so much was played here that nobody may play on."""
        return self.v >= MOST_STEPS or self.grown.bytes >= MOST_BYTES

    def why_not_grow(self) -> Refused | None:
        """Why nothing may be added here, or None if it may: all tables share one disk."""
        return ServerFull() if self._store.takes_no_more else None

    @property
    def unsaved(self) -> int:
        """How many changes wait for the disk."""
        return len(self._unsaved)

    def why_not_now(self) -> Refused | None:
        """Why this table takes no command just now, or None if it does."""
        if self.lost:
            return Unsaved()
        if self.gone:
            return Refused("", "This table is being deleted.")
        if (refused := self.resting.why_not_now()) is not None:
            return refused
        words = len(self._unsaved[-1].words) if self._unsaved else 0
        if len(self._unsaved) >= MOST_UNSAVED or words >= MOST_WORDS or self._store.is_full:
            return Limit("", "The server is behind with saving. Try again in a moment.")
        return None

    def patience(self) -> Patience:
        """For how long the rules may compute here while everybody else waits."""
        return Patience(self._settings.rule_seconds)

    def drawing(self) -> Patience:
        """The same for showing the table to somebody: what cannot be drawn is not tried often."""
        return Patience(self._settings.rule_seconds, self.undrawn)

    def seat_at(self, place: int) -> SeatRow:
        for seat in self.seats:
            if seat.place == place:
                return seat
        raise Refused("", "There’s no such seat at this table.")

    def playing(self) -> AnyRecord:
        """The game, once it has started."""
        if self.record is None:
            raise Refused("", "The game hasn’t started yet.")
        return self.record

    def done_at(self, n: int) -> tuple[str, str]:
        """Who did what at a quiet point, as far as it is still in mind."""
        record = self.playing()
        if record.flight is not None and n == record.n:
            return record.flight.seat, str(record.flight.action.get("do"))
        return next(((point.seat, point.do) for point in self.points if point.n == n), ("", ""))

    def as_it_stands(self) -> Standing:
        """The game by itself, for work beside the server's own: nothing in it changes any more."""
        now = self.playing()
        flight = _encode(now.flight) if now.flight is not None else None
        return Standing(self.header, now.n, now.quiet[now.n], flight)

    def pay(self) -> float:
        """The seconds that it took to take the game up: whoever comes first pays for them."""
        unpaid, self.unpaid = self.unpaid, 0.0
        return unpaid

    def is_here(self, place: int) -> bool:
        """Whether somebody reads at this place, here or by another worker."""
        return place in self.audiences or place in self.elsewhere

    def info(self) -> TableInfo:
        """The table around the game, as everyone sees it."""
        row, again = self.row, again_in(self.papers)
        worn = colours(self.invite, self.seats)
        seats = [
            SeatInfo(
                seat.place,
                seat.name,
                seat.role,
                self.is_here(seat.place),
                seat.taken,
                seat.token_hash is not None,
                seat.machine,
                worn[seat.place],
                bool(deck_of(self.papers, seat)),
            )
            for seat in self.seats
        ]
        watching = self.audiences.get(SPECTATORS)
        watchers = (len(watching.lines) if watching else 0) + self.elsewhere.get(SPECTATORS, 0)
        secret = row.secret.hex() if row.phase == "ended" else ""
        return TableInfo(
            row.id,
            row.game,
            row.rules,
            row.name,
            _options_told(row),
            msgspec.convert(row.phase, Phase),
            seats,
            watchers,
            row.locked,
            row.paused,
            row.odds_shown,
            Fairness(commitment(row.secret), self.salts, secret),
            machines(self.ruleset),
            row.forked_from,
            copying(self.seats, self.copies.agreed),
            self.copies.made,
            self._settings.address,
            self.ruleset.any_time,
            row.brought,
            self.invite.host,
            self.invite.door,
            self.invite.watching,
            self.callers.waiting(milliseconds()),
            self.ruleset.likely,
            self.ruleset.asks_twice,
            going_back(self.seats, self.back),
            info(self.sessions) if self.record is not None else None,
            note_in(self.papers, NOTES).edition,
            self.hook != "",
            levels(self.ruleset),
            self.ruleset.deck_box() is not None,
            portraits(self.papers),
            self.deadline if self.deadline.hours else None,
            house_told(row.game),
            level_names(self.ruleset),
            offered(scenes_in(self.papers), self.record),
            again.by if again is not None else "",
            self.ruleset.weighs,
        )

    def picture(self, member: Member) -> Picture | None:
        """What this reader is shown of the game; None before the start.

        All lines by one link are told the same differences, so all begin with the same picture.
        """
        audience = self.audiences.get(member.place)
        if audience is not None and audience.shown is not None:
            return audience.shown
        if self.record is None:
            return None
        seat, rewinds = member.seat or None, self._rewinds(member)
        with self.drawing():
            if self.record.waiting_for:
                return draw(self.record, seat, rewinds)
            return draw_all(self.record, [(seat, rewinds)], self._drawn)[0]

    def sheets(self, seat: str | None) -> list[Sheet]:
        """Everybody's sheets as this seat reads them; none before the start."""
        if self.record is None:
            return []
        return list(self.ruleset.view(self.record.state, seat).sheets)

    def _rewinds(self, member: Member) -> list[QuietPoint]:
        ended = self.record is None or self.record.opened
        return self.rewinds if member.runs_table and not ended else NO_REWINDS

    def welcome(
        self, member: Member, picture: Picture | None, *, just_sat: bool = False
    ) -> Welcome:
        """Everything that this reader may know now."""
        torn = self.tail[0].at if len(self.tail) == TAIL else 0
        tales = fitting([tale for tale in self.tail if tale.at != torn], _length)
        lines = (tale.read_by(member) for tale in tales)
        story = [line for line in lines if line is not None]
        scene = picture.scene() if picture is not None else None
        you = msgspec.structs.replace(member.you, just_sat=just_sat)
        head = self.chain.head.hex()
        return Welcome(PROTOCOL, you, self.info(), self.v, scene, story, head)

    # Coming and going

    def sit(self, place: int, *, invited: bool = False) -> None:
        """A person takes a seat: from now on it is theirs, and everyone is told.

        Who was `invited` by the table's code may have brought the chair along.
        """
        seat = self.seat_at(place)
        tale = self.add_story("event", "", Body(f"{seat.name}’s seat is taken."), "")
        seat.taken = True
        seat.sat = tale.at if seat.sat > 0 else max(1, -seat.sat)
        self.copies = self.copies.without(place)  # whoever sat here before may have agreed
        self.row.seated = len(self.seats)
        work = Work(
            tables=[msgspec.structs.replace(self.row)],
            seats=[msgspec.structs.replace(seat)],
            story=[tale.row(self.row.id, "")],
        )
        if invited:
            work.invites.append(msgspec.structs.replace(self.invite))
        self.commit(work, tales=[tale], table=True)

    def sit_late(self, seat: SeatRow) -> None:
        """A person sits down on a chair of their own although the game is on; it is a step of it.

        Nobody goes back behind it.
        """
        record = self.playing()

        def change() -> None:
            record.join(seat.name)
            seat.taken, seat.sat = True, max(1, -seat.sat)
            self.seats.append(seat)
            self.row.seated = len(self.seats)

        late = [*late_in(self.papers), Late(seat.name, self.v + 1, record.n + 1)]
        self.play(
            change,
            act="",
            seat=seat.name,
            do=SITS_DOWN,
            event=f"{seat.name} sits down.",
            row=True,
            came=(seat, late),
        )

    def join(self, line: Line, member: Member, *, just_sat: bool = False) -> None:
        """A reader comes in: it is told everything, and the others that it is here."""
        picture = self.picture(member)
        audience = self.audiences.get(member.place)
        newcomer = audience is None
        if audience is None:
            audience = self.audiences[member.place] = Audience(member)
        audience.member = member
        audience.lines.append(line)
        if newcomer:
            audience.shown, audience.v = picture, self.v
        self.tell(line, self.welcome(member, picture, just_sat=just_sat))
        if self.record is not None:
            self.record.lay_aside()
        if newcomer or member.place == SPECTATORS:
            self.tell_table(but=line)
        if member.seat in self._called:
            self.commit(Work(papers=[self.keep(CALLED, _without(self._called, member.seat))]))
        self._on_coming(self)
        self.wake_machine()

    def leave(self, line: Line, member: Member) -> None:
        """A reader is gone."""
        audience = self.audiences.get(member.place)
        if audience is None or line not in audience.lines:
            return
        audience.lines.remove(line)
        if not audience.lines:
            del self.audiences[member.place]
        self.touched = time.monotonic()
        self._on_coming(self)
        self.mind_wait()
        if self.audiences and member.place != HOST:
            self.tell_table()

    def rename_audience(self, seat: SeatRow) -> None:
        """Whoever sits there goes by the seat's new name."""
        audience = self.audiences.get(seat.place)
        if audience is not None:
            audience.member = msgspec.structs.replace(audience.member, seat=seat.name)

    def send_away(self, place: int, bye: Bye, but: Line | None = None) -> None:
        """Close every line that came in by this link, `but` one."""
        audience = self.audiences.get(place)
        for line in list(audience.lines) if audience else []:
            if line is not but:
                line.close(bye)

    def hear_no_more(self, place: int) -> None:
        """Whoever sits there is about to be sent away: what they still send does not count."""
        if (audience := self.audiences.get(place)) is not None:
            audience.heard = False

    def vacate(self, place: int, bye: Bye) -> None:
        """Nobody sits there any more: their lines are closed, and nothing they sent is heard."""
        self.send_away(place, bye)
        if self.audiences.pop(place, None) is not None:
            self.tell_table()

    def send_all_away(self, bye: Bye) -> None:
        for place in list(self.audiences):
            self.send_away(place, bye)
        self.stop_machine()

    # Telling

    def tell(self, line: Line, message: Outgoing, act: str = "") -> None:
        """Tell one reader, once all that happened so far is on disk; `act` is what it answers."""
        self._say([_word(line, message, act)])

    def tell_table(self, but: Line | None = None) -> None:
        """Tell all readers of a change around the game that needs no disk: who is here."""
        if self.lost:  # they will be told everything anew
            return
        message = b'{"is":"changed","v":%d,"table":%b}' % (self.v, _encode(self.info()))
        lines = (line for audience in self.audiences.values() for line in audience.lines)
        self._say([Word(line, message) for line in lines if line is not but])

    def _say(self, words: list[Word]) -> None:
        if self._unsaved:
            self._unsaved[-1].words += words
        else:
            _send(words)

    def commit(
        self,
        work: Work,
        *,
        tales: Iterable[Tale] = (),
        table: bool = False,
        struck: int | None = None,
        reply: tuple[Line, Outgoing] | None = None,
        renew: bool = False,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Save, then tell every reader what is different; `renew` tells them everything anew.

        `then` is done last, when it is all on disk.
        """
        words = self._words(list(tales), table=table, struck=struck, renew=renew)
        if reply is not None:
            acts = [row.act for row in work.steps] + [row.act for row in work.story]
            words.append(_word(*reply, next(filter(None, acts), "")))
        self._save(work, words, then)

    def _words(
        self, tales: list[Tale], *, table: bool, struck: int | None = None, renew: bool = False
    ) -> list[Word]:
        """What every reader is to be told."""
        words: list[Word] = []
        around = b',"table":' + _encode(self.info()) if table else b""
        if struck is not None:
            around += b',"struck":%d' % struck
        telling = Telling()
        public = {id(tale): _told(tale, _ANYONE) for tale in tales if tale.is_for_all}
        for audience, picture in zip(self.audiences.values(), self._pictures(), strict=True):
            if renew:
                message = self._renewed(audience)
            else:
                told = (public.get(id(tale), b"") or _told(tale, audience.member) for tale in tales)
                message = self._changed(audience, picture, telling, around, [*filter(None, told)])
            if message:
                words += [Word(line, message) for line in audience.lines]
        if self.record is not None:
            self.record.lay_aside()
        return words

    def _pictures(self) -> Sequence[Picture | None]:
        """What each audience is shown now, drawn together; None where nothing has changed."""
        audiences = self.audiences.values()
        if self.record is None or all(audience.v == self.v for audience in audiences):
            return [None] * len(audiences)
        self._drawn.turn_over()
        readers = [(audience.seat, self._rewinds(audience.member)) for audience in audiences]
        return draw_all(self.record, readers, self._drawn)

    def _changed(
        self,
        audience: Audience,
        picture: Picture | None,
        telling: Telling,
        around: bytes,
        story: list[bytes],
    ) -> bytes:
        """What is different for this audience; empty when nothing is: a whisper leaves no trace."""
        patch = b""
        if picture is not None and audience.shown is not None:
            patch = telling.difference(audience.shown, picture)
            audience.shown = picture
        if not (around or patch or story or audience.v != self.v):
            return b""
        head = b',"head":"%b"' % self.chain.head.hex().encode() if audience.v != self.v else b""
        audience.v = self.v
        return b"".join(
            (
                b'{"is":"changed","v":%d' % self.v,
                head,
                around,
                b',"scene":' + patch if patch else b"",
                b',"story":[' + b",".join(story) + b"]" if story else b"",
                b"}",
            )
        )

    def _renewed(self, audience: Audience) -> bytes:
        audience.shown = None
        audience.shown, audience.v = self.picture(audience.member), self.v
        return _encode(self.welcome(audience.member, audience.shown))

    # Saving

    async def settled(self) -> None:
        """Wait until all that happened so far is on disk, or raise `Unsaved`.

        It is `Beaten` when another worker was quicker: whoever changed something may do it again.
        """
        saved, course = not self.lost, self._course
        if self._unsaved:
            waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            self._unsaved[-1].waiting.append(waiting)
            saved = await waiting
        if not saved:
            raise Beaten if course.beaten else Unsaved

    def _save(self, work: Work, words: list[Word], then: Callable[[], None]) -> None:
        stop_watching()
        work.story = numbered(work.story, self.lines)
        self.lines += len(work.story)
        saving = Saving(self._course, self.given, words, then)
        self._unsaved.append(saving)
        claim = Claim(self.row.id, self.rev, self.rev + 1, form(self.ruleset.version))
        self.rev = claim.rev
        if work.changes_around:
            self._marks = None
        self._store.save(
            Job(
                work,
                lambda: self._saved(saving),
                lambda: self._not_saved(saving),
                self._course,
                claim,
            )
        )

    def _saved(self, saving: Saving) -> None:
        self._unsaved.popleft()
        _send(saving.words)
        saving.then()
        _wake(saving, True)
        self._go_back_when_settled()

    def _not_saved(self, saving: Saving) -> None:
        """The disk failed, or another worker was quicker: what is in memory never happened.

        Nobody may go on from it; a command that was beaten is given again.
        """
        self._unsaved.popleft()
        if saving.course.beaten and saving.given is not None:
            self.again.append(saving.given)
            given = (saving.given.line, saving.given.command.id)
            saving.words = [word for word in saving.words if (word.line, word.answers) != given]
        self._unanswered += [word for word in saving.words if word.answers]
        _wake(saving, False)
        if saving.course is self._course:
            self.lost = True
            self._go_back_when_settled()
        else:  # it was begun before the room went back
            self._answer_unanswered()

    def lose(self) -> None:
        """Trust nothing in memory any more: something failed in the middle of a change."""
        self.lost = True
        self._go_back_when_settled()

    def rest(self) -> None:
        """A rule was broken off. Others had to wait for it, so this table waits for longer."""
        log.warning("a rule took too long", extra={"facts": {"game": self.row.game}})
        self.resting.begin()
        self.lose()

    def _go_back_when_settled(self) -> None:
        if self.lost and not self._unsaved:
            self._on_loss(self)

    @property
    def is_beaten(self) -> bool:
        """Whether it is lost only because another worker was quicker."""
        return self.lost and self._course.beaten

    def go_back(self, kept: Kept) -> None:
        """Be again what is on disk; every reader is told everything anew."""
        self._course = Course()
        self.lost = False
        self._take_over(kept)
        self._answer_unanswered()
        self._say(self._words([], table=False, renew=True))
        self.wake_machine()

    def known(self) -> Known:
        """What need not be counted again, as long as nothing is on its way to disk."""
        if not self.lines:  # from before there were numbers, or nothing yet
            return Known()
        return Known(self.v, self.lines, msgspec.structs.replace(self.grown))

    def follow(self, kept: Kept) -> None:
        """Another worker has changed the table: be what is on disk, and tell what is different."""
        table, known, v = _encode(self.info()), self.lines, self.v
        self._take_over(kept)
        new = max(0, self.lines - known)
        tales = list(self.tail)[len(self.tail) - new :] if new < TAIL else []
        renew = kept.went_back > v or new >= TAIL or (v == 0 and self.v > 0)
        told = _encode(self.info()) != table
        self._say(self._words(tales, table=told, renew=renew))
        self.wake_machine(_OTHERS_FIRST)
        self.mind_wait()

    @property
    def reached(self) -> Reached:
        """How far this worker has come with the table."""
        return Reached(self.row.id, self.rev, self.v, self.lines)

    def can_go_on(self, new: News) -> bool:
        """Whether others have only played on and talked, and nothing else is to be read."""
        plain = all(step.do == "answer" or step.do not in ASIDE for step in new.steps)
        bound = all(step.chain is not None for step in new.steps)
        old = new.format <= form(self.ruleset.version)
        begun = self.record is not None or not new.steps
        return (new.since == self.reached and new.is_whole and new.marks == self._marks) and (
            plain and bound and old and begun
        )

    def go_on(self, new: News) -> None:
        """Others have played on or talked: go on from there, and tell what is different."""
        was_asked, tales = self.back is not None, [kept_tale(line) for line in new.story]
        self.rev, self.lines = new.rev, self.lines + len(tales)
        self.tail.extend(tales)
        self._last_at = max([self._last_at, *(tale.at for tale in tales)])
        self.grown += grown_by(new.steps, new.story)
        if new.steps:
            self._play_on(new.steps)
        for step in new.steps:
            self.remember(step.act, v=step.v)
        for line, tale in zip(new.story, tales, strict=True):
            self.remember(line.act, tale.body.made, line.v)
        self._say(self._words(tales, table=was_asked and bool(new.steps)))
        self.wake_machine(_OTHERS_FIRST)
        self.mind_wait()

    def _play_on(self, steps: Sequence[StepRow]) -> None:
        """Be where these steps have led to."""
        record, points = self.playing(), self.points
        n, state, doing = record.n, record.quiet[record.n], ("", "")
        if record.flight is not None:
            doing = record.flight.seat, str(record.flight.action.get("do"))
        for step in steps:
            if step.do not in ASIDE:
                self.begun, doing = step.at, (step.seat, step.do)
            if step.state is not None:
                if step.n > n >= 1:
                    points = [*points, QuietPoint(n, *doing, self.begun)]
                n, state = step.n, step.state
        self._offer(points)
        with self.patience():
            self._resume(record, steps[-1], state)

    def _take_over(self, kept: Kept) -> None:
        """Be what is on disk, and look who each reader is by the links as they are there."""
        watched = _watched(self.row, self.invite)
        self.take_up(kept)
        for place, audience in list(self.audiences.items()):
            member = member_by(audience.member.token, self.row, self.seats, self.invite)
            if place == SPECTATORS and watched != _watched(self.row, self.invite):
                self.send_away(place, Bye("This link may no longer work.", True))
            elif member is None or member.place != place:
                self.send_away(place, Bye("This link no longer works.", False))
            else:
                audience.member, audience.heard = member, True
                continue
            del self.audiences[place]

    def _answer_unanswered(self) -> None:
        """Answer what waited for the disk: what is there after all is done, the rest is not."""
        words, self._unanswered = self._unanswered, []
        fault = Unsaved()
        for word in words:
            if word.act not in self.recent:
                word.message = _encode(Refusal(word.answers, why(fault), fault.sentence))
        _send(words)

    # The game

    def start(self, seats: list[SeatRow]) -> None:
        """Deal, and begin to play with these of the seats, and the decks that they have brought."""
        options = _with_free_play(self.ruleset, self.row.options, seats)
        options = with_decks(options, self.papers, seats)
        header = header_of(msgspec.structs.replace(self.row, options=options), seats)
        record: AnyRecord = Record(self.ruleset, header, secret=self.row.secret)
        record.set_up()
        self.record, self.row.options = record, options
        self.seats, self.row.seated = seats, len(seats)
        self.chain = Chain(since=write_line(self.header))
        self.row.phase = "playing"

    def play(
        self,
        change: Callable[[], None],
        *,
        act: str,
        seat: str,
        do: str,
        event: str = "",
        reply: Reply = lambda: None,
        row: bool = False,
        renew: bool = False,
        seats_gone: Sequence[SeatGone] = (),
        came: tuple[SeatRow, list[Late]] | None = None,
    ) -> None:
        """Change the game, save the step, tell everyone. What is refused changes nothing.

        Who `came` late has a seat from now on.
        """
        began_at = self.record.n if self.record is not None else 0
        was_asked = self.back is not None
        begins = self.record is None or self.record.flight is None
        change()
        record = self.playing()
        record.judge(self._drawn)
        self.v += 1
        self._mind_question(record)
        undone_to = record.n if do in ("rewind", "take-back") else None
        at = self.now()
        if begins:
            self.begun = at
        tales = [self._event(at, event)] if event else []
        tales += [
            Tale(at, k, self.v, told.n, "", "play", play_body(told.line), told.undone)
            for k, told in enumerate(record.log, len(tales))
        ]
        record.log.clear()
        if undone_to is not None:
            self._forget_after(undone_to, at)
        elif came is not None:
            self._offer([])
        elif record.flight is None and record.n > began_at >= 1 and record.last is not None:
            done = str(record.last.action.get("do"))
            self._offer([*self.points, QuietPoint(began_at, record.last.seat, done, self.begun)])
        scenes = scenes_in(self.papers)
        now = followed(scenes, record, undone_to)
        told_anew = now != scenes
        self.tail.extend(tales)
        work = Work(
            tables=[msgspec.structs.replace(self.row)] if row else [],
            steps=[self._step(record, at, act, seat, do)],
            story=[tale.row(self.row.id, "") for tale in tales],
            strikes=[] if undone_to is None else [Strike(self.row.id, undone_to, at)],
            seats_gone=list(seats_gone),
            papers=[self.keep(SCENES, now)] if told_anew else [],
        )
        if came is not None:
            seat_row, late = came
            work.seats.append(msgspec.structs.replace(seat_row))
            work.papers.append(self.keep(LATE, late))
            work.invites.append(msgspec.structs.replace(self.invite))
        self.remember(act)
        table = row or was_asked or told_anew
        self.commit(work, tales=tales, table=table, struck=undone_to, reply=reply(), renew=renew)
        self.wake_machine()
        self.mind_wait()

    def add_story(self, kind: StoryKind, by: str, body: Body, act: str) -> Tale:
        """A line of talk, or of what happened around the game; that somebody did it counts."""
        if kind == "event":
            self.grown.events += bool(act)
        else:
            self.grown.talk += 1
        tale = Tale(self.now(), 0, self.v, 0, by, kind, body)
        self.tail.append(tale)
        self.remember(act, body.made)
        return tale

    def remember(self, act: str, made: Made | None = None, v: int | None = None) -> None:
        """Keep in mind that this command was carried out, at this version or just now."""
        if act:
            self.recent[act] = Carried(self.v if v is None else v, made)
            if len(self.recent) > RECENT:
                del self.recent[next(iter(self.recent))]
                self.forgets = True

    def now(self) -> int:
        """The time in milliseconds, never the same twice at one table."""
        self._last_at = max(self._last_at + 1, milliseconds())
        return self._last_at

    def take_up(self, kept: Kept) -> None:
        """Be what is on disk, whatever there was before in memory."""
        self.rev = kept.rev
        self.row, self.seats, self.invite = kept.row, kept.seats, kept.invite
        self.papers = kept.papers
        self._marks = marks(kept.row, kept.seats, kept.invite, kept.papers.values())
        self.record, self.v, self.asked_at = None, 0, 0
        self.chain = Chain()
        self.begun = kept.begun
        self._offer(kept.points)
        self.recent, self.forgets = kept.recent, kept.forgets
        self.grown = kept.grown
        self.tail.clear()
        self.tail.extend(kept.tales)
        self.lines = kept.lines
        self._last_at = max([0, *(tale.at for tale in kept.tales)])
        if kept.step is not None and kept.quiet is not None:
            try:
                with self.patience():
                    assert kept.quiet.state is not None
                    self._restore(kept.step, kept.quiet.state, kept.first, kept.unbound)
            except msgspec.MsgspecError:  # damage from before there were checksums
                raise Damaged from None

    def _restore(self, step: StepRow, quiet: bytes, first: int, unbound: str) -> None:
        """Take up the game where it was left on disk.

        It goes back to quiet point `first` at most; `unbound` is what no head binds yet.
        """
        record: AnyRecord = Record(self.ruleset, self.header, secret=self.row.secret)
        record.first = first
        record.salts = self.salts
        record.opened = self.row.phase == "ended"
        self._resume(record, step, quiet, unbound)

    def _resume(self, record: AnyRecord, step: StepRow, quiet: bytes, unbound: str = "") -> None:
        """Be at this step with a record, which begins from the last state or goes on to it."""
        self.chain = Chain(step.v, step.chain or b"", unbound)
        self.stepped = step.at
        self._last_at = max(self._last_at, step.at)
        record.furthest = step.furthest
        kept = msgspec.json.decode(step.flight, type=Flight) if step.flight else None
        flight, last = (kept, None) if step.state is None else (None, kept)
        record.quiet.clear()
        record.resume(step.n, quiet, flight, record.salts, last)
        self.record = record
        self.v = self.asked_at = step.v
        if record.entries:  # the rules have changed under the action in flight
            self.play(lambda: None, act="", seat="", do="cancel")

    def needs_snapshot(self, command: Command) -> int | None:
        """The quiet point that a command goes back to, when it is on disk and not in memory."""
        record = self.record
        if record is None:
            return None
        if isinstance(command, Rewind):
            to = command.to
        elif isinstance(command, TakeBack) and record.flight is None:
            to = record.n - 1
        elif isinstance(command, AllowRewind) and command.yes and self.back is not None:
            to = self.back.to
        else:
            return None
        return to if record.first <= to <= record.n and to not in record.quiet else None

    def _mind_question(self, record: AnyRecord) -> None:
        """Know since when the open question is asked: answers of others do not make it stale."""
        if record.flight is None or not record.flight.partial:
            self.asked_at = self.v
        self.forget_snapshots()

    def forget_snapshots(self) -> None:
        """Earlier quiet points are on disk: nobody can fill the memory by asking for them."""
        if self.record is not None:
            for number in [number for number in self.record.quiet if number < self.record.n]:
                del self.record.quiet[number]

    def _forget_after(self, to: int, at: int) -> None:
        for tale in self.tail:
            if tale.kind == "play" and tale.n >= to and tale.at < at:
                tale.undone = True
        self._offer([point for point in self.points if point.n < to])

    def _offer(self, points: Sequence[QuietPoint]) -> None:
        """The oldest make place; the list that readers were shown stays as it was."""
        self.points, self.rewinds = list(points[-MOST_POINTS:]), list(points[-REWINDS:])

    def _step(self, record: AnyRecord, at: int, act: str, seat: str, do: str) -> StepRow:
        self.stepped = at
        done = record.flight or record.last
        lines = "".join(map(write_line, record.drain()))
        flight = _encode(done) if done is not None else None
        state = record.quiet[record.n] if record.flight is None else None
        entries = self.chain.bind(self.row.secret, lines)
        self.grown.bytes += len(entries) + len(flight or b"") + len(state or b"")
        return StepRow(
            table_id=self.row.id,
            v=self.v,
            at=at,
            act=act,
            seat=seat,
            do=do,
            n=record.n,
            furthest=record.furthest,
            entries=entries,
            flight=flight,
            state=state,
            chain=self.chain.head,
        )

    def _event(self, at: int, text: str) -> Tale:
        return Tale(at, 0, self.v, 0, "", "event", Body(text))

    # Who is away

    def call(self, text: str) -> None:
        """Call everyone who is away: by the table's web-hook, and each by their own devices."""
        away = [seat.place for seat in self.seats if not self.is_here(seat.place)]
        self._on_call(self, Call(f"{text.removesuffix('.')}: {self.row.name}.", text, away))

    @property
    def _calls(self) -> bool:
        """Whether anybody would hear of it if the table called."""
        return bool(self.hook) or any(name.startswith(PUSH) for name in self.papers)

    def mind_wait(self) -> None:
        """Look in a while whether the table waits for somebody who is away."""
        if self._wait_timer is None and self._calls:
            loop = asyncio.get_running_loop()
            seconds = self._settings.hook_seconds
            self._wait_timer = loop.call_later(seconds, self._call_the_missed)

    def _call_the_missed(self) -> None:
        """Call whom the table waits for, once until they have come back."""
        self._wait_timer = None
        missed = [name for name in self._missed() if name not in self._called]
        if missed and self.why_not_now() is None:
            text = f"{listed(missed)}, the table is waiting for you: {self.row.name}."
            if self.deadline.hours:
                text += f" A turn can take up to {self.deadline.length}."
            places = [seat.place for seat in self.seats if seat.name in missed]
            call = Call(text, "The table is waiting for you.", places)
            called = self.keep(CALLED, [*self._called, *missed])
            self.commit(Work(papers=[called]), then=lambda: self._on_call(self, call))

    def _missed(self) -> list[str]:
        """Whom the table waits for although they are away."""
        record = self.record
        if record is None or record.opened or self.row.paused or self.lost or self.gone:
            return []
        deciding = record.waiting_for or self.ruleset.view(record.state, None).turn
        record.lay_aside()
        return [
            seat.name
            for seat in self.seats
            if seat.name in deciding and seat.taken and not seat.machine
            if not self.is_here(seat.place)
        ]

    # The machine

    def wake_machine(self, later: float = 0) -> None:
        """Let the machine look whether a seat of its own has something to do."""
        if self._machine_timer is None and any(seat.machine for seat in self.seats):
            loop = asyncio.get_running_loop()
            seconds = self._settings.machine_seconds + later
            self._machine_timer = loop.call_later(seconds, self._machine_acts)

    async def make_ready(self) -> None:
        """Let the machine make a character for every seat, until the story can begin.

        Nobody knows of the table yet; others go first between two moves.
        """
        record, seats = self.playing(), {seat.name: seat for seat in self.seats}
        for name, move in moves_to_ready(record):
            if not self._machine_moves(record, seats[name], move):
                return
            await asyncio.sleep(0)
            if self.lost or self.record is not record:
                return

    def stop_machine(self) -> None:
        if self._machine_timer is not None:
            self._machine_timer.cancel()
            self._machine_timer = None
        if self._wait_timer is not None:
            self._wait_timer.cancel()
            self._wait_timer = None
        if self._thinking is not None:
            self._thinking.cancel()

    def _machine_acts(self) -> None:
        """One action or answer of the first machine that has one, while somebody watches."""
        self._machine_timer = None
        record = self.record
        if record is None or not self._is_for_machines:
            return
        if self.lock.locked() or self._thinking is not None or self.why_not_now() is not None:
            self.wake_machine()
            return
        watcher = self._watcher
        if (seconds := self._machines.wait_for(watcher)) > 0:
            self.wake_machine(seconds)
            return
        record.people = frozenset(seat.name for seat in self.seats if not seat.machine)
        with self._machines.moving_for(watcher), self._resting_when_late():
            for seat in self.seats:
                if seat.machine and self._machine_acts_for(record, seat):
                    return

    @property
    def _is_for_machines(self) -> bool:
        """Whether there is anything to play for a machine, and anybody who watches."""
        ended = self.row.phase == "ended" or self.is_full or self.why_not_grow() is not None
        return not (ended or self.row.paused or self.lost or self.gone or not self.audiences)

    @contextmanager
    def _resting_when_late(self) -> Iterator[None]:
        try:
            with self.patience():
                yield
        except TooLong:
            self.rest()

    def _machine_acts_for(self, record: AnyRecord, seat: SeatRow) -> bool:
        """Whether this machine has acted, or has begun to think about it."""
        player = machine(self.row.game, seat.machine)
        if player.quick:
            move = player.move(record, seat.name)
            why = "" if move is None else player.why(record, seat.name, move)
            return self._machine_moves(record, seat, move, why)
        deciding = record.waiting_for or self.ruleset.view(record.state, None).turn
        if deciding and seat.name not in deciding:
            return False
        if self._unthought.why_not_now() is not None:
            return False
        began, how, stands = self.v, seat.machine, self.as_it_stands()
        thinks = self._think(lambda: player.move(stands.take_up(), seat.name))
        self._thinking = asyncio.ensure_future(thinks)

        def thought(found: asyncio.Future[Move | None]) -> None:
            """Play what was found, unless the table or the seat has moved on meanwhile."""
            self._thinking = None
            if found.cancelled():
                return
            if (fault := found.exception()) is not None:
                if isinstance(fault, TooLong):
                    self._unthought.begin()
                facts = {"game": self.row.game}
                log.error("the machine could not think", exc_info=fault, extra={"facts": facts})
            elif self.record is record and self._is_for_machines:
                now = self.v == began and seat.machine == how and not self.lock.locked()
                if now and self.why_not_now() is None:
                    with self._resting_when_late():
                        move = found.result()
                        why = "" if move is None else player.why(record, seat.name, move)
                        self._machine_moves(record, seat, move, why)
                else:
                    self.wake_machine()

        self._thinking.add_done_callback(thought)
        return True

    async def _think(self, about: Callable[[], Move | None]) -> Move | None:
        """Think when it is the turn of those who watch this table: others wait for machines too."""
        async with self._machines.places.taken_by(self._watcher):
            return await begin(THINKERS, about, self._settings.search_seconds)

    @property
    def _watcher(self) -> str:
        """The address of somebody who watches, of those who sit here first."""
        people = sorted(self.audiences.items(), key=lambda found: found[0] < 0)
        watching = (line.address for _, audience in people for line in audience.lines)
        return next(watching, self.row.id)

    def _machine_moves(
        self, record: AnyRecord, seat: SeatRow, move: Move | None, why: str = ""
    ) -> bool:
        if move is None:
            return False

        def make(move: Move) -> None:
            do = str(tag(type(move))) if isinstance(move, Struct) else "answer"
            self.play(lambda: make_move(record, seat.name, move), act="", seat=seat.name, do=do)

        try:
            fault = make_some_move(record, seat.name, move, make)
        except Exception:  # noqa: BLE001  # a fault in a rule ends one move, not the table
            log.exception("the machine's move failed", extra={"facts": {"game": self.row.game}})
            self.lose()
            return False
        if fault is not None:
            log.warning("the machine was refused", extra={"facts": {"game": self.row.game}})
            log.debug("why", exc_info=fault)
            return False
        if why:
            self.reasons[seat.place] = why
        return True


def _watched(row: TableRow, invite: InviteRow) -> tuple[object, ...]:
    """What decides who may look on, and by which link."""
    return row.locked, row.spectator_hash, invite.code, invite.door, invite.watching


def _options_told(row: TableRow) -> dict[str, object]:
    """A table's options as everybody reads them.

    The text of an adventure is nobody's to read, and a deck is its owner's alone.
    """
    options = msgspec.json.decode(row.options, type=dict[str, object])
    hidden = (OPTION, DECKS, HOUSE)
    return {name: value for name, value in options.items() if name not in hidden}


def _with_free_play(ruleset: AnyRuleset, options: str, seats: Iterable[SeatRow]) -> str:
    """A table's options; a machine that runs the game without an adventure makes one up."""
    given = msgspec.json.decode(options, type=dict[str, object])
    led = any(seat.role == "gm" and seat.machine for seat in seats)
    if not led or ruleset.wandering is None or OPTION in given:
        return options
    return msgspec.json.encode(with_text(ruleset, {**given, OPTION: WANDERING})).decode()


def header_of(row: TableRow, seats: Sequence[SeatRow]) -> Header:
    """The first line of a table's record, from the start of its game on."""
    options = msgspec.json.decode(row.options, type=dict[str, object])
    chairs = tuple(Seat(seat.name, seat.role) for seat in seats)
    return Header(row.game, row.rules, chairs, options, commitment(row.secret))


def _without(names: Iterable[str], gone: str) -> list[str]:
    return [name for name in names if name != gone]


def _length(tale: Tale) -> int:
    return len(tale.body.text)


def _told(tale: Tale, reader: Member) -> bytes:
    """A line of the story as this reader is told it; empty when it is not for their eyes."""
    read = tale.read_by(reader)
    return b"" if read is None else _encode(read)


def _word(line: Line, message: Outgoing, act: str) -> Word:
    answers = message.id if isinstance(message, Done | Refusal) else ""
    return Word(line, _encode(message), answers, act)


def _send(words: Iterable[Word]) -> None:
    for word in words:
        word.line.tell(word.message)


def _wake(saving: Saving, saved: bool) -> None:
    for waiting in saving.waiting:
        if not waiting.done():
            waiting.set_result(saved)
