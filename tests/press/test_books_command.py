import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path("examples/house-rules/tougher-foes.yaml").absolute()
RECORD = min(Path("tests/records/deckahedron").glob("*.jsonl")).absolute()


def press(into: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fatedeck", "press", *map(str, words)]
    return subprocess.run(command, cwd=into, capture_output=True, text=True, check=False)


def test_a_house_has_its_own_chapter_in_the_book(tmp_path: Path) -> None:
    made = press(tmp_path, "book", "deckahedron", "--web", "--house", HOUSE)

    assert made.stdout == "Written to deckahedron-rules.html.\n"
    page = (tmp_path / "deckahedron-rules.html").read_text("utf-8")
    assert "House rules: A pack of wolves" in page
    assert "foes, Wolf, stamina: 6 instead of 4" in page


def test_what_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    both = press(tmp_path, "sheet", "deckahedron", "--record", RECORD)

    assert (both.returncode, both.stdout) == (2, "")
    assert "With --record, say whose sheet by --seat, and leave the rest out." in both.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("cards deckahedron --set deck --to none/x.pdf", "none/x.pdf can’t be written: No such"),
        ("box deckahedron --set deck --to .", ". can’t be written: Is a directory."),
        ("export deckahedron --to csv --into taken", "taken/cards.csv can’t be written: "),
        ("export deckahedron --to csv --shop tgc", "--shop goes with --to png, not with csv."),
        ("export deckahedron --to tts --images ftp:/x", "begins with https://, not “ftp:/x”."),
        ("export deckahedron --to vtt --images https://x.org/", "vtt has them inside."),
        ("book deckahedron --epub --paper a4", "leave --paper out of --epub."),
        ("reference deckahedron --paper a5", "Paper is a4 or letter, not “a5”."),
        ("sheet deckahedron --seat Ana", "name that with --record."),
        ("sheet deckahedron --link nowhere", "begins with https://, not “nowhere”."),
    ],
)
def test_nonsense_gets_a_sentence_and_no_file(tmp_path: Path, words: str, sentence: str) -> None:
    (tmp_path / "taken").write_text("This is a file, and no folder.")
    refused = press(tmp_path, *words.split())

    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
