"""The hello of a peer: who it is, what it offers, and what is wrong with the sensors of its tray.

>>> words = "hello 1 e6614c311b7e6a35 tableside-pico/2 keys=up,ok board=5x4 lights=south".split()
>>> hello = read_hello(words)
>>> hello.identity, hello.offers.keys, hello.offers.board, hello.offers.lights
('e6614c311b7e6a35', ('up', 'ok'), (5, 4), ('south',))
>>> hello.offers.lines("board")[:6]
('field 0,0', 'field 1,0', 'field 2,0', 'field 3,0', 'field 4,0', 'field 0,1')

>>> sensors = read_sensors(["uncalibrated", "dead=0000000000100000", "later"], (8, 8))
>>> for what, advice in sensors.told:
...     print(what, advice, sep=": ")
the tray is not calibrated: calibrate it while it is empty (docs/builders/hall-tray.md)
sensor 20 (row 2, column 4) is dead: check its supply, its solder joints and its wire
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from hardware.board import Field, Glow, Meaning, Size, field_line
from hardware.dice.codes import DieReport
from hardware.firmware.dice import read_offer
from hardware.firmware.lamps import brightest, lamps_words
from hardware.firmware.protocol import HOST, MOST_FIELDS, VERSIONS, bits_text, read_bits
from hardware.firmware.sensors import DEAD, NOISY, STUCK, UNCALIBRATED
from hardware.input.keys import ENCODER_LINES
from hardware.wiring.sections import BRINGS
from hardware.wiring.wiring import CUP, DICE_LINES, KEYS, SIDES

NEWEST = VERSIONS[-1]
"""The newest version of the protocol that this program speaks, as a hello names it."""

LEVELS: Mapping[Glow, int] = {"off": 0, "dim": 50, "bright": 255}
"""The brightness of coloured lights, of 255, as far as the current allows."""


class LampString(NamedTuple):
    """Coloured lights: the ``size`` of their board, how many there are, and their mA at most."""

    size: Size
    lights: int
    budget: int


KEY_LINES = (*KEYS, *ENCODER_LINES)
TRAY_LINES = (*DICE_LINES, CUP)
CONTACTS = frozenset((*KEY_LINES, *TRAY_LINES))
"""The lines that keys and trays may have; those of a sensing board have other names."""


class Offers(Struct, frozen=True):
    """What a peer offers: lines of ``keys`` and of a ``tray``, in the order of their bits.

    ``board`` is the size of a sensing board in columns and rows, None if there is none. ``lights``
    are the sides of the seats that have a light, or the fields. ``dice`` are those that report
    their faces, as long as nothing is known of them. ``lamps`` are coloured lights in the fields.
    ``sensors`` are the columns and rows of sensors under a tray that are judged.
    """

    keys: tuple[str, ...] = ()
    tray: tuple[str, ...] = ()
    board: Size | None = None
    lights: tuple[str | Field, ...] = ()
    dice: tuple[DieReport, ...] = ()
    lamps: LampString | None = None
    sensors: Size | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of states that are offered.

        >>> Offers(tray=("D0",), board=(5, 5)).kinds
        ('tray', 'board')
        """
        return tuple(kind for kind in BRINGS if getattr(self, kind))

    def lines(self, kind: str) -> tuple[str, ...]:
        """Return the lines of a state of ``kind`` in the order of its bits, if offered."""
        if kind == "board":
            return () if self.board is None else _field_lines(self.board)
        return {"keys": self.keys, "tray": self.tray}.get(kind, ())

    def lit(self, side: str | None, fields: Collection[Field]) -> str | None:
        """Return the bits that light the seat on ``side`` and ``fields``, as hex digits.

        None if there are no lights.

        >>> Offers(lights=("south", "north")).lit("north", ())
        '2'
        >>> Offers(lights=places((3, 2))).lit(None, [(1, 1)])
        '10'
        """
        if not self.lights:
            return None
        on = [place in fields or place == side for place in self.lights]
        return bits_text(sum(1 << bit for bit, is_on in enumerate(on) if is_on), len(on))

    def shine(self, fields: Mapping[Field, Meaning], glow: Glow) -> list[str] | None:
        """Return the words of a frame that lights ``fields``, as bright as the current allows.

        None if there are no coloured lights.

        >>> Offers(lamps=LampString((3, 2), 6, 500)).shine({(0, 1): "to", (5, 5): "to"}, "dim")
        ['lamps', '32', 'to=3']
        """
        if self.lamps is None:
            return None
        (columns, rows), lights, budget = self.lamps
        lit: dict[str, list[int]] = {}
        for (column, row), meaning in sorted(fields.items()):
            if column < columns and row < rows:
                lit.setdefault(meaning, []).append(row * columns + column)
        listed = list(lit.items()) if LEVELS[glow] else []
        return lamps_words(min(LEVELS[glow], brightest(listed, lights, budget)), listed)


class Hello(Struct, frozen=True):
    """A peer's hello: the ``version`` of its protocol, its ``identity``, ``model`` and offers."""

    version: str
    identity: str
    model: str
    offers: Offers


