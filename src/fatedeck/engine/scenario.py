"""Scenarios: given a situation, when a seat does something, then this must be true.

A scenario file is YAML, readable by a designer who does not program; `docs/scenarios.md` describes
it whole. A typo is a fault that names its line, never a silent pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
from msgspec import Struct

from fatedeck.engine import notebook
from fatedeck.engine.cards import Pile
from fatedeck.engine.chance import sealed_answer
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.forms import all_forms
from fatedeck.engine.marked_yaml import Marked, Misread, read_documents
from fatedeck.engine.paths import find, written
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Chance, Question
from fatedeck.engine.seen import see
from fatedeck.engine.stage import DOES, SETTING, Stage, answer_of, asks, prompts_of
from fatedeck.engine.steps import action_of, needed, parts_of


class Failed(FatedeckError):
    """Something that must be true is not."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.line = line
        self.expected = expected
        self.found = found


class Result(Struct, frozen=True):
    """How one scenario went. `line` is where it failed, or where it begins."""

    file: str
    line: int
    title: str
    ok: bool
    expected: str = ""
    found: str = ""
    shows: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        told = {"expected": self.expected, "found": self.found, "shows": ", ".join(self.shows)}
        return notebook.rows(f"{'✔' if self.ok else '✗'} {self.title}", told)


def scenario_files(path: Path) -> list[Path]:
    """The scenario files of a folder, or the file itself."""
    if path.is_dir():
        found = sorted(path.rglob("*.yaml"))
        if not found:
            raise Unreadable(f"There is no scenario (*.yaml) in {path}.")
        return found
    if not path.is_file():
        raise Unreadable(f"There is no file {path}.")
    return [path]


def run_file(path: Path) -> Iterator[Result]:
    """Run every scenario of a file."""
    try:
        documents = list(read_documents(path.read_text("utf-8")))
    except Misread as misread:
        yield Result(str(path), misread.line, "(unreadable)", False, "a scenario", str(misread))
        return
    except (OSError, UnicodeError) as fault:
        raise Unreadable(f"{path} can’t be read: {fault}.") from fault
    if not documents:
        yield Result(str(path), 1, "(empty)", False, "a scenario", "an empty file")
    for document in documents:
        yield run(document, str(path))


def run(document: Marked, file: str = "") -> Result:
    """Run one scenario."""
    title = "(no title)"
    try:
        parts = parts_of(document, "a scenario", SCENARIO)
        title = needed(parts, "scenario", document.line).words("scenario")
        shows = tuple(
            item.words("shows")
            for item in (parts["shows"].sequence("shows") if "shows" in parts else [])
        )
        _Play(parts, document.line).play()
        return Result(file, document.line, title, True, shows=shows)
    except Failed as failed:
        return Result(file, failed.line, title, False, failed.expected, failed.found)
    except Misread as misread:
        return Result(file, misread.line, title, False, "a scenario that can be read", str(misread))
    except FatedeckError as fault:
        return Result(
            file, document.line, title, False, "a scenario that can be played", str(fault)
        )


SCENARIO = ("scenario", "shows", *SETTING, "steps")
"""What a scenario file may say."""
_HOLDS = ("state", "log", "asked", "offered", "not_offered", "sees", "hides")
_TEACHES = ("say", "point", "rule", "hint", "also")
STEP = (*DOES, "refused", "odds", *_HOLDS, *_TEACHES)
"""What one of its steps may say; what teaches is for a learner (`lesson.py`)."""


