"""Sections of TOML: how they are checked and overlaid, and those of links, switches and keyboards.

A sheet has sections, a section has keys, and a :class:`Kind` says which values a key takes. A sheet
can overlay another; ``false`` for a key or a whole section removes what was below it.

Source of the tables of the header: Raspberry Pi documentation, GPIO and the 40-pin header.

>>> PORTS.fits(["2e8a:0005", "/dev/serial/by-id/usb-*"]), PORTS.fits(["ttyACM0"]), PORTS.fits([])
(True, False, False)

Switches and keyboards are input for people who cannot use the keys.

>>> DEVICES.fits(["046d:c31c", "Big Keys*"]), DEVICES.fits([]), DEVICES.fits("*")
(True, False, False)
>>> DEVICES.fits(["/dev/input/by-path/*-usb-0:1.2:1.0-*"]), DEVICES.fits(["/dev/input/event3"])
(True, False)
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from hardware import WiringError
from hardware.untrusted_input import (
    LONGEST_VALUE,
    harmless,
    read_toml,
    read_untrusted_text,
    written,
)

LONGEST = 64 * 1024
"""The most bytes of a TOML file: some ninety times the longest profile."""

Section = dict[str, Any]
Sheet = dict[str, Section]


class Kind(Struct, frozen=True):
    """The values that a key takes: ``expected`` says them in words; ``fits`` tests a value."""

    expected: str
    fits: Callable[[Any], bool]


Schema = Mapping[str, Mapping[str, Kind]]


def whole(low: int, high: int, what: str) -> Kind:
    """Return the kind of whole numbers from ``low`` to ``high``, described as ``what``.

    >>> whole(0, 3, "a number of quarter turns").fits(4)
    False
    """
    return Kind(
        f"{what} from {low} to {high}", lambda value: type(value) is int and low <= value <= high
    )


def one_of(choices: Iterable[str | int]) -> Kind:
    """Return the kind of the words or numbers in ``choices``.

    >>> one_of((1, 2)).fits(2), one_of((1, 2)).fits(True), one_of((1, 2)).fits(2.0)
    (True, False, False)
    """
    known = tuple(choices)
    typed = [(type(choice), choice) for choice in known]
    return Kind(
        "one of " + ", ".join(map(repr, known)), lambda value: (type(value), value) in typed
    )


def several(words: Collection[str], least: int, example: str) -> Kind:
    """Return the kind of lists of ``least`` or more different ``words``, such as ``example``.

    >>> fits = several(("up", "ok", "back"), 2, '["ok", "back"]').fits
    >>> fits(["up", "ok"]), fits(["up", "up"]), fits(["ok"]), fits("ok")
    (True, False, False, False)
    """
    return Kind(
        f"a list of {least} or more of {', '.join(words)}, such as {example}",
        lambda value: (
            isinstance(value, list)
            and all(isinstance(each, str) and each in words for each in value)
            and least <= len(value) == len(set(value))
        ),
    )


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint: the word in ``known`` that is similar to ``word``, or else all of them.

    >>> did_you_mean("bakc", ["ok", "back"])
    "did you mean 'back'?"
    """
    import difflib

    words = tuple(known)
    close = difflib.get_close_matches(word, words, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known are {', '.join(words)}"


def text_at(path: Path) -> str:
    """Return the text of the file at ``path``.

    Raises FileNotFoundError if there is none, and WiringError if it is not a text or longer than
    64 KiB.
    """
    try:
        return read_untrusted_text(path, LONGEST)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WiringError(f"{harmless(str(path))}: expected a file of TOML, but {why}") from None


def parse(text: str, source: str) -> dict[str, Any]:
    """Return the tables in ``text``; raise WiringError that names ``source`` if it is not TOML."""
    try:
        return read_toml(text)
    except ValueError as error:
        raise WiringError(f"{source}: expected TOML, but {error}") from None


def check(tables: Mapping[str, Any], schema: Schema, source: str) -> None:
    """Raise WiringError that names ``source`` if a section, key or value is not in ``schema``."""
    for section, table in tables.items():
        if section not in schema:
            raise WiringError(
                f"{source}: unknown section [{harmless(section, LONGEST_VALUE)}]: "
                f"{did_you_mean(section, schema)}"
            )
        if table is False:
            continue
        if not isinstance(table, dict):
            raise WiringError(
                f"{source}: expected a section [{section}], not {section} = {written(table)}"
            )
        _check_section(section, table, schema[section], source)


def _check_section(section: str, table: Section, kinds: Mapping[str, Kind], source: str) -> None:
    for key, value in table.items():
        if key not in kinds:
            raise WiringError(
                f"{source}: unknown key {written(key)} in [{section}]: {did_you_mean(key, kinds)}"
            )
        if value is not False and not kinds[key].fits(value):
            raise WiringError(
                f"{source}: [{section}] {key}: expected {kinds[key].expected}, not {written(value)}"
            )


def overlay(below: Mapping[str, Any], above: Mapping[str, Any]) -> Sheet:
    """Return ``below`` with the keys of ``above`` in place of its own; ``false`` removes a key.

    >>> overlay({"keys": {"up": 17, "ok": 4}}, {"keys": {"ok": 9}, "dice": {"cup": False}})
    {'keys': {'up': 17, 'ok': 9}, 'dice': {}}
    """
    merged: Sheet = {}
    for section in {**below, **above}:
        table = above.get(section, {})
        if table is not False:
            both = {**below.get(section, {}), **table}
            merged[section] = {key: value for key, value in both.items() if value is not False}
    return merged


PIN = whole(2, 27, "a BCM pin (0 and 1 belong to the HAT EEPROM)")

PLACES: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}  # fmt: skip
"""The place on the header of each BCM pin."""

