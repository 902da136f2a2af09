"""Fights on a cluster of Dask: its scheduler hands our blocks to its workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from fatedeck.engine.errors import Refused
from fatedeck.engine.extras import extra
from fatedeck.lab.blocks import play_block
from fatedeck.lab.playing import Outcome

Submit = Callable[[bytes, str, int], Future[list[Outcome]]]
PATIENCE = "3s"
"""How long a scheduler may take to answer."""


@contextmanager
def cluster_at(address: str) -> Iterator[tuple[Submit, int]]:
    """Whoever plays at this address, and how many they are.

    A block whose worker dies is handed to another one by the scheduler.
    """
    with extra("cluster", "A cluster"):
        from distributed import Client
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise Refused("", f"There is no cluster at {address}: {fault}.") from fault
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise Refused("", f"The cluster at {address} has no workers yet. Start some first.")
        executor = client.get_executor(pure=False)

        def submit(packed: bytes, seed: str, number: int) -> Future[list[Outcome]]:
            job: Future[list[Outcome]] = executor.submit(play_block, packed, seed, number)
            return job

        yield submit, workers
    finally:
        client.close()
