"""Options that many commands share; what they do is imported when they are given."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def _take_house(path: Path | None) -> Path | None:
    from fatedeck.cli.house import take_house

    return take_house(path)


def take_house_of(record: Path | None) -> Path | None:
    """Play by the house rules of the record that is named."""
    from fatedeck.cli.house import take_house_of

    return take_house_of(record)


House = Annotated[
    Path | None, typer.Option(help="House rules to play by (YAML).", callback=_take_house)
]
"""Every command that plays, reckons or prints takes it; its callback is all there is to do."""

RecordFile = Annotated[Path, typer.Argument(help="A record (JSON Lines).", callback=take_house_of)]
