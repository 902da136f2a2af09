"""The keyboard of a terminal: lines, with what was typed before and what could be typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory


class Keyboard:
    """Reads lines. At a real terminal Up brings back earlier ones and Tab completes."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._session: PromptSession[str] | None = None
        if sys.stdin.isatty():
            self._session = PromptSession(
                history=InMemoryHistory(),
                completer=_Among(lambda: self._words),
                complete_while_typing=False,
            )

    def read(self, prompt: str, words: Iterable[str] = ()) -> str:
        """A line; `words` are what could be typed here."""
        self._words = [*dict.fromkeys(words)]
        if self._session is not None:
            return self._session.prompt(prompt).strip()
        return input(prompt).strip()


class _Among(Completer):
    """Completes a whole line, whatever words it has."""

    def __init__(self, words: Callable[[], list[str]]) -> None:
        self._words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        typed = document.text_before_cursor
        for word in self._words():
            if word.casefold().startswith(typed.casefold()):
                yield Completion(word, start_position=-len(typed))
