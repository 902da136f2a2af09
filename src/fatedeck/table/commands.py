"""What each command does, and who may give it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Literal

import msgspec

from fatedeck.bots.machines import machine
from fatedeck.bots.moves import as_answer
from fatedeck.bots.ready import ready_moves
from fatedeck.engine.errors import Refused
from fatedeck.engine.forms import uses
from fatedeck.engine.heroes import write_hero
from fatedeck.engine.making import Bring
from fatedeck.engine.offers import Offer, tag
from fatedeck.table.bringing import brought, check_deck
from fatedeck.table.consent import BACK, Back, Copies, asks_before_going_back, missing
from fatedeck.table.deadlines import DEADLINE, Deadline
from fatedeck.table.hooks import HOOK, Hook
from fatedeck.table.invites import DOOR, check_guest, new_code, wear, why_no_seat
from fatedeck.table.links import Member, derived, holds_link, link, token_hash
from fatedeck.table.names import check_name
from fatedeck.table.pictures import (
    MOST_FACES,
    PORTRAITS,
    check_picture,
    check_room,
    check_sitter,
    has_picture,
    pinned,
    portraits,
)
from fatedeck.table.protocol import (
    SPECTATORS,
    AddSalt,
    AddSeat,
    AgreeDeadline,
    AllowCopy,
    AllowRewind,
    Answer,
    AnswerNow,
    AskCopy,
    AskForm,
    AskHero,
    AskMoves,
    AskUses,
    AskWhy,
    BringDeck,
    Bye,
    Cancel,
    CloseSession,
    Command,
    DeleteTable,
    Do,
    Done,
    DoNow,
    End,
    FreeSeat,
    HandOver,
    Invite,
    LeaveSeat,
    LetIn,
    Lock,
    NewLink,
    Pause,
    PlanSession,
    RemoveSeat,
    Rename,
    Resume,
    Revoke,
    Rewind,
    Role,
    Say,
    SetHook,
    SetPush,
    ShowOdds,
    Sit,
    Start,
    StoryKind,
    TakeBack,
    WearColour,
    WearPortrait,
    WriteNote,
)
from fatedeck.table.push import MOST, Device, devices_of
from fatedeck.table.refusals import Forbidden, Limit, Paused, Stale
from fatedeck.table.room import BYTES_OF_WORK, Carried, Line, Reply, Room
from fatedeck.table.rows import SeatGone, SeatRow, Work
from fatedeck.table.sessions import (
    MOST_SESSIONS,
    SESSIONS,
    Note,
    Session,
    hurt_of,
    note_in,
    notes_of,
)
from fatedeck.table.story import Body, Made

MOST_SEATS = 32
MOST_EVENTS = 20_000
"""Changes around the game that a table keeps, each a line of the story; players make half of them
at the most, so that whoever runs the table always can."""
MOST_SALTS = 100
"""Salts of one table: everyone is told all of them again and again."""
SPECTATOR: Role = "spectator"
_AROUND = (
    *(Rename, AddSeat, RemoveSeat, HandOver, NewLink, LetIn, WearColour, WearPortrait, BringDeck),
    *(ShowOdds, AskCopy, AllowCopy, AllowRewind),
    *(CloseSession, PlanSession, AgreeDeadline, WriteNote, SetHook, SetPush),
)
"""Commands that change something around the game."""
_KEEPS_ORDER = (Pause, Resume, Lock, Invite, Revoke, FreeSeat, LeaveSeat)
"""What protects a person or the table works however much has changed, and then leaves no line."""
ALWAYS = (Pause, Resume, End, LeaveSeat, AskForm, AskHero, AskMoves, AskUses)
"""What may be done however full the server is: the safety card always works."""


def _nothing() -> None:
    """Nothing is left to do."""


def act_key(member: Member, command: Command) -> str:
    """What tells a command from all others at its table: its sender's place, and its id.

    Where nobody may ever know who sent it, something that only the sender's token gives stands for
    both: the database does not tell who tapped the safety card, or who said no.
    """
    if isinstance(command, Pause | Resume | AllowCopy | AllowRewind):
        return derived(member.token, "act", command.id)
    return f"{member.place}/{command.id}"


def answer(room: Room, member: Member, command: Command, carried: Carried) -> Done:
    """What the sender of a command is told once it is on disk, the same however often it asks.

    The token of a new link follows from the sender's own and the command's id, so it can be told
    again although only its hash is kept. Who has come in by it since is told the same link.
    """
    made = carried.made
    if made is None:
        return Done(command.id, carried.v)
    token = derived(member.token, "link", command.id)
    if made.place == member.place and holds_link(room.seats, member):
        token = member.token
    new = link(room.row.id, made.place, made.name, made.role, token)
    return Done(command.id, carried.v, new)


def carry_out(room: Room, line: Line, member: Member, command: Command) -> None:
    """Do what a command says, or raise `Refused` and change nothing."""
    if not isinstance(command, ALWAYS) and (refused := room.why_not_grow()) is not None:
        raise refused
    if isinstance(command, _AROUND):
        _check_events(room, member)
    match command:
        case Do() | Answer() | Cancel() | TakeBack() | Rewind():
            _play(room, line, member, command)
        case Say():
            _say(room, line, member, command)
        case Pause() | Resume():
            _pause(room, line, member, command)
        case AddSalt():
            _salt(room, line, member, command)
        case Start():
            _start(room, line, member, command)
        case End():
            _end(room, line, member, command)
        case Rename() | AddSeat() | RemoveSeat():
            _arrange_seats(room, line, member, command)
        case HandOver():
            _hand_over(room, line, member, command)
        case NewLink(place=place) if member.seat and place == member.place:
            _renew_own_link(room, line, member, command)
        case NewLink() | Revoke() | FreeSeat():
            _change_link(room, line, member, command)
        case LeaveSeat():
            _leave_seat(room, line, member, command)
        case Lock():
            _lock(room, line, member, command)
        case Invite():
            _invite(room, line, member, command)
        case LetIn():
            _let_in(room, line, member, command)
        case WearColour():
            _wear_colour(room, line, member, command)
        case WearPortrait():
            _wear_portrait(room, line, member, command)
        case CloseSession() | PlanSession():
            _end_session(room, line, member, command)
        case WriteNote():
            _write_note(room, line, member, command)
        case AgreeDeadline():
            _agree_deadline(room, line, member, command)
        case SetHook():
            _set_hook(room, line, member, command)
        case SetPush():
            _set_push(room, line, member, command)
        case BringDeck():
            _bring_deck(room, line, member, command)
        case AskWhy():
            _ask_why(room, line, member, command)
        case ShowOdds():
            _show_odds(room, line, member, command)
        case AskCopy() | AllowCopy():
            _agree_to_copy(room, line, member, command)
        case AllowRewind():
            _agree_to_go_back(room, line, member, command)
        case AskForm() | AskHero() | AskUses():
            _ask(room, line, member, command)
        case AskMoves():
            _ask_moves(room, line, member, command)
        case _:
            raise Refused("", "This table doesn’t understand that. Load the page again.")


def _check_events(room: Room, member: Member) -> None:
    if not member.runs_table:
        room.changes.spend(str(member.place))
    if room.grown.events >= _most_events(member):
        raise Limit("", "This table can’t take any more changes. Play on, or start another.")


def _most_events(member: Member) -> int:
    return MOST_EVENTS if member.runs_table else MOST_EVENTS // 2


# Play


def check_going_back(room: Room, member: Member, command: Command) -> None:
    """`Refused` unless this member may take the table back: to look for that point costs much."""
    if isinstance(command, TakeBack | Rewind):
        _check_play(room, member, command)
    elif isinstance(command, AllowRewind):
        _only_seats(member)


def _check_play(
    room: Room, member: Member, command: Do | Answer | Cancel | TakeBack | Rewind
) -> None:
    """`Refused` unless this member may play on, and has seen the table as it is."""
    room.playing()
    _only_awake(room)
    if isinstance(command, Do | Answer | TakeBack):
        _only_seats(member)
    else:
        _only_runner(member)
    if room.is_full:
        raise Limit("", "This table is full. End it, save its record and start another.")
    since = room.asked_at if isinstance(command, Answer) else room.v
    if not since <= command.v <= room.v:
        raise Stale("", "The table has moved on since; look again.")


def _play(
    room: Room,
    line: Line,
    member: Member,
    command: Do | Answer | Cancel | TakeBack | Rewind,
) -> None:
    _check_play(room, member, command)
    if isinstance(command, Do | Answer) and room.row.paused:
        raise Paused("", "The scene is paused.")
    if isinstance(command, Cancel | Rewind) and asks_before_going_back(member, room.seats):
        _ask_to_go_back(room, line, member, command)
        return
    do, event = _named(member, command)
    kept = room.grown.bytes
    room.play(
        lambda: _change(room, member, command),
        act=act_key(member, command),
        seat=member.seat,
        do=do,
        event=event,
        reply=lambda: (line, Done(command.id, room.v)),
    )
    line.spend((room.grown.bytes - kept) / BYTES_OF_WORK)


def _ask_to_go_back(room: Room, line: Line, member: Member, command: Cancel | Rewind) -> None:
    """Nobody is above the players here: the game goes back when all of them agree."""
    _check_events(room, member)
    record = room.playing()
    to = record.n if isinstance(command, Cancel) else command.to
    if (refused := record.why_not_undo(to)) is not None:
        raise refused
    seat, do = room.done_at(to)
    back = Back(room.v, to, seat, do, [member.place] if member.seat else [])
    text = f"{_name(member)} asks to go back. It happens when everyone agrees."
    _note_event(room, line, member, command, Body(text), Work(papers=[room.keep(BACK, back)]))


def _agree_to_go_back(room: Room, line: Line, member: Member, command: AllowRewind) -> None:
    """Say yes or no to it; a no has no name. With the last yes the game goes back."""
    _only_seats(member)
    back = room.back
    if back is None or back.v != command.v:
        raise Refused("", "Nobody is asking to go back right now.")
    if command.yes:
        back.agreed = sorted({*back.agreed, member.place})
    if command.yes and not missing(room.seats, back.agreed):
        _only_awake(room)
        room.play(
            lambda: room.playing().undo(back.to, "everyone"),
            act=act_key(member, command),
            seat="",
            do="rewind",
            event="Everyone agrees: the game goes back.",
            reply=lambda: (line, Done(command.id, room.v)),
        )
        return
    text = f"{member.seat} agrees to go back." if command.yes else "The game won’t go back."
    work = Work(papers=[room.keep(BACK, back if command.yes else None)])
    _note_event(room, line, member, command, Body(text), work)


def _named(member: Member, command: Do | Answer | Cancel | TakeBack | Rewind) -> tuple[str, str]:
    """What a step is called in the list of steps, and what the story says of it."""
    match command:
        case Do(action=action):
            return str(action.get("do"))[:80], ""
        case Answer():
            return "answer", ""
        case Cancel():
            return "cancel", "The action is cancelled."
        case TakeBack():
            return "take-back", f"{member.seat} takes back the last action."
        case Rewind():
            return "rewind", f"{_name(member)} rewinds the game."


def _change(room: Room, member: Member, command: Do | Answer | Cancel | TakeBack | Rewind) -> None:
    """Change the game itself."""
    record, seat = room.playing(), member.seat
    match command:
        case Do():
            record.do(seat, command.action)
        case Answer():
            whom = command.seat or seat
            if whom != seat and member.role != "gm":
                raise Forbidden("", "Only the game master can answer for someone else.")
            record.answer(whom, command.answer, by=seat if whom != seat else "")
        case Cancel():
            record.cancel(_name(member))
        case TakeBack():
            record.take_back(seat)
        case Rewind():
            record.undo(command.to, _name(member))


def _start(room: Room, line: Line, member: Member, command: Start) -> None:
    _only_runner(member)
    reply = partial(_done, room, line, command)
    start(room, act_key(member, command), reply, only_taken=command.only_taken)


def _done(room: Room, line: Line, command: Command) -> tuple[Line, Done]:
    return line, Done(command.id, room.v)


def start(room: Room, act: str, reply: Reply, *, only_taken: bool = False) -> None:
    """Start the game with the seats as they are, or without those that nobody has taken."""
    if room.record is not None:
        raise Refused("", "The game has started already.")
    free = [seat for seat in room.seats if only_taken and not (seat.taken or seat.machine)]
    stay = [seat for seat in room.seats if seat not in free]
    room.play(
        lambda: room.start(stay),
        act=act,
        seat="",
        do="set-up",
        event="The game begins.",
        reply=reply,
        row=True,
        renew=True,
        seats_gone=[SeatGone(room.row.id, seat.place) for seat in free],
    )


def _end(room: Room, line: Line, member: Member, command: End) -> None:
    record = room.playing()
    if not member.runs_table:
        _only_seats(member)
        if not room.ruleset.is_over(record.state):
            raise Forbidden("", "The game isn’t over yet. The host or the game master can end it.")
    if not command.sure:
        raise Refused("", "A table that has ended stays ended. Are you sure?")

    def change() -> None:
        record.open()
        room.row.phase = "ended"

    room.play(
        change,
        act=act_key(member, command),
        seat=member.seat,
        do="end",
        event="The table has ended and its secret is open.",
        reply=lambda: (line, Done(command.id, room.v)),
        row=True,
    )


def check_deletion(member: Member, command: DeleteTable) -> None:
    """Refuse to delete the table unless its host is sure."""
    if not member.hosts:
        raise Forbidden("", "Only the host can delete the table.")
    if not command.sure:
        raise Refused("", "A deleted table never comes back. Are you sure?")


def _salt(room: Room, line: Line, member: Member, command: AddSalt) -> None:
    _only_seats(member)
    record = room.playing()
    _only_awake(room)
    if len(record.salts) >= MOST_SALTS:
        raise Limit("", f"This table has {MOST_SALTS} salts. More wouldn’t make it any fairer.")

    def change() -> None:
        record.salt(member.seat, command.words)
        room.row.salts = msgspec.json.encode(record.salts).decode()

    room.play(
        change,
        act=act_key(member, command),
        seat=member.seat,
        do="salt",
        event=f"{member.seat} mixes words into the shuffle.",
        reply=lambda: (line, Done(command.id, room.v)),
        row=True,
    )


def _ask(room: Room, line: Line, member: Member, command: AskForm | AskHero | AskUses) -> None:
    """Work out what may be chosen, for the one who asks; nothing changes."""
    _only_seats(member)
    record, seat = room.playing(), member.seat
    if isinstance(command, AskHero) and command.bring:
        told = record.foretell(seat, {"do": tag(Bring), "hero": command.bring})
        room.tell(line, Done(command.id, room.v, told=told))
    elif isinstance(command, AskHero):
        made = room.ruleset.made(record.state, seat)
        if made is None:
            raise Refused("", "There’s no finished hero on this seat yet.")
        hero = write_hero(room.ruleset.id, room.ruleset.version, made)
        room.tell(line, Done(command.id, room.v, hero=hero))
    elif isinstance(command, AskForm):
        offer = Offer(command.do, "", fixed=command.fixed)
        found = record.form(seat, offer, command.chosen)
        room.tell(line, Done(command.id, room.v, form=found))
    else:
        known = uses(room.ruleset, record.state, seat, command.names)
        room.tell(line, Done(command.id, room.v, uses=known))
    record.lay_aside()


def _ask_moves(room: Room, line: Line, member: Member, command: AskMoves) -> None:
    """What this seat can do now, each as the command that does it; nothing where nobody plays."""
    _only_seats(member)
    moves: list[DoNow | AnswerNow] = []
    if room.record is not None and not room.row.paused:
        ready = ready_moves(room.record, member.seat, command.ways)
        moves += [AnswerNow(room.v, as_answer(move)) for move in ready.answers]
        moves += [DoNow(room.v, action) for action in ready.actions]
        room.record.lay_aside()
    room.tell(line, Done(command.id, room.v, moves=moves))


# Talk


def _say(room: Room, line: Line, member: Member, command: Say) -> None:
    _only_seats(member)
    if not command.text.strip():
        raise Refused("", "Say at least a word.")
    to = [room.seat_at(place) for place in dict.fromkeys(command.to)]
    if command.kind == "note" and member.role != "gm":
        raise Forbidden("", "Only the game master keeps notes here.")
    if command.kind == "whisper" and not to:
        raise Refused("", "Who do you want to whisper to?")
    if command.kind != "whisper" and to:
        raise Refused("", "Only a whisper can go to some seats and not others.")
    _check_talk(room, member)
    kind: StoryKind = command.kind
    act = act_key(member, command)
    places = () if kind in ("chat", "narration") else (member.place, *(seat.place for seat in to))
    check_picture(room.papers, command.picture)
    names = tuple(seat.name for seat in to)
    body = Body(command.text, to=names, places=places, picture=command.picture)
    tale = room.add_story(kind, member.seat, body, act)
    done = (line, Done(command.id, room.v))
    room.commit(Work(story=[tale.row(room.row.id, act)]), tales=[tale], reply=done)


def _ask_why(room: Room, line: Line, member: Member, command: AskWhy) -> None:
    """A seat that the machine plays says aloud why it made its last move."""
    _only_seats(member)
    seat = room.seat_at(command.place)
    if not seat.machine:
        raise Refused("", f"The machine doesn’t play {seat.name}. Ask them yourself.")
    why = room.reasons.get(seat.place)
    if why is None:
        raise Refused("", f"{seat.name} has nothing to explain yet.")
    _check_talk(room, member)
    act = act_key(member, command)
    tale = room.add_story("chat", seat.name, Body(why), act)
    done = (line, Done(command.id, room.v))
    room.commit(Work(story=[tale.row(room.row.id, act)]), tales=[tale], reply=done)


def _check_talk(room: Room, member: Member) -> None:
    """Players use up half of it at the most, and each only so much at a time."""
    if not member.runs_table:
        room.talking.spend(str(member.place))
    if room.grown.talk >= room.most_talk // (1 if member.runs_table else 2):
        raise Limit("", "This table has no room for more talk. Save its story and start another.")


def _pause(room: Room, line: Line, member: Member, command: Pause | Resume) -> None:
    paused = isinstance(command, Pause)
    if paused or not any(seat.role == "gm" for seat in room.seats):
        if not member.runs_table:
            _only_seats(member)
    else:
        _only_runner(member)
    room.row.paused = paused
    text = "The scene is paused." if paused else "The scene resumes."
    work, sessions = Work(), room.sessions
    then: Callable[[], None] = _nothing
    if not paused and sessions[-1].ended:
        sessions.append(Session(room.now()))
        text = f"Session {len(sessions)} begins."
        then = partial(room.call, text)
        work.papers.append(room.keep(SESSIONS, sessions))
    _note_event(room, line, member, command, Body(text), work, then)
    room.wake_machine()


# Sessions and notes


def _end_session(
    room: Room, line: Line, member: Member, command: CloseSession | PlanSession
) -> None:
    """Close the session: the table sleeps until it is taken up again. Or say when that will be."""
    _only_runner(member)
    room.playing()
    sessions = room.sessions
    session = sessions[-1]
    if isinstance(command, CloseSession):
        if room.row.phase == "ended":
            raise Refused("", "The table has ended for good.")
        if session.ended:
            raise Refused("", "The table is already asleep.")
        if len(sessions) >= MOST_SESSIONS:
            raise Limit("", "This table has had all its sessions. Begin another one.")
        session.ended, session.words = room.now(), command.words.strip()
        with room.drawing():
            session.hurt = hurt_of(room.sheets(None))
        room.row.paused = True
        text = f"That’s it for tonight: session {len(sessions)} ends."
    else:
        text = "There’s now a date for the next session." if command.next else "The date is off."
    session.next = command.next
    work = Work(papers=[room.keep(SESSIONS, sessions)])
    _note_event(room, line, member, command, Body(text), work)


def _write_note(room: Room, line: Line, member: Member, command: WriteNote) -> None:
    """Write the group's notes, which all seats share, or one's own, which nobody else reads."""
    _only_seats(member)
    if command.place not in (SPECTATORS, member.place):
        raise Forbidden("", "Those are someone else’s notes.")
    name = notes_of(command.place)
    before = note_in(room.papers, name)
    if before.edition != command.edition:
        raise Stale("", f"{before.by or 'Someone'} has just changed these notes. Look again.")
    note = Note(command.text, before.edition + 1, room.now(), member.seat)
    work = Work(papers=[room.keep(name, note)])
    _note_event(room, line, member, command, Body(""), work)


def _set_hook(room: Room, line: Line, member: Member, command: SetHook) -> None:
    """Where the table calls people who are away; nobody is told the address."""
    _only_runner(member)
    text = (
        "The table now messages your chat."
        if command.url
        else "The table no longer messages your chat."
    )
    work = Work(papers=[room.keep(HOOK, Hook(command.url))])
    _note_event(room, line, member, command, Body(text), work)
    room.mind_wait()


def _set_push(room: Room, line: Line, member: Member, command: SetPush) -> None:
    """A device that is told when the table waits for its person; without keys, no longer."""
    _only_seats(member)
    sat = room.seat_at(member.place).sat
    others = [one for one in room.devices(member.place) if one.endpoint != command.endpoint]
    if command.p256dh:
        others.append(Device(command.endpoint, command.p256dh, command.auth, sat))
    work = Work(papers=[room.keep(devices_of(member.place), others[-MOST:])])
    _note_event(room, line, member, command, Body(""), work)
    room.mind_wait()


# Around the game


def _arrange_seats(
    room: Room, line: Line, member: Member, command: Rename | AddSeat | RemoveSeat
) -> None:
    if room.record is not None:
        raise Refused("", "You can’t change the seats once the game has started.")
    if not (isinstance(command, Rename) and command.place == member.place):
        _only_runner(member)
    work = Work()
    then: Callable[[], None] = _nothing
    match command:
        case Rename():
            seat = room.seat_at(command.place)
            check_name(command.name, (other.name for other in room.seats if other is not seat))
            told = Body(f"{seat.name} is now called {command.name}.")
            seat.name = command.name
            work.seats.append(msgspec.structs.replace(seat))
            room.rename_audience(seat)
        case AddSeat():
            check_name(command.name, (seat.name for seat in room.seats))
            if len(room.seats) >= MOST_SEATS:
                raise Limit("", f"A table has at most {MOST_SEATS} seats.")
            seat = _new_seat(room, command.name, command.role, _new_hash(member, command))
            told = Body(f"There’s now a seat for {seat.name}.", made=_made(seat))
            room.seats.append(seat)
            work.seats.append(msgspec.structs.replace(seat))
        case _:
            seat = room.seat_at(command.place)
            if len(room.seats) == 1:
                raise Refused("", "A table has at least one seat.")
            _not_the_hosts(room, seat)
            _not_the_only_master(room, seat)
            room.seats.remove(seat)
            room.hear_no_more(seat.place)
            told = Body(f"{seat.name}’s seat is gone.")
            work.seats_gone.append(SeatGone(room.row.id, seat.place))
            then = partial(room.send_away, seat.place, Bye("Your seat was taken away.", False))
    _note_event(room, line, member, command, told, work, then)


def _new_seat(room: Room, name: str, role: Literal["player", "gm"], hashed: bytes) -> SeatRow:
    return SeatRow(
        table_id=room.row.id,
        place=1 + max(seat.place for seat in room.seats),
        name=name,
        role=role,
        token_hash=hashed,
        sat=-room.now(),
    )


def _not_the_hosts(room: Room, seat: SeatRow) -> None:
    if seat.place == room.invite.host:
        raise Refused("", f"{seat.name} hosts this table and keeps that seat.")


def _not_the_only_master(room: Room, seat: SeatRow) -> None:
    masters = [other for other in room.seats if other.role == "gm"]
    if room.ruleset.seating.game_master and masters == [seat]:
        raise Refused("", "This game needs a game master. Keep that seat for them.")


def _hand_over(room: Room, line: Line, member: Member, command: HandOver) -> None:
    """Who runs the table hands over any seat, whoever sits on one that seat: for the evening.

    Where the table has agreed so, the machine stands in for whoever is overdue.
    """
    if command.place != member.place and not _may_stand_in(room, member, command):
        _only_runner(member)
    seat = room.seat_at(command.place)
    if command.to:
        machine(room.row.game, command.to)
    seat.machine = command.to
    who = "the machine" if command.to else "their own player again"
    work = Work(seats=[msgspec.structs.replace(seat)])
    _note_event(room, line, member, command, Body(f"{seat.name} is played by {who}."), work)
    room.wake_machine()


def _may_stand_in(room: Room, member: Member, command: HandOver) -> bool:
    agreed = bool(member.seat and command.to and room.deadline.stand_in)
    return agreed and room.is_overdue(command.place)


def _agree_deadline(room: Room, line: Line, member: Member, command: AgreeDeadline) -> None:
    _only_runner(member)
    agreed = Deadline(command.hours, command.stand_in)
    work = Work(papers=[room.keep(DEADLINE, agreed)])
    _note_event(room, line, member, command, Body(agreed.told), work)


def _renew_own_link(room: Room, line: Line, member: Member, command: NewLink) -> None:
    """Whoever sits on a seat makes a new link: whoever handed it out no longer knows it."""
    seat = room.seat_at(member.place)
    seat.token_hash = _new_hash(member, command)
    bye = Bye("You made a new link elsewhere.", False)
    work = Work(seats=[msgspec.structs.replace(seat)])

    def then() -> None:
        room.send_away(seat.place, bye, line)
        if (audience := room.audiences.get(seat.place)) is not None:
            token = derived(member.token, "link", command.id)
            audience.member = msgspec.structs.replace(audience.member, token=token)

    _note_event(room, line, member, command, Body("", made=_made(seat)), work, then)


def _change_link(
    room: Room, line: Line, member: Member, command: NewLink | Revoke | FreeSeat
) -> None:
    """Make or take away a link that is nobody's yet, or make one by freeing a seat."""
    _only_runner(member)
    if command.place == SPECTATORS and not isinstance(command, FreeSeat):
        _change_spectators(room, line, member, command)
        return
    seat = room.seat_at(command.place)
    made = None if isinstance(command, Revoke) else _made(seat)
    if isinstance(command, FreeSeat):
        if seat.place == member.place:
            raise Refused("", "That’s your own seat.")
        if not seat.taken:
            raise Refused("", "Nobody sits there.")
        _not_the_hosts(room, seat)
        told = Body(f"{_name(member)} has freed {seat.name}’s seat.", made=made)
        room.copies = room.copies.without(seat.place)
    elif seat.taken:
        raise Refused("", f"{seat.name} sits there, and the link is theirs. You can free the seat.")
    else:
        verb = "has a new link" if made else "has no link now"
        told = Body(f"{seat.name} {verb}.", made=made)
    seat.token_hash = _new_hash(member, command) if made else None
    seat.taken = False
    bye = Bye("The host or the game master has freed your seat.", False)
    _note_event(room, line, member, command, told, *_vacated(room, seat, bye))


