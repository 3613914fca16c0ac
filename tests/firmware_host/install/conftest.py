"""A Pi on which nothing is installed, for all tests of this room."""

from pathlib import Path

import pytest

from tests.firmware_host.install.pi import FakePi


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    """Return a new Pi in a folder of its own."""
    return FakePi(tmp_path / "pi")
