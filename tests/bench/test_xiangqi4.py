from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.bench.xiangqi4 import SHARES, rows


def test_a_row_tells_the_score_and_how_many_games_ended_by_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.bench.xiangqi4.TURNS", 2)
    with ThreadPoolExecutor(1) as executor:
        head, *found = rows(["xiangqi4, teams"], 2, executor, own=0.0)
    assert [row[1] for row in found] == list(SHARES)
    for row in found:
        assert len(row) == len(head)
        assert float(row[5]) == 2 * float(row[3])
        assert row[6:] == ("0%", "2")
