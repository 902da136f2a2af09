"""A real server and a real browser, with a context of its own for everyone who sits down."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.chair import Chair, sitting_down
from tests.browser.server import ROOT, Server

SCREENSHOTS = ROOT / "build" / "screenshots"

Size = Literal["phone", "desktop"]
SIZES: dict[Size, ViewportSize] = {
    "phone": {"width": 360, "height": 640},
    "desktop": {"width": 1280, "height": 800},
}

QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.home 127.0.0.1",
]

expect.set_options(timeout=40_000)


WHOLE = ("chromium", "chromium-browser", "google-chrome")
"""Browsers with all that people see around a page."""


def installed_chromium(names: tuple[str, ...] = ("chromium-headless-shell", *WHOLE)) -> str | None:
    """This machine's Chromium, the quickest first; without one Playwright takes its own."""
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=installed_chromium(), args=QUIETLY)
    yield browser
    browser.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open an address in a browser of one's own; no page may ever complain or open a dialog."""
    complaints: list[str] = []
    contexts = []

    def complain(about: object) -> None:
        complaints.append(str(about))

    def visit(
        address: str = "",
        size: Size = "desktop",
        *,
        dark: bool = False,
        context_of: Page | None = None,
    ) -> Page:
        if context_of is not None:
            context = context_of.context
        else:
            context = browser.new_context(
                viewport=SIZES[size],
                base_url=server.address,
                color_scheme="dark" if dark else "light",
                has_touch=size == "phone",
                reduced_motion="reduce",
            )
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(40_000)
        page.on("pageerror", complain)
        page.on("dialog", complain)
        page.goto(address or "/", timeout=60_000)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def sit(visit: Callable[..., Page]) -> Callable[..., Chair]:
    """Sit down at a table whose scene is told by the test."""
    return sitting_down(visit)


@pytest.fixture
def master(sit: Callable[..., Chair]) -> Callable[..., Chair]:
    """Ana sits on the game master's seat."""

    def master(size: str = "phone", **scene: object) -> Chair:
        chair = sit(size, **scene)
        you = chair.welcome["you"]
        assert isinstance(you, dict)
        chair.welcome["you"] = {**you, "role": "gm"}
        chair.page.reload()
        chair.page.locator(".page").wait_for()
        return chair

    return master


@pytest.fixture
def shoot() -> Callable[[Page, str], None]:
    """Keep a picture for people to look at."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def shoot(page: Page, name: str) -> None:
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return shoot


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, from the page's own packages."""
    return (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.fixture
def look_for_faults(axe: str) -> Callable[[Page], list[str]]:
    """What axe-core finds serious or critical on a page."""

    def look(page: Page) -> list[str]:
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run(document)).violations")
        return [
            f"{fault['id']}: {fault['help']}: {node['html'][:160]}: {node['failureSummary']}"
            for fault in found
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]

    return look
