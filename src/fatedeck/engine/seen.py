"""Everything that one seat is shown: the game's view, its offers, the open question, the story."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.offers import Offer
from fatedeck.engine.questions import Choose, Decision, Draw, Each, Roll, Several
from fatedeck.engine.record import Record, Told
from fatedeck.engine.ruleset import Party
from fatedeck.engine.story import Moment
from fatedeck.engine.tale import Telling, scene_views, with_scene
from fatedeck.engine.telling import on_bare_ground, tale_offers
from fatedeck.engine.view import Making, View

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


class Read(Struct, frozen=True, omit_defaults=True):
    """A line of the story as one seat reads it, or a moment as it sees it."""

    n: int
    text: str
    clauses: tuple[str, ...] = ()
    fiat: bool = False
    undone: bool = False
    moment: Moment | None = None


class Seen(Struct, frozen=True):
    """What a seat is shown. `question` is its own to answer; `overheard` is another seat's."""

    n: int
    view: View
    offers: list[Offer]
    waiting_for: tuple[str, ...]
    question: Decision | None
    overheard: list[Decision]
    log: list[Read]
    over: bool


def see(record: Record[S, Opt, A], seat: str | None, since: int = 0) -> Seen:
    """All that this seat may see now, with the story from its line `since` on."""
    ruleset, state, telling = record.ruleset, record.state, record.telling
    party = ruleset.party(state) if telling is not None else None
    offers: dict[str, list[Offer]] = {}
    if seat and _can_act(record):
        offers[seat] = _open_now(record, _played(ruleset.offers(state, seat), telling, seat))
        if not record.waiting_for:
            offers[seat] += _told(telling, party, seat)
    made = [ruleset.making(state, seat) if seat and not record.opened else None]
    views = [ruleset.view(state, seat)]
    return _seen(record, [seat], since, views, made, offers, telling, party, Drawn())[0]


def see_all(
    record: Record[S, Opt, A], seats: Sequence[str | None], since: int, drawn: Drawn
) -> list[Seen]:
    """What each of these seats may see now, drawn together from the parts that are remembered.

    While somebody is asked no offers are drawn: those that wait for no answer are as they were.
    What a spectator would see is drawn as well: the next action is judged by it.
    """
    ruleset, state, telling = record.ruleset, record.state, record.telling
    party = ruleset.party(state) if telling is not None else None
    views = drawn.views(ruleset.views, state, [*seats, None])[:-1]
    drawn.let_go(record.quiet[record.n] if record.flight is None else None)
    offers: dict[str, list[Offer]] = {}
    if not record.opened and not record.waiting_for:
        sitting = list(filter(None, seats))
        for seat, found in zip(sitting, ruleset.offers_to_each(state, sitting), strict=True):
            offers[seat] = _played(found, telling, seat) + _told(telling, party, seat)
    made = [None] * len(seats) if record.opened else ruleset.makings(state, seats, drawn)
    return _seen(record, seats, since, views, made, offers, telling, party, drawn)


def _played(offers: list[Offer], telling: Telling | None, seat: str) -> list[Offer]:
    """What a seat may do in the game; its master reads what a fight would begin without."""
    if telling is None or seat != telling.gm:
        return offers
    return [on_bare_ground(telling, offer) for offer in offers]


def _told(telling: Telling | None, party: Party | None, seat: str) -> list[Offer]:
    """What a seat may do with the tale: nothing while it goes on and their hero can do nothing."""
    if telling is None:
        return []
    plays = party is not None and party.begun and seat in telling.heroes
    return [] if plays and party and seat not in party.able else tale_offers(telling, seat)


def _can_act(record: Record[S, Opt, A]) -> bool:
    """Whether anybody can begin something: while a question is open, what waits for no answer."""
    return not record.opened and (not record.waiting_for or bool(record.ruleset.any_time))


def _open_now(record: Record[S, Opt, A], offers: list[Offer]) -> list[Offer]:
    any_time = record.ruleset.any_time
    return [offer for offer in offers if offer.do in any_time] if record.waiting_for else offers


def _seen(
    record: Record[S, Opt, A],
    seats: Sequence[str | None],
    since: int,
    views: Sequence[View],
    made: Sequence[Making | None],
    offers: dict[str, list[Offer]],
    telling: Telling | None,
    party: Party | None,
    drawn: Drawn,
) -> list[Seen]:
    told = record.log[since:]
    told += [Told(record.n, line) for line in record.progress.lines]
    waiting = record.waiting_for
    over = record.opened or record.ruleset.is_over(record.state)
    busy = party is not None and party.busy
    fallen = party is not None and not party.able
    if telling is not None:
        draw = partial(scene_views, telling, seats, busy, fallen)
        scenes = drawn.scenes(draw, telling.tale, telling.heroes, tuple(seats), busy, fallen)
        views = list(map(with_scene, views, scenes))
    return [
        Seen(
            record.n,
            view if making is None else replace(view, making=making),
            offers.get(seat or "", []),
            waiting,
            _by_heroes(record, record.question_for(seat)) if seat and waiting else None,
            overheard(record, seat) if waiting else [],
            log,
            over,
        )
        for seat, view, making, log in zip(
            seats, views, made, _read_by_each(told, seats), strict=True
        )
    ]


def _by_heroes(record: Record[S, Opt, A], question: Decision | None) -> Decision | None:
    """A question in which heroes can be chosen, who are meant by their seats, with their names."""
    if not isinstance(question, Choose | Several):
        return question
    labels = record.heroes_among(question.options, question.labels)
    return replace(question, labels={**question.labels, **labels}) if labels else question


def read(told: Sequence[Told], seat: str | None) -> list[Read]:
    """The story as one seat reads it."""
    return [line for t in told if (line := _read(t, seat)) is not None]


def _read(told: Told, seat: str | None) -> Read | None:
    text, moment = told.line.read_by(seat), told.line.shown_to(seat)
    if not text and not moment:
        return None
    return Read(told.n, text, told.line.clauses, told.line.fiat, told.undone, moment)


def _read_by_each(told: Sequence[Told], seats: Sequence[str | None]) -> list[list[Read]]:
    """The story as each of these seats reads it; what is for all is put into words once."""
    if not told:
        return [[] for _ in seats]
    for_all = [_read(t, None) if t.line.is_for_all else None for t in told]
    return [
        [
            line
            for t, known in zip(told, for_all, strict=True)
            if (line := known or _read(t, seat)) is not None
        ]
        for seat in seats
    ]


def overheard(record: Record[S, Opt, A], seat: str | None) -> list[Decision]:
    """What others are asked that this seat may read too: never the game master's questions."""
    if not record.ruleset.open_questions or record.asked is None:
        return []
    asked = record.asked.questions if isinstance(record.asked, Each) else (record.asked,)
    return [
        question
        for question in asked
        if not isinstance(question, Draw | Roll)
        and question.seat in record.waiting_for
        and question.seat != seat
        and not question.secret
        and record.seat(question.seat).role != "gm"
    ]
