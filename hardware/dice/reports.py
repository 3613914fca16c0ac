"""What dice that know their own faces report: each what it does, and how often it was thrown.

Such dice are found by a microcontroller on the serial link, or report by radio.

>>> lots = [DieReport(name, (0, 1)) for name in "abcd"]
>>> cubes = [DieReport(name, (1, 2, 3, 4, 5, 6)) for name in ("red", "blue")]
>>> fitting([(1, 2, 3, 4, 5, 6), (0, 1)], [*lots, *cubes])
('red', 'a')
>>> fitting([(0, 1)] * 5, lots) is None
True
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from hardware.dice.codes import Faces

Doing = Literal["rests", "rolls", "cocked", "away"]


class DieReport(Struct, frozen=True):
    """The die ``name`` with its ``faces``, and what it does now.

    ``throws`` counts the throws after which it came to rest on a face; the count begins again at 0
    after 255, and means nothing by itself. ``face`` is the one that is up while it rests; while it
    rolls, the one that it seems to come to rest on, None if that is not known. A die that is
    ``away`` is in a hand, off the tray or out of reach. ``since`` is when it was connected, in
    seconds: counts of two connections cannot be compared.
    """

    name: str
    faces: Faces
    throws: int = 0
    does: Doing = "away"
    face: int | None = None
    since: float = 0.0


def fitting(dice: Sequence[Faces], offered: Sequence[DieReport]) -> tuple[str, ...] | None:
    """Return the names of ``offered`` dice that have the faces of ``dice``, each used once.

    The first ones that fit are taken. None if there are not enough of them.
    """
    names: list[str] = []
    for faces in dice:
        free = (die.name for die in offered if die.faces == faces and die.name not in names)
        found = next(free, None)
        if found is None:
            return None
        names.append(found)
    return tuple(names)
