"""A memory card whose power can be cut at every write."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine.logged_card import TOOLS, logged_card


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder in memory, whose files can be disks."""
    if missing := [tool for tool in TOOLS if not shutil.which(tool)]:
        pytest.skip(f"no {missing[0]}: install dmsetup, e2fsprogs and mount")
    room = Path("/run/cuts")
    room.mkdir()
    yield room
    shutil.rmtree(room)


@pytest.fixture
def card(room: Path) -> Iterator[Path]:
    """A mounted memory card whose writes are logged in the room."""
    with logged_card(room) as place:
        yield place
