"""Decks in the terminal."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_cli import fatedeck, one_sentence


def test_the_starter_decks_are_listed_and_may_be_played(tmp_path: Path) -> None:
    listed = fatedeck("deck", "list").stdout
    names = [line.split()[0] for line in listed.splitlines()]
    assert len(names) == 3
    for name in names:
        assert "is ready to play" in fatedeck("deck", "check", name).stdout
        as_csv = tmp_path / f"{name}.csv"
        assert fatedeck("deck", "convert", name, str(as_csv)).returncode == 0
        assert "is ready to play" in fatedeck("deck", "check", str(as_csv)).stdout


def test_a_deck_is_built_found_wrong_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    typed = "add 4 Knight\nadd 1 Knight\nadd 1 Nobody\nremove 1 Knight\ncheck\nshow\nsave\nquit\n"
    built = fatedeck("deck", "build", str(file), typed=typed)
    for said in (
        "4 of 40 cards.",
        "A deck can have 4 Knight, not 5.",
        "There’s no card called “Nobody”.",
        "It has 3 cards, not 40: add 37.",
        "3 Knight",
    ):
        assert said in built.stdout, said
    assert "3 Knight" in file.read_text("utf-8")
    checked = fatedeck("deck", "check", str(file))
    assert checked.returncode == 1
    assert "add 37" in checked.stdout


def test_a_deck_is_not_left_unsaved_by_one_word(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    built = fatedeck("deck", "build", str(file), typed="add 2 Club\nadd ² Club\nquit\nsave\nquit\n")
    assert "The deck isn’t saved" in built.stdout
    assert file.read_text("utf-8") == "# mine\n2 Club\n"


def test_files_that_are_no_decks(tmp_path: Path) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_bytes(b"\xff\xfe4\x00 \x00K\x00")
    assert "isn’t written in UTF-8" in one_sentence(fatedeck("deck", "check", str(odd)))
    assert "can’t be read" in one_sentence(fatedeck("deck", "check", str(tmp_path)))


def test_cards_are_found_by_what_they_need_and_give() -> None:
    found = fatedeck("deck", "find", "provides=knight").stdout
    assert any(line.startswith("Knight (") for line in found.splitlines())
    assert "provides" in found
    both_hands = fatedeck("deck", "find", "fills=hand", "needs=dwarf").stdout
    assert both_hands.endswith("needs 1 Dwarf; provides nothing; fills Left-hand & Right-hand\n")
    assert "No card fits" in fatedeck("deck", "find", "type=race", "needs=knight").stdout
    assert "There’s no type" in one_sentence(fatedeck("deck", "find", "type=skill"))
    assert "isn’t a filter" in one_sentence(fatedeck("deck", "find", "colour=red"))
    assert "Use: deck list" in one_sentence(fatedeck("deck", "dance"))
    assert "can’t be read" in one_sentence(fatedeck("deck", "check", "none.txt"))


def test_a_card_is_read_at_the_table(tmp_path: Path) -> None:
    kept = str(tmp_path / "duel.jsonl")
    typed = "card miner's pick\ncard nobody\nquit\n"
    said = fatedeck(
        *("play", "adventurer-factory", "--against", "machine", "--save", kept), typed=typed
    ).stdout
    assert "Miner's Pick (cost 3; type Item, Tool; set Dwarf; needs Dwarf; " in said
    assert "There’s no card called “nobody”." in said
    assert "Guest is Player" in said
