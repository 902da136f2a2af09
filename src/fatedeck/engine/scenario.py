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

from fatedeck.engine.cards import Pile
from fatedeck.engine.chance import sealed_answer
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act, Header
from fatedeck.engine.errors import Diverged, FatedeckError, Refused, Unreadable
from fatedeck.engine.forms import all_forms
from fatedeck.engine.game import Seat
from fatedeck.engine.marked_yaml import Marked, Misread, read_documents
from fatedeck.engine.offers import Value
from fatedeck.engine.paths import find, written
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Chance, Draw, Each, Question, Roll, asked_of
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.seen import see
from fatedeck.engine.situation import lay_out


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
        raise Unreadable(f"{path} cannot be read: {fault}.") from fault
    if not documents:
        yield Result(str(path), 1, "(empty)", False, "a scenario", "an empty file")
    for document in documents:
        yield run(document, str(path))


def run(document: Marked, file: str = "") -> Result:
    """Run one scenario."""
    title = "(no title)"
    try:
        parts = _parts(document, "a scenario", _SCENARIO)
        title = _needed(parts, "scenario", document.line).words("scenario")
        shows = tuple(
            item.words("shows")
            for item in (parts["shows"].sequence("shows") if "shows" in parts else [])
        )
        _Stage(parts, document.line).play()
        return Result(file, document.line, title, True, shows=shows)
    except Failed as failed:
        return Result(file, failed.line, title, False, failed.expected, failed.found)
    except Misread as misread:
        return Result(file, misread.line, title, False, "a scenario that can be read", str(misread))
    except FatedeckError as fault:
        return Result(
            file, document.line, title, False, "a scenario that can be played", str(fault)
        )


_SCENARIO = ("scenario", "shows", "game", "options", "seats", "setup", "given", "steps")
_DOES = (
    "by",
    "do",
    "with",
    "answers",
    "chance",
    "undo",
    "cancel",
    "salt",
    "refused",
    "odds",
)
_HOLDS = ("state", "log", "asked", "offered", "not_offered", "sees", "hides")


def _parts(marked: Marked, what: str, known: tuple[str, ...]) -> dict[str, Marked]:
    parts = marked.mapping(what)
    for name, value in parts.items():
        if name not in known:
            raise Misread(value.line, f"“{name}” is no part of {what}. Parts: {', '.join(known)}.")
    return parts


def _needed(parts: dict[str, Marked], name: str, line: int) -> Marked:
    if name not in parts:
        raise Misread(line, f"“{name}:” is missing.")
    return parts[name]


class _Script:
    """The chance and the answers that one step names, used up in order."""

    def __init__(self, step: dict[str, Marked]) -> None:
        self.chance = list(step["chance"].sequence("chance")) if "chance" in step else []
        self.answers: list[tuple[str, Marked]] = []
        for item in step["answers"].sequence("answers") if "answers" in step else []:
            self.answers += item.mapping("an answer (Seat: answer)").items()

    def draw(self, question: Chance, line: int) -> Answer:
        if not self.chance:
            some = ", ".join(str(answer) for answer, _ in question.chances())
            raise Misread(line, f"The rules ask for chance that the step does not name: {some}.")
        named = self.chance.pop(0)
        value = named.plain()
        if not isinstance(value, str | int):
            raise Misread(named.line, "chance: names cards and numbers.")
        try:
            return question.check(value)
        except Refused as refused:
            raise Misread(named.line, str(refused)) from refused

    def all_used(self) -> None:
        for left in self.chance:
            raise Misread(left.line, f"chance: {left.plain()} was never asked for.")
        for seat, left in self.answers:
            raise Misread(left.line, f"{seat} was never asked for this answer.")


