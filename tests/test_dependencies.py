"""What we use is declared, and `docs/dependencies.md` has a reason for each of it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGE = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
OURS = {"fatedeck", "tests", "tools", "bench"}


def declared() -> set[str]:
    extras = PROJECT["optional-dependencies"].values()
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]
    return {str(canonicalize_name(Requirement(line).name)) for line in lines} - {"fatedeck"}


def told() -> set[str]:
    """What has a row in the tables of Python's packages."""
    python = PAGE.partition("## The page")[0]
    cells = re.findall(r"^\| ([^|]+) \|", python, re.MULTILINE)
    names = {re.sub(r" \(.*\)", "", name) for cell in cells for name in cell.split(", ")}
    return {str(canonicalize_name(name)) for name in names} - {"dependency", "---"}


def imported(folder: str) -> set[str]:
    modules = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules.add(node.module or "")
    tops = {module.partition(".")[0] for module in modules}
    return {top for top in tops if top not in sys.stdlib_module_names} - OURS


def test_all_that_is_imported_is_declared() -> None:
    whose = packages_distributions()
    for folder in ("src", "tools", "bench", "tests"):
        for module in imported(folder) - {"high_card"}:
            names = {canonicalize_name(name) for name in whose[module]}
            assert names & declared(), f"{folder} imports {module}, which nothing brings"


def test_every_dependency_has_its_reason_and_no_reason_is_left_over() -> None:
    shown = {"vl-convert": "vl-convert-python", "openspiel": "open-spiel"}
    by_others = {"brotli"}  # comes with fontTools' extra for the page's typefaces
    assert {shown.get(name, name) for name in told()} - by_others == declared()
