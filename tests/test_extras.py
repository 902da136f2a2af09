"""Each part imports only what its extra brings, so that a small fatedeck is a whole one."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import fatedeck
from tests.installed import needed

SOURCES = Path(fatedeck.__file__).parent
EXTRAS: dict[str, tuple[str, ...]] = {
    "bots": ("bots",),
    "bots/openspiel.py": ("openspiel",),
    "cli/mcp.py": ("mcp",),
    "lab": ("lab",),
    "lab/cluster.py": ("cluster",),
    "mcp": ("mcp",),
    "press": ("press",),
    "table": ("table",),
    "table/push.py": ("push",),
}
"""Where more may be imported than the small fatedeck has; a file before its folder."""

FIGHT = (
    "lab",
    "deckahedron",
    "--party",
    "Brann",
    "--foes",
    "Wolf",
    "--fights",
    "20",
    "--jobs",
    "1",
)


def extras_of(file: Path) -> tuple[str, ...]:
    place = file.relative_to(SOURCES).as_posix()
    return EXTRAS.get(place) or EXTRAS.get(place.partition("/")[0], ())


def imported(file: Path) -> set[str]:
    """The packages outside Python and fatedeck that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"fatedeck", "pandas"}  # no extra brings pandas


@cache
def brings() -> Mapping[str, list[str]]:
    """Which packages of an index bring each package that can be imported."""
    return packages_distributions()


def plain(name: str) -> str:
    return name.lower().replace("_", "-")


@pytest.mark.parametrize("extras", sorted({(), *EXTRAS.values()}), ids=" ".join)
def test_a_part_imports_only_what_comes_with_it(extras: tuple[str, ...]) -> None:
    brought, of = {plain(name) for name in needed(*extras)}, brings()
    for file in SOURCES.rglob("*.py"):
        if extras_of(file) == extras:
            for name in imported(file):
                assert {plain(one) for one in of[name]} & brought, f"{file.name} imports {name}"


@pytest.mark.parametrize(
    ("missing", "asked", "extra"),
    [
        ("uvicorn", ("serve",), "table"),
        ("mcp", ("mcp",), "mcp"),
        ("typst", ("press", "cards", "deckahedron"), "press"),
        ("altair", (*FIGHT, "--picture", "never.svg"), "lab"),
        ("distributed", (*FIGHT, "--cluster", "tcp://127.0.0.1:9"), "cluster"),
    ],
    ids=["serve", "mcp", "press", "lab", "cluster"],
)
def test_a_command_without_its_extra_says_what_to_install(
    missing: str, asked: tuple[str, ...], extra: str, tmp_path: Path
) -> None:
    without = f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['fatedeck', *{asked!r}]"
    program = f"{without}; from fatedeck.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ran.returncode == 2
    assert f"pip install 'fatedeck[{extra}]'" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not list(tmp_path.iterdir())


FOUGHT = "fd.lab.lab('deckahedron', 'Brann', 'Wolf', fights=4, jobs=1{})"
IN_PYTHON = {
    "fd.press.cards('deckahedron')": ("typst", "press"),
    "fd.press.booklet.folded(b'')": ("pypdf", "press"),
    "fd.press.books.qr_code('https://x')": ("segno", "press"),
    FOUGHT.format("") + ".to_polars()": ("polars", "lab"),
    FOUGHT.format(", cluster='tcp://127.0.0.1:9'"): ("distributed", "cluster"),
    "import fatedeck.bots.pettingzoo": ("pettingzoo", "bots"),
    "import fatedeck.bots.gymnasium": ("numpy", "bots"),
    "import fatedeck.bots.openspiel": ("pyspiel", "openspiel"),
}


def test_in_python_a_missing_extra_is_an_import_error_with_what_to_install() -> None:
    program = f"""
import sys
sys.modules.update(dict.fromkeys({[missing for missing, _ in IN_PYTHON.values()]!r}))
import fatedeck as fd
for code in {list(IN_PYTHON)!r}:
    try:
        exec(code)
    except ImportError as missing:
        print(missing)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    for said, (_, extra) in zip(ran.stdout.splitlines(), IN_PYTHON.values(), strict=True):
        assert said.endswith(f"isn’t installed: pip install 'fatedeck[{extra}]'")
