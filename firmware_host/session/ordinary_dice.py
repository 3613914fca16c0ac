"""In words, how dice from a shop stand in for those of a game."""

from collections.abc import Mapping, Sequence

from firmware_host.session import names
from games.equipment import Die
from games.message import Message, msg
from games.stand_in import StandIn, stand_in

FACES = 6
"""The faces of the die that most people have."""

ORDINARY = msg("Dice from 1 to {faces} do as well ({counts}).")
COUNTS_AS = "{faces}: {value}"
AGAIN = msg("throw that die again")


def ordinary_dice(dice: Sequence[Die]) -> Message | None:
    """Return that ordinary dice do in place of ``dice``, which are alike, and what they count for.

    None without dice, or if ordinary ones cannot stand in for them.
    """
    if not dice:
        return None
    try:
        counts = in_place_of(dice, FACES)
    except ValueError:
        return None
    return Message.of(ORDINARY, faces=FACES, counts=counts)


def in_place_of(dice: Sequence[Die], faces: int) -> Message:
    """Return what dice from 1 to ``faces`` count for in place of ``dice``, which are alike.

    ValueError if they have too few faces.
    """
    return names.join(_counts(dice[0], stand_in(dice[0], faces)))


def counts_of(
    dice: Sequence[Die], sides: Sequence[int]
) -> tuple[Mapping[int, int | None], ...] | None:
    """Return what dice with so many ``sides`` each count for in place of ``dice``.

    As many as the game needs are taken, from the first on. None if there are too few of them, or if
    one has too few sides.
    """
    if not dice or len(sides) < len(dice):
        return None
    try:
        return tuple(stand_in(die, each).counts for die, each in zip(dice, sides, strict=False))
    except ValueError:
        return None


def _counts(die: Die, mapping: StandIn) -> list[Message]:
    """Return what the faces count as that do not simply count for themselves."""
    standing_in: dict[int, list[int]] = {}
    for face, value in mapping.counts.items():
        if value is not None and (die.names or value != face):
            standing_in.setdefault(value, []).append(face)
    said = [_count(faces, die.name(value)) for value, faces in standing_in.items()]
    again = [_count(mapping.is_again, AGAIN)] if mapping.is_again else []
    return said + again


def _count(faces: Sequence[int], value: str) -> Message:
    return Message.of(COUNTS_AS, faces=" ".join(map(str, faces)), value=Message.of(value))
