"""House rules: changes to the data of games that everybody in this process plays by.

A house file is YAML, one document for each game:

    title: Tougher Grunts
    game: deck-of-adventures
    changes:
      bestiary:
        creatures:
          Grunt: {hp: 4}

A process has one set of house rules, from before the first data file of a game is read until it
ends; processes that it starts have the same. Their text and its hash are kept among the options of
every table that is played by them, so nobody mixes games of different houses.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import yaml
from msgspec import Struct

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.files import load_text
from fatedeck.engine.installed import installed
from fatedeck.engine.marked_yaml import Marked, Misread, marked, read_nodes
from fatedeck.engine.overlay import Change, composed, differences, laid_over, leaves, named

ENVIRONMENT = "FATEDECK_HOUSE"
"""The house rules of a process that is told none: a file, or (in several lines) their text."""
OPTION = "house"
"""The name by which a table keeps its house rules among its options."""
LONGEST = 100_000
"""The letters that a house file may have: processes hand it on in their environment."""

_PARTS = ("title", "game", "changes")
_BETWEEN = "---"
_LONGEST_LINE = 80
_NO_RULES = ("former", "outlook")
"""Data files that are no rules: what older records say, and what the machine has learnt."""


class House(Struct, frozen=True):
    """The house rules of one game, as they are written in a file called `file` from a line on."""

    game: str
    title: str
    text: str
    file: str = "the house rules"
    line: int = 1

    @property
    def hash(self) -> str:
        """What they are known by."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def called(self) -> str:
        """How a sentence names them: by their title and the beginning of their hash."""
        return f"“{self.title}” ({self.hash[:8]})"

    def kept(self) -> dict[str, str]:
        """What a table keeps of them."""
        return {"title": self.title, "hash": self.hash, "text": self.text}

    def changes(self) -> dict[str, yaml.Node]:
        """What is laid over each data file."""
        [node] = read_nodes(_down_to(self.line, self.text), self.file)
        changes = (named(node) or {})["changes"]
        return named(changes) or {}

    def laid(self) -> dict[Path, yaml.Node]:
        """The same by the files that it is laid over."""
        folder = data_folder(self.game)
        if folder is None:
            return {}
        return {folder / f"{name}.yaml": changes for name, changes in self.changes().items()}

    def differences(self) -> list[Change]:
        """What is different from the printed rules."""
        return [
            change
            for path, changes in self.laid().items()
            for change in differences(composed(path), changes, (path.stem,))
        ]


# Reading


def read_house_file(path: Path) -> list[House]:
    """The house rules in a file, or a sentence that says what is wrong with them."""
    return read_house(load_text(path), path.name)


def read_house(text: str, file: str = "the house rules") -> list[House]:
    """The house rules in a text, one for each game; a fault names its line."""
    if len(text) > LONGEST:
        raise Unreadable(f"{file} is too long; house rules have {LONGEST:,} letters at most.")
    houses: list[House] = []
    try:
        for line, part in _documents(text):
            house = _read_one(part, file, line)
            if any(house.game == other.game for other in houses):
                raise Misread(line, f"There are house rules for {house.game} above already.")
            houses.append(house)
    except Misread as misread:
        raise Unreadable(f"{file}, line {misread.line}: {misread}") from misread
    if not houses:
        raise Unreadable(f"{file} is empty.")
    return houses


def _documents(text: str) -> Iterator[tuple[int, str]]:
    """The documents of a YAML text, each with its first line; `---` stands between them."""
    begun, lines = 1, list[str]()
    for number, line in enumerate([*text.splitlines(), _BETWEEN], start=1):
        if line.rstrip() != _BETWEEN:
            lines.append(line.rstrip() + "\n")
            continue
        if any(line.strip() and not line.lstrip().startswith("#") for line in lines):
            yield begun, "".join(lines)
        begun, lines = number + 1, []


def _read_one(text: str, file: str, line: int) -> House:
    """One document: what it is for, and that all it changes is there to be changed."""
    documents = [marked(node) for node in read_nodes(_down_to(line, text))]
    if len(documents) != 1:
        raise Misread(line, f"Between the rules of two games stands a line with {_BETWEEN} alone.")
    parts = documents[0].mapping("A house file")
    for name, part in parts.items():
        if name not in _PARTS:
            raise Misread(
                part.line, f"“{name}” isn’t known here; house rules have title, game and changes."
            )
    for name in _PARTS:
        if name not in parts:
            raise Misread(documents[0].line, f"House rules need “{name}”.")
    title, game = (_one_line(parts[name], name) for name in ("title", "game"))
    folder = data_folder(game)
    if folder is None:
        raise Misread(parts["game"].line, f"There is no game “{game}”.")
    known = data_names(folder)
    for name, changed in parts["changes"].mapping("changes (file: what is different)").items():
        if name not in known:
            has = f"It has: {', '.join(known)}." if known else "It has none."
            raise Misread(changed.line, f"{game} has no data file “{name}”. {has}")
    return House(game, title, text, file, line)


def _one_line(part: Marked, what: str) -> str:
    said = part.words(f"The {what}").strip()
    if not said or len(said) > _LONGEST_LINE or not said.isprintable():
        raise Misread(part.line, f"The {what} is one line of up to {_LONGEST_LINE} letters.")
    return said


def _down_to(line: int, text: str) -> str:
    """A part of a file, moved down to where it stands there, so that its lines are the file's."""
    return "\n" * (line - 1) + text


