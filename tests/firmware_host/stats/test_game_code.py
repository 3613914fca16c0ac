"""The sum of all that decides how games are played."""

from pathlib import Path

import pytest

import games
from firmware_host.stats import game_code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "games" / "some"
    inside.mkdir(parents=True)
    (inside / "rules.py").write_text("PIECES = 4\n")
    (inside / "weights.table").write_bytes(b"1 2 3")
    (inside / "exercises.json").write_text("[]")
    return inside.parent


@pytest.mark.parametrize("name", ["rules.py", "weights.table"])
def test_it_changes_with_rules_and_with_tables(folder: Path, name: str) -> None:
    before = game_code(folder)
    (folder / "some" / name).write_bytes(b"5")
    assert game_code(folder) != before


def test_it_does_not_change_with_what_nobody_plays_by(folder: Path) -> None:
    before = game_code(folder)
    (folder / "some" / "exercises.json").write_text("[1]")
    assert game_code(folder) == before == game_code(folder)


def test_a_table_that_lies_elsewhere_counts_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "perfect.table"
    monkeypatch.setattr(games.kind(games.names()[0]), "TABLES", (table,))
    before = game_code(folder)
    table.write_bytes(b"all that there is")
    assert game_code(folder) != before
