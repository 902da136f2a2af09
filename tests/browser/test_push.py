"""Notifications of the browser: asked for in one tap, shown by the service worker, and stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import QUIETLY, WHOLE, installed_chromium
from tests.browser.hosting import Visit
from tests.browser.test_evenings import more, two_at_a_table

Shoot = Callable[[Page, str], None]

# No push service of the world is asked: the browser's own answer is put here instead.
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
REACHED = """
  const key = (text) => {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer;
  };
  const keys = { p256dh: key("P256DH"), auth: key("AUTH") };
  const endpoint = "https://push.example.org/ana";
  const reached = { endpoint, getKey: (name) => keys[name], unsubscribe: async () => true };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (wanted) => {
    window.wanted = wanted;
    return reached;
  };
""".replace("P256DH", P256DH).replace("AUTH", AUTH)
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (;;) {
    const [one] = await worker.getNotifications();
    if (one) return [one.title, one.body, one.tag];
    await new Promise(requestAnimationFrame);
  }
}"""
LINK = """async () => {
  const table = location.hash.slice(1).split(".")[0];
  return (await (await caches.open("links")).match(`/link/${table}`))?.text();
}"""


@pytest.fixture
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that has a place for notifications."""
    whole = installed_chromium(WHOLE)
    browser = playwright.chromium.launch(executable_path=whole, args=QUIETLY)
    yield browser
    browser.close()


def test_a_browser_is_told_when_its_person_wants_it(visit: Visit, shoot: Shoot) -> None:
    _, page = two_at_a_table(visit)
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(REACHED)
    page.reload()
    more(page)
    page.get_by_role("button", name="Notify me when it’s my turn").click()
    expect(page.get_by_role("button", name="Stop notifying me")).to_be_visible()
    assert page.evaluate("window.wanted.userVisibleOnly") is True
    shoot(page, "push-told")

    fragment = str(page.evaluate("location.hash.slice(1)"))
    table = fragment.partition(".")[0]
    notice = {"title": "Saturday", "text": "The table is waiting for you.", "table": table}
    deliver(page, notice)
    assert page.evaluate(SHOWN) == ["Saturday", "The table is waiting for you.", table]
    assert page.evaluate(LINK) == fragment

    page.get_by_role("button", name="Stop notifying me").click()
    expect(page.get_by_role("button", name="Notify me when it’s my turn")).to_be_visible()
    assert page.evaluate(LINK) is None


def deliver(page: Page, notice: dict[str, str]) -> None:
    """Hand the service worker a message, as the browser does when one has come."""
    browser = page.context.new_cdp_session(page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(10)
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": found[-1], "data": json.dumps(notice)}
    browser.send("ServiceWorker.deliverPushMessage", message)
