import json
import subprocess
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.bench import since
from tests.bench.since import HERE, figures, followed_rows, rows

THEN = "| bus | p99 | gone |\n|---|---|---|\n| I2C | 1,000 ms | 1 ms |\n| UART | 3 ms | 1 ms |"
NOW = "| bus | p99 | new |\n|---|---|---|\n| I2C | 25.0 ms | 7 ms |"


def test_figures_are_read_with_their_units_and_bare_numbers_are_left_out() -> None:
    page = "# Title\n\n|  | moves | times |\n|---|---|---|\n| chess | 9,760/s | 1.00 |"
    assert figures(page) == {("chess", "moves"): (9760.0, "/s")}


def test_what_both_trees_measure_is_compared_by_its_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    old = Path("old")
    monkeypatch.setattr(since, "RELEASES", {"0.1.0": "", "0.2.0": ""})
    monkeypatch.setattr(since, "released", lambda release: nullcontext(old))
    measured: list[Path] = []

    def page(tree: Path, section: str) -> str:
        measured.append(tree)
        return THEN if tree == old else NOW

    monkeypatch.setattr(since, "_measured", page)
    _, *found = rows(["Press"], rounds=2)
    assert found == [("Press", "I2C, p99", "1,000 ms", "1,000 ms", "25.0 ms", "0.03", "0.03")]
    assert measured == [old, old, HERE] * 2


def test_what_only_one_release_measures_is_compared_with_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(since, "released", lambda release: nullcontext(Path(release)))
    monkeypatch.setattr(since, "_measured", lambda tree, _: THEN if tree.name == "0.2.0" else NOW)
    _, *found = rows(["Press"], rounds=1)
    assert found == [
        ("Press", "I2C, p99", "25.0 ms", "1,000 ms", "25.0 ms", "1.00", "0.03"),
        ("Press", "I2C, new", "7.0 ms", "", "7.0 ms", "1.00", ""),
    ]


def test_a_move_that_takes_fewer_bytes_than_in_the_release_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = Path("old")
    monkeypatch.setattr(since, "released", lambda: nullcontext(old))

    def output(command: Sequence[str], tree: Path) -> str:
        what = command[-2]
        number = 100_000 if tree == old else 5_000
        if what == "followers":
            raise subprocess.CalledProcessError(1, command)
        return json.dumps({"10": number} if what == "bytes" else {})

    monkeypatch.setattr(since, "_output", output)
    _, *found = followed_rows(["squadro"])
    expected = ("squadro: an action, after 10 of them", "100,000 bytes", "5,000 bytes", "0.05")
    assert expected in found
    failed = ("ended with an error", "ended with an error", "")
    assert [row for row in found if row[0] == "followers 100"] == [("followers 100", *failed)]


@pytest.mark.parametrize(("user", "ahead"), [(0, ["followers", "seen"]), (1000, [])])
def test_what_is_measured_on_the_clock_goes_before_other_work_where_that_is_allowed(
    user: int, ahead: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(since, "released", lambda: nullcontext(Path("old")))
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    found = set[str]()

    def output(command: Sequence[str], tree: Path) -> str:
        found.update({command[-2]} if command[0] == "chrt" else set())
        return "{}"

    monkeypatch.setattr(since, "_output", output)
    list(followed_rows(["squadro"]))
    assert sorted(found) == ahead
