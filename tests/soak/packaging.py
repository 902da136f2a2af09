"""The image, line by line without a container, and the settings of proxies, given to them.

Each RUN line but those of the system's package manager is run by a shell in a fresh folder; the
server that comes of it runs as a user of its own, who may write to nothing but its volume.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.packaging.recipe import PACKAGING, ROOT, health_command, read
from tests.table.house import free_port

_USER = 10001
_LIBRARY = "apt-get"


def main() -> None:
    _image()
    for name, check in (("nginx", _nginx), ("haproxy", _haproxy), ("caddy", _caddy)):
        program = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            print(f"packaging: {name} is not installed here, so its settings were NOT tried")
        else:
            with tempfile.TemporaryDirectory() as folder:
                check(program, Path(folder))
            print(f"packaging: {name} takes its settings")


# The image


def _image() -> None:
    build, final = read()
    with tempfile.TemporaryDirectory(prefix="fatedeck-image-", dir="/tmp") as name:
        root = Path(name)
        root.chmod(0o755)
        context, image, data = root / "build", root / "image", root / "data"
        _copy_context(context)
        places = {"/opt/fatedeck": str(image), "/data": str(data)}
        python, user = _python()
        ran = 0
        for stage in (build, final):
            for said in stage.all("RUN"):
                if said.startswith(_LIBRARY):
                    continue
                line = said.replace("python ", f"{python} ", 1)
                for place, here in places.items():
                    line = line.replace(place, here)
                subprocess.run(["sh", "-ec", line], cwd=context, check=True)
                ran += 1
        told = {**final.environment(), "FATEDECK_PORT": str(free_port())}
        for place, here in places.items():
            told = {key: value.replace(place, here) for key, value in told.items()}
        command = [*final.one("ENTRYPOINT").words(), *final.one("CMD").words()]
        server = subprocess.Popen(
            command, cwd=data, env=told, user=user, group=user, stderr=subprocess.PIPE, text=True
        )
        try:
            assert server.stderr is not None
            assert any("listening" in line for line in server.stderr)
            health = health_command(final)
            subprocess.run(health, env=told, user=user, group=user, check=True, cwd=data)
            found = sorted(path.name for path in data.iterdir())
        finally:
            server.terminate()
            server.communicate(timeout=60)
    who = f"as user {_USER}" if user else "as this user, for no Python here is for others"
    print(f"packaging: {ran} lines of the recipe ran; the server is well {who}; it keeps {found}")


def _python() -> tuple[str, int | None]:
    """A Python that can be used as the image's user, and that user; else ours, and nobody else."""
    if os.getuid() == 0:
        for found in (sys.executable, "/usr/local/bin/python3", "/usr/bin/python3"):
            with suppress(OSError):
                wanted = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
                tried = subprocess.run([found, "-c", wanted], user=_USER, group=_USER, check=False)
                if tried.returncode == 0:
                    return found, _USER
    return sys.executable, None


def _copy_context(to: Path) -> None:
    """What the ignore file lets through."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    through = [line[1:] for line in lines if line.startswith("!")]
    out = {ROOT / line for line in lines if not line.startswith(("!", "*"))}

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(folder) / name in out or name == "__pycache__"]

    to.mkdir()
    for name in through:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, to / name)


# Proxies


def _certificate(folder: Path) -> None:
    """A certificate and its key, where the settings will be told that they are."""
    key, certificate = folder / "table.key", folder / "table.crt"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=table.example.org", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*request, *names], check=True, capture_output=True)
    (folder / "table.pem").write_bytes(certificate.read_bytes() + key.read_bytes())


def _nginx(program: str, folder: Path) -> None:
    _certificate(folder)
    ours = (PACKAGING / "proxies" / "nginx.conf").read_text("utf-8")
    (folder / "ours.conf").write_text(ours.replace("/etc/ssl", str(folder)), "utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    around = f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary}"
    (folder / "nginx.conf").write_text(f"{around} include {folder}/ours.conf; }}", "utf-8")
    subprocess.run([program, "-q", "-t", "-c", str(folder / "nginx.conf")], check=True)


def _haproxy(program: str, folder: Path) -> None:
    _certificate(folder)
    ours = (PACKAGING / "proxies" / "haproxy.cfg").read_text("utf-8")
    (folder / "haproxy.cfg").write_text(ours.replace("/etc/ssl", str(folder)), "utf-8")
    subprocess.run([program, "-q", "-c", "-f", str(folder / "haproxy.cfg")], check=True)


def _caddy(program: str, folder: Path) -> None:
    told = {"FATEDECK_SITE": "table.example.org", "FATEDECK_WORKERS": "one:8000 two:8000"}
    command = [program, "adapt", "--adapter", "caddyfile", "--validate", "--config"]
    caddyfile = str(PACKAGING / "proxies" / "Caddyfile")
    subprocess.run(
        [*command, caddyfile],
        env={**os.environ, **told, "HOME": str(folder)},
        check=True,
        stdout=subprocess.DEVNULL,
    )
