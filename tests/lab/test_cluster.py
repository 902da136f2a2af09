"""A real cluster of two workers: the same result to the last digit, also when one is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from distributed import Client

from fatedeck.engine.errors import NotInstalled, Refused
from fatedeck.lab.encounter import Encounter, muster
from fatedeck.lab.running import Now, Wish, run

PATIENCE = 120
"""Seconds for a cluster to stand on a busy machine; only one that never comes takes them."""


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.processes = [_dask(folder, "scheduler", *options)]
        self.address = _address(self.processes[0])
        for _ in range(2):
            alone = ("--no-nanny", "--nthreads", "1", "--no-dashboard")
            self.processes.append(_dask(folder, "worker", self.address, *alone))
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)

    def kill_a_worker(self) -> None:
        os.kill(self.processes[1].pid, signal.SIGKILL)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.communicate()


def _dask(folder: Path, *command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *command], cwd=folder, stderr=subprocess.PIPE, text=True
    )


def _address(scheduler: subprocess.Popen[str]) -> str:
    """Where a scheduler says that it is."""
    assert scheduler.stderr is not None
    for line in scheduler.stderr:
        if found := re.search(r"Scheduler at: +(tcp://\S+)", line):
            return found[1]
    raise AssertionError("the scheduler ended before it listened")


@contextmanager
def a_cluster(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()


def wolves() -> Encounter:
    return muster("deckahedron", "Brann, Wren", "Wolf x3")


def test_one_core_two_processes_and_a_cluster_say_the_same(tmp_path: Path) -> None:
    """And when a worker is killed in the middle, nothing is lost and nothing counts twice."""
    with a_cluster(tmp_path) as cluster:
        alone = run(wolves(), Wish(fights=130, jobs=1))
        together = run(wolves(), Wish(fights=130, jobs=2))
        far = run(wolves(), Wish(fights=130, cluster=cluster.address))
        assert alone.outcomes == together.outcomes == far.outcomes
        assert alone.figures() == far.figures()
        killed: list[int] = []

        def kill(result: Now) -> None:
            if not killed:
                killed.append(result.fights)
                cluster.kill_a_worker()

        kept = tmp_path / "fights.jsonl"
        broken = run(wolves(), Wish(fights=200, cluster=cluster.address), kept, kill)
    assert killed
    assert [one.number for one in broken.outcomes] == list(range(200))
    assert broken.outcomes[:130] == alone.outcomes
    assert kept.read_bytes().count(b"\n") == 1 + 200 // 20


def test_a_cluster_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(Refused, match=r"There is no cluster at tcp://127\.0\.0\.1:9"):
        run(wolves(), Wish(fights=40, cluster="tcp://127.0.0.1:9"))
    with pytest.raises(Refused, match="There is no cluster at the moon"):
        run(wolves(), Wish(fights=40, cluster="the moon"))


def test_without_dask_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NotInstalled, match=r"pip install 'fatedeck\[cluster\]'"):
        run(wolves(), Wish(fights=40, cluster="tcp://127.0.0.1:9"))
