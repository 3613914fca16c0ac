from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.bench import studies


def test_each_number_of_workers_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "WorkerPool", ThreadPoolExecutor)
    head, one, two = studies.rows("squadro", count=4)
    assert head == studies.HEAD
    assert (one[:2], one[3], two[0]) == (("1", "4"), "1.00", "2")
    assert len(one) == len(two) == len(head)
