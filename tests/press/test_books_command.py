import subprocess
import sys
from pathlib import Path

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
