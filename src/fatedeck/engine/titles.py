"""What people read for something that can be chosen, where its name is not made for reading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.cards import face as face_of
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.offers import Count, Form, Many, One, Param, Value, YesNo
from fatedeck.engine.record import Record
from fatedeck.engine.view import Face

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)

_ID = re.compile("[_-]")
_IS_ID = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)+( \d+)?")


def faces_at(record: Record[S, Opt, A]) -> dict[str, Face]:
    """How the cards look at this table."""
    options = Codec(record.ruleset).options(record.header.options)
    return record.ruleset.faces(options)


def title(option: str, labels: Mapping[str, str], faces: Mapping[str, Face]) -> str:
    """A card as it is called; whatever else there is to choose says what it is.

    >>> title("sword#2", {}, {"sword": Face("Sword")}), title("no", {"no": "Keep it"}, {})
    ('Sword (2)', 'Keep it')
    """
    if option in labels:
        return labels[option]
    face = faces.get(face_of(option))
    copy = option.partition("#")[2]
    if face is None:
        return spoken(option)
    return f"{face.title} ({copy})" if copy else face.title


def spoken(option: str) -> str:
    """What can be chosen, as a person reads it: an id becomes words, a name stays as it is.

    >>> spoken("left_hand"), spoken("light-bow 2"), spoken("Ana"), spoken("6 into a Wound")
    ('Left hand', 'Light bow 2', 'Ana', '6 into a Wound')
    """
    return _ID.sub(" ", option).capitalize() if _IS_ID.fullmatch(option) else option


def details(form: Form, chosen: Act, faces: Mapping[str, Face]) -> str:
    """How a form was filled in, as people say it; what was left empty goes without saying.

    >>> spread = Form((Count("str", "Strength", 1, 4), Count("dex", "Dexterity", 1, 4)))
    >>> details(spread, {"str": 1, "dex": 3}, {})
    'Strength 1, Dexterity 3'
    >>> rest = Form((One("who", "Who", ("ana",), labels={"ana": "Ana"}), YesNo("long", "Sleep")))
    >>> details(rest, {"who": "ana", "long": True}, {}), details(rest, {"long": False}, {})
    ('Ana, Sleep', '')
    """
    said = [
        _said(param, chosen[param.name], faces) for param in form.params if param.name in chosen
    ]
    return ", ".join(filter(None, said))


def _said(param: Param, value: Value, faces: Mapping[str, Face]) -> str:
    match param:
        case One() | Many():
            names = value if isinstance(value, list) else [str(value)]
            return ", ".join(title(name, param.labels, faces) for name in names if name)
        case Count():
            return str(value) if param.of else f"{param.label.partition(' (')[0]} {value}"
        case YesNo():
            return param.label if value else ""
        case _:
            return str(value)
