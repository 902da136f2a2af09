"""Notifications of the browser: read by one device alone, signed by us, wanted, and sent once."""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fatedeck.engine.errors import Refused
from fatedeck.table.protocol import CloseSession, FreeSeat, Resume, SetPush
from fatedeck.table.push import Device, check, encrypted, headers
from fatedeck.table.settings import Settings
from tests.table.house import PATIENCE, OwnHouse, Postgres, Sitting, new_id, open_house
from tests.table.test_hooks import until_it_waits_for
from tests.table.test_workers import sit_apart

CURVE = ec.SECP256R1()


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(said: str) -> bytes:
    return urlsafe_b64decode(said + "=" * (-len(said) % 4))


class Browser:
    """A browser as the other end of RFC 8291, written apart from ours."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None) -> None:
        self._private = private or ec.generate_private_key(CURVE)
        numbers = self._private.public_key().public_numbers()
        self._public = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        self._auth = os.urandom(16)

    def wish(self, endpoint: str) -> SetPush:
        return SetPush(new_id(), endpoint, text(self._public), text(self._auth))

    def read(self, body: bytes) -> bytes:
        salt, length, theirs = body[:16], body[20], body[21 : 21 + body[20]]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        shared = self._private.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self._public + theirs + b"\x01"
        secret = hmac.digest(hmac.digest(self._auth, shared, "sha256"), info, "sha256")
        both = hmac.digest(salt, secret, "sha256")
        key = hmac.digest(both, b"Content-Encoding: aes128gcm\0\x01", "sha256")[:16]
        nonce = hmac.digest(both, b"Content-Encoding: nonce\0\x01", "sha256")[:12]
        opened = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        assert opened.endswith(b"\x02")
        return opened[:-1]


class PushService:
    """Where browsers are reached: it writes down what it is told, and answers as it is told to."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        self.status = 201
        self.address = ""

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        told = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(told["content-length"]))
        self.heard.put_nowait((first.split()[1], told, body))
        writer.write(f"HTTP/1.1 {self.status} So\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.hear, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()
        await server.wait_closed()


def settings(database: str) -> Settings:
    return Settings(database=database, hook_networks="127.0.0.0/8", hook_seconds=0)


async def key_of(house: OwnHouse) -> str:
    return str((await house.http.get("/api/v1/push")).json()["key"])


# Encrypted and signed


def test_the_example_of_rfc_8291() -> None:
    """Appendix A, to the byte."""
    device = Device(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    once = data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    salt = data("DGv6ra1nlYgDCS1FRnbzlw")
    message = b"When I grow up, I want to be a watermelon"
    assert text(encrypted(device, message, salt, once)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWA"
        "mS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxs"
        "j_Qulcy4a-fN"
    )


def signed_by(authorization: str) -> tuple[str, dict[str, object]]:
    """The key that a message was signed with, and what was signed; or `InvalidSignature`."""
    said = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(", "))
    head, claims, signature = said["t"].split(".")
    both = data(signature)
    r, s = int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data(said["k"]))
    signed = f"{head}.{claims}".encode()
    public.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    assert json.loads(data(head)) == {"typ": "JWT", "alg": "ES256"}
    return said["k"], json.loads(data(claims))


def test_a_message_is_signed_for_its_push_service_alone() -> None:
    key = (7).to_bytes(32, "big")
    told = headers(key, "https://push.example.net:8443/x?y", "https://table.example.org", 1_000)
    _, claims = signed_by(told["Authorization"])
    assert claims == {
        "aud": "https://push.example.net:8443",
        "exp": 1_000 + 12 * 3600,
        "sub": "https://table.example.org",
    }


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", ""), ("AAAA", "AAAAAAAAAAAAAAAAAAAAAA"), ("B" * 87, "A" * 22)]
)
def test_what_are_no_keys_of_a_browser(p256dh: str, auth: str) -> None:
    with pytest.raises(Refused, match="browser’s keys"):
        check(Device("https://push.example.net/x", p256dh, auth))


# At the table


