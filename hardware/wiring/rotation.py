"""Directions on a board that is mounted turned."""

from collections.abc import Mapping
from typing import TypeVar

CLOCKWISE = ("up", "right", "down", "left")

Pin = TypeVar("Pin")


def turned(keys: Mapping[str, Pin], rotate: int) -> dict[str, Pin]:
    """Return ``keys`` by the names that fit a picture ``rotate`` quarter turns clockwise.

    The four directions change their pins, as a joystick's do that is mounted with the display;
    other keys keep theirs.

    >>> turned({"up": 6, "down": 19, "left": 5, "right": 26, "ok": 13}, 2)
    {'down': 6, 'up': 19, 'right': 5, 'left': 26, 'ok': 13}
    >>> turned({"right": 26}, 1)
    {'up': 26}
    """
    seen = {name: CLOCKWISE[place - rotate] for place, name in enumerate(CLOCKWISE)}
    return {seen.get(name, name): pin for name, pin in keys.items()}
