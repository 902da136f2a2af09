"""What is handed out: an archive that builds to a whole wheel without Node, installed from nothing.

The packages beside it are those of this environment, put into the empty one by links.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.installed import needed

ROOT = Path(__file__).resolve().parents[2]
MOST_PACKAGES, MOST_BYTES = 10, 15_000_000


def build(target: str, sources: Path, to: Path) -> subprocess.CompletedProcess[str]:
    """Build without any other program at hand, so without Node."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(to)],
        cwd=sources,
        env={"PATH": "", "HOME": str(to)},
        capture_output=True,
        text=True,
        check=False,
    )


class Empty:
    """An environment in which nothing is installed but what is put there."""

    def __init__(self, place: Path) -> None:
        venv.create(place, with_pip=False, symlinks=True)
        self.python = place / "bin" / "python"
        self.site = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
        self.there: set[str] = set()

    def install(self, wheel: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        offline = ["--no-index", "--no-deps", "--no-compile", "--disable-pip-version-check"]
        subprocess.run([*pip, *offline, str(wheel)], check=True)

    def bring(self, packages: set[str]) -> int:
        """Put packages beside it, and say how many bytes they are."""
        size = 0
        for package in packages - self.there:
            files = [file for file in distribution(package).files or () if ".." not in file.parts]
            kept = [Path(str(file.locate())) for file in files if file.suffix != ".pyc"]
            size += sum(file.stat().st_size for file in kept)
            for top in {file.parts[0] for file in files}:
                link = self.site / top
                if not link.exists():
                    link.symlink_to(Path(str(distribution(package).locate_file(top))))
        self.there |= packages
        return size

    def run(self, *args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.python), "-m", "fatedeck", *args],
            capture_output=True,
            text=True,
            env=self.surroundings,
            check=False,
        )

    @property
    def surroundings(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as they are handed out, unpacked."""
    folder = tmp_path_factory.mktemp("release")
    built = build("sdist", ROOT, folder)
    assert built.returncode == 0, built.stderr
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def test_a_wheel_from_nothing_is_small_and_shows_the_page(
    sources: Path, tmp_path: Path, browser: Browser
) -> None:
    assert not (sources / "web" / "node_modules").exists()
    built = build("wheel", sources, tmp_path)
    assert built.returncode == 0, built.stderr
    [wheel] = tmp_path.glob("*.whl")

    empty = Empty(tmp_path / "empty")
    empty.install(wheel)
    own = sum(file.stat().st_size for file in empty.site.rglob("*") if file.is_file())
    small = needed()
    assert len(small) < MOST_PACKAGES, small
    assert own + empty.bring(small) <= MOST_BYTES
    assert empty.run("--version").stdout.startswith("fatedeck 0.")
    assert (
        "41%  62/153"
        in empty.run(
            *("odds", "deckahedron", "flip", "rank=3", "difficulty=easy", "--without", "D01,D02")
        ).stdout
    )
    refused = empty.run("serve")
    assert refused.returncode == 2
    assert "pip install 'fatedeck[table]'" in refused.stderr

    empty.bring(needed("table"))
    server = subprocess.Popen(
        [
            *(str(empty.python), "-m", "fatedeck", "serve", "--port", "0"),
            *("--database", str(tmp_path / "tables.sqlite3")),
        ],
        env=empty.surroundings,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stderr is not None
        port = None
        while port is None:
            line = server.stderr.readline()
            assert line, "it ended before it listened"
            port = re.search(r'"listening".*"port":(\d+)', line)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port[1]}")
        expect(page.get_by_role("heading", name="Deckahedron").first).to_be_visible()
        page.close()
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_without_the_page_nothing_is_built_and_a_sentence_says_why(
    sources: Path, tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "tools"):
        (bare / name).symlink_to(sources / name)
    (bare / "src" / "fatedeck").mkdir(parents=True)
    for target in ("wheel", "sdist"):
        built = build(target, bare, tmp_path / "dist")
        assert built.returncode != 0
        assert "The page isn’t built yet" in built.stdout + built.stderr
        assert "Traceback" not in built.stderr
        assert not list(tmp_path.glob("dist/*"))
