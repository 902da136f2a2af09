"""Choosing at a keyboard: among what is listed, by its number or its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from fatedeck.cli.screen import Listed, Screen
from fatedeck.engine.entries import Act
from fatedeck.engine.forms import fill
from fatedeck.engine.game import NO, YES
from fatedeck.engine.offers import Count, Form, Many, Offer, One, Param, Value, Words, YesNo
from fatedeck.engine.questions import COUNTABLE, Answer, Choose, Decision, Number, Several


class Read(Protocol):
    """Reads a line; `among` are the words that can be completed, `words` that any are meant."""

    def __call__(
        self, prompt: str, among: list[str] | None = None, *, words: bool = False
    ) -> str: ...


class Choosing:
    """Puts questions and forms to whoever sits at the keyboard, until they have been answered."""

    def __init__(self, screen: Screen, read: Read) -> None:
        self._screen = screen
        self._read = read

    def answer(self, question: Decision) -> Answer:
        """An answer that fits."""
        self._screen.cited = question.clauses or self._screen.cited
        match question:
            case Choose():
                return self._pick(question)
            case Several():
                return self._pick_several(question)
            case Number():
                return self._number(question.low, question.high, or_more=question.or_more)
            case _:
                return self._read("in your own words> ", words=True)

    def fill(self, offer: Offer, form: Callable[[Mapping[str, Value]], Form]) -> Act:
        """Fill in the form of an offer, field by field."""
        return fill(form, offer, self._param)

    def _param(self, param: Param) -> Value:
        colon = "" if param.label.endswith("?") else ":"
        self._screen.say(param.label + colon, style="bold")
        match param:
            case One():
                return self._pick(param, param.default)
            case Many():
                return self._pick_several(param)
            case Count():
                return self._number(param.low, param.high, default=param.default)
            case YesNo():
                asked = One(param.name, param.label, (YES, NO))
                return self._pick(asked, YES if param.default else NO) == YES
            case Words():
                return self._read("in your own words> ", words=True)

    def _pick(self, asked: Choose | One, default: str | None = None) -> str:
        self._screen.options(asked)
        titles = [self._screen.title(option, asked.labels) for option in asked.options]
        usual = default if default in asked.options else None
        shown = f" [{self._screen.title(usual, asked.labels)}]" if usual else ""
        while True:
            choice = self._read(f"number or name{shown}> ", titles)
            if not choice and usual is not None:
                return usual
            picked = self._named(choice, asked)
            if picked is not None:
                return picked
            told = f"“{choice}” isn’t on the list." if choice else "Type a number or a name."
            self._screen.say(told, style="yellow")

    def _pick_several(self, asked: Several | Many) -> list[str]:
        self._screen.options(asked)
        least, most = asked.least, asked.most
        count = _counted(least, most)
        commas = ", with commas" if most > 1 else ""
        while True:
            line = self._read(f"{count}, by number or name{commas}> ")
            parts = line.split(",") if "," in line else line.split()
            picked = [self._named(part.strip(), asked) for part in parts if part.strip()]
            if None in picked and (whole := self._named(line, asked)) is not None:
                picked = [whole]
            names = [name for name in picked if name is not None]
            if len(names) == len(picked) and least <= len(set(names)) == len(names) <= most:
                return names
            once = ", each only once" if most > 1 else ""
            self._screen.say(f"Choose {count} from the list{once}.", style="yellow")

    def _number(
        self, low: int, high: int, *, or_more: bool = False, default: int | None = None
    ) -> int:
        most = COUNTABLE if or_more else high
        more = " or more" if or_more else ""
        shown = f" [{default}]" if default is not None else ""
        while True:
            word = self._read(f"{low} to {high}{more}{shown}> ")
            if not word and default is not None:
                return default
            if word.lstrip("-").isdigit() and low <= int(word) <= most:
                return int(word)
            self._screen.say(f"A whole number from {low} to {high}{more}, please.", style="yellow")

    def _named(self, word: str, asked: Listed) -> str | None:
        """The option that a person means: by its number, by name, or by what is shown of it."""
        options = asked.options
        if word in options:
            return word
        if word.isdigit() and 1 <= int(word) <= len(options):
            return options[int(word) - 1]
        titles = {option: self._screen.title(option, asked.labels) for option in options}
        return by_words(word, titles)


def _counted(least: int, most: int) -> str:
    """How many to choose.

    >>> _counted(0, 1), _counted(1, 1), _counted(2, 2), _counted(0, 3)
    ('one or none', 'one', '2', '0 to 3')
    """
    if most == 1:
        return "one" if least else "one or none"
    return str(most) if least == most else f"{least} to {most}"


def meant(choice: str, offers: list[Offer]) -> Offer | None:
    """The offer that is meant: by its number, its words, or as much of them as tells it apart."""
    if choice.isdigit():
        return offers[int(choice) - 1] if 1 <= int(choice) <= len(offers) else None
    found = by_words(choice, {str(n): offer.label for n, offer in enumerate(offers)})
    return offers[int(found)] if found is not None else None


def by_words(words: str, titles: dict[str, str]) -> str | None:
    """The one that goes by these words, or whose title alone begins with them.

    >>> titles = {"a": "End the turn", "b": "Rest", "c": "Run"}
    >>> by_words("end", titles), by_words("r", titles)
    ('a', None)
    """
    wanted = words.casefold()
    whole = [n for n, title in titles.items() if wanted in (n.casefold(), title.casefold())]
    begun = [name for name, title in titles.items() if title.casefold().startswith(wanted)]
    found = whole or (begun if wanted and len(begun) == 1 else [])
    return found[0] if found else None
