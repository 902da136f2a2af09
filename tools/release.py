"""What must hold before a release; `make release-check` runs it after all tests.

It looks at the changelog and the tag, builds the source archive and from it the wheel, and says
what is left to do by hand.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
MADE = ("table/static/index.html", "press/fonts/.made")
"""What git does not keep and a wheel must have: the page, and the press's typefaces."""
BY_HAND = """\
All of that holds. By hand:
  git tag -a v{version} -m 'fatedeck {version}' && git push --tags
  upload the two files in dist/
  make a new [Unreleased] heading in CHANGELOG.md{addresses}"""
NO_ADDRESSES = """
  name the project's own pages under [project.urls] in pyproject.toml as soon as it has any:
  until then the links and pictures of README.md lead nowhere in an index of packages"""


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = project["version"]
    wrong = [*_untold(version), *_unclean()] or [*_unbuilt(version)]
    for sentence in wrong:
        print(f"release: {sentence}", file=sys.stderr)
    if wrong:
        sys.exit(1)
    addresses = "" if "urls" in project else NO_ADDRESSES
    print(BY_HAND.format(version=version, addresses=addresses))


def _untold(version: str) -> list[str]:
    """What the changelog does not say."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", text, re.MULTILINE):
        return [f"CHANGELOG.md has no heading “## [{version}] - YYYY-MM-DD”."]
    return []


def _unclean() -> list[str]:
    """What is not committed would be packed and never be found again."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [f"{line[3:]} is not committed." for line in changed]


def _unbuilt(version: str) -> list[str]:
    """Build the source archive and the wheel into dist/, and look into the wheel."""
    build = [sys.executable, "-m", "hatchling", "build", "--target"]
    subprocess.run([*build, "sdist", "--directory", "dist"], cwd=ROOT, check=True)
    archive = ROOT / "dist" / f"fatedeck-{version}.tar.gz"
    with TemporaryDirectory() as folder:
        subprocess.run(["tar", "-xzf", str(archive), "-C", folder], check=True)
        sources = Path(folder, f"fatedeck-{version}")
        subprocess.run(
            [*build, "wheel", "--directory", str(ROOT / "dist")], cwd=sources, check=True
        )
    wheel = ROOT / "dist" / f"fatedeck-{version}-py3-none-any.whl"
    packed = zipfile.ZipFile(wheel).namelist()
    return [f"The wheel has no {made}." for made in MADE if f"fatedeck/{made}" not in packed]


if __name__ == "__main__":
    main()
