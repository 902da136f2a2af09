"""Reading an adventure: one Markdown file that a game master reads from and a machine can run.

`##` is a scene, `###` somebody or something there, `>` is told to the players, a link to a heading
is a way on and its title the condition; fenced blocks put things on the table. All other text is
the game master's. `docs/writing-an-adventure.md` describes it whole; a slip is a fault that names
its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec.structs import replace

from fatedeck.engine.adventure import (
    DEGREES,
    Adventure,
    Check,
    Clock,
    Exit,
    Handout,
    Need,
    Outcome,
    Scene,
    Stage,
    Step,
    Thing,
    Timer,
    Told,
    find_stage,
    needed_in,
    outcomes,
)
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.marked_yaml import Marked, Misread, read_documents
from fatedeck.engine.steps import action_of, needed, parts_of

OPTION = "adventure"
"""The name under which a table's options keep the text of its adventure."""
LONGEST, MOST_LINES, MOST_LINKS = 100_000, 4_000, 1_000
"""So many characters, lines and brackets of links an adventure has at the most."""
MOST_SCENES, MOST_PARTS = 200, 60
"""How many scenes there may be, and how many paragraphs, ways on or checks in one of them."""
LONGEST_BLOCK, MOST_BRACKETS = 20_000, 500
"""What a block may hold: reading YAML that is nested without end takes time without end."""
_HEAD = (
    *("title", "game", "about", "seats", "minutes", "level", "licence"),
    *("options", "defeat", "lives", "takes"),
)
_BRINGS = ("tell", "clue", "lose", "clock", "stage", "go", "do")
_HANDOUT = re.compile(r"^Handout\s*:?\s*(.*)$", re.IGNORECASE)
_IF = re.compile(r"^If ((?:no )?clue:.*|clock:.*)$")
_NESTED = re.compile(r"[\[{]\s*(?:[\[{]\s*){7}|(?:[-?] ){8}")
_CLOCK = re.compile(r"(?P<name>.+?) (?P<under>under )?(?P<count>\d{1,4})")
"""A clock and its count, where no two spaces follow each other."""


def heading_id(title: str) -> str:
    """The name by which a heading is linked to, as Markdown pages have it.

    >>> heading_id("The Miller’s Wife, at night")
    'the-millers-wife-at-night'
    """
    plain = re.sub(r"[^\w\- ]", "", title.strip().lower())
    return plain.replace(" ", "-")


@lru_cache(maxsize=64)
def read_adventure(text: str) -> Adventure:
    """Read an adventure; what cannot be meant is a `Misread` with its line."""
    if len(text) > LONGEST:
        raise Misread(
            1, f"An adventure has at most {LONGEST:,} characters; this has {len(text):,}."
        )
    if text.count("\n") > MOST_LINES or text.count("[") > MOST_LINKS:
        raise Misread(1, f"An adventure has at most {MOST_LINES:,} lines and {MOST_LINKS:,} links.")
    cover, parts, body = _opened(text)
    reader = _Reader(body)
    adventure = replace(cover, scenes=tuple(reader.scenes()), notes=reader.preface)
    if len(adventure.scenes) > MOST_SCENES:
        raise Misread(1, f"An adventure has at most {MOST_SCENES} scenes.")
    if not adventure.scenes:
        raise Misread(1, "There is no scene; a scene begins with a heading like “## The gate”.")
    if adventure.defeat and adventure.scene(adventure.defeat) is None:
        raise Misread(parts["defeat"].line, f"There is no scene “{adventure.defeat}”.")
    _all_there(adventure)
    return adventure


def read_cover(text: str) -> Adventure:
    """What the head of an adventure says of it, without a look at its scenes."""
    return _opened(text)[0]


def _opened(text: str) -> tuple[Adventure, dict[str, Marked], str]:
    """An adventure as its head tells of it, the head's parts, and what is to be read yet."""
    head, line, body = _front_matter(text.replace("\r\n", "\n"))
    parts = parts_of(head, "the lines between ---", _HEAD)
    fewest, most = _span(parts["seats"]) if "seats" in parts else (1, 4)
    options = parts["options"].plain() if "options" in parts else {}
    if not isinstance(options, dict):
        raise Misread(parts["options"].line, "options must be a mapping (name: value).")
    cover = Adventure(
        title=needed(parts, "title", line).words("title"),
        game=needed(parts, "game", line).words("game"),
        scenes=(),
        about=_said(parts, "about"),
        fewest=fewest,
        most=most,
        minutes=_said(parts, "minutes"),
        level=_said(parts, "level"),
        licence=_said(parts, "licence"),
        options={str(name): value for name, value in options.items()},
        defeat=_said(parts, "defeat").removeprefix("#"),
        lives=_for_each(parts, "lives", 100, most - fewest + 1),
        takes=_for_each(parts, "takes", 999, most - fewest + 1),
    )
    return cover, parts, body


