"""Every scenario file of the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.scenario import run_file

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES)
def test_scenario(file: str) -> None:
    failed = [result for result in run_file(FOLDER / file) if not result.ok]
    assert not failed, "\n".join(
        f"{Path(r.file).name}:{r.line} {r.title}: expected {r.expected}; found {r.found}"
        for r in failed
    )
