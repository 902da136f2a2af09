"""Every number of the book's things, enhancements, talents and creatures makes a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

from fatedeck.games.realms_behind.data import Enhancement, Equipment, Feat, Kind, book
from fatedeck.games.realms_behind.looks.view import view
from fatedeck.games.realms_behind.rules import talents
from fatedeck.games.realms_behind.rules.derived import chosen_for, gear
from fatedeck.games.realms_behind.rules.equipment import with_its_price
from fatedeck.games.realms_behind.rules.feats import feat_in_words
from fatedeck.games.realms_behind.state import Creature, Item
from tests.games.realms_behind.realms import GM, table_of


def with_other_numbers(part: Struct) -> Iterator[tuple[str, Struct]]:
    """The same part of the book with one number changed, for each number in it but 0."""
    for name, value in asdict(part).items():
        if type(value) is int and value:
            yield name, replace(part, **{name: value + 1})
        elif isinstance(value, Struct):
            for inner, changed in with_other_numbers(value):
                yield f"{name}.{inner}", replace(part, **{name: changed})
        elif isinstance(value, dict):
            for key, n in value.items():
                if type(n) is int and n:
                    yield f"{name}.{key}", replace(part, **{name: {**value, key: n + 1}})


def of_a_thing(thing: Equipment) -> object:
    gear.cache_clear()
    return gear(thing.id, ()), with_its_price(thing.id)


def of_an_enhancement(worked: Enhancement) -> object:
    gear.cache_clear()
    fitting = (thing for thing in book().equipment.values() if thing.slot in worked.fits)
    kind = max(fitting, key=lambda thing: (thing.inertia, thing.level)).id
    item = Item("x", kind, "equipped", [worked.id], {worked.id: "body"})
    return gear(kind, (worked.id,)), chosen_for(item, "body")


def of_a_talent(feat: Feat) -> object:
    talents._talents.cache_clear()
    return talents._talents((feat.id,)), feat_in_words(feat.id)


def of_a_creature(kind: Kind) -> object:
    table = table_of(Ana="basic")
    table.creatures["It"] = Creature(name="It", kind=kind.id, level=3, health=1)
    return view(table, GM).sheets[-1]


NUMBERS = [
    *((thing, of_a_thing) for thing in book().equipment.values()),
    *((worked, of_an_enhancement) for worked in book().enhancements.values()),
    *((feat, of_a_talent) for feat in book().feats.values() if not feat.buildable),
    *((kind, of_a_creature) for kind in book().creatures.values()),
]


def put(part: Struct) -> None:
    """Change the book."""
    match part:
        case Equipment():
            book().equipment[part.id] = part
        case Enhancement():
            book().enhancements[part.id] = part
        case Feat():
            book().feats[part.id] = part
        case Kind():
            book().creatures[part.id] = part


@pytest.mark.parametrize(("part", "comes_to"), NUMBERS, ids=lambda given: getattr(given, "id", ""))
def test_each_number_of_the_book_counts(part: Struct, comes_to: Callable[..., object]) -> None:
    """RB-2.5, RB-18.1, RB-19.2, RB-20.3, RB-21.1."""
    before, unread = comes_to(part), []
    try:
        for number, changed in with_other_numbers(part):
            put(changed)
            if comes_to(changed) == before:
                unread.append(number)
    finally:
        put(part)
        comes_to(part)
    assert unread == []
