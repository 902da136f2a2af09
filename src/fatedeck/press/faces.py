"""A game's card faces as a template draws them: words, signs and colours, all plain data."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fatedeck.engine.view import Face, Fact
from fatedeck.press.drawing import (
    edge_bar,
    engraved_emblem,
    engraved_ground,
    hue_of,
    signs,
)
from fatedeck.press.ink import Ink, hsl, inked
from fatedeck.press.sheets import POKER, SMALL_SQUARE, SQUARE, TAROT, Size

FRAME = 5.0
"""How deep the coloured frame of a square card is, for a card of 63.5 mm."""

BLEED = 5.0
"""How far a face is drawn beyond its cut; a sheet shows as much of it as it has room for."""


def size_of(face: Face, large: bool) -> Size:
    """What size a card is printed in: as its printing has it, or in large print."""
    if face.kind == "edges":
        return SQUARE if large else SMALL_SQUARE
    return TAROT if large else POKER


def drawn(face: Face, ink: Ink) -> dict[str, object]:
    """A face for the template that draws its kind."""
    if face.kind == "edges":
        return _edges(face, ink)
    if face.kind == "playing":
        return _playing(face, ink)
    return _written(face, ink)


def spoken(face: Face) -> str:
    """A card's name as it is said aloud: “9♥” is the 9 of hearts."""
    rank, suit = face.facts.get("rank"), face.facts.get("suit")
    if face.kind == "playing" and rank and suit:
        return f"{_RANKS.get(str(rank), rank)} of {suit}"
    return face.title


def told(face: Face) -> str:
    """All that a card says, for whoever reads it without its picture."""
    if face.kind == "edges":
        return ". ".join(part for part in (str(_edges(face, "full")["alt"]), face.text) if part)
    return "\n".join(part for part in (_kinds(face), _told_signs(face), face.text) if part)


_RANKS = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}


# Square cards


_NUMBER = r"\b[A-Z]\d+\b"
"""How a square card is called for short: D05."""


def _edges(face: Face, ink: Ink) -> dict[str, object]:
    printing = "classic" if face.facts.get("anvil") is None else "current"
    edges, told = [], []
    for edge in signs().edges[printing]:
        reading = signs().readings[printing][_number(face, edge.suit) - 1]
        edges.append(
            {
                "sign": edge.suit,
                "colour": inked(edge.colour, ink),
                "bar": edge_bar(edge, SMALL_SQUARE.width, FRAME, BLEED, ink),
                "mark": reading.mark,
                "times": reading.times,
            }
        )
        told.append(f"{edge.suit.capitalize()} {reading.words}")
    told += [f"{die} {face.facts[die]}" for die in ("d4", "d6") if face.facts.get(die)]
    told += [word for word in ("xp", "proficiency", "stamina") if face.facts.get(word)]
    if face.facts.get("critical"):
        told.append(f"critical {face.facts['critical']}")
    corners = _words(face, "corners")
    if corners:
        told.append("corners " + ", ".join(corners))
    number = re.search(_NUMBER, face.title)
    words = re.sub(rf"^Card\b|{_NUMBER}", "", face.title).strip(", ")
    return {
        "kind": "edges",
        "name": spoken(face),
        "short": number[0] if number else "",
        "words": "" if number and face.facts.get("critical") else words,
        "text": "" if "✔" in face.text or "✗" in face.text else face.text,
        "alt": ", ".join(told),
        "edges": edges,
        "d4": _word(face, "d4"),
        "d6": _word(face, "d6"),
        "star": bool(face.facts.get("xp") or face.facts.get("proficiency")),
        "bolt": bool(face.facts.get("stamina")),
        "critical": _word(face, "critical"),
        "corners": corners,
    }  # fmt: skip


# Playing cards

_COLUMNS = {"l": 21.3, "m": 31.75, "r": 42.2}
_ROWS = {"a": 19.0, "b": 27.5, "c": 35.95, "d": 44.45, "e": 52.95, "f": 61.4, "g": 69.9}
_PIPS = {
    "A": "md",
    "2": "ma mg",
    "3": "ma md mg",
    "4": "la ra lg rg",
    "5": "la ra md lg rg",
    "6": "la ra ld rd lg rg",
    "7": "la ra mb ld rd lg rg",
    "8": "la ra mb ld rd mf lg rg",
    "9": "la ra lc rc md le re lg rg",
    "10": "la ra mb lc rc le re mf lg rg",
}


