"""How things draw themselves in a notebook: small pieces of HTML that need no script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from fatedeck.engine.cards import face as face_of

if TYPE_CHECKING:
    from fatedeck.engine.view import Face, Sheet, View, Zone

_CARD = (
    "display:inline-block;vertical-align:top;box-sizing:border-box;width:8.5em;min-height:5.5em;"
    "margin:2px;padding:.4em .5em;border:1px solid #8a8272;border-radius:.5em;background:#fffdf8;"
    "color:#1f1b16;font:12px sans-serif;white-space:pre-line;overflow:hidden"
)
_BACK = _CARD.replace("#fffdf8", "#3d4a52").replace("#1f1b16", "#e8e2d2")


def card(face: Face, note: str = "") -> str:
    """A card: its title, and what stands on it."""
    said = "\n".join(filter(None, (face.text, note)))
    return f'<div style="{_CARD}"><b>{escape(face.title)}</b>\n{escape(said)}</div>'


def bars(rows: Iterable[tuple[str, float, str]]) -> str:
    """Bars, each with its name, its length from 0 to 1 and its figures."""
    lines = "".join(
        f'<tr><td style="text-align:right">{escape(name)}</td><td style="text-align:left">'
        f'<span style="display:inline-block;height:.9em;border-radius:2px;background:#2f7d66;'
        f'width:{12 * length:.2f}em"></span> {escape(figures)}</td></tr>'
        for name, length, figures in rows
    )
    return f"<table>{lines}</table>"


def rows(heading: str, cells: Mapping[str, str]) -> str:
    """A heading, and below it what there is to tell, a line each."""
    lines = "".join(
        f'<tr><td style="text-align:left"><b>{escape(name)}</b></td>'
        f'<td style="text-align:left">{escape(said)}</td></tr>'
        for name, said in cells.items()
        if said
    )
    return f"<div><b>{escape(heading)}</b><table>{lines}</table></div>"


def table(title: str, view: View, faces: Mapping[str, Face], story: Sequence[str]) -> str:
    """A table as a view shows it, with the last lines of its story."""
    parts = [f"<div><b>{escape(title)}</b> {escape(view.banner)}</div>"]
    parts += [_zone(zone, faces) for zone in view.zones if zone.count]
    parts += [_sheet(sheet) for sheet in view.sheets]
    parts += [f"<div>· {escape(line)}</div>" for line in story]
    return "".join(parts)


def _zone(zone: Zone, faces: Mapping[str, Face]) -> str:
    whose = zone.group or zone.owner
    name = f"{whose}: {zone.title}" if whose else zone.title
    shown = zone.cards[:1] if zone.layout == "pile" else zone.cards
    drawn = "".join(
        card(faces[known], one.note)
        if (known := face_of(one.name)) in faces
        else f'<div style="{_CARD}"><b>{escape(one.name)}</b></div>'
        for one in shown
    )
    back = "" if shown else f'<div style="{_BACK}">{zone.count}</div>'
    return (
        f'<div style="display:inline-block;vertical-align:top;margin:.3em">'
        f"<div>{escape(name)} ({zone.count})</div>{drawn}{back}</div>"
    )


def _sheet(sheet: Sheet) -> str:
    counters = (
        f"{one.label} {one.value}" + (f"/{one.most}" if one.most is not None else "")
        for one in sheet.counters
    )
    told = "  ".join((*counters, *(condition.name for condition in sheet.conditions)))
    return f"<div><b>{escape(sheet.title)}</b> {escape(told)}</div>"