def _vacated(room: Room, seat: SeatRow, bye: Bye) -> tuple[Work, Callable[[], None]]:
    """What is to be saved when a seat is freed, and done then; nothing is asked of it any more."""
    room.hear_no_more(seat.place)
    papers = [room.keep(BACK, None)] if room.back is not None else []
    work = Work(seats=[msgspec.structs.replace(seat)], papers=papers)
    return work, partial(room.vacate, seat.place, bye)


def _leave_seat(room: Room, line: Line, member: Member, command: LeaveSeat) -> None:
    """Whoever sits on a seat gets up for good; the hero stays for whoever comes next."""
    _only_seats(member)
    seat = room.seat_at(member.place)
    if seat.place == room.invite.host:
        raise Refused("", "You host this table, so you can’t leave it. You can end it, though.")
    seat.token_hash, seat.taken, seat.machine = None, False, ""
    room.copies = room.copies.without(seat.place)
    told = Body(f"{seat.name} has left the table. Their seat is free.")
    bye = Bye("You’ve left the table. Your seat is free for someone else.", False)
    _note_event(room, line, member, command, told, *_vacated(room, seat, bye))


def _change_spectators(room: Room, line: Line, member: Member, command: NewLink | Revoke) -> None:
    made = Made(SPECTATORS, "", SPECTATOR) if isinstance(command, NewLink) else None
    room.row.spectator_hash = _new_hash(member, command) if made else None
    told = Body(f"The spectators’ link {'has changed' if made else 'was cancelled'}.", made=made)
    bye = Bye("This link no longer works.", False)
    then = partial(room.send_away, SPECTATORS, bye)
    _note_event(room, line, member, command, told, then=then)


