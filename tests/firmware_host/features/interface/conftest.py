"""What the tests of the interface share: a table that is served."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.session.setup import Setup
from tests.firmware_host.features.interface.served import ServedInterface
from tests.table import Begin

Serve = Callable[[str], ServedInterface]


@pytest.fixture
def serve(begin: Begin, tmp_path: Path) -> Serve:
    """Begin a game, and serve its table to programs."""

    def one(game: str) -> ServedInterface:
        served = ServedInterface(begin(Setup(game, first=0)), tmp_path)
        served.table.hands.follow()
        served.table.look()
        return served

    return one
