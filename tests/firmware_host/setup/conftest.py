"""A Pi on which nothing is installed, for all tests of this room."""

import shutil
from pathlib import Path

import pytest

from tests.firmware_host.setup.pi import FakePi

collect_ignore_glob = [] if shutil.which("dpkg-deb") else ["update/test_*.py"]
"""Packages are taken apart by dpkg-deb, which only Debian has."""


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    """Return a new Pi in a folder of its own."""
    return FakePi(tmp_path / "pi")
