"""The file for Prometheus, read by the rules of its text format."""

import re

import pytest

from firmware_host.remote.reports import Report
from firmware_host.session.setup import Setup
from firmware_host.web.fleet.metrics import HELP, metrics_text
from firmware_host.web.fleet.states import counters_state, health_state, table_state
from tests.firmware_host.web.fleet.table import AT, COUNTERS, FINDINGS, SimulatedTable
from tests.table import Begin

SAMPLE = re.compile(r'([a-z_]+)\{(?:[a-z]+="[^"\\\n]*",?)+\} (\d+)')


@pytest.fixture
def text(begin: Begin) -> str:
    states = {
        "state": table_state(SimulatedTable(begin(Setup("squadro"))).mirror, "1.2.3"),
        "health": health_state(Report("findings", FINDINGS, AT), {}),
        "counters": counters_state(Report("counters", COUNTERS, AT)),
    }
    known = {name: state for name, state in states.items() if state is not None}
    return metrics_text("hall-2", known, is_connected=True)


def test_every_figure_has_its_help_its_type_and_one_sample(text: str) -> None:
    lines = text.splitlines()
    samples = [SAMPLE.fullmatch(line) for line in lines if not line.startswith("#")]
    assert [found[1] for found in samples if found] == [*HELP]
    assert len(samples) == len(HELP)
    assert len(lines) == 3 * len(HELP)


def test_the_figures_are_those_of_the_table(text: str) -> None:
    assert 'tableside_playing{table="hall-2",game="squadro"} 1\n' in text
    assert 'tableside_games_begun{table="hall-2"} 1\n' in text
    assert 'tableside_power_losses{table="hall-2"} 1\n' in text
    assert 'tableside_faults{table="hall-2"} 1\n' in text
