"""The pages about studies: their plans can be read, and the results are those of the plans."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.features.studies.metrics import METRICS
from firmware_host.features.studies.plan import WrittenPlan, load_plan, read_plan

FOLDER = Path(__file__).parents[4] / "docs" / "studies"
PLANS = sorted(FOLDER.glob("*.toml"))
WHOLE = [path for path in PLANS if path.stem in games.names()]
PAGE = (FOLDER / "run.md").read_text(encoding="utf-8")


def test_the_plans_of_the_guide_can_be_read_and_show_every_key() -> None:
    plans = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    for text in plans:
        read_plan(text, games)
    assert all(
        re.search(rf"^\[?{key}\b", plans[-1], re.MULTILINE) for key in WrittenPlan.__struct_fields__
    )


def test_the_guide_explains_every_metric() -> None:
    assert [name for name in METRICS if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_each_study_of_a_game_tries_all_options_of_its_game(path: Path) -> None:
    plan, _ = load_plan(path, games)
    kind = games.kind(plan.game)
    rules = {each.name for each in kind.OPTIONS if not each.seat}
    assert set(plan.options) == rules - {kind.SEATS_OPTION}


def summaries(table: str) -> Iterator[str]:
    """Yield in short how long the games of each cell take, from the table of its results."""
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    long, lesson = (lines[0].index(name) for name in ("minutes of 80 %", "in a lesson"))
    for line in lines[2:]:
        yield f"{float(line[long].split()[0]):.0f} min, {float(line[lesson].split()[0]):.0f} %"


def test_the_minutes_that_are_recommended_are_those_of_the_studies() -> None:
    tables = (path.with_suffix(".md").read_text("utf-8").split("\n## ")[1] for path in PLANS)
    found = {summary for table in tables for summary in summaries(table)}
    told = re.findall(r"\d+ min, \d+ %", (FOLDER / "index.md").read_text("utf-8"))
    assert told
    assert [each for each in told if each not in found] == []


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_results_of_each_study_show_its_plan(path: Path) -> None:
    shown = path.with_suffix(".md").read_text(encoding="utf-8")
    assert f"```toml\n{path.read_text(encoding='utf-8').strip()}\n```" in shown
