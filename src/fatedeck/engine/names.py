"""Names that tell twins apart, heroes from those who play them, and what is meant from a slip."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from difflib import get_close_matches

LONGEST = 60
"""The letters of a name that nobody knows which a sentence repeats."""

MASTER = "Game master"
"""What a page calls the seat of whoever runs the game, until somebody calls it otherwise."""


def free_name(wanted: str, taken: Container[str]) -> str:
    """A name that nothing of its kind has yet.

    >>> free_name("Sword", ["Sword", "Sword 2"]), free_name("Sword", [])
    ('Sword 3', 'Sword')
    """
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def called(seat: str) -> str:
    """A seat inside a sentence.

    >>> called("Game master"), called("Ana")
    ('the game master', 'Ana')
    """
    return "the game master" if seat == MASTER else seat


def twin(name: str) -> int:
    """The number that tells a twin from the others, 0 for whoever has none.

    >>> twin("Ember hound 2"), twin("Ember hound"), twin("R2D2")
    (2, 0, 0)
    """
    number = name.rpartition(" ")[2]
    return int(number) if number.isdecimal() and number != name else 0


def twins_in_order(names: Iterable[str]) -> list[str]:
    """Twins by their numbers, each kin where it stands among the others.

    >>> twins_in_order(["Ana", "Wolf", "Wolf 10", "Wolf 2", "Bear 2", "Bear"])
    ['Ana', 'Wolf', 'Wolf 2', 'Wolf 10', 'Bear', 'Bear 2']
    """
    found = list(names)
    if not any(map(twin, found)):
        return found
    kin: dict[str, list[str]] = {}
    for name in found:
        kin.setdefault(_kin(name), []).append(name)
    left = {name: iter(sorted(twins, key=twin)) for name, twins in kin.items()}
    return [next(left[_kin(name)]) for name in found]


def _kin(name: str) -> str:
    return name.rpartition(" ")[0] if twin(name) else name


def heroes(names: Mapping[str, str]) -> dict[str, str]:
    """What the story calls heroes, by their seats; namesakes are told apart by their players.

    >>> heroes({"Tom": "Petra", "Ana": ""}), heroes({"Tom": "Petra", "Ana": "Petra"})
    ({'Tom': 'Petra'}, {'Tom': 'Petra (Tom)', 'Ana': 'Petra (Ana)'})
    """
    all_heroes = list(names.values())
    return {
        seat: hero if all_heroes.count(hero) == 1 and hero not in names else played(hero, seat)
        for seat, hero in names.items()
        if hero and hero != seat
    }


def played(hero: str, seat: str) -> str:
    """A hero with whoever plays it, as everybody at the table calls it.

    >>> played("Petra", "Tom"), played("", "Tom"), played("Tom", "Tom")
    ('Petra (Tom)', 'Tom', 'Tom')
    """
    return f"{hero} ({seat})" if hero and hero != seat else seat


def did_you_mean(said: str, names: Iterable[str]) -> str:
    """What follows the sentence that a name is unknown: the nearest there is, if one is near.

    >>> did_you_mean("chiar", ["chair", "do"]), did_you_mean("Wolf", ["Bear"])
    (' Did you mean “chair”?', '')
    """
    known = {name.casefold(): name for name in names}
    near = get_close_matches(said[:LONGEST].casefold(), known, 1)
    return f" Did you mean “{known[near[0]]}”?" if near else ""


def no_seat(name: str, seats: Sequence[str]) -> str:
    """What is said to whoever names a seat that is not at the table."""
    near = did_you_mean(str(name), seats)
    return f"There is no seat “{name}” here.{near} There are: {', '.join(seats)}."
