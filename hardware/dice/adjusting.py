"""Finding out how a dice tray is wired, from dice that a person lays as asked. Pure.

First all bits of the codes are clear, then all set, then one after the other is set alone: so every
line is found that is dead, inverted or exchanged with another.

    >>> from hardware.dice.codes import LOTS, levels_for
    >>> adjusting = Adjusting(LOTS)
    >>> while adjusting.pose is not None:
    ...     crossed = ("D0", "D2", "D1", "D3")
    ...     adjusting = adjusting.take(levels_for(LOTS, adjusting.pose, crossed, {"D3"}))
    >>> adjusting.result
    Adjustment(order=('D0', 'D2', 'D1', 'D3'), inverted=('D3',))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hardware.dice.codes import Faces, check_readable, faces_of
from hardware.errors import PoseError
from hardware.wiring.wiring import DICE_LINES

Reading = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """How a tray is wired: lines by the names that they have now.

    ``order`` are those that carry the bits of D0 to D3, ``inverted`` those whose contact is open
    for a bit that is set.
    """

    order: tuple[str, ...]
    inverted: tuple[str, ...] = ()

    @property
    def inverted_bits(self) -> tuple[str, ...]:
        """The ``inverted`` lines by the names that they will have in the right order."""
        places = zip(DICE_LINES, self.order, strict=True)
        return tuple(name for name, line in places if line in self.inverted)

    @property
    def words(self) -> str:
        """What was found, as a sentence for the builder."""
        pairs = zip(self.order, DICE_LINES, strict=True)
        moved = [f"{line} is wired as {name}" for line, name in pairs if line != name]
        turned = [f"{line} is inverted" for line in self.inverted]
        return "; ".join((*moved, *turned)) or "every line is wired as it should be"


def poses(dice: Sequence[Faces]) -> tuple[Faces, ...]:
    """The faces that ``dice`` are laid with, one pose after the other.

    >>> from hardware.dice.codes import LOTS
    >>> poses(LOTS)[:3]
    ((0, 0, 0, 0), (1, 1, 1, 1), (1, 0, 0, 0))
    """
    places = range(len(DICE_LINES))
    alone = [tuple(int(bit == place) for bit in places) for place in places]
    codes = ((0,) * len(DICE_LINES), (1,) * len(DICE_LINES), *alone)
    return tuple(faces_of(dice, code) for code in codes)


@dataclass(frozen=True, slots=True)
class Adjusting:
    """``dice`` that are being laid, and the ``readings`` of the poses so far.

    WiringError if four lines cannot tell such dice apart.
    """

    dice: Sequence[Faces]
    readings: tuple[Reading, ...] = ()

    def __post_init__(self) -> None:
        check_readable(self.dice)

    @property
    def pose(self) -> Faces | None:
        """The faces to lay the dice with now; None when everything is known."""
        return dict(enumerate(poses(self.dice))).get(len(self.readings))

    def take(self, levels: Mapping[str, bool]) -> "Adjusting":
        """Take the ``levels`` of the lines while the dice lie in :attr:`pose`.

        PoseError says which lines say something else, and what to look at.
        """
        reading = tuple(levels[line] for line in DICE_LINES)
        taken = replace(self, readings=(*self.readings, reading))
        number = len(self.readings)
        if number == 1:
            _check_alive(taken._changed(number), levels)
        elif number > 1:
            _check_alone(taken._changed(number), [taken._changed(n) for n in range(2, number)])
        return taken

    @property
    def result(self) -> Adjustment:
        """What was found, once :attr:`pose` is None."""
        order = tuple(line for n in range(2, len(self.readings)) for line in self._changed(n))
        clear = zip(DICE_LINES, self.readings[0], strict=True)
        return Adjustment(order, tuple(line for line, level in clear if not level))

    def _changed(self, number: int) -> tuple[str, ...]:
        """The lines that differ in the pose ``number`` from the first."""
        both = zip(DICE_LINES, self.readings[0], self.readings[number], strict=True)
        return tuple(line for line, before, after in both if before != after)


def _check_alive(changed: Sequence[str], levels: Mapping[str, bool]) -> None:
    dead = [line for line in DICE_LINES if line not in changed]
    if dead:
        told = ", ".join(f"{line} stays {'open' if levels[line] else 'closed'}" for line in dead)
        raise PoseError(f"{told} however the dice lie: check the wire, or turn all of them")


def _check_alone(changed: Sequence[str], before: Sequence[Sequence[str]]) -> None:
    if not changed:
        raise PoseError("expected one line to change, but none did: turn the one that was asked")
    if len(changed) > 1:
        raise PoseError(
            f"expected one line to change, but {' and '.join(changed)} did: turn only the one "
            "that was asked, or part wires that touch"
        )
    if changed in before:
        raise PoseError(f"{changed[0]} changed for another one before: turn the one that was asked")
