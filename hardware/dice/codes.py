"""The codes of the four dice lines: faces to levels and back.

Contacts are closed to ground for a bit that is set, so a set bit is a low line (level False).

    >>> faces_from(LONG_DICE, levels_for(LONG_DICE, (6, 4)))
    (6, 4)
"""

from collections.abc import Container, Mapping, Sequence

from hardware.errors import WiringError
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


_FACES = {die: {code: face for face, code in codes.items()} for die, codes in CODES.items()}


def _width(die: Faces) -> int:
    """Return how many bits the codes of ``die`` have."""
    return len(CODES[die][die[0]])
