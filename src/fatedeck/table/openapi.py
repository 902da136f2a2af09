"""The HTTP side as an OpenAPI document, for whoever writes another page or tries to break ours."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from fatedeck.table.pictures import PICTURES, TYPE
from fatedeck.table.protocol import HTTP_TYPES, PROTOCOL, Welcome
from fatedeck.table.schema import anything

_JSON = "application/json"
_FROM_ONE: dict[str, object] = {"type": "integer", "minimum": 1}
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
        "paths": {path: _named(path, calls) for path, calls in _paths().items()},
        "components": {
            "schemas": parts,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer"}},
        },
    }
    return msgspec.json.encode(document)


def _named(path: str, calls: dict[str, dict[str, object]]) -> dict[str, object]:
    """These calls with names for programs that are made from the document."""
    parts = re.findall(r"[a-z]+", path.removeprefix("/api/v1"))
    return {how: {"operationId": "_".join([how, *parts]), **call} for how, call in calls.items()}


def _paths() -> dict[str, dict[str, dict[str, object]]]:
    table = "/api/v1/tables/{table}"
    return {
        "/health": {"get": _call("How the server is, for whoever runs it", "Health")},
        "/health/live": {"get": _call("Whether the server lives", "Alive")},
        "/metrics": {"get": _call("Figures in the format of Prometheus", None, kind="text/plain")},
        "/api/v1/schema.json": {
            "get": _call(
                "All messages and bodies as JSON Schema", None, kind="application/schema+json"
            )
        },
        "/api/v1/push": {"get": _call("The server’s public key for notifications", "PushKey")},
        "/api/v1/games": {
            "get": _call("Every installed game, its seating and its options", "GameList")
        },
        "/api/v1/games/{game}/faces": {
            "get": _call(
                "How the cards of a game look and read",
                "FaceCatalogue",
                path=["game"],
                query={"options": {"type": "string", "description": "the table's options as JSON"}},
            )
        },
        "/api/v1/games/{game}/rules": {
            "get": _call("The clauses of a game", "RulesText", path=["game"])
        },
        "/api/v1/games/{game}/puzzle": {
            "get": _call("Today’s puzzle", "PuzzleToday", path=["game"])
        },
        "/api/v1/games/{game}/decks": {
            "get": _call("The decks in the box of a game", "Decks", path=["game"]),
            "post": _call(
                "A list of cards as the rules read it", "DeckRead", body="DeckList", path=["game"]
            ),
        },
        "/api/v1/games/{game}/print": {
            "get": _call("Which sets of cards can be printed", "Printable", path=["game"]),
            "post": _call(
                "Cards, boxes or rules as a PDF",
                "Printed",
                body="PrintWanted",
                path=["game"],
                kind="text/event-stream",
            ),
        },
        "/api/v1/games/{game}/fight": {
            "get": _call("Who is ready for a fight", "FightersKnown", path=["game"]),
            "post": _call(
                "How a fight between a party and foes would go",
                "Estimate",
                body="FightWanted",
                path=["game"],
                kind="text/event-stream",
            ),
        },
        "/api/v1/games/{game}/lessons/{number}": {
            "post": _call(
                "What comes of a move at a stop of a lesson",
                "LessonHeard",
                body="LessonMove",
                path=["game", "number"],
            )
        },
        "/api/v1/qr": {
            "post": _call("A link as a QR code", None, body="QrText", kind="image/svg+xml")
        },
        "/api/v1/tables": {
            "post": _call(
                "Make a table; its links are told only this once",
                "Links",
                body="NewTable",
                status=201,
            )
        },
        "/api/v1/tables/import": {
            "post": _call("A table from an exported file", "Links", body="object", status=201)
        },
        "/api/v1/invites/{code}": {
            "get": _call("What may be done by a table’s code", "Invitation", path=["code"]),
            "post": _call("Sit down by a table’s code", "Seated", body="Sit", path=["code"]),
        },
        table: {"get": _call("Everything that this link may see now", "Welcome", path=["table"])},
        f"{table}/invite": {"get": _call("The table’s code", "InviteCode", path=["table"])},
        f"{table}/sessions": {
            "get": _call("What is told of each session that has ended", "Sessions", path=["table"])
        },
        f"{table}/notes": {
            "get": _call("The group’s notes and one’s own", "Notes", path=["table"])
        },
        f"{table}/next.ics": {
            "get": _call(
                "The next session, for a calendar", None, path=["table"], kind="text/calendar"
            )
        },
        f"{table}/story": {
            "get": _call(
                "Earlier lines of the story",
                "Story",
                path=["table"],
                query={"before": _FROM_ONE, "limit": _FROM_ONE},
            )
        },
        f"{table}/odds": {
            "get": _call("The odds of what this seat could do now", "OddsNow", path=["table"])
        },
        f"{table}/best": {
            "get": _call(
                "What each choice of this seat is worth, better and better",
                "Weighed",
                path=["table"],
                kind="text/event-stream",
            )
        },
        f"{table}/fight": {
            "get": _call(
                "How the fight at this table would go, for the game master",
                "Estimate",
                path=["table"],
                kind="text/event-stream",
            )
        },
        f"{table}/rematch": {
            "post": _call(
                "Play again: the link of one’s own seat at the one table of the rematch",
                "Link",
                body="Rematch",
                path=["table"],
            )
        },
        f"{table}/verdict": {
            "get": _call(
                "What turned a game that is over, and everyone’s luck", "Verdict", path=["table"]
            )
        },
        f"{table}/steps": {"get": _call("The past, step by step", "Steps", path=["table"])},
        f"{table}/steps/{{v}}": {
            "get": _call(
                "What was shown at a step",
                "SceneAt",
                path=["table", "v"],
                query={"as": {"enum": ["spectator"]}},
            )
        },
        f"{table}/chronicle.md": {
            "get": _call(
                "The story to keep, as Markdown", None, path=["table"], kind="text/markdown"
            )
        },
        f"{table}/chronicle.html": {
            "get": _call("The story to keep, as a page", None, path=["table"], kind="text/html")
        },
        f"{table}/print": {
            "post": _call(
                "One’s own sheet, or the story, as a PDF",
                "Printed",
                body="TablePrint",
                path=["table"],
                kind="text/event-stream",
            )
        },
        f"{table}/pictures": {
            "post": _call(
                "Bring a picture to the table", "Pinned", body="picture", path=["table"], status=201
            )
        },
        f"{table}/pictures/{{picture}}": {
            "get": _call(
                "A picture that the table shows", None, path=["table", "picture"], kind=TYPE
            )
        },
        f"{table}/record": {
            "get": _call(
                "The record, once the table has ended",
                None,
                path=["table"],
                kind="application/x-ndjson",
            )
        },
        f"{table}/export": {"get": _call("The whole table as one file", None, path=["table"])},
        f"{table}/fork": {
            "post": _call(
                "A new table from a step of this one",
                "Links",
                body="Fork",
                path=["table"],
                status=201,
            )
        },
    }


def _call(
    says: str,
    gives: str | None,
    *,
    body: str = "",
    path: list[str] | None = None,
    query: dict[str, dict[str, object]] | None = None,
    status: int = 200,
    kind: str = _JSON,
) -> dict[str, object]:
    """One call: what it is for, takes and gives, and that it may be refused."""
    parameters: list[dict[str, object]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in path or []
    ]
    parameters += [
        {"name": name, "in": "query", "schema": schema} for name, schema in (query or {}).items()
    ]
    form: dict[str, object] = _form(gives) if gives else {}
    refused = {"description": "refused", "content": {_JSON: {"schema": _form("Problem")}}}
    call: dict[str, object] = {
        "summary": says,
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
