"""Requests from the OpenAPI document: no fault, every answer as described, no change by strangers.

Ten thousand of each kind: ``pytest -m deep tests/firmware_host/features/interface/test_fuzz.py``.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from firmware_host.features.interface import web
from tests.firmware_host.features.interface.conftest import Serve
from tests.firmware_host.features.interface.generated import Wanted, requests

DOCUMENT = json.loads(web.DESCRIPTIONS["openapi.json"].read_text("utf-8"))
PARTS = {"components": DOCUMENT["components"]}
COUNTS = [pytest.param(400, id="some"), pytest.param(10_000, id="many", marks=pytest.mark.deep)]


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "PATIENCE", 0.0)
    monkeypatch.setattr("firmware_host.web.entry_code.TURN_SECONDS", 0.0)


def sent(client: TestClient, wanted: Wanted, headers: Mapping[str, str]) -> Any:
    text = json.dumps(wanted.body)
    body = {"content": (text[:-1] if wanted.is_raw else text).encode()}
    given: Mapping[str, Any] = body if wanted.method in ("POST", "PUT", "PATCH") else {}
    return client.request(wanted.method, wanted.path, params=wanted.query, headers=headers, **given)


def check(wanted: Wanted, answer: Any) -> None:
    """Check that ``answer`` is as the document says of what is described."""
    assert answer.status_code < 500, (wanted, answer.text)
    described = DOCUMENT["paths"].get(wanted.path, {}).get(wanted.method.lower())
    if described is None:
        return
    responses = described["responses"]
    assert f"{answer.status_code}" in responses, (wanted, answer.text)
    ((kind, content),) = responses[f"{answer.status_code}"]["content"].items()
    assert answer.headers["content-type"].split(";")[0] == kind
    if kind == "application/json":
        jsonschema.validate(answer.json(), {**content["schema"], **PARTS})


def every(count: int) -> Callable[[Callable[[Wanted], None]], None]:
    """Return what calls a function with so many requests."""

    def run(once: Callable[[Wanted], None]) -> None:
        wanted = given(requests(DOCUMENT))(once)
        quiet = [HealthCheck.too_slow, HealthCheck.filter_too_much]
        settings(max_examples=count, deadline=None, database=None, derandomize=True,
                 suppress_health_check=quiet)(wanted)()  # fmt: skip

    return run


@pytest.mark.parametrize("count", COUNTS)
def test_without_a_token_nothing_changes_and_nothing_breaks(count: int, serve: Serve) -> None:
    served = serve("squadro")
    looks = served.program("watcher", may_act=False).headers["authorization"]
    before = served.table.mirror.snapshot
    words, tokens = served.table.hands.world.app.words, ("", looks, "Bearer guess")

    def once(wanted: Wanted) -> None:
        token = tokens[len(wanted.path + wanted.method) % 3]
        answer = sent(served.browser, wanted, {"authorization": token} if token else {})
        check(wanted, answer)
        assert served.table.asked == []

    with served.browser:
        every(count)(once)
    assert served.table.mirror.snapshot is before
    assert (served.actions, served.table.hands.world.app.words) == ([], words)


@pytest.mark.parametrize("count", COUNTS)
def test_with_a_token_nothing_breaks(count: int, serve: Serve) -> None:
    served = serve("squadro")
    headers = {"authorization": served.program().headers["authorization"]}
    outcomes = set[int]()

    def once(wanted: Wanted) -> None:
        answer = sent(served.browser, wanted, headers)
        check(wanted, answer)
        outcomes.add(answer.status_code)

    with served.browser:
        every(count)(once)
    assert outcomes >= {200, 400, 404, 405, 409}