def _playing(face: Face, ink: Ink) -> dict[str, object]:
    rank = _word(face, "rank").upper()
    joker = rank in ("", "JOKER")
    suit = "joker" if joker else _word(face, "suit")
    red = _word(face, "colour") == "red" or suit in ("hearts", "diamonds")
    return {
        "kind": "playing",
        "name": spoken(face),
        "rank": "" if joker else rank,
        "suit": suit,
        "red": red,
        "hollow": red and ink == "bw",
        "pips": [
            (_COLUMNS[spot[0]], _ROWS[spot[1]], spot[1] in "efg")
            for spot in _PIPS.get(rank, "").split()
        ],
        "text": face.text,
        "panel": engraved_ground(face.title, "", 40, "light" if ink != "bw" else "bw"),
        "alt": spoken(face),
    }


# Cards that are read


def _written(face: Face, ink: Ink) -> dict[str, object]:
    """Its title, what it costs and what it is, a picture, and its text line by line."""
    group = _word(face, "set") or _word(face, "group") or _word(face, "kind")
    kinds = _kinds(face)
    stats = [*_words(face, "stats"), *_words(face, "attributes")]
    hue = hue_of(group or " ".join(stats[:1]) or face.kind, face.title)
    about = f"{kinds} {group}"
    return {
        "kind": "written",
        "name": curled(face.title),
        "cost": _word(face, "cost"),
        "kinds": kinds,
        "needs": list(face.signs.get("needs", ())),
        "gives": list(face.signs.get("provides", ())),
        "fills": list(face.signs.get("fills", ())),
        "signs": _told_signs(face),
        "accent": inked(hsl(hue, 0.5, 0.3), ink),
        "ground": engraved_ground(face.title, about, hue, ink),
        "emblem": engraved_emblem(face.title, about, hue, ink, face.emblem),
        "lines": [_line(line) for line in face.text.split("\n") if line],
        "corners": _rings(face, "corners"),
        "sides": _rings(face, "sides"),
        "foot": ", ".join(face.clauses),
        "group": "" if group.lower() in kinds.lower() else group.capitalize(),
        "short": len(face.title) <= 4 and not face.text,
    }


def _line(line: str) -> dict[str, str]:
    """A line of a card's text: a result stands behind its signs, a choice behind its dot."""
    result = re.match(r"([✔✗✅]+|•):? +(.+)", line)
    if result:
        return {"sign": result[1], "text": _begun(result[2])}
    return {"sign": "", "text": _begun(line)}


def _begun(text: str) -> str:
    """As a line begins: with a capital, unless it is a die like d4.

    >>> _begun("the foe's shield"), _begun("d4, melee")
    ('The foe’s shield', 'd4, melee')
    """
    text = curled(text)
    return text if text[1:2].isdigit() else text[:1].upper() + text[1:]


def curled(text: str) -> str:
    """A name or a text with the apostrophes that paper has."""
    return text.replace("'", "’")


def _kinds(face: Face) -> str:
    """What kind of card it is, in a few words."""
    facts = face.facts
    if facts.get("type"):
        return " / ".join(_words(face, "type"))
    stats = [*_words(face, "stats"), *_words(face, "attributes")]
    parts = [" or ".join(_STATS.get(stat, stat.capitalize()) for stat in stats)]
    if facts.get("kind"):
        parts.append(f"{facts['kind']} item".capitalize())
    elif facts.get("group") and not stats:
        parts.append(_GROUPS.get(str(facts["group"]), "Attribute"))
    parts += [word for word in ("fast", "ongoing") if facts.get(word)]
    parts += [", ".join(_words(face, "tags"))]
    for name in ("encumbrance", "capacity", "power"):
        if facts.get(name):
            parts.append(f"{name} {facts[name]}")
    return " · ".join(part for part in parts if part)


_STATS = {"str": "Strength", "dex": "Dexterity", "int": "Intelligence"}
_GROUPS = {"item": "Item"}


def _told_signs(face: Face) -> str:
    """What those signs stand for, for whoever reads without seeing them."""
    parts = [
        f"{label} {', '.join(_words(face, name))}"
        for label, name in (("Needs", "needs"), ("Gives", "provides"), ("Fills", "fills"))
        if _words(face, name)
    ]
    return "; ".join(parts)


def _rings(face: Face, name: str) -> list[str]:
    """The quarters and halves of rings that close with those of other cards beside it."""
    return [place for place in _words(face, name) if place in ("nw", "ne", "se", "sw", "e", "w")]


def _number(face: Face, name: str) -> int:
    value = face.facts[name]
    assert isinstance(value, int)
    return value


def _word(face: Face, name: str) -> str:
    value = face.facts.get(name)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _words(face: Face, name: str) -> list[str]:
    value: Fact = face.facts.get(name)
    if isinstance(value, str):
        return [value] if value else []
    return [str(each) for each in value] if isinstance(value, Sequence) else []
