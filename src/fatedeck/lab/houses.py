"""Fights by house rules: numbers of the data tried out, each in processes that live by them.

A process has one set of house rules for all its life. So a fight by others is played in a process
of its own, wherever that is asked for: here, in one of our processes, or on a cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml
from msgspec.structs import replace

from fatedeck.engine.errors import Refused
from fatedeck.engine.house import OPTION, House, house_of, read_house, read_house_file, values_of
from fatedeck.engine.marked_yaml import read_documents
from fatedeck.engine.offers import Value
from fatedeck.lab.encounter import Encounter

BOOK = "book"
"""The printed rules, among several house rules that are compared."""
PREFIX = "house."


def house_values(values: dict[str, Value]) -> dict[str, Value]:
    """Take those out of these values that are of the house: a whole one, or numbers of it."""
    names = [name for name in values if name == OPTION or name.startswith(PREFIX)]
    return {name: values.pop(name) for name in names}


def by_house(encounter: Encounter, values: Mapping[str, Value]) -> Encounter:
    """The same encounter by another house, or with other numbers of the data."""
    if not values:
        return encounter
    chosen = values.get(OPTION)
    house = house_of(encounter.game) if chosen is None else _named(encounter.game, str(chosen))
    numbers = {name: value for name, value in values.items() if name != OPTION}
    if numbers:
        house = _with_numbers(encounter.game, house, numbers)
    options = {name: value for name, value in encounter.options.items() if name != OPTION}
    if house is not None:
        options[OPTION] = house.kept()
    return replace(encounter, options=options)


def house_text_of(encounter: Encounter) -> str:
    """The house rules that an encounter is played by; nothing for the printed ones."""
    kept = encounter.options.get(OPTION)
    return str(kept["text"]) if isinstance(kept, dict) else ""


def is_at_home(encounter: Encounter) -> bool:
    """Whether this process lives by the rules that an encounter is played by."""
    here = house_of(encounter.game)
    return house_text_of(encounter) == (here.text if here is not None else "")


def _named(game: str, name: str) -> House | None:
    if name == BOOK:
        return None
    for house in read_house_file(Path(name)):
        if house.game == game:
            return house
    raise Refused("", f"{name} says nothing of {game}.")


def _with_numbers(game: str, house: House | None, numbers: Mapping[str, Value]) -> House:
    """House rules with these numbers, each by its place in the data: `house.tables.foes.Wolf`."""
    plain = next(read_documents(house.text)).plain() if house is not None else {}
    assert isinstance(plain, dict)
    text: dict[str | int, object] = {
        "title": plain.get("title", "A number tried out"),
        "game": game,
        "changes": plain.get("changes", {}),
    }
    known = values_of(game)
    for name, value in numbers.items():
        *path, last = name.removeprefix(PREFIX).split(".")
        if (*path, last) not in known:
            raise Refused(
                "",
                f"{game} has no number at “{name}”. See what there is: fatedeck house show {game}",
            )
        part: object = text["changes"]
        for step in path:
            assert isinstance(part, dict)
            part = part.setdefault(step, {})
        assert isinstance(part, dict)
        part[last] = value
    written = yaml.safe_dump(text, allow_unicode=True, sort_keys=False, width=1000)
    [found] = read_house(written, "the numbers that are varied")
    return found
