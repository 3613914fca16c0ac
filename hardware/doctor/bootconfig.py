"""Read the Raspberry Pi's config.txt: the parameters and overlays that it sets, with their lines.

>>> text = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\\n[pi5]\\ndtoverlay=w1-gpio,gpiopin=17\\n"
>>> config = parse("config.txt", text, "Raspberry Pi 4 Model B Rev 1.4")
>>> config.param("i2c_arm_baudrate"), config.overlays("w1-gpio")
(Setting(line=1, name='i2c_arm_baudrate', value='400000'), ())
"""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hardware.doctor.system import System

PLACES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Its path since Raspberry Pi OS 12, and its path before."""

# the conditional filters of config.txt in its documentation, and the names of the models
MODELS: Mapping[str, str] = {
    "pi0": r"Zero",
    "pi0w": r"Zero (2 )?W",
    "pi02": r"Zero 2",
    "pi1": r"Pi Model|Compute Module Rev",
    "pi2": r"Pi 2",
    "pi3": r"Pi 3|Compute Module 3",
    "pi3+": r"(Pi 3 Model \w|Compute Module 3) Plus",
    "pi4": r"Pi 4|Compute Module 4",
    "pi400": r"Pi 400",
    "pi5": r"Pi 5|Compute Module 5",
    "pi500": r"Pi 500",
    "cm4": r"Compute Module 4",
    "cm5": r"Compute Module 5",
}
ON = ("", "on", "true", "yes", "y", "1", "okay")


class Setting(Struct, frozen=True):
    """A parameter or overlay that is set in ``line``, counted from 1; ``value`` as written.

    The value of an overlay is its options, with those in the parameters that follow it.
    """

    line: int
    name: str
    value: str

    @property
    def is_on(self) -> bool:
        """Whether it switches something on; a setting without a value does."""
        return self.value.lower() in ON

    def option(self, name: str, default: str) -> str:
        """Return the option called ``name`` of an overlay, ``default`` if it is not given.

        >>> Setting(7, "w1-gpio", "gpiopin=17,pullup=1").option("gpiopin", "4")
        '17'
        """
        options = dict(_pairs(self.value))
        return options.get(name, default)


class BootConfig(Struct, frozen=True):
    """What the file at ``path`` sets on this machine: ``params`` of the board, and overlays."""

    path: str
    params: tuple[Setting, ...] = ()
    loaded: tuple[Setting, ...] = ()

    def param(self, *names: str) -> Setting | None:
        """Return the last setting of a parameter with one of ``names``, None if none is set."""
        found = [setting for setting in self.params if setting.name in names]
        return found[-1] if found else None

    def overlays(self, name: str) -> tuple[Setting, ...]:
        """Return every line that loads the overlay called ``name``."""
        return tuple(setting for setting in self.loaded if setting.name == name)


def read(system: System) -> BootConfig:
    """Return what the config.txt of ``system`` sets; nothing if there is none."""
    for path in PLACES:
        if (text := system.text(path)) is not None:
            return parse(path, text, system.model())
    return BootConfig(PLACES[0])


def parse(path: str, text: str, model: str) -> BootConfig:
    """Return what ``text``, of the file at ``path``, sets on a machine called ``model``.

    Sections for other models or under any other condition are ignored.
    """
    params, loaded = list[Setting](), list[Setting]()
    for number, key, value in _settings(text, model):
        if key == "dtparam":
            params += [Setting(number, name, given) for name, given in _pairs(value)]
            if loaded:
                # before the next overlay it may also be an option of the last one
                loaded[-1] = replace(loaded[-1], value=f"{loaded[-1].value},{value}")
        elif key == "dtoverlay":
            name, _, options = value.partition(",")
            loaded.append(Setting(number, name.strip(), options))
    return BootConfig(path, tuple(params), tuple(loaded))


def _settings(text: str, model: str) -> Iterator[tuple[int, str, str]]:
    applies = True
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.*)\]", words):
            applies = _applies(section[1].strip().lower(), model)
        elif applies and "=" in words:
            key, _, value = words.partition("=")
            yield number, key.strip(), value.strip()


def _applies(section: str, model: str) -> bool:
    return section == "all" or (section in MODELS and bool(re.search(MODELS[section], model)))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        name, _, value = part.partition("=")
        yield name.strip(), value.strip()
