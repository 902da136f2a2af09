"""`fatedeck lab`: what it prints and writes, and a clear sentence for whatever is wrong."""

from __future__ import annotations

import csv
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fatedeck.lab.blocks import BLOCK
from tests.cli.test_cli import fatedeck, one_sentence

WOLVES = ("lab", "deckahedron", "--party", "Brann,Wren", "--foes", "Wolf x3", "--jobs", "1")


def test_a_fight_in_words_and_as_data(tmp_path: Path) -> None:
    table = tmp_path / "figures.csv"
    said = fatedeck(*WOLVES, "--fights", "40", "--csv", str(table)).stdout
    assert said.startswith("Brann and Wren against Wolf x3\n")
    assert "won by the party  " in said
    assert "Fights worth a look: longest " in said
    data = json.loads(fatedeck(*WOLVES, "--fights", "40", "--json").stdout)
    [row] = csv.DictReader(table.read_text("utf-8").splitlines())
    assert data["fights"] == 40
    assert float(row["won"]) == data["won"]
    assert data["won_low"] <= data["won"] <= data["won_high"]


def test_one_fight_as_a_record(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    said = fatedeck(*WOLVES, "--fight", "4", "--save", str(path)).stdout
    assert said.startswith("Fight 4: ")
    assert "entries played" in fatedeck("replay", str(path)).stdout
    assert fatedeck(*WOLVES, "--fight", "4").stdout == path.read_text("utf-8")


def test_a_sweep_and_its_pictures(tmp_path: Path) -> None:
    drawn = tmp_path / "wolves.svg"
    sweep = (*WOLVES, "--vary", "foes=2..3", "--fights", "20", "--picture", str(drawn))
    lines = fatedeck(*sweep, "--parquet", str(tmp_path / "wolves.parquet")).stdout.splitlines()
    assert lines[0] == "Brann and Wren against Wolf x2; foes varied"
    assert len(lines) == 4
    assert drawn.read_text("utf-8").startswith("<svg")
    assert (tmp_path / "wolves.parquet").stat().st_size


def test_decks_meet() -> None:
    asked = ("lab", "adventurer-factory", "--decks", "iron_road,ley_lines", "--jobs", "1")
    lines = fatedeck(*asked, "--fights", "20").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["all", "iron_road", "ley_lines"]


def test_a_fight_that_nobody_can_end_is_told(tmp_path: Path) -> None:
    """Without the module for attacks there are foes, and nobody can strike."""
    tried = fatedeck(*WOLVES, "--option", "modules=combat", "--fights", "1")
    assert tried.returncode == 1
    assert "without an end (1, the first is fight 0)  It went on and on: 3000 moves" in tried.stdout


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    """In a terminal there is a bar; what was played till then is told and kept."""
    out = tmp_path / "fights.jsonl"
    heard = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    program = f"{heard}; from fatedeck.cli import main; main()"  # in the background it is ignored
    command = [sys.executable, "-c", program, *WOLVES, "--fights", "200000", "--out", str(out)]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b" fights: " not in shown:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    said = process.stdout.read().decode()
    assert process.wait() == 0
    process.stdout.close()
    os.close(ours)
    blocks = out.read_bytes().count(b"\n") - 1
    assert blocks >= 1
    assert f"  {blocks * BLOCK:,}\n" in said


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("lab", "chess"), "There is no game “chess”"),
        (("lab", "deckahedron", "--party", "Brann"), "Who do they fight?"),
        (
            (*WOLVES, "--until", "soon"),
            "“soon” isn’t an interval’s width. Write it like this: --until 1%",
        ),
        ((*WOLVES, "--picture", "wolves.gif"), "A picture is one of .svg, .png, .html, .json"),
        ((*WOLVES, "--save", "x.jsonl"), "Which fight do you want to save?"),
        ((*WOLVES, "--vary", "foes=1..9", "--vary", "stamina=1..99"), "That makes 891 points"),
        (("lab", "deckahedron", "--decks", "all"), "Nobody brings a deck to Deckahedron."),
        (("lab", "nowhere.jsonl"), "There is no file nowhere.jsonl."),
    ],
)
def test_a_clear_sentence(asked: tuple[str, ...], sentence: str) -> None:
    assert sentence in one_sentence(fatedeck(*asked))
