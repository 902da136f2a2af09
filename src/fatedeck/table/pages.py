"""The page's own files, and other answers that are the same for everyone: read and packed once."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from fatedeck.table.aside import aside

STATIC = Path(__file__).with_name("static")

_GAMES_STAND = b'<script type="application/json" id="installed-games">'
_FOR_EVER = "public, max-age=31536000, immutable"
_NO_PAGE = "The page is not built yet: make play builds it.\n"
_HTML = "text/html; charset=utf-8"
_PAYS = 500
"""Shorter answers are not worth packing."""
_LONG = 100_000
"""Longer ones are packed beside the server's own work."""
_LEVEL = 5
_INVITATIONS = 50
"""So many tables' own start pages are remembered as they are packed."""


class Kept(Struct, frozen=True):
    """An answer that the browser keeps, and asks about again by its tag."""

    body: bytes
    packed: bytes
    tag: str
    kind: str


class Preview(Struct, frozen=True):
    """What is shown of a link where somebody has posted it."""

    title: str
    text: str
    picture: str


def kept(body: bytes, kind: str = "application/json") -> Kept:
    """An answer to keep."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return Kept(body, gzip.compress(body, mtime=0), tag, kind)


def answer_kept(request: Request, known: Kept) -> Response:
    """The answer, or that it is still the same."""
    headers = {"ETag": known.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == known.tag:
        return Response(status_code=304, headers=headers)
    if not _takes(request, "gzip"):
        return Response(known.body, headers=headers, media_type=known.kind)
    headers["Content-Encoding"] = "gzip"
    return Response(known.packed, headers=headers, media_type=known.kind)


async def packed(request: Request, answer: Response) -> Response:
    """The same answer, packed if the browser takes it so and it is worth it."""
    body = answer.body if type(answer) is Response else b""
    if len(body) < _PAYS or "content-encoding" in answer.headers or not _takes(request, "gzip"):
        return answer
    if len(body) > _LONG:
        answer.body = await aside(lambda: gzip.compress(body, _LEVEL, mtime=0))
    else:
        answer.body = gzip.compress(body, _LEVEL, mtime=0)
    answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Content-Length"] = str(len(answer.body))
    answer.headers.append("Vary", "Accept-Encoding")
    return answer


class Pages:
    """The built page. `games` tells every installed game, as JSON."""

    def __init__(self, games: Callable[[], bytes], folder: Path = STATIC) -> None:
        files = (path for path in folder.rglob("*") if path.is_file())
        self._files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
        self._games = games
        self._kept: dict[str, Kept] = {}
        self._invited = lru_cache(_INVITATIONS)(self._invitation)

    def answer(self, request: Request, path: str) -> Response:
        """A file of the page, or the page itself for any other address."""
        body = self._files.get(path)
        if body is None:
            return self._page(request, "table" if path in ("table", "replay") else "index")
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        if not path.startswith("assets/"):
            return Response(body, headers={"Cache-Control": "no-cache"}, media_type=kind)
        headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
        for name, ending in (("br", ".br"), ("gzip", ".gz")):
            small = self._files.get(path + ending)
            if small is not None and _takes(request, name):
                return Response(
                    small, headers=headers | {"Content-Encoding": name}, media_type=kind
                )
        return Response(body, headers=headers, media_type=kind)

    def invitation(self, request: Request, preview: Preview) -> Response:
        """The start page for who was invited; where its link is shown, the table is named."""
        if "index.html" not in self._files:
            return PlainTextResponse(_NO_PAGE)
        return answer_kept(request, self._invited(preview))

    def _invitation(self, preview: Preview) -> Kept:
        told = {
            "og:type": "website",
            "og:site_name": "fatedeck",
            "og:title": preview.title,
            "og:description": preview.text,
            "og:image": preview.picture,
        }
        tags = "".join(
            f'<meta property="{name}" content="{html.escape(value)}">'
            for name, value in told.items()
        )
        page = self._with_games(self._files["index.html"])
        return kept(page.replace(b"</head>", tags.encode() + b"</head>", 1), _HTML)

    def _with_games(self, page: bytes) -> bytes:
        games = self._games().replace(b"<", b"\\u003c")  # nothing ends the element around it
        return page.replace(_GAMES_STAND, _GAMES_STAND + games)

    def _page(self, request: Request, name: str) -> Response:
        """A table's own page, or the start page with all games on it."""
        page = self._files.get(f"{name}.html")
        if page is None:
            return PlainTextResponse(_NO_PAGE)
        if name not in self._kept:
            self._kept[name] = kept(self._with_games(page), _HTML)
        return answer_kept(request, self._kept[name])


def _takes(request: Request, packing: str) -> bool:
    return packing in request.headers.get("accept-encoding", "")
