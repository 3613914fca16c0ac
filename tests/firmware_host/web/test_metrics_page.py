"""The figures of a table at /metrics: for everybody where they are asked for, else nowhere."""

from pathlib import Path
from typing import cast

import pytest
from starlette.testclient import TestClient

import games
from firmware_host.session.setup import Setup
from firmware_host.web.doorway import Admission
from firmware_host.web.server import table_site
from firmware_host.web.table_client import TableClient
from firmware_host.web.table_states import MetricsPage, TableWatch, table_state
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin


@pytest.fixture
def client(begin: Begin) -> TableClient:
    return cast(TableClient, SimulatedTable(begin(Setup("squadro"))))


def browser(client: TableClient, folder: Path, figures: MetricsPage | None) -> TestClient:
    """Return a browser that was not let in at the site of the table."""
    return TestClient(table_site(client, Admission(client), games, folder, figures))


def test_figures_are_for_everybody_where_they_are_asked_for(
    client: TableClient, tmp_path: Path
) -> None:
    watch = TableWatch(client, "1.2.3")
    watch.states["state"] = table_state(client.mirror, "1.2.3")
    answer = browser(client, tmp_path, MetricsPage(watch, "hall-2")).get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'tableside_playing{table="hall-2",game="squadro"} 1\n' in answer.text
    assert "broker" not in answer.text


def test_there_are_no_figures_unless_they_are_asked_for(
    client: TableClient, tmp_path: Path
) -> None:
    assert browser(client, tmp_path, None).get("/metrics").status_code == 404
