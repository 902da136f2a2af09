"""Every EPUB that the press makes, given to epubcheck (Debian package `epubcheck`)."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from fatedeck.engine.ruleset import games
from fatedeck.press.books import book_epub

_JAR = Path("/usr/share/java/epubcheck.jar")


def main() -> None:
    """Each game's book, for players and with its sources."""
    if not _JAR.is_file():
        print("books: epubcheck is not installed here, so the EPUBs were NOT tried")
        return
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for ruleset in games():
            for sources in (False, True):
                file = Path(folder) / f"{ruleset.id}.epub"
                file.write_bytes(book_epub(ruleset, sources=sources))
                command = ["java", "-jar", str(_JAR), "--failonwarnings", str(file)]
                ran = subprocess.run(command, capture_output=True, text=True, check=False)
                assert ran.returncode == 0, ran.stderr
                checked += 1
    print(f"books: {checked} EPUBs, no errors and no warnings")
