"""The sections [encoder], [hold] and [chords] of a wiring, and the keys of a turned display."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct

from hardware.errors import WiringError
from hardware.input.encoder import ENCODER_LINES, QUARTERS
from hardware.wiring.header import PIN
from hardware.wiring.schema import Kind, one_of

CLOCKWISE = ("up", "right", "down", "left")

Pin = TypeVar("Pin")

ENCODER: Mapping[str, Kind] = {"a": PIN, "b": PIN, "quarters": one_of(QUARTERS)}


class EncoderWiring(Struct, frozen=True):
    """The BCM pins of the contacts ``a`` and ``b`` of a rotary encoder.

    ``quarters`` is the number of quarter cycles from one detent to the next.
    """

    a: int
    b: int
    quarters: int = 4

    @property
    def lines(self) -> dict[str, int]:
        """The BCM pin of each line of the encoder."""
        return dict(zip(ENCODER_LINES, (self.a, self.b), strict=True))


def holds(table: Mapping[str, str], keys: Collection[str], source: str) -> Mapping[str, str]:
    """Return the section [hold] of a wiring that has ``keys``.

    Raises WiringError that names ``source`` if a key to hold is not wired.

    >>> dict(holds({"back": "menu"}, ["back"], "mine.toml"))
    {'back': 'menu'}
    """
    for key in table:
        _check_wired([key], keys, f"{source}: [hold] {key}")
    return MappingProxyType(dict(table))


def chords(
    table: Mapping[str, Sequence[str]], keys: Collection[str], source: str
) -> Mapping[str, tuple[str, ...]]:
    """Return the section [chords] of a wiring that has ``keys``.

    Raises WiringError that names ``source`` if a key of a chord is not wired.

    >>> dict(chords({"menu": ["back", "hint"]}, ["back", "hint"], "mine.toml"))
    {'menu': ('back', 'hint')}
    """
    for chord, members in table.items():
        _check_wired(members, keys, f"{source}: [chords] {chord}")
    return MappingProxyType({chord: tuple(members) for chord, members in table.items()})


def turned(keys: Mapping[str, Pin], rotate: int) -> dict[str, Pin]:
    """Return ``keys`` by the names that fit a picture turned ``rotate`` quarters clockwise.

    The four directions change their pins, as those of a joystick that is turned together with the
    display; other keys keep theirs.

    >>> turned({"up": 6, "down": 19, "left": 5, "right": 26, "ok": 13}, 2)
    {'down': 6, 'up': 19, 'right': 5, 'left': 26, 'ok': 13}
    >>> turned({"right": 26}, 1)
    {'up': 26}
    """
    seen = {name: CLOCKWISE[place - rotate] for place, name in enumerate(CLOCKWISE)}
    return {seen.get(name, name): pin for name, pin in keys.items()}


def _check_wired(wanted: Iterable[str], keys: Collection[str], place: str) -> None:
    for key in wanted:
        if key not in keys:
            raise WiringError(f"{place}: no key {key!r} is wired in [keys]")
