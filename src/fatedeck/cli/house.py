"""House rules on the command line: taking them, looking through them, what there is to change."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import yaml

from fatedeck.cli.reading import console
from fatedeck.engine.entries import Header
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.house import (
    ENVIRONMENT,
    house_of,
    house_text,
    houses_here,
    kept_house,
    live_by,
    live_by_file,
    read_house_file,
    values_of,
)
from fatedeck.engine.ruleset import find_game

_KINDS = {"int": "whole number", "float": "number", "bool": "true or false", "null": "nothing"}
_FEW = 60
"""So many letters of a text with a number in it are shown as a value."""


def take_house(path: Path | None) -> Path | None:
    """Play by the house rules of this file, where one is named."""
    if path is not None:
        live_by_file(path)
    return path


def take_house_of(record: Path | None) -> Path | None:
    """Play by the house rules of a record, unless others were named."""
    if record is not None and not houses_here():
        try:
            with record.open("rb") as lines:
                header = msgspec.json.decode(lines.readline(), type=Header)
        except (OSError, msgspec.DecodeError, UnicodeError):
            return record  # the command itself says what is wrong with it
        kept = kept_house(header.game, header.options)
        if kept is not None:
            live_by([kept])
    return record


def check_house(path: Path) -> bool:
    """Look through a house file: what it changes, or what is wrong with it."""
    os.environ.pop(ENVIRONMENT, None)
    try:
        houses = read_house_file(path)
        live_by(houses)
        for house in houses:
            title = find_game(house.game).title
            changes = [change.said for change in house.differences()]
            console.print(f"{house.called} changes {title}:", style="bold")
            for said in changes:
                console.print(f"  {said}")
            if not changes:
                console.print("  nothing; all is as printed")
    except FatedeckError as fault:
        console.print(str(fault))
        return False
    return True


def show_house(game: str, words: list[str], *, as_yaml: bool, everything: bool) -> None:
    """Every number in the data of a game, with its place and its kind."""
    title = find_game(game).title
    found = {
        place: node
        for place, node in values_of(game).items()
        if (everything or _has_number(node))
        and all(word.lower() in "/".join(place).lower() for word in words)
    }
    if as_yaml:
        values = {place: _plain(node) for place, node in found.items()}
        print(house_text(game, f"Our {title}", values), end="")
        return
    rows = [("/".join(place), _kind(node), str(node.value)) for place, node in found.items()]
    widths = [max([0, *map(len, column)]) for column in zip(*rows, strict=True)]
    for where, what, value in rows:
        console.print(f"{where:{widths[0]}}  {what:{widths[1]}}  {value}")
    if not found:
        console.print(f"Nothing of {title} has “{' '.join(words)}” in its place.")
        return
    console.print(f"{len(found)} {'value' if len(found) == 1 else 'values'} of {title}.")


def house_lines(game: str) -> list[str]:
    """What is different here from the printed rules, for everybody to read."""
    house = house_of(game)
    if house is None:
        return []
    return [f"House rules: {house.title}", *(f"  {one.said}" for one in house.differences())]


def _kind(node: yaml.ScalarNode) -> str:
    return _KINDS.get(str(node.tag).rpartition(":")[2], "text")


def _has_number(node: yaml.ScalarNode) -> bool:
    """Whether it is a number, or a few words with one in them, as `2d4` or `5 gp`."""
    if _kind(node) != "text":
        return _kind(node) != "nothing"
    return len(node.value) <= _FEW and any(letter.isdigit() for letter in node.value)


def _plain(node: yaml.ScalarNode) -> object:
    return yaml.constructor.SafeConstructor().construct_document(node)
