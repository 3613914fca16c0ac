"""Which modules are looked through for examples in docstrings: those in which there are any."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

EXAMPLE = b">>> "


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Iterator[None]:
    """Spare the modules without an example: there are many, and to look through one takes long."""
    found = yield
    if EXAMPLE in file_path.read_bytes():
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]
