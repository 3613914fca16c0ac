"""The descriptions of the interface, OpenAPI 3.1 and AsyncAPI 3.0, from the types of what is told.

``python -m tests.firmware_host.features.interface.description`` writes the files that ship.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from inspect import cleandoc
from typing import Any, Final

import msgspec

from firmware_host.features.interface.answers import (
    Done,
    EventNow,
    GameAsked,
    MessageAsked,
    MoveAsked,
    MovesNow,
    NoAnswer,
    PositionNow,
    TableNow,
    ThrowAsked,
    TurnsNow,
)
from firmware_host.features.interface.web import DESCRIPTIONS, LONGEST_NUMBER, PATIENCE

Described = Mapping[str, Any]

TEXT: Final = {"type": "string"}
JSON: Final = "application/json"
LANGUAGE: Final = {
    "name": "language",
    "in": "query",
    "description": "The language of titles and sentences, such as en; else that of the browser",
    "schema": TEXT,
}
AFTER: Final = {
    "name": "after",
    "in": "query",
    "description": f"Answer when the news are others, at the latest after {PATIENCE:g} s",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1},
}
AT: Final = {
    "name": "at",
    "in": "query",
    "description": "After so many actions of the game; else as it is now",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1},
}

ASKED: Final[Mapping[str, tuple[str, str, Described, Sequence[Described]]]] = {
    "table": ("What happens at the table", JSON, {"$ref": "TableNow"}, (AFTER, LANGUAGE)),
    "position": ("The position now, or before", JSON, {"$ref": "PositionNow"}, (AT,)),
    "moves": ("What can be done now", JSON, {"$ref": "MovesNow"}, ()),
    "turns": ("All throws and moves of the game", JSON, {"$ref": "TurnsNow"}, ()),
    "record": ("The game as a record", "text/plain", TEXT, ()),
    "board.svg": ("The board as a picture", "image/svg+xml", TEXT, (LANGUAGE,)),
    "display.png": (
        "The display of the table as a picture",
        "image/png",
        {"contentMediaType": "image/png"},
        (),
    ),
}
ACTED: Final[Mapping[str, tuple[str, type]]] = {
    "throw": ("Enter a throw for whoever is at turn, or let the machine throw", ThrowAsked),
    "choose": ("Choose a move for whoever is at turn", MoveAsked),
    "new-game": ("Begin a game, with people at all seats", GameAsked),
    "message": ("Show a message on the display", MessageAsked),
}
REFUSED: Final[Mapping[str, str]] = {
    "400": "The request makes no sense",
    "401": "There is no token, or it is wrong",
    "403": "The token may only look",
    "404": "There is no such thing",
    "409": "The table refuses it now",
    "429": "Too much was asked, or too many wrong tokens came",
    "503": "The table cannot answer now",
}
WHY_NOT_TO_LOOK: Final = ("400", "401", "404", "429", "503")


def _answers(summary: str, kind: str, schema: Described, refused: Iterable[str]) -> Described:
    said = {"schema": {"$ref": "NoAnswer"}}
    return {
        "200": {"description": summary, "content": {kind: {"schema": schema}}},
        **{each: {"description": REFUSED[each], "content": {JSON: said}} for each in refused},
    }


def _looking(what: str) -> Described:
    summary, kind, schema, parameters = ASKED[what]
    answers = _answers(summary, kind, schema, WHY_NOT_TO_LOOK)
    found = {"summary": summary, "responses": answers, "security": [{}, {"token": []}]}
    return {"get": {**found, "parameters": parameters} if parameters else found}


def _acting(what: str) -> Described:
    summary, kind = ACTED[what]
    body = {"required": True, "content": {JSON: {"schema": {"$ref": kind.__name__}}}}
    answers = _answers(summary, JSON, {"$ref": "Done"}, REFUSED)
    found = {"summary": summary, "requestBody": body, "responses": answers}
    return {"post": {**found, "parameters": [LANGUAGE], "security": [{"token": []}]}}


def _schemas(*kinds: Any) -> Described:
    shapes = msgspec.json.schema_components(kinds, ref_template="{name}")[1]
    for shape in shapes.values():
        shape["description"] = cleandoc(shape["description"]).replace("``", "`")
    return shapes


def _placed(value: Any) -> Any:
    """Return ``value`` with references to where the schemas are."""
    if isinstance(value, Mapping):
        return {
            key: f"#/components/schemas/{each}" if key == "$ref" and "#" not in each
            else _placed(each)
            for key, each in value.items()
        }  # fmt: skip
    return [_placed(each) for each in value] if isinstance(value, list | tuple) else value


def openapi() -> Described:
    asked = (kind for _, kind in ACTED.values())
    shapes = _schemas(TableNow, PositionNow, MovesNow, TurnsNow, NoAnswer, Done, *asked)
    token = {"type": "http", "scheme": "bearer", "description": "tableside token add NAME"}
    found: Described = _placed(
        {
            "openapi": "3.1.0",
            "info": {"title": "tableside", "version": "1"},
            "paths": {
                **{f"/api/v1/{what}": _looking(what) for what in ASKED},
                **{f"/api/v1/{what}": _acting(what) for what in ACTED},
            },
            "components": {"schemas": shapes, "securitySchemes": {"token": token}},
        }
    )
    return found


def asyncapi() -> Described:
    event = {
        "summary": "What the table shows, whenever something happens, and every 25 seconds",
        "contentType": JSON,
        "payload": {"$ref": "EventNow"},
    }
    token = {
        "summary": "The first message of a page that needs a token: it cannot send the header",
        "contentType": JSON,
        "payload": {
            "type": "object",
            "properties": {"token": TEXT},
            "required": ["token"],
        },
    }
    where = {"$ref": "#/channels/events"}
    found: Described = _placed(
        {
            "asyncapi": "3.0.0",
            "info": {"title": "tableside", "version": "1"},
            "channels": {
                "events": {
                    "address": "/api/v1/events",
                    "messages": {"event": event, "token": token},
                    "bindings": {
                        "ws": {
                            "query": {"type": "object", "properties": {"language": TEXT}},
                            "bindingVersion": "0.1.0",
                        }
                    },
                }
            },
            "operations": {
                "follow": {
                    "action": "receive",
                    "channel": where,
                    "messages": [{"$ref": "#/channels/events/messages/event"}],
                },
                "sayToken": {
                    "action": "send",
                    "channel": where,
                    "messages": [{"$ref": "#/channels/events/messages/token"}],
                },
            },
            "components": {"schemas": _schemas(EventNow)},
        }
    )
    return found


def texts() -> Mapping[str, str]:
    """Return the descriptions as they ship, by the names of their files."""
    made = {"openapi.json": openapi(), "asyncapi.json": asyncapi()}
    return {name: json.dumps(each, indent=1, sort_keys=True) + "\n" for name, each in made.items()}


if __name__ == "__main__":
    for name, text in texts().items():
        DESCRIPTIONS[name].write_text(text, encoding="utf-8")
