"""Write the reference of the settings: the wiring, the choices on the device, the environment."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from docs.writer import markdown
from firmware_host.table.device import choices
from firmware_host.table.scenes.settings import (
    DICE_HELP,
    THROW_SOURCES,
    every_line,
)
from firmware_host.text.translator import Language
from hardware.wiring.sections import Kind
from hardware.wiring.wiring import SECTIONS

MAKER: Final = "docs/writer/settings.py"


class Says(NamedTuple):
    """What a section is ``about``, and what its ``keys`` mean if that differs from key to key."""

    about: str
    keys: Mapping[str, str] = {}


WIRING: Final[Mapping[str, Says]] = {
    "keys": Says(
        "The pin of each key. `up` to `back` are required, unless something else has them."
    ),
    "hold": Says("Which key a held key acts as."),
    "chords": Says("Which keys act as this one when they are held down together."),
    "encoder": Says(
        "A rotary encoder that does what up and down do.",
        {
            "a": "one contact",
            "b": "the other one; exchange the two if it turns the wrong way",
            "quarters": "quarters of its cycle between two detents, usually 4",
        },
    ),
    "dice": Says(
        "An electronic dice tray.",
        {
            "lines": "D0 to D3",
            "cup": "the contact that is closed while the dice rest",
            "invert": "the lines whose contacts are open when those of the others are closed",
            "reader": "how the dice are read: by contacts that change while they tumble, or at "
            "rest, in the lanes of a tower for sticks",
            "checks": "C0 to C3: the second sensors of the lanes, if there are any",
        },
    ),
    "display": Says(
        "The display; the names of the options are luma's.",
        {
            "display": "the controller, or any other display of luma",
            "interface": "the bus; `noop` for a display without one, `kernel` for a `framebuffer`",
            "device": "of a framebuffer",
            "width": "of the panel, or of the picture on a framebuffer",
            "height": "likewise",
            "rotate": "clockwise, of the picture; the arrow keys turn with it",
            "column_offset": "try 0 if the picture of an SH1106 is two pixels off",
            "brightness": "the highest brightness; people choose a part of it",
            "dim_after": "seconds without input until the display is dimmed",
            "i2c_port": "of a display on I2C",
            "i2c_address": "of a display on I2C, 0x3C or 0x3D on most modules",
            "spi_port": "of a display on SPI",
            "spi_device": "of a display on SPI",
            "spi_bus_speed": "in Hz, of a display on SPI",
            "gpio_data_command": "the line D/C of a display on SPI",
            "gpio_reset": "the line RST of a display on SPI",
        },
    ),
    "sound": Says(
        "What you hear.",
        {"on": "false: no buzzer and no lights", "buzzer": "the pin of a passive buzzer"},
    ),
    "lights": Says("A light beside the seat on each side of the board."),
    "link": Says(
        "Microcontrollers on USB.",
        {"find": "where to look for them", "brings": "what is expected of them"},
    ),
    "switches": Says(
        "One switch or two, for people who use no keys.",
        {
            "next": "of two switches, the one that goes on",
            "take": "the one that takes what is offered, or the only one",
            "scanning": "for how many switches a new table is set, if they are not on pins",
        },
    ),
    "keyboards": Says(
        "USB keyboards, numeric pads, gamepads and switch interfaces.",
        {"find": "which ones are read; the star stands for all that people plug in"},
    ),
    "pins": Says(
        "The pins themselves.", {"chip": "the GPIO chip, if the program does not find the header"}
    ),
}

ENVIRONMENT: Final[Mapping[str, str]] = {
    "STATE_DIRECTORY": "where the games are saved, as systemd sets it; `--state-dir` comes first",
    "XDG_STATE_HOME": "otherwise they are saved in its folder `tableside`, or in `~/.local/state`",
    "LANGUAGE": "the first language; then come `LC_ALL`, `LC_MESSAGES` and `LANG`",
}


def page() -> str:
    """Return the page about the settings."""
    wiring = (block for section in SECTIONS for block in _section(section))
    return markdown.page(
        MAKER,
        "# Settings",
        "This page lists every setting of a wiring, of the device and of the environment.",
        "## The wiring",
        'A wiring is a TOML file: `profile = "generic"` names the profile to start from, and the '
        "lines below it say what differs. `false` for a key or a section removes it. "
        "[Wiring](../wiring.md) explains it with examples.",
        *wiring,
        "## What people choose on the device",
        "They are in the menu, under Settings, and are saved in the file `preferences` beside the "
        "games. A new table begins with the first value of each, except that brightness and board "
        "lights begin with the last one, the pace with 1.5 s and the lock with 0.2 s. Pace, "
        "holding and lock are for people who play with switches.",
        markdown.table(("setting", "values", "meaning"), preferences().values()),
        "## The environment",
        markdown.table(("variable", "meaning"), ((f"`{k}`", v) for k, v in ENVIRONMENT.items())),
    )


def preferences() -> Mapping[str, tuple[str, str, str]]:
    """Return the label, the values and the meaning of each preference, by its field."""
    say = Language("en")
    rows = {
        line.field: (
            say(line.label),
            ", ".join(say(line.value_name(each)) for each in choices()[line.field]),
            say(line.help),
        )
        for line in every_line()
    }
    throwing = ", ".join(map(say, THROW_SOURCES.values()))
    return rows | {"dice": ("Dice", throwing, say(DICE_HELP))}


def _section(name: str) -> Iterator[str]:
    says = WIRING[name]
    yield f"### [{name}]"
    yield says.about
    rows = _rows(SECTIONS[name], says)
    yield markdown.table(("key", "value", "meaning") if says.keys else ("key", "value"), rows)


def _rows(kinds: Mapping[str, Kind], says: Says) -> Iterator[tuple[str, ...]]:
    """Yield one row for each key; keys with the same value and meaning share one."""
    for (takes, means), keys in groupby(
        kinds, key=lambda key: (kinds[key].expected, says.keys.get(key, ""))
    ):
        row = (markdown.code(keys), takes)
        yield (*row, means) if says.keys else row
