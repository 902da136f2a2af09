"""A table that the server's disk has damaged, as its people meet it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.hosting import Visit, links, make_table, start
from tests.browser.server import Server
from tests.browser.sitting import Sitting
from tests.browser.test_table import answer, lay


def test_who_runs_a_damaged_table_goes_on_from_its_last_whole_step(
    visit: Visit, tmp_path: Path
) -> None:
    server = Server(tmp_path / "other")
    server.start()
    try:
        host = make_table(visit, "high-card", 2, server.address)
        ana = Sitting("Ana", visit(links(host)["Ana"]))
        start(host)
        lay(ana)
        answer(ana, "Keep")
        expect(ana.page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
        server.stop()
        database = sqlite3.connect(tmp_path / "other" / "tables.sqlite3")
        database.execute("UPDATE steps SET entries = entries || ' ' WHERE v = 3")
        database.commit()
        database.close()

        server.start()

        wait = "The host or the game master can go on from the last whole point."
        expect(ana.page.get_by_text(wait)).to_be_visible()
        expect(ana.page.get_by_role("button", name="Go on")).to_have_count(0)
        host.get_by_role("button", name="Carry on from step 2").click()
        expect(host.get_by_text("What came after is lost.").first).to_be_attached()
        ana.page.reload()
        answer(ana, "Keep")
        expect(ana.page.get_by_role("heading", name="Waiting for Ben")).to_be_visible()
    finally:
        server.stop()