def _new_hash(member: Member, command: Command) -> bytes:
    """The hash of the token that a command makes."""
    return token_hash(derived(member.token, "link", command.id))


def _made(seat: SeatRow) -> Made:
    return Made(seat.place, seat.name, seat.role)


def _lock(room: Room, line: Line, member: Member, command: Lock) -> None:
    _only_runner(member)
    room.row.locked = command.locked
    text = "The table is locked." if command.locked else "The table is open again."

    def then() -> None:
        if command.locked:
            room.send_away(SPECTATORS, Bye("The table is locked.", False))

    _note_event(room, line, member, command, Body(text), then=then)


# By the table's code


def sit_by_code(room: Room, sit: Sit, token: str) -> SeatRow | None:
    """Let somebody sit who has the table's code: at once, or None while they wait to be let in."""
    hashed = token_hash(token)
    if (own := next((seat for seat in room.seats if seat.token_hash == hashed), None)) is not None:
        return own
    if room.row.locked or room.row.phase == "ended":
        raise Forbidden("", "The table is locked." if room.row.locked else "The table has ended.")
    _check_guest(room, sit)
    if room.invite.door == "open":
        return None if _comes_too_soon(room, sit) else _seat_guest(room, sit, hashed)
    callers = room.callers
    if callers.knock(sit, token, room.now()):
        room.commit(Work(papers=[room.keep(DOOR, callers)]), table=True)
    return None


