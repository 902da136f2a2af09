"""Reading a Containerfile and compose files: what they say, and nothing that nobody knows."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct, field

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
KNOWN = {
    *("FROM", "RUN", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE"),
    *("STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"),
}


class Instruction(Struct, frozen=True):
    """One line of the recipe."""

    name: str
    said: str

    def words(self) -> list[str]:
        """A command as a list: each of ours is written as JSON, so that no shell stands between."""
        found = json.loads(self.said)
        assert isinstance(found, list)
        return [str(word) for word in found]


class Stage(Struct):
    """What is built on one image."""

    image: str
    name: str
    lines: list[Instruction] = field(default_factory=list)

    def all(self, name: str) -> list[str]:
        return [line.said for line in self.lines if line.name == name]

    def one(self, name: str) -> Instruction:
        [found] = [line for line in self.lines if line.name == name]
        return found

    def environment(self) -> dict[str, str]:
        pairs = [word.split("=", 1) for said in self.all("ENV") for word in shlex.split(said)]
        return {pair[0]: pair[1] for pair in pairs}


def read(path: Path = PACKAGING / "Containerfile") -> list[Stage]:
    """The stages of a recipe whose instructions have a line each."""
    stages: list[Stage] = []
    for line in path.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, said = line.partition(" ")
        assert name in KNOWN, f"nobody knows {name}"
        assert said
        assert not said.endswith("\\")
        if name == "FROM":
            image, *rest = said.split()
            assert rest[:1] in ([], ["AS"])
            stages.append(Stage(image, rest[1] if rest else ""))
        else:
            stages[-1].lines.append(Instruction(name, said))
    return stages


def health_command(stage: Stage) -> list[str]:
    """What is run to see whether the server is well."""
    options, _, command = stage.one("HEALTHCHECK").said.partition("CMD ")
    assert all(word.startswith("--") for word in options.split())
    return Instruction("CMD", command).words()


# Compose


class Build(Struct, forbid_unknown_fields=True):
    """What an image is built from."""

    context: str
    dockerfile: str


class Condition(Struct, forbid_unknown_fields=True):
    """When a service that another waits for is there."""

    condition: str


class Check(Struct, forbid_unknown_fields=True):
    """How a service is asked whether it is well."""

    test: list[str]
    interval: str
    timeout: str
    retries: int


class Service(Struct, forbid_unknown_fields=True):
    """One container."""

    image: str
    build: Build | None = None
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    volumes: list[str] = field(default_factory=list)
    healthcheck: Check | None = None
    depends_on: dict[str, Condition] = field(default_factory=dict)
    read_only: bool = False
    tmpfs: list[str] = field(default_factory=list)
    cap_drop: list[str] = field(default_factory=list)
    security_opt: list[str] = field(default_factory=list)
    stop_grace_period: str = ""
    restart: str = ""

    def filled(self, known: dict[str, str]) -> dict[str, str]:
        """Its environment with what it takes from outside, as compose fills it in."""
        return {
            name: re.sub(r"\$\{(\w+)(:\?[^}]*)?\}", lambda found: known[found[1]], value)
            for name, value in self.environment.items()
        }


class Compose(Struct, forbid_unknown_fields=True):
    """A compose file, as far as ours go."""

    services: dict[str, Service]
    volumes: dict[str, None]
    networks: dict[str, dict[str, dict[str, list[dict[str, str]]]]] = field(default_factory=dict)


def compose(name: str) -> Compose:
    return msgspec.convert(yaml.safe_load((PACKAGING / name).read_text("utf-8")), Compose)
