"""Answers from before questions had names: what their words are called now.

Older records keep the prompt of a question and the words of an answer. A game's `data/former.yaml`
says which option those words were; a `*` stands for what differs, as in `a token of *: "*"`. For a
question that has another name today, `questions` says what it was called before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from fatedeck.engine.data_files import read_file
from fatedeck.engine.errors import Diverged, Refused
from fatedeck.engine.questions import Answer, Choose, Draw, Each, Question, Roll, Several

_NAMED = re.compile(r"(?:choose|several|number|text) .*: [a-z0-9-]+")
_YES_OR_NO = {"Yes": "yes", "No": "no"}


class Former:
    """The words of a game's earlier answers."""

    def __init__(self, words: Mapping[str, str], questions: Mapping[str, str]) -> None:
        self._questions = questions
        self._options = {**_YES_OR_NO, **words}
        self._patterns = [
            (re.compile(re.escape(said).replace(r"\*", "(.*)")), option)
            for said, option in words.items()
            if "*" in said
        ]

    def read(self, question: Question, key: str, answer: Answer) -> Answer:
        """The answer that a record gives to this question, checked; `Diverged` if it gives none."""
        if key != question.key and not self._is_former(question, key):
            raise Diverged(f"The record answers “{key}”, the rules ask “{question.key}”.")
        try:
            return question.check(self.meant(question, answer))
        except Refused as refused:
            raise Diverged(f"The record's answer does not fit: {refused}") from refused

    def meant(self, question: Question, answer: Answer) -> Answer:
        """The same answer by the names of today."""
        if isinstance(question, Each) and isinstance(answer, dict):
            return {
                part.seat: self._part(part, answer[part.seat])
                for part in question.questions
                if part.seat in answer
            }
        if isinstance(answer, dict) or isinstance(question, Each):
            return answer
        return self._part(question, answer)

    def _part(self, question: Question, answer: str | int | list[str]) -> str | int | list[str]:
        if not isinstance(question, Choose | Several):
            return answer
        if isinstance(answer, list):
            return [self._option(name, question) for name in answer]
        return self._option(answer, question) if isinstance(answer, str) else answer

    def _option(self, words: str, question: Choose | Several) -> str:
        if words in question.options:
            return words
        if words in self._options:
            return self._options[words]
        for pattern, option in self._patterns:
            if (found := pattern.fullmatch(words)) is not None:
                return option.replace("*", found[1] if found.groups() else "")
        return words

    def _is_former(self, question: Question, key: str) -> bool:
        """Whether a key is of the same kind and seat, with the words of then for its name."""
        if isinstance(question, Draw | Roll):
            return False
        if isinstance(question, Each):
            return key.startswith("each ")
        start = question.key.removesuffix(question.name)
        if not key.startswith(start):
            return False
        before = self._questions.get(question.name)
        return _NAMED.fullmatch(key) is None or key == f"{start}{before}"


def former_of(package: Path) -> Former:
    """The earlier words of the game in this folder."""
    file = package / "data" / "former.yaml"
    if not file.exists():
        return Former({}, {})
    said = read_file(file, dict[str, str | dict[str, str]])
    questions = said.pop("questions", {})
    words = {before: now for before, now in said.items() if isinstance(now, str)}
    return Former(words, questions if isinstance(questions, dict) else {})
