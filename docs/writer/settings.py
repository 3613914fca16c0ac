"""The reference of the settings: what a wiring may say, what people choose, the environment."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from docs.writer import markdown
from firmware_host.table.preferences import CHOICES
from firmware_host.table.scenes.settings import DICE_HELP, LINES, THROW_SOURCES
from firmware_host.text.translator import Language
from hardware.wiring.schema import Kind
from hardware.wiring.wiring import SECTIONS

MAKER: Final = "docs/writer/settings.py"


class Says(NamedTuple):
    """What a section is about, and what its keys mean where that differs from key to key."""

    about: str
    keys: Mapping[str, str] = {}


WIRING: Final[Mapping[str, Says]] = {
    "keys": Says(
        "The pin of each key. `up` to `back` are needed, unless something else brings them."
    ),
    "hold": Says("Which key a key acts as when it is held."),
    "chords": Says("Which keys act as this one when they are held down together."),
    "encoder": Says(
        "A rotary encoder that does what up and down do.",
        {
            "a": "one contact",
            "b": "the other; exchange the two if it turns the wrong way round",
            "quarters": "quarters of its cycle from detent to detent, usually 4",
        },
    ),
    "dice": Says(
        "An electronic dice tray.",
        {
            "lines": "D0 to D3",
            "cup": "the contact that is closed while the dice rest",
            "invert": "the lines whose contact is open where the others' is closed",
        },
    ),
    "display": Says(
        "The display; the names are luma's.",
        {
            "display": "the controller, or any other display of luma",
            "interface": "the bus; `noop` for a display without one",
            "width": "of the panel",
            "height": "of the panel",
            "rotate": "clockwise, of the picture; the arrow keys turn with it",
            "column_offset": "try 0 on an SH1106 whose picture sits two pixels off",
            "brightness": "the highest; people choose a part of it",
            "dim_after": "then the display is dimmed",
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
        "What is heard.",
        {"on": "false: neither buzzer nor lights", "buzzer": "of a passive buzzer"},
    ),
    "lights": Says("A light beside the seat on each side of the board."),
    "link": Says(
        "Microcontrollers on USB.",
        {"find": "where to look for them", "brings": "what is expected of them"},
    ),
    "pins": Says("The pins themselves.", {"chip": "where the header is not found by itself"}),
}

ENVIRONMENT: Final[Mapping[str, str]] = {
    "STATE_DIRECTORY": "where the games are kept, as systemd says it; `--state-dir` comes first",
    "XDG_STATE_HOME": "else the games are kept in `tableside` in there, or in `~/.local/state`",
    "LANGUAGE": "the language at first; then `LC_ALL`, `LC_MESSAGES` and `LANG` are asked",
}


def page() -> str:
    """The page about the settings."""
    wiring = (block for section in SECTIONS for block in _section(section))
    return markdown.page(
        MAKER,
        "# Settings",
        "## The wiring",
        'A TOML file: `profile = "generic"` names a profile to start from, below it stands what '
        "differs. `false` for a key or a section takes it away. [Wiring](../wiring.md) explains "
        "it with examples.",
        *wiring,
        "## What people choose on the device",
        "In the menu, under Settings; kept in the file `preferences` beside the games. The usual "
        "value of a new table is the first, of brightness the last.",
        markdown.table(("setting", "values", "means"), preferences().values()),
        "## The environment",
        markdown.table(("variable", "means"), ((f"`{k}`", v) for k, v in ENVIRONMENT.items())),
    )


def preferences() -> Mapping[str, tuple[str, str, str]]:
    """By the field of the preferences: what it is called, its values, what it means."""
    say = Language("en")
    rows = {
        line.field: (
            say(line.label),
            ", ".join(say(line.value_name(each)) for each in CHOICES[line.field]),
            say(line.help),
        )
        for line in LINES
    }
    throwing = ", ".join(map(say, THROW_SOURCES.values()))
    return rows | {"dice": ("Dice", throwing, say(DICE_HELP))}


def _section(name: str) -> Iterator[str]:
    says = WIRING[name]
    yield f"### [{name}]"
    yield says.about
    rows = _rows(SECTIONS[name], says)
    yield markdown.table(("key", "takes", "means") if says.keys else ("key", "takes"), rows)


def _rows(kinds: Mapping[str, Kind], says: Says) -> Iterator[tuple[str, ...]]:
    """A row a key; keys that take and mean the same share one."""
    for (takes, means), keys in groupby(
        kinds, key=lambda key: (kinds[key].expected, says.keys.get(key, ""))
    ):
        row = (markdown.code(keys), takes)
        yield (*row, means) if says.keys else row
