"""The sections [encoder], [hold] and [chords] of a wiring: an encoder, keys that act as others."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hardware.errors import WiringError
from hardware.input.encoder import ENCODER_LINES, QUARTERS
from hardware.wiring.header import PIN
from hardware.wiring.schema import Kind, one_of

ENCODER: Mapping[str, Kind] = {"a": PIN, "b": PIN, "quarters": one_of(QUARTERS)}


@dataclass(frozen=True, slots=True)
class EncoderWiring:
    """The BCM pins of a rotary encoder's contacts ``a`` and ``b``.

    ``quarters`` are those of its cycle from detent to detent.
    """

    a: int
    b: int
    quarters: int = 4

    @property
    def lines(self) -> dict[str, int]:
        """The BCM pin of each of its lines."""
        return dict(zip(ENCODER_LINES, (self.a, self.b), strict=True))


def holds(table: Mapping[str, str], keys: Collection[str], source: str) -> Mapping[str, str]:
    """Return the section [hold] of a wiring with such ``keys``.

    WiringError names ``source`` if a key that is held is not wired.

    >>> dict(holds({"back": "menu"}, ["back"], "mine.toml"))
    {'back': 'menu'}
    """
    for key in table:
        _check_wired([key], keys, f"{source}: [hold] {key}")
    return MappingProxyType(dict(table))


def chords(
    table: Mapping[str, Sequence[str]], keys: Collection[str], source: str
) -> Mapping[str, tuple[str, ...]]:
    """Return the section [chords] of a wiring with such ``keys``.

    WiringError names ``source`` if a chord has a key that is not wired.

    >>> dict(chords({"menu": ["back", "hint"]}, ["back", "hint"], "mine.toml"))
    {'menu': ('back', 'hint')}
    """
    for chord, members in table.items():
        _check_wired(members, keys, f"{source}: [chords] {chord}")
    return MappingProxyType({chord: tuple(members) for chord, members in table.items()})


def _check_wired(wanted: Iterable[str], keys: Collection[str], place: str) -> None:
    for key in wanted:
        if key not in keys:
            raise WiringError(f"{place}: no key {key!r} is wired in [keys]")
