"""Pictures of a fight of every game, for people to look at: `python -m tools.pictures [GAME...]`.

A real table is played into the middle of a fight by the machine and shown from the chair of whoever
acts, at four sizes, by day and by night. The page must be built; the pictures are docs/images.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import QUIETLY, installed_chromium
from tests.browser.server import ROOT, Server
from tests.browser.staged import FIGHTS, HEROES, Table, fight

SIZES: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 768, "height": 1024},
    {"width": 1440, "height": 900},
]
THEMES: list[Literal["light", "dark"]] = ["light", "dark"]
MOVES = 12
"""So many moves into the fight there is something to see."""

WEBP = """async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.5 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
}"""


def main(games: list[str], into: Path) -> None:
    into.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place), machine_seconds="0.5")
        browser = playwright.chromium.launch(executable_path=installed_chromium(), args=QUIETLY)
        try:
            server.start()
            for game in games:
                table = fight(server, game)
                seat = table.let_the_machine_play(MOVES, HEROES)
                take(browser, server.address, table, seat, f"{into}/{game}")
        finally:
            browser.close()
            server.stop()


def take(browser: Browser, address: str, table: Table, seat: str, name: str) -> None:
    """One seat's page at all sizes, by day and by night."""
    context = browser.new_context(
        base_url=address, viewport=SIZES[0], reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    page.goto(table.links[seat])
    page.locator(".page").wait_for()
    again = page.get_by_role("button", name="It was me")
    if again.count():
        again.click()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.reload()
        page.locator(".page").wait_for()
        for size in SIZES:
            page.set_viewport_size(size)
            page.evaluate("document.fonts.ready")
            keep(page, Path(f"{name}-{size['width']}-{theme}.webp"))
    context.close()


def keep(page: Page, path: Path) -> None:
    """A picture of the page, as WebP: the browser itself can make it small."""
    png = base64.b64encode(page.screenshot()).decode()
    path.write_bytes(bytes(page.evaluate(WEBP, png)))


if __name__ == "__main__":
    main(sys.argv[1:] or list(FIGHTS), ROOT / "docs" / "images")
