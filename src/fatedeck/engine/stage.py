"""A table laid out from a file, and what is done at it, step by step.

`given` and `steps` are one language: a scenario adds what must be true, an encounter who plays on
and what is measured, an adventure stages its scenes with it. A typo is a fault that names its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from fatedeck.engine.codec import Codec, with_text
from fatedeck.engine.errors import Diverged, FatedeckError, Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.marked_yaml import Marked, Misread
from fatedeck.engine.paths import piles
from fatedeck.engine.questions import (
    Answer,
    Chance,
    Choose,
    Decision,
    Draw,
    Each,
    Question,
    Roll,
    Several,
    asked_of,
)
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.situation import lay_out
from fatedeck.engine.steps import action_of, needed, parts_of

SETTING = ("game", "options", "seats", "setup", "given")
"""What a file says of the table before the first step."""
MENTIONED = 6
"""So many of the cards that may come are named."""
DOES = ("by", "do", "with", "answers", "chance", "undo", "cancel", "salt")
"""What a step may do."""


class Script:
    """The chance and the answers that one step names, used up in order."""

    def __init__(self, step: dict[str, Marked]) -> None:
        self.chance = list(step["chance"].sequence("chance")) if "chance" in step else []
        self.answers: list[tuple[str, Marked]] = []
        for item in step["answers"].sequence("answers") if "answers" in step else []:
            self.answers += item.mapping("an answer (Seat: answer)").items()

    def draw(self, question: Chance, line: int, state: Struct | None) -> Answer:
        """The chance that is named next; `state` is the table before the step."""
        if not self.chance:
            asked = _asked_for(question, state)
            raise Misread(line, f"The rules ask for chance that the step does not name: {asked}.")
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


class Stage:
    """The table of a file. `luck` decides what is dealt where the file does not say.

    `before` is the table before the last thing that was done or answered.
    """

    def __init__(
        self, parts: dict[str, Marked], line: int, luck: Callable[[Chance, int, int], Answer]
    ) -> None:
        game = needed(parts, "game", line)
        try:
            self.ruleset: AnyRuleset = find_game(game.words("game"))
        except Unreadable as unknown:
            raise Misread(game.line, str(unknown)) from unknown
        seats = needed(parts, "seats", line)
        named = tuple(
            Seat(name, role.words("a seat's role"))
            for name, role in seats.mapping("seats (name: gm or player)").items()
        )
        options = parts["options"].plain() if "options" in parts else {}
        if not isinstance(options, dict):
            raise Misread(parts["options"].line, "options must be a mapping (name: value).")
        self.line = line
        self.script = Script({})
        told = self._told({str(name): value for name, value in options.items()}, parts)
        header = new_header(self.ruleset, named, told)
        self.codec = Codec(self.ruleset)
        self.scripted = False
        self.before = (0, b"")
        self._luck = luck
        try:
            self.record = Record(self.ruleset, header, chance=self._chance)
        except FatedeckError as fault:
            raise Misread(seats.line, str(fault)) from fault
        self._set_up(parts)

    def _told(self, options: dict[str, object], parts: dict[str, Marked]) -> dict[str, object]:
        """The options of the table; an adventure of the box stands there by its name."""
        try:
            return with_text(self.ruleset, options)
        except Unreadable as unknown:
            raise Misread(parts["options"].line, str(unknown)) from unknown

    def _set_up(self, parts: dict[str, Marked]) -> None:
        """Deal with the chance that the file names, or with any; then lay out the situation."""
        if "setup" in parts:
            setup = parts_of(parts["setup"], "setup", ("chance", "answers"))
            self.line, self.script, self.scripted = parts["setup"].line, Script(setup), True
        self.record.set_up()
        self.answer()
        self.script.all_used()
        self.scripted = True
        if "given" in parts:
            state = lay_out(self.codec.copy(self.record.state), parts["given"])
            self.record.resume(self.record.n, self.codec.encode(state), None, [])

    def _chance(self, question: Chance, n: int, k: int) -> Answer:
        if not self.scripted:
            return self._luck(question, n, k)
        state = self.codec.decode(self.before[1]) if self.before[1] else None
        return self.script.draw(question, self.line, state)

    def take(self, step: dict[str, Marked], line: int) -> Refused | None:
        """Do what a step says, as far as its answers reach; the refusal if it may not be done."""
        self.line, self.script = line, Script(step)
        self.before = self.now()
        try:
            if "do" in step:
                by = needed(step, "by", self.line).words("by")
                self.record.do(by, action_of(step))
            elif "with" in step:
                raise Misread(step["with"].line, "`with` goes with `do`.")
            if "undo" in step:
                self._undo(step["undo"])
            if "cancel" in step:
                self.record.cancel(step["cancel"].words("cancel"))
            if "salt" in step:
                for seat, words in step["salt"].mapping("salt (Seat: words)").items():
                    self.record.salt(seat, words.words("a salt"))
            self.answer()
        except Refused as refused:
            return refused
        except Diverged as diverged:
            raise Misread(self.line, str(diverged)) from diverged
        return None

    def _undo(self, to: Marked) -> None:
        by = self.record.header.seats[0].name
        if to.value == "last":
            self.record.undo(self.record.n - 1 if self.record.flight is None else self.record.n, by)
        elif isinstance(to.value, int):
            self.record.undo(to.value, by)
        else:
            self.record.take_back(to.words("undo"))

    def answer(self) -> None:
        """Give the named answers to the open questions, in order."""
        while self.record.waiting_for and self.script.answers:
            seat, answer = self.script.answers.pop(0)
            for_seat, _, by = seat.partition(" by ")
            if for_seat not in self.record.waiting_for:
                asked = asks(self.record.asked)
                raise Misread(answer.line, f"{for_seat} is not asked now: {asked}")
            self.before = self.now()
            question = self.record.question_for(for_seat)
            try:
                self.record.answer(for_seat, answer_of(answer), by=by)
            except Refused as refused:
                raise _by_name(refused, question, answer_of(answer)) from refused

    def now(self) -> tuple[int, bytes]:
        return self.record.n, self.codec.encode(self.record.state)


def _asked_for(question: Chance, state: Struct | None) -> str:
    """A die, or a card: some of those that may come, and the piles in which they all lie."""
    if isinstance(question, Roll):
        return question.key
    names = [card for card, _ in question.chances()]
    some = ", ".join([*names[:MENTIONED], *["…"] * (len(names) > MENTIONED)])
    wanted = Counter(question.cards)
    there = (
        [] if state is None else [path for path, pile in piles(state) if wanted <= Counter(pile)]
    )
    return f"a card of {' or '.join(there)} ({some})" if there else f"a card ({some})"


def _by_name(refused: Refused, question: Decision | None, answer: Answer) -> Refused:
    """The same, with the names of the options where a file names none of them."""
    if not isinstance(question, Choose | Several):
        return refused
    given = answer if isinstance(answer, list) else [answer]
    known = {*question.options, *question.labels.values()}
    if known.issuperset(given) or not question.labels:
        return refused
    names = ", ".join(question.options)
    return Refused(refused.clause, f"{refused.sentence} Their names: {names}.")


def answer_of(marked: Marked) -> Answer:
    """An answer that a step names."""
    plain = marked.plain()
    if isinstance(plain, list):
        return [str(item) for item in plain]
    if isinstance(plain, str | int):
        return plain
    raise Misread(marked.line, "An answer is a name, a number or a list of names.")


def prompts_of(question: Question) -> str:
    """What people read of a question; nothing for chance."""
    if isinstance(question, Draw | Roll):
        return ""
    asked = question.questions if isinstance(question, Each) else (question,)
    return " | ".join(part.prompt for part in asked)


def asks(question: Question | None) -> str:
    """Who is asked what, as a sentence."""
    if question is None:
        return "nothing is asked"
    words = prompts_of(question) or question.key
    return f"{', '.join(asked_of(question)) or 'chance'} is asked “{words}”"
