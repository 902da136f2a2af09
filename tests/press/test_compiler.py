"""The typesetter: data in, the same document out, and a sentence where there is none."""

from __future__ import annotations

import struct
import sys
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from fatedeck.engine.errors import NotInstalled, Unreadable
from fatedeck.press import compiler
from fatedeck.press.compiler import Unprintable, pictures, typeset

LETTER = '#import "/templates/common.typ": *\n#show: document-of.with("A letter")\n= #data.text'


@pytest.fixture
def letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A template of one line, beside our own."""
    (tmp_path / "templates").symlink_to(compiler.TEMPLATES)
    (tmp_path / "signs.json").symlink_to(compiler.FOLDER / "signs.json")
    (tmp_path / "letter.typ").write_text(LETTER, "utf-8")
    monkeypatch.setattr(compiler, "FOLDER", tmp_path)
    monkeypatch.setattr(compiler, "TEMPLATES", tmp_path)
    return "letter"


def test_the_same_data_gives_the_same_bytes(letter: str) -> None:
    once = typeset(letter, {"text": "Ana"}, true_size=True)

    assert typeset(letter, {"text": "Ana"}, true_size=True) == once
    assert typeset(letter, {"text": "Ben"}, true_size=True) != once


def test_text_is_never_taken_for_markup(letter: str) -> None:
    text = '#panic("no") *x* @y $z$ <w>'

    assert _words(typeset(letter, {"text": text})) == text


def test_signs_that_no_typeface_has_are_drawn_and_told(letter: str) -> None:
    """Under these standards a picture without words or a missing letter would be an error."""
    assert _words(typeset(letter, {"text": "Ana ✔✔ ✗ ✅ ♠♥♦♣"})) == "Ana"


def test_names_in_many_letters_are_set(letter: str) -> None:
    assert _words(typeset(letter, {"text": "Čenda Őrs Жук Ωμέγα"})) == "Čenda Őrs Жук Ωμέγα"


def test_a_letter_that_we_do_not_have_is_named(letter: str) -> None:
    with pytest.raises(Unprintable, match="no letter for “山”"):
        typeset(letter, {"text": "山"})


def test_a_document_of_true_size_asks_not_to_be_scaled_and_keeps_the_rest(letter: str) -> None:
    plain = PdfReader(BytesIO(typeset(letter, {"text": "Ana"})))
    sized = PdfReader(BytesIO(typeset(letter, {"text": "Ana"}, true_size=True)))

    assert "'/PrintScaling': '/None'" in str(sized.viewer_preferences)
    assert "'/DisplayDocTitle': True" in str(sized.viewer_preferences)  # UA-1 asks for it
    assert sized.pdf_header == plain.pdf_header == "%PDF-1.7"
    assert sized.metadata == plain.metadata
    assert str(sized.root_object["/Lang"]) == "en-GB"
    assert "/StructTreeRoot" in sized.root_object
    about = sized.root_object["/Metadata"].get_object()
    assert isinstance(about, StreamObject)
    assert b"pdfuaid" in about.get_data()


def test_a_picture_says_its_size(letter: str) -> None:
    """A4 is 8.27 by 11.69 inches; 300 pixels to the inch are 11811 to the metre."""
    (page,) = pictures(letter, {"text": "Ana"}, ppi=300)

    assert struct.unpack(">II", page[16:24]) == (2480, 3508)
    at = page.index(b"pHYs")
    assert struct.unpack(">IIB", page[at + 4 : at + 13]) == (11811, 11811, 1)


def test_without_typefaces_there_is_a_sentence(
    tmp_path: Path, letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "FONTS", tmp_path / "none")
    compiler._fonts.cache_clear()

    with pytest.raises(Unreadable, match="make setup"):
        typeset(letter, {"text": "Ana"})


def test_without_the_extra_there_is_the_line_that_installs_it(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    compiler._fonts.cache_clear()

    with pytest.raises(NotInstalled, match=r"pip install 'fatedeck\[press\]'"):
        typeset(letter, {"text": "Ana"})


@pytest.fixture(autouse=True)
def _forget_the_fonts() -> None:
    compiler._fonts.cache_clear()


def _words(pdf: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).strip()