def data_names(folder: Path) -> list[str]:
    """The data files in a folder that house rules may change."""
    return [path.stem for path in sorted(folder.glob("*.yaml")) if path.stem not in _NO_RULES]


@cache
def data_folder(game: str) -> Path | None:
    """Where a game has its data; the game is not loaded for that."""
    point = installed().get(game)
    spec = find_spec(point.module) if point is not None else None
    return Path(spec.origin).with_name("data") if spec and spec.origin else None


# Making them


def values_of(game: str) -> dict[tuple[str, ...], yaml.ScalarNode]:
    """Every value in the data of a game as it is played here, by its place."""
    folder = data_folder(game)
    if folder is None:
        raise Unreadable(f"There is no game “{game}”.")
    houses_here()
    found: dict[tuple[str, ...], yaml.ScalarNode] = {}
    for name in data_names(folder):
        path = folder / f"{name}.yaml"
        node, changes = composed(path), _here.changes.get(path)
        found |= leaves(node if changes is None else laid_over(node, changes), (name,))
    return found


def house_text(game: str, title: str, values: Mapping[tuple[str, ...], object]) -> str:
    """House rules with these values, each by its place.

    >>> print(house_text("deckahedron", "Tough", {("tables", "foes", "Wolf", "stamina"): 9}))
    title: Tough
    game: deckahedron
    changes:
      tables:
        foes:
          Wolf:
            stamina: 9
    <BLANKLINE>
    """
    changes: dict[str, object] = {}
    for place, value in values.items():
        part = changes
        for name in place[:-1]:
            inside = part.setdefault(name, {})
            assert isinstance(inside, dict)
            part = inside
        part[place[-1]] = value
    house = {"title": title, "game": game, "changes": changes}
    return yaml.safe_dump(house, allow_unicode=True, sort_keys=False, width=1000)


# Living by them


class _Process:
    """What this process lives by, once that is settled, and the data files that it has read."""

    def __init__(self) -> None:
        self.houses: tuple[House, ...] | None = None
        self.changes: dict[Path, yaml.Node] = {}
        self.read: set[Path] = set()


_here = _Process()


def live_by(houses: Sequence[House]) -> None:
    """Play by these house rules, in this process and those that it starts, from now on."""
    if tuple(houses) == _here.houses:
        return
    folders = {data_folder(house.game): house for house in (*houses, *(_here.houses or ()))}
    for path in _here.read:
        if path.parent in folders:
            game = folders[path.parent].game
            early = "house rules have to come before it, or in a process of their own"
            raise Refused("", f"{game} has already been read; {early}.")
    _settle(houses)
    os.environ[ENVIRONMENT] = "".join(f"{_BETWEEN}\n{house.text}" for house in houses)


def live_by_file(path: Path) -> None:
    """Play by the house rules in this file."""
    live_by(read_house_file(path))


def houses_here() -> tuple[House, ...]:
    """What this process lives by: what it was told, or else what its environment says."""
    if _here.houses is None:
        _settle(read_setting(os.environ.get(ENVIRONMENT, "")))
    assert _here.houses is not None
    return _here.houses


def read_setting(said: str) -> list[House]:
    """House rules by the name of a file, or by their text in several lines; none for nothing."""
    if "\n" in said:
        return read_house(said)
    return read_house_file(Path(said)) if said else []


def house_of(game: str) -> House | None:
    """The house rules by which this game is played here, if there are any."""
    return next((house for house in houses_here() if house.game == game), None)


def _settle(houses: Sequence[House]) -> None:
    _here.houses = tuple(houses)
    _here.changes = {path: node for house in houses for path, node in house.laid().items()}


def changes_of(path: Path) -> yaml.Node | None:
    """What is laid over a data file that is about to be read, if anything is."""
    houses_here()
    _here.read.add(path)
    return _here.changes.get(path)


# What tables keep of them


def with_house(game: str, options: Mapping[str, object]) -> dict[str, object]:
    """The options of a new table, with the house rules that it will be played by."""
    house = house_of(game)
    return dict(options) if house is None else {**options, OPTION: house.kept()}


def without_house(options: Mapping[str, object]) -> dict[str, object]:
    """The options that people have chosen."""
    return {name: value for name, value in options.items() if name != OPTION}


def kept_house(game: str, options: Mapping[str, object]) -> House | None:
    """The house rules that a table keeps among its options, if it has any."""
    if OPTION not in options:
        return None
    kept = options[OPTION]
    text = kept.get("text") if isinstance(kept, dict) else None
    found = read_house(text, "the house rules of this game") if isinstance(text, str) else []
    if len(found) != 1 or found[0].game != game or found[0].kept() != kept:
        raise Unreadable("The house rules of this game aren’t what they were written as.")
    return found[0]


def check_house(game: str, options: Mapping[str, object]) -> None:
    """A table is played by its own house rules alone; a sentence says which it needs."""
    here = house_of(game)
    if (OPTION not in options) if here is None else options.get(OPTION) == here.kept():
        return
    own = kept_house(game, options)
    if own is None:
        needs = "It’s played by the printed rules. Start fatedeck without house rules."
    else:
        needs = f"It’s played by the house rules {own.called}. Start fatedeck with them."
    holds = "the printed rules hold" if here is None else f"the house rules {here.called} hold"
    raise Unreadable(f"This game can’t be played here, where {holds}. {needs}")
