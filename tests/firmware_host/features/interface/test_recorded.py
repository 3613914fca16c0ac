"""What programs of the first release with the interface asked is still answered as they read it.

``version_1.json`` was recorded from that release: it is added to, and never changed.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.firmware_host.features.interface.test_interface import Table, interface

RECORDED = json.loads(Path(__file__).with_name("version_1.json").read_text("utf-8"))
NAMES_ALL = "pieces"
"""The answer to what is not there names all that is, so that it has grown."""


def same(before: Any, now: Any) -> bool:
    """Return whether a program that knows what was said ``before`` reads the same ``now``."""
    if isinstance(before, Mapping):
        return isinstance(now, Mapping) and all(
            name in now and same(each, now[name]) for name, each in before.items()
        )
    if isinstance(before, list):
        return isinstance(now, list) and len(before) == len(now) and all(map(same, before, now))
    return bool(before == now) and type(before) is type(now)


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_an_old_program_is_still_served(number: int, tmp_path: Path) -> None:
    asked = RECORDED[number]
    table = Table()
    table.records = tuple(asked["records"])
    table.show(asked["awaited"])
    with TestClient(Starlette(routes=[interface(table, tmp_path).route])) as client:
        answer = client.get(f"/api/v1/{asked['request']}")
    assert answer.status_code == asked["status"]
    kind = answer.headers["content-type"].split(";")[0]
    assert kind == asked["type"]
    if kind == "application/json" and asked["request"] != NAMES_ALL:
        assert same(asked["answer"], answer.json())
    if kind == "text/plain":
        assert answer.text == asked["answer"]


def test_what_counts_as_the_same() -> None:
    assert same({"a": [1]}, {"a": [1], "b": 2})
    assert not same({"a": 1, "b": 2}, {"a": 1})
    assert not same([1], [1, 2])
    assert not same(1, True)
