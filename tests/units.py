"""The units, rules and other files in ``debian`` that the package has as they are."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from docs.release.payload import UNITS, units

DEBIAN: Final = Path(__file__).parents[1] / "debian"
INSTALLED: Final[Mapping[str, str]] = {
    **{unit: f"/{UNITS}/{unit}" for unit in units()},
    **{
        Path(path).name: f"/{folder}/{Path(path).name}"
        for path, folder in map(
            str.split, (DEBIAN / "tableside.install").read_text("utf-8").splitlines()
        )
    },
}
"""Where the package puts each of these files."""


def settings(name: str) -> Sequence[tuple[str, str]]:
    """Return the settings in the unit ``name``, in order."""
    lines = (DEBIAN / name).read_text("utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and line[0] not in "#[")
    return [(key, value) for key, _, value in pairs]


def values(name: str, key: str) -> list[str]:
    """Return the values of ``key`` in the unit ``name``."""
    return [value for each, value in settings(name) if each == key]
