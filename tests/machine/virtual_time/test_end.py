"""The end of the program on a busy computer."""

from tests.machine.conftest import MakeDouble, Play

LATE = 0.005
"""Seconds; lgpio waits 2 ms for its own thread when it gives a line back."""


def test_lines_that_are_released_late_cause_no_message(play: Play, double: MakeDouble) -> None:
    hands = double()
    program = play()
    hands.meet()
    with program.calmed(LATE):
        assert program.end() == 0
    assert program.said == []
