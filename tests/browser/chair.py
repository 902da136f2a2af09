"""A chair at a table that is only told: the page is real, and a test says what it is sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, WebSocketRoute

from tests.browser.hosting import Visit
from tests.browser.test_drawings import FACES, KNOWN, SCENE, SEAT, TABLE, WELCOME

Json = dict[str, object]

BEN = {**SEAT, "place": 1, "name": "Ben", "machine": ""}
CLEO = {**SEAT, "place": 2, "name": "Cleo", "machine": ""}


def line_of(number: int, text: str = "", kind: str = "play", by: str = "") -> Json:
    told = text or f"Line {number} is told."
    return {"at": number, "v": number, "n": number, "kind": kind, "text": told, "by": by}


@dataclass
class Chair:
    """Ana's chair at a table that is only told: what it is shown, and what it sends."""

    page: Page
    welcome: Json
    heard: list[Json] = field(default_factory=list)
    lines: list[WebSocketRoute] = field(default_factory=list)
    v: int = 1
    refused: str = ""
    """Why whatever is sent is refused, if it is."""

    def open(self) -> None:
        self.page.route_web_socket("**/live?*", self._line)
        catalogue = {"game": "deck-of-adventures", "version": "1", "faces": FACES, "look": {}}
        self.page.route("**/faces?*", lambda route: route.fulfill(json=catalogue))
        self.page.add_init_script(KNOWN)
        self.page.goto("/table#drawn.token")
        self.page.locator(".page").wait_for()

    def send(self, **changed: object) -> None:
        """The table moves on."""
        self.v += 1
        self.lines[-1].send(json.dumps({"is": "changed", "v": self.v, **changed}))

    def change(self, **changed: object) -> None:
        """The table moves on, and the page shows it."""
        self.send(**changed)
        self.page.locator(f".page[data-version='{self.v}']").wait_for()

    def _line(self, socket: WebSocketRoute) -> None:
        self.lines.append(socket)

        def hear(said: str | bytes) -> None:
            message = json.loads(said)
            self.heard.append(message)
            if message["is"] == "hello":
                socket.send(json.dumps(self.welcome))
            elif self.refused and message["is"] == "do":
                no = {"is": "refused", "id": message["id"], "sentence": self.refused}
                socket.send(json.dumps(no))
            elif message["is"] != "ping":
                socket.send(json.dumps({"is": "done", "id": message["id"], "v": self.v}))

        socket.on_message(hear)


def is_inside(part: Locator, whole: Locator) -> bool:
    """Whether all of it can be seen within the other's frame."""
    inner, outer = part.bounding_box(), whole.bounding_box()
    assert inner is not None
    assert outer is not None
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def sitting_down(visit: Visit) -> Callable[..., Chair]:
    """Sit down as Ana, on a phone or at a desk, at a table whose scene is told here."""

    def sit(
        size: str = "phone",
        story: list[Json] | None = None,
        prepare: Callable[[Page], None] = lambda page: None,
        **scene: object,
    ) -> Chair:
        page = visit("/", size)
        prepare(page)
        page.route("**/story?*", lambda route: route.fulfill(json={"lines": [], "more": False}))
        seats = [{**SEAT, "machine": ""}, BEN, CLEO]
        told = {**SCENE, "gadgets": [], "zones": [], "offers": [], **scene}
        table = {**TABLE, "seats": seats}
        chair = Chair(page, {**WELCOME, "scene": told, "story": story or [], "table": table})
        chair.open()
        return chair

    return sit
