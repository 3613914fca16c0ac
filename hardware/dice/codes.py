"""What dice tell of their faces: the codes of the four lines of a tray, and reports of single dice.

Contacts are closed to ground for a bit that is set, so a set bit is a low line (level False).

    >>> faces_from(LONG_DICE, levels_for(LONG_DICE, (6, 4)))
    (6, 4)

Dice that know their own faces report each what it does, and how often it was thrown. Such dice are
found by a microcontroller on the serial link, or report by radio.

    >>> lots = [DieReport(name, (0, 1)) for name in "abcd"]
    >>> cubes = [DieReport(name, (1, 2, 3, 4, 5, 6)) for name in ("red", "blue")]
    >>> fitting([(1, 2, 3, 4, 5, 6), (0, 1)], [*lots, *cubes])
    ('red', 'a')
    >>> fitting([(0, 1)] * 5, lots) is None
    True
"""

from collections.abc import Container, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from hardware import WiringError
from hardware.wiring.wiring import DICE_LINES

Faces = tuple[int, ...]

CODES: Mapping[Faces, Mapping[int, Faces]] = {
    # a two-sided lot, 1 = white side up
    (0, 1): {0: (0,), 1: (1,)},
    # a long die in Gray code in its rolling order 1-3-6-4: a roll to the next face changes one bit
    (1, 3, 4, 6): {1: (0, 0), 3: (0, 1), 6: (1, 1), 4: (1, 0)},
}
LOTS: Sequence[Faces] = ((0, 1),) * 4
LONG_DICE: Sequence[Faces] = ((1, 3, 4, 6),) * 2
KINDS: Mapping[str, Sequence[Faces]] = {"lots": LOTS, "long": LONG_DICE}


def can_read(dice: Sequence[Faces]) -> bool:
    """Return whether four lines can tell ``dice`` apart, each given by its faces.

    >>> can_read([(0, 1)] * 4), can_read([(1, 3, 4, 6)] * 2), can_read([(1, 2, 3, 4, 5, 6)])
    (True, True, False)
    """
    return all(faces in CODES for faces in dice) and sum(map(_width, dice)) == len(DICE_LINES)


def check_readable(dice: Sequence[Faces]) -> None:
    """Raise WiringError if four lines cannot tell the faces of ``dice``."""
    if not can_read(dice):
        raise WiringError(
            f"four lines read four lots (0, 1) or two long dice (1, 3, 4, 6), not {tuple(dice)}: "
            "enter the throws, or let the machine throw"
        )


def levels_for(
    dice: Sequence[Faces],
    faces: Sequence[int],
    lines: Sequence[str] = DICE_LINES,
    inverted: Container[str] = (),
) -> dict[str, bool]:
    """Return the level of each of ``lines`` while ``dice`` show ``faces``.

    The contacts of lines that are ``inverted`` are open for a bit that is set. Raises WiringError
    if the lines cannot tell these dice apart, or if a face is not on its die.
    """
    check_readable(dice)
    if len(faces) != len(dice) or any(
        face not in die for die, face in zip(dice, faces, strict=True)
    ):
        raise WiringError(f"expected one face of each of {tuple(dice)}, not {tuple(faces)}")
    bits = [bit for die, face in zip(dice, faces, strict=True) for bit in CODES[die][face]]
    return {line: (not bit) ^ (line in inverted) for line, bit in zip(lines, bits, strict=True)}


def faces_from(
    dice: Sequence[Faces],
    levels: Mapping[str, bool],
    lines: Sequence[str] = DICE_LINES,
    inverted: Container[str] = (),
) -> Faces:
    """Return the faces that ``dice`` show while ``lines`` have ``levels``.

    The contacts of lines that are ``inverted`` are open for a bit that is set.
    """
    return faces_of(dice, [int(levels[line] == (line in inverted)) for line in lines])


def faces_of(dice: Sequence[Faces], bits: Sequence[int]) -> Faces:
    """Return the faces that ``dice`` show while the bits of their codes are ``bits``.

    >>> faces_of(LONG_DICE, (0, 1, 1, 1))
    (3, 6)
    """
    faces, rest = [], tuple(bits)
    for die in dice:
        code, rest = rest[: _width(die)], rest[_width(die) :]
        faces.append(_FACES[die][code])
    return tuple(faces)


def dice_at(
    dice: Sequence[Faces], marked: Container[str], lines: Sequence[str] = DICE_LINES
) -> tuple[int, ...]:
    """Return which of ``dice`` (from 0) have one of the ``marked`` of their ``lines``.

    >>> dice_at(LONG_DICE, {"D3"}), dice_at(LOTS, {"D3", "D0"})
    ((1,), (0, 3))
    """
    owners = [number for number, die in enumerate(dice) for _ in range(_width(die))]
    pairs = zip(owners, lines, strict=True)
    return tuple(sorted({number for number, line in pairs if line in marked}))


_FACES = {die: {code: face for face, code in codes.items()} for die, codes in CODES.items()}


def _width(die: Faces) -> int:
    """Return how many bits the codes of ``die`` have."""
    return len(CODES[die][die[0]])


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
