"""Pictures at the table: a portrait of one's own, and one shown to everybody."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.hosting import Visit
from tests.browser.test_joining import code_of, host_a_table, sit_down_as


def photo() -> FilePayload:
    file = BytesIO()
    Image.new("RGB", (900, 1200), (180, 120, 60)).save(file, "JPEG")
    return FilePayload(name="me.jpg", mimeType="image/jpeg", buffer=file.getvalue())


def loaded(page: Page, selector: str) -> None:
    """The picture is there, and the browser could draw it."""
    picture = page.locator(selector).first
    picture.wait_for()
    page.wait_for_function("picture => picture.naturalWidth > 0", arg=picture.element_handle())


def test_pictures_are_worn_and_shown(visit: Visit) -> None:
    host = host_a_table(visit)
    guest = visit(f"/t/{code_of(host)}", "phone")
    sit_down_as(guest, "Ben")
    guest.get_by_label("A portrait of Ben").set_input_files(photo())
    expect(guest.get_by_role("button", name="The drawn one")).to_be_visible()
    loaded(host, "img[src*='/pictures/']:visible")

    host.get_by_role("button", name="Start the game").click()
    host.get_by_role("button", name="Story", exact=True).click()
    host.get_by_label("A picture to show").set_input_files(photo())
    expect(host.get_by_alt_text("To be shown")).to_be_visible()
    host.get_by_role("button", name="Say it").click()
    guest.get_by_role("button", name="Story", exact=True).click()
    loaded(guest, "img[alt='Shown by Ana']:visible")
