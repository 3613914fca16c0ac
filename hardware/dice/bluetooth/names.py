"""What the name of a die tells about it."""

from collections.abc import Mapping
from typing import Final

GODICE: Final = "GoDice_"
"""How the name of every GoDice die begins."""

COLOURS: Final[Mapping[str, str]] = {
    "K": "black",
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
}
"""The colours of GoDice by the letter in their names."""


def colour(name: str) -> str | None:
    """Return the colour of the GoDice die called ``name``; None if its name does not say.

    >>> colour("GoDice_D2A1_R_v04"), colour("Lucky")
    ('red', None)
    """
    parts = name.split("_")
    return COLOURS.get(parts[2]) if name.startswith(GODICE) and len(parts) > 2 else None
