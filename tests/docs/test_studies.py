"""The pages about studies: their plans can be read, and the results are those of the plans."""

import re
from pathlib import Path

import pytest

import games
from firmware_host.stats.studies import plan_file
from firmware_host.stats.studies.metrics import METRICS

FOLDER = Path(__file__).parents[2] / "docs" / "studies"
PLANS = sorted(FOLDER.glob("*.toml"))
WHOLE = [path for path in PLANS if path.stem in games.names()]
PAGE = (FOLDER / "run.md").read_text(encoding="utf-8")


def test_the_plans_of_the_guide_can_be_read_and_show_every_key() -> None:
    plans = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    for text in plans:
        plan_file.read(text, games)
    assert all(re.search(rf"^\[?{key}\b", plans[-1], re.MULTILINE) for key in plan_file.KEYS)


def test_the_guide_explains_every_metric() -> None:
    assert [name for name in METRICS if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_each_study_of_a_game_tries_all_options_of_its_game(path: Path) -> None:
    plan, _ = plan_file.load(path, games)
    kind = games.kind(plan.game)
    assert set(plan.options) == {each.name for each in kind.OPTIONS} - {kind.SEATS_OPTION}


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_results_of_each_study_show_its_plan(path: Path) -> None:
    shown = path.with_suffix(".md").read_text(encoding="utf-8")
    assert f"```toml\n{path.read_text(encoding='utf-8').strip()}\n```" in shown
