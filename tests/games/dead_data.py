"""Changing each value of a game's data by house rules, and looking what becomes different."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping

import yaml
from msgspec.structs import replace

from fatedeck.engine import overlay
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.house import data_folder, house_text, read_house
from fatedeck.engine.overlay import leaves
from fatedeck.engine.ruleset import find_game, try_house
from fatedeck.engine.wandering import wander
from tests.houses import begin_anew, end, remembered

Place = tuple[str, ...]
Look = Callable[[Place], object]
"""What can be seen of the thing at this place: its face, its sheet, what rules make of it.

The place names the file, the part of it and the thing.
"""

_ENOUGH = 20
"""More than this is as good as all there are, and is changed to little."""


_SHOWN = ("id", "name", "text")
"""What people read, or what a thing is called by."""
_NOWHERE = "nowhere"
"""A word that no game knows."""


def dead_numbers(
    game: str, file: str, look: Look, *, alone: bool = False, words: bool = False
) -> list[str]:
    """The numbers of a data file that can be changed without a difference to what is seen.

    Of each thing one number is changed at a time, of all things at once, and every thing must look
    another way; where a look tells of more than one thing, a number is changed `alone`. `words`
    that decide something are changed too: a rule must miss them, or they may not be another.
    """
    folder = data_folder(game)
    assert folder is not None
    numbers = {
        place: node
        for place, node in leaves(overlay.composed(folder / f"{file}.yaml"), (file,))
        if _kind(node) in ("int", "float", "bool")
        or (words and _kind(node) == "str" and place[-1] not in _SHOWN)
    }
    memory = remembered()
    try:
        begin_anew(memory=memory)
        printed = {thing: look(thing) for thing in {_thing(place) for place in numbers}}

        def seen(thing: Place) -> object:
            try:
                return look(thing)
            except (
                AttributeError,
                KeyError,
                ValueError,
            ) as stumbled:
                return repr(stumbled)

        def dead(places: list[Place]) -> list[str]:
            """Those of these numbers that make no difference, changed at once."""
            values = {place: _another(numbers[place], 1) for place in places}
            again = {place: _another(numbers[place], -1) for place in places}
            while values:
                [house] = read_house(house_text(game, "Another number", values))
                begin_anew([house], memory)
                try:
                    try_house(house)
                except FatedeckError as fault:  # one of them may not be that
                    refused = _at_line(house_text(game, "", values), str(fault))
                    for place in _of_one_kind(refused, values, str(fault)):
                        if again.get(place, values[place]) == values[place]:
                            del values[place]  # or anything else
                        else:
                            values[place] = again.pop(place)
                else:
                    things = [_thing(place) for place in values]
                    same = {thing: seen(thing) == printed[thing] for thing in dict.fromkeys(things)}
                    return ["/".join(place) for place in values if same[_thing(place)]]
            return []

        return [found for places in _groups(numbers, alone) for found in dead(places)]
    finally:
        end()


def _thing(place: Place) -> Place:
    """The file, the part of it and the name there that a number belongs to."""
    return place[:3]


def _groups(numbers: dict[Place, yaml.ScalarNode], alone: bool) -> list[list[Place]]:
    """The first numbers of all things, the second ones, and so on."""
    counted: Counter[Place] = Counter()
    groups: defaultdict[int, list[Place]] = defaultdict(list)
    for place in numbers:
        thing = () if alone else _thing(place)
        groups[counted[thing]].append(place)
        counted[thing] += 1
    return list(groups.values())


def _kind(node: yaml.ScalarNode) -> str:
    return node.tag.rpartition(":")[2]


def _another(node: yaml.ScalarNode, step: int) -> bool | int | float | str:
    kind = _kind(node)
    if kind == "str":
        return _NOWHERE
    if kind == "bool":
        return bool(node.value != "true")
    if kind == "float":
        return float(node.value) + step
    number = int(node.value)
    return number // 10 if number > _ENOUGH else number - step if number > 1 else number + step


def _at_line(text: str, fault: str) -> Place:
    """The value that a fault in house rules names by its line."""
    line = int(fault.partition(", line ")[2].partition(":")[0])
    root = yaml.compose(text)
    assert root is not None
    changes = overlay.named(root)
    assert changes is not None
    return next(
        place for place, node in leaves(changes["changes"]) if node.start_mark.line + 1 == line
    )


def _of_one_kind(refused: Place, values: Mapping[Place, object], fault: str) -> list[Place]:
    """A value that is refused, and all that are sure to be: words of which only some are known."""
    if "can’t be" not in fault:
        return [refused]
    return [
        place
        for place, value in values.items()
        if (place[-1], value) == (refused[-1], values[refused])
    ]


def wandered(game: str) -> Look:
    """What free play meets, where it meets little but the foes or the troubles of a place."""

    def met(place: Place) -> object:
        tables = find_game(game).wandering
        assert tables is not None
        foes = [foe for foe in tables.foes if foe.name == place[2]] or tables.foes
        troubles = [one for one in tables.troubles if one.name == place[2]] or tables.troubles
        alone = replace(tables, foes=foes * 3, troubles=troubles * 9)
        return wander(game, alone, random.Random(1))

    return met
