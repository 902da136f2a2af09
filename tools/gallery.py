"""Pictures of what the press makes, for the pages of docs/ about it: `python -m tools.gallery`."""

from __future__ import annotations

import base64
import subprocess
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from fatedeck import press
from fatedeck.press.boxes import boxes_data
from fatedeck.press.compiler import pictures
from fatedeck.press.printing import as_data, choose, style_of
from tests.browser.conftest import QUIETLY, installed_chromium
from tools.pictures import WEBP

INTO = Path("docs/images")
PPI = 62

SHOWN: list[tuple[str, str, str, int, dict[str, object]]] = [
    ("press-squares", "deckahedron", "deck", 2, {}),
    ("press-backs", "deckahedron", "deck", 3, {}),
    ("press-moves", "thousand-faces", "moves", 2, {}),
    ("press-playing", "realms-behind", "deck", 4, {}),
    ("press-duel", "adventurer-factory", "cards", 2, {}),
    ("press-fold-bw", "deckahedron", "deck", 1, {"backs": "fold", "ink": "bw"}),
    ("press-feats", "realms-behind", "feats", 2, {}),
    ("press-large", "thousand-faces", "base", 2, {"text": "large", "ink": "light"}),
]
"""Each picture: its name, the game and the set, which side, and how it is printed."""


def main() -> None:
    """Draw every one of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed_chromium(), args=QUIETLY)
        page = browser.new_page()
        for name, game, one, side, style in SHOWN:
            data, _, _ = as_data(choose(game, sets=[one]), style_of(style))
            keep(page, pictures("cards", data, ppi=PPI)[side], name)
        box = boxes_data(choose("thousand-faces", sets=["deck"]), style_of({}))
        keep(page, pictures("box", box, ppi=PPI)[0], "press-box")
        for name, pdf, side in books():
            keep(page, page_of(pdf, side), name)
        browser.close()


def books() -> Iterator[tuple[str, bytes, int]]:
    """Pages of what else the press makes: a name, a PDF, and which of its pages."""
    yield "press-book", press.book("deckahedron").pdf, 6
    yield "press-reference", press.reference("deck-of-adventures").pdf, 1
    yield "press-hero", press.sheet("deckahedron", "Brann").pdf, 1
    yield "press-adventure", press.adventure("the-locked-granary").book, 7
    yield "press-foes", press.aids("deck-of-adventures").pdf, 3
    yield "press-conditions", press.aids("realms-behind").pdf, 3
    record = "tests/records/thousand-faces"
    first = min(Path(record).glob("*.jsonl"))
    yield "press-chronicle", press.chronicle(first).pdf, 3


def page_of(pdf: bytes, number: int) -> bytes:
    """A page of a PDF as a picture."""
    only = ["-f", str(number), "-l", str(number), "-singlefile"]
    command = ["pdftoppm", "-r", str(PPI), "-png", *only, "-"]
    return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout


def keep(page: Page, png: bytes, name: str) -> None:
    """A picture as WebP: the browser makes it small."""
    webp = page.evaluate(WEBP, base64.b64encode(png).decode())
    (INTO / f"{name}.webp").write_bytes(bytes(webp))


if __name__ == "__main__":
    main()
