"""What something beside a table costs its loop: each press is timed."""

from contextlib import closing
from pathlib import Path

from tests.bench.loop_load import TimedTable


def test_each_press_that_changes_the_picture_is_timed_on_both_clocks(tmp_path: Path) -> None:
    with closing(TimedTable(tmp_path)) as table:
        for _ in range(3):
            table.press()
        assert [len(each) for each in table.found] == [3, 3]
        assert min(min(each) for each in table.found) > 0.0
