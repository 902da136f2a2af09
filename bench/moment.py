"""How soon a moment starts and how smoothly it plays: `python -m bench.moment`.

A phone's page with its processor slowed down four times is told of a draw, as every page at the
table is. From the server's word until the moment stands on the page, and the frames until the
verdict is read. The page must be built, and the machine quiet: figures, never a test.
"""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import QUIETLY, SIZES, installed_chromium
from tests.browser.server import Server
from tests.browser.staged import Table, fight

SLOWER = 4
DRAWS = 5

WATCH = """() => {
    window.seen = {};
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({ data }) => {
                if (String(data).includes('"moment"')) seen.told ||= performance.now();
            });
        }
    };
    const frame = () => {
        if (seen.told && document.querySelector(`.moment[data-moment="${seen.who}"]`)) {
            seen.began ||= performance.now();
            seen.frames.push(performance.now());
        }
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""
LOOK_FOR = "(who) => { window.seen = { who, told: 0, began: 0, frames: [] }; }"


def main() -> None:
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        browser = playwright.chromium.launch(executable_path=installed_chromium(), args=QUIETLY)
        try:
            server.start()
            table = fight(server, "deckahedron")
            page = browser.new_page(viewport=SIZES["phone"], base_url=server.address)
            page.add_init_script(f"({WATCH})()")
            page.goto(table.links["Ben"])
            page.get_by_role("button", name="It was me").click()
            slow = page.context.new_cdp_session(page)
            slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            heroes = islice(cycle(["Cleo", "Ana"]), DRAWS)
            began, rates = zip(*(draw(page, table, hero) for hero in heroes), strict=True)
        finally:
            browser.close()
            server.stop()
    print(f"a moment starts after {median(began):.0f} ms (median of {DRAWS}, {SLOWER}x slower)")
    print(f"frames a second: {median(rates):.0f}, at worst {min(rates):.0f}")


def draw(page: Page, table: Table, hero: str) -> tuple[float, float]:
    """One flip of a hero: milliseconds until its moment stands, and the frames a second while it plays."""
    page.evaluate(LOOK_FOR, hero)
    table.do("GM", {"do": "give-spotlight", "player": hero})
    table.do(hero, {"do": "flip", "stat": "strength"})
    page.locator(f".moment.said[data-moment={hero}]").wait_for()
    seen = page.evaluate("() => window.seen")
    frames = seen["frames"]
    rate = 1000 * (len(frames) - 1) / max(1, frames[-1] - frames[0])
    return seen["began"] - seen["told"], rate


if __name__ == "__main__":
    main()
