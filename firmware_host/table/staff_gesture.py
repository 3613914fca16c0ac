"""The gesture that opens the staff menu: two keys held together, longer than by accident."""

from collections.abc import Collection, Mapping
from typing import Final

STAFF: Final = "staff"
"""The two keys together act as this key."""

MEMBERS: Final = ("back", "hint")
SECONDS: Final = 5.0


def staff_chord(keys: Collection[str]) -> Mapping[str, Collection[str]]:
    """Return the chord on a table with ``keys``; an empty mapping if one of the two is missing.

    >>> staff_chord(["ok", "back"])
    {}
    """
    return {STAFF: MEMBERS} if set(MEMBERS) <= set(keys) else {}
