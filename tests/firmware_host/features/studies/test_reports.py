"""The reports of a study: what stands in the tables and plots."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from firmware_host.features.studies.metrics import METRICS, Interval
from firmware_host.features.studies.plan import StudyPlan
from firmware_host.features.studies.report import (
    Axis,
    Findings,
    findings,
    html,
    interval_plot,
    markdown,
)
from tests.firmware_host.features.studies import duel
from tests.firmware_host.features.studies.playing import play_here

TEXT = 'game = "duel" # <less> & more'


@pytest.fixture(scope="module")
def found() -> Findings:
    plan = StudyPlan(
        "Duel & <draws>",
        "duel",
        players=(("random",), ("greedy", "random")),
        options={"draws": (True, False)},
        most=200,
        turns=4,
    )
    return findings(plan, play_here(plan, duel))


def test_the_tables_have_a_line_for_each_cell_and_each_change(found: Findings) -> None:
    page = markdown(found, TEXT, "1.0")
    assert "800 games of machine players in 4 cells, by tableside 1.0 with seed 1." in page
    for label in ("defaults; random", "draws=False; greedy against random"):
        assert page.count(f"\n| {label} | 200 |") == 1
    assert page.count("\n| draws=False | draws=False; ") == 2
    assert page.endswith(f"```toml\n{TEXT}\n```\n")


def test_what_an_option_changes_for_certain_is_bold(found: Findings) -> None:
    line = next(
        line for line in markdown(found, TEXT, "1").splitlines() if "| draws=False |" in line
    )
    draws = line.split(" | ")[2 + found.metrics.index("shared")]
    assert draws.startswith("**-")
    assert draws.endswith("%)**")


def test_only_a_match_has_a_figure_for_skill(found: Findings) -> None:
    assert [("skill" in each.estimates) for each in found.cells] == [False, False, True, True]


def test_the_page_needs_nothing_else_and_escapes_what_it_is_told(found: Findings) -> None:
    page = html(found, TEXT, "1.0")
    assert "<title>Duel &amp; &lt;draws&gt;</title>" in page
    assert "# &lt;less&gt; &amp; more" in page
    assert page.count("<svg ") == len(found.metrics)
    assert not any(word in page for word in ("http", "src=", "<link", "<script", "url("))
    HTMLParser().feed(page)


def test_a_plot_is_an_image_with_a_line_for_each_row() -> None:
    rows = [("few & far", Interval(0.5, 0.25, 0.75)), ("more", Interval(0.25, 0.25, 0.25))]
    root = ET.fromstring(interval_plot(METRICS["first"], rows, 0.0))
    lines = [line for line in root.iter("line") if line.get("class") == "interval"]
    assert len(lines) == 2
    assert next(root.iter("title")).text == "few & far: 50.0 % (25.0 % to 75.0 %)"


@pytest.mark.parametrize("value", [0.0, 3.0, -2.5e-7, 1e9])
def test_an_axis_shows_a_single_value(value: float) -> None:
    axis = Axis.over([Interval(value, value, value)], None)
    assert axis.low <= value <= axis.high
    assert len(list(axis.lines())) >= 1
