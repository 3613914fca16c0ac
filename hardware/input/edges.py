"""The one thing that comes from a pin: an edge, with its time."""

from typing import NamedTuple


class Edge(NamedTuple):
    """A line that changed: ``time`` in seconds, the ``line`` by name, its ``level`` from then on.

    Inputs are pulled up, so the level is True while a contact is open and False while it is closed.
    """

    time: float
    line: str
    level: bool
