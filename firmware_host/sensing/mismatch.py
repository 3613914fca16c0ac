"""What is wrong on a sensing board: points that should be occupied, points that should be empty."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_host.sensing.fields import Fields
from firmware_host.sensing.touches import NO_POINTS, Points, TouchPattern
from games.message import Message


@dataclass(frozen=True)
class Mismatch:
    """``missing`` points are empty and should not be, ``surplus`` ones should be empty.

    ``back`` is the way back of the one piece that stands wrong, from where it is seen to where it
    belongs; None where that is not certain. ``is_between`` tells of one piece seen by two fields,
    ``reason`` why a piece may not be brought there.
    """

    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    back: tuple[str, str] | None = None
    is_between: bool = False
    reason: Message | None = None


def find_mismatch(standing: Points, occupied: Points, fields: Fields) -> Mismatch | None:
    """How ``occupied`` differs from ``standing``; None if it does not."""
    if occupied == standing:
        return None
    missing, surplus = standing - occupied, occupied - standing
    is_between = _is_between(surplus, standing, occupied, fields)
    return replace(_trouble(missing, surplus, NO_POINTS), is_between=is_between)


def find_nearest_mismatch(
    ways: Sequence[TouchPattern], standing: Points, occupied: Points, own: Points, fields: Fields
) -> Mismatch | None:
    """How ``occupied`` differs from the nearest of ``ways``, all of which begin at ``standing``.

    A way that explains more is nearer. Where a piece was put wrong, it is one of those lifted that
    nothing explains; if there are several, one of the points ``own`` of the seat that acts.
    """
    if not ways:
        return find_mismatch(standing, occupied, fields)
    nearest = min(ways, key=lambda way: _strangeness(way, occupied))
    surplus, missing = nearest.misplaced(occupied), nearest.missing(occupied)
    if not surplus:
        return _trouble(missing, surplus, NO_POINTS) if missing else None
    lifted = standing - occupied - _used(nearest, occupied - standing - surplus)
    is_between = _is_between(surplus, standing, occupied, fields)
    return replace(_trouble(missing or lifted, surplus, lifted & own), is_between=is_between)


def _strangeness(way: TouchPattern, occupied: Points) -> tuple[int, int]:
    return len(way.misplaced(occupied)), len(way.missing(occupied))


def _used(way: TouchPattern, put: Points) -> Points:
    """Where the pieces come from that were rightly ``put``."""
    return NO_POINTS.union(*(way.sources.get(point, NO_POINTS) for point in put))


def _trouble(missing: Points, surplus: Points, likely: Points) -> Mismatch:
    origins = missing if len(missing) == 1 else likely
    is_certain = len(surplus) == 1 and len(origins) == 1
    back = (min(surplus), min(origins)) if is_certain else None
    return Mismatch(tuple(sorted(missing)), tuple(sorted(surplus)), back)


def _is_between(surplus: Points, standing: Points, occupied: Points, fields: Fields) -> bool:
    """Whether more was put than lifted, and something of it beside a point of ``surplus``."""
    put, lifted = occupied - standing, standing - occupied
    beside = any(fields.are_neighbours(one, other) for one in surplus for other in put)
    return beside and len(put) > len(lifted)