NEWCOMER = "a newcomer"
"""What a player is called whose name is not known yet."""


def why_no_chair(room: Room, name: str) -> Refused | None:
    """Why another player of this name cannot bring a chair, or None if they can."""
    players = sum(seat.role == "player" for seat in room.seats)
    if players >= room.ruleset.seating.most or len(room.seats) >= MOST_SEATS:
        return Refused("", "Every seat at this table is taken.")
    return room.record.why_not_join(name) if room.record is not None else None


def _check_guest(room: Room, sit: Sit) -> None:
    check_guest(sit, room.seats, begun=room.record is not None and sit.place >= 0)
    refused = why_no_seat(sit, room.seats, room.ruleset.seating, why_no_chair(room, sit.name))
    if refused is not None:
        raise refused


def _comes_too_soon(room: Room, sit: Sit) -> bool:
    """Whether a chair waits until what the table is asked just now is answered."""
    return sit.place < 0 and room.record is not None and room.record.flight is not None


def _seat_guest(room: Room, sit: Sit, hashed: bytes) -> SeatRow:
    """A guest sits down, on a chair that is free or on one of their own."""
    if sit.place < 0:
        seat = _new_seat(room, sit.name, "player", hashed)
        if room.record is None:
            room.seats.append(seat)
    else:
        seat = room.seat_at(sit.place)
        seat.token_hash, seat.machine = hashed, ""
        if room.record is None:
            seat.name = sit.name
    if sit.colour is not None:
        with suppress(Refused):  # somebody was quicker: any other colour does as well
            wear(room.invite, [*room.seats, seat], seat.place, sit.colour)
    if seat in room.seats:
        room.sit(seat.place, invited=True)
    else:
        room.sit_late(seat)
    return seat


