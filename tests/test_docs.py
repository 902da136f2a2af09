"""Every code block of the README and the docs runs.

A `python` block is run as a program; a `yaml` block that is a scenario must pass, and one that is
an encounter can be fought; a `console`
block is typed line by line, and what it shows after each `$` line must be printed (`…` stands for
anything); a `json` block is read; a `markdown` block is an adventure without a problem; an `sh`
block starts a server, which must answer and then stop.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from fatedeck.bots.checking import problems
from fatedeck.engine.marked_yaml import read_documents
from fatedeck.engine.scenario import run
from fatedeck.lab.encounter import parse_encounter
from fatedeck.lab.playing import Arena
from fatedeck.table.settings import Settings

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(*languages: str) -> Iterator[tuple[str, int, str]]:
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = path.read_text("utf-8")
        for block in BLOCK.finditer(text):
            if block[1] in languages:
                line = text.count("\n", 0, block.start()) + 1
                yield str(path.relative_to(ROOT)), line, block[2]


def named(*languages: str) -> list[object]:
    return [pytest.param(code, id=f"{file}:{line}") for file, line, code in blocks(*languages)]


@pytest.mark.parametrize("code", named("python"))
def test_python_block(code: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda p: p.name)
def test_notebook(path: Path, tmp_path: Path) -> None:
    """Its cells run one after the other; what a cell ends with can be shown."""
    cells = [
        "".join(cell["source"])
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    shown = "\n".join(
        f"{before}\n_shown = ({last})\ngetattr(_shown, '_repr_html_', lambda: repr(_shown))()"
        for before, _, last in (f"\n{cell}".rpartition("\n") for cell in cells)
    )
    test_python_block(shown, tmp_path)


@pytest.mark.parametrize("code", named("yaml"))
def test_yaml_block(code: str) -> None:
    for document in read_documents(code):
        if isinstance(document.value, dict) and "scenario" in document.value:
            result = run(document)
            assert result.ok, f"line {result.line}: expected {result.expected}; {result.found}"
        elif isinstance(document.value, dict) and "encounter" in document.value:
            Arena(parse_encounter(code)).check()


ADVENTURE = re.compile(r"^````markdown\n(.*?)^````$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_markdown_block(path: Path) -> None:
    for block in ADVENTURE.finditer(path.read_text("utf-8")):
        assert problems(block[1]) == []


@pytest.mark.parametrize("code", named("json"))
def test_json_block(code: str) -> None:
    json.loads(code)


@pytest.mark.parametrize("code", named("sh"))
def test_sh_block(code: str, tmp_path: Path) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = re.sub(r"--port \d+", f"--port {port}", code.strip())
    assert command != code.strip(), "it names no port to be found at"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    server = subprocess.Popen(
        ["bash", "-c", f"exec {command}"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        stderr=subprocess.PIPE,
    )
    try:
        assert server.stderr is not None
        said = b""
        while b"listening" not in said:
            said = server.stderr.readline()
            assert said, "it ended before it listened"
        answer = httpx.get(f"http://127.0.0.1:{port}/health", timeout=30)
        assert answer.json()["ok"]
    finally:
        server.terminate()
        server.communicate(timeout=30)
    if named_file := re.search(r"--database (\S+)", command):
        assert (tmp_path / named_file[1]).exists()


def test_every_setting_of_a_server_is_told_with_its_default() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    told: dict[str, str] = {}
    for names, values in re.findall(r"^\| (`.+?`) \| (.+?) \|", text, re.MULTILINE):
        told |= dict(zip(re.findall(r"`(\w+)`", names), values.split(", "), strict=True))
    defaults = msgspec.structs.asdict(Settings())
    assert told.keys() == defaults.keys()
    for name, default in defaults.items():
        assert default in meant(told[name]), name


def meant(told: str) -> tuple[object, ...]:
    """What a default in the table may stand for; a kilobyte is 1,000 or 1,024 bytes."""
    if told == "none":
        return ("",)
    if told.startswith("`"):
        return (told.strip("`"), int(told.strip("`")) if told.strip("`").isdigit() else None)
    number, _, unit = told.replace(",", "").partition(":")[0].partition(" ")
    sizes = {"": 0, "kB": 1, "MB": 2, "GB": 3}
    return tuple(float(number) * base ** sizes[unit] for base in (1000, 1024))


@pytest.mark.parametrize("code", named("console"))
def test_console_block(code: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100", "XDG_DATA_HOME": str(tmp_path)}
    for command, shown in typed(code):
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
        pattern = ".*?".join(re.escape(part) for part in shown.split("…"))
        assert re.search(pattern, ran.stdout, re.DOTALL), f"{command} printed:\n{ran.stdout}"


def typed(code: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what it is to show."""
    command, shown = "", ""
    for line in code.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown.strip()
            command, shown = line[2:], ""
        else:
            shown += line + "\n"
    if command:
        yield command, shown.strip()
