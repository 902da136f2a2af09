"""How soon the first page can be used on a phone: 1.6 Mbit/s, 150 ms, a processor 4 times slower.

The start page can be used when its games can be chosen, a table when its cards and its prompt are
there. Each is opened anew, with nothing kept, by the system's Chromium; the page must be built.

    python -m bench.first_page
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, sync_playwright

RUNS = 5
PHONE = {"width": 360, "height": 740}
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
USABLE = {"/": "[data-game] a.button", "/table": ".page .prompt h2"}
WATCH = """
(() => {
  const look = () => {
    if (window.usable === undefined && document.querySelector("%s")) {
      requestAnimationFrame(() => requestAnimationFrame(() => (window.usable = performance.now())));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})();
"""


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = _free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "fatedeck", "serve", "--port", str(port)],
            env={**os.environ, "FATEDECK_DATABASE": str(Path(folder) / "tables.sqlite3")},
            stderr=subprocess.DEVNULL,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            # A table is new each time: whoever comes to one again is asked who they are.
            for title, path in (("the start page", "/"), ("a table by its link", "/table")):
                runs = []
                for _ in range(1 + RUNS):
                    link = f"#{_a_table(address)}"  # new: who comes to one again is asked who it is
                    where = path + link if path == "/table" else path
                    runs.append(_open(browser, address + where, USABLE[path]))
                _report(title, runs[1:])  # the browser itself warms up
            browser.close()
        finally:
            server.terminate()
            server.wait()


def _open(browser: Browser, address: str, marker: str) -> tuple[float, int, int]:
    """Seconds until the page can be used; bytes and requests until then."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_LINE)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH % marker)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.usable !== undefined", timeout=30_000)
    told = page.evaluate(
        """() => [window.usable, ...performance.getEntries()
            .filter((one) => one.responseEnd && one.responseEnd <= window.usable)
            .map((one) => one.transferSize ?? 0)]"""
    )
    context.close()
    usable, *sizes = told
    return usable / 1000, sum(sizes), len(sizes)


def _report(title: str, runs: list[tuple[float, int, int]]) -> None:
    seconds = sorted(run[0] for run in runs)
    _, size, requests = runs[-1]
    print(
        f"{title}: usable after {statistics.median(seconds):.2f} s "
        f"({seconds[0]:.2f} to {seconds[-1]:.2f} in {len(runs)} visits), "
        f"{size / 1000:.0f} kB in {requests} answers until then"
    )


def _a_table(address: str) -> str:
    """The fragment of a seat's link at a new table of Deckahedron that has begun."""
    seats = [{"name": "GM", "role": "gm"}, {"name": "Ana"}, {"name": "Ben"}]
    new = {"game": "deckahedron", "name": "Slowly", "seats": seats, "start": True}
    with httpx.Client(transport=httpx.HTTPTransport(retries=8), timeout=30) as client:
        links = json.loads(client.post(f"{address}/api/v1/tables", json=new).content)
    return str(links["seats"][1]["fragment"])


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