def _invite(room: Room, line: Line, member: Member, command: Invite) -> None:
    _only_runner(member)
    invite, before = room.invite, msgspec.structs.replace(room.invite)
    invite.door, invite.watching = command.door, command.watching
    if command.renew or (invite.code == "" and command.door != "shut"):
        invite.code = new_code()
    told = {
        "open": "Anyone with the table’s code can sit down.",
        "ask": "Anyone with the table’s code can knock.",
        "shut": "The table’s code no longer works.",
    }[command.door]
    if command.renew and before.door == command.door:
        told = "The table has a new code."

    def then() -> None:
        """Who watches by the code looks whether they still may; the others come back."""
        if before.watching and (invite.code != before.code or not invite.watching):
            room.send_away(SPECTATORS, Bye("The table’s code has changed.", True))

    work = Work(invites=[msgspec.structs.replace(invite)])
    _note_event(room, line, member, command, Body(told), work, then)


def _let_in(room: Room, line: Line, member: Member, command: LetIn) -> None:
    _only_runner(member)
    callers = room.callers
    caller, told = callers.find(command.knock), Body("")
    if command.yes:
        _check_guest(room, caller.sit)
        if _comes_too_soon(room, caller.sit):
            raise Refused("", "Answer first what the table is asked. Then let them in.")
        del callers.by_key[command.knock]
        told = Body(f"{_name(member)} lets {caller.sit.name} in.")
        _seat_guest(room, caller.sit, caller.hashed)
    else:
        caller.refused = True
    _note_event(room, line, member, command, told, Work(papers=[room.keep(DOOR, callers)]))


