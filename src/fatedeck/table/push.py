"""Notifications of the browser: Web Push, encrypted for one device, under a key of this server's.

A device is a person's own browser that has asked to be told when the table waits for them. What is
sent can be read by it alone (RFC 8291); that it comes from us is signed with our own key (RFC
8292), so nobody has to be registered anywhere. It names the table and nothing of the game.
"""

from __future__ import annotations

import hmac
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused, Unreadable

PUSH = "push"
"""The papers on which a table keeps the devices of each seat, and the name of this server's key."""
MOST = 4
"""Devices of one seat; with one more, the oldest is forgotten."""
GONE = (404, 410)
"""What a push service answers when a device does not want to hear of us any more."""
_KEEP = 24 * 3600
"""Seconds for which a message waits for a device that is off."""
_SIGNED = 12 * 3600
"""Seconds for which a signature holds; a push service takes at most a day."""
_RECORD = 4096


class Device(Struct, frozen=True):
    """Where a browser is reached, and the keys for what is sent to it.

    `sat` is since when the person sits there who wants it, as in `SeatRow`.
    """

    endpoint: str
    p256dh: str
    auth: str
    sat: int = 0

    @property
    def service(self) -> str:
        """Who is called to reach it: a device may change all else as often as it likes."""
        return urlsplit(self.endpoint).hostname or ""


class Notice(Struct, frozen=True):
    """What a device is told."""

    title: str
    text: str
    table: str


def devices_of(place: int) -> str:
    """The name of the paper with a seat's devices."""
    return f"{PUSH} {place}"


def new_key() -> bytes:
    """A key for this server, kept with its tables."""
    _needs_cryptography()
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return number.to_bytes(32, "big")


def public_key(key: bytes) -> str:
    """What browsers know this server by."""
    return _encoded(_point(key))


def check(device: Device) -> None:
    """Refuse keys that nothing could be encrypted with."""
    _needs_cryptography()
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(device.p256dh))
        fits = len(_decoded(device.auth)) == 16
    except ValueError:
        fits = False
    if not fits:
        raise Refused("", "Those don’t look like a browser’s keys.")


def headers(key: bytes, endpoint: str, by: str, now: float | None = None) -> dict[str, str]:
    """What a push service wants to know of a message: who sends it, and how long it is kept."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time() if now is None else now) + _SIGNED,
        "sub": by,
    }
    said = ".".join(
        _encoded(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    token = f"{said}.{_encoded(_signature(key, said.encode()))}"
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_KEEP),
        "Urgency": "normal",
        "Authorization": f"vapid t={token}, k={public_key(key)}",
    }


def encrypted(
    device: Device, notice: bytes, salt: bytes | None = None, once: bytes | None = None
) -> bytes:
    """A message that this device alone can read, in one record of RFC 8188.

    `salt` and the private key `once` are new for each message; only a test vector names them.
    """
    salt, once = salt or os.urandom(16), once or new_key()
    theirs, ours = _decoded(device.p256dh), _point(once)
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    curve = ec.SECP256R1()
    public = ec.EllipticCurvePublicKey.from_encoded_point(curve, theirs)
    shared = ec.derive_private_key(int.from_bytes(once, "big"), curve).exchange(ec.ECDH(), public)
    secret = _hkdf(_decoded(device.auth), shared, b"WebPush: info\0" + theirs + ours, 32)
    key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + _RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, notice + b"\x02", None)


def _needs_cryptography() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise Unreadable(
            "This server can’t send notifications. Whoever runs it can add them: "
            "pip install 'fatedeck[push]'"
        ) from None


def _point(key: bytes) -> bytes:
    """The public key of a private one, uncompressed."""
    _needs_cryptography()
    from cryptography.hazmat.primitives.asymmetric import ec

    numbers = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
    point = numbers.public_key().public_numbers()
    return b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")


def _signature(key: bytes, said: bytes) -> bytes:
    """ES256: both numbers, 32 bytes each."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    private = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
    r, s = decode_dss_signature(private.sign(said, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 for at most one block (RFC 5869)."""
    pseudorandom = hmac.digest(salt, secret, "sha256")
    return hmac.digest(pseudorandom, info + b"\x01", "sha256")[:length]


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(said: str) -> bytes:
    return urlsafe_b64decode(said.rstrip("=") + "=" * (-len(said.rstrip("=")) % 4))
