"""A folder of pictures for print shops, and a table of all cards for everything else.

Shops check pixels. The Game Crafter wants an eighth of an inch around each card, 825 by 1125
pixels for a poker card; MakePlayingCards wants 36 pixels, 822 by 1122.
"""

from __future__ import annotations

import csv
import struct
from io import StringIO
from typing import Literal, TypeAlias

from fatedeck.press.compiler import INCH
from fatedeck.press.licences import lines
from fatedeck.press.packs import Files, Pack, drawn_cards
from fatedeck.press.printing import Chosen

Shop: TypeAlias = Literal["tgc", "mpc", "none"]

PPI = 300
BLEED: dict[Shop, float] = {"tgc": INCH / 8, "mpc": 36 / PPI * INCH, "none": 0}
"""What each shop wants drawn around a card, in millimetres."""


def png(chosen: Chosen, made: list[Pack], shop: Shop) -> Files:
    """Each card as a picture in a folder for its pack, with its back, a table, and a licence."""
    files: Files = {}
    for pack in made:
        *faces, back = drawn_cards(chosen, pack, BLEED[shop], PPI)
        for n, (card, picture) in enumerate(zip(pack.cards, faces, strict=True), 1):
            files[f"{pack.id}/{n:04}-{card.id}.png"] = picture
        files[f"{pack.id}/back.png"] = back
    return files | table(chosen, made) | licence(chosen)


def table(chosen: Chosen, made: list[Pack]) -> Files:
    """All cards as CSV: whatever lays out cards from a spreadsheet reads it."""
    with StringIO(newline="") as text:
        rows = csv.writer(text, lineterminator="\r\n")
        rows.writerow(["set", "number", "id", "name", "count", "kind", "text", "clauses"])
        for pack in made:
            for n, card in enumerate(pack.cards, 1):
                face = card.face
                clauses = ", ".join(face.clauses)
                rows.writerow(
                    [pack.id, n, card.id, card.name, card.count, face.kind, card.text, clauses]
                )
        return {"cards.csv": text.getvalue().encode("utf-8-sig")}


def licence(chosen: Chosen) -> Files:
    """Whose work it is, beside it."""
    return {"LICENCE.txt": ("\n\n".join(lines(chosen.game)) + "\n").encode()}


def wrong(files: Files, made: list[Pack], shop: Shop) -> list[str]:
    """What a shop would send back: pictures that are missing or not of its size."""
    found = []
    for pack in made:
        around = 2 * BLEED[shop]
        size = tuple(
            round((side + around) / INCH * PPI) for side in (pack.size.width, pack.size.height)
        )
        pictures = {
            name: file
            for name, file in files.items()
            if name.startswith(f"{pack.id}/") and name.endswith(".png")
        }
        if len(pictures) != len(pack.cards) + 1:
            found.append(f"{pack.title}: {len(pictures)} pictures for {len(pack.cards)} cards.")
        found += [
            f"{name} is {'×'.join(map(str, pixels(file)))} pixels, not {size[0]}×{size[1]}."
            for name, file in pictures.items()
            if pixels(file) != size
        ]
    return found


def pixels(picture: bytes) -> tuple[int, int]:
    """How wide and high a PNG is."""
    width, height = struct.unpack(">II", picture[16:24])
    return int(width), int(height)
