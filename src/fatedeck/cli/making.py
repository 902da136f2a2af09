"""Making a hero in the terminal, step by step, and heroes as files."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from fatedeck.bots.machines import AnyRecord
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.heroes import LONGEST, read_hero, write_hero
from fatedeck.engine.making import MOST_LUCK
from fatedeck.engine.offers import Offer
from fatedeck.engine.seen import see
from fatedeck.engine.view import Making, MakingStep

DOOR = "Your hero: make goes step by step, surprise fills in what you like, bring FILE brings one."
NEXT, BACK, ANY, REST, TABLE = (
    "Next step",
    "Back one step",
    "Surprise me",
    "Fill in the rest",
    "To the table",
)


class Hands(Protocol):
    """Whoever sits at the keyboard."""

    record: AnyRecord
    seat: str

    def say(self, text: str, style: str = "") -> None: ...

    def command(self, prompt: str, among: list[str]) -> str: ...

    def attempt(self, step: Callable[[], None]) -> None: ...

    def fill(self, offer: Offer) -> Act: ...


class Way(Struct, frozen=True):
    """Something to choose in a step: an action to do, or where to go from here."""

    label: str
    note: str = ""
    act: Callable[[], Act] | None = None
    go: int = 0


def walk(hands: Hands) -> None:
    """Go through the steps of a hero, from the first that is open, until it is made or left."""
    making, seat = _making(hands), hands.seat
    at = next((n for n, step in enumerate(making.steps) if not step.done), len(making.steps))
    while True:
        shown = see(hands.record, hands.seat).view.making
        if shown is None or hands.record.waiting_for or hands.seat != seat:
            return
        at = max(0, min(at, len(shown.steps)))
        ways = _ways(hands, shown, at)
        _tell(hands, shown, at, ways)
        labels = [way.label for way in ways]
        typed = hands.command(f"{hands.seat}, step {at + 1}> ", labels)
        way = ways[0] if not typed else _meant(typed, ways)
        if way is None:
            hands.say(f"“{typed}” isn’t on the list.", style="yellow")
        elif way.act is not None:
            hands.attempt(partial(_do, hands, way.act))
        elif way.label == TABLE:
            return
        else:
            at += way.go


def surprise(hands: Hands) -> None:
    """A hero of whom nobody knows beforehand who it will be."""
    _making(hands)
    hands.record.do(hands.seat, _any(""))


def save(hands: Hands, path: str) -> None:
    """Write a finished hero to a file."""
    ruleset = hands.record.ruleset
    made = ruleset.made(hands.record.state, hands.seat)
    if made is None:
        raise Refused("", f"{hands.seat} has no finished hero yet.")
    if not path:
        raise Unreadable("Say where to: hero FILE")
    file = Path(path).expanduser()
    if file.exists():
        raise Unreadable(f"{file} already exists. Choose another name.")
    try:
        file.write_text(write_hero(ruleset.id, ruleset.version, made), "utf-8")
    except OSError as fault:
        raise Unreadable(f"{file} can’t be written: {fault.strerror}.") from fault
    hands.say(f"{made.name} is saved in {file}.")


def bring(hands: Hands, path: str) -> None:
    """Bring a hero from a file."""
    _making(hands)
    if not path:
        raise Unreadable("Say which one: bring FILE")
    file = Path(path).expanduser()
    try:
        with file.open(encoding="utf-8") as opened:
            text = opened.read(LONGEST + 1)
    except (OSError, UnicodeError) as fault:
        raise Unreadable(f"{file} can’t be read.") from fault
    read_hero(text)
    hands.record.do(hands.seat, {"do": "making.bring", "hero": text})


def _making(hands: Hands) -> Making:
    making = see(hands.record, hands.seat).view.making
    if making is None:
        raise Refused("", f"{hands.seat} isn’t making a hero right now.")
    return making


def _do(hands: Hands, act: Callable[[], Act]) -> None:
    hands.record.do(hands.seat, act())


def _any(step: str) -> Act:
    """A surprise; the number is made up here, where nobody replays it."""
    return {"do": "making.surprise", "luck": random.randint(0, MOST_LUCK), "step": step}


def _ways(hands: Hands, making: Making, at: int) -> list[Way]:
    """All that can be chosen in a step; first what Enter takes."""
    offers = [offer for offer in see(hands.record, hands.seat).offers if not offer.why_not]
    if at == len(making.steps):
        finish = [offer for offer in offers if offer.do == making.finish]
        ways = [_offered(hands, offer) for offer in finish] or [Way(TABLE)]
        ways += [Way(REST, act=lambda: {"do": "making.fill"})] if _is_open(making) else []
        return [*ways, Way(BACK, go=-1), *([Way(TABLE)] if finish else [])]
    step = making.steps[at]
    ways = [Way(NEXT, go=1)]
    for one in step.suggestions:
        taken: Act = {"do": "making.suggest", "step": step.id, "suggestion": one.id}
        ways.append(Way(one.label, one.note, partial(dict, taken)))
    ways += [_offered(hands, offer) for offer in offers if offer.do in step.do]
    if step.suggestions:
        ways.append(Way(ANY, act=partial(_any, step.id)))
    return [*ways, *([Way(BACK, go=-1)] if at else []), Way(TABLE)]


def _is_open(making: Making) -> bool:
    return any(step.suggestions and not step.done for step in making.steps)


def _offered(hands: Hands, offer: Offer) -> Way:
    return Way(offer.label, offer.note, partial(hands.fill, offer))


def _tell(hands: Hands, making: Making, at: int, ways: list[Way]) -> None:
    step = making.steps[at] if at < len(making.steps) else None
    left = "".join(f"   {one.left} of {one.of} {one.name} left" for one in making.points)
    title = step.title if step is not None else "Ready?"
    hands.say(f"Step {at + 1} of {len(making.steps) + 1}: {title}{left}", style="bold")
    if step is not None:
        hands.say(step.about, style="dim")
        often = ", ".join(f"with {number} {percent}%" for number, percent in step.chances.items())
        chances = often and f"{step.chance_of}: {often}"
        for line in filter(None, (chances, step.so_far and f"So far: {step.so_far}", step.waits)):
            hands.say(line)
    else:
        for one in making.steps:
            hands.say(f"  {one.title} {_settled(one)}")
    for number, way in enumerate(ways, start=1):
        hands.say(f" {number:2}. {way.label}" + (f" — {way.note}" if way.note else ""))


def _settled(step: MakingStep) -> str:
    return step.so_far or ("settled" if step.done else "still open" if step.must else "left open")


def _meant(typed: str, ways: list[Way]) -> Way | None:
    if typed.isdigit():
        return ways[int(typed) - 1] if 1 <= int(typed) <= len(ways) else None
    wanted = typed.casefold()
    whole = [way for way in ways if way.label.casefold() == wanted]
    begun = [way for way in ways if way.label.casefold().startswith(wanted)]
    found = whole or (begun if len(begun) == 1 else [])
    return found[0] if found else None
