"""Playing a kept record again, and proving that it was fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine import notebook
from fatedeck.engine.chain import compare, follow
from fatedeck.engine.chance import Salt, commitment
from fatedeck.engine.codec import SET_UP, SIT_DOWN, Codec, digest
from fatedeck.engine.entries import (
    Answered,
    Cancelled,
    Did,
    Entry,
    Forked,
    Head,
    Header,
    Opened,
    Quiet,
    Salted,
    Undid,
    read_record,
)
from fatedeck.engine.errors import Diverged, Refused, Unreadable
from fatedeck.engine.game import Asked
from fatedeck.engine.house import check_house
from fatedeck.engine.questions import Answer, Chance
from fatedeck.engine.record import Flight, Record, joined
from fatedeck.engine.ruleset import Ruleset

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


def replay(
    ruleset: Ruleset[S, Opt, A],
    header: Header,
    entries: Sequence[Entry],
    *,
    to: int | None = None,
    secret: bytes | None = None,
    keep_states: bool = False,
    rewritten: list[Entry] | None = None,
) -> Record[S, Opt, A]:
    """Play a record again, to its end or through its first `to` entries.

    Every entry that the replay makes must be the one on record; otherwise `Diverged` names it. With
    the `secret`, chance comes from the sealed stream instead of the record, so a replay that
    agrees proves that nobody picked a card. `rewritten` collects the entries as they are made
    today: an older record then has the names that questions and options have now.
    """
    upto = [entry for entry in entries[:to] if not isinstance(entry, Head)]
    place = 0

    def recorded(question: Chance, n: int, k: int) -> Answer:
        nonlocal place
        if place >= len(upto):
            raise Asked(question)
        kept = upto[place]
        if isinstance(kept, Answered) and isinstance(kept.answer, dict):
            place += 1  # what all seats answered together; the last of them has just been repeated
            return recorded(question, n, k)
        if not isinstance(kept, Answered) or kept.at is None or kept.key != question.key:
            raise Diverged(f"The rules ask “{question.key}”, the record says {_said(kept)}.")
        place += 1
        try:
            return question.check(kept.answer)
        except Refused as refused:
            raise Diverged(f"The record's card does not fit: {refused}") from refused

    chance = recorded if secret is None else None
    record = Record(ruleset, header, secret=secret, chance=chance, keep_states=keep_states)
    while (start := place) < len(upto):
        place += 1
        entry = upto[start]
        if isinstance(entry, Opened):
            record.opened = True
            if rewritten is not None:
                rewritten.append(entry)
            continue
        try:
            repeat(record, entry)
        except Refused as refused:
            raise Diverged(f"{_said(entry)} is refused when played again: {refused}") from refused
        made = record.drain()
        for found, kept in zip(made, upto[start:], strict=False):
            _compare(found, kept)
        place = start + len(made)
        if rewritten is not None:
            rewritten += made
    return record


def restore(
    ruleset: Ruleset[S, Opt, A],
    header: Header,
    entries: Sequence[Entry],
    *,
    keep_states: bool = False,
) -> Record[S, Opt, A]:
    """Take up a kept game where it was left, from the states that its quiet points carry.

    Nothing is played again but the action in flight, so a game outlives a change of its rules.
    """
    record, codec = Record(ruleset, header, keep_states=keep_states), Codec(ruleset)
    quiet: dict[int, bytes] = {}
    flight: Flight | None = None
    n = furthest = 0
    for entry in entries:
        match entry:
            case Did():
                flight = Flight(entry.seat, entry.action)
            case Answered(part=True) if flight is not None:
                assert not isinstance(entry.answer, dict)
                flight.partial[entry.seat] = entry.answer
            case Answered() if flight is not None:
                flight.answers.append(entry)
                flight.partial = {}
            case Quiet():
                if flight is not None and flight.action == SIT_DOWN:
                    record.header, record.first = joined(record.header, flight.seat), entry.n
                n, flight = entry.n, None
                furthest = max(furthest, n)
                if bytes(entry.state):
                    quiet[n] = codec.encode(codec.from_json(entry.state))
            case Forked():
                n = furthest = entry.n
                quiet[n] = codec.encode(codec.from_json(entry.state))
            case Undid():
                n, flight = entry.to, None
            case Cancelled():
                flight = None
            case Salted():
                record.salts.append(Salt(entry.seat, entry.words, entry.since))
            case Opened():
                record.opened = True
    if n not in quiet:
        raise Unreadable("This record doesn’t carry its states, so you can’t play on from it.")
    record.quiet |= {number: state for number, state in quiet.items() if number <= n}
    record.furthest = furthest
    record.resume(n, quiet[n], flight, record.salts)
    return record


class Verdict(Struct, frozen=True):
    """What a verification found. `fair` when every chance answer is the sealed stream's own."""

    fair: bool
    sentence: str
    draws: int = 0

    def _repr_html_(self) -> str:
        return notebook.rows("✔ Fair" if self.fair else "✗ Not proved", {"": self.sentence})


