"""Free play: an adventure that nobody has written, drawn from small tables of a game.

The tables (`data/wandering.yaml` beside a game) hold places, people, troubles, foes and endings in
a few words each. What is drawn is written down as any other adventure (`adventure_text.py`) and
kept with its table whole; so the machine runs it, a page shows it and a record carries it as
always.
"""

from __future__ import annotations

import random
from pathlib import Path

import yaml
from msgspec import Struct

from fatedeck.engine.data_files import read_file
from fatedeck.engine.entries import Act

WANDERING = "wandering"
"""What free play goes by where an adventure is named."""
SCENES = 4
"""So many places lie between the beginning and the end."""


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Somewhere to be: the words of the way there, and what is told on arriving."""

    name: str
    way: str
    told: str


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody to meet: what the eye sees first, what a closer look shows, and what they want."""

    name: str
    seen: str
    told: str
    wants: str


class Trouble(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that can be tried, and what comes of it."""

    name: str
    act: Act
    good: str
    bad: str


class Foes(Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes when something goes wrong, and who else for the second, third and fourth hero."""

    name: str
    told: str
    first: list[Act]
    more: list[Act]


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """What it was all about: the clue that is sought, and how it ends with it and without."""

    title: str
    about: str
    clue: str
    found: str
    missed: str


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game has for free play; `fight` is what begins one, where that takes a word."""

    licence: str
    places: list[Place]
    people: list[Person]
    troubles: list[Trouble]
    foes: list[Foes]
    endings: list[Ending]
    options: dict[str, object] = {}
    fight: list[Act] = []


def read_tables(path: Path) -> Tables | None:
    """The tables of a game, if it has any."""
    if not path.is_file():
        return None
    return read_file(path, Tables)


def wander(game: str, tables: Tables, luck: random.Random) -> str:
    """An adventure for a game, as Markdown: who can be met where, and what may come of it."""
    ending = luck.choice(tables.endings)
    places = luck.sample(tables.places, SCENES)
    people = luck.sample(tables.people, SCENES)
    troubles = luck.sample(tables.troubles, SCENES)
    foes = luck.sample(tables.foes, 2)
    head = {
        "title": ending.title,
        "game": game,
        "about": ending.about,
        "seats": "1-4",
        "minutes": "30 to 45",
        "level": "free play",
        "licence": tables.licence,
        **({"options": tables.options} if tables.options else {}),
        "defeat": "#left-behind",
    }
    scenes = [
        _scene(n, places, people[n], troubles[n], ending, _stage(tables, foes[n // 2], n))
        for n in range(SCENES)
    ]
    ends = [
        f"## What you came for\n\n> {ending.found}\n",
        f"## Empty hands\n\n> {ending.missed}\n",
        "## Left behind\n\n> You wake where you fell. The light has changed, and your pockets are "
        "lighter. Somebody has put a coat over you, at least.\n",
    ]
    return "\n".join([f"---\n{_yaml(head)}---\n\n{ending.about}\n", *scenes, *ends])


def _scene(
    n: int, places: list[Place], person: Person, trouble: Trouble, ending: Ending, stage: _Stage
) -> str:
    """One place, with somebody in it, something to try, and ways on."""
    met = _slug(person.name)
    good: dict[str, object] = {"tell": trouble.good}
    bad: dict[str, object] = {"tell": trouble.bad}
    if stage.steps:
        good["clue"] = ending.clue
        bad = {"tell": f"{trouble.bad} {stage.told}", "stage": stage.name}
    check = _step(trouble.act) | {"good": good, "bad": bad}
    parts = [
        f"## {places[n].name}\n\n> {places[n].told} [{person.seen}](#{met}).\n",
        *(f"- {way}" for way in _ways(n, places, ending)),
        f"\n### {person.name}\n\n> {person.told}\n\n{person.wants}\n",
        f"```check {trouble.name}\n{_yaml(check)}```\n",
    ]
    if stage.steps:
        parts.append(f"```stage {stage.name}\n{_yaml(stage.steps)}```\n")
    return "\n".join(parts)


class _Stage(Struct, frozen=True):
    """A fight that may come; none where there are no steps."""

    name: str
    told: str
    steps: list[dict[str, object]]


def _stage(tables: Tables, foes: Foes, n: int) -> _Stage:
    """In every second place somebody may come whom the heroes have to fight."""
    if n % 2 == 0:
        return _Stage("", "", [])
    more = [_step(act) | {"heroes": heroes} for heroes, act in enumerate(foes.more, 2)]
    steps = [*map(_step, foes.first), *more, *map(_step, tables.fight)]
    return _Stage(foes.name, foes.told, steps)


def _ways(n: int, places: list[Place], ending: Ending) -> list[str]:
    """The ways on: to the next places, and from the last to the end."""
    if n + 1 == len(places):
        return [
            f'[Take it and go](#what-you-came-for "clue: {ending.clue}")',
            "[Go home](#empty-hands)",
        ]
    return [f"[{place.way}](#{_slug(place.name)})" for place in places[n + 1 : n + 3]]


def _step(act: Act) -> dict[str, object]:
    given = {name: value for name, value in act.items() if name != "do"}
    return {"do": act["do"], **({"with": given} if given else {})}


def _slug(title: str) -> str:
    """A heading as links name it.

    >>> _slug("The reeve’s man")
    'the-reeves-man'
    """
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -")
    return kept.replace(" ", "-")


def _yaml(value: object) -> str:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=100)
