from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.firmware_host.features.studies import bench


def test_each_number_of_workers_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WorkerPool", ThreadPoolExecutor)
    head, one, two = bench.rows("squadro", count=4)
    assert head == bench.HEAD
    assert (one[:2], one[3], two[0]) == (("1", "4"), "1.00", "2")
    assert len(one) == len(two) == len(head)
