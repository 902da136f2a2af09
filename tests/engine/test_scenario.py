"""The scenario runner fails where it should, and names the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.marked_yaml import Misread, read_documents
from fatedeck.engine.scenario import Result, run, run_file, scenario_files

HEAD = """\
scenario: a title
game: high-card
seats: {Ana: player, Ben: player}
given:
  players: {Ana: {hand: ["05", "12"]}, Ben: {hand: ["01", "07"], tokens: 0}}
  deck: ["06", ...]
steps:
"""


def outcome(text: str) -> Result:
    [document] = read_documents(text)
    return run(document, "file.yaml")


def after(steps: str) -> Result:
    return outcome(HEAD + steps)


LAY = "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: Keep}]"


def test_a_true_scenario_passes() -> None:
    assert after(LAY + ", state: {turn: Ben, players/Ana/hand: 1, deck: 8}}").ok


@pytest.mark.parametrize(
    ("steps", "line", "found"),
    [
        (LAY + ",\n   state: {turn: Ana}}", 9, "Ben"),
        (LAY + ",\n   state: {players/Ana/hand: 2}}", 9, "1 cards"),
        (LAY + ",\n   state: {players/Ana/hand: ['05']}}", 9, "1 cards: ['12']"),
        (LAY + ",\n   state: {players: {Ana: {tokens: 0}}}}", 9, "tokens"),
        (LAY + ",\n   state: {players: {}}}", 9, "Ana"),
        (LAY + ",\n   log: [Ben lays]}", 9, "Ana lays 05."),
        (LAY + ",\n   asked: {Ben: {}}}", 9, "nothing is asked"),
        (LAY + ",\n   refused: HC-2}", 9, "it was allowed"),
        ("- offered:\n    Ben: [lay]", 9, "[]"),
        ("- not_offered: {Ana: {lay: HC-2}}", 8, "it is offered"),
        ("- not_offered: {Ben: {lay: HC-9}}", 8, "It is Ana's turn."),
        ("- not_offered: {Ben: {lay: absent}}", 8, "shown: It is Ana's turn."),
        ("- sees: {Ben: ['12']}", 8, "it is not there"),
        ("- hides: {Ana: ['12']}", 8, "it is there"),
        ("- {by: Ben, do: lay, with: {card: '07'},\n   refused: HC-3}", 9, "(HC-2)"),
        ("- {by: Ben, do: lay, with: {card: '07'},\n   refused: {says: later}}", 9, "It is Ana"),
        ("- {by: Ben, do: lay, with: {card: '07'}}", 8, "refused: It is Ana's turn."),
        (
            "- by: Ana\n  do: lay\n  with: {card: '05'}\n"
            "  odds: {of: turn, is: {Ana: 1}, always: {Spend: Keep}}",
            11,
            "Ben: 1",
        ),
    ],
)
def test_what_is_not_true_fails_and_says_what_was_found(steps: str, line: int, found: str) -> None:
    result = after(steps)
    assert not result.ok
    assert result.line == line
    assert found in result.found


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("game: high-card", 1, "“scenario:” is missing"),
        ("scenario: x\ngame: low-card\nseats: {}\nsteps: []", 2, "There is no game “low-card”"),
        ("scenario: x\ngame: high-card\nsteps: []", 1, "“seats:” is missing"),
        ("scenario: x\ngame: high-card\nseats: {Ana: player}\nsteps: []", 3, "2 to 4 players"),
        (HEAD.replace("given", "gvien") + "- {}", 5, "“gvien” isn’t a part of a scenario"),
        (HEAD.replace("tokens", "tokns") + "- {}", 5, "no “tokns”"),
        (HEAD.replace("deck", "dekc") + "- {}", 6, "no “dekc”"),
        (HEAD.replace("'06'", "06").replace('"06"', '"16"') + "- {}", 6, "no card 16"),
        (HEAD.replace('"06"', '"05"') + "- {}", 6, "no card 05 left"),
        (HEAD.replace('["06", ...]', "13") + "- {}", 6, "aren’t 13 cards left"),
        (HEAD.replace('["06", ...]', "much") + "- {}", 6, "A pile is a list of cards"),
        (HEAD.replace("tokens: 0", "tokens: none") + "- {}", 5, "does not fit the game"),
        (HEAD + "- {by: Ana, does: lay}", 8, "“does” isn’t a part of a step"),
        (HEAD + "- {do: lay}", 8, "“by:” is missing"),
        (HEAD + "- {by: Ana, do: lay, with: {card: '05'}}", 8, "A question is not answered"),
        (HEAD + LAY + ",\n   chance: ['03']}", 9, "03 was never asked for"),
        (
            HEAD
            + "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: Keep},\n  {Ben: Keep}]}",
            9,
            "Ben was never asked",
        ),
        (
            HEAD + "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ben: Keep}]}",
            8,
            "Ben is not asked now",
        ),
        (HEAD + "- state: {playrs: 1}", 8, "There is no “playrs”"),
        (HEAD + "- {with: {card: '05'}}", 8, "`with` goes with `do`"),
        (HEAD + "- {by: Ana, do: lay, with: {card: '05'}, odds: {of: turn, is: {}}}", 8, "how to"),
        ("scenario: x\nscenario: y", 2, "is here twice"),
    ],
)
def test_a_typo_is_a_fault_that_names_its_line(
    text: str, line: int, found: str, tmp_path: Path
) -> None:
    file = tmp_path / "typo.yaml"
    file.write_text(text, "utf-8")
    [result] = run_file(file)
    assert not result.ok
    assert found in result.found
    assert result.line == line


def test_chance_that_a_step_does_not_name_is_a_fault() -> None:
    swap = "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: Swap}]}"
    result = outcome(HEAD.replace('deck: ["06", ...]', "deck: 3\n  gone: rest") + swap)
    assert "the step does not name: a card of deck (" in result.found


def test_a_label_that_is_half_remembered_is_answered_with_the_names_that_a_file_uses() -> None:
    swap = "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: swop}]}"
    result = outcome(HEAD + swap)
    assert "“swop” is not one of: Swap, Keep." in result.found
    assert "Their names: yes, no." in result.found


def test_undo_salts_and_cancelling_are_steps_too() -> None:
    steps = (
        "- {by: Ana, do: lay, with: {card: '05'}, asked: {Ana: {}}}\n"
        "- {cancel: Ana, state: {players/Ana/hand: 2}}\n"
        "- {salt: {Ben: a word}}\n"
        "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: Keep}], state: {turn: Ben}}\n"
        "- {undo: last, state: {turn: Ana}}\n"
        "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: Keep}]}\n"
        "- {undo: Ana, state: {turn: Ana}}\n"
        "- {by: Ana, do: lay, with: {card: '05'}, answers: [{Ana: Keep}]}\n"
        "- {undo: 1, state: {turn: Ana}}\n"
    )
    result = after(steps)
    assert result.ok, result


def test_cards_not_named_stay_in_the_game() -> None:
    state = "- {state: {deck: 8, players/Ana/hand: ['05', '12'], players/Ben/hand: 2, gone: 0}}"
    assert after(state).ok
    emptied = HEAD.replace('["06", ...]', "[]")
    assert "nowhere to go" in outcome(emptied + "- {}").found
    gone = emptied.replace("deck: []", "deck: []\n  gone: rest")
    assert outcome(gone + "- {state: {deck: 0, gone: 8}}").ok


def test_yaml_has_no_surprises() -> None:
    [document] = read_documents("{a: Yes, b: 09, c: 1e3, d: 12, e: true, f: ~, g: 1.5, h: 1:30}")
    assert document.plain() == {
        "a": "Yes",
        "b": "09",
        "c": "1e3",
        "d": 12,
        "e": True,
        "f": None,
        "g": 1.5,
        "h": "1:30",
    }
    with pytest.raises(Misread):
        list(read_documents("a: [1"))


def test_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no scenario"):
        scenario_files(tmp_path)
    with pytest.raises(Unreadable, match="no file"):
        scenario_files(tmp_path / "none.yaml")
    (tmp_path / "empty.yaml").write_text("")
    [path] = scenario_files(tmp_path)
    [result] = run_file(path)
    assert not result.ok
