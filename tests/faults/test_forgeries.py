"""A record that was tampered with is found out, in the page and on the command line alike."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.codec import Codec, digest
from fatedeck.engine.entries import Forked, lines_of, read_record, write_line
from fatedeck.engine.errors import FatedeckError
from fatedeck.engine.replay import replay, verify
from fatedeck.engine.ruleset import find_game
from tests.faults.forgeries import (
    KINDS,
    Forged,
    Line,
    Page,
    chained_anew,
    forge,
    forgeries,
    genuine,
)

GAMES = (
    "high-card",
    "adventurer-factory",
    "deckahedron",
    "deck-of-adventures",
    "realms-behind",
    "thousand-faces",
)
RECORDS = sorted((Path(__file__).parents[1] / "records").rglob("*.jsonl"))
BY_THE_RULES = (
    "a_card_replaced",
    "all_cards_replaced",
    "all_draws_removed",
    "one_draw_removed",
)


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page(tmp_path_factory.mktemp("page"))


def is_fair(forged: Forged) -> bool:
    """What the command line finds."""
    try:
        game = find_game(read_record(forged.record)[0].game)
        return verify(game, forged.record, forged.kept).fair
    except FatedeckError:
        return False


@pytest.mark.parametrize("game", GAMES)
def test_a_true_record_is_proved_by_both(page: Page, game: str) -> None:
    true = genuine(game, 3)
    asked = [
        Forged(true.text, []),
        Forged(true.text, true.heads),
        Forged(true.text, true.heads[:4]),
    ]
    for each, found in zip(asked, page.judge(asked), strict=True):
        verdict = verify(find_game(game), each.record, each.kept)
        assert verdict.fair, verdict.sentence
        assert found.fair, found.sentence
        assert found.draws == verdict.draws
        assert found.sentence.startswith(verdict.sentence)


def test_records_from_before_chains_are_proved_by_both_with_a_word_about_it(page: Page) -> None:
    texts = [path.read_bytes().decode() for path in RECORDS]
    found = page.judge(Forged(text, []) for text in texts)
    for text, verdict in zip(texts, found, strict=True):
        assert verdict.fair, verdict.sentence
        assert "It has no chain" in verdict.sentence
        game = find_game(read_record(text)[0].game)
        assert verdict.draws == verify(game, text).draws


@pytest.mark.parametrize("kind", KINDS)
def test_a_forged_record_is_found_out_by_both(page: Page, kind: str) -> None:
    forged = forgeries(kind, 40, records=3)
    assert [is_fair(each) for each in forged] == [False] * 40
    assert [verdict.fair for verdict in page.judge(forged)] == [False] * 40


@pytest.mark.parametrize("kind", BY_THE_RULES)
def test_the_rules_find_out_a_cunning_forger_without_any_head(kind: str) -> None:
    luck = random.Random(kind)
    for seed in range(6):
        forged = forge(kind, genuine(GAMES[seed], 1), luck, cunning=True)
        if forged is not None:
            assert not is_fair(Forged(forged.record, [])), (kind, GAMES[seed])


@pytest.mark.parametrize("place", [1, 5, 20])
def test_no_state_is_put_into_the_middle_of_a_game(page: Page, place: int) -> None:
    """Only the beginning of a record may lie at another table, and then the verdict says so."""
    true = genuine("high-card", 1)
    record = replay(find_game("high-card"), *read_record(true.text), to=12)
    codec = Codec(record.ruleset)
    snapshot = record.quiet[record.n]
    state = Forked(record.n, digest(snapshot), codec.to_json(codec.decode(snapshot)))
    lines = lines_of(true.text)
    lines.insert(place + 1, write_line(state).strip())
    forged = Forged(chained_anew([msgspec.json.decode(line) for line in lines], true.secret), [])
    assert not is_fair(forged)
    assert not page.judge([forged])[0].fair


def test_a_game_without_its_set_up_is_found_out_by_both(page: Page) -> None:
    true = genuine("high-card", 1)
    lines = [msgspec.json.decode(line, type=Line) for line in lines_of(true.text)]
    begun = [place for place, line in enumerate(lines) if line["is"] == "did"][1]
    forged = Forged(chained_anew([lines[0], *lines[begun:]], true.secret), [])
    assert not is_fair(forged)
    assert not page.judge([forged])[0].fair


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_line_says_no(tmp_path: Path, kind: str) -> None:
    forged = forgeries(kind, 2, records=3)[1]
    record, heads = tmp_path / "record.jsonl", tmp_path / "heads.jsonl"
    record.write_text(forged.record, "utf-8", newline="\n")
    heads.write_text("".join(map(write_line, forged.kept)), "utf-8", newline="\n")
    said = subprocess.run(
        [sys.executable, "-m", "fatedeck", "verify", record, "--heads", heads],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode in (1, 2), said.stderr
    assert said.stdout.startswith("Not proved. ") or said.stderr.startswith("fatedeck: ")


def test_a_cut_tail_is_found_out_by_whoever_has_a_head_of_it(page: Page) -> None:
    """And by nobody else: a shorter game is as fair a game."""
    true = genuine("high-card", 1)
    cut = forge("the_tail_cut", true, random.Random(2), cunning=True)
    assert cut is not None
    cut_heads = {line for line in cut.record.split("\n") if '"head"' in line}
    early = [head for head in true.heads if write_line(head).strip() in cut_heads]
    without, with_early, with_head = (
        Forged(cut.record, []),
        Forged(cut.record, early),
        Forged(cut.record, true.heads),
    )
    assert [is_fair(each) for each in (without, with_early, with_head)] == [True, True, False]
    verdicts = page.judge([without, with_early, with_head])
    assert [verdict.fair for verdict in verdicts] == [True, True, False]
    assert "nobody can tell whether its end was cut off" in verdicts[0].sentence
    assert f"Up to step {early[-1].v} of" in verdicts[1].sentence