def _wear_colour(room: Room, line: Line, member: Member, command: WearColour) -> None:
    _only_seats(member)
    wear(room.invite, room.seats, member.place, command.colour)
    work = Work(invites=[msgspec.structs.replace(room.invite)])
    _note_event(room, line, member, command, Body(""), work)


def check_pin(room: Room, member: Member) -> None:
    """`Refused` unless this member may bring another picture, and there is room for it."""
    _only_seats(member)
    if (refused := room.why_not_grow()) is not None:
        raise refused
    check_room(room.papers)


def pin(room: Room, member: Member, picture: bytes) -> str:
    """Keep a picture with the table, to be shown later; its name."""
    name, paper, shown = pinned(picture, room.row.secret, member.seat)
    if not has_picture(room.papers, name):
        check_pin(room, member)
        room.commit(Work(papers=[room.keep(paper, shown)]))
    return name


def _wear_portrait(room: Room, line: Line, member: Member, command: WearPortrait) -> None:
    _only_seats(member)
    sheets = room.ruleset.view(room.record.state, None).sheets if room.record is not None else []
    check_sitter(command.figure, member, sheets)
    check_picture(room.papers, command.picture)
    worn = {
        figure: name for figure, name in portraits(room.papers).items() if figure != command.figure
    }
    if command.picture:
        if len(worn) >= MOST_FACES:
            raise Limit("", "There’s no room for another portrait. Take one away first.")
        worn[command.figure] = command.picture
    work = Work(papers=[room.keep(PORTRAITS, worn)])
    _note_event(room, line, member, command, Body(""), work)


