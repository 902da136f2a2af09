"""Forged records by the thousand, judged by the page and by the command line."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.forgeries import KINDS, Page, forgeries
from tests.faults.test_forgeries import is_fair


def main(size: float = 1) -> None:
    """Three thousand forgeries of each kind; all must be rejected by both."""
    count = max(2, round(3000 * size))
    tried = by_page = by_command_line = 0
    with TemporaryDirectory() as folder:
        page = Page(Path(folder))
        for kind in KINDS:
            forged = forgeries(kind, count)
            tried += len(forged)
            by_command_line += sum(not is_fair(each) for each in forged)
            by_page += sum(not verdict.fair for verdict in page.judge(forged))
    print(
        f"forged records, {len(KINDS)} kinds: {by_page} of {tried} rejected by the page, "
        f"{by_command_line} of {tried} by the command line"
    )
    assert by_page == by_command_line == tried
