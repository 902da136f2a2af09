"""Every script in `examples/` runs and says what it is there to say."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from fatedeck.bots.gymnasium import Numbers, SeatEnv

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
    "learn_a_duel.py": "learns with torch, which is larger than all of our tools: below",
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
    # A ✔ of rank 3 meets a ✗ of rank 2 in 3/10 · 3/10; a d4 is 2.5 on average, 1.5 more than 1.
    printed, ours = map(float, re.findall(r"\d\.\d\d", ran.stdout.partition("A blow")[2]))
    assert printed - ours == pytest.approx(0.09 * 1.5, abs=0.01)
    assert "The table keeps them: True" in ran.stdout


class Untaught:
    """The face of sb3-contrib's masked PPO; it plays what it may, and learns nothing."""

    def __init__(self, _: str, seat: SeatEnv, *, n_steps: int, batch_size: int, seed: int) -> None:
        assert n_steps % batch_size == 0
        self._seat, self._luck = seat, np.random.default_rng(seed)

    def learn(self, steps: int, *, reset_num_timesteps: bool) -> None:
        assert not reset_num_timesteps
        numbers, _ = self._seat.reset(seed=1)
        for _ in range(steps):
            move, _ = self.predict(
                numbers, action_masks=self._seat.action_masks(), deterministic=False
            )
            numbers, _, ended, broken_off, _ = self._seat.step(move)
            if ended or broken_off:
                numbers, _ = self._seat.reset()

    def predict(
        self, numbers: Numbers, *, action_masks: NDArray[np.bool_], deterministic: bool
    ) -> tuple[np.int64, None]:
        assert self._seat.observation_space.contains(numbers)
        return self._luck.choice(np.flatnonzero(action_masks)), None


def test_the_lesson_goes_through_its_steps_with_a_learner_who_learns_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against chance it wins about half of its duels, as chance does: here, some but not all."""
    library = ModuleType("sb3_contrib")
    library.MaskablePPO = Untaught  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sb3_contrib", library)
    lesson = runpy.run_path(str(EXAMPLES / "learn_a_duel.py"))
    lesson["main"](str(tmp_path / "curve.svg"), lessons=1, steps=32, duels=8)
    told = re.findall(r"(\d+) decisions, .*: (\d+) against chance", capsys.readouterr().out)
    assert [decisions for decisions, _ in told] == ["0", "32"]
    assert all(0 < int(won) < 8 for _, won in told)
    assert "duels won of 8" in (tmp_path / "curve.svg").read_text("utf-8")


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