def _bring_deck(room: Room, line: Line, member: Member, command: BringDeck) -> None:
    """Choose a deck for one's own seat; what is in it is nobody else's to know."""
    _only_seats(member)
    if room.record is not None:
        raise Refused("", "The game has started: you play the deck you came with.")
    check_deck(room.ruleset, command.deck)
    seat = room.seat_at(member.place)
    paper = room.keep(*brought(seat, command.deck))
    told = Body(f"{seat.name} has chosen a deck.")
    _note_event(room, line, member, command, told, Work(papers=[paper]))


def _show_odds(room: Room, line: Line, member: Member, command: ShowOdds) -> None:
    _only_runner(member)
    room.row.odds_shown = command.on
    text = "Odds are shown at this table." if command.on else "Odds are hidden at this table."
    _note_event(room, line, member, command, Body(text))


def _agree_to_copy(room: Room, line: Line, member: Member, command: AskCopy | AllowCopy) -> None:
    """Ask everyone whether the table may be copied, or say yes or no to it; a no has no name."""
    copies = room.copies
    if isinstance(command, AskCopy):
        _only_runner(member)
        if room.row.phase == "ended":
            raise Refused("", "The table has ended. You can copy it without asking.")
        agreed: list[int] | None = [member.place] if member.seat else []
        text = f"{_name(member)} asks to copy the table, with everything hidden in it."
    else:
        _only_seats(member)
        if copies.agreed is None:
            raise Refused("", "Nobody is asking to copy the table right now.")
        agreed = sorted({*copies.agreed, member.place}) if command.yes else None
        text = f"{member.seat} agrees to a copy." if command.yes else "There will be no copy."
    room.copies = Copies(agreed, copies.made)
    _note_event(room, line, member, command, Body(text))


