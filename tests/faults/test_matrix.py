"""Every part of the machine fails in every way that makes sense: what is shown and what is kept."""

from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.matrix import (
    FAULTS,
    PARTS,
    POSITIONS,
    ROWS,
    SAMPLE,
    SENSELESS,
    Row,
    cell,
    filled,
    table,
)
from tests.faults.rig import DARK, OLD, Card, Rig, Scripts

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "reliability.md"

CASES = [
    pytest.param(
        each,
        id=f"{name} {each.fault}",
        marks=() if name in (*SAMPLE, row.part) else pytest.mark.deep,
    )
    for row in ROWS
    for name, each in filled(row)
]


@pytest.mark.parametrize("row", CASES)
def test_a_fault_is_seen_and_nothing_more_than_told_is_lost(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Rig(row.table, tmp_path, Card(monkeypatch))) as rig:
        scripts = Scripts(rig, tmp_path)
        scripts.run(row.script)
        assert row.shown in rig.seen
        scripts.run(row.then)
        assert str(rig.app.table.game.playing.state) == rig.kept() == POSITIONS[row.kept]
        assert rig.seen not in (DARK, OLD)


def test_every_cell_of_the_matrix_is_tried_or_makes_no_sense() -> None:
    tried = {cell(row) for row in ROWS}
    assert not tried & SENSELESS.keys()
    assert tried | SENSELESS.keys() == {(part, fault) for part in PARTS for fault in FAULTS}


def test_the_page_about_reliability_has_the_matrix() -> None:
    assert table() in PAGE.read_text(encoding="utf-8")
