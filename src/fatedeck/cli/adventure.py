"""Adventures from the command line: checked, tried many times, and begun from a skeleton."""

from __future__ import annotations

from pathlib import Path

from fatedeck.bots.beginning import skeleton
from fatedeck.bots.checking import problems
from fatedeck.bots.trying import Tries, summary, tries
from fatedeck.engine.adventure import Adventure
from fatedeck.engine.adventure_text import options_of, read_adventure
from fatedeck.engine.codec import text_of
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.files import load_text
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.ruleset import AnyRuleset, find_game, games


def told_options(ruleset: AnyRuleset, adventure: str) -> dict[str, object]:
    """The options of a table that plays an adventure: of the box by its name, or a file."""
    text = text_of(ruleset, adventure) or load_text(Path(adventure))
    _read(text, adventure)
    return options_of(text)


def check_adventure(path: Path) -> bool:
    """Print all that is wrong with an adventure, a line each; whether it is clean."""
    text = _text(str(path))
    told = _read(text, str(path))
    found = problems(text)
    for problem in found:
        print(f"{path}:{problem.line}: {problem.sentence}")
    if not found:
        count = len(told.scenes)
        scenes = "1 scene" if count == 1 else f"{count} scenes"
        print(f"{path}: “{told.title}”, {scenes}, {told.fewest} to {told.most} heroes: fine.")
    return not found


def try_adventure(path: str, times: int, heroes: int | None, seed: str) -> bool:
    """Let the machine play an adventure many times, and tell how it went; whether none stalled."""
    text = _text(path)
    told = _read(text, path)
    counts = range(told.fewest, told.most + 1) if heroes is None else range(heroes, heroes + 1)
    found = Tries(told, list(tries(text, times, counts, seed)))
    print("\n".join(summary(found, counts)))
    return not found.stalled


def new_adventure(game: str, to: Path | None) -> None:
    """Write a small adventure that checks, to begin from."""
    ruleset = find_game(game)
    text = skeleton(ruleset)
    path = to or Path("adventure.md")
    if path.exists():
        raise Unreadable(f"{path} already exists. Name another file.")
    path.write_text(text, "utf-8")
    print(f"Start from {path}, and check it with: fatedeck adventure check {path}")


def _text(given: str) -> str:
    """The text of a file, or of an adventure of the box."""
    for ruleset in games():
        if given in ruleset.adventures:
            return ruleset.adventures[given]
    return load_text(Path(given))


def _read(text: str, given: str) -> Adventure:
    try:
        return read_adventure(text)
    except Misread as misread:
        raise Unreadable(f"{given}:{misread.line}: {misread}") from misread
