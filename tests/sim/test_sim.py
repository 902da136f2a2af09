"""Many workers in thought: nothing is lost, doubled or shown that is not, whatever goes wrong."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import pytest

from fatedeck.table import hall as halls
from fatedeck.table import room as rooms
from fatedeck.table.commands import act_key
from fatedeck.table.links import Member
from fatedeck.table.protocol import Command
from fatedeck.table.room import Room, Word
from fatedeck.table.rows import Work
from fatedeck.table.store import Job, Store
from tests.sim.database import Database
from tests.sim.world import simulate

SEEDS = range(12)
MOST_SEEDS = 500
"""A fault that was planted is found at the latest by the last of them."""


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_goes_wrong(seed: int) -> None:
    assert simulate(seed) == []


def test_a_seed_is_always_the_same_course() -> None:
    first, second = Course(), Course()
    simulate(3, watch=first)
    simulate(3, watch=second)
    assert first == second


def found(plant: Callable[[], None]) -> list[str]:
    """What the first seed that finds a planted fault says of it."""
    plant()
    return next(filter(None, map(simulate, range(MOST_SEEDS))), [])


def test_who_claims_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A head is moved without a look where it was."""
    monkeypatch.setattr(Database, "compares", False)
    assert found()


def test_what_is_told_before_it_is_saved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    save = Room._save

    def tell_first(room: Room, work: Work, words: list[Word], then: Callable[[], None]) -> None:
        rooms._send(words)
        save(room, work, [], then)

    monkeypatch.setattr(Room, "_save", tell_first)
    assert found()


def test_wakes_without_a_look_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "_LOOK", 10_000.0)
    assert found()


def test_a_command_that_is_done_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    count = itertools.count()

    def always_new(member: Member, command: Command) -> str:
        return f"{act_key(member, command)}/{next(count)}"

    monkeypatch.setattr("fatedeck.table.commands.act_key", always_new)
    monkeypatch.setattr(halls, "act_key", always_new)
    assert found()


def test_a_gap_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Store._write_all

    async def skip_some(store: Store, connection: object, jobs: Sequence[Job]) -> object:
        return await write(store, connection, jobs[1:] if len(jobs) > 1 else jobs)

    monkeypatch.setattr(Store, "_write_all", skip_some)
    assert found()
