"""The JSON Schema of the protocol, and the page's TypeScript types made from it.

The server hands the schema out. `python -m fatedeck.table.schema` writes `web/src/protocol.ts` and
`build/protocol.schema.json`; the page's build does that first, so page and server cannot drift
apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from fatedeck.table.protocol import HTTP_TYPES, PROTOCOL, Incoming, Outgoing

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

_WORDS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_LINE = 100


def schema() -> dict[str, Json]:
    """The JSON Schema of all messages: `Incoming`, `Outgoing` and the bodies over HTTP."""
    (incoming, outgoing, *_), parts = msgspec.json.schema_components(
        (Incoming, Outgoing, *HTTP_TYPES), ref_template="#/$defs/{name}", schema_hook=anything
    )
    whole: dict[str, object] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The fatedeck table protocol, version {PROTOCOL}",
        "$defs": {"Incoming": incoming, "Outgoing": outgoing, **dict(sorted(parts.items()))},
    }
    return _readable(msgspec.json.encode(whole).decode())


@cache
def published() -> bytes:
    """The JSON Schema as the server hands it out."""
    return msgspec.json.encode(schema())


def typescript() -> str:
    """The same as TypeScript."""
    defs = _mapping(schema()["$defs"])
    lines = [
        "// Made by `python -m fatedeck.table.schema`. Change the Python types instead.",
        "",
        f"export const PROTOCOL = {PROTOCOL};",
    ]
    for name, form in defs.items():
        lines += ["", *_declaration(name, _mapping(form))]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the files that have changed, under the root of the project."""
    made = {
        Path("build/protocol.schema.json"): json.dumps(schema(), indent=1) + "\n",
        Path("web/src/protocol.ts"): typescript(),
    }
    for path, text in made.items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def anything(kind: type) -> dict[str, object]:
    """An `object` of ours may hold any JSON."""
    assert kind is object
    return {"description": "any JSON"}


def _readable(text: str) -> dict[str, Json]:
    """Names such as `Items_Zone_` become `ItemsZone`, everywhere."""
    form: dict[str, Json] = json.loads(text)
    for name in _mapping(form["$defs"]):
        plain = name.replace("_", "")
        text = text.replace(f'"{name}"', f'"{plain}"')
        text = text.replace(f'"#/$defs/{name}"', f'"#/$defs/{plain}"')
    readable: dict[str, Json] = json.loads(text)
    return readable


def _declaration(name: str, form: Mapping[str, Json]) -> list[str]:
    about = form.get("description")
    lines = [f"/** {' '.join(str(about).split())} */"] if about else []
    if "properties" not in form:
        return [*lines, *_wrapped(f"export type {name} = ", _type(form))]
    required = form.get("required")
    needed = required if isinstance(required, list) else []
    lines.append(f"export interface {name} {{")
    for field, kind in _mapping(form["properties"]).items():
        mark = "" if field in needed else "?"
        lines += _wrapped(f"  {field}{mark}: ", _type(_mapping(kind)))
    return [*lines, "}"]


def _wrapped(head: str, kind: str) -> list[str]:
    line = f"{head}{kind};"
    if len(line) <= _LINE or " | " not in kind:
        return [line]
    *parts, last = kind.split(" | ")
    return [head.rstrip(), *(f"  | {part}" for part in parts), f"  | {last};"]


def _type(form: Mapping[str, Json]) -> str:
    """The TypeScript type of one schema."""
    if (ref := form.get("$ref")) is not None:
        return str(ref).rpartition("/")[2]
    if (either := form.get("anyOf")) is not None:
        return " | ".join(_type(_mapping(one)) for one in _list(either))
    if (values := form.get("enum")) is not None:
        return " | ".join(json.dumps(value) for value in _list(values))
    if "const" in form:
        return json.dumps(form["const"])
    kind = form.get("type")
    if kind == "array" and (fixed := form.get("prefixItems")) is not None:
        return f"[{', '.join(_type(_mapping(one)) for one in _list(fixed))}]"
    if kind == "array":
        items = form.get("items")
        inner = _type(items) if isinstance(items, dict) else "unknown"
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        values = form.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return _WORDS.get(str(kind), "unknown")


def _mapping(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


if __name__ == "__main__":
    main()
