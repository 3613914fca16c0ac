"""The gesture of whoever keeps the table: two keys held together, longer than by chance."""

from collections.abc import Collection, Mapping
from typing import Final

STAFF: Final = "staff"
"""The key that the two act as."""

MEMBERS: Final = ("back", "hint")
SECONDS: Final = 5.0


def staff_chord(keys: Collection[str]) -> Mapping[str, Collection[str]]:
    """The chord on a table with such ``keys``; none where one of the two is missing.

    >>> staff_chord(["ok", "back"])
    {}
    """
    return {STAFF: MEMBERS} if set(MEMBERS) <= set(keys) else {}
