"""Adventures from the command line: checked, tried many times, and begun from a skeleton."""

from __future__ import annotations

from pathlib import Path

from fatedeck.bots.checking import problems
from fatedeck.bots.trying import Tries, tries
from fatedeck.cli.reading import load_text
from fatedeck.engine.adventure import Adventure
from fatedeck.engine.adventure_text import options_of, read_adventure
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.tale import Played


def told_options(ruleset: AnyRuleset, adventure: str) -> dict[str, object]:
    """The options of a table that plays an adventure: of the box by its name, or a file."""
    text = ruleset.adventures.get(adventure) or load_text(Path(adventure))
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
        scenes = len(told.scenes)
        print(
            f"{path}: “{told.title}”, {scenes} scenes, {told.fewest} to {told.most} heroes: fine."
        )
    return not found


def try_adventure(path: str, times: int, heroes: int | None, seed: str) -> bool:
    """Let the machine play an adventure many times, and tell how it went; whether none stalled."""
    text = _text(path)
    told = _read(text, path)
    counts = range(told.fewest, told.most + 1) if heroes is None else range(heroes, heroes + 1)
    found = Tries(told, list(tries(text, times, counts, seed)))
    print(f"“{told.title}”, {times} times with {_said(counts)}")
    for count in counts:
        alike = Tries(told, [run for run in found.runs if run.heroes == count])
        if alike.runs:
            words = "hero lives" if count == 1 else "heroes live"
            print(f"  {count} {words}: {alike.lived:.0%}, in {alike.minutes[1]} minutes")
    print(f"  all together: {found.lived:.0%} live")
    for words, (short, middle, long) in (("draws", found.draws), ("minutes", found.minutes)):
        print(f"  {words}: {middle}, mostly {short} to {long}")
    for ending, count in found.endings.most_common():
        print(f"  it ends with “{ending}”: {count / times:.0%}")
    for killer, count in found.felled_by.most_common(5):
        print(f"  the heroes fall in {killer}: {count / times:.0%}")
    for title in found.never_seen:
        print(f"  never seen: {title}")
    for run in found.stalled[:5]:
        print(f"  stalled with {run.heroes}: {run.stalled}")
    return not found.stalled


def new_adventure(game: str, to: Path | None) -> None:
    """Write a small adventure that checks, to begin from."""
    ruleset = find_game(game)
    if not issubclass(ruleset.State, Played):
        raise Unreadable(f"{ruleset.title} is played without adventures.")
    path = to or Path("adventure.md")
    if path.exists():
        raise Unreadable(f"{path} already exists. Name another file.")
    path.write_text(skeleton(ruleset), "utf-8")
    print(f"Start from {path}, and check it with: fatedeck adventure check {path}")


def skeleton(ruleset: AnyRuleset) -> str:
    """A small adventure for a game."""
    return SKELETON.format(game=ruleset.id)


SKELETON = """\
---
title: The Locked Gate
game: {game}
about: A gate stands where none should be, and somebody behind it is calling.
seats: 1-4
minutes: 15
licence: CC BY 4.0
---

What only the game master reads: who is behind the gate, and why.

## The gate

> A gate of black iron stands across the road. Behind it a [child](#the-child) is calling your name.

### The child

> She has your eyes, and no shadow.

She wants company. From here: [climb over](#behind-the-gate), or [walk away](#the-road-home).

## Behind the gate

> It is warm here, and you can no longer say which way you came.

## The road home

> The calling follows you for a mile, and then it stops.
"""


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


def _said(counts: range) -> str:
    if len(counts) == 1:
        return "1 hero" if counts[0] == 1 else f"{counts[0]} heroes"
    return f"{counts[0]} to {counts[-1]} heroes"
