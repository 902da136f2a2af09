"""“Which is best?” on the page: it shows that it is at work, can be called off, and answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit, sit_down
from tests.browser.sitting import play


def test_a_search_can_be_called_off_and_asked_again(
    visit: Visit, shoot: Callable[[Page, str], None], look_for_faults: Callable[[Page], list[str]]
) -> None:
    table = sit_down(visit, "deckahedron", players=1)
    page = table.seat("Ana").page
    play(table.sittings, 6, Random(6))
    page.locator(".likely summary").first.click()
    page.route("**/best", lambda _: None)  # an answer that does not come

    page.get_by_role("button", name="Which is best?").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").scroll_into_view_if_needed()
    shoot(page, "best-360")
    assert look_for_faults(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".likely")).to_contain_text("Called off.")
    page.unroute("**/best")

    page.get_by_role("button", name="Which is best?").click()
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=40_000)
    answer = page.locator(".likely [aria-live]")
    expect(answer).to_contain_text(re.compile(r"the best first|takes longer than 20 s"))