def _front_matter(text: str) -> tuple[Marked, int, str]:
    """The head of the file, and the rest of it with its lines where they were."""
    found = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    if found is None:
        raise Misread(1, "An adventure begins with its head: “---”, title and game, “---”.")
    head = next(_documents(found[1], 1), None)
    if head is None:
        raise Misread(1, "The head says neither title nor game.")
    return head, 1, "\n" * found[0].count("\n") + text[found.end() :]


def _documents(text: str, above: int) -> Iterator[Marked]:
    """YAML inside the file: its lines are counted from the file's first."""
    if len(text) > LONGEST_BLOCK:
        raise Misread(above, f"A block has at most {LONGEST_BLOCK:,} characters.")
    if _NESTED.search(text) or text.count("[") + text.count("{") > MOST_BRACKETS:
        raise Misread(above, "This block holds too much, or is nested too deeply.")
    try:
        for document in read_documents(text):
            yield _lower(document, above)
    except Misread as misread:
        told = str(misread)
        if "mapping values are not allowed" in told:
            told = (
                "A colon inside the words: put “|” after the name and the words on the next line."
            )
        raise Misread(misread.line + above, told) from misread


def _lower(marked: Marked, above: int) -> Marked:
    value = marked.value
    if isinstance(value, dict):
        value = {name: _lower(part, above) for name, part in value.items()}
    elif isinstance(value, list):
        value = [_lower(part, above) for part in value]
    return Marked(value, marked.line + above)


def _said(parts: dict[str, Marked], name: str) -> str:
    return parts[name].words(name).strip() if name in parts else ""


def _span(marked: Marked) -> tuple[int, int]:
    """`3` or `1-4`."""
    found = re.fullmatch(r"(\d)(?:\s*[-–]\s*(\d))?", marked.words("seats").strip())
    if found is None:
        raise Misread(marked.line, "seats: say for how many heroes, like 1-4.")
    return int(found[1]), int(found[2] or found[1])


def _for_each(parts: dict[str, Marked], name: str, most: int, counts: int) -> tuple[int, ...]:
    """A figure for each number of heroes, from the fewest on."""
    if name not in parts:
        return ()
    given = [one.value for one in parts[name].sequence(name)]
    found = [one for one in given if isinstance(one, int) and 0 <= one <= most]
    if found != given or len(found) != counts:
        said = f"{name}: a number from 0 to {most} for each number of heroes."
        raise Misread(parts[name].line, said)
    return tuple(found)


class _Part:
    """What is gathered under one heading."""

    def __init__(self, title: str, line: int) -> None:
        self.title, self.line = title, line
        self.told: list[Told] = []
        self.notes: list[str] = []

    @property
    def id(self) -> str:
        return heading_id(self.title)


