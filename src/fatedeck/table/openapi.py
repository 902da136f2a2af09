"""The HTTP side as an OpenAPI document, for whoever writes another page or tries to break ours."""

from __future__ import annotations

from functools import cache

import msgspec

from fatedeck.table.pictures import PICTURES, TYPE
from fatedeck.table.protocol import HTTP_TYPES, PROTOCOL, Welcome
from fatedeck.table.schema import anything

_JSON = "application/json"
_LINK: list[dict[str, list[str]]] = [{"link": []}]


@cache
def openapi() -> bytes:
    """The document, as JSON."""
    _, parts = msgspec.json.schema_components(
        (*HTTP_TYPES, Welcome),
        ref_template="#/components/schemas/{name}",
        schema_hook=anything,
    )
    document = {
        "openapi": "3.1.0",
        "info": {"title": "fatedeck table", "version": f"1.{PROTOCOL}"},
        "paths": _paths(),
        "components": {
            "schemas": parts,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}},
        },
    }
    return msgspec.json.encode(document)


def _paths() -> dict[str, object]:
    table = "/api/v1/tables/{table}"
    return {
        "/health": {"get": _call("Health")},
        "/health/live": {"get": _call("Alive")},
        "/metrics": {"get": _call(None, kind="text/plain")},
        "/api/v1/schema.json": {"get": _call(None, kind="application/schema+json")},
        "/api/v1/push": {"get": _call("PushKey")},
        "/api/v1/games": {"get": _call("GameList")},
        "/api/v1/games/{game}/faces": {
            "get": _call("FaceCatalogue", path=["game"], query=["options"])
        },
        "/api/v1/games/{game}/rules": {"get": _call("RulesText", path=["game"])},
        "/api/v1/games/{game}/puzzle": {"get": _call("PuzzleToday", path=["game"])},
        "/api/v1/games/{game}/decks": {
            "get": _call("Decks", path=["game"]),
            "post": _call("DeckRead", body="DeckList", path=["game"]),
        },
        "/api/v1/games/{game}/print": {
            "get": _call("Printable", path=["game"]),
            "post": _call("Printed", body="PrintWanted", path=["game"], kind="text/event-stream"),
        },
        "/api/v1/games/{game}/fight": {
            "get": _call("FightersKnown", path=["game"]),
            "post": _call("Estimate", body="FightWanted", path=["game"], kind="text/event-stream"),
        },
        "/api/v1/games/{game}/lessons/{number}": {
            "post": _call("LessonHeard", body="LessonMove", path=["game", "number"])
        },
        "/api/v1/qr": {"post": _call(None, body="QrText", kind="image/svg+xml")},
        "/api/v1/tables": {"post": _call("Links", body="NewTable", status=201)},
        "/api/v1/tables/import": {"post": _call("Links", body="object", status=201)},
        "/api/v1/invites/{code}": {
            "get": _call("Invitation", path=["code"]),
            "post": _call("Seated", body="Sit", path=["code"]),
        },
        table: {"get": _call("Welcome", path=["table"])},
        f"{table}/invite": {"get": _call("InviteCode", path=["table"])},
        f"{table}/sessions": {"get": _call("Sessions", path=["table"])},
        f"{table}/notes": {"get": _call("Notes", path=["table"])},
        f"{table}/next.ics": {"get": _call(None, path=["table"], kind="text/calendar")},
        f"{table}/story": {"get": _call("Story", path=["table"], query=["before", "limit"])},
        f"{table}/odds": {"get": _call("OddsNow", path=["table"])},
        f"{table}/best": {"get": _call("Weighed", path=["table"], kind="text/event-stream")},
        f"{table}/fight": {"get": _call("Estimate", path=["table"], kind="text/event-stream")},
        f"{table}/verdict": {"get": _call("Verdict", path=["table"])},
        f"{table}/steps": {"get": _call("Steps", path=["table"])},
        f"{table}/steps/{{v}}": {"get": _call("SceneAt", path=["table", "v"])},
        f"{table}/chronicle.md": {"get": _call(None, path=["table"], kind="text/markdown")},
        f"{table}/chronicle.html": {"get": _call(None, path=["table"], kind="text/html")},
        f"{table}/print": {
            "post": _call("Printed", body="TablePrint", path=["table"], kind="text/event-stream")
        },
        f"{table}/pictures": {"post": _call("Pinned", body="picture", path=["table"], status=201)},
        f"{table}/pictures/{{picture}}": {"get": _call(None, path=["table", "picture"], kind=TYPE)},
        f"{table}/record": {"get": _call(None, path=["table"], kind="application/x-ndjson")},
        f"{table}/export": {"get": _call(None, path=["table"])},
        f"{table}/fork": {"post": _call("Links", body="Fork", path=["table"], status=201)},
    }


def _call(
    gives: str | None,
    *,
    body: str = "",
    path: list[str] | None = None,
    query: list[str] | None = None,
    status: int = 200,
    kind: str = _JSON,
) -> dict[str, object]:
    """One call: what it takes, what it gives, and that it may be refused."""
    parameters: list[dict[str, object]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in path or []
    ]
    parameters += [
        {"name": name, "in": "query", "schema": {"type": "integer", "minimum": 1}}
        for name in query or []
    ]
    form: dict[str, object] = _form(gives) if gives else {}
    refused = {"description": "refused", "content": {_JSON: {"schema": _form("Problem")}}}
    call: dict[str, object] = {
        "parameters": parameters,
        "responses": {
            str(status): {"description": "done", "content": {kind: {"schema": form}}},
            "4XX": refused,
        },
    }
    if body:
        takes: dict[str, object] = {_JSON: {"schema": _form(body)}}
        if body == "object":
            takes = {_JSON: {"schema": {"type": "object"}}}
        elif body == "picture":
            takes = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in PICTURES}
        call["requestBody"] = {"required": True, "content": takes}
    if path and "table" in path:
        call["security"] = _LINK
    return call


def _form(name: str) -> dict[str, object]:
    return {"$ref": f"#/components/schemas/{name}"}
