"""The files for Prometheus, Grafana and Home Assistant name what tables tell."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from docs.writer.manual import FOLDER as DOCS
from firmware_host.features.fleet.discovery import FLAGS
from firmware_host.web.table_states import HELP

FOLDER: Final = DOCS / "museums" / "monitoring"
FIGURE: Final = re.compile(r"\btableside_\w+")
PROMTOOL: Final = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(
    PROMTOOL is None, reason="needs promtool: sudo apt install prometheus"
)


def promtool(*words: str, where: Path = FOLDER) -> "subprocess.CompletedProcess[str]":
    assert PROMTOOL is not None
    return subprocess.run(
        [PROMTOOL, *words], cwd=where, capture_output=True, text=True, check=False
    )


def queries(part: Any) -> Iterator[str]:
    """Yield what is asked of Prometheus anywhere in ``part``."""
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "expr")
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from queries(each)


@pytest.mark.parametrize("name", ["tableside.rules.yml", "grafana.json"])
def test_every_figure_is_one_that_tables_tell(name: str) -> None:
    named = {*FIGURE.findall((FOLDER / name).read_text("utf-8"))}
    assert len(named) >= 5
    assert named <= {*HELP}


@needs_promtool
def test_prometheus_takes_the_rules_and_each_alert_comes_when_it_should() -> None:
    checked = promtool("check", "rules", "tableside.rules.yml")
    assert checked.returncode == 0, checked.stderr
    tried = promtool("test", "rules", "tableside.rules.test.yml")
    assert tried.returncode == 0, tried.stdout + tried.stderr


def test_every_alert_is_tried() -> None:
    alerts = re.findall(r"- alert: (\w+)", (FOLDER / "tableside.rules.yml").read_text("utf-8"))
    tried = (FOLDER / "tableside.rules.test.yml").read_text("utf-8")
    raised = re.findall(r"alertname: (\w+)\n        exp_alerts:", tried)
    assert {*alerts} == {*raised}


@needs_promtool
def test_prometheus_takes_every_query_of_the_dashboard(tmp_path: Path) -> None:
    board = json.loads((FOLDER / "grafana.json").read_text("utf-8"))
    asked = [each.replace("$table", ".*") for each in queries(board)]
    rules = [{"record": f"asked:{number}", "expr": each} for number, each in enumerate(asked)]
    file = tmp_path / "asked.yml"
    file.write_text(json.dumps({"groups": [{"name": "a", "rules": rules}]}), encoding="utf-8")
    checked = promtool("check", "rules", str(file))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert len(asked) >= 8


def test_each_panel_of_the_dashboard_has_a_place_of_its_own() -> None:
    panels = json.loads((FOLDER / "grafana.json").read_text("utf-8"))["panels"]
    taken = set[tuple[int, int]]()
    for place in (panel["gridPos"] for panel in panels):
        cells = {
            (place["x"] + column, place["y"] + row)
            for column in range(place["w"])
            for row in range(place["h"])
        }
        assert not cells & taken
        taken |= cells
    assert max(column for column, _ in taken) < 24


def test_the_blueprint_watches_what_home_assistant_is_told() -> None:
    text = (FOLDER / "needs-help.yaml").read_text("utf-8")
    (kind,) = re.findall(r"device_class: (\w+)", text)
    assert [name for name, *_, more in FLAGS.values() if more["device_class"] == kind] == [
        "Needs help",
        "Faults",
    ]
    asked = {*re.findall(r"^    (\w+):\n      name:", text, re.MULTILINE)}
    assert {*re.findall(r"!input (\w+)", text)} == asked
