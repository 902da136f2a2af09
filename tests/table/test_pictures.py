"""Pictures at the table: what is kept of them, who may bring them, and who sees them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO

import httpx
import msgspec
import pytest
from PIL import Image

from fatedeck.engine.errors import Unreadable
from fatedeck.table.pictures import rewritten
from fatedeck.table.protocol import Link, Pinned, Say, TableInfo, WearPortrait
from fatedeck.table.store import Store
from tests.table.house import House, OwnHouse, bearer, new_id

RED, BLUE = (200, 30, 40), (20, 60, 200)


def drawn(
    colour: tuple[int, int, int] = RED,
    size: tuple[int, int] = (64, 48),
    kind: str = "PNG",
    exif: Image.Exif | None = None,
) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, kind, exif=exif or Image.Exif())
    return file.getvalue()


async def pin(
    house: House, link: Link, data: bytes | AsyncIterator[bytes], comes_from: str = "127.0.0.1"
) -> httpx.Response:
    table = link.fragment.partition(".")[0]
    address = f"/api/v1/tables/{table}/pictures"
    headers = bearer(link) | {"X-Forwarded-For": comes_from}
    return await house.http.post(address, headers=headers, content=data)


async def pinned(house: House, link: Link, data: bytes) -> str:
    answer = await pin(house, link, data)
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=Pinned).picture


async def test_a_portrait_is_worn_and_everyone_can_look(house: OwnHouse) -> None:
    table = await house.sit("high-card")
    name = await pinned(house, table["Ana"].link, drawn())

    await table["Ana"].done(WearPortrait(new_id(), "Ana", name))
    await table.settle()

    for reader in (table["Ben"], table["spectator"]):
        assert info(reader.table).portraits == {"Ana": name}
    address = f"/api/v1/tables/{table.links.table}/pictures/{name}"
    shown = await house.http.get(address)
    assert shown.headers["content-type"] == "image/webp"
    with Image.open(BytesIO(shown.content)) as picture:
        assert picture.size == (64, 48)
        shade = picture.convert("RGB").getpixel((20, 20))
        assert isinstance(shade, tuple)
        assert all(abs(one - other) < 12 for one, other in zip(shade, RED, strict=True))

    await table["Ana"].done(WearPortrait(new_id(), "Ana", ""))
    await table.settle()
    assert info(table["Ben"].table).portraits == {}


def info(told: TableInfo | None) -> TableInfo:
    assert told is not None
    return told


async def test_nobody_draws_somebody_else(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    name = await pinned(quick_house, table["Ana"].link, drawn())
    for figure in ("Ben", "Nobody"):
        await table["Ana"].refused(WearPortrait(new_id(), figure, name))
    forbidden = await table["spectator"].refused(WearPortrait(new_id(), "Ana", name))
    assert forbidden.why == "forbidden"
    assert (await pin(quick_house, table.links.spectator, drawn())).status_code == 403
    elsewhere = await table["Ana"].refused(WearPortrait(new_id(), "Ana", "0" * 32))
    assert "isn’t at this table" in elsewhere.sentence


async def test_a_picture_goes_with_a_whisper_to_one_alone(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    name = await pinned(quick_house, table["Ana"].link, drawn())
    place = table["Ben"].link.place
    await table["Ana"].done(Say(new_id(), "whisper", "Look.", [place], name))
    await table.settle()
    assert table["Ben"].story[-1].picture == name
    assert all(line.picture == "" for line in table["spectator"].story)
    wrong = await table["Ana"].refused(Say(new_id(), "chat", "Look.", [], "1" * 32))
    assert "isn’t at this table" in wrong.sentence


async def test_what_is_no_picture_is_refused(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    whole = drawn(kind="JPEG", size=(300, 300))
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
    for data in (b"", b"GIF89a", svg, whole[:60], drawn()[:50], b"RIFF\xff\xff\xff\xffWEBPVP8X"):
        answer = await pin(quick_house, table["Ana"].link, data)
        assert answer.status_code == 400, (data[:20], answer.text)
        assert "picture" in answer.json()["sentence"]


async def test_a_table_keeps_so_many_and_no_more(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fatedeck.table.pictures.MOST", 2)
    table = await quick_house.sit("high-card")
    ana = table["Ana"].link
    first = [await pinned(quick_house, ana, drawn(RED)) for _ in range(2)]
    assert first[0] == first[1]  # it is the same
    await pinned(quick_house, ana, drawn(BLUE))
    full = await pin(quick_house, ana, drawn(BLUE, (9, 9)))
    assert full.status_code == 429
    assert "as many as it can keep" in full.json()["sentence"]


def test_nothing_that_the_eye_does_not_see_comes_along() -> None:
    """Where a photo was taken is gone, and it stands upright as its note said."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "at home, 48.2 N 16.3 E"
    made = rewritten(drawn(size=(80, 40), kind="JPEG", exif=exif))
    assert b"at home" not in made
    with Image.open(BytesIO(made)) as picture:
        assert picture.format == "WEBP"
        assert picture.size == (40, 80)
        assert not picture.getexif()


