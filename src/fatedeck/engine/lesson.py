"""Lessons: a scenario with a learner in it, who makes the moves and is told what to do and why.

A lesson is a scenario file (`docs/scenarios.md`) whose steps may also `say` what the learner is
told. Such a step is a stop: it waits until the learner has done what it does. All other steps are
done by themselves. Where somebody stands in a lesson is the number of stops behind them and nothing
else, so a lesson is played without anything being kept.
"""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.marked_yaml import Marked, Misread, read_documents
from fatedeck.engine.questions import Answer, Text
from fatedeck.engine.scenario import SCENARIO, STEP, dealt_alike
from fatedeck.engine.stage import Stage, answer_of
from fatedeck.engine.steps import action_of, needed, parts_of


class Stop(Struct, frozen=True, omit_defaults=True):
    """Where a lesson waits: what the learner is told, and what they should do.

    `do` is the action that is wanted, `answer` the answer; with neither, there is only something to
    read. `point` names what is meant on the table, `rule` the clause behind it; `hint` is said
    after a wrong move. `also` are other values of its fields that do as well: the lesson goes on as
    if the one of the file had been chosen.
    """

    say: str
    hint: str = ""
    point: str = ""
    rule: str = ""
    do: Act | None = None
    answer: Answer | None = None
    also: dict[str, list[str]] = {}

    @property
    def waits(self) -> bool:
        """Whether the learner has something to do here."""
        return self.do is not None or self.answer is not None

    def is_met_by(self, action: Act) -> bool:
        """Whether this is what is wanted; what the file does not name may be anything."""
        return self.do is not None and all(
            action.get(name) == wanted or action.get(name) in self.also.get(name, ())
            for name, wanted in self.do.items()
        )


def lesson_title(text: str) -> str:
    """A lesson's title; usually it stands before the steps, and they need not be read for it."""
    for head in read_documents(text.partition("\nsteps:")[0]):
        parts = parts_of(head, "a lesson", SCENARIO)
        if "scenario" in parts:
            return parts["scenario"].words("scenario")
    return Lesson(text).title


class Lesson:
    """One lesson, as its file has it. The learner is the first player at its table."""

    def __init__(self, text: str) -> None:
        document = next(iter(read_documents(text)), None)
        if document is None:
            raise Misread(1, "There is no lesson here.")
        self._parts = parts_of(document, "a lesson", SCENARIO)
        self._line = document.line
        self.title = needed(self._parts, "scenario", self._line).words("scenario")
        self.learner = self._first_player()
        steps = needed(self._parts, "steps", self._line).sequence("steps")
        self._steps = [(parts_of(step, "a step", STEP), step.line) for step in steps]
        self.stops = [self._stop(step, line) for step, line in self._steps if "say" in step]
        if not self._steps or "say" not in self._steps[-1][0] or self.stops[-1].waits:
            raise Misread(self._line, "A lesson ends with something to say.")

    def _first_player(self) -> str:
        seats = needed(self._parts, "seats", self._line).mapping("seats")
        for name, role in seats.items():
            if role.value == "player":
                return name
        raise Misread(self._line, "Somebody has to play.")

    def _stop(self, step: dict[str, Marked], line: int) -> Stop:
        by = step["by"].words("by") if "by" in step else ""
        do = action_of(step) if "do" in step and by == self.learner else None
        answers = [
            answer
            for item in (step["answers"].sequence("answers") if "answers" in step else [])
            for seat, answer in item.mapping("an answer (Seat: answer)").items()
            if seat == self.learner
        ]
        if len(answers) + (do is not None) > 1:
            raise Misread(line, f"{self.learner} makes one move at a time; split this step.")
        if (do is not None or answers) and "hint" not in step:
            raise Misread(line, "What should a learner be told who does something else? `hint`.")
        words = {
            name: step[name].words(name) if name in step else ""
            for name in ("say", "hint", "point", "rule")
        }
        also = {
            name: [value.words(name) for value in values.sequence(name)]
            for name, values in (step["also"].mapping("also") if "also" in step else {}).items()
        }
        for name in also:
            if do is None or name not in do:
                raise Misread(line, f"`also`: {self.learner} chooses no “{name}” here.")
        return Stop(**words, do=do, answer=answer_of(answers[0]) if answers else None, also=also)

    def stage(self, at: int) -> tuple[Stage, int]:
        """The table at a stop, and how many lines of its story were told at the stop before."""
        stage = Stage(self._parts, self._line, dealt_alike)
        passed, told = 0, len(stage.record.log)
        for step, line in self._steps:
            if "say" in step:
                if passed == at:
                    return stage, told
                passed += 1
                told = len(stage.record.log)
            if (refused := stage.take(step, line)) is not None:
                raise Misread(line, f"This is refused: {refused}") from refused
            stage.script.all_used()
        raise Refused("", f"“{self.title}” has only {len(self.stops)} stops.")

    def why_not_do(self, at: int, stage: Stage, action: Act) -> Refused | None:
        """Why this is not the action that is wanted here: by its rule, or by what is taught."""
        stop, record = self.stops[at], stage.record
        if stop.is_met_by(action):
            return None
        if not stop.waits:
            return NOTHING_TO_DO
        if record.flight is not None:
            return Refused(stop.rule, f"One thing after the other. {stop.hint}")
        if (refused := record.why_not(self.learner, action)) is not None:
            return Refused(refused.clause, f"{refused.sentence} {stop.hint}")
        return Refused(stop.rule, stop.hint)

    def why_not_answer(self, at: int, stage: Stage, answer: Answer) -> Refused | None:
        """Why this is not the answer that is wanted here; words of one's own are always right."""
        stop = self.stops[at]
        if not stop.waits:
            return NOTHING_TO_DO
        if stop.answer == answer or isinstance(stage.record.question_for(self.learner), Text):
            return None
        return Refused(stop.rule, stop.hint)


NOTHING_TO_DO = Refused("", "There’s nothing to do here. Read on.")
