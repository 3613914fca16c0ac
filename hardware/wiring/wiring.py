"""Load a wiring: which pin is what, and what the link brings, read from TOML and checked.

A profile is a wiring that comes with the program. A wiring file can start from a profile
(``profile = "generic"``) and give only what differs. ``key = false`` means: not wired.

    >>> wiring = load("generic")
    >>> wiring.keys["ok"], wiring.hold["back"], wiring.lines["D3"]
    (4, 'menu', 25)

The sections [encoder], [hold] and [chords], and the keys of a turned display, are read here too.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from hardware import WiringError
from hardware.input.keys import ENCODER_LINES, QUARTERS
from hardware.untrusted_input import harmless, written
from hardware.wiring.display import DISPLAY, FRAMEBUFFER, SIZES, DisplayWiring
from hardware.wiring.sections import (
    KEYBOARDS,
    LINK,
    PIN,
    SWITCH_PINS,
    SWITCHES,
    Kind,
    LinkWiring,
    Scanning,
    Sheet,
    check,
    did_you_mean,
    link_wiring,
    one_of,
    overlay,
    parse,
    several,
    text_at,
    whole,
)

USUAL: Final = "generic"
"""The profile of a table whose wiring nobody names."""

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


PROFILES = Path(__file__).parent / "profiles"

KEYS = ("up", "down", "left", "right", "ok", "back", "hint", "menu", "repeat")
NEEDED_KEYS = KEYS[:6]
ENCODER_KEYS = KEYS[:2]
DICE_LINES = ("D0", "D1", "D2", "D3")
CUP = "cup"
CHECK_LINES = ("C0", "C1", "C2", "C3")
SIDES = ("south", "west", "north", "east")

Reader = Literal["contacts", "lanes"]
READERS: tuple[Reader, ...] = ("contacts", "lanes")
"""How dice are read: by contacts that tumble with them, or at rest in the lanes of a tower."""

SWITCH = Kind("true or false", lambda value: type(value) is bool)
FOUR_PINS = Kind(
    f"{len(DICE_LINES)} BCM pins from 2 to 27, such as [12, 18, 24, 25]",
    lambda value: (
        isinstance(value, list) and len(value) == len(DICE_LINES) and all(map(PIN.fits, value))
    ),
)
SECTIONS: Mapping[str, Mapping[str, Kind]] = {
    "keys": dict.fromkeys(KEYS, PIN),
    "hold": dict.fromkeys(KEYS, one_of(KEYS)),
    "chords": dict.fromkeys(KEYS, several(KEYS, 2, '["back", "hint"]')),
    "encoder": ENCODER,
    "dice": {
        "lines": FOUR_PINS,
        CUP: PIN,
        "invert": several(DICE_LINES, 0, '["D2"]'),
        "reader": one_of(READERS),
        "checks": FOUR_PINS,
    },
    "display": DISPLAY,
    "sound": {"on": SWITCH, "buzzer": PIN},
    "lights": dict.fromkeys(SIDES, PIN),
    "link": LINK,
    "switches": SWITCH_PINS,
    "keyboards": KEYBOARDS,
    "pins": {"chip": whole(0, 31, "the number of a GPIO chip")},
}
DEFAULTS: Sheet = {"sound": {"on": True}}
"""The values that no sheet has to give."""


class DiceWiring(Struct, frozen=True):
    """The BCM pins of the dice ``lines`` D0 to D3, and of the ``cup`` contact if there is one.

    The contacts of ``inverted`` lines are open for a bit that is set. ``reader`` says how they are
    read, and ``checks`` are the pins of second sensors C0 to C3 in the lanes of a tower. A sensor
    in a lane closes its line where it sees light, and an inverted one opens it.
    """

    lines: tuple[int, ...]
    cup: int | None = None
    inverted: tuple[str, ...] = ()
    reader: Reader = "contacts"
    checks: tuple[int, ...] = ()

    @property
    def is_tower(self) -> bool:
        """Whether they are sticks in the lanes of a tower."""
        return self.reader == "lanes"

    @property
    def pins(self) -> dict[str, int]:
        """The BCM pin of every line."""
        pins = dict(zip(DICE_LINES, self.lines, strict=True))
        pins.update(zip(CHECK_LINES, self.checks, strict=False))
        return pins if self.cup is None else {**pins, CUP: self.cup}


class Wiring(Struct, frozen=True):
    """A checked wiring: BCM pins of keys, dice, buzzer and lights, and the display.

    ``keys`` has the directions as people see them: they are turned with the display. ``hold`` maps
    a key to the key that a hold of it acts as. ``lights`` are by the side of a seat; while the
    sound is switched off, there is no buzzer and no light. ``encoder`` acts as up and down.
    ``chords`` maps a key to those that act as it when they are held down together. ``link`` says
    which serial ports are peers, None for no link. ``chip`` is the number of the GPIO chip, None
    for the chip of the header. ``switches`` are the pins of the contacts of people who play with
    one switch or two, and ``scanning`` says for how many the table is made. ``keyboards`` are the
    USB ids and names of input devices that are read as keys.
    """

    name: str
    keys: Mapping[str, int]
    hold: Mapping[str, str]
    dice: DiceWiring | None
    display: DisplayWiring
    buzzer: int | None
    lights: Mapping[str, int]
    encoder: EncoderWiring | None
    chords: Mapping[str, tuple[str, ...]]
    link: LinkWiring | None = None
    chip: int | None = None
    switches: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    scanning: Scanning = "off"
    keyboards: tuple[str, ...] = ()

    @property
    def key_names(self) -> tuple[str, ...]:
        """The keys that can be pressed: those on pins; all with a keyboard or keys on the link."""
        return KEYS if self.keyboards else key_names(self.keys, self.link)

    @property
    def lines(self) -> Mapping[str, int]:
        """The BCM pin of every input line: keys and switches by name, A and B, D0 to D3, cup."""
        lines = {**self.keys, **self.switches}
        if self.encoder is not None:
            lines.update(self.encoder.lines)
        if self.dice is not None:
            lines.update(self.dice.pins)
        return MappingProxyType(lines)


def names() -> tuple[str, ...]:
    """Return the names of the profiles that come with the program, sorted.

    >>> "waveshare-oled-hat" in names()
    True
    """
    return tuple(sorted(file.stem for file in PROFILES.iterdir()))


def load(name_or_path: str) -> Wiring:
    """Return the wiring of a profile, or of the TOML file at a path.

    Raises WiringError with one line if there is no such profile or file, or if it is wrong: an
    unknown section, key or value, a pin that is used twice or reserved, a missing key.
    """
    if name_or_path in names():
        return _wiring(name_or_path, _profile(name_or_path), name_or_path)
    path, source = Path(name_or_path), harmless(name_or_path)
    tables = parse(_text(path), source)
    base = _base(tables.pop("profile", None), source)
    check(tables, SECTIONS, source)
    return _wiring(path.stem, overlay(base, tables), source)


def with_reported_dice(wiring: Wiring) -> Wiring:
    """Return ``wiring`` with dice that report their faces over the link, in place of its own.

    >>> changed = with_reported_dice(load("generic"))
    >>> changed.dice, changed.link.brings
    (None, ('dice',))
    """
    link = wiring.link or LinkWiring()
    others = tuple(kind for kind in link.brings if kind not in ("dice", "tray"))
    return replace(wiring, dice=None, link=replace(link, brings=(*others, "dice")))


def key_names(keys: Collection[str], link: LinkWiring | None) -> tuple[str, ...]:
    """Return the keys that can be pressed if ``keys`` are on pins, with those of a ``link``.

    >>> key_names(["ok"], None)
    ('ok',)
    """
    return KEYS if link is not None and "keys" in link.brings else tuple(keys)


def _profile(name: str) -> Sheet:
    text = (PROFILES / f"{name}.toml").read_text("utf-8")
    tables = parse(text, name)
    check(tables, SECTIONS, name)
    return overlay(DEFAULTS, tables)


def _text(path: Path) -> str:
    try:
        return text_at(path)
    except FileNotFoundError:
        hint = did_you_mean(str(path), names())
        raise WiringError(f"no profile and no file is called {str(path)!r}: {hint}") from None


def _base(profile: object, source: str) -> Sheet:
    if profile is None:
        return DEFAULTS
    if not isinstance(profile, str) or profile not in names():
        hint = did_you_mean(written(profile), names())
        raise WiringError(f"{source}: no profile is called {written(profile)}: {hint}")
    return _profile(profile)


def _wiring(name: str, sheet: Sheet, source: str) -> Wiring:
    _check_needed(sheet, source)
    keys = sheet.get("keys", {})
    link = link_wiring(sheet["link"]) if "link" in sheet else None
    pressable = KEYS if "keyboards" in sheet else key_names(keys, link)
    dice, encoder, sound = (sheet.get(section, {}) for section in ("dice", "encoder", "sound"))
    is_on = sound.get("on", False)
    wiring = Wiring(
        name=name,
        keys=MappingProxyType(keys),
        hold=holds(sheet.get("hold", {}), pressable, source),
        dice=_dice(dice) if dice else None,
        display=_display(sheet["display"]),
        buzzer=sound.get("buzzer") if is_on else None,
        lights=MappingProxyType(sheet.get("lights", {}) if is_on else {}),
        encoder=EncoderWiring(**encoder) if encoder else None,
        chords=chords(sheet.get("chords", {}), pressable, source),
        link=link,
        chip=sheet.get("pins", {}).get("chip"),
        switches=MappingProxyType(_switches(sheet)),
        scanning=_scanning(sheet),
        keyboards=tuple(sheet.get("keyboards", {}).get("find", ())),
    )
    wiring.display.check(source)
    _check_dice(wiring.dice, source)
    # messages name the keys as in the file, so the keys are turned only after the checks
    _check_pins(wiring, source)
    return replace(wiring, keys=MappingProxyType(turned(keys, wiring.display.rotate)))


def _display(table: Mapping[str, Any]) -> DisplayWiring:
    """Return the display of ``table``; a framebuffer without a size gets one from its screen."""
    if table["display"] != FRAMEBUFFER or "width" in table or "height" in table:
        return DisplayWiring(**table)
    (width, height), *_ = SIZES[FRAMEBUFFER]
    return DisplayWiring(**table, width=width, height=height, fits_screen=True)


def _dice(table: Mapping[str, Any]) -> DiceWiring:
    return DiceWiring(
        tuple(table["lines"]),
        table.get(CUP),
        tuple(table.get("invert", ())),
        table.get("reader", READERS[0]),
        tuple(table.get("checks", ())),
    )


def _check_dice(dice: DiceWiring | None, source: str) -> None:
    if dice is not None and dice.checks and not dice.is_tower:
        raise WiringError(
            f'{source}: [dice] checks are second sensors of a tower: add reader = "lanes", '
            "or leave them out"
        )


def _switches(sheet: Sheet) -> dict[str, int]:
    """Return the pins of the switches in ``sheet``."""
    return {name: pin for name, pin in sheet.get("switches", {}).items() if name in SWITCHES}


def _scanning(sheet: Sheet) -> Scanning:
    """Return for how many switches ``sheet`` says it is, or as many as are all there is."""
    switches = sheet.get("switches", {})
    if "scanning" in switches:
        said: Scanning = switches["scanning"]
        return said
    if not switches or "ok" in sheet.get("keys", {}):
        return "off"
    return "two" if SWITCHES[0] in switches else "one"


def _check_needed(sheet: Sheet, source: str) -> None:
    for section, key in _needed(sheet):
        if key not in sheet.get(section, {}):
            expected = SECTIONS[section][key].expected
            raise WiringError(f"{source}: [{section}] {key} is missing: expected {expected}")


def _needed(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the section and key of all that ``sheet`` needs; check each before the next."""
    replaced = _replaced(sheet)
    yield from (("keys", key) for key in NEEDED_KEYS if key not in replaced)
    if "link" in sheet:
        yield "link", "find"
    if sheet.get("encoder"):
        yield from (("encoder", "a"), ("encoder", "b"))
    yield from (("display", "display"), ("display", "interface"))
    if sheet["display"]["interface"] == "spi":
        yield "display", "gpio_data_command"
    if sheet.get("dice"):
        yield "dice", "lines"
        if sheet["dice"].get("reader") == "lanes":
            yield "dice", CUP
    if "keyboards" in sheet:
        yield "keyboards", "find"
    elif sheet.get("switches"):
        yield "switches", "take"


