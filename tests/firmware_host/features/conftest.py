"""Tests of features together stand in a folder ``with_NAME`` of one, for as long as both exist."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.features import NAMES
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from hardware.wiring import wiring
from tests.table import Sit

WITH = "with_"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    name = collection_path.name
    is_alone = name.startswith(WITH) and name.removeprefix(WITH) not in NAMES
    return True if is_alone else None


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at the table, also after it was switched off."""
    opened: list[World] = []

    def one(*facts: Any) -> Hands:
        known = KnownFacts()
        for fact in facts:
            known = known.with_fact(fact)
        request = Request(games, wiring.load("generic"), "en", tmp_path, facts=known)
        opened.append(World(request))
        return Hands(opened[-1])

    yield one
    for world in opened:
        world.close()