I2C_PINS: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of an I2C bus; an overlay decides where other buses are."""

SPI_PINS: Mapping[int, tuple[int, int]] = {0: (11, 10), 1: (21, 20)}
"""SCLK and MOSI of an SPI bus."""

CHIP_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}
"""The chip selects of an SPI bus, in the order of their numbers."""


def where(pin: int) -> str:
    """Return the BCM ``pin`` as messages name it, with its place on the header in brackets.

    >>> where(17)
    'pin 17 [11]'
    """
    return f"pin {pin} [{PLACES[pin]}]"


USB_ID = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")

PICO = "2e8a:0005"
"""The USB id of MicroPython on a Raspberry Pi Pico (MicroPython, ports/rp2/mpconfigport.h)."""

LONGEST_PORT = 200
"""The longest path of a port; those that udev makes have some eighty characters."""

BRINGS = ("keys", "tray", "board", "dice")


def _is_port(value: object) -> bool:
    if not isinstance(value, str):
        return False
    is_path = value.startswith("/") and value.isprintable() and len(value) <= LONGEST_PORT
    return is_path or USB_ID.fullmatch(value) is not None


PORTS = Kind(
    f'a list of USB ids and paths, such as ["{PICO}", "/dev/serial/by-id/usb-MicroPython_*"]',
    lambda value: isinstance(value, list) and value != [] and all(map(_is_port, value)),
)
LINK: Mapping[str, Kind] = {"find": PORTS, "brings": several(BRINGS, 0, '["keys", "board"]')}


class LinkWiring(Struct, frozen=True):
    """Where to ``find`` the peers of the serial link, and what they are expected to offer.

    ``find`` has USB ids (vendor and product, four hex digits each) and paths, in which ``*`` stands
    for anything. ``brings`` are some of BRINGS.
    """

    find: tuple[str, ...] = (PICO,)
    brings: tuple[str, ...] = ()

    @property
    def usb_ids(self) -> tuple[str, ...]:
        """The USB ids to look for."""
        return tuple(each for each in self.find if USB_ID.fullmatch(each))

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths to look for."""
        return tuple(each for each in self.find if not USB_ID.fullmatch(each))


def link_wiring(table: Mapping[str, Any]) -> LinkWiring:
    """Return the section [link] in ``table``.

    >>> link_wiring({"find": ["2e8a:0005"], "brings": ["board"]})
    LinkWiring(find=('2e8a:0005',), brings=('board',))
    """
    return LinkWiring(tuple(table["find"]), tuple(table.get("brings", ())))


SWITCHES = ("next", "take")
"""The contacts of people who play with one switch (take) or two: one goes on, the other takes."""

Scanning = Literal["off", "one", "two"]
"""How many switches people play with: the machine offers what the keys do, one after the other."""

LONGEST_NAME, LONGEST_PATH = 80, 255
"""Characters; the names that the kernel makes for devices on USB have some sixty at most."""

PATHS = ("/dev/input/by-path/", "/dev/input/by-id/")
"""Where udev keeps names of input devices that stay; the numbers of ``eventN`` do not."""


def _is_device(value: object) -> bool:
    if not isinstance(value, str) or not value.isprintable():
        return False
    if value.startswith("/dev/"):
        return value.startswith(PATHS) and len(value) <= LONGEST_PATH
    return 0 < len(value) <= LONGEST_NAME


DEVICES = Kind(
    'a list of USB ids, names and paths below "/dev/input/by-path" or "/dev/input/by-id" of input '
    'devices, such as ["046d:c31c", "Big Keys*"], or ["*"]',
    lambda value: isinstance(value, list) and value != [] and all(map(_is_device, value)),
)

SWITCH_PINS: Mapping[str, Kind] = {
    **dict.fromkeys(SWITCHES, PIN),
    "scanning": one_of(("one", "two")),
}
KEYBOARDS: Mapping[str, Kind] = {"find": DEVICES}
