"""The preferences of the device: people choose them on it, and they survive switching off.

The file ``preferences`` in the state folder is one line as :mod:`firmware_host.storage.records`
writes it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, Self, get_args

from msgspec import Struct
from msgspec.structs import asdict

from firmware_host.storage.filesystem import OS_STORAGE, Storage
from firmware_host.storage.line_file import LineFile
from firmware_host.storage.records import JournalRecord
from firmware_host.text.languages import LANGUAGES
from hardware.link.hello import Glow
from hardware.untrusted_text import written
from hardware.wiring.switches import Scanning

Brightness = Literal["low", "medium", "full"]
ThrowSource = Literal["tray", "machine", "typed"]
Voice = Literal["low", "high"]
SpeechRate = Literal["slow", "normal", "fast", "very fast"]
SpeechVolume = Literal["low", "medium", "full"]
Pace = Literal["0.5", "0.7", "1", "1.5", "2", "3", "4", "5"]
Accept = Literal["0", "0.1", "0.2", "0.5", "1"]
Steady = Literal["0", "0.5", "1", "2"]
Lock = Literal["0", "0.2", "0.5", "1", "2"]

SHARES: Mapping[Brightness, float] = {"low": 1 / 16, "medium": 1 / 4, "full": 1.0}
"""Shares of the wiring's brightness; eyes can tell steps of four to one apart."""

NAME: Final = "preferences"
UNREADABLE: Final = f"{NAME}.unreadable"


class Preferences(Struct, frozen=True):
    """The ``language`` by its code, the ``brightness`` of the display, ``sound``, ``big_text``.

    ``dice`` says where throws come from: an electronic tray (without one, the machine throws), the
    machine, or people who throw their own dice and type the throws in. With ``throws_for_machines``
    the program itself makes the throws of machine seats. With ``speech`` a table
    that can speak says what it shows, in a ``voice``, at a ``speech_rate`` and a ``speech_volume``.

    ``scanning`` says for how many switches the machine offers what the keys do. With one, each
    offer lasts ``pace`` seconds. A switch counts when it has been closed for ``accept`` seconds,
    and again after it has been open for ``lock`` seconds. ``board_lights`` says how bright the
    lights in the fields of the board are.

    If ``steady`` is more than 0 seconds, keys do not repeat, and a key counts again only after it
    has been released for so long.
    """

    language: str = "en"
    brightness: Brightness = "full"
    sound: bool = True
    big_text: bool = False
    dice: ThrowSource = "tray"
    throws_for_machines: bool = False
    speech: bool = True
    voice: Voice = "low"
    speech_rate: SpeechRate = "normal"
    speech_volume: SpeechVolume = "medium"
    scanning: Scanning = "off"
    pace: Pace = "1.5"
    accept: Accept = "0"
    lock: Lock = "0.2"
    board_lights: Glow = "bright"
    steady: Steady = "0"

    @classmethod
    def read(cls, record: JournalRecord, usual: Self) -> Self:
        """Return the preferences in ``record``, and the ``usual`` ones where it has none.

        ValueError names a value that is not allowed.
        """
        said = {name: record.get(name, value) for name, value in asdict(usual).items()}
        for name, value in said.items():
            if (type(value), value) not in [(type(choice), choice) for choice in CHOICES[name]]:
                raise ValueError(f"{name}: expected one of {CHOICES[name]}, not {written(value)}")
        return cls(**said)

    def but(self, chosen: Mapping[str, str | bool]) -> Self:
        """Return the same preferences with those in ``chosen`` changed.

        >>> Preferences().but({"sound": False}).sound
        False
        """
        return self.read(chosen, self)


AS_USUAL: Final = Preferences()

CHOICES: Mapping[str, tuple[str | bool, ...]] = {
    "language": LANGUAGES,
    "brightness": get_args(Brightness),
    "sound": (True, False),
    "big_text": (False, True),
    "dice": get_args(ThrowSource),
    "throws_for_machines": (False, True),
    "speech": (True, False),
    "voice": get_args(Voice),
    "speech_rate": get_args(SpeechRate),
    "speech_volume": get_args(SpeechVolume),
    "scanning": get_args(Scanning),
    "pace": get_args(Pace),
    "accept": get_args(Accept),
    "lock": get_args(Lock),
    "board_lights": get_args(Glow),
    "steady": get_args(Steady),
}
"""The values of each preference, in the order of a menu."""


class PreferenceFile:
    """The preferences kept in ``folder``."""

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self._file = LineFile(folder, NAME, storage)

    @property
    def fault(self) -> str | None:
        """One line about the last failure to read or write; None if all went well."""
        return self._file.fault

    def read(self, usual: Preferences) -> Preferences:
        """Return the saved preferences; the ``usual`` ones if there are none.

        A file that makes no sense, or a folder in its place, is renamed to
        ``preferences.unreadable``.
        """
        return self._file.read(lambda record: Preferences.read(record, usual), usual)

    def write(self, preferences: Preferences) -> str | None:
        """Save ``preferences``: after a power cut the file is the old or the new one.

        Return the :attr:`fault`.
        """
        self._file.write(asdict(preferences))
        return self.fault
