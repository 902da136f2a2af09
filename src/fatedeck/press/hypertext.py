"""Books as hypertext: an EPUB to carry along, and one page that a browser opens.

Both are written from the same chapters as the printed book, with nothing but the standard library.
Every clause is a place of its own, so that a link can lead to it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Mapping
from html import escape
from io import BytesIO
from typing import TypeAlias

from fatedeck.press.book import (
    Block,
    Book,
    Chapter,
    Grid,
    Heading,
    Items,
    Line,
    Numbered,
    Paragraph,
    plain,
)

Where: TypeAlias = Callable[[str], str]
"""The address of a place in the book: a clause, a heading or a chapter."""

MADE = "2026-01-01T00:00:00Z"
"""When every book says it was made, so that the same rules give the same bytes."""

_DATE = (2026, 1, 1, 0, 0, 0)


def web_book(book: Book) -> str:
    """The whole book as one page of HTML that needs nothing else."""
    title = escape(book.title)
    chapters = "\n".join(_chapter(chapter, _here) for chapter in book.chapters)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}: the rules</title>\n<style>{_TYPE}{_WEB}</style>\n</head>\n<body>\n"
        f'<nav aria-label="Contents"><p class="book">{title}</p>\n<h2>Contents</h2>\n'
        f"{_contents(book, _here)}</nav>\n"
        f"<main>\n<header><h1>{title}</h1>\n{_opening(book)}</header>\n{chapters}\n"
        f"{_index(book, _here)}\n{_imprint(book)}\n</main>\n</body>\n</html>\n"
    )


def epub(book: Book, cover: str) -> bytes:
    """The book as an EPUB 3; the cover is a drawing in SVG."""
    homes = {
        place: f"{_file(number)}#{place}" if place != chapter.id else _file(number)
        for number, chapter in enumerate(book.chapters, 1)
        for place in (chapter.id, *_places(chapter))
    }
    pages = {
        "cover.xhtml": _page(book.title, _COVER, kind="cover"),
        "opening.xhtml": _page(
            book.title,
            f'<section epub:type="frontmatter"><h1>{escape(book.title)}</h1>\n'
            f"{_opening(book)}</section>",
        ),
    }
    for number, chapter in enumerate(book.chapters, 1):
        pages[_file(number)] = _page(chapter.title, _chapter(chapter, homes.__getitem__))
    if book.index:
        pages["index.xhtml"] = _page("Index", _index(book, homes.__getitem__))
    pages["imprint.xhtml"] = _page("Imprint", _imprint(book))
    files = {
        "META-INF/container.xml": _CONTAINER,
        "EPUB/package.opf": _package(book, pages),
        "EPUB/nav.xhtml": _navigation(book, homes),
        "EPUB/style.css": _TYPE + _EPUB,
        "EPUB/cover.svg": cover,
        **{f"EPUB/{name}": page for name, page in pages.items()},
    }
    with BytesIO() as made:
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
            _put(package, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
            for name, text in files.items():
                _put(package, name, text, zipfile.ZIP_DEFLATED)
        return made.getvalue()


def _put(package: zipfile.ZipFile, name: str, text: str, how: int) -> None:
    entry = zipfile.ZipInfo(name, _DATE)
    entry.compress_type = how
    entry.external_attr = 0o644 << 16
    package.writestr(entry, text.encode())


def _file(number: int) -> str:
    return f"chapter-{number:02}.xhtml"


def _places(chapter: Chapter) -> Iterable[str]:
    return (one.id for one in chapter.blocks if isinstance(one, Numbered | Heading))


# What is the same in both.


def _here(place: str) -> str:
    return f"#{place}"


def _opening(book: Book) -> str:
    return "\n".join(f"<p>{_html(line, _here)}</p>" for line in book.opening)


def _chapter(chapter: Chapter, where: Where) -> str:
    blocks = "\n".join(_block(block, where) for block in chapter.blocks)
    return (
        f'<section id="{chapter.id}" aria-labelledby="{chapter.id}-title">\n'
        f'<h2 id="{chapter.id}-title">{_title(chapter.number, chapter.title)}</h2>\n'
        f"{blocks}\n</section>"
    )


def _title(number: str, title: str) -> str:
    return f'<span class="number">{number}</span> {escape(title)}' if number else escape(title)


def _block(block: Block, where: Where) -> str:
    match block:
        case Numbered():
            kind = "example" if block.example else "clause"
            marks = "".join(f"<small>{escape(mark)}</small> " for mark in block.marks).rstrip()
            sources = f'<span class="marks">{marks}</span>' if marks else ""
            return (
                f'<p class="{kind}" id="{block.id}"><span class="id">{block.id}</span> '
                f"{_html(block.line, where)}{sources}</p>"
            )
        case Paragraph():
            return f"<p>{_html(block.line, where)}</p>"
        case Heading():
            return f'<h3 id="{block.id}">{_title(block.number, block.title)}</h3>'
        case Items():
            items = "".join(f"<li>{_html(line, where)}</li>" for line in block.lines)
            return f"<ul>{items}</ul>"
        case Grid():
            return _table(block, where)


_FIGURE = ' class="figure"'


def _table(grid: Grid, where: Where) -> str:
    def row(cells: Iterable[Line], tag: str) -> str:
        return "".join(
            f"<{tag}{_FIGURE if column in grid.figures else ''}>{_html(cell, where)}</{tag}>"
            for column, cell in enumerate(cells)
        )

    title = f"<caption>{escape(grid.title)}</caption>" if grid.title else ""
    named = any(plain(cell) for cell in grid.head)
    head = f"<thead><tr>{row(grid.head, 'th')}</tr></thead>" if named else ""
    body = "\n".join(f"<tr>{row(cells, 'td')}</tr>" for cells in grid.rows)
    return f'<div class="table"><table>{title}{head}<tbody>{body}</tbody></table></div>'


def _html(line: Line, where: Where) -> str:
    parts = []
    for span in line:
        text = escape(span.text)
        match span.manner:
            case "strong" | "em" | "code":
                parts.append(f"<{span.manner}>{text}</{span.manner}>")
            case "ref":
                parts.append(f'<a href="{where(span.text)}">{text}</a>')
            case _:
                parts.append(text)
    return "".join(parts)


def _contents(book: Book, where: Where) -> str:
    chapters = "".join(
        f'<li><a href="{where(chapter.id)}">{_title(chapter.number, chapter.title)}</a></li>\n'
        for chapter in book.chapters
    )
    return f"<ol>\n{chapters}</ol>"


def _index(book: Book, where: Where) -> str:
    terms = "\n".join(
        f"<li>{escape(term.word)} "
        + ", ".join(f'<a href="{where(clause)}">{clause}</a>' for clause in term.clauses)
        + "</li>"
        for term in book.index
    )
    if not terms:
        return ""
    return f'<section id="index" class="index"><h2>Index</h2>\n<ul>\n{terms}\n</ul></section>'


def _imprint(book: Book) -> str:
    return (
        f'<section id="imprint" class="imprint"><h2>Whose game this is</h2>\n'
        f"<p>{escape(book.attribution)}</p>\n<p>Licence: {escape(book.licence)}.</p>\n"
        f"<p>The rules are restated in other words and numbered, as fatedeck plays them "
        f"(version {escape(book.version)}).</p></section>"
    )


# The EPUB.

_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="EPUB/package.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_COVER = '<img src="cover.svg" alt="Cover"/>'


def _page(title: str, body: str, kind: str = "") -> str:
    told = f' epub:type="{kind}"' if kind else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="en" xml:lang="en">\n<head><title>{escape(title)}</title>'
        '<link rel="stylesheet" type="text/css" href="style.css"/></head>\n'
        f"<body{told}>\n{body}\n</body>\n</html>\n"
    )


def _package(book: Book, pages: Mapping[str, str]) -> str:
    items = "\n".join(
        f'<item id="{name.removesuffix(".xhtml")}" href="{name}" '
        'media-type="application/xhtml+xml"/>'
        for name in pages
    )
    spine = "".join(
        f'<itemref idref="{name.removesuffix(".xhtml")}"'
        + (' linear="no"/>\n' if name == "cover.xhtml" else "/>\n")
        for name in pages
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" xml:lang="en" '
        'unique-identifier="id">\n<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<dc:identifier id="id">urn:fatedeck:rules:{escape(book.game)}:'
        f"{escape(book.version)}</dc:identifier>\n"
        f"<dc:title>{escape(book.title)}: the rules</dc:title>\n<dc:language>en</dc:language>\n"
        f"<dc:rights>{escape(book.attribution)} {escape(book.licence)}</dc:rights>\n"
        f"<dc:description>{escape(book.summary)}</dc:description>\n"
        f'<meta property="dcterms:modified">{MADE}</meta>\n'
        '<meta property="schema:accessMode">textual</meta>\n'
        '<meta property="schema:accessModeSufficient">textual</meta>\n'
        '<meta property="schema:accessibilityFeature">structuralNavigation</meta>\n'
        '<meta property="schema:accessibilityFeature">tableOfContents</meta>\n'
        '<meta property="schema:accessibilityFeature">index</meta>\n'
        '<meta property="schema:accessibilityHazard">none</meta>\n'
        '<meta property="schema:accessibilitySummary">Text and tables with headings, contents and '
        "an index; every clause is a place to link to.</meta>\n"
        '</metadata>\n<manifest>\n<item id="nav" href="nav.xhtml" '
        'media-type="application/xhtml+xml" properties="nav"/>\n'
        '<item id="style" href="style.css" media-type="text/css"/>\n'
        '<item id="cover-image" href="cover.svg" media-type="image/svg+xml" '
        f'properties="cover-image"/>\n{items}\n</manifest>\n<spine>\n{spine}</spine>\n</package>\n'
    )


def _navigation(book: Book, homes: Mapping[str, str]) -> str:
    chapters = _contents(book, homes.__getitem__)
    ends = '<li><a href="index.xhtml">Index</a></li>' if book.index else ""
    ends += '<li><a href="imprint.xhtml">Whose game this is</a></li></ol>'
    contents = chapters.removesuffix("</ol>") + ends
    marks = (
        '<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>'
        f'<li><a epub:type="bodymatter" href="{_file(1)}">The rules</a></li>'
    )
    return _page(
        "Contents",
        f'<nav epub:type="toc" id="toc"><h1>Contents</h1>\n{contents}</nav>\n'
        f'<nav epub:type="landmarks" hidden="hidden"><ol>{marks}</ol></nav>',
    )


# How they look.

_TYPE = (
    "h1,h2,h3{font-family:Fraunces,Georgia,serif;line-height:1.2}"
    ".number,.id,.marks,caption,.imprint{color:#75695a}.number{font-weight:400;margin-right:.3em}"
    ".clause,.example{position:relative;margin:.55em 0}.id{font-size:.68em;"
    "font-family:Inter,Helvetica,sans-serif}.example{font-size:.93em}"
    ".marks{display:block;font-size:.8em;font-style:italic}a{color:inherit}"
    "table{border-collapse:collapse;font-size:.85em;line-height:1.35}"
    "th,td{padding:.25em .6em;border-bottom:1px solid #c9bda8;text-align:left;vertical-align:top}"
    ".figure{text-align:right;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;font-weight:600;padding:.6em 0 .2em}"
    ".index ul{list-style:none;padding:0}"
)
_EPUB = (
    "body{margin:0 5%}.clause .id,.example .id{display:block}.index a{font-size:.8em}"
    "img{max-width:100%;max-height:100%}"
)
_WEB = (
    ":root{color-scheme:light dark}body{margin:0;font:1.06rem/1.6 Georgia,serif;background:#f6f1e7;"
    "color:#1f1b16}main{max-width:40rem;margin:0 auto;padding:1.5rem 1.25rem 6rem 5.5rem}"
    "nav{padding:1rem 1.25rem;font-size:.95rem}nav ol{list-style:none;padding:0;margin:0}"
    "nav a{display:block;padding:.28rem 0;text-decoration:none}h1{font-size:2.4rem}"
    ".book{font:600 1.5rem/1.2 Fraunces,Georgia,serif;margin:.6rem 0 0}"
    "nav h2{margin:1.6rem 0 .6rem}body{overflow-wrap:break-word}"
    "h2{margin-top:3rem;scroll-margin-top:1rem}section:target>h2,p:target{background:#f3dfae}"
    ".id{position:absolute;right:100%;margin-right:.8rem;top:.35em;white-space:nowrap}"
    ".table{overflow-x:auto}.index ul{columns:14rem}.index li{break-inside:avoid;font-size:.92em}"
    "@media(min-width:64rem){body{display:grid;grid-template-columns:18rem 1fr}"
    "nav{position:sticky;top:0;max-height:100vh;overflow:auto;box-sizing:border-box;"
    "border-right:1px solid #d8ccb6}}"
    "@media(max-width:40rem){main{padding-left:1.25rem}.id{position:static;display:block}}"
    "@media(prefers-color-scheme:dark){body{background:#17140f;color:#ece4d4}"
    ".number,.id,.marks,caption,.imprint{color:#a89c88}section:target>h2,p:target{background:#4b3a12}"
    "th,td,nav{border-color:#453c2e}}"
    "@media print{nav{display:none}}"
)
