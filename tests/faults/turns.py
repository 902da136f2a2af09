"""A game in which each call of each command to the database goes wrong once, in turn."""

from __future__ import annotations

import random

from msgspec import Struct, field

from fatedeck.table.protocol import Command, Done, Refusal
from tests.faults.shown import acts, differences
from tests.faults.store import Fault, FaultyStore
from tests.table.house import OwnHouse, Sitting


class Found(Struct):
    """How a game with faults went: commands done and refused, faults met, and what was wrong."""

    done: int = 0
    refused: int = 0
    met: int = 0
    differences: list[str] = field(default_factory=list)


def store_of(house: OwnHouse) -> FaultyStore:
    assert isinstance(house.hall.store, FaultyStore)
    return house.hall.store


async def give(table: Sitting, name: str, command: Command) -> Done | Refusal:
    """Give a command and let everyone read all that comes of it."""
    answer = await table[name].ask(command)
    await table.settle()
    return answer


async def fail_in_turn(
    house: OwnHouse,
    database: str,
    game: str,
    actions: int,
    fault: Fault,
    *,
    lasting: bool = False,
    seed: int = 7,
) -> Found:
    """Play this many actions, each with its first call going wrong, then its second, and so on.

    A command that was refused is chosen anew; what was shown is compared with the disk each time.
    """
    store, luck, found = store_of(house), random.Random(seed), Found()
    table = await house.sit(game)
    done: set[str] = set()
    played = 0
    while played < actions:
        nth = 1
        while True:
            name, command = table.choose(luck)
            store.go_wrong(nth, fault, lasting=lasting)
            answer = await give(table, name, command)
            untouched = bool(store.faults)
            found.met += not untouched
            store.go_on()
            found.differences += await differences(database, table)
            if isinstance(answer, Done):
                played += 1
                done.add(f"{table[name].link.place}/{command.id}")
            elif answer.why == "unsaved":
                found.refused += 1
            elif answer.why == "rules":
                continue
            else:
                found.differences.append(f"refused as {answer.why}: {answer.sentence}")
            if untouched or table.over():
                break
            nth += 1
        if table.over():
            break
    kept = await acts(database, table.links.table)
    if kept != dict.fromkeys(done, 1):
        found.differences.append("what was done is not on disk exactly once")
    found.done = len(done)
    await table.close()
    return found
