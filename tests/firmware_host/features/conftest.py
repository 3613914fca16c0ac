"""Tests of features together stand in a folder ``with_NAME`` of one, for as long as both exist."""

from pathlib import Path

from firmware_host.features import NAMES

WITH = "with_"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    name = collection_path.name
    is_alone = name.startswith(WITH) and name.removeprefix(WITH) not in NAMES
    return True if is_alone else None
