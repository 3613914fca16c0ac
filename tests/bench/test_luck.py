from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.bench import luck


def test_each_seat_has_a_row_for_each_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "WorkerPool", ThreadPoolExecutor)
    monkeypatch.setattr(luck, "JUDGES", dict.fromkeys(("a", "b"), luck.JUDGES["counting"]))
    head, *found = luck.rows(["tshupu"], most=3)
    assert head == luck.HEAD
    assert [row[1] for row in found] == [*"aaaabbbb"]
    assert all((row[0], row[2]) == ("tshupu", "3") and float(row[3]) < 1e-9 for row in found)
