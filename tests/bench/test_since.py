from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.bench import since
from tests.bench.since import HERE, figures, rows

THEN = "| bus | p99 | gone |\n|---|---|---|\n| I2C | 1,000 ms | 1 ms |\n| UART | 3 ms | 1 ms |"
NOW = "| bus | p99 | new |\n|---|---|---|\n| I2C | 25.0 ms | 7 ms |"


def test_figures_are_read_with_their_units_and_bare_numbers_are_left_out() -> None:
    page = "# Title\n\n|  | moves | times |\n|---|---|---|\n| chess | 9,760/s | 1.00 |"
    assert figures(page) == {("chess", "moves"): (9760.0, "/s")}


def test_what_both_trees_measure_is_compared_by_its_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    old = Path("old")
    monkeypatch.setattr(since, "_released", lambda: nullcontext(old))
    measured: list[Path] = []

    def page(tree: Path, section: str) -> str:
        measured.append(tree)
        return THEN if tree == old else NOW

    monkeypatch.setattr(since, "_measured", page)
    _, *found = rows(["Press"], rounds=2)
    assert found == [("Press", "I2C, p99", "1,000 ms", "25.0 ms", "0.03")]
    assert measured == [old, HERE, old, HERE]