class _Stage:
    """One scenario being played."""

    def __init__(self, parts: dict[str, Marked], line: int) -> None:
        game = _needed(parts, "game", line)
        try:
            self.ruleset: AnyRuleset = find_game(game.words("game"))
        except Unreadable as unknown:
            raise Misread(game.line, str(unknown)) from unknown
        seats = _needed(parts, "seats", line)
        named = tuple(
            Seat(name, role.words("a seat's role"))
            for name, role in seats.mapping("seats (name: gm or player)").items()
        )
        options = parts["options"].plain() if "options" in parts else {}
        if not isinstance(options, dict):
            raise Misread(parts["options"].line, "options must be a mapping (name: value).")
        self.line = line
        self.script = _Script({})
        header = Header(
            self.ruleset.id,
            self.ruleset.version,
            named,
            {str(name): value for name, value in options.items()},
        )
        self.codec = Codec(self.ruleset)
        self.scripted = False
        self.before = (0, b"")
        self.lines_before = 0
        try:
            self.record = Record(self.ruleset, header, chance=self._chance)
        except FatedeckError as fault:
            raise Misread(seats.line, str(fault)) from fault
        self.steps = [
            _parts(step, "a step", _DOES + _HOLDS)
            for step in _needed(parts, "steps", line).sequence("steps")
        ]
        self.step_lines = [step.line for step in parts["steps"].sequence("steps")]
        self._set_up(parts)

    def _set_up(self, parts: dict[str, Marked]) -> None:
        """Deal with the chance the scenario names, or with any; then lay out the situation."""
        if "setup" in parts:
            setup = _parts(parts["setup"], "setup", ("chance", "answers"))
            self.line, self.script, self.scripted = parts["setup"].line, _Script(setup), True
        self.record.set_up()
        self._answer()
        self.script.all_used()
        self.scripted = True
        if "given" in parts:
            state = lay_out(self.codec.copy(self.record.state), parts["given"])
            self.record.resume(self.record.n, self.codec.encode(state), None, [])

    def _chance(self, question: Chance, n: int, k: int) -> Answer:
        if not self.scripted:
            return sealed_answer(b"a fresh set-up", "", n, k, question)
        return self.script.draw(question, self.line)

    def play(self) -> None:
        for step, line in zip(self.steps, self.step_lines, strict=True):
            self.line = line
            self.script = _Script(step)
            self.lines_before = len(self.record.log)
            if "odds" in step:
                self._odds(step)
                continue
            refused = self._act(step)
            if "refused" in step:
                self._was_refused(step["refused"], refused)
            elif refused is not None:
                raise Failed(self.line, "this to be allowed", f"refused: {refused}") from refused
            self.script.all_used()
            if self.record.waiting_for and "asked" not in step:
                raise Misread(self.line, f"A question is not answered: {_asks(self.record.asked)}")
            for name, holds in _CHECKS.items():
                if name in step:
                    holds(self, step[name])

    def _act(self, step: dict[str, Marked]) -> Refused | None:
        self.before = self._now()
        try:
            if "do" in step:
                by = _needed(step, "by", self.line).words("by")
                self.record.do(by, self._action(step))
            elif "with" in step:
                raise Misread(step["with"].line, "`with` goes with `do`.")
            if "undo" in step:
                self._undo(step["undo"])
            if "cancel" in step:
                self.record.cancel(step["cancel"].words("cancel"))
            if "salt" in step:
                for seat, words in step["salt"].mapping("salt (Seat: words)").items():
                    self.record.salt(seat, words.words("a salt"))
            self._answer()
        except Refused as refused:
            return refused
        except Diverged as diverged:
            raise Misread(self.line, str(diverged)) from diverged
        return None

    def _action(self, step: dict[str, Marked]) -> Act:
        action: Act = {"do": step["do"].words("do")}
        for name, value in step["with"].mapping("with").items() if "with" in step else ():
            action[name] = _value(value)
        return action

    def _undo(self, to: Marked) -> None:
        by = self.record.header.seats[0].name
        if to.value == "last":
            self.record.undo(self.record.n - 1 if self.record.flight is None else self.record.n, by)
        elif isinstance(to.value, int):
            self.record.undo(to.value, by)
        else:
            self.record.take_back(to.words("undo"))

    def _answer(self) -> None:
        """Give the named answers to the open questions, in order."""
        while self.record.waiting_for and self.script.answers:
            seat, answer = self.script.answers.pop(0)
            for_seat, _, by = seat.partition(" by ")
            if for_seat not in self.record.waiting_for:
                raise Misread(
                    answer.line, f"{for_seat} is not asked now: {_asks(self.record.asked)}"
                )
            self.before = self._now()
            self.record.answer(for_seat, _an_answer(answer), by=by)

    def _now(self) -> tuple[int, bytes]:
        return self.record.n, self.codec.encode(self.record.state)

    def _was_refused(self, expected: Marked, refused: Refused | None) -> None:
        wanted = (
            _parts(expected, "refused", ("clause", "says"))
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
        if self._now() != self.before:
            raise Failed(expected.line, "a refusal to change nothing", "the state changed")
        self.script.answers.clear()

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
                raise Failed(expected.line, "no question", _asks(self.record.asked))
            return
        for seat, wanted in expected.mapping("asked (Seat: question)").items():
            question = self.record.question_for(seat)
            if question is None:
                raise Failed(wanted.line, f"{seat} to be asked", _asks(self.record.asked))
            for name, value in _parts(wanted, "a question", question.__struct_fields__).items():
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
        odds = _parts(step["odds"], "odds", ("of", "is", "always", "best"))
        path = _needed(odds, "of", self.line).words("of")
        by = _needed(step, "by", self.line).words("by")
        action = self._action(step) if "do" in step else None
        if action is None:
            raise Misread(self.line, "`odds` needs `do`.")
        snapshot = self.codec.encode(self.record.state)
        best = odds["best"].words("best") if "best" in odds else None
        ends = Possibilities(
            lambda: self.codec.decode(snapshot),
            lambda game: self.codec.perform(game, by, action),
            lambda state: _key(state, path),
            decide=None if best else self._decide(odds),
            worth=(lambda end: Fraction(str(end))) if best else None,
            seats=self.record.header.seats,
        ).ends()
        wanted = _needed(odds, "is", self.line)
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
                if words in question.key or words in _prompts(question):
                    return _an_answer(answer)
            raise Misread(self.line, f"odds do not say how to answer {_asks(question)}")

        return decide


_CHECKS: dict[str, Callable[[_Stage, Marked], None]] = {
    "state": _Stage._state,
    "log": _Stage._log,
    "asked": _Stage._asked,
    "offered": _Stage._offered,
    "not_offered": _Stage._not_offered,
    "sees": _Stage._sees,
    "hides": _Stage._hides,
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


def _prompts(question: Question) -> str:
    if isinstance(question, Draw | Roll):
        return ""
    asked = question.questions if isinstance(question, Each) else (question,)
    return " | ".join(part.prompt for part in asked)


def _asks(question: Question | None) -> str:
    if question is None:
        return "nothing is asked"
    words = _prompts(question) or question.key
    return f"{', '.join(asked_of(question)) or 'chance'} is asked “{words}”"


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


def _value(marked: Marked) -> Value:
    plain = marked.plain()
    if isinstance(plain, bool | str | int):
        return plain
    if isinstance(plain, list):
        return [str(item) for item in plain]
    if isinstance(plain, dict):
        return {str(name): item for name, item in plain.items() if isinstance(item, int)}
    raise Misread(marked.line, "A value is a word, a number, a list or a mapping to numbers.")


def _an_answer(marked: Marked) -> Answer:
    plain = marked.plain()
    if isinstance(plain, list):
        return [str(item) for item in plain]
    if isinstance(plain, str | int):
        return plain
    raise Misread(marked.line, "An answer is a name, a number or a list of names.")
