"""What commands stand on: reading what was typed, printing, and saying what is not installed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
from click.testing import CliRunner, Result

from fatedeck import cli
from fatedeck.terminal.console import Console, Passing
from fatedeck.terminal.typed import App, Argument, Exit, Option

told: list[object] = []
app = App("cards", help="Cards.", version="1.2.3")
more = App("more", help="More.")
app.add(more)


def _only_text(path: Path | None) -> Path | None:
    told.append(path)
    return path


@app.command(epilog="Example: cards turn 2 Ana")
def turn(
    number: Annotated[int, Argument(help="How many.", min=1, max=3)],
    names: Annotated[list[str] | None, Argument(help="Whose.")] = None,
    file: Annotated[Path | None, Option(help="From where.", callback=_only_text)] = None,
    tag: Annotated[list[str] | None, Option("--tag", help="Once for each.")] = None,
    speed: Annotated[float, Option(help="How fast.")] = 1.5,
    down: Annotated[bool, Option("--down", help="Face down.")] = False,
) -> None:
    """Turn some cards."""
    told.append((number, names, file, tag, speed, down))
    raise Exit(3 if down else 0)


@more.command("again", epilog="Example: cards more again")
def turn_again() -> None:
    """Turn them again."""
    told.append("again")


def run(*words: str) -> Result:
    told.clear()
    return CliRunner().invoke(app.group, words)


def test_what_is_typed_comes_as_its_type() -> None:
    assert run("turn", "2").exit_code == 0
    assert told == [None, (2, None, None, None, 1.5, False)]
    words = (
        "turn",
        "3",
        "Ana",
        "Ben",
        "--file",
        "a.txt",
        "--tag",
        "x",
        "--tag",
        "y",
        "--speed",
        "2",
    )
    assert run(*words, "--down").exit_code == 3
    assert told[1:] == [(3, ["Ana", "Ben"], Path("a.txt"), ["x", "y"], 2.0, True)]
    assert run("more", "again").exit_code == 0
    assert told == ["again"]


def test_a_wrong_word_is_one_sentence_and_nothing_is_done() -> None:
    for words, sentence in {
        ("turn", "9"): "9 is not in the range 1<=x<=3",
        ("turn", "two"): "'two' is not a valid integer",
        ("turn",): "Missing argument",
        ("trun", "1"): "No such command 'trun'",
    }.items():
        refused = run(*words)
        assert refused.exit_code == 2
        assert sentence in refused.output
        assert not told


def test_help_tells_all_of_it_in_the_order_of_the_code() -> None:
    told_help = run("turn", "--help").output
    for words in ("Turn some cards.", "How many.", "Face down.", "[default: 1.5", "Example: cards"):
        assert words in told_help
    listed = run("--help").output
    assert listed.index("more") < listed.index("turn")
    assert run("--version").output == "cards 1.2.3\n"


def test_words_give_the_terminal_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    """Not to write to the clipboard, nor to read from right to left; a joined picture stays."""
    Console().print("Hi\x1b]52;c;aGk=\x07, \x9b2J\rAna\u202e! \U0001f469\u200d\U0001f33e", "")
    assert capsys.readouterr().out == "Hi]52;c;aGk=, 2JAna! \U0001f469\u200d\U0001f33e\n"


def test_lines_are_wrapped_between_words_and_styled_only_on_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    Console(wrap=True).print("Ana draws a card and shows it to Ben\nBen nods", "bold", indent=2)
    assert capsys.readouterr().out == "  Ana draws a card and shows\n  it to Ben\n  Ben nods\n"
    Console().print("Ana draws a card and shows it to Ben", end="!\n")
    assert capsys.readouterr().out == "Ana draws a card and shows it to Ben!\n"
    with Passing() as passing:
        passing.show("Weighing", 0.5, "a line")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("uvicorn", "table"),
        ("sqlalchemy.ext", "table"),
        ("distributed", "cluster"),
        ("numpy", "bots"),
    ],
)
def test_what_is_missing_is_named_with_what_brings_it(module: str, extra: str) -> None:
    said = cli._not_installed(ModuleNotFoundError(name=module))
    assert f"pip install 'fatedeck[{extra}]'" in str(said)


def test_a_module_that_nothing_brings_is_a_fault_of_ours() -> None:
    fault = ModuleNotFoundError(name="fatedeck.nonesuch")
    assert cli._not_installed(fault) is fault
