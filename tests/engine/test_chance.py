"""The sealed stream: uniform, and impossible to alter unnoticed."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatedeck.engine.chance import NO_SALTS, Salt, commitment, salted, sealed_index
from fatedeck.engine.entries import (
    Answered,
    Did,
    Entry,
    Header,
    Opened,
    Quiet,
    Salted,
    write_record,
)
from fatedeck.engine.random_play import AnyRecord, new_record, play
from fatedeck.engine.replay import verify
from fatedeck.engine.ruleset import find_game


def by_hand(secret: bytes, salts: str, n: int, k: int, size: int) -> int:
    """The stream as the docs describe it, written a second time."""
    t = 0
    while True:
        text = "\n".join(["fatedeck 1", salts, str(n), str(k), str(t)])
        drawn = int(hmac.new(secret, text.encode(), hashlib.sha256).hexdigest(), 16)
        whole_runs = (2**256 // size) * size
        if drawn < whole_runs:
            return drawn % size
        t += 1


@given(
    st.binary(min_size=32, max_size=32),
    st.integers(0, 10**6),
    st.integers(0, 200),
    st.integers(1, 60),
)
def test_the_stream_is_as_documented(secret: bytes, n: int, k: int, size: int) -> None:
    assert sealed_index(secret, NO_SALTS, n, k, size) == by_hand(secret, NO_SALTS, n, k, size)


@pytest.mark.parametrize("size", [2, 6, 13, 20, 54])
def test_draws_are_uniform(size: int) -> None:
    """Chi-square over a fixed seed set: below the value that chance exceeds once in 10,000."""
    draws = 400 * size
    counts = Counter(
        sealed_index(seed.to_bytes(32, "big"), NO_SALTS, n, k, size)
        for seed in range(4)
        for n in range(draws // 40)
        for k in range(10)
    )
    expected = draws / size
    chi_square = sum((counts[i] - expected) ** 2 / expected for i in range(size))
    critical = {2: 15.14, 6: 25.74, 13: 39.13, 20: 50.80, 54: 100.0}
    assert chi_square < critical[size]


def test_a_salt_counts_from_its_place_on() -> None:
    salts = [Salt("Ana", "blue", 1), Salt("Ben", "green", 5)]
    assert salted(salts, 0) == NO_SALTS == hashlib.sha256(b"").hexdigest()
    assert salted(salts, 1) == salted(salts, 4) == hashlib.sha256(b"Ana\nblue\n").hexdigest()
    assert salted(salts, 5) == hashlib.sha256(b"Ana\nblue\nBen\ngreen\n").hexdigest()


def a_played_game() -> AnyRecord:
    import random

    record = new_record(find_game("high-card"), 5)
    record.salt("Ana", "blue")
    play(record, random.Random(5), 100)
    record.open()
    return record


RECORD = a_played_game()
ENTRIES = RECORD.drain()
FIRST_DRAW = next(i for i, e in enumerate(ENTRIES) if isinstance(e, Answered) and e.at is not None)
SALT = next(i for i, e in enumerate(ENTRIES) if isinstance(e, Salted))
AFTER_SALT = next(
    i for i, e in enumerate(ENTRIES) if i > SALT and isinstance(e, Answered) and e.at is not None
)


def fair(entries: list[Entry], header: Header = RECORD.header) -> bool:
    return verify(RECORD.ruleset, write_record(header, entries)).fair


def changed(index: int, **fields: object) -> list[Entry]:
    entry = ENTRIES[index]
    return [*ENTRIES[:index], msgspec.structs.replace(entry, **fields), *ENTRIES[index + 1 :]]


def test_the_true_record_is_proved_fair() -> None:
    verdict = verify(RECORD.ruleset, write_record(RECORD.header, ENTRIES))
    assert verdict.fair
    assert verdict.draws == sum(isinstance(e, Answered) and e.at is not None for e in ENTRIES)


def test_any_other_card_is_found_out() -> None:
    cards = {f"{n:02}" for n in range(1, 13)}
    drawn = ENTRIES[FIRST_DRAW]
    assert isinstance(drawn, Answered)
    for card in sorted(cards - {drawn.answer}):
        assert not fair(changed(FIRST_DRAW, answer=card))
        assert not fair(changed(FIRST_DRAW, answer=card, at=sorted(cards).index(card)))


def test_every_single_change_is_found_out() -> None:
    for index, entry in enumerate(ENTRIES):
        assert not fair([*ENTRIES[:index], *ENTRIES[index + 1 :]]), f"{entry} left out"
        if isinstance(entry, Answered) and entry.at is not None:
            assert not fair(changed(index, at=entry.at + 1))
            assert not fair(changed(index, of=(entry.of or 0) + 1))
        if isinstance(entry, Quiet):
            assert not fair(changed(index, hash="0" * 64))
        if isinstance(entry, Did):
            assert not fair(changed(index, n=entry.n + 1))
        if isinstance(entry, Answered | Did | Quiet):
            assert not fair([*ENTRIES[:index], entry, *ENTRIES[index:]]), f"{entry} twice"


def test_a_changed_salt_or_secret_is_found_out() -> None:
    assert not fair(changed(SALT, words="red"))
    assert not fair(changed(SALT, since=0))
    assert not fair(changed(len(ENTRIES) - 1, secret="00" * 32))
    assert not fair(changed(len(ENTRIES) - 1, secret="not a number"))
    assert not fair(ENTRIES, msgspec.structs.replace(RECORD.header, seal=commitment(b"x")))


def test_swapping_two_draws_is_found_out() -> None:
    swapped = list(ENTRIES)
    swapped[FIRST_DRAW], swapped[FIRST_DRAW + 1] = swapped[FIRST_DRAW + 1], swapped[FIRST_DRAW]
    assert not fair(swapped)


def test_a_verdict_says_by_which_rules_and_what_it_cannot_tell() -> None:
    older = msgspec.structs.replace(RECORD.header, rules="0.9")
    verdict = verify(RECORD.ruleset, write_record(older, ENTRIES))
    assert "played by version 0.9 of the rules" in verdict.sentence
    assert "It has no chain" in verdict.sentence


def test_a_sealed_record_is_not_yet_proved() -> None:
    verdict = verify(RECORD.ruleset, write_record(RECORD.header, ENTRIES[:-1]))
    assert not verdict.fair
    assert "still sealed" in verdict.sentence
    assert not fair([*ENTRIES, Opened("00")])
