"""The log tells of what strangers can repeat once a minute, and of everything else."""

import errno
import logging
from collections.abc import Iterator

import pytest

from firmware_host.base.log import SILENCE_SECONDS, SeldomNews


class Told:
    """A log that goes through the filter; ``now`` is the time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.log = logging.getLogger("told")
        self.filter = SeldomNews(lambda: self.now)
        self.log.addFilter(self.filter)

    def warn(self, text: str) -> None:
        self.log.warning(text)

    def fail(self, error: Exception) -> None:
        try:
            raise error
        except type(error):
            self.log.exception("it failed")


@pytest.fixture
def told() -> Iterator[Told]:
    told = Told()
    yield told
    told.log.removeFilter(told.filter)


def test_a_line_comes_once_a_minute_and_says_how_many_were_held_back(
    told: Told, caplog: pytest.LogCaptureFixture
) -> None:
    for second in range(3):
        told.now = float(second)
        told.warn("too many")
    told.now = SILENCE_SECONDS
    told.warn("too many")
    assert caplog.messages == ["too many", "too many (2 more since then)"]


def test_every_kind_of_exception_is_told(told: Told, caplog: pytest.LogCaptureFixture) -> None:
    for error in (ValueError("one"), KeyError("two"), ValueError("three")):
        told.fail(error)
    raised = [record.exc_info for record in caplog.records]
    assert [found and found[0] for found in raised] == [ValueError, KeyError]


def test_that_there_are_no_files_left_is_a_line_without_a_traceback(
    told: Told, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2048):
        told.fail(OSError(errno.EMFILE, "Too many open files"))
    (record,) = caplog.records
    assert record.exc_info is None
    assert record.getMessage() == (
        "no connection can be taken now (Too many open files): "
        "connections that end make room for new ones"
    )
