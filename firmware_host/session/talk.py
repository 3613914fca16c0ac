"""What people at two linked tables ask each other, and what they answer.

A throw or move that the other table has already, and a draw, need people at both tables. Those at
one ask, those at the other agree or refuse; what was said counts until something else is done.
"""

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.storage.records import ENCODER, JournalRecord

DRAW: Final = ENCODER.encode({"drawn": True})
"""The act of a draw, as it is asked for."""

TAKING_BACK: Final = re.compile(r'\{"undo":([1-9][0-9]*)\}')
"""What :func:`taking_back` returns; the other table may send anything."""

GOES_ON: Final = frozenset({"act", "over", "decision", "repair"})
"""After these records, what was said still counts."""


class Talk(Struct, frozen=True):
    """What people at one table have said since the last act, each about an act as JSON.

    They ``ask`` for one, ``agree`` to the one that the others asked for, or ``refuse`` it. Empty:
    they have not.
    """

    asks: str = ""
    agrees: str = ""
    refuses: str = ""

    def after(self, record: JournalRecord) -> "Talk":
        """Return what is said after ``record``.

        >>> Talk().after({"asks": DRAW}).after({"act": 1}).asks == DRAW
        True
        >>> Talk(DRAW).after({"do": "3"})
        Talk(asks='', agrees='', refuses='')
        """
        match dict(record):
            case {"asks": str(act)}:
                return replace(self, asks=act)
            case {"agrees": str(act)}:
                return replace(self, agrees=act, refuses="")
            case {"refuses": str(act)}:
                return replace(self, agrees="", refuses=act)
        return self if record.keys() & GOES_ON else SILENCE

    @property
    def answered(self) -> str:
        """The act that people have answered about; empty: none."""
        return self.agrees or self.refuses


SILENCE: Final = Talk()


def taking_back(size: int) -> str:
    """Return the act that takes back so many actions.

    >>> taking_back(2)
    '{"undo":2}'
    """
    return ENCODER.encode({"undo": size})


def size_taken_back(act: str) -> int | None:
    """Return how many actions ``act`` takes back; None if it is a draw.

    ValueError if it is neither.
    """
    if act == DRAW:
        return None
    found = TAKING_BACK.fullmatch(act)
    if found is None:
        raise ValueError(f"expected an act that people can ask for, got {act!r:.40}")
    return int(found[1])
