"""The rules of a game as a book: chapters, clauses, examples, tables and an index, as plain data.

One reading of `rules.md` serves the printed book, the EPUB and the web book. A player's book leaves
out what is written for programs and for whoever asks where a rule comes from; with `sources` all of
that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from fatedeck.engine.house import house_of
from fatedeck.engine.overlay import Change, Loader
from fatedeck.engine.rulebook import MARK, ORIGIN, without_marks
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.titles import spoken

Manner: TypeAlias = Literal["", "strong", "em", "code", "ref"]


class Span(Struct, frozen=True, omit_defaults=True):
    """A stretch of a line: plain, emphasised, a name from the data, or a clause to turn to."""

    text: str
    manner: Manner = ""


Line: TypeAlias = tuple[Span, ...]


class Numbered(Struct, frozen=True, tag="clause"):
    """A clause or an example with its number. `marks` say where it comes from, and who decides."""

    id: str
    line: Line
    marks: tuple[str, ...] = ()
    example: bool = False


class Paragraph(Struct, frozen=True, tag="paragraph"):
    """A paragraph of the text."""

    line: Line


class Heading(Struct, frozen=True, tag="heading"):
    """A heading within a chapter."""

    id: str
    title: str
    number: str = ""


class Items(Struct, frozen=True, tag="items"):
    """A list without numbers."""

    lines: tuple[Line, ...]


class Grid(Struct, frozen=True, tag="table"):
    """A table; `figures` are the columns that hold numbers."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    figures: tuple[int, ...] = ()
    title: str = ""


Block: TypeAlias = Numbered | Paragraph | Heading | Items | Grid


class Chapter(Struct, frozen=True):
    """A chapter: its number, if it has one, its title and its text."""

    id: str
    title: str
    number: str
    blocks: tuple[Block, ...]


class Term(Struct, frozen=True):
    """A word of the index, and the clauses that tell of it."""

    word: str
    clauses: tuple[str, ...]


class Book(Struct, frozen=True):
    """A rules book: what stands before the first chapter, the chapters, the index, the imprint."""

    game: str
    title: str
    summary: str
    opening: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    index: tuple[Term, ...]
    attribution: str
    licence: str
    version: str


def rules_book(ruleset: AnyRuleset, sources: bool = False) -> Book:
    """The book of a game's rules."""
    text = ruleset.rules_text
    opening, chapters = read_chapters(text, sources)
    chapters = (*chapters, *_house_rules(ruleset.id))
    names = {face.title for face in ruleset.faces(ruleset.Options()).values()}
    return Book(
        ruleset.id,
        ruleset.title,
        ruleset.summary,
        opening,
        chapters,
        index_of(chapters, names),
        ruleset.attribution,
        ruleset.licence,
        ruleset.version,
    )


def _house_rules(game: str) -> Iterator[Chapter]:
    """What is different at this house, as the last chapter, where there is anything."""
    house = house_of(game)
    if house is not None:
        changes = tuple((Span(_changed(change)),) for change in house.differences())
        yield Chapter("house-rules", f"House rules: {house.title}", "", (Items(changes),))


def _changed(change: Change) -> str:
    """A change in words.

    >>> _changed(Change(("tables", "foes", "Wolf"), "4", "6"))
    'foes, Wolf: 6 instead of 4'
    """
    what = change.what.replace(" › ", ", ")
    if not change.now:
        return f"{what}: taken out"
    return f"{what}: {change.now}" + (f" instead of {change.was}" if change.was else "")