class _Play:
    """One scenario being played."""

    def __init__(self, parts: dict[str, Marked], line: int) -> None:
        steps = needed(parts, "steps", line).sequence("steps")
        self.steps = [(parts_of(step, "a step", STEP), step.line) for step in steps]
        self.stage = Stage(parts, line, dealt_alike)
        self.record, self.codec = self.stage.record, self.stage.codec
        self.line = line
        self.lines_before = 0

    def play(self) -> None:
        for step, line in self.steps:
            self.line = line
            self.lines_before = len(self.record.log)
            if "odds" in step:
                self._odds(step)
                continue
            refused = self.stage.take(step, self.line)
            if "refused" in step:
                self._was_refused(step["refused"], refused)
            elif refused is not None:
                raise Failed(self.line, "this to be allowed", f"refused: {refused}") from refused
            self.stage.script.all_used()
            if self.record.waiting_for and "asked" not in step:
                raise Misread(self.line, f"A question is not answered: {asks(self.record.asked)}")
            for name, holds in _CHECKS.items():
                if name in step:
                    holds(self, step[name])

    def _was_refused(self, expected: Marked, refused: Refused | None) -> None:
        wanted = (
            parts_of(expected, "refused", ("clause", "says"))
            if isinstance(expected.value, dict)
            else {"clause": expected}
        )
        if refused is None:
            raise Failed(expected.line, "a refusal", "it was allowed")
        if "clause" in wanted and wanted["clause"].words("a clause") != refused.clause:
            clause = wanted["clause"].words("a clause")
            raise Failed(expected.line, f"a refusal by {clause}", f"refused: {refused}")
        if "says" in wanted and wanted["says"].words("says") not in refused.sentence:
            raise Failed(expected.line, f"“{wanted['says'].plain()}”", f"“{refused.sentence}”")
        if self.stage.now() != self.stage.before:
            raise Failed(expected.line, "a refusal to change nothing", "the state changed")
        self.stage.script.answers.clear()

    # What must be true

    def _state(self, expected: Marked) -> None:
        for path, value in expected.mapping("state").items():
            try:
                found = find(self.record.state, path)
            except Unreadable as unknown:
                raise Misread(value.line, str(unknown)) from unknown
            if not _matches(found, value.plain()):
                raise Failed(value.line, f"{path} = {value.plain()}", _shown(found))

    def _log(self, expected: Marked) -> None:
        lines = [told.line.text for told in self.record.log[self.lines_before :]]
        lines += [line.text for line in self.record.progress.lines]
        left = iter(lines)
        for fragment in expected.sequence("log"):
            if not any(fragment.words("a log line") in line for line in left):
                raise Failed(fragment.line, f"“{fragment.plain()}” in the log", _told(lines))

    def _asked(self, expected: Marked) -> None:
        if expected.value == "nothing":
            if self.record.waiting_for:
                raise Failed(expected.line, "no question", asks(self.record.asked))
            return
        for seat, wanted in expected.mapping("asked (Seat: question)").items():
            question = self.record.question_for(seat)
            if question is None:
                raise Failed(wanted.line, f"{seat} to be asked", asks(self.record.asked))
            for name, value in parts_of(wanted, "a question", question.__struct_fields__).items():
                found = _plain(getattr(question, name))
                if name == "prompt" and value.words("prompt") in str(found):
                    continue
                if found != value.plain():
                    raise Failed(value.line, f"{name} {value.plain()}", f"{found}")

    def _offered(self, expected: Marked) -> None:
        for seat, wanted in expected.mapping("offered (Seat: actions)").items():
            there = {
                offer.do: offer for offer in see(self.record, seat).offers if not offer.why_not
            }
            for name in wanted.sequence("offered"):
                if name.words("an action") not in there:
                    raise Failed(name.line, f"{name.plain()} offered to {seat}", f"{[*there]}")

    def _not_offered(self, expected: Marked) -> None:
        for seat, wanted in expected.mapping("not_offered (Seat: action: clause)").items():
            offers = see(self.record, seat).offers
            for name, clause in wanted.mapping("not_offered").items():
                same = [offer for offer in offers if offer.do == name]
                if any(not offer.why_not for offer in same):
                    raise Failed(clause.line, f"{name} not offered to {seat}", "it is offered")
                if clause.value != "absent" and not any(clause.value in o.clauses for o in same):
                    found = "; ".join(f"{o.why_not} {o.clauses}" for o in same) or "absent"
                    raise Failed(clause.line, f"{name} refused by {clause.value}", found)
                if clause.value == "absent" and same:
                    raise Failed(clause.line, f"{name} absent", f"shown: {same[0].why_not}")

    def _sees(self, expected: Marked) -> None:
        self._look(expected, "sees", wanted=True)

    def _hides(self, expected: Marked) -> None:
        self._look(expected, "hides", wanted=False)

    def _look(self, expected: Marked, what: str, *, wanted: bool) -> None:
        for seat, texts in expected.mapping(f"{what} (Seat: texts)").items():
            eyes = None if seat == "spectator" else self.record.seat(seat).name
            shown = msgspec.json.encode(see(self.record, eyes)).decode()
            if eyes is not None and not self.record.waiting_for:
                forms = all_forms(self.record.ruleset, self.record.state, eyes)
                shown += msgspec.json.encode(forms).decode()
            for text in texts.sequence(what):
                if (text.words("a text") in shown) is not wanted:
                    found = "it is not there" if wanted else "it is there"
                    raise Failed(text.line, f"{seat} {what} “{text.plain()}”", found)

    def _odds(self, step: dict[str, Marked]) -> None:
        """The exact odds of an action, by running its rules to every end."""
        odds = parts_of(step["odds"], "odds", ("of", "is", "always", "best"))
        path = needed(odds, "of", self.line).words("of")
        by = needed(step, "by", self.line).words("by")
        if "do" not in step:
            raise Misread(self.line, "`odds` needs `do`.")
        action = action_of(step)
        snapshot = self.codec.encode(self.record.state)
        best = odds["best"].words("best") if "best" in odds else None
        ends = Possibilities(
            lambda: self.codec.decode(snapshot),
            lambda game: self.codec.perform(game, by, action),
            lambda state: _key(state, path),
            decide=None if best else self._decide(odds),
            worth=(lambda end: Fraction(str(end))) if best else None,
            seats=self.record.header.seats,
            told=True,
        ).ends()
        wanted = needed(odds, "is", self.line)
        expected = {key: _fraction(value) for key, value in wanted.mapping("is").items()}
        found = {key: chance for key, chance in ends.items() if chance}
        if found != {key: chance for key, chance in expected.items() if chance}:
            raise Failed(wanted.line, _chances(expected), _chances(found))

    def _decide(self, odds: dict[str, Marked]) -> Callable[[Struct, Question], Answer]:
        always = (
            odds["always"].mapping("always (words of a prompt: answer)") if "always" in odds else {}
        )

        def decide(state: Struct, question: Question) -> Answer:
            for words, answer in always.items():
                if words in question.key or words in prompts_of(question):
                    return question.check(answer_of(answer))
            raise Misread(self.line, f"odds do not say how to answer {asks(question)}")

        return decide


