"""Pictures that people bring: portraits, and what is shown at the table.

Each is read once, made small and written again in our own form, so that nothing comes along that
the eye does not see. It has a name that nobody can guess: whoever was told it may look.
"""

from __future__ import annotations

import hashlib
import warnings
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from io import BytesIO

import msgspec
from msgspec import Struct
from PIL import Image, ImageOps, UnidentifiedImageError

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.view import Sheet
from fatedeck.table.links import Member
from fatedeck.table.refusals import Forbidden, Limit, TooLong
from fatedeck.table.rows import PaperRow

PORTRAITS = "portraits"
"""The paper that says which figure has which picture."""
MOST = 40
"""Pictures that a table keeps."""
MOST_FACES = 100
"""Figures of a table that have one."""
TYPE = "image/webp"
PICTURES = ("image/png", "image/jpeg", TYPE)
_PICTURE = "picture/"
_FORMATS = ("PNG", "JPEG", "WEBP")
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"
_MOST_SCANS = 40
"""A JPEG comes in some ten of them; thousands take minutes to read."""
_MOST_PIXELS = 4_000_000
Image.MAX_IMAGE_PIXELS = None  # it would warn where we refuse
warnings.filterwarnings("ignore", module=r"PIL\.")
_LARGEST = (1024, 1024)
_QUALITIES = (82, 70, 55, 40, 25)
_MOST_BYTES = 45_000
"""A paper has room for so many."""


class Shown(Struct, frozen=True):
    """A picture as it is kept with its table."""

    data: str
    by: str


def rewritten(data: bytes) -> bytes:
    """A picture in our own form: small, upright, and without a word of where it was taken."""
    if data.startswith(_JPEG) and data.count(_SCAN) > _MOST_SCANS:
        raise Unreadable("There is too much in that picture. Make it smaller first.")
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as found:
            if found.width * found.height > _MOST_PIXELS:
                raise Unreadable("That picture is too large. Make it smaller first.")
            upright = ImageOps.exif_transpose(found).convert("RGBA")
    except UnidentifiedImageError:
        raise Unreadable("That isn’t a picture: it must be PNG, JPEG or WebP.") from None
    except (Unreadable, TooLong):
        raise
    except Exception as fault:  # whatever is wrong with it, and its reader does not expect
        raise Unreadable("That picture is damaged.") from fault
    upright.thumbnail(_LARGEST)
    plain = Image.new("RGBA", upright.size)
    plain.paste(upright)
    for quality in _QUALITIES:
        file = BytesIO()
        plain.save(file, "WEBP", quality=quality, method=4)
        if file.tell() <= _MOST_BYTES:
            return file.getvalue()
    raise Unreadable("There is too much in that picture. Make it smaller first.")


def pinned(picture: bytes, secret: bytes, by: str) -> tuple[str, str, Shown]:
    """The name of a picture, and the paper that keeps it: its name, and what stands on it.

    The name is made with the table's secret, so that nobody who has the picture knows it.
    """
    name = hashlib.blake2b(picture, key=secret[:64], digest_size=16).hexdigest()
    return name, _PICTURE + name, Shown(b64encode(picture).decode(), by)


def check_room(papers: Mapping[str, PaperRow]) -> None:
    """`Limit` where a table has as many pictures as it can keep."""
    if sum(kept.startswith(_PICTURE) for kept in papers) >= MOST:
        raise Limit("", f"This table has {MOST} pictures, and that’s as many as it can keep.")


def has_picture(papers: Mapping[str, PaperRow], name: str) -> bool:
    return _PICTURE + name in papers


def check_picture(papers: Mapping[str, PaperRow], name: str) -> None:
    """`Refused` when a picture is named that is not at this table."""
    if name and not has_picture(papers, name):
        raise Refused("", "That picture isn’t at this table.")


def picture(papers: Mapping[str, PaperRow], name: str) -> bytes:
    """A picture by its name."""
    paper = papers.get(_PICTURE + name)
    if paper is None:
        raise Unreadable("There’s no such picture at this table.")
    return b64decode(msgspec.json.decode(paper.body, type=Shown).data)


def portraits(papers: Mapping[str, PaperRow]) -> dict[str, str]:
    """The names of the pictures that figures have, by who they are of."""
    paper = papers.get(PORTRAITS)
    return msgspec.json.decode(paper.body, type=dict[str, str]) if paper else {}


def check_sitter(figure: str, member: Member, sheets: list[Sheet]) -> None:
    """`Refused` unless this member may say how a figure looks that everyone sees.

    People choose their own portrait and those of the figures they play, the game master any.
    """
    if member.seat == figure:
        return
    shown = next((sheet for sheet in sheets if sheet.title == figure and sheet.side), None)
    if shown is None:
        raise Refused("", "There’s no figure called that on the table.")
    if member.role != "gm" and shown.owner != member.seat:
        raise Forbidden("", f"{figure} isn’t yours to draw.")


def faces(papers: Mapping[str, PaperRow]) -> Iterator[tuple[str, str]]:
    """Who has a portrait, and the portrait as an address that holds the picture itself."""
    for figure, name in portraits(papers).items():
        if has_picture(papers, name):
            data = msgspec.json.decode(papers[_PICTURE + name].body, type=Shown).data
            yield figure, f"data:{TYPE};base64,{data}"
