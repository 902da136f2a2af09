"""Lessons in the terminal: the same files as on the page, one stop after the other."""

from __future__ import annotations

from functools import partial

from fatedeck.cli.choosing import Choosing, meant
from fatedeck.cli.keyboard import Keyboard
from fatedeck.cli.screen import Screen, in_order
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.house import house_of
from fatedeck.engine.lesson import Lesson
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.engine.stage import Stage

HELP = "Type the number of what you choose, or its words. look shows the table, quit leaves."


def learn(game: str, number: int) -> None:
    """Play the lessons of a game, from this one on."""
    ruleset = find_game(game)
    lessons = [Lesson(text) for text in ruleset.lessons]
    if house_of(game) is not None:
        raise Unreadable("Lessons teach the printed rules. Learn without house rules.")
    if not lessons:
        raise Unreadable(f"Nobody has written lessons for {ruleset.title} yet.")
    if number > len(lessons):
        raise Unreadable(f"{ruleset.title} has {len(lessons)} lessons.")
    print(HELP)
    try:
        for at, lesson in enumerate(lessons[number - 1 :], number):
            _Learner(lesson, f"Lesson {at} of {len(lessons)}: {lesson.title}").run()
    except (_Leave, EOFError, KeyboardInterrupt):
        print(f"\nCome back any time: fatedeck learn {game}")
        return
    print("That’s all you need to sit down at a table.")


class _Leave(Exception):
    """Enough for today."""


class _Learner:
    """Somebody at the keyboard with a lesson."""

    def __init__(self, lesson: Lesson, title: str) -> None:
        self.lesson = lesson
        self.stage, _ = lesson.stage(0)
        self.screen = Screen(self.stage.record)
        self.keyboard = Keyboard()
        self.choosing = Choosing(self.screen, self.read)
        self.screen.say(f"\n{title}", style="bold green")

    def run(self) -> None:
        """From the first stop to the last."""
        for at in range(len(self.lesson.stops)):
            self.stage, _ = self.lesson.stage(at)
            self.screen.record = self.stage.record
            if at == 0:
                self.screen.look(self.lesson.learner)
            self.screen.tell(self.lesson.learner)
            self.stop(at)

    def stop(self, at: int) -> None:
        """Say what there is to say, until what is wanted has been done."""
        stop = self.lesson.stops[at]
        self.screen.cited = (stop.rule,) if stop.rule else ()
        self.screen.say(f"\n{stop.say}", style="bold")
        if not stop.waits:
            self.read("Press Enter to go on. ")
            return
        while True:
            try:
                refused = self.attempt(at, self.stage)
            except FatedeckError as fault:
                self.screen.refuse(str(fault))
                continue
            if refused is None:
                return
            self.screen.refuse(refused.sentence, refused.clause)

    def attempt(self, at: int, stage: Stage) -> Refused | None:
        """What somebody does or answers here, and why it was not what is wanted, if so."""
        record, seat = stage.record, self.lesson.learner
        question = record.question_for(seat)
        if question is not None:
            self.screen.say(f"Your choice: {question.prompt}", style="bold red")
            return self.lesson.why_not_answer(at, stage, self.choosing.answer(question))
        offers = in_order(see(record, seat))
        self.screen.offers(offers)
        choice = self.read(f"{seat}> ", [offer.label for offer in offers])
        offer = meant(choice, offers)
        if offer is None:
            raise Unreadable(f"“{choice}” isn’t on the list.")
        if offer.why_not:
            return Refused(offer.clauses[-1] if offer.clauses else "", offer.why_not)
        action = self.choosing.fill(offer, partial(record.form, seat, offer))
        return self.lesson.why_not_do(at, stage, action)

    def read(self, prompt: str, among: list[str] | None = None, *, words: bool = False) -> str:
        """A line; a few words always work."""
        while True:
            line = self.keyboard.read(prompt, [*(among or []), "look", "why", "quit"])
            if words or line not in ("look", "why", "quit"):
                return line
            if line == "quit":
                raise _Leave
            if line == "look":
                self.screen.look(self.lesson.learner)
            else:
                self.screen.rule("")
