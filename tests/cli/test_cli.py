"""The command line as a user meets it: what it prints, and how it exits."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from fatedeck.cli import laws, main
from fatedeck.cli.keeping import remember_beaten
from fatedeck.engine.laws import Broken

ROOT = Path(__file__).parents[2]


def fatedeck(
    *args: str, typed: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Call a command in this process, which has imported all of it; a fault of ours is raised."""
    said, complained = StringIO(), StringIO()
    with (
        patch.dict(os.environ, at_home(home)),
        patch.object(sys, "argv", ["fatedeck", *args]),
        patch.object(sys, "stdin", StringIO(typed)),
        redirect_stdout(said),
        redirect_stderr(complained),
        pytest.raises(SystemExit) as left,
    ):
        main()
    code = left.value.code or 0
    assert isinstance(code, int)
    return subprocess.CompletedProcess(args, code, said.getvalue(), complained.getvalue())


def process(
    *args: str, typed: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Call a command in a process of its own, where that matters or the house is changed."""
    return subprocess.run(
        [sys.executable, "-c", "from fatedeck.cli import main; main()", *args],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, **at_home(home)},
        check=False,
    )


def at_home(home: Path | None) -> dict[str, str]:
    """A wide terminal, and where a player's own things are kept."""
    return {"COLUMNS": "100", "XDG_DATA_HOME": str(home or ROOT / "build")}


def one_sentence(ran: subprocess.CompletedProcess[str]) -> str:
    """What a command that cannot be done says: one line, exit code 2, no traceback."""
    assert ran.returncode == 2, ran
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    return ran.stderr


def test_games_are_listed_with_their_attribution() -> None:
    ran = process("games")
    assert ran.returncode == 0
    assert "high-card" in ran.stdout
    assert "High Card by the fatedeck authors." in ran.stdout


def test_a_clause_of_the_rules() -> None:
    assert "spend it to swap" in fatedeck("rules", "high-card", "hc-3").stdout
    whole = fatedeck("rules", "high-card").stdout
    assert whole.index("HC-1") < whole.index("HC-4")
    assert "no clause HC-9" in one_sentence(fatedeck("rules", "high-card", "HC-9"))
    assert "no game “chess”" in one_sentence(fatedeck("rules", "chess"))


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "rules",
        "play",
        "scenario",
        "replay",
        "verify",
        "odds",
        "luck",
        "serve",
        "deck",
        "solo",
        "learn",
    ],
)
def test_every_help_shows_an_example(command: str) -> None:
    ran = fatedeck(command, "--help")
    assert ran.returncode == 0
    assert f"Example: fatedeck {command}" in ran.stdout


WHOLE_GAME = "1\n1\nKeep\n\n1\n1\nKeep\n\n1\n1\nKeep\n\n1\n1\nKeep\n"