_MARKDOWN = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])
_NUMBER = re.compile(r"^(\d+(?:\.\d+)*)\.?\s+(.*)$")
_ITEM = re.compile(r"^\**((?:[A-Z]{2,5}-)(?:\d+(?:\.\d+)?[a-z]?|E\d+))\**:?\**\s+(.*)$", re.DOTALL)
_ORIGIN = re.compile(r"^\((?:seed|source|built|constructed)(?:, )?([^()]*)\)\s*")
_OF_THE_TEXTS = re.compile(
    r"(?:(?<=^)|(?<=[.;)] ))The (?:seed|texts?|sources?|repository|data sheets)\b"
    r"(?:’s|'s)? (?:[^.;(]|\([^)]*\)|\.(?=\w))*[.;]\s*"
)
_THE_TEXTS = re.compile(
    r"\b[Tt]he (?:seed(?! (?:profile|value|era))|sources?|texts|later documents)\b"
)
_ABOUT_THEM = re.compile(r" ?\([^()]*(?:\bthe (?:seed|source)\b|\bafter the seed\b|\.yaml)[^()]*\)")
_A_FILE = re.compile(r"`?([\w-]+)\.(yaml|md)\b`?")
_SENTENCES = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!\.\.\.) (?=[“\"*]*[A-Z])"
    r"|(?<=[\w)]\.)(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.) (?=[a-z]{2})"
)
_FOR_PROGRAMS = re.compile(r"^(?:Use note|Data(?! tables)|Vocabulary|Rulings in|Contradictions)")
_TABLES_FOR_PROGRAMS = ("decision_points", "chance_points", "visibility")
_FILE = re.compile(r"^Test vectors|`[\w/-]+\.(?:yaml|py|png|md)`")


def read_chapters(text: str, sources: bool = False) -> tuple[tuple[Line, ...], tuple[Chapter, ...]]:
    """The sentences before the first chapter, and the chapters, of a rules text."""
    head, *parts = re.split(r"^## +", text, flags=re.MULTILINE)
    chapters = []
    for part in parts:
        title, _, body = part.partition("\n")
        number, name = _numbered(title)
        if sources or not _FOR_PROGRAMS.match(name):
            blocks = tuple(_blocks(body, sources))
            if any(not isinstance(block, Heading) for block in blocks):
                chapters.append(Chapter(anchor(title), name, number, blocks))
    known = {
        block.id for chapter in chapters for block in chapter.blocks if isinstance(block, Numbered)
    }
    return _opening(head), tuple(_linked(chapter, known) for chapter in chapters)


def anchor(title: str) -> str:
    """A name for a place in the book, from its title.

    >>> anchor("7.1 Taking a Breather")
    '7-1-taking-a-breather'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")


def _numbered(title: str) -> tuple[str, str]:
    """A heading's number and its words, as they are set.

    >>> _numbered("7.1 Stamina"), _numbered("Exact odds")
    (('7.1', 'Stamina'), ('', 'Exact odds'))
    """
    found = _NUMBER.match(title.strip())
    number, words = (found[1], found[2]) if found else ("", title.strip())
    return number, "".join(span.text for span in read_line(words)).replace("_", " ")


def _opening(head: str) -> tuple[Line, ...]:
    """What a rules text says of the game first; what it says of itself is left out."""
    lines = (re.sub(r"^\d+\. ", "", line.strip()) for line in head.splitlines())
    return tuple(read_line(line) for line in lines if line and line[0] not in "#*-")


def _blocks(body: str, sources: bool) -> Iterator[Block]:
    tokens = _MARKDOWN.parse(body)
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "heading_open":
            title = tokens[at + 1].content
            number, words = _numbered(title)
            yield Heading(anchor(title), words, number)
        elif token.type == "paragraph_open":
            written = tokens[at + 1].content
            if sources or not _FILE.search(written):
                told = written if sources else for_players(written)
                if told:
                    yield Paragraph(read_line(told))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            end = _closing(tokens, at)
            inline = [one.content for one in tokens[at:end] if one.type == "inline"]
            yield from _items(inline, sources)
            at = end
            continue
        elif token.type == "table_open":
            end = _closing(tokens, at)
            yield _grid(tokens[at:end], sources)
            at = end
            continue
        elif token.type == "fence":
            yield from _tables(token.content, sources)
        at += 1


def _closing(tokens: Sequence[Token], at: int) -> int:
    """Where what opens here has closed."""
    level, kind = tokens[at].level, tokens[at].type.replace("_open", "_close")
    ends = (n for n, one in enumerate(tokens[at:], at) if (one.type, one.level) == (kind, level))
    return next(ends) + 1


def _items(written: Iterable[str], sources: bool) -> Iterator[Block]:
    """The items of a list: those with numbers stand by themselves."""
    plain: list[Line] = []
    for item in written:
        found = _ITEM.match(item)
        if found is None:
            plain.append(read_line(item if sources else for_players(item)))
            continue
        if plain:
            yield Items(tuple(plain))
            plain = []
        text = without_marks(found[2]) if sources else for_players(found[2])
        example = "-E" in found[1] or found[1].startswith("EX-")
        if example and not sources:
            text = _ORIGIN.sub(lambda one: f"({one[1].strip()}) " if one[1] else "", text)
            text = re.sub(
                r"^(?:\([^()]*\) )?[a-z]", lambda one: one[0][:-1] + one[0][-1].upper(), text
            )
        marks = _marks(found[2]) if sources else ()
        if not text:
            continue
        yield Numbered(found[1], read_line(text), marks, example)
    if plain:
        yield Items(tuple(plain))


def for_players(text: str) -> str:
    """A clause as a player reads it: without its marks, and without what it says of its sources.

    >>> for_players("The seed is silent. You draw (ruling: once). **choice: you** [ruling]")
    'You draw (once).'
    """
    kept = " ".join(without_marks(text).split())
    kept = re.sub(r"\((?:[Rr]uling|source): ([^()]*(?:\([^()]*\)[^()]*)*)\)", _aside, kept)
    kept = re.sub(r"; (?:ruling|source): ", "; ", kept)
    kept = _ABOUT_THEM.sub("", _OF_THE_TEXTS.sub("", kept))
    kept = _A_FILE.sub(_in_words, kept)
    told = (_told(sentence) for sentence in _SENTENCES.split(kept))
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in told if sentence)


def _told(sentence: str) -> str:
    """A sentence without those of its parts that tell of the texts the rules were taken from.

    >>> _told("Thwart reaches 6 spaces; the seed gives no range."), _told("Contradiction: 2, or 3.")
    ('Thwart reaches 6 spaces.', '')
    """
    sentence = sentence.strip()
    if sentence.startswith(("Contradiction:", "Data:")):
        return ""
    if not _THE_TEXTS.search(sentence):
        return sentence
    first, *others = sentence.rstrip(".").split("; ")
    if _THE_TEXTS.search(first):
        return ""
    return "; ".join([first, *(part for part in others if not _THE_TEXTS.search(part))]) + "."


def _in_words(file: re.Match[str]) -> str:
    """What a file that a rule names is to a player: the rules of another game, or a list."""
    return find_game(file[1]).title if file[2] == "md" else "the game’s lists"


def _marks(text: str) -> tuple[str, ...]:
    """Who decides, what is left to chance, and where a clause comes from.

    >>> _marks("You draw. **choice: you** [seed] (last part [source]) Problem: not said.")
    ('choice: you', 'seed (last part source) Problem: not said.')
    """
    origin = ORIGIN.search(text)
    found = [*MARK.findall(text), *([origin[0]] if origin is not None else [])]
    return tuple(" ".join(re.sub(r"[][*]", "", mark).split()) for mark in found)


def _aside(found: re.Match[str]) -> str:
    """What a ruling in parentheses says, as a sentence or an aside of the clause itself."""
    words = found[1].strip()
    return words[:1].upper() + words[1:] if words.endswith(".") else f"({words})"


def read_line(text: str) -> Line:
    """A line of Markdown as spans."""
    spans: list[Span] = []
    manner: Manner = ""
    for token in _MARKDOWN.parseInline(text)[0].children or ():
        if token.type in ("strong_open", "em_open"):
            manner = "strong" if token.type == "strong_open" else "em"
        elif token.type in ("strong_close", "em_close"):
            manner = ""
        elif token.type == "code_inline":
            spans.append(Span(_name(token.content), "code"))
        elif token.type in ("softbreak", "hardbreak"):
            spans.append(Span(" ", manner))
        elif token.content:
            spans.append(Span(token.content, manner))
    return _joined(spans)


def _name(written: str) -> str:
    """A name from the data as people read it; a file keeps its name.

    >>> _name("attack_simple"), _name("a_table.yaml")
    ('attack simple', 'a_table.yaml')
    """
    return written if _FILE.match(f"`{written}`") else written.replace("_", " ")


def _joined(spans: Iterable[Span]) -> Line:
    """Neighbours of one manner are one span."""
    found: list[Span] = []
    for span in spans:
        if found and found[-1].manner == span.manner and span.manner != "ref":
            found[-1] = Span(found[-1].text + span.text, span.manner)
        elif span.text:
            found.append(span)
    return tuple(found)


def _grid(tokens: Sequence[Token], sources: bool) -> Grid:
    """A table as it is written; whoever plays reads shares in per cent, without their fractions."""
    rows: list[list[Line]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            cell = token.content if sources else _SHARE.sub(r"\1", token.content)
            rows[-1].append(read_line(cell))
    return _table(rows[0], rows[1:])


_SHARE = re.compile(r"^\d+(?:/\d+)? = (\d+\.\d+%)$")


def _table(head: Sequence[Line], rows: Sequence[Sequence[Line]], title: str = "") -> Grid:
    figures = tuple(
        column
        for column in range(len(head))
        if rows and all(_is_figure("".join(s.text for s in row[column])) for row in rows)
    )
    head = [tuple(Span(_name(span.text), span.manner) for span in cell) for cell in head]
    return Grid(tuple(head), tuple(tuple(row) for row in rows), figures, title)


def _is_figure(text: str) -> bool:
    """Whether a cell holds a number, with whatever stands around it.

    >>> [_is_figure(one) for one in ("46/57 = 80.70%", "-2", "1 Anchor", "")]
    [True, True, False, True]
    """
    return not re.search(r"[^\W\d_]", text)


def _tables(written: str, sources: bool) -> Iterator[Block]:
    """Tables that a rules text keeps as YAML, each under its name; test vectors are no tables."""
    data = yaml.load(written, Loader=Loader)
    if not isinstance(data, dict):
        return
    for name, value in data.items():
        title = _headed(str(name))
        title = title[:1].upper() + title[1:]
        if name in _TABLES_FOR_PROGRAMS and not sources:
            continue
        if isinstance(value, list) and all(isinstance(row, dict) for row in value):
            if not sources:
                value = [{key: row[key] for key in row if key != "from"} for row in value]
            columns = list(dict.fromkeys(str(key) for row in value for key in row))
            if len(columns) > _MOST_COLUMNS:
                yield Paragraph((Span(f"{title}:", "strong"),))
                yield Items(tuple(map(_entry, value)))
                continue
            head = [_cell(_headed(key)) for key in columns]
            rows = [[_cell(row.get(key, "")) for key in columns] for row in value]
            yield _table(head, rows, title)
        elif isinstance(value, dict) and (columns := _shared(value)):
            head = [_cell(""), *(_cell(_headed(key)) for key in columns)]
            rows = [
                [_cell(_headed(str(key))), *(_cell(row.get(part)) for part in columns)]
                for key, row in value.items()
            ]
            yield _table(head, rows, title)
        elif isinstance(value, dict) and _is_short(value):
            yield _table(list(map(_cell, value)), [list(map(_cell, value.values()))], title)
        elif isinstance(value, dict):
            rows = [[_cell(spoken(str(key))), _cell(said)] for key, said in value.items()]
            yield _table([_cell(""), _cell("")], rows, title)
        else:
            yield Paragraph((Span(f"{title}: ", "strong"), *_cell(value)))


_MOST_COLUMNS = 7


def _headed(name: str) -> str:
    """A name from the data as it stands above a column.

    >>> _headed("hp_max"), _headed("mod_cap")
    ('HP max', 'Mod cap')
    """
    return re.sub(r"(?i)\b(?:ap|ar|dr|hp|pp|xp)\b", lambda one: one[0].upper(), spoken(name))


def _shared(value: Mapping[object, object]) -> list[str]:
    """The columns of a table whose rows are named, where all of its rows are alike; else none.

    >>> _shared({"AGL": {"name": "Agility", "skills": ["Finesse"]}, "VIT": {"name": "Vitality"}})
    ['name', 'skills']
    >>> _shared({"cost": {1: 2, 2: 4}, "most": {"level": 3}})
    []
    """
    rows = list(value.values())
    first = rows[0] if rows and isinstance(rows[0], dict) else {}
    alike = all(isinstance(row, dict) and row.keys() <= first.keys() for row in rows)
    return list(first) if alike and all(isinstance(key, str) for key in first) else []


def _is_short(value: Mapping[object, object]) -> bool:
    """Whether a table of pairs has its place in a row: what for, and how much below it.

    >>> _is_short({-2: 4, -1: 4, 0: 3}), _is_short({1: "lower hand 1", 2: "lower hand 2"})
    (True, False)
    """
    return all(len(_said(cell)) <= 4 for pair in value.items() for cell in pair)


def _entry(row: Mapping[str, object]) -> Line:
    """A row of a table that is too wide for a page, as a line.

    >>> plain(_entry({"id": "Burned", "action": "minor", "fail": "1 damage"}))
    'Burned: action minor; fail 1 damage.'
    """
    first, *rest = ((str(key), _said(value)) for key, value in row.items())
    told = "; ".join(f"{_said(key)} {value}" for key, value in rest if value)
    return Span(first[1], "strong"), Span(f": {told}.")


def _cell(value: object) -> Line:
    """A value as it is read in a table.

    >>> plain(_cell({"STR": 1, "move": "half_up"})), plain(_cell(["VIT", 3])), _cell(None)
    ('STR 1, move half up', 'VIT 3', ())
    >>> plain(_cell({1: 9, 2: 12}))
    '1: 9, 2: 12'
    """
    text = _said(value)
    return (Span(text),) if text else ()


def _said(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(
                f"{_said(key)}{':' if isinstance(key, int) else ''} {_said(part)}"
                for key, part in value.items()
            )
        case list():
            apart = ", " if all(isinstance(one, str) for one in value) else " "
            return apart.join(map(_said, value))
        case _:
            return str(value).replace("_", " ")


def _linked(chapter: Chapter, known: set[str]) -> Chapter:
    """The chapter with every clause that it names as something to turn to."""

    def linked(line: Line, own: str = "") -> Line:
        return _joined(
            Span(part, "ref" if part in known and part != own else span.manner)
            for span in line
            for part in (_CLAUSE_ID.split(span.text) if span.manner != "code" else [span.text])
        )

    def block(one: Block) -> Block:
        match one:
            case Numbered():
                return Numbered(one.id, linked(one.line, one.id), one.marks, one.example)
            case Paragraph():
                return Paragraph(linked(one.line))
            case Items():
                return Items(tuple(map(linked, one.lines)))
            case _:
                return one

    return Chapter(chapter.id, chapter.title, chapter.number, tuple(map(block, chapter.blocks)))


_CLAUSE_ID = re.compile(r"\b([A-Z]{2,5}-\d+(?:\.\d+)?[a-z]?)\b")


def plain(line: Line) -> str:
    """The words of a line."""
    return "".join(span.text for span in line)


# The index: what the rules themselves write with a capital, the cards by name, and the headings.

_TERM = re.compile(r"(?<![\w-])[A-Z][a-z’'-]+(?: (?:(?:of|the|to|and|a|in|on) )*[A-Z][a-z’'-]+)*")
_NO_TERMS = re.compile(
    r"^(?:(?:If|The|A|An|In|On|At|Of|It|Its|Then|When|Given|With|Without|While|Each|One|Two|Three"
    r"|No|Not|Who|What|Where|Which|Other|This|That|These|Those|They|Their|For|From|And|Or|But|As"
    r"|By|Both|All|Any|Every|Step|After|Before|Only|Also|Otherwise|Table|Example|Option|Setting"
    r"|Clubs|Hearts|Spades|Diamonds|Cards|Points|Player|You|Your|the|of|to|and|a|in|on)\b(?!’) ?)+"
)
_MOST_PLACES = 6


class _Clause(Struct, frozen=True):
    """A clause to look terms up in."""

    id: str
    chapter: str
    text: str


def index_of(chapters: Sequence[Chapter], names: Iterable[str] = ()) -> tuple[Term, ...]:
    """The terms of the rules in the order of the alphabet, each with where it is told of.

    A term that is everywhere is looked up where a clause or its chapter begins with it.
    """
    clauses = [
        _Clause(block.id, chapter.title, plain(block.line))
        for chapter in chapters
        for block in chapter.blocks
        if isinstance(block, Numbered) and not block.example
    ]
    cards = {name for name in names if len(name) > 3}
    words = {word for clause in clauses for word in _terms(clause.text)} | cards
    places = {word: _places(word, clauses) for word in words if not _is_plural(word, words)}
    terms = {
        word: _chief(word, there)
        for word, there in places.items()
        if len(there) > (word not in cards) and not _is_part(word, places)
    }
    for word, clause in _headings(chapters):
        if not _is_plural(word, terms):
            terms.setdefault(word, (clause,))
    ordered = sorted(terms.items(), key=lambda term: term[0].casefold())
    return tuple(Term(word, told) for word, told in ordered)


def _terms(text: str) -> Iterator[str]:
    """What a clause writes with a capital, though no sentence begins there.

    >>> list(_terms("Toughen Up is free. Nobody but a Boss may use Fate Cards. Others may."))
    ['Toughen Up', 'Boss', 'Fate Cards']
    """
    for found in _TERM.finditer(text):
        word = _NO_TERMS.sub("", found[0])
        word = re.sub(r"(?:’s|'s|-(?:or|and))?[’'-]*$", "", word)
        first = found.start() == 0 or text[found.start() - 2] in ".!?:;(“"
        begins = first and found[0].startswith(word)
        if len(word) > 2 and (" " in word or not begins):
            yield word


def _places(word: str, clauses: Sequence[_Clause]) -> list[_Clause]:
    wanted = re.compile(rf"\b{re.escape(word)}s?\b")
    return [clause for clause in clauses if word in clause.text and wanted.search(clause.text)]


def _headings(chapters: Sequence[Chapter]) -> Iterator[tuple[str, str]]:
    """The subjects that headings name, each with the first clause under it."""
    for chapter in chapters:
        titles = [chapter.title]
        for block in chapter.blocks:
            if isinstance(block, Heading):
                titles = [block.title]
            elif isinstance(block, Numbered) and not block.example:
                for title in titles:
                    subject = re.sub(r"^(?:The|Module)\s|\s*\(.*\)$|^.*: ", "", title)
                    for word in re.split(r", | and | / ", subject):
                        yield word[:1].upper() + word[1:], block.id
                titles = []


def _is_plural(word: str, known: Iterable[str]) -> bool:
    """Whether a term is the plural of another.

    >>> _is_plural("Fate Cards", ["Fate Card"]), _is_plural("Bonus", ["Fate Card"])
    (True, False)
    """
    return word.endswith("s") and word[:-1] in known


def _is_part(word: str, known: Mapping[str, Sequence[_Clause]]) -> bool:
    """Whether a term only stands within a longer one, or is two terms that happen to meet."""
    if " and " in word and all(part in known for part in word.split(" and ")):
        return True
    where = {clause.id for clause in known[word]}
    return any(
        len(other) > len(word)
        and re.search(rf"\b{re.escape(word)}\b", other)
        and where <= {clause.id for clause in places}
        for other, places in known.items()
    )


def _chief(word: str, places: Sequence[_Clause]) -> tuple[str, ...]:
    """Where a term is told of: where a clause or its chapter begins with it, or wherever it is."""
    order = [clause.id for clause in places]
    name = word.casefold()
    there = [clause.id for clause in places if name in clause.chapter.casefold()]
    first = [one.id for one in places if name in one.text[: len(word) + 12].casefold()]
    chief = list(dict.fromkeys([*there[:2], *first, *order]))[:_MOST_PLACES]
    return tuple(sorted(chief, key=order.index))
