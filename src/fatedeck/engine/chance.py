r"""The sealed stream: chance that nobody at the table, the host included, can steer.

A table commits to a secret by showing its SHA-256: 32 random bytes, and behind them ` chained`, so
that nobody can take the chain away from its record (see `chain`). Every seat may add a salt.
The chance answer at place `k` of the action begun at quiet point `n` is read from

    HMAC-SHA256(secret, "fatedeck 1\\n" + salts + "\\n" + n + "\\n" + k + "\\n" + t)

taken as one big-endian number, reduced without bias: when it falls into the last, incomplete run of
`size` values, `t` counts up from 0 and the next number is taken. `salts` is the hexadecimal SHA-256
of the salts in force (see `salted`). When the table ends the secret is opened and `verify` proves
every card. `docs/fairness.md` has test vectors for writing another verifier.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from msgspec import Struct

from fatedeck.engine.questions import Answer, Chance

_SPAN = 1 << 256

_CHAINED = b" chained"

NO_SALTS = hashlib.sha256(b"").hexdigest()


LONGEST_SALT = 200
"""Characters of a salt."""


class Salt(Struct, frozen=True):
    """Words of a seat's own choosing. They count from quiet point `since` on."""

    seat: str
    words: str
    since: int


def salted(salts: Sequence[Salt], n: int) -> str:
    """The digest of the salts in force at quiet point `n`, in the order in which they came."""
    text = "".join(f"{s.seat}\n{s.words}\n" for s in salts if s.since <= n)
    return hashlib.sha256(text.encode()).hexdigest()


def new_secret() -> bytes:
    """The secret of a new table, whose record will have a chain."""
    return secrets.token_bytes(32) + _CHAINED


def secret_from(seed: str) -> bytes:
    """The secret of a table that goes the same way each time; who knows the seed knows it."""
    return hashlib.sha256(seed.encode()).digest() + _CHAINED


def is_chained(secret: bytes) -> bool:
    """Whether a record under this secret has a chain from its beginning; older ones have not."""
    return len(secret) == 32 + len(_CHAINED) and secret.endswith(_CHAINED)


def commitment(secret: bytes) -> str:
    """What all seats see before the first card: the SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def sealed_index(secret: bytes, salts: str, n: int, k: int, size: int) -> int:
    """A number from 0 to `size - 1`, each exactly as likely, fixed by its place in the record."""
    limit = _SPAN - _SPAN % size
    t = 0
    while True:
        message = f"fatedeck 1\n{salts}\n{n}\n{k}\n{t}".encode()
        number = int.from_bytes(hmac.digest(secret, message, "sha256"), "big")
        if number < limit:
            return number % size
        t += 1


def sealed_answer(secret: bytes, salts: str, n: int, k: int, question: Chance) -> Answer:
    """The answer of the sealed stream to a chance question at its place."""
    return question.at(sealed_index(secret, salts, n, k, question.size))