def _replaced(sheet: Sheet) -> Collection[str]:
    """Return the keys that ``sheet`` need not have, as something else does what they do."""
    has_more = "keyboards" in sheet or bool(sheet.get("switches"))
    if has_more or "keys" in sheet.get("link", {}).get("brings", ()):
        return KEYS
    return ENCODER_KEYS if sheet.get("encoder") else ()


def _check_pins(wiring: Wiring, source: str) -> None:
    used: dict[int, str] = {}
    for use, pin in uses(wiring, source):
        if pin in used:
            raise WiringError(
                f"{source}: pin {pin} is used twice, for {used[pin]} and for {use}: "
                "give one of them another pin"
            )
        used[pin] = use


def uses(wiring: Wiring, source: str) -> Iterator[tuple[str, int]]:
    """Yield each use of a pin in ``wiring``, as messages name it, with the BCM pin.

    Raises WiringError that names ``source`` if there is no such pin.

    >>> dict(uses(load("generic"), "generic"))["[dice] cup"]
    7
    """
    yield from wiring.display.uses(source)
    yield from ((f"[keys] {key}", pin) for key, pin in wiring.keys.items())
    yield from ((f"[switches] {switch}", pin) for switch, pin in wiring.switches.items())
    if wiring.encoder is not None:
        yield from (("[encoder] a", wiring.encoder.a), ("[encoder] b", wiring.encoder.b))
    dice = (*DICE_LINES, CUP, *CHECK_LINES)
    yield from ((f"[dice] {line}", pin) for line, pin in wiring.lines.items() if line in dice)
    if wiring.buzzer is not None:
        yield "[sound] buzzer", wiring.buzzer
    yield from ((f"[lights] {side}", pin) for side, pin in wiring.lights.items())
