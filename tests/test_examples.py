"""Every script in `examples/` runs and says what it is there to say."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SAYS = {
    "adventure.py": "Here ends “The Bell Under the Weir”",
    "bot.py": r"(Brawler|Anybody) has won\.",
    "lab.py": r"60 fights: .* fall on average",
    "match.py": r"Thumb has won \d+ of 40 duels\.",
    "odds.py": r"An easy flip at rank 3 succeeds: about 13 in 16 \(81%\)",
    "sixth_game.py": r"\{'Ana': \d, 'Ben': \d\}",
    "table.py": r"All 2 draws come from the sealed stream",
}
ELSEWHERE = {
    "client.py": "needs a server: tests/table/test_protocol.py",
    "exploitability.py": "has its figures compared: tests/bots/test_openspiel.py",
    "house_rule.py": "needs a process of its own, below",
    "learn_a_duel.py": "learns for minutes, with torch, which no extra brings: run by hand",
}


def test_every_script_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*SAYS, *ELSEWHERE}


@pytest.mark.parametrize("script", SAYS)
def test_it_says_what_it_shows(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / script), run_name="__main__")
    assert re.search(SAYS[script], capsys.readouterr().out)


def test_a_house_rule_holds_for_its_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / "house_rule.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "The table keeps them: True" in ran.stdout


def test_every_cell_of_the_notebook_draws_itself() -> None:
    cells = json.loads((EXAMPLES / "notebook.ipynb").read_text("utf-8"))["cells"]
    known: dict[str, object] = {}
    drawn = []
    for cell in (one for one in cells if one["cell_type"] == "code"):
        *before, last = "".join(cell["source"]).splitlines()
        exec("\n".join(before), known)
        known["shown"] = eval(last, known)
        drawn.append(eval("shown._repr_html_()", known))
    flip, table, card, proved = drawn
    assert "45%" in flip
    assert "Adventurer Factory" in table
    assert "<b>Assassin</b>" in card
    assert "✔ Fair" in proved
