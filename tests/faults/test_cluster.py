"""Real workers on a real PostgreSQL, which fail in turn: nothing shown is lost or doubled."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.cluster import fail_under_load


async def test_whatever_fails_nothing_that_was_shown_is_lost() -> None:
    """The long version is `tests/soak/cluster.py`."""
    with TemporaryDirectory(prefix="fatedeck-cluster-") as folder:
        line, wrong = await fail_under_load(
            Path(folder), ["ended", "killed", "PostgreSQL stopped"], workers=2, tables=2, every=0.1
        )
    assert wrong == [], line
