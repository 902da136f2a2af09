"""Many fights: the same on one core and on two, nothing lost and nothing counted twice."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.lab import blocks, running
from fatedeck.lab.blocks import BLOCK
from fatedeck.lab.encounter import Encounter, muster
from fatedeck.lab.hands import Hands
from fatedeck.lab.playing import Outcome
from fatedeck.lab.results import Result
from fatedeck.lab.running import Now, Wish, run, run_all


def wolves(number: int = 3) -> Encounter:
    return muster("deckahedron", "Brann, Wren", f"Wolf x{number}")


def test_one_core_and_two_processes_say_the_same() -> None:
    alone = run(wolves(), Wish(fights=90, jobs=1))
    together = run(wolves(), Wish(fights=90, jobs=2))
    assert alone.fights == 90
    assert alone.outcomes == together.outcomes
    assert alone.figures() == together.figures()


def test_another_seed_is_other_luck() -> None:
    assert run(wolves(), Wish(fights=20, seed="a")).outcomes != (
        run(wolves(), Wish(fights=20, seed="b")).outcomes
    )


def test_it_is_played_until_the_interval_is_that_narrow() -> None:
    """However many play: only fights without a gap from the first on count."""
    alone = run(wolves(6), Wish(until=0.06, jobs=1))
    together = run(wolves(6), Wish(until=0.06, jobs=2))
    assert alone.won.half <= 0.06
    assert alone.outcomes == together.outcomes
    before = Result(alone.encounter, "lab", alone.outcomes[:-BLOCK])
    assert before.won.half > 0.06


def test_a_process_that_is_killed_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its block is played by the next one, and counts once."""
    ask, killed = blocks.ask, []

    def killing(process, job):  # type: ignore[no-untyped-def]
        if job.number in (1, 2) and job.number not in killed:
            killed.append(job.number)
            os.kill(process.pid, signal.SIGKILL)
        return ask(process, job)

    monkeypatch.setattr(blocks, "ask", killing)
    result = run(wolves(), Wish(fights=80, jobs=2))
    assert sorted(killed) == [1, 2]
    assert [one.number for one in result.outcomes] == list(range(80))
    assert result.outcomes == run(wolves(), Wish(fights=80, jobs=1)).outcomes


def test_processes_that_die_again_and_again_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(process, job):  # type: ignore[no-untyped-def]
        raise EOFError

    monkeypatch.setattr(blocks, "ask", dies)
    with pytest.raises(Refused, match="died again and again"):
        run(wolves(), Wish(fights=80, jobs=2))


def test_what_a_process_refuses_comes_back_as_a_sentence() -> None:
    crew = Hands(1)
    try:
        job = crew.submit(_packed_for_nobody(), "lab", 0)
        with pytest.raises(Refused, match="There is no policy “nobody:Knows”"):
            job.result()
    finally:
        crew.close()


def _packed_for_nobody() -> bytes:
    from msgspec.structs import replace

    from fatedeck.lab.encounter import pack

    return pack(replace(wolves(), play="nobody:Knows"))


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    """It is in the file, too, and the rest is played next time."""
    out = tmp_path / "fights.jsonl"
    seen: list[int] = []

    def stop(result: Now) -> None:
        seen.append(result.fights)
        if len(seen) == 2:
            raise KeyboardInterrupt

    broken = run(wolves(), Wish(fights=100, jobs=1), out, stop)
    assert broken.fights == 2 * BLOCK
    played: list[int] = []
    whole = run(
        wolves(), Wish(fights=100, jobs=1), out, lambda result: played.append(result.fights)
    )
    assert played == [60, 80, 100]
    assert whole.outcomes == run(wolves(), Wish(fights=100, jobs=1)).outcomes


def test_ctrl_c_before_the_first_fight_is_just_that() -> None:
    def stop(result: Now) -> None:
        raise AssertionError

    def interrupted(*_: object) -> list[Outcome]:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(running, "play_block", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(wolves(), Wish(fights=40, jobs=1), None, stop)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    out = tmp_path / "fights.jsonl"
    whole = run(wolves(), Wish(fights=60, jobs=1), out)
    kept = out.read_bytes()
    out.write_bytes(kept[:-30])
    assert run(wolves(), Wish(fights=60, jobs=1), out).outcomes == whole.outcomes
    assert out.read_bytes() == kept


def test_more_fights_are_added_to_what_is_there(tmp_path: Path) -> None:
    out = tmp_path / "fights.jsonl"
    run(wolves(), Wish(fights=40, jobs=1), out)
    more = run(wolves(), Wish(fights=80, jobs=1), out)
    assert more.outcomes == run(wolves(), Wish(fights=80, jobs=1)).outcomes
    assert run(wolves(), Wish(fights=30, jobs=1), out).outcomes == more.outcomes[:30]


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "fights.jsonl"
    run(wolves(), Wish(fights=20, jobs=1), out)
    kept = out.read_bytes()
    with pytest.raises(Unreadable, match="holds the results of another encounter or seed"):
        run(wolves(2), Wish(fights=20, jobs=1), out)
    with pytest.raises(Unreadable, match="holds the results of another encounter or seed"):
        run(wolves(), Wish(fights=20, jobs=1, seed="other"), out)
    assert out.read_bytes() == kept
    for text in ("my diary", "my diary\n", '{"is":"record"}\n'):
        out.write_text(text, "utf-8")
        with pytest.raises(Unreadable, match="results of the lab"):
            run(wolves(), Wish(fights=20, jobs=1), out)
        assert out.read_text("utf-8") == text


def test_a_file_in_no_folder_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="there is no folder"):
        run(wolves(), Wish(fights=20, jobs=1), tmp_path / "nowhere" / "fights.jsonl", _never)


def test_several_encounters_share_a_file(tmp_path: Path) -> None:
    out = tmp_path / "fights.jsonl"
    first = run_all([wolves(1), wolves(2)], Wish(fights=20, jobs=1), out)
    again = run_all([wolves(1), wolves(2)], Wish(fights=20, jobs=1), out, _never)
    assert [one.outcomes for one in first] == [one.outcomes for one in again]


def _never(result: Now) -> None:
    raise AssertionError("nothing is left to play")


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish(fights=10**7), "From 1 to 200,000 fights can be played, not 10,000,000."),
        (Wish(fights=-1), "From 1 to 200,000 fights can be played, not -1."),
        (Wish(until=0.0001), "as narrow as 0.1 %"),
        (Wish(until=0.9), "no wider than 50 %"),
        (Wish(jobs=-2), "-2 processes can’t play."),
    ],
)
def test_a_wish_that_cannot_be_met_is_a_sentence(wish: Wish, sentence: str) -> None:
    with pytest.raises(Refused, match=re.escape(sentence)):
        run(wolves(), wish)
