"""“Which is best?” on the page: it shows that it is at work, can be called off, and answers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.hosting import Visit, sit_down
from tests.browser.sitting import play

AN_END_THAT_DOES_NOT_COME = """() => {
  const real = window.fetch;
  window.restore = () => { window.fetch = real; };
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).endsWith("/best")) return answer;
    const open = new TransformStream({ flush: () => new Promise(() => {}) });
    const { status, headers } = answer;
    return new Response(answer.body.pipeThrough(open), { status, headers });
  };
}"""
"""What has been found is shown although the search goes on."""


def test_a_search_can_be_called_off_and_asked_again(
    visit: Visit, shoot: Callable[[Page, str], None], look_for_faults: Callable[[Page], list[str]]
) -> None:
    table = sit_down(visit, "deckahedron", players=1)
    page = table.seat("Ana").page
    attempt = page.locator(".prompt button.offer", has_text="Attempt something")
    chance = Random(6)
    while not attempt.is_visible():  # which may come to a flip of many cards: a long search
        play(table.sittings, 1, chance)
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

    page.evaluate(AN_END_THAT_DOES_NOT_COME)
    page.get_by_role("button", name="Which is best?").click()
    answer = page.locator(".likely [aria-live]")
    expect(answer).to_contain_text("best first, so far. ≈ marks an estimate", timeout=30_000)
    expect(answer).to_contain_text("Wait")
    expect(answer).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Cancel").scroll_into_view_if_needed()
    shoot(page, "best-so-far-360")
    page.get_by_role("button", name="Cancel").click()
    expect(answer).to_contain_text("Called off.")
    expect(answer).to_contain_text("best first.")
    expect(answer).to_contain_text("Wait")  # what was found until then stands

    page.evaluate("restore()")
    page.get_by_role("button", name="Which is best?").click()
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=40_000)
    expect(answer).to_contain_text("best first.")
    expect(answer).to_contain_text("Wait")
    answer.scroll_into_view_if_needed()
    shoot(page, "best-found-360")
    assert look_for_faults(page) == []
