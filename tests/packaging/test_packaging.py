"""The image's recipe, compose files, units and proxies' settings, line by line.

What they run is run here without a container; `python -m tests.soak packaging` runs the whole
recipe and gives the proxies' files to the proxies.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fatedeck.table.line import PATH
from fatedeck.table.settings import Settings, from_environment
from tests.packaging.recipe import PACKAGING, ROOT, Stage, compose, health_command, read
from tests.table.house import PATIENCE, free_port

FILES = sorted(path for path in PACKAGING.rglob("*") if path.is_file())
UNITS = sorted((PACKAGING / "systemd").iterdir())
OWN = {"FATEDECK_SITE", "FATEDECK_WORKERS"}
"""What the files ask for that is no setting of the server's."""
IMAGES = {"python:3.13-slim-trixie", "postgres:17", "caddy:2", "fatedeck"}


@pytest.fixture(scope="module")
def final() -> Stage:
    return read()[-1]


# All of them


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_exists_and_every_name_is_one_of_ours(path: Path) -> None:
    text = path.read_text("utf-8")
    named = set(re.findall(r"FATEDECK_[A-Z_]+", text)) - OWN
    assert {name.removeprefix("FATEDECK_").lower() for name in named} <= set(
        Settings.__struct_fields__
    )
    images = re.findall(r"^(?:FROM|\s*image:) (\S+)", text, re.MULTILINE)
    assert set(images) <= IMAGES


# The image


def test_the_image_has_two_stages_and_runs_as_nobody_in_particular(final: Stage) -> None:
    build, last = read()
    assert build.name == "build"
    assert last.image == build.image
    assert [said for said in final.all("COPY") if "--from=build" in said] == final.all("COPY")
    assert final.one("USER").said == "10001:10001"
    assert final.one("VOLUME").said == "/data"
    assert final.one("STOPSIGNAL").said == "SIGTERM"
    assert f"EXPOSE {final.environment()['FATEDECK_PORT']}" == f"EXPOSE {final.one('EXPOSE').said}"


