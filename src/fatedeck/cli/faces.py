"""Cards drawn in text."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.cards import face as face_of
from fatedeck.engine.view import Face, Fact, Shown

SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
READINGS = {1: "✗✗", 2: "✗", 3: "✔", 4: "✔✔"}
EDGES = (
    ("dart", "bulb", "anchor", "crescent"),
    ("dragon", "blade", "anvil", "crown"),
)


def draw_cards(cards: Sequence[Shown], faces: dict[str, Face], width: int) -> list[str]:
    """Cards side by side, in as many rows as the width needs."""
    drawn = [draw_card(card, faces.get(face_of(card.name))) for card in cards]
    rows: list[str] = []
    while drawn:
        row: list[list[str]] = []
        while drawn and sum(len(card[0]) + 1 for card in row) + len(drawn[0][0]) <= width:
            row.append(drawn.pop(0))
        if not row:
            row.append(drawn.pop(0))
        tall = max(len(card) for card in row)
        level = [card + [" " * len(card[0])] * (tall - len(card)) for card in row]
        rows += [" ".join(lines) for lines in zip(*level, strict=True)]
    return rows


def draw_card(card: Shown, face: Face | None) -> list[str]:
    """One card as lines of the same length."""
    if face is None:
        return _box([card.name, *_noted(card)])
    if face.kind == "playing":
        return _playing(card, face)
    if face.kind == "edges":
        return _edges(card, face)
    facts = [fact for name, value in face.facts.items() if (fact := _said(name, value))]
    return _box([face.title, *facts[:2], *_noted(card)])


def _said(name: str, value: Fact) -> str:
    """A fact in a word or two: one that is either so or not is only told when it is so."""
    if isinstance(value, bool):
        return name if value else ""
    return f"{name} {value}" if isinstance(value, int | str) and value != "" else ""


def _playing(card: Shown, face: Face) -> list[str]:
    rank = str(face.facts.get("rank", card.name))
    suit = SUITS.get(str(face.facts.get("suit", "")), "★")
    short = "Jkr" if rank == "joker" else rank
    return _box([f"{short:<3}", f" {suit} ", f"{short:>3}", *_noted(card)])


def _edges(card: Shown, face: Face) -> list[str]:
    names = next((edges for edges in EDGES if edges[0] in face.facts), EDGES[0])
    readings = face.facts.get("readings")
    top, right, bottom, left = (_reading(face.facts.get(name), readings) for name in names)
    return _box(
        [
            f"{top:^9}",
            f"{left:<3}{card.name:^3}{right:>3}",
            f"{bottom:^9}",
            *_noted(card),
        ]
    )


def _reading(value: object, readings: object) -> str:
    if isinstance(readings, list) and isinstance(value, int) and 1 <= value <= len(readings):
        return str(readings[value - 1])
    return READINGS.get(value, "") if isinstance(value, int) else ""


def _noted(card: Shown) -> list[str]:
    return [card.note] if card.note else []


def _box(lines: Sequence[str]) -> list[str]:
    width = max(len(line) for line in lines)
    return [
        "┌" + "─" * width + "┐",
        *("│" + line.ljust(width) + "│" for line in lines),
        "└" + "─" * width + "┘",
    ]
