"""Where the latest scenes of a tale began, as places to go back to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.record import Record
from fatedeck.table.protocol import SceneBegun
from fatedeck.table.rows import PaperRow

AnyRecord: TypeAlias = Record[Struct, Struct, Struct]

SCENES = "scenes"
"""The paper on which a table keeps them."""
MOST_SCENES = 12


def scenes_in(papers: dict[str, PaperRow]) -> list[SceneBegun]:
    """The latest scenes, the last one is the one that is played."""
    paper = papers.get(SCENES)
    return msgspec.json.decode(paper.body, type=list[SceneBegun]) if paper is not None else []


def offered(scenes: Sequence[SceneBegun], record: AnyRecord | None) -> list[SceneBegun]:
    """Those that one can still go back to: nobody has sat down since they began."""
    return [scene for scene in scenes if record is None or scene.n >= record.first]


def followed(
    scenes: Sequence[SceneBegun], record: AnyRecord, undone_to: int | None
) -> list[SceneBegun]:
    """The same after another step: a new one begins, and what was gone back behind is forgotten.

    Where nobody is left who could go on, no scene begins that anybody would want to play again.
    """
    last = record.n if undone_to is None else undone_to
    still = [scene for scene in scenes if scene.n <= last]
    title = _title(record) if record.flight is None else ""
    if title and (not still or still[-1].title != title) and _is_played(record):
        still.append(SceneBegun(record.n, title))
    return still[-MOST_SCENES:]


def _title(record: AnyRecord) -> str:
    """What the scene is called that is told; empty where none is."""
    telling = record.telling
    if telling is None:
        return ""
    return telling.tale.title or (telling.scene.title if telling.scene is not None else "")


def _is_played(record: AnyRecord) -> bool:
    """Whether heroes are in it: not before the story has begun, nor when all have fallen."""
    party = record.ruleset.party(record.state)
    return party is not None and party.begun and bool(party.able)