_CHECKS: dict[str, Callable[[_Play, Marked], None]] = {
    "state": _Play._state,
    "log": _Play._log,
    "asked": _Play._asked,
    "offered": _Play._offered,
    "not_offered": _Play._not_offered,
    "sees": _Play._sees,
    "hides": _Play._hides,
}


def _matches(found: object, wanted: object) -> bool:
    """Whether a value is as expected; of a mapping only the named parts are compared, if any."""
    if isinstance(found, Pile):
        if isinstance(wanted, int):
            return len(found) == wanted
        if isinstance(wanted, list):
            return list(found) == wanted
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(_matches, found, wanted))
    plain = _plain(found)
    if isinstance(plain, dict) and isinstance(wanted, dict):
        if not wanted:
            return not found
        known = found.__struct_fields__ if isinstance(found, Struct) else plain
        return all(
            str(name) in known and _matches(_inside(found, plain, str(name)), part)
            for name, part in wanted.items()
        )
    return bool(plain == wanted)


def _plain(value: object) -> object:
    """A value as YAML has it: mappings, lists, words and numbers."""
    plain: object = msgspec.json.decode(msgspec.json.encode(value))
    return plain


def _inside(found: object, plain: dict[str, object], name: str) -> object:
    if isinstance(found, Struct):
        return getattr(found, name)
    return found.get(name, plain[name]) if isinstance(found, dict) else plain[name]


def _shown(found: object) -> str:
    if isinstance(found, Pile):
        return f"{len(found)} cards: {list(found)}"
    return str(_plain(found))


def _told(lines: list[str]) -> str:
    return " | ".join(lines) or "an empty log"


def dealt_alike(question: Chance, n: int, k: int) -> Answer:
    """What a scenario does not say of the set-up is dealt the same way each time."""
    return sealed_answer(b"a fresh set-up", "", n, k, question)


def _key(state: Struct, path: str) -> str:
    try:
        return written(state, path)
    except Unreadable as unknown:
        raise Refused("", str(unknown)) from unknown


def _fraction(marked: Marked) -> Fraction:
    try:
        return Fraction(str(marked.value))
    except (ValueError, ZeroDivisionError) as fault:
        raise Misread(marked.line, f"{marked.value} is not a fraction.") from fault


def _chances(chances: dict[str, Fraction]) -> str:
    return ", ".join(f"{key}: {chance}" for key, chance in sorted(chances.items()))
