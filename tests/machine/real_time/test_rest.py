"""The processor time of waiting."""

import time

from tests.machine.conftest import MakeDouble, Play

MINUTE = 60.0


def test_waiting_for_a_minute_costs_little(play: Play, double: MakeDouble) -> None:
    hands = double()
    program = play()
    hands.meet()
    before = program.seconds_of_work
    time.sleep(MINUTE)
    spent = program.seconds_of_work - before
    print(f"{MINUTE:.0f} s of waiting: {spent:.2f} s of the processor, {spent / MINUTE:.2%}")
    assert program.is_running