def read_hello(words: list[str]) -> Hello:
    """Return the hello in the ``words`` of a frame; raise ValueError that says what is wrong.

    The offers of a version of the protocol that is not known are not read.
    """
    if words[2:] == [HOST]:
        raise ValueError("what it is sent comes back: the firmware for the link does not run")
    if len(words) < 4 or not words[1].isdecimal():
        raise ValueError(f"expected hello VERSION IDENTITY MODEL OFFER..., not {' '.join(words)}")
    version, identity, model, *offers = words[1:]
    return Hello(
        version, identity, model, _offers(offers, version) if version in VERSIONS else Offers()
    )


def places(size: Size) -> tuple[Field, ...]:
    """Return the fields of a board of ``size`` in the order of their bits, from the bottom row up.

    >>> places((2, 2))
    ((0, 0), (1, 0), (0, 1), (1, 1))
    """
    columns, rows = size
    return tuple((column, row) for row in range(rows) for column in range(columns))


@lru_cache(maxsize=8)
def _field_lines(size: Size) -> tuple[str, ...]:
    return tuple(field_line(column, row) for column, row in places(size))


def _offers(words: list[str], version: str) -> Offers:
    offered: dict[str, Any] = {}
    for word in words:
        kind, _, value = word.partition("=")
        if kind in offered:
            raise ValueError(f"expected each offer once, not {kind} twice")
        if kind in READ and SINCE.get(kind, VERSIONS[0]) <= version:
            try:
                offered[kind] = READ[kind](value)
            except ValueError as error:
                raise ValueError(f"{kind}={value}: {error}") from None
    return Offers(**offered)


def _among(known: Collection[str]) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        names = tuple(text.split(","))
        if len(set(names)) < len(names) or not set(names) <= set(known):
            raise ValueError(f"expected different ones of {','.join(known)}")
        return names

    return read


def _size(text: str) -> Size:
    found = re.fullmatch(r"([1-9][0-9]{0,2})x([1-9][0-9]{0,2})", text)
    if found is None or int(found[1]) * int(found[2]) > MOST_FIELDS:
        raise ValueError(f"expected COLUMNSxROWS with at most {MOST_FIELDS} fields")
    return int(found[1]), int(found[2])


def _dice(text: str) -> tuple[DieReport, ...]:
    return tuple(DieReport(name, tuple(faces)) for name, faces in read_offer(text))


def _lamps(text: str) -> LampString:
    size, *counts = text.split(":")
    if len(counts) != 2 or not all(re.fullmatch("[1-9][0-9]{0,4}", each) for each in counts):
        raise ValueError("expected COLUMNSxROWS:LIGHTS:MILLIAMPERES")
    return LampString(_size(size), int(counts[0]), int(counts[1]))


def _lights(text: str) -> tuple[str | Field, ...]:
    return places(_size(text)) if text[:1].isdecimal() else _among(SIDES)(text)


READ: Mapping[str, Callable[[str], object]] = {
    "keys": _among(KEY_LINES),
    "tray": _among(TRAY_LINES),
    "board": _size,
    "lights": _lights,
    "dice": _dice,
    "lamps": _lamps,
    "sensors": _size,
}
SINCE: Mapping[str, str] = {"dice": "2", "lamps": "2", "sensors": "2"}
"""The version of the protocol that has an offer first, unless every version has it."""


IS_UNCALIBRATED = (
    "the tray is not calibrated",
    "calibrate it while it is empty (docs/builders/hall-tray.md)",
)
IS_WHAT: Mapping[str, tuple[str, str]] = {
    DEAD: ("dead", "check its supply, its solder joints and its wire"),
    STUCK: ("stuck at one reading", "replace it"),
    NOISY: ("noisy", "check its capacitor and its solder joints, and keep cables away from it"),
}
"""In the order in which faults are told: what a sensor is, and what to do."""

NAMED = 4
"""The most sensors that are named for one fault."""


class TraySensors(Struct, frozen=True):
    """Sensors under a tray in columns and rows of ``size``, and what is wrong with them.

    ``faults`` has the numbers of the sensors by fault: dead, stuck or noisy.
    """

    size: Size
    is_calibrated: bool
    faults: Mapping[str, tuple[int, ...]]

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """What is wrong and what to do, in pairs."""
        uncalibrated = () if self.is_calibrated else (IS_UNCALIBRATED,)
        return uncalibrated + tuple(
            (f"{self._named(places)} {IS_WHAT[fault][0]}", IS_WHAT[fault][1])
            for fault, places in self.faults.items()
        )

    def place(self, number: int) -> tuple[int, int]:
        """Return the row and the column of a sensor, counted from 0."""
        return divmod(number, self.size[0])

    def _named(self, places: Sequence[int]) -> str:
        names = [
            "{0} (row {1[0]}, column {1[1]})".format(each, self.place(each))
            for each in places[:NAMED]
        ]
        more = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
        if len(places) == 1:
            return f"sensor {names[0]} is"
        return f"sensors {', '.join(names)}{more} are"


def read_sensors(words: Sequence[str], size: Size) -> TraySensors:
    """Return what a state with ``words`` says of sensors in columns and rows of ``size``.

    Faults that are not known are left out. ValueError if the bits of one are wrong.
    """
    count = size[0] * size[1]
    found = dict(word.split("=", 1) for word in words if "=" in word)
    bits = {fault: read_bits(found[fault], count) for fault in IS_WHAT if fault in found}
    faults = {
        fault: tuple(place for place in range(count) if value >> place & 1)
        for fault, value in bits.items()
        if value
    }
    return TraySensors(size, UNCALIBRATED not in words, faults)
