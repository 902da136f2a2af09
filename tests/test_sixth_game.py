"""The game of docs/writing-a-game.md, as a package of its own: listed, played, replayed, proved."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOC = (Path(__file__).parents[1] / "docs" / "writing-a-game.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the docs, built and installed by pip into a folder of its own."""
    folder = tmp_path_factory.mktemp("lantern")
    package = folder / "lantern"
    package.mkdir()
    (package / "__init__.py").write_text(block("python"), "utf-8")
    (package / "rules.md").write_text(block("markdown"), "utf-8")
    (folder / "pyproject.toml").write_text(block("toml"), "utf-8")
    target = folder / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(target)]
    subprocess.run([*pip, *offline, str(folder)], check=True)
    return target


def fatedeck(site: Path, *args: str, typed: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, "-c", "from fatedeck.cli import main; main()", *args],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site), "COLUMNS": "100"},
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_it_is_short() -> None:
    assert len(block("python").splitlines()) < 100


def test_it_is_listed_and_its_rules_can_be_read(site: Path) -> None:
    assert "Lantern, an example of fatedeck." in fatedeck(site, "games")
    assert "highest sum" in fatedeck(site, "rules", "lantern", "LAN-3")


def test_it_is_played_recorded_replayed_and_proved(site: Path, tmp_path: Path) -> None:
    kept = str(tmp_path / "lantern.jsonl")
    typed = "1\nNo\n1\nBack\n2\n2\n"
    played = fatedeck(site, "play", "lantern", "--seat", "Ana", "--save", kept, typed=typed)
    assert "The game is over." in played
    assert "Ana turns" in fatedeck(site, "replay", kept)
    assert "Fair." in fatedeck(site, "verify", kept)


def test_its_odds_follow_from_its_rules(site: Path, tmp_path: Path) -> None:
    scenario = tmp_path / "odds.yaml"
    scenario.write_text(
        "scenario: one card\ngame: lantern\nseats: {Ana: player}\n"
        "given: {players: {Ana: {turned: ['12', '08'], total: 20, second_thoughts: 0}}}\n"
        "steps:\n- by: Ana\n  do: turn\n"
        "  odds: {of: players/Ana/done, is: {true: 9/10, false: 1/10}}\n",
        "utf-8",
    )
    # Ten cards are left and only the 01 keeps the sum within 21.
    fatedeck(site, "scenario", str(scenario))