def verify(ruleset: Ruleset[S, Opt, A], text: str, kept: Sequence[Head] = ()) -> Verdict:
    """Check a whole record against its opened secret, its chain, and the heads that were kept.

    The verdict says what could not be proved.
    """
    header, entries = read_record(text)
    check_house(header.game, header.options)
    told = [entry for entry in entries if not isinstance(entry, Head)]
    opened = [entry for entry in told if isinstance(entry, Opened)]
    if not opened:
        return Verdict(False, "The secret is still sealed; it opens when the table ends.")
    if len(opened) > 1 or not isinstance(told[-1], Opened):
        return Verdict(False, "Something was added after the secret was opened.")
    try:
        secret = bytes.fromhex(opened[0].secret)
    except ValueError:
        return Verdict(False, "The opened secret is not hexadecimal.")
    if not header.seal or commitment(secret) != header.seal:
        return Verdict(False, "The opened secret isn’t the one that was sealed.")
    try:
        heads = follow(text, entries, secret)
        compare(heads, kept)
    except Diverged as fault:
        return Verdict(False, str(fault))
    if not _is_beginning(told[0]):
        return Verdict(False, "The record does not begin with the set-up of the table.")
    try:
        replay(ruleset, header, entries, secret=secret)
        _prove_states(ruleset, entries)
    except Exception as fault:  # noqa: BLE001  # a forged state may break any rule
        return Verdict(False, f"The record does not follow from its secret: {fault}")
    draws = sum(isinstance(entry, Answered) and entry.at is not None for entry in entries)
    sentence = f"All {draws} draws come from the sealed stream, in order."
    notes = list(_unproved(told, heads, kept))
    if header.rules != ruleset.version:
        notes.append(
            f"It was played by version {header.rules} of the rules; these are {ruleset.version}."
        )
    return Verdict(True, " ".join([sentence, *notes]), draws)


def _is_beginning(entry: Entry) -> bool:
    return isinstance(entry, Forked) or (isinstance(entry, Did) and entry.action == SET_UP)


def _prove_states(ruleset: Ruleset[S, Opt, A], entries: Sequence[Entry]) -> None:
    """A state that a quiet point carries is the one that its hash says."""
    codec = Codec(ruleset)
    for entry in entries:
        if not isinstance(entry, Quiet) or not bytes(entry.state):
            continue
        if digest(codec.encode(codec.from_json(entry.state))) != entry.hash:
            raise Diverged(f"{_said(entry)} carries another state.")


def _unproved(told: Sequence[Entry], heads: Sequence[Head], kept: Sequence[Head]) -> Iterator[str]:
    """How far the proof reaches."""
    if isinstance(told[0], Forked):
        yield f"Everything before point {told[0].n} was played elsewhere and isn’t proved."
    if not heads:
        yield (
            "It has no chain, so nobody can tell whether its end was cut off or its words changed."
        )
    elif not kept:
        yield "No head was kept to compare it with, so nobody can tell whether its end was cut off."
    else:
        last = max(head.v for head in kept)
        yield f"Up to step {last} of {heads[-1].v} it is the record whose heads were kept."


def repeat(record: Record[S, Opt, A], entry: Entry) -> None:
    """Do again what an entry says was done."""
    match entry:
        case Did(action=action) if action == SET_UP:
            record.set_up()
        case Did(action=action) if action == SIT_DOWN:
            record.join(entry.seat)
        case Did():
            record.do(entry.seat, entry.action)
        case Answered(at=None):
            record.answer(entry.seat, _meant(record, entry), by=entry.by)
        case Forked():
            codec = Codec(record.ruleset)
            record.fork_from(entry.n, codec.encode(codec.from_json(entry.state)))
        case Undid():
            record.undo(entry.to, entry.by)
        case Cancelled():
            record.cancel(entry.by)
        case Salted():
            record.salt(entry.seat, entry.words)
        case _:
            raise Diverged(f"{_said(entry)} does not follow from what was done.")


def _meant(record: Record[S, Opt, A], entry: Answered) -> Answer:
    """An answer by the names of today: an older record has the words that were on it."""
    question = record.question_for(entry.seat)
    if question is None:
        return entry.answer
    return record.ruleset.former.read(question, entry.key, entry.answer)


def _compare(found: Entry, kept: Entry) -> None:
    if isinstance(found, Quiet) and isinstance(kept, Quiet):
        same = (found.n, found.hash) == (kept.n, kept.hash)
    elif isinstance(found, Forked) and isinstance(kept, Forked):
        same = found.hash == kept.hash
    elif isinstance(found, Answered) and isinstance(kept, Answered):
        same = replace(found, copies=kept.copies) == kept  # older records do not count copies
        if found.at is None:  # `repeat` has read the answer, which an older record has in words
            same = (found.seat, found.by, found.part) == (kept.seat, kept.by, kept.part)
    else:
        same = found == kept
    if not same:
        raise Diverged(f"The record says {_said(kept)}; played again it is {_said(found)}.")


def _said(entry: Entry) -> str:
    match entry:
        case Did():
            return f"“{entry.seat} does {entry.action.get('do')}”"
        case Answered():
            return f"“{entry.answer}” to “{entry.key}”"
        case Quiet() | Forked():
            return f"quiet point {entry.n} with state {entry.hash[:12]}"
        case Salted():
            return f"a salt of {entry.seat} from {entry.since} on"
        case _:
            return type(entry).__name__.lower()