async def test_a_device_is_told_that_the_table_waits_and_nothing_of_the_game(
    tmp_path: Path,
) -> None:
    """Once, until its person has come back; an evening that begins is told too."""
    browser = Browser()
    async with (
        push_service() as service,
        open_house(settings(str(tmp_path / "tables.sqlite3"))) as house,
    ):
        table = await house.sit()
        await table["Ben"].done(browser.wish(f"{service.address}/ben"))
        await until_it_waits_for(table, "Ben")
        assert service.heard.empty()  # Ben is here

        await table["Ben"].close()
        path, told, body = await service.next()
        assert path == "/ben"
        assert (told["content-encoding"], told["ttl"]) == ("aes128gcm", "86400")
        assert json.loads(browser.read(body)) == {
            "title": "Saturday",
            "text": "The table is waiting for you.",
            "table": table.links.table,
        }
        signer, claims = signed_by(told["authorization"])
        assert signer == await key_of(house)
        assert claims["aud"] == service.address

        await table["host"].done(CloseSession(new_id()))
        await table["host"].done(Resume(new_id()))
        _, _, body = await service.next()
        assert json.loads(browser.read(body))["text"] == "Session 2 begins."
        assert service.heard.empty()
        await secret(table, service, browser)


async def secret(table: Sitting, service: PushService, browser: Browser) -> None:
    """Where somebody is reached is nobody's to read, not even the host's."""
    for name in ("Ana", "host", "spectator"):
        await table[name].settle()
        told = b"".join(table[name].raw)
        assert service.address.encode() not in told
        assert browser.wish("").auth.encode() not in told


async def test_who_wants_it_no_longer_is_left_alone(tmp_path: Path) -> None:
    """By their own word, by their browser's, and when somebody else has their seat."""
    async with (
        push_service() as service,
        open_house(settings(str(tmp_path / "tables.sqlite3"))) as house,
    ):
        table = await house.sit()
        room = house.hall.rooms[table.links.table]
        place = table.place("Ben")
        here, gone = Browser(), Browser()
        await table["Ben"].done(here.wish(f"{service.address}/here"))
        await table["Ben"].done(gone.wish(f"{service.address}/gone"))
        await table["Ben"].done(SetPush(new_id(), f"{service.address}/gone"))
        assert [device.endpoint for device in room.devices(place)] == [f"{service.address}/here"]

        service.status = 410
        await until_it_waits_for(table, "Ben")
        await table["Ben"].close()
        assert (await service.next())[0] == "/here"
        while room.devices(place):
            await asyncio.sleep(0.01)

        again = await house.join(table.links.seats[place])
        await again.done(here.wish(f"{service.address}/again"))
        assert room.devices(place)
        await table["host"].done(FreeSeat(new_id(), place))
        assert room.devices(place) == []


async def test_an_address_inside_and_keys_that_are_none_are_refused(quick_house: OwnHouse) -> None:
    table = await quick_house.sit()
    refused = await table["Ben"].refused(Browser().wish("http://127.0.0.1/ben"))
    assert "https" in refused.sentence
    wish = SetPush(new_id(), "https://push.example.org/ben", "AAAA", "AAAA")
    assert "browser’s keys" in (await table["Ben"].refused(wish)).sentence
    refused = await table["host"].refused(Browser().wish("https://push.example.org/host"))
    assert "sits at the table" in refused.sentence


async def test_a_seat_has_few_devices(quick_house: OwnHouse) -> None:
    table = await quick_house.sit()
    for number in range(6):
        await table["Ben"].done(Browser().wish(f"https://push.example.org/{number}"))
    room = quick_house.hall.rooms[table.links.table]
    endpoints = [device.endpoint[-1] for device in room.devices(table.place("Ben"))]
    assert endpoints == ["2", "3", "4", "5"]


async def test_all_workers_have_one_key_and_one_of_them_sends(postgres: Postgres) -> None:
    database, browser = await postgres.new_database(), Browser()
    async with (
        push_service() as service,
        open_house(settings(database)) as first,
        open_house(settings(database)) as second,
    ):
        keys = await asyncio.gather(key_of(first), key_of(second))
        assert keys[0] == keys[1]
        table = await sit_apart(first, second)
        await table["Ben"].done(browser.wish(f"{service.address}/ben"))
        await until_it_waits_for(table, "Ben")
        await table["Ben"].close()
        _, _, body = await service.next()
        assert b"waiting for you" in browser.read(body)
        for house in (first, second):
            await house.hall.look_around()
        await table["Ana"].settle()
        assert service.heard.empty()


async def test_without_what_encrypts_a_server_says_how_to_add_it(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await key_of(quick_house)  # it was there once
    monkeypatch.setitem(sys.modules, "cryptography", None)
    answer = await quick_house.http.get("/api/v1/push")
    assert answer.status_code == 400
    assert "pip install 'fatedeck[push]'" in answer.json()["sentence"]
