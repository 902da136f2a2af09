"""Records that were tampered with in every way we could think of, and who judges them.

A clumsy forger changes lines and leaves the chain as it was. A cunning one knows the secret, as
whoever runs the server does, and reckons the whole chain anew.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.chain import Chain
from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Head, Header, lines_of, write_line
from fatedeck.engine.random_play import seats_for, step
from fatedeck.engine.record import Record
from fatedeck.engine.replay import Verdict
from fatedeck.engine.ruleset import find_game

ROOT = Path(__file__).resolve().parents[2]

Line: TypeAlias = dict[str, object]
Forge: TypeAlias = Callable[[list[Line], random.Random], list[Line] | None]
"""Changes the lines of a record; None when there is nothing to change in this way."""


class Genuine(Struct, frozen=True):
    """A record as it was played, and the heads that everyone at the table was shown."""

    text: str
    secret: bytes
    heads: list[Head]


class Forged(Struct, frozen=True):
    """A forged record, and the heads that a seat still has."""

    record: str
    kept: list[Head]
    shown: str = ""


# Playing


@cache
def genuine(game: str, seed: int, steps: int = 40) -> Genuine:
    """A random game with salts, take-backs and calls-off in it, ended in the middle."""
    luck = random.Random(f"{game} {seed}")
    ruleset = find_game(game)
    secret = seed.to_bytes(32, "big") + b" chained"
    header = Header(ruleset.id, ruleset.version, seats_for(ruleset), {}, commitment(secret))
    record: Record[Struct, Struct, Struct] = Record(ruleset, header, secret=secret)
    chain, text = Chain(since=write_line(header)), write_line(header)
    record.set_up()
    for number in range(steps):
        lines = "".join(map(write_line, record.drain()))
        text += chain.bind(secret, lines) if lines else ""
        if number % 13 == 5:
            record.salt(
                header.seats[-1].name, "\ufeff" if number == 5 else f"{number}\u2028\x1c of mine"
            )
        elif number % 17 == 11 and record.n > 3:
            record.undo(record.n - 2, header.seats[0].name)
        elif record.flight is not None and luck.random() < 0.1:
            record.cancel(header.seats[0].name)
        elif record.waiting_for or not ruleset.is_over(record.state):
            step(record, luck)
    text += chain.bind(secret, "".join(map(write_line, record.drain()))) if record.entries else ""
    record.open()
    text += chain.bind(secret, "".join(map(write_line, record.drain())))
    return Genuine(text, secret, [head for head in map(_head, lines_of(text)) if head])


def _head(line: str) -> Head | None:
    return msgspec.json.decode(line, type=Head) if '"is":"head"' in line else None


# Forging


def forge(kind: str, true: Genuine, luck: random.Random, *, cunning: bool) -> Forged | None:
    """The record, tampered with; None when this record has nothing to change in this way.

    Against a cunning forger only a head helps that was kept since the first change.
    """
    lines = [msgspec.json.decode(line, type=Line) for line in lines_of(true.text)]
    changed = KINDS[kind](lines, luck)
    if changed is None:
        return None
    if not cunning:
        text = "".join(map(_written, changed))
        return Forged(text, []) if text != true.text else None
    text = chained_anew(changed, true.secret)
    told = {head.v: head.hash for head in map(_head, lines_of(text)) if head}
    telling = [head for head in true.heads if told.get(head.v) != head.hash]
    if not telling:
        return None
    others = [head for head in true.heads if luck.random() < 0.3]
    return Forged(text, [luck.choice(telling), *others])


def _written(line: Line) -> str:
    return msgspec.json.encode(line).decode() + "\n"


def chained_anew(lines: Sequence[Line], secret: bytes) -> str:
    text = _written(lines[0])
    chain, part = Chain(since=text), ""
    for line in lines[1:]:
        if line["is"] == "head":
            text, part = text + chain.bind(secret, part), ""
        else:
            part += _written(line)
    return text + chain.bind(secret, part) if part else text


def _places(lines: Sequence[Line], fits: Callable[[Line], bool]) -> list[int]:
    return [place for place, line in enumerate(lines) if fits(line)]


def _is_draw(line: Line) -> bool:
    return line.get("at") is not None


def _is_decision(line: Line) -> bool:
    return line["is"] == "answered" and not _is_draw(line)


def _is_play(line: Line) -> bool:
    return line["is"] not in ("record", "head", "opened")


def _changed(lines: list[Line], place: int, **fields: object) -> list[Line]:
    return [*lines[:place], {**lines[place], **fields}, *lines[place + 1 :]]


def _other_card(line: Line, lines: Sequence[Line], luck: random.Random) -> Line:
    """The same draw with another answer, and half the time with the place that might go with it."""
    answer, size = line["answer"], line["of"]
    assert isinstance(size, int)
    if isinstance(answer, int):
        other: object = answer % max(size, 2) + 1
    else:
        drawn = {each["answer"] for each in lines if _is_draw(each)} - {answer}
        other = luck.choice(sorted(map(str, drawn)) or ["the Joker"])
    at = luck.randrange(size) if luck.random() < 0.5 else line["at"]
    return {**line, "answer": other, "at": at}


def a_card_replaced(lines: list[Line], luck: random.Random) -> list[Line] | None:
    draws = _places(lines, _is_draw)
    if not draws:
        return None
    place = luck.choice(draws)
    return [*lines[:place], _other_card(lines[place], lines, luck), *lines[place + 1 :]]


def all_cards_replaced(lines: list[Line], luck: random.Random) -> list[Line] | None:
    if not any(map(_is_draw, lines)):
        return None
    return [_other_card(line, lines, luck) if _is_draw(line) else line for line in lines]


def two_answers_swapped(lines: list[Line], luck: random.Random) -> list[Line] | None:
    answers = _places(lines, lambda line: line["is"] == "answered")
    if len(answers) < 2:
        return None
    one, two = luck.sample(answers, 2)
    first, second = lines[one]["answer"], lines[two]["answer"]
    return _changed(_changed(lines, one, answer=second), two, answer=first)


def the_last_action_dropped(lines: list[Line], luck: random.Random) -> list[Line] | None:
    begun = _places(lines, lambda line: line["is"] == "did")[-1]
    return [*lines[:begun], *lines[-2:]]


def the_tail_cut(lines: list[Line], luck: random.Random) -> list[Line] | None:
    heads = _places(lines, lambda line: line["is"] == "head")
    if len(heads) < 3:
        return None
    return [*lines[: luck.choice(heads[:-2]) + 1], *lines[-2:]]


def all_draws_removed(lines: list[Line], luck: random.Random) -> list[Line] | None:
    return [line for line in lines if not _is_draw(line)] if any(map(_is_draw, lines)) else None


def one_draw_removed(lines: list[Line], luck: random.Random) -> list[Line] | None:
    draws = _places(lines, _is_draw)
    place = luck.choice(draws) if draws else 0
    return [*lines[:place], *lines[place + 1 :]] if draws else None


def a_salt_edited(lines: list[Line], luck: random.Random) -> list[Line] | None:
    salts = _places(lines, lambda line: line["is"] == "salted")
    if not salts:
        return None
    place = luck.choice(salts)
    since = lines[place]["since"]
    assert isinstance(since, int)
    fields: list[Line] = [{"words": "luckier"}, {"since": since + 1}, {"seat": lines[1]["seat"]}]
    return _changed(lines, place, **luck.choice(fields))


def a_salt_dropped(lines: list[Line], luck: random.Random) -> list[Line] | None:
    salts = _places(lines, lambda line: line["is"] == "salted")
    place = luck.choice(salts) if salts else 0
    return [*lines[:place], *lines[place + 1 :]] if salts else None


def the_rules_version_changed(lines: list[Line], luck: random.Random) -> list[Line] | None:
    return _changed(lines, 0, rules=f"{luck.randrange(9)}.{luck.randrange(9)}.1")


def an_option_or_a_seat_changed(lines: list[Line], luck: random.Random) -> list[Line] | None:
    seats = lines[0]["seats"]
    assert isinstance(seats, list)
    another = [*seats[:-1], {**seats[-1], "name": "Zoe"}]
    fields: list[Line] = [{"options": {"cards": 3}}, {"seats": another}]
    return _changed(lines, 0, **luck.choice(fields))


def a_decision_changed(lines: list[Line], luck: random.Random) -> list[Line] | None:
    decisions = _places(lines, lambda line: _is_decision(line) or line["is"] == "did")
    place = luck.choice(decisions)
    if lines[place]["is"] == "did":
        other = luck.choice(_places(lines, lambda line: line["is"] == "did"))
        return _changed(lines, place, action=lines[other]["action"])
    answer = lines[place]["answer"]
    return _changed(lines, place, answer=answer + 1 if isinstance(answer, int) else "No")


def an_entry_inserted(lines: list[Line], luck: random.Random) -> list[Line] | None:
    inserted = lines[luck.choice(_places(lines, _is_play))]
    place = luck.randrange(1, len(lines))
    return [*lines[:place], inserted, *lines[place:]]


def two_entries_reordered(lines: list[Line], luck: random.Random) -> list[Line] | None:
    one, two = sorted(luck.sample(_places(lines, _is_play), 2))
    between = lines[one + 1 : two]
    return [*lines[:one], lines[two], *between, lines[one], *lines[two + 1 :]]


def the_chain_taken_away(lines: list[Line], luck: random.Random) -> list[Line] | None:
    """And with it the last action, or nothing else."""
    kept = lines if luck.random() < 0.5 else the_last_action_dropped(lines, luck)
    return [line for line in kept or [] if line["is"] != "head"]


KINDS: dict[str, Forge] = {
    forge.__name__: forge
    for forge in (
        a_card_replaced,
        all_cards_replaced,
        two_answers_swapped,
        the_last_action_dropped,
        the_tail_cut,
        all_draws_removed,
        one_draw_removed,
        a_salt_edited,
        a_salt_dropped,
        the_rules_version_changed,
        an_option_or_a_seat_changed,
        a_decision_changed,
        an_entry_inserted,
        two_entries_reordered,
        the_chain_taken_away,
    )
}


def forgeries(kind: str, size: int, *, records: int = 20) -> list[Forged]:
    """So many forgeries of one kind, of records of every game, clumsy and cunning in turn."""
    luck = random.Random(kind)
    games = ("high-card", "adventurer-factory", "deckahedron", "deck-of-adventures",
             "realms-behind", "thousand-faces")  # fmt: skip
    made: list[Forged] = []
    while len(made) < size:
        true = genuine(luck.choice(games), luck.randrange(records))
        forged = forge(kind, true, luck, cunning=len(made) % 2 == 1)
        if forged is not None:
            made.append(forged)
    return made


# Judging


class Page:
    """The page's verifier in Node."""

    def __init__(self, built: Path) -> None:
        web = ROOT / "web"
        bundler = web / "node_modules" / ".bin" / "rolldown"
        source = web / "src" / "lib" / "verify.ts"
        subprocess.run(
            [bundler, source, "--dir", built, "--format", "esm", "--platform", "browser"],
            check=True,
            capture_output=True,
            cwd=web,
        )
        self._built = built / "verify.js"

    def judge(self, forged: Iterable[Forged]) -> list[Verdict]:
        asked = b"".join(msgspec.json.encode(each) + b"\n" for each in forged)
        node = ["node", str(Path(__file__).with_name("judge.mjs")), str(self._built)]
        ran = subprocess.run(node, input=asked, capture_output=True, check=False)
        assert ran.returncode == 0, ran.stderr.decode()
        return [msgspec.json.decode(line, type=Verdict) for line in ran.stdout.splitlines()]
