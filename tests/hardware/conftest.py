import random

import pytest

from hardware.simulated import SimulatedPi, VirtualClock
from hardware.wiring.wiring import Wiring, load


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(10.0)


@pytest.fixture
def generic() -> Wiring:
    return load("generic")


@pytest.fixture
def pi(generic: Wiring, clock: VirtualClock) -> SimulatedPi:
    return SimulatedPi(generic, clock, random.Random(7))