class _Reader:
    """Goes through the file from top to bottom, scene by scene."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.tokens = MarkdownIt("commonmark", {"html": False}).parse(text)
        self.preface = ""

    def scenes(self) -> Iterator[Scene]:
        begin: list[Token] = []
        found: list[tuple[_Part, list[Token]]] = []
        place = 0
        while place < len(self.tokens):
            token = self.tokens[place]
            if token.type == "heading_open" and token.tag in ("h1", "h2"):
                title = _text(self.tokens[place + 1])
                if token.tag == "h2":
                    found.append((_Part(title, _line(token)), []))
                place += 3
                continue
            (found[-1][1] if found else begin).append(token)
            place += 1
        self.preface = self._source(begin)
        for scene, tokens in found:
            yield self._scene(scene, tokens)

    def _scene(self, here: _Part, tokens: Sequence[Token]) -> Scene:
        """A scene; what stands under a `###` belongs to that thing, blocks and links to both."""
        things: list[_Part] = []
        exits: list[Exit] = []
        handouts: list[Handout] = []
        stages: list[Stage] = []
        checks: list[Check] = []
        clocks: list[Clock] = []
        timers: list[Timer] = []
        about: tuple[str, ...] = ()
        for opener, block in _blocks(tokens):
            part = things[-1] if things else here
            exits += _exits(block)
            if opener.type == "heading_open" and opener.tag == "h3":
                things.append(_Part(_text(block[1]), _line(opener)))
            elif opener.type == "blockquote_open":
                paragraphs = list(_paragraphs(block))
                with_thing = part.id if things else ""
                if (handout := _handout(paragraphs, _line(opener), with_thing)) is not None:
                    handouts.append(handout)
                else:
                    names = tuple(way.to for way in _exits(block))
                    part.told.append(_told(paragraphs, _line(opener), names))
            elif opener.type == "fence" and (word := opener.info.split(" ")[0]) in _FENCES:
                name = opener.info[len(word) :].strip()
                given = next(_documents(opener.content, _line(opener)), None)
                given = Marked(None, _line(opener)) if given is None else given
                match word:
                    case "stage":
                        stages.append(Stage(name, _steps(given), _line(opener)))
                    case "check":
                        checks.append(_check(name, given, _line(opener)))
                    case "clock":
                        clocks.append(_clock(name, given, _line(opener)))
                    case "timer":
                        timers.append(_timer(name, given, _line(opener)))
                    case _:
                        about = tuple(w.words("oracle") for w in given.sequence("oracle"))
                        if len(about) != 4:
                            raise Misread(_line(opener), "oracle: four words, one for each suit.")
            elif opener.type == "fence":
                known = ", ".join(_FENCES)
                raise Misread(_line(opener), f"“{opener.info}” isn’t a block. Blocks: {known}.")
            else:
                part.notes.append(self._source(block))
        at_hand = {thing.id for thing in things}
        return Scene(
            id=here.id,
            title=here.title,
            line=here.line,
            told=tuple(here.told),
            notes="\n\n".join(here.notes),
            things=tuple(
                Thing(one.id, one.title, one.line, tuple(one.told), "\n\n".join(one.notes))
                for one in things
            ),
            handouts=tuple(handouts),
            exits=tuple(way for way in exits if way.to not in at_hand),
            stages=tuple(stages),
            checks=tuple(checks),
            clocks=tuple(clocks),
            timers=tuple(timers),
            about=about,
        )

    def _source(self, tokens: Sequence[Token]) -> str:
        """The text as it was written."""
        spans = [token.map for token in tokens if token.map is not None]
        if not spans:
            return ""
        first, last = min(span[0] for span in spans), max(span[1] for span in spans)
        return "\n".join(self.lines[first:last]).strip()


_FENCES = ("stage", "check", "clock", "timer", "oracle")


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map is not None else 1


def _blocks(tokens: Sequence[Token]) -> Iterator[tuple[Token, Sequence[Token]]]:
    """The outermost blocks, each with all that is in it."""
    place = 0
    while place < len(tokens):
        end, depth = place, int(tokens[place].nesting)
        while depth > 0:
            end += 1
            depth += tokens[end].nesting
        yield tokens[place], tokens[place : end + 1]
        place = end + 1


def _text(inline: Token) -> str:
    """What people read of a line."""
    return _words(inline.children or [])


def _words(tokens: Sequence[Token]) -> str:
    said = ""
    for token in tokens:
        if token.type == "softbreak":
            said += " "
        elif token.type == "hardbreak":
            said += "\n"
        else:
            said += token.content
    return said.strip()


def _paragraphs(block: Sequence[Token]) -> Iterator[str]:
    for token in block:
        if token.type == "inline":
            yield _text(token)
        elif token.type in ("fence", "code_block"):
            yield token.content.strip()


def _handout(paragraphs: Sequence[str], line: int, thing: str) -> Handout | None:
    """A blockquote that begins with the word Handout is shown on its own."""
    first, *rest = paragraphs or [""]
    opening, _, more = first.partition("\n") if "\n" in first else (first, "", "")
    found = _HANDOUT.match(opening)
    if found is None:
        return None
    title, text = found[1].strip(), "\n".join(part for part in (more, *rest) if part)
    if not title or not text:
        raise Misread(
            line, "A handout has a title, “> **Handout: The letter**”, and then its text."
        )
    return Handout(title, text, line, thing)


def _told(paragraphs: Sequence[str], line: int, names: tuple[str, ...]) -> Told:
    """Words to tell; a first line `**If clue: The key**` says when."""
    first, *rest = "\n".join(paragraphs).split("\n")
    if (found := _IF.match(first)) is None:
        return Told("\n".join([first, *rest]), line, names)
    if not rest:
        raise Misread(line, "After “**If …**” come the words, with an empty “>” between.")
    return Told("\n".join(rest), line, names, tuple(_needs(found[1], line)))


def _exits(block: Sequence[Token]) -> Iterator[Exit]:
    """The links to headings in a block, each with the line it stands on."""
    for token in block:
        line, opened = _line(token), None
        within: list[Token] = []
        for child in token.children or () if token.type == "inline" else ():
            within.append(child)
            if child.type == "link_open":
                opened, within = (child, line), []
            elif child.type == "link_close" and opened is not None:
                link, at = opened
                to, title = str(link.attrs.get("href", "")), str(link.attrs.get("title", ""))
                if to.startswith("#"):
                    yield Exit(to[1:], _words(within), at, tuple(_needs(title, at)))
                opened = None
            line += child.type in ("softbreak", "hardbreak")


def _needs(title: str, line: int) -> Iterator[Need]:
    """Conditions as a link's title has them: `clue: The key; clock: The flood 3`."""
    for part in filter(None, (part.strip() for part in title.split(";"))):
        kind, colon, name = (" ".join(word.split()) for word in part.partition(":"))
        if colon and kind in ("clue", "no clue"):
            yield Need("clue", name, kind == "clue")
        elif colon and kind == "clock" and (found := _CLOCK.fullmatch(name)) is not None:
            yield Need("clock", found["name"], not found["under"], int(found["count"]))
        else:
            told = "“clue: …”, “no clue: …”, “clock: … 3” and “clock: … under 3”"
            raise Misread(line, f"“{part}” isn’t a condition. You can use {told}.")


