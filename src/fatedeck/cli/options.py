"""Table options as somebody types them."""

from __future__ import annotations

from typing import get_origin, get_type_hints

import msgspec

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset


def read_options(ruleset: AnyRuleset, given: list[str]) -> dict[str, object]:
    """Options as typed: numbers and truth values as JSON has them, lists with commas."""
    kinds = get_type_hints(ruleset.Options)
    options: dict[str, object] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not equals:
            raise Unreadable(f"An option is name=value, not “{option}”.")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value.split(",") if get_origin(kinds.get(name)) is list else value
    return options
