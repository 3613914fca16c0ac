"""Hands at a table with a sensing board, for the tests."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.sensinghands import Accident, SensingHands, nothing_happens
from firmware_host.simulator.simulated_table import World
from games.core import Catalogue
from hardware.wiring import wiring

Sit = Callable[..., SensingHands]


@contextmanager
def tables(folder: Path) -> Iterator[Sit]:
    """Seat hands at tables that keep their games in ``folder``, and close them at the end.

    ``sit(setup, seed, catalogue=..., accident=...)`` returns the hands at a new table.
    """
    numbers = count()
    with ExitStack() as worlds:

        def sit(
            setup: Setup,
            seed: int = 1,
            catalogue: Catalogue = games,
            accident: Accident = nothing_happens,
        ) -> SensingHands:
            kept = folder / str(next(numbers))
            kept.mkdir(parents=True)
            request = Request(catalogue, wiring.load("generic"), "en", kept, setup)
            world = worlds.enter_context(closing(World(request, seed, senses=True)))
            return SensingHands(world, random.Random(seed), accident)

        yield sit
