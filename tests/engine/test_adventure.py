"""Adventures as they are read: what each mark means, and what is said of a slip, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.adventure import Exit, Need
from fatedeck.engine.adventure_text import LONGEST, read_adventure, read_cover
from fatedeck.engine.marked_yaml import Misread

HEAD = "---\ntitle: The Gate\ngame: deckahedron\n---\n"

WHOLE = """\
---
title: The Gate
game: deckahedron
about: A gate stands where none should be.
seats: 2-3
options: {modules: [combat]}
defeat: "#the-road-home"
---

The porter is dead.

## The gate

> A gate stands here. A [porter](#the-porter) leans on it.

He does not breathe.

> **Handout: The bill**
>
> Three pence a head.

### The porter

> He is cold.

He died at noon. From here: [climb over](#the-garden "clue: The key; clock: The night under 3") or
[walk away](#the-road-home).

```stage
- do: add-foe
  with: {name: Crow}
  heroes: 3
```

```check Search him
do: call-for-flip
with: {player: the hero, stat: dexterity}
good: {tell: A key., clue: The key}
bad: {clock: {The night: 1}}
```

```clock The night
size: 3
shown: false
full: {go: the-road-home}
```

## The garden

> It is warm here.

## The road home

> You walk.
"""


def test_every_mark_means_something() -> None:
    told = read_adventure(WHOLE)

    assert (told.title, told.game, told.fewest, told.most) == ("The Gate", "deckahedron", 2, 3)
    assert told.options == {"modules": ["combat"]}
    assert told.notes == "The porter is dead."
    assert [scene.id for scene in told.scenes] == ["the-gate", "the-garden", "the-road-home"]
    gate = told.scenes[0]
    assert [part.text for part in gate.told] == ["A gate stands here. A porter leans on it."]
    assert gate.told[0].names == ("the-porter",)
    assert gate.notes == "He does not breathe."
    assert [(one.title, one.text) for one in gate.handouts] == [("The bill", "Three pence a head.")]
    assert [part.text for part in gate.things[0].told] == ["He is cold."]
    assert gate.things[0].notes.startswith("He died at noon.")
    needs = (Need("clue", "The key"), Need("clock", "The night", holds=False, count=3))
    assert gate.exits == (
        Exit("the-garden", "climb over", 26, needs),
        Exit("the-road-home", "walk away", 27),
    )
    assert [(step.act, step.heroes) for step in gate.stages[0].steps] == [
        ({"do": "add-foe", "name": "Crow"}, 3)
    ]
    check = gate.checks[0]
    assert check.step.act == {"do": "call-for-flip", "player": "the hero", "stat": "dexterity"}
    assert check.brings["good"].clues == ("The key",)
    assert check.brings["bad"].clocks == {"The night": 1}
    clock = told.clock("The night")
    assert clock is not None
    assert (clock.size, clock.shown) == (3, False)
    assert [scene.is_end() for scene in told.scenes] == [False, True, True]


def test_a_cover_is_read_without_the_scenes() -> None:
    cover = read_cover(WHOLE.replace("size: 3", "size: three"))
    assert (cover.title, cover.about) == ("The Gate", "A gate stands where none should be.")
    assert (cover.fewest, cover.most, cover.scenes) == (2, 3, ())
    with pytest.raises(Misread, match="title"):
        read_cover("---\ngame: deckahedron\n---\n## The gate\n")


def test_a_degree_that_is_not_written_is_as_the_one_beside_it() -> None:
    check = read_adventure(WHOLE).scenes[0].checks[0]

    great, dire = check.outcome("great"), check.outcome("dire")
    assert great is not None
    assert great.clues == ("The key",)
    assert dire is not None
    assert dire.clocks == {"The night": 1}
    assert check.outcome("mixed") == great
    assert check.outcome("") is None


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("no head", 1, "begins with its head"),
        ("---\ntitle: A\n---\n## S\n", 1, "“game:” is missing"),
        (HEAD, 1, "There is no scene"),
        (HEAD + "## S\n\n[on](#nowhere)\n", 7, "leads to #nowhere"),
        (HEAD + "## S\n## S\n", 6, "heading “S” on line 5 already"),
        (HEAD + '## S\n\n[on](#s "key: x")\n', 7, "“key: x” isn’t a condition"),
        (HEAD + '## S\n\n[on](#s "clock: Night 3")\n', 7, "no clock “Night”"),
        (HEAD + "## S\n\n```stage\n- do: [\n```\n", 9, "not YAML"),
        (HEAD + "## S\n\n```stage\n- do: a\n  wiht: {}\n```\n", 9, "a part of a step"),
        (HEAD + "## S\n\n```stage\n- do: tale.end\n```\n", 8, "an action of the game"),
        (HEAD + "## S\n\n```python\nprint()\n```\n", 7, "“python” isn’t a block"),
        (HEAD + "## S\n\n```check\ndo: a\n```\n", 7, "A check has a name"),
        (HEAD + "## S\n\n```check A\ndo: a\n```\n", 7, "has to say what it brings"),
        (HEAD + "## S\n\n```check A\ndo: a\ngood: {go: x}\n```\n", 9, "no scene “x”"),
        (HEAD + "## S\n\n```check A\ndo: a\ngood: {stage: x}\n```\n", 9, "no stage “x”"),
        (HEAD + "## S\n\n```clock A\nfull: {clock: {A: -1}}\n```\n", 8, "never back"),
        (HEAD + "## S\n\n```check A\ndo: a\ngood: He says: go.\n```\n", 9, "A colon inside"),
        (HEAD + "## S\n" + 2 * "\n```stage A\n- do: a\n```\n", 11, "a stage “A” on line 7 already"),
        (HEAD + "## S\n" + 2 * "\n```check A\ndo: a\ngood: b\n```\n", 7, "Two checks in “S”"),
        (HEAD + "## S\n\n```timer\nminutes: 10\n```\n", 7, "A timer has a name"),
        (HEAD + "## S\n\n```timer T\n{}\n```\n", 7, "“minutes:” is missing"),
        (HEAD + "## S\n\n```timer T\nminutes: [10, soon]\n```\n", 8, "from 1 to 999"),
        (HEAD + "## S\n\n```oracle\n[one, two]\n```\n", 7, "four words"),
        (HEAD + "## S\n\n> **Handout: Empty**\n", 7, "has a title"),
        (HEAD + "## S\n\n> **If clue: The key**\n", 7, "come the words"),
        (HEAD + "## S\n\n> **If clock: Night 3**\n>\n> Dark.\n", 7, "no clock “Night”"),
        (HEAD + "## S\n\n```stage\n- &a [*a]\n```\n", 8, "Write out what “*a” stands for"),
        (HEAD + "## S\n\n```stage\n" + "[" * 900 + "\n```\n", 7, "nested too deeply"),
        (HEAD + "## S\n\n```stage\n" + "[a, " * 900 + "\n```\n", 7, "nested too deeply"),
        (HEAD + "## S\n\n```stage\n" + "- " * 900 + "\n```\n", 7, "nested too deeply"),
        (HEAD + "## S\n\n```clock A\nsize: " + "9" * 9000 + "\n```\n", 8, "from 1 to 99"),
        (HEAD + "## S\n\n```clock A\nsize: !!int x\n```\n", 8, "and it is none"),
        (HEAD + '## S\n\n[on](#s "clock: A ' + "9" * 9000 + '")\n', 7, "isn’t a condition"),
        (HEAD + "## S\n\n```stage\n# " + "x" * 20_000 + "\n```\n", 7, "at most 20,000"),
        (HEAD + "## S\n\n" + "[a](#s)\n" * 61, 5, "at most 60 parts of a kind"),
        (HEAD + "".join(f"## S{n}\n" for n in range(201)), 1, "at most 200 scenes"),
        ("x" * (LONGEST + 1), 1, "at most 100,000 characters"),
        ("---\nseats: many\ntitle: A\ngame: b\n---\n## S\n", 2, "for how many heroes"),
        ("---\nlives: [1]\ntitle: A\ngame: b\n---\n## S\n", 2, "for each number of heroes"),
        ('---\ndefeat: "#x"\ntitle: A\ngame: b\n---\n## S\n', 2, "no scene “x”"),
    ],
)
def test_a_slip_is_told_with_its_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(Misread) as misread:
        read_adventure(text)

    assert sentence in str(misread.value)
    assert misread.value.line == line


def test_text_is_text() -> None:
    """What looks like a page stays words: nothing here is ever turned into HTML."""
    told = read_adventure(HEAD + "## S\n\n> <script>alert(1)</script> *Hush.*\n")

    assert told.scenes[0].told[0].text == "<script>alert(1)</script> Hush."


def test_headings_are_linked_to_as_on_any_page() -> None:
    for path in Path("src/fatedeck/games").glob("*/adventures/*.md"):
        assert read_adventure(path.read_text("utf-8")).scenes
