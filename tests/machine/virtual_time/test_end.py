"""The end of the program on a computer that is busy otherwise."""

from tests.machine.conftest import MakeDouble, Play

LATE = 0.005
"""Seconds; lgpio waits 2 ms for its own thread when it gives a line back."""


def test_lines_that_are_let_go_of_late_are_given_back_without_a_word(
    play: Play, double: MakeDouble
) -> None:
    hands = double()
    program = play()
    hands.meet()
    with program.calmed(LATE):
        assert program.end() == 0
    assert program.said == []
