"""Make the press's typefaces from the page's own, and note which letters they have.

Run from the root of the repository once the page's packages are there: `python tools/fonts.py`. The
page is served woff2, which the typesetter cannot read; each file becomes a plain ttf. A family
comes in parts, one for each range of letters: on paper they are families of their own (`Inter`,
`Inter latin-ext`), which the templates name one after another.
"""

import json
import shutil
from pathlib import Path

from fontTools.ttLib import TTFont

LETTERS = "letters.json"
PACKAGES = Path("web/node_modules/@fontsource-variable")
TO = Path("src/fatedeck/press/fonts")
PARTS = {
    "fraunces": ("Fraunces", ("latin", "latin-ext")),
    "inter": ("Inter", ("latin", "latin-ext", "greek", "cyrillic")),
}
FAMILY_NAMES = (1, 16)  # where a font says what family it is of


def main() -> None:
    """Write every part of both families, upright and italic, with their licences."""
    TO.mkdir(parents=True, exist_ok=True)
    for package, (family, parts) in PARTS.items():
        for part in parts:
            for style in ("normal", "italic"):
                _convert(package, family if part == "latin" else f"{family} {part}", part, style)
        shutil.copyfile(PACKAGES / package / "LICENSE", TO / f"{package}.txt")
    _note_letters()


def _note_letters() -> None:
    """Write down, in ranges, which letters can be set: those of the family all falls back to."""
    fonts = (TTFont(path) for path in sorted(TO.glob("inter-*-normal.ttf")))
    ranges: list[list[int]] = []
    for letter in sorted({letter for font in fonts for letter in font.getBestCmap()}):
        if ranges and ranges[-1][1] == letter - 1:
            ranges[-1][1] = letter
        else:
            ranges.append([letter, letter])
    (TO / LETTERS).write_text(json.dumps(ranges), "utf-8")


def _convert(package: str, family: str, part: str, style: str) -> None:
    name = f"{package}-{part}-wght-{style}"
    font = TTFont(PACKAGES / package / "files" / f"{name}.woff2", recalcTimestamp=False)
    font.flavor = None
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            font["name"].setName(
                family, record.nameID, record.platformID, record.platEncID, record.langID
            )
    font.save(TO / f"{name}.ttf")


if __name__ == "__main__":
    main()
