"""A signal ends the program in good order, unless somebody has asked for something else."""

import signal
import threading
from collections.abc import Iterator

import pytest

from firmware_host.base.errors import ENDING, left_on_signals


@pytest.fixture(params=ENDING)
def number(request: pytest.FixtureRequest) -> Iterator[int]:
    before = signal.signal(request.param, signal.SIG_DFL)
    yield request.param
    signal.signal(request.param, before)


def test_a_signal_leaves_the_block_as_a_program_that_it_ended(number: int) -> None:
    with pytest.raises(SystemExit, match=f"^{128 + number}$"), left_on_signals():
        signal.raise_signal(number)
    assert signal.getsignal(number) is signal.SIG_DFL


def test_a_signal_that_is_ignored_stays_ignored(number: int) -> None:
    signal.signal(number, signal.SIG_IGN)
    with left_on_signals():
        signal.raise_signal(number)
    assert signal.getsignal(number) is signal.SIG_IGN


def test_in_another_thread_nothing_changes(number: int) -> None:
    found = []

    def look() -> None:
        with left_on_signals():
            found.append(signal.getsignal(number))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [signal.SIG_DFL]
