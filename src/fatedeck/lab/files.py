"""Tables of results as files."""

from __future__ import annotations

import csv
from pathlib import Path

from fatedeck.lab.results import polars_frame


def write_csv(rows: list[dict[str, object]], path: Path) -> None:
    """Rows as CSV; a figure that a row has not is left empty."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(rows: list[dict[str, object]], path: Path) -> None:
    """Rows as Parquet."""
    polars_frame(rows).write_parquet(path)
