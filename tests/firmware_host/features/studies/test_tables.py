"""The table of a study has a row for each game, and every fact of the results file."""

import csv
import re
import sqlite3
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from docs.writer.manual import FOLDER
from firmware_host.cli.main import main

PLAN: Final = """\
game = "thaayam"
people = [2, 3]
players = ["greedy,first"]
games = 4
batch = 4
"""
needs_pandas = pytest.mark.skipif(
    find_spec("pandas") is None or find_spec("pyarrow") is None,
    reason="needs pandas and pyarrow: make test-deep installs them",
)


def studied(folder: Path, form: str) -> Path:
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    assert main(["study", str(folder / "plan.toml"), "--workers", "1", "--table", form]) == 0
    return folder / f"plan.games.{form}"


def rows(path: Path) -> Sequence[Mapping[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_game_is_a_row_with_the_facts_of_the_results_file(tmp_path: Path) -> None:
    found = rows(studied(tmp_path, "csv"))
    with sqlite3.connect(tmp_path / "plan.sqlite") as kept:
        played = kept.execute(
            "SELECT number, turns, is_cut, lead_changes, drama, captures, winners FROM games"
            " ORDER BY cell, number"
        ).fetchall()
    assert len(found) == len(played) == 8
    for row, (number, turns, is_cut, changes, drama, captures, winners) in zip(
        found, played, strict=True
    ):
        assert (int(row["number"]), int(row["turns"])) == (number, turns)
        assert (int(row["lead_changes"]), int(row["captures"])) == (changes, captures)
        assert (float(row["drama"]), row["is_cut"] == "true") == (drama, bool(is_cut))
        won = [int(each) for each in winners.split(",")]
        shares = [row[f"share_{side}"] for side in range(int(row["sides"]))]
        assert [float(each) for each in shares] == [
            1 / len(won) if side in won else 0.0 for side in range(len(shares))
        ]
    assert [row["sides"] for row in found] == ["2"] * 4 + ["3"] * 4
    assert {row["share_2"] for row in found[:4]} == {""}
    assert {row["option_seats"] for row in found} == {"2", "3"}
    assert {(row["first_player"], row["other_players"]) for row in found} == {("greedy", "first")}
    assert [row["first_player_side"] for row in found[:4]] == ["0", "1", "0", "1"]


def test_the_same_study_writes_the_same_bytes(tmp_path: Path) -> None:
    before = studied(tmp_path, "csv").read_bytes()
    assert studied(tmp_path, "csv").read_bytes() == before


def test_a_file_of_somebody_else_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "plan.games.csv"
    own.write_text("mine", encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    assert main(["study", str(tmp_path / "plan.toml"), "--table", "csv"]) == 2
    assert "expected a new file" in capsys.readouterr().err
    assert own.read_text("utf-8") == "mine"
    assert not (tmp_path / "plan.sqlite").exists()


def test_without_the_package_one_line_says_so_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.cli.parser.find_spec", lambda name: None)
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    assert main(["study", str(tmp_path / "plan.toml"), "--table", "parquet"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "a table as Parquet needs pyarrow" in line
    assert [path.name for path in tmp_path.iterdir()] == ["plan.toml"]


@needs_pandas
@pytest.mark.deep
def test_pandas_reads_both_forms_alike(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    as_text = pandas.read_csv(studied(tmp_path, "csv"))
    typed = pandas.read_parquet(studied(tmp_path, "parquet"))
    pandas.testing.assert_frame_equal(as_text, typed, check_dtype=False)
    assert typed["is_cut"].dtype == bool
    assert typed["drama"].dtype == float


def test_the_page_explains_every_column(tmp_path: Path) -> None:
    page = (FOLDER / "studies" / "run.md").read_text("utf-8")
    part = page.partition("## A table for other programs")[2].partition("\n## ")[0]
    told = {name for line in part.splitlines() for name in re.findall(r"`(\w+)`", line[:60])}
    (row, *_) = rows(studied(tmp_path, "csv"))
    columns = {re.sub(r"^option_.*", "option_NAME", name) for name in row} - {"share_2"}
    assert columns <= told
