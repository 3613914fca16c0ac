"""The description of the interface in OpenAPI 3.1, from the types of what is told.

``python -m tests.firmware_host.features.interface.description`` writes the file that ships.
"""

import json
from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

import msgspec

from firmware_host.features.interface.web import (
    DESCRIPTION,
    LONGEST_NUMBER,
    PATIENCE,
    NoAnswer,
    TableNow,
)


def _described(summary: str, kind: str, schema: Mapping[str, Any], **more: object) -> object:
    """Return what OpenAPI says of a path whose answer of this ``kind`` fits ``schema``."""
    refused = {"$ref": "#/components/schemas/NoAnswer"}
    said = {"description": "Why not", "content": {"application/json": {"schema": refused}}}
    answers = {
        "200": {"description": summary, "content": {kind: {"schema": schema}}},
        "default": said,
    }
    return {"get": {"summary": summary, "responses": answers, **more}}


def description() -> Mapping[str, Any]:
    shapes = msgspec.json.schema_components(
        (TableNow, NoAnswer), ref_template="#/components/schemas/{name}"
    )[1]
    for shape in shapes.values():
        shape["description"] = cleandoc(shape["description"]).replace("``", "`")
    text = {"type": "string"}
    language = {
        "name": "language",
        "in": "query",
        "description": "The language of titles and sentences, such as en; else that of the browser",
        "schema": text,
    }
    after = {
        "name": "after",
        "in": "query",
        "description": f"Answer when the news are others, at the latest after {PATIENCE:g} s",
        "schema": {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1},
    }
    now = {"$ref": "#/components/schemas/TableNow"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "tableside", "version": "1"},
        "paths": {
            "/api/v1/table": _described(
                "What happens at the table", "application/json", now, parameters=[after, language]
            ),
            "/api/v1/record": _described("The game as a record", "text/plain", text),
            "/api/v1/board.svg": _described(
                "The board as a picture", "image/svg+xml", text, parameters=[language]
            ),
        },
        "components": {"schemas": shapes},
    }


def text() -> str:
    """Return the description as it ships."""
    return json.dumps(description(), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    DESCRIPTION.write_text(text(), encoding="utf-8")