def test_a_form_shows_cards_by_their_names_and_can_be_left(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    begun = fatedeck("play", "thousand-faces", "--save", str(kept), typed="quit\n")
    number = next(
        line.split(".")[0].strip() for line in begun.stdout.splitlines() if "Choose an item" in line
    )
    lines = kept.read_text().count("\n")
    ran = fatedeck("play", "--resume", str(kept), typed=f"{number}\nback\nquit\n")
    assert " 2. Many Knives" in ran.stdout
    assert "Nothing has changed." in ran.stdout
    assert kept.read_text().count("\n") == lines
    chosen = fatedeck("play", "--resume", str(kept), typed=f"{number}\nmany knives\n\nquit\n")
    assert "takes Many Knives" in chosen.stdout


def test_a_decree_in_the_terminal(tmp_path: Path) -> None:
    """A number, words, or a yes or no; an amount is a number."""
    kept = tmp_path / "game.jsonl"
    typed = "set scene A burning mill\nset town yes\nset day 3\naward day two\nlog\nquit\n"
    told = fatedeck("play", "thousand-faces", "--save", str(kept), typed=typed).stdout
    assert "The GM decides: scene is “A burning mill”." in told
    assert "The GM decides: town is yes." in told
    assert "The GM decides: day is 3." in told
    assert "two is not a whole number" in told


def test_a_campaign_in_the_terminal(tmp_path: Path) -> None:
    """Hours, chapters and downtime, once the story has begun."""
    begin = "campaign\nas Ana\nsurprise\nas Ben\nsurprise\nas GM\nbegin play\nMarket day.\n\n\n\n"
    kept = ("--option", "campaign=nine-hour", "--save", str(tmp_path / "game.jsonl"))
    told = fatedeck("play", "thousand-faces", *kept, typed=f"{begin}campaign\nquit\n").stdout
    assert "There’s no campaign here yet." in told
    assert "Campaign: about 9 hours; session 1 of about 3; chapter 1 of 8, You." in told
    assert "→ 1. You: Everyone starts" in told
    assert "8. Change: " in told
    assert "Day 1: Out of town. A day can go into: Rest, Seek Help." in told
    assert "Ben: Free today" in told


def test_the_keyboard_goes_to_somebody_who_can_act(tmp_path: Path) -> None:
    ran = fatedeck("play", "realms-behind", "--save", str(tmp_path / "game.jsonl"), typed="\n")
    assert "Pass the keyboard to Ana." in ran.stdout


def test_two_people_play_a_game_to_its_end(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    ran = fatedeck("play", "high-card", "--save", str(kept), typed=WHOLE_GAME)
    assert ran.returncode == 0, ran.stderr
    assert "The game is over." in ran.stdout
    assert "wins the round." in ran.stdout
    assert not kept.with_name("game.jsonl.secret").exists()
    proved = fatedeck("verify", str(kept))
    assert proved.returncode == 0
    assert "Fair." in proved.stdout
    told = fatedeck("replay", str(kept))
    assert told.stdout.count("wins the round.") == 2
    part = fatedeck("replay", str(kept), "--to", "7")
    assert "7 of" in part.stdout
    assert "has ended" in one_sentence(fatedeck("play", "--resume", str(kept)))


def test_a_left_game_is_resumed_in_the_middle_of_a_question(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    left = fatedeck("play", "high-card", "--save", str(kept), typed="1\n1\n")
    assert "Play on with: fatedeck play --resume" in left.stdout
    assert "still sealed" in fatedeck("verify", str(kept)).stdout
    again = fatedeck("play", "--resume", str(kept), typed="undo\nKeep\nlog\nquit\n")
    assert again.returncode == 0, again.stderr
    assert "Spend your token to swap?" in again.stdout
    assert "Taken back." in again.stdout


def test_a_kept_game_carries_its_chain_and_an_earlier_copy_proves_it_whole(tmp_path: Path) -> None:
    kept, copy, short = (tmp_path / f"{name}.jsonl" for name in ("game", "copy", "short"))
    fatedeck("play", "high-card", "--save", str(kept), typed="salt a\u2028b\n1\n1\nKeep\nquit\n")
    copy.write_bytes(kept.read_bytes())
    fatedeck("play", "--resume", str(kept), typed="1\n1\nKeep\nend\nend\n")
    lines = kept.read_bytes().split(b"\n")
    heads = [json.loads(line)["v"] for line in lines if line.startswith(b'{"is":"head"')]
    assert heads == list(range(1, len(heads) + 1))
    alone = fatedeck("verify", str(kept)).stdout
    assert alone.startswith("Fair. ")
    assert "No head was kept to compare it with" in alone
    proved = fatedeck("verify", str(kept), "--heads", str(copy)).stdout
    assert proved.startswith("Fair. ")
    assert "it is the record whose heads were kept" in proved

    short.write_bytes(b"\n".join([*lines[:6], *lines[-3:]]))
    cut = fatedeck("verify", str(short))
    assert cut.returncode == 1
    assert cut.stdout.startswith("Not proved. ")
    no_heads = fatedeck("verify", str(kept), "--heads", str(ROOT / "README.md"))
    assert "no head of a record" in one_sentence(no_heads)


def test_words_that_always_work(tmp_path: Path) -> None:
    typed = "help\nlook\nlog\nwhy HC-3\nas Ben\n\nas Ana\n\nas Zoe\nsalt a word\nset a 1\n9\n"
    typed += "end\n\nend\nend\n"
    kept = tmp_path / "game.jsonl"
    ran = fatedeck("play", "high-card", "--save", str(kept), typed=typed)
    assert ran.returncode == 0, ran.stderr
    for said in (
        "These words always work",
        "HC-3: A player with a token",
        "no seat “Zoe”",
        "This game has no game master.",
        "“9” isn’t on the list",
        "The table has ended.",
    ):
        assert said in ran.stdout, said
    assert "Fair." in fatedeck("verify", str(kept)).stdout


def test_a_game_is_kept_among_the_players_own_data(tmp_path: Path) -> None:
    fatedeck("play", "high-card", typed="quit\n", home=tmp_path)
    [kept] = (tmp_path / "fatedeck").glob("high-card-*.jsonl")
    assert kept.with_name(kept.name + ".secret").stat().st_mode & 0o077 == 0


def test_wrong_calls_get_one_sentence(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    fatedeck("play", "high-card", "--save", str(cut), typed="quit\n")
    assert "already exists" in one_sentence(fatedeck("play", "high-card", "--save", str(cut)))
    cut.write_text(cut.read_text("utf-8")[:-30], "utf-8")
    assert "cut off" in one_sentence(fatedeck("replay", str(cut)))
    assert "cut off" in one_sentence(fatedeck("verify", str(cut)))
    assert "can’t be read" in one_sentence(fatedeck("replay", str(tmp_path / "none")))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in one_sentence(fatedeck("verify", str(binary)))
    assert "no game “chess”" in one_sentence(process("play", "chess"))
    assert "Which game?" in one_sentence(fatedeck("play"))
    assert "no option “speed”" in one_sentence(fatedeck("play", "high-card", "--option", "speed=1"))
    assert "name=value" in one_sentence(fatedeck("play", "high-card", "--option", "speed"))
    assert "players" in one_sentence(fatedeck("play", "high-card", "--seat", "Ana"))


def test_a_list_option_is_typed_with_commas(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.jsonl")
    options = ["--option", "modules=combat,attack_simple", "--option", "stamina=gritty"]
    assert fatedeck("play", "deckahedron", *options, "--save", kept, typed="quit\n").returncode == 0
    header = json.loads(Path(kept).read_text("utf-8").splitlines()[0])
    assert header["options"] == {"modules": ["combat", "attack_simple"], "stamina": "gritty"}


def test_scenarios_are_run_and_counted(tmp_path: Path) -> None:
    folder = str(ROOT / "tests" / "scenarios" / "high-card")
    ran = fatedeck("scenario", folder)
    assert ran.returncode == 0
    assert ran.stdout.startswith("ok ")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("scenario: x\ngame: high-card\nseats: {Ana: player, Ben: player}\nstes: []\n")
    failed = fatedeck("scenario", str(wrong), "--json")
    assert failed.returncode == 1
    assert json.loads(failed.stdout)["line"] == 4
    assert "FAIL" in fatedeck("scenario", str(wrong)).stdout
    assert "no file" in one_sentence(fatedeck("scenario", str(tmp_path / "none.yaml")))


def test_a_game_is_put_to_the_laws() -> None:
    ran = fatedeck("laws", "high-card", "--actions", "200")
    assert ran.returncode == 0, ran
    assert ran.stdout == "High Card keeps every law (200 random steps from seed 0).\n"


def test_a_broken_law_is_said_before_the_next_table_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []

    def break_laws(ruleset: object, *, seed: int, **_: object) -> Iterator[Broken]:
        said.append(capsys.readouterr().out)
        yield Broken("hidden", "Ana can tell", seed)

    monkeypatch.setattr(laws, "break_laws", break_laws)
    assert not laws.keep_laws("high-card", 180, 3, [])
    assert said == ["", "hidden: Ana can tell (seed 3)\n", "hidden: Ana can tell (seed 4)\n"]


def test_a_record_from_before_questions_had_names_is_written_with_them(tmp_path: Path) -> None:
    """The words of an answer are not kept: its name is, and the game comes out the same."""
    old = ROOT / "tests/records/deckahedron/story-in-words.jsonl"
    new = tmp_path / "today.jsonl"
    assert "with today’s names" in fatedeck("convert", str(old), str(new)).stdout
    assert new.read_text("utf-8") == old.with_name("story.jsonl").read_text("utf-8")
    assert fatedeck("replay", str(old)).stdout == fatedeck("replay", str(new)).stdout


def test_an_offer_is_meant_by_its_own_words_before_any_command(tmp_path: Path) -> None:
    """“End the …” is an offer here; `end` alone asks once more before it ends the table."""
    kept = tmp_path / "game.jsonl"
    typed = "as gm\nopen the first scene\nend the session now\nend\n\nquit\n"
    ran = fatedeck("play", "deckahedron", "--save", str(kept), typed=typed)
    assert "“end the session now” isn’t on the list" in ran.stdout
    assert "This ends the table for good" in ran.stdout
    assert "The table has ended." not in ran.stdout
    assert "Saved. Play on with" in ran.stdout


def test_another_offer_leaves_a_form_and_each_heading_stands_once(tmp_path: Path) -> None:
    """“Take a …” is an offer in the middle of a form too, not the command `take SEAT`."""
    asked = "as Ana\n\nraise an attribute or a skill\nmelee\ntake a ready-made character\ndhutlo\n"
    ran = fatedeck(
        *("play", "realms-behind", "--seat", "Ana", "--machine", "Robo"),
        *("--save", str(tmp_path / "game.jsonl")),
        typed=f"{asked}as GM\n\nbegin the first day\nquit\n",
    )
    assert "There is no seat" not in ran.stdout
    assert "Ana takes Dhutlo." in ran.stdout
    listed = ran.stdout.partition("The first day begins.")[2].splitlines()
    assert [listed.count(heading) for heading in ("The scene", "The party")] == [1, 1]


def test_ending_the_session_asks_once_more(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.jsonl")
    made = "as Ana\ntake a ready\nWren\nas Ben\ntake a ready\nBrann\nas GM\nopen the first\n"
    ran = fatedeck(
        *("play", "deckahedron", "--save", kept),
        typed=f"{made}end the session\n\nend the session\nyes\n",
    )
    assert ran.stdout.count("End the session? That ends it for everyone.") == 2
    assert ran.stdout.count("The GM ends the session.") == 1
    assert "The game is over." in ran.stdout


def test_whoever_sits_down_by_name_stays_until_they_are_done(tmp_path: Path) -> None:
    typed = "as Ben\n1\nas Ana\ndone\nquit\n"
    kept = str(tmp_path / "game.jsonl")
    ran = fatedeck("play", "deckahedron", "--save", kept, typed=typed)
    assert "Ben> " in ran.stdout
    assert ran.returncode == 0, ran.stderr


def test_a_seat_for_the_machine_is_added_and_remembered(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.jsonl")
    seats = ("--seat", "Ana", "--machine", "Robo")
    first = fatedeck("play", "adventurer-factory", *seats, "--save", kept, typed="quit\n")
    assert first.returncode == 0, first.stderr
    again = fatedeck("play", "--resume", kept, typed="as Robo\nquit\n")
    assert "The machine plays Robo." in again.stdout


def test_two_programs_cannot_write_one_game(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    fatedeck("play", "high-card", "--save", str(kept), typed="quit\n")
    with kept.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        second = process("play", "--resume", str(kept), typed="quit\n")
    assert "is being played in another window" in one_sentence(second)


def test_rules_are_found_by_words_and_shown_without_our_marks() -> None:
    found = fatedeck("rules", "deckahedron", "wound", "card").stdout
    assert "DKH-61" in found
    assert "DKH-20 " not in found
    whole = fatedeck("rules", "adventurer-factory").stdout
    assert "[seed]" not in whole
    assert "**choice" not in whole
    assert "No rule of this game mentions" in one_sentence(fatedeck("rules", "high-card", "dragon"))


def test_why_alone_tells_the_rule_behind_what_was_said_last(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.jsonl")
    ran = fatedeck("play", "high-card", "--save", kept, typed="why\n1\n1\nKeep\n\nwhy\nquit\n")
    assert "Which rule? Name one, such as: why HC-1" in ran.stdout
    assert "HC-2: " in ran.stdout


def test_what_somebody_has_left_is_told_when_it_changes(tmp_path: Path) -> None:
    kept = str(tmp_path / "game.jsonl")
    ran = fatedeck("play", "high-card", "--save", kept, typed="1\n1\nSwap\nquit\n")
    assert re.search(r"Ana: .*1 → 0", ran.stdout), ran.stdout


def test_an_adventure_is_begun_looked_through_and_tried(tmp_path: Path) -> None:
    path = tmp_path / "gate.md"
    assert (
        "fatedeck adventure check" in fatedeck("adventure", "new", "deckahedron", str(path)).stdout
    )
    assert "already exists" in one_sentence(fatedeck("adventure", "new", "deckahedron", str(path)))
    assert "3 scenes, 1 to 4 heroes: fine." in fatedeck("adventure", "check", str(path)).stdout
    tried = fatedeck("adventure", "try", str(path), "--times", "4")
    assert tried.returncode == 0
    assert "all together: 100% live" in tried.stdout
    path.write_text(path.read_text("utf-8").replace("#the-road-home", "#the-rode-home"), "utf-8")
    assert f"{path}:20: “walk away” leads to #the-rode-home" in one_sentence(
        fatedeck("adventure", "check", str(path))
    )
    without = fatedeck("adventure", "new", "high-card", str(tmp_path / "duel.md"))
    assert "played without adventures" in one_sentence(without)


def test_solo_begins_with_a_scene_and_a_decision(tmp_path: Path) -> None:
    """The machine is the game master, and a hero is ready: the first word is the story's."""
    kept = tmp_path / "alone.jsonl"
    typed = "1\ngive Ana\ntake GM\nquit\n"
    ran = fatedeck("solo", "deckahedron", "--save", str(kept), typed=typed)
    assert "The road runs straight into brown water." in ran.stdout
    assert "Look\n  1. Look at the girl with the pole" in ran.stdout
    assert "Cross by the rope" in ran.stdout
    assert "She is perhaps sixteen" in ran.stdout
    assert "Leave one seat to a person" in ran.stdout
    assert "The rope holds one at a time." in " ".join(ran.stdout.split())
    resumed = fatedeck("play", "--resume", str(kept), typed="give GM\nquit\n")
    assert "The machine plays GM now" in resumed.stdout


def test_a_lesson_in_the_terminal_answers_a_wrong_move_and_goes_on() -> None:
    wrong, right = "Attempt\nDex\n\n", "Attempt\nStr\n\n"
    ran = fatedeck("learn", "deckahedron", typed=wrong + "why\n" + right + "quit\n")
    assert "Lesson 1 of 5: Your first flip" in ran.stdout
    told = " ".join(ran.stdout.split())
    assert "Forcing a door takes Strength." in told
    assert "Strength for physical force" in told
    assert "Your Strength is 3, so you read the edge with the crescent" in told
    assert "Come back any time" in told
    assert "has 5 lessons" in one_sentence(fatedeck("learn", "deckahedron", "6"))
    assert "Nobody has written lessons" in one_sentence(fatedeck("learn", "high-card"))


def test_a_hero_is_made_step_by_step_and_saved(tmp_path: Path) -> None:
    """DKH-9: six points; each step says what it means, Enter goes on to the next."""
    kept, hero = str(tmp_path / "game.jsonl"), tmp_path / "wren.json"
    typed = f"as Ana\nmake\nhat\nWren\n\nSpread six points\n2\n3\n1\n\n\nhero {hero}\nquit\n"
    told = " ".join(fatedeck("play", "deckahedron", "--save", kept, typed=typed).stdout.split())
    for said in (
        "Step 1 of 3: Who are you?",
        "“hat” isn’t on the list.",
        "So far: Wren",
        "Step 2 of 3: What are you good at?",
        "An attempt of standard difficulty: with 1 40%, with 2 45%, with 3 55%, with 4 60%",
        "So far: Strength 2, Dexterity 3, Intelligence 1",
        "Step 3 of 3: Ready?",
        "Wren is saved in",
    ):
        assert said in told
    assert '"dexterity": 3' in hero.read_text("utf-8")
    typed = f"as Ben\nhero {hero}\nbring {tmp_path}\nbring {hero}\nhero {hero}\nquit\n"
    told = " ".join(fatedeck("play", "--resume", kept, typed=typed).stdout.split())
    assert "Ben has no finished hero yet." in told
    assert "can’t be read." in told
    assert "Ben brings Wren from another table." in told
    assert "already exists. Choose another name." in told


def test_solo_climbs_the_ladder_of_a_duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rival is there from the start, the others wait; the machine says why it played."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = "adventurer-factory"
    above = one_sentence(fatedeck("solo", game, "tailor", home=tmp_path))
    assert "The Pale Tailor waits further up. Beat Pip Underbough first." in above
    typed = "why Pip Underbough\nquit\n"
    ran = fatedeck("solo", game, "--deck", "iron_road", typed=typed, home=tmp_path)
    assert "→ 1. Pip Underbough (Wanderer)" in ran.stdout
    assert "I’ve never lost." in " ".join(ran.stdout.split())
    assert "Pip Underbough: “" in ran.stdout
    remember_beaten(game, "pip")
    ran = fatedeck("solo", game, "ulla", typed="quit\n", home=tmp_path)
    assert "✓ 1. Pip Underbough" in ran.stdout
    assert "→ 2. Ulla Copperkettle (Apprentice)" in ran.stdout
