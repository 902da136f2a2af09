"""Many workers in thought: nothing is lost, doubled or shown that is not, whatever goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from fatedeck.table import commands
from fatedeck.table import hall as halls
from fatedeck.table import room as rooms
from fatedeck.table.drivers import Driver
from fatedeck.table.links import Member
from fatedeck.table.protocol import Command
from fatedeck.table.room import Room, Word
from fatedeck.table.rows import Work
from fatedeck.table.store import Job, Store
from tests.sim.database import Database
from tests.sim.world import simulate

SEEDS = range(6)
MOST_SEEDS = 500
"""A fault that was planted is found at the latest by the last of them."""


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_goes_wrong(seed: int) -> None:
    course = simulate(seed)
    assert course.wrong == []
    assert course.happened["done"] > 0


def test_one_seed_is_one_course() -> None:
    assert simulate(3) == simulate(3)


# What is planted is found


def test_a_change_without_a_claim_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "is_head", lambda *_: True)
    assert _found()


def test_what_is_told_before_it_is_saved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    save = Room._save

    def tell_first(room: Room, work: Work, words: list[Word], then: Callable[[], None]) -> None:
        rooms._send(words)
        save(room, work, [], then)

    monkeypatch.setattr(Room, "_save", tell_first)
    assert _found()


def test_wakes_without_a_look_now_and_then_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "_LOOK", 10_000.0)
    assert _found()


def test_a_command_that_is_done_each_time_it_is_sent_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    act_key, times = commands.act_key, Counter[str]()

    def new_each_time(member: Member, command: Command) -> str:
        times[act := act_key(member, command)] += 1
        return act if times[act] == 1 else f"{act} {times[act]}"

    monkeypatch.setattr(commands, "act_key", new_each_time)
    monkeypatch.setattr(halls, "act_key", lambda *_: "unknown")
    assert _found("was said")


def test_a_gap_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Store._write_all

    async def skip_one(store: Store, driver: Driver, jobs: Sequence[Job]) -> tuple[int, int]:
        return await write(store, driver, jobs[1:] if len(jobs) > 1 else jobs)

    monkeypatch.setattr(Store, "_write_all", skip_one)
    assert _found()


def _found(what: str = "") -> bool:
    """Whether any seed finds something wrong, of this kind."""
    courses = map(simulate, range(MOST_SEEDS))
    return any(what in wrong for course in courses for wrong in course.wrong)
