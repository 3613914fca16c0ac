"""Simulated tables with people at them, whose chance is known."""

import random
from collections.abc import Callable

from firmware_host.app.request import Request
from firmware_host.simulator.simulated_table import Desk, SimulatedTable


def open_desk(
    request: Request, clock: Callable[[], float], seed: int = 2, senses: bool = False
) -> Desk:
    """Return people at the table of ``request``; ``seed`` decides throws and moves of machines."""
    chance = random.Random(seed)
    table = SimulatedTable(request, clock, random.Random(1), chance, senses=senses)
    return Desk(table, clock, chance)
