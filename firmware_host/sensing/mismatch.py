"""Find out how the occupied points of a sensing board differ from those that should be occupied."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.sensing.fields import Fields
from firmware_host.sensing.touches import NO_POINTS, Points, TouchPattern
from games.message import Message


class Mismatch(Struct, frozen=True):
    """The points ``missing`` should be occupied, the points ``surplus`` should be empty.

    ``back`` says of the one misplaced piece where it is seen and where it belongs; it is None if
    that is not certain. ``is_between`` is true for a piece that two fields see at once. ``reason``
    says why a piece may not be put where it is.
    """

    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    back: tuple[str, str] | None = None
    is_between: bool = False
    reason: Message | None = None


def find_mismatch(standing: Points, occupied: Points, fields: Fields) -> Mismatch | None:
    """Return how ``occupied`` differs from ``standing``; None if they are the same."""
    if occupied == standing:
        return None
    missing, surplus = standing - occupied, occupied - standing
    is_between = _is_between(surplus, standing, occupied, fields)
    return replace(_mismatch(missing, surplus, NO_POINTS), is_between=is_between)


def find_nearest_mismatch(
    patterns: Sequence[TouchPattern],
    standing: Points,
    occupied: Points,
    own: Points,
    fields: Fields,
) -> Mismatch | None:
    """Return how ``occupied`` differs from the nearest of ``patterns``; None if it fits.

    All patterns begin at ``standing``; the nearest is the one that explains most. A misplaced
    piece comes from a point that was emptied and that the pattern does not explain; if there are
    several, it comes from one of the points ``own`` of the seat whose turn it is.
    """
    if not patterns:
        return find_mismatch(standing, occupied, fields)
    nearest = min(
        patterns,
        key=lambda pattern: (len(pattern.misplaced(occupied)), len(pattern.missing(occupied))),
    )
    surplus, missing = nearest.misplaced(occupied), nearest.missing(occupied)
    if not surplus:
        return _mismatch(missing, surplus, NO_POINTS) if missing else None
    explained = occupied - standing - surplus
    used = NO_POINTS.union(*(nearest.sources.get(point, NO_POINTS) for point in explained))
    lifted = standing - occupied - used
    is_between = _is_between(surplus, standing, occupied, fields)
    return replace(_mismatch(missing or lifted, surplus, lifted & own), is_between=is_between)


def _mismatch(missing: Points, surplus: Points, likely: Points) -> Mismatch:
    """Return the mismatch; its one surplus piece comes from the one point missing or ``likely``."""
    origins = missing if len(missing) == 1 else likely
    is_certain = len(surplus) == 1 and len(origins) == 1
    back = (min(surplus), min(origins)) if is_certain else None
    return Mismatch(tuple(sorted(missing)), tuple(sorted(surplus)), back)


def _is_between(surplus: Points, standing: Points, occupied: Points, fields: Fields) -> bool:
    """Return whether more was put than lifted, and some of it next to a point of ``surplus``."""
    put, lifted = occupied - standing, standing - occupied
    is_beside = any(fields.are_neighbours(one, other) for one in surplus for other in put)
    return is_beside and len(put) > len(lifted)
