"""What a board highlights."""

from msgspec import Struct


class Highlights(Struct, frozen=True):
    """What a board highlights, as names of points.

    ``cursor`` is the point under the cursor. ``origin``, ``path`` and ``target`` are the move that
    is shown, ``captures`` where it captures. ``targets`` are where the piece could go, ``surplus``
    where nothing should stand. ``region`` is a point in the part of a large board to be shown.
    """

    cursor: str | None = None
    origin: str | None = None
    target: str | None = None
    path: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    region: str | None = None
