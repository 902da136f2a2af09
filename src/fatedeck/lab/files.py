"""Results as files: where they can be written, and tables of them."""

from __future__ import annotations

import csv
import os
from pathlib import Path

from fatedeck.engine.errors import Unreadable
from fatedeck.lab.results import polars_frame


def check_place(path: Path) -> None:
    """Refuse a place where no file can be written, before anything is played for it."""
    folder = path.parent
    if not folder.is_dir():
        raise Unreadable(f"{path} can’t be written: there is no folder {folder}.")
    if path.is_dir():
        raise Unreadable(f"{path} can’t be written: it is a folder.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise Unreadable(f"{path} can’t be written: you aren’t allowed to.")


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