def _steps(given: Marked) -> tuple[Step, ...]:
    return tuple(_step(step) for step in given.sequence("the block"))


def _step(given: Marked) -> Step:
    parts = parts_of(given, "a step", ("do", "with", "heroes"))
    if needed(parts, "do", given.line).words("do").startswith("tale."):
        raise Misread(given.line, "A step has to be an action of the game, not of the tale.")
    return Step(action_of(parts), given.line, _count(parts, "heroes", 1))


def _count(parts: dict[str, Marked], name: str, default: int) -> int:
    if name not in parts:
        return default
    value = parts[name].value
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 99:
        raise Misread(parts[name].line, f"{name}: a whole number from 1 to 99.")
    return value


def _check(name: str, given: Marked, line: int) -> Check:
    if not name:
        raise Misread(line, "A check has a name: ```check Cross the weir")
    parts = parts_of(given, "a check", ("do", "with", "kept", "when", *DEGREES))
    needed(parts, "do", line)
    kept = parts["kept"].value if "kept" in parts else False
    if not isinstance(kept, bool):
        raise Misread(parts["kept"].line, "kept: true or false.")
    brings = {degree: _outcome(parts[degree]) for degree in DEGREES if degree in parts}
    if not brings:
        raise Misread(line, f"A check has to say what it brings: {', '.join(DEGREES)}.")
    needs = tuple(_needs(_said(parts, "when"), parts["when"].line)) if "when" in parts else ()
    return Check(name, Step(action_of(parts), line), brings, line, kept, needs)


def _outcome(given: Marked) -> Outcome:
    if isinstance(given.value, str):
        return Outcome(given.line, given.value.strip())
    parts = parts_of(given, "what a check brings", _BRINGS)
    clocks: dict[str, int] = {}
    for name, ticks in parts["clock"].mapping("clock").items() if "clock" in parts else ():
        if not isinstance(ticks.value, int):
            raise Misread(ticks.line, f"clock: by how many ticks does “{name}” move?")
        clocks[name] = ticks.value
    return Outcome(
        given.line,
        _said(parts, "tell"),
        _names(parts, "clue"),
        _names(parts, "lose"),
        clocks,
        _said(parts, "stage"),
        _said(parts, "go").removeprefix("#"),
        _steps(parts["do"]) if "do" in parts else (),
    )


def _names(parts: dict[str, Marked], name: str) -> tuple[str, ...]:
    if name not in parts:
        return ()
    if isinstance(parts[name].value, list):
        return tuple(one.words(name) for one in parts[name].sequence(name))
    return (parts[name].words(name),)


