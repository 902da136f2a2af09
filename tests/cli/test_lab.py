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

from fatedeck.engine.fights import PARTY, called_up
from fatedeck.engine.ruleset import find_game
from fatedeck.lab import playing, running
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


def test_who_can_fight_is_listed() -> None:
    """Under both names, with what can be set; whoever is listed can be named like that."""
    heroes, foes = fatedeck("lab", "deck-of-adventures", "--list").stdout.split("Foes\n")
    assert heroes.startswith("Heroes\n  Marn (Clubs1)\n")
    assert "  In brackets you can set: level.\n" in heroes
    assert "  Captain (Dealer)\n" in foes
    assert foes.endswith("Ways to play: machine, careful, bold, random, module:Class.\n")
    named = [line.strip() for line in heroes.splitlines() if line.startswith("  ")][:-1]
    fights = find_game("deck-of-adventures").fights()
    assert fights is not None
    party = called_up("Deck of Adventures", fights, PARTY, ", ".join(named))
    assert [hero.name for hero in party] == fights.heroes()
    decks = fatedeck("lab", "adventurer-factory", "--list").stdout
    assert decks.startswith("Decks\n  Iron Road (iron_road)\n")


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
    assert lines[0] == "Brann and Wren against Wolf x2 to Wolf x3; foes varied"
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
    stopped = f"Stopped after {blocks * BLOCK:,} of 200,000 fights; the same command goes on"
    assert said.endswith(f"{stopped} from here.\n")


def test_an_interval_that_stays_wider_than_what_was_asked_for_is_told() -> None:
    """100 fights, at a chance near the middle, come to ±10 %."""
    asked = (*WOLVES, "--party", "Brann", "--jobs", "1", "--until", "3%")
    said = fatedeck(*asked, "--fights", "40").stdout
    assert said.rstrip().splitlines()[-1].startswith("40 fights come no nearer than ±")
    assert "not to the ±3 % that you asked for." in said
    assert "come no nearer" not in fatedeck(*asked[:-1], "40%", "--fights", "220").stdout
    assert "Stopped" not in said


@pytest.mark.parametrize("option", ["--out", "--csv", "--parquet", "--picture", "--save"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that isn't there, or a folder itself; nothing is made, and no fight is played."""

    def played(*_: object) -> None:
        raise AssertionError

    for module in (running, playing):
        monkeypatch.setattr(module, "play_block" if module is running else "Arena", played)
    one = ("--fight", "3") if option == "--save" else ()
    file = tmp_path / "nowhere" / "wolves.svg"
    said = one_sentence(fatedeck(*WOLVES, *one, option, str(file)))
    assert f"{file} can’t be written: there is no folder {file.parent}." in said
    (tmp_path / "folder.svg").mkdir()
    said = one_sentence(fatedeck(*WOLVES, *one, option, str(tmp_path / "folder.svg")))
    assert "can’t be written: it is a folder." in said
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("lab", "chess"), "There is no game “chess”"),
        (("lab", "deckahedron", "--party", "Brann"), "Who do they fight?"),
        (
            (*WOLVES, "--until", "soon"),
            "“soon” isn’t an interval’s width. Write it like this: --until 1%",
        ),
        ((*WOLVES, "--until", "0%"), "as narrow as 0.1 % and no wider than 50 %"),
        ((*WOLVES, "--until", "60%"), "as narrow as 0.1 % and no wider than 50 %"),
        ((*WOLVES, "--at", "4"), "Only a table’s record (.jsonl) has entries"),
        ((*WOLVES, "--picture", "wolves.gif"), "A picture is one of .svg, .png, .html, .json"),
        ((*WOLVES, "--save", "x.jsonl"), "Which fight do you want to save?"),
        ((*WOLVES, "--vary", "foes=1..9", "--vary", "stamina=1..99"), "That makes 891 points"),
        (("lab", "deckahedron", "--decks", "all"), "Nobody brings a deck to Deckahedron."),
        (("lab", "nowhere.jsonl"), "There is no file nowhere.jsonl."),
    ],
)
def test_a_clear_sentence(asked: tuple[str, ...], sentence: str) -> None:
    assert sentence in one_sentence(fatedeck(*asked))
