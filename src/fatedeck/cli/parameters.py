"""What several commands are asked for, said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fatedeck.terminal import typed


def _take_house(path: Path | None) -> Path | None:
    if path is None:
        return None
    from fatedeck.cli.house import take_house

    return take_house(path)


def take_house_of(record: Path | None) -> Path | None:
    """Play by the house rules of a record; what that takes is loaded only then."""
    if record is None:
        return None
    from fatedeck.cli.house import take_house_of

    return take_house_of(record)


Game = Annotated[str, typed.Argument(help="The game's id, as `fatedeck games` lists it.")]
RecordFile = Annotated[Path, typed.Argument(help="A record (JSON Lines).", callback=take_house_of)]
House = Annotated[
    Path | None,
    typed.Option(help="House rules to play by (YAML).", callback=_take_house),
]
PrintHouse = Annotated[
    Path | None,
    typed.Option(help="House rules (YAML): what is printed follows them.", callback=_take_house),
]
Paper = Annotated[str, typed.Option(help="a4 or letter.")]