def test_what_the_image_is_built_from_is_there() -> None:
    """All that is named in the ignore file exists, and all that the build reads is let through."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    through = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert lines[0] == "*"
    assert all((ROOT / name).exists() for name in through)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.search(r'license-files = \["(\w+)", "(\w+)"\]', project)
    assert named is not None
    assert {"pyproject.toml", "Makefile", "src", "web", *named.groups()} <= through


def test_what_the_image_starts_is_well_and_stops(final: Stage, tmp_path: Path) -> None:
    """Its command, its settings and its health check, in a folder instead of its volume."""
    ours = Path(sys.executable).parent
    said = {**final.environment(), "FATEDECK_PORT": str(free_port())}
    settings = from_environment(said)
    assert (settings.host, settings.database) == ("0.0.0.0", "/data/tables.sqlite3")
    database = settings.database.replace("/data", str(tmp_path))
    environment = {
        **said,
        "FATEDECK_DATABASE": database,
        "PATH": said["PATH"].replace("/opt/fatedeck/bin", str(ours)),
    }
    command = [*final.one("ENTRYPOINT").words(), *final.one("CMD").words()]
    server = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stderr is not None
        assert any("listening" in line for line in server.stderr)
        checked = subprocess.run(
            health_command(final), env=environment, capture_output=True, text=True, check=False
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert "The server is well" in checked.stdout
        assert Path(database).exists()
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


# Compose


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgresql.yaml"])
def test_a_compose_file_names_what_it_has(name: str, final: Stage) -> None:
    found = compose(name)
    mounts = [mount.split(":") for service in found.services.values() for mount in service.volumes]
    ours = {mount[0] for mount in mounts if mount[0].startswith(".")}
    assert {mount[0] for mount in mounts} - ours == set(found.volumes)
    assert all((PACKAGING / mount).is_file() for mount in ours)
    for service in found.services.values():
        for other, how in service.depends_on.items():
            assert how.condition == "service_healthy"
            waited = found.services[other]
            assert waited.healthcheck is not None or waited.image == "fatedeck"
        if service.image == "fatedeck":
            assert service.build is not None
            assert (PACKAGING / service.build.context / service.build.dockerfile).is_file()
            assert (service.read_only, service.cap_drop) == (True, ["ALL"])
            kept = {mount.split(":")[1] for mount in service.volumes}
            assert {"/tmp", final.one("VOLUME").said} <= {*service.tmpfs, *kept}


def test_the_workers_of_the_compose_file_have_settings_that_are_read(final: Stage) -> None:
    found = compose("compose.postgresql.yaml")
    workers = [name for name, service in found.services.items() if service.image == "fatedeck"]
    assert len(workers) == 2
    filled = {"POSTGRES_PASSWORD": "secret", "FATEDECK_SITE": "table.example.org"}
    [subnet] = found.networks["default"]["ipam"]["config"]
    for name in workers:
        settings = from_environment(found.services[name].filled(filled))
        assert settings.address == "https://table.example.org"
        assert settings.database == "postgresql://fatedeck:secret@postgres/fatedeck"
        assert settings.trusted_proxies == subnet["subnet"]
    port = final.environment()["FATEDECK_PORT"]
    told = found.services["caddy"].environment["FATEDECK_WORKERS"]
    assert told == " ".join(f"{name}:{port}" for name in workers)


# systemd


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_one_that_systemd_takes(unit: Path, tmp_path: Path) -> None:
    """Of the program it starts it needs a name that is here."""
    assert shutil.which("systemd-analyze"), "make setup installs it"
    text = unit.read_text("utf-8")
    assert "ExecStart=/opt/fatedeck/bin/fatedeck serve\n" in text
    assert "Type=notify\n" in text
    copy = tmp_path / unit.name
    copy.write_text(text.replace("/opt/fatedeck/bin/fatedeck", "/bin/true"), "utf-8")
    instance = tmp_path / unit.name.replace("@", "@8001")
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(instance)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_unit_gives_the_server_more_time_than_it_takes() -> None:
    """It ends itself after three times `shutdown_seconds`, and a write may take ten seconds."""
    for unit in UNITS:
        times = dict(re.findall(r"^(\w+Sec)=(\d+)$", unit.read_text("utf-8"), re.MULTILINE))
        assert int(times["TimeoutStopSec"]) > 3 * Settings().shutdown_seconds
        assert int(times["WatchdogSec"]) / 3 > 10


# Proxies


@pytest.mark.parametrize("name", ["nginx.conf", "haproxy.cfg", "Caddyfile"])
def test_a_proxy_brings_a_table_to_one_worker(name: str) -> None:
    """Each knows the live line, keeps what is not for players, and lets a table's file through."""
    text = (PACKAGING / "proxies" / name).read_text("utf-8")
    assert "/metrics" in text
    assert "/health" in text
    if name == "Caddyfile":
        assert "lb_policy query t {" in text
        assert text.count("{") == text.count("}")
    else:
        assert re.escape(PATH) in text or PATH in text
        assert "/api/v1/tables/" in text
        assert "consistent" in text


def test_nginx_finds_the_table_where_the_page_puts_it() -> None:
    text = (PACKAGING / "proxies" / "nginx.conf").read_text("utf-8")
    patterns = [
        re.compile(found.replace("(?<", "(?P<")) for found in re.findall(r'"~(\^[^"]+)"', text)
    ]
    asked = {
        "/api/v1/live?t=r6niys3w2-_M": "r6niys3w2-_M",
        "/api/v1/live?x=1&t=r6n": "r6n",
        "/api/v1/tables/r6n/story?before=3": "r6n",
    }
    for path, table in asked.items():
        found = [match for pattern in patterns if (match := pattern.match(path))]
        assert [table in match.groups() for match in found] == [True], path
    assert not any(pattern.match("/api/v1/games") for pattern in patterns)
