"""What the tests of features add to those of the core: modules of one name in their folders."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from firmware_host.features import NAMES

FOLDER = Path(__file__).parent / "firmware_host" / "features"


def of_features(part: str) -> Iterator[Any]:
    """Yield the modules called ``part`` beside the tests of the features."""
    for name in NAMES:
        if (FOLDER / name / f"{part}.py").is_file():
            yield import_module(f"tests.firmware_host.features.{name}.{part}")