def _note_event(
    room: Room,
    line: Line,
    member: Member,
    command: Command,
    told: Body,
    work: Work | None = None,
    then: Callable[[], None] = _nothing,
) -> None:
    """Save a change around the game, and tell it as a line of the story; it is done once.

    What keeps order when there is no place for another line is done without one.
    """
    work = work or Work()
    room.row.seated = len(room.seats)
    work.tables.append(msgspec.structs.replace(room.row))
    if isinstance(command, _KEEPS_ORDER) and room.grown.events >= _most_events(member):
        reply = (line, answer(room, member, command, Carried(room.v, told.made)))
        room.commit(work, table=True, reply=reply, then=then)
        return
    act = act_key(member, command)
    tale = room.add_story("event", "", told, act)
    work.story.append(tale.row(room.row.id, act))
    reply = (line, answer(room, member, command, Carried(room.v, told.made)))
    room.commit(work, tales=[tale], table=True, reply=reply, then=then)


# Who may


def _only_seats(member: Member) -> None:
    if not member.seat:
        raise Forbidden("", "Only someone who sits at the table can do that.")


def _only_awake(room: Room) -> None:
    """Nothing of the game changes while its table sleeps."""
    if room.sessions[-1].ended:
        raise Paused("", "The table is asleep. It goes on once someone wakes it.")


def _only_runner(member: Member) -> None:
    if not member.runs_table:
        raise Forbidden("", "Only the host or the game master can do that.")


def _name(member: Member) -> str:
    return member.seat or "The host"
