import json
import re
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fatedeck.engine.ruleset import AnyRuleset, games
from fatedeck.press.books import book_epub, book_page

ROOT = Path(__file__).resolve().parents[2]
BUILT_IN = [game for game in games() if game.id != "high-card"]
XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_an_epub_holds_what_it_lists_and_every_link_leads_somewhere(game: AnyRuleset) -> None:
    made = book_epub(game)
    with zipfile.ZipFile(BytesIO(made)) as package:
        first = package.infolist()[0]
        files = {name: package.read(name) for name in package.namelist()}

    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    assert files["mimetype"] == b"application/epub+zip"
    opf = ElementTree.fromstring(files["EPUB/package.opf"])
    listed = {item.attrib["href"] for item in opf.iter(f"{OPF}item")}
    held = {name.removeprefix("EPUB/") for name in files if name.startswith("EPUB/")}
    assert held == listed | {"package.opf"}
    named = {item.attrib["id"] for item in opf.iter(f"{OPF}item")}
    assert {item.attrib["idref"] for item in opf.iter(f"{OPF}itemref")} <= named

    pages = {
        name: ElementTree.fromstring(files[f"EPUB/{name}"]) for name in held if "xhtml" in name
    }
    places = {
        name: [one.attrib["id"] for one in page.iter() if "id" in one.attrib]
        for name, page in pages.items()
    }
    for name, page in pages.items():
        assert len(places[name]) == len(set(places[name])), f"{name} names a place twice"
        for link in page.iter(f"{XHTML}a"):
            to, _, place = link.attrib["href"].partition("#")
            assert (to or name) in pages, link.attrib["href"]
            assert not place or place in places[to or name], link.attrib["href"]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_an_epub_is_what_its_standard_asks_for(game: AnyRuleset, tmp_path: Path) -> None:
    for sources in (False, True):
        file = tmp_path / f"sources-{sources}.epub"
        file.write_bytes(book_epub(game, sources=sources))
        assert faults(file) == []


def test_a_broken_epub_is_found(tmp_path: Path) -> None:
    file = tmp_path / "broken.epub"
    with (
        zipfile.ZipFile(BytesIO(book_epub(BUILT_IN[0]))) as whole,
        zipfile.ZipFile(file, "w") as broken,
    ):
        for part in whole.infolist():
            broken.writestr(
                part, whole.read(part).replace(b"<nav", b"<nov").replace(b"</nav", b"</nov")
            )

    assert any("nov" in fault for fault in faults(file))


def faults(epub: Path) -> list[str]:
    """What epubcheck finds wrong, warnings and all."""
    checker = ROOT / "web/node_modules/@likecoin/epubcheck-ts/bin/epubcheck.js"
    command = ["node", str(checker), str(epub), "--json", "-", "--quiet"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    report = json.loads(ran.stdout)
    return [one["message"] for one in report["messages"]]


def test_the_same_rules_have_the_same_epub() -> None:
    assert book_epub(BUILT_IN[0]) == book_epub(BUILT_IN[0])


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.id)
def test_a_web_book_stands_alone_and_has_a_place_for_every_clause(game: AnyRuleset) -> None:
    page = book_page(game)
    places = re.findall(r'\bid="([^"]+)"', page)

    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert game.attribution.split(",")[0] in page


def test_a_web_book_says_first_whose_rules_it_has_and_breaks_words_that_are_too_long() -> None:
    """On a phone the contents come first, and nothing but a table is wider than the page."""
    page = book_page(next(game for game in BUILT_IN if game.id == "thousand-faces"))
    body = page.partition("<body>")[2]

    assert body.index("A Thousand Faces of Adventure") < body.index("Contents</h2>")
    assert "body{overflow-wrap:break-word}" in page