def test_a_picture_far_too_large_is_not_even_unpacked() -> None:
    """A file of some kilobytes that would unpack to more than a gigabyte."""
    file = BytesIO()
    Image.new("1", (40_000, 40_000)).save(file, "PNG")
    with pytest.raises(Unreadable, match="too large"):
        rewritten(file.getvalue())


def test_noise_is_pressed_until_it_fits() -> None:
    noise = Image.effect_noise((1024, 1024), 90).convert("RGB")
    file = BytesIO()
    noise.save(file, "PNG")
    try:
        assert len(rewritten(file.getvalue())) <= 45_000
    except Unreadable as refused:
        assert "too much" in str(refused)


async def test_who_would_keep_the_server_busy_is_sent_away(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A JPEG of thousands of scans takes minutes; and only a few pictures are read at once."""
    table = await quick_house.sit("high-card")
    ana = table["Ana"].link
    scans = 50 * b"\xff\xda\x00\x08"
    many = await pin(quick_house, ana, drawn(kind="JPEG") + scans)
    assert many.status_code == 400
    assert (await pin(quick_house, ana, drawn(kind="PNG") + scans)).status_code == 201
    monkeypatch.setattr("fatedeck.table.web.PICTURES", 0)
    busy = await pin(quick_house, ana, drawn())
    assert busy.status_code == 429
    assert "Others are bringing pictures" in busy.json()["sentence"]


async def test_who_sends_slowly_holds_nobody_up(quick_house: OwnHouse) -> None:
    """Pictures that trickle in take no place from those that are there, and end by themselves."""
    table = await quick_house.sit("high-card")
    ends, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def trickle() -> AsyncIterator[bytes]:
        yield b"\x89PNG"
        begun.release()
        await ends.wait()

    async with asyncio.TaskGroup() as all_of_them:
        for number in range(3):
            slow = pin(quick_house, table["Ana"].link, trickle(), f"192.0.2.{number}")
            all_of_them.create_task(slow)
        for _ in range(3):
            await begun.acquire()
        assert (await pin(quick_house, table["Ben"].link, drawn())).status_code == 201
        ends.set()


async def test_a_full_server_takes_no_pictures(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await quick_house.sit("high-card")
    monkeypatch.setattr(Store, "takes_no_more", True)
    assert (await pin(quick_house, table["Ana"].link, drawn())).status_code >= 400
    assert not any(
        name.startswith("picture") for name in quick_house.hall.rooms[table.links.table].papers
    )


async def test_the_name_of_a_picture_cannot_be_told_from_it(quick_house: OwnHouse) -> None:
    names = set()
    for _ in range(2):
        table = await quick_house.sit("high-card")
        names.add(await pinned(quick_house, table["Ana"].link, drawn()))
    assert len(names) == 2


def test_whatever_is_wrong_with_a_file_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Damaged notes of a camera raise what nobody expects."""

    def damaged(_: Image.Image) -> Image.Image:
        raise TypeError("'bytes' object cannot be interpreted as an integer")

    monkeypatch.setattr("fatedeck.table.pictures.ImageOps.exif_transpose", damaged)
    with pytest.raises(Unreadable, match="damaged"):
        rewritten(drawn())