def _clock(name: str, given: Marked, line: int) -> Clock:
    if not name:
        raise Misread(line, "A clock has a name: ```clock The flood")
    parts = parts_of(given, "a clock", ("size", "shown", "full"))
    size = _count(parts, "size", 4)
    shown = parts["shown"].value if "shown" in parts else True
    if not isinstance(shown, bool):
        raise Misread(parts["shown"].line, "shown: true or false.")
    return Clock(name, size, line, shown, _outcome(parts["full"]) if "full" in parts else None)


def _timer(name: str, given: Marked, line: int) -> Timer:
    if not name:
        raise Misread(line, "A timer has a name: ```timer The hourglass")
    parts = parts_of(given, "a timer", ("minutes",))
    asked = needed(parts, "minutes", line)
    some = asked.sequence("minutes") if isinstance(asked.value, list) else [asked]
    minutes = [one.value for one in some]
    found = [one for one in minutes if isinstance(one, int) and 1 <= one <= 999]
    if found != minutes or not found:
        raise Misread(
            asked.line, "minutes: a number from 1 to 999, or one for each count of heroes."
        )
    return Timer(name, tuple(found), line)


def _all_there(adventure: Adventure) -> None:
    """Everything that is named is somewhere, and once."""
    headings: dict[str, int] = {}
    for name, title, line in _headings(adventure):
        if not name:
            raise Misread(line, "This heading has no words to link to.")
        if name in headings:
            raise Misread(line, f"There is a heading “{title}” on line {headings[name]} already.")
        headings[name] = line
    clocks: dict[str, int] = {}
    for clock in adventure.clocks():
        if clock.name in clocks:
            at = clocks[clock.name]
            raise Misread(clock.line, f"There is a clock “{clock.name}” on line {at} already.")
        clocks[clock.name] = clock.line
        if clock.full is not None and any(ticks < 0 for ticks in clock.full.clocks.values()):
            raise Misread(clock.full.line, "A full clock can move others on, but never back.")
    stages: dict[str, int] = {}
    for stage in (stage for scene in adventure.scenes for stage in scene.stages if stage.name):
        if stage.name in stages:
            at = stages[stage.name]
            raise Misread(stage.line, f"There is a stage “{stage.name}” on line {at} already.")
        stages[stage.name] = stage.line
    for scene in adventure.scenes:
        _all_there_in(adventure, scene, headings)


def _headings(adventure: Adventure) -> Iterator[tuple[str, str, int]]:
    for scene in adventure.scenes:
        yield scene.id, scene.title, scene.line
        for thing in scene.things:
            yield thing.id, thing.title, thing.line


def _all_there_in(adventure: Adventure, scene: Scene, headings: dict[str, int]) -> None:
    parts = (scene.told, scene.things, scene.handouts, scene.exits, scene.stages, scene.checks)
    if any(len(some) > MOST_PARTS for some in parts):
        raise Misread(scene.line, f"A scene has at most {MOST_PARTS} parts of a kind.")
    for way in scene.exits:
        if way.to not in headings:
            raise Misread(
                way.line, f"“{way.words}” leads to #{way.to}, and there is no such heading."
            )
    for line, needs in needed_in(scene):
        for need in needs:
            if need.kind == "clock" and adventure.clock(need.name) is None:
                raise Misread(line, f"There is no clock “{need.name}”.")
    checks = [check.name for check in scene.checks]
    for check in scene.checks:
        if checks.count(check.name) > 1:
            raise Misread(check.line, f"Two checks in “{scene.title}” are called “{check.name}”.")
    for outcome in outcomes(scene):
        if outcome.go and adventure.scene(outcome.go) is None:
            raise Misread(outcome.line, f"There is no scene “{outcome.go}” to go to.")
        for name in outcome.clocks:
            if adventure.clock(name) is None:
                raise Misread(outcome.line, f"There is no clock “{name}”.")
        if outcome.stage and find_stage(adventure, outcome.stage) is None:
            raise Misread(outcome.line, f"There is no stage “{outcome.stage}”.")


def options_of(text: str) -> dict[str, object]:
    """The options of a table that plays this adventure: its text, and what it says of others."""
    return {**read_adventure(text).options, OPTION: text}


def adventure_of(options: dict[str, object]) -> Adventure | None:
    """The adventure that a table plays: its text is kept among the table's options."""
    text = options.get(OPTION)
    if text is None:
        return None
    if not isinstance(text, str):
        raise Unreadable("An adventure has to be text.")
    try:
        return read_adventure(text)
    except Misread as misread:
        raise Unreadable(
            f"The adventure cannot be read: line {misread.line}: {misread}"
        ) from misread
