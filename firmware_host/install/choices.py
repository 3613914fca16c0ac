"""What is chosen when the service is installed, and the file that keeps it for the unit.

The file is an EnvironmentFile of systemd: a name and a value a line.

>>> print(Choices("generic", "ru", ("--kiosk",)).text().partition("\\n\\n")[2])
TABLESIDE_WIRING=generic
LANGUAGE=ru
TABLESIDE_MORE=--kiosk
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from firmware_host.errors import UsageError
from firmware_host.install.errors import InstallError
from firmware_host.install.paths import OPTIONS, SIGNATURE
from firmware_host.text.languages import LANGUAGES

WIRING, LANGUAGE, MORE = "TABLESIDE_WIRING", "LANGUAGE", "TABLESIDE_MORE"
USUAL_WIRING, USUAL_LANGUAGE = "generic", "en"
NOTE = """\
# After a change: sudo systemctl restart tableside. TABLESIDE_MORE takes what else
# 'tableside play' takes: a game, and options that begin with --. LANGUAGE is that of
# the screens until somebody chooses another one on the device.
"""

LINE = re.compile(r"([A-Z_]+)=(.*)")
# systemd leaves words of these signs as they are, in a value and on a command line
WORD = re.compile(r"[\w./=:,+-]+")


@dataclass(frozen=True, slots=True)
class Choices:
    """The ``wiring`` (a profile or a path), the ``language`` by its code, and what else to play.

    ``more`` are further words for ``tableside play``. UsageError if one cannot stand in the file.
    """

    wiring: str = USUAL_WIRING
    language: str = USUAL_LANGUAGE
    more: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for word in (self.wiring, *self.more):
            if not WORD.fullmatch(word):
                raise UsageError(f"expected a word of letters, digits and ./=:,+-, not {word!r}")
        if self.language not in LANGUAGES:
            raise UsageError(f"expected one of {', '.join(LANGUAGES)}, not {self.language!r}")

    @classmethod
    def read(cls, text: str) -> Self:
        """What the file that has ``text`` says; the usual where it says nothing.

        InstallError names what cannot be meant.
        """
        lines = map(LINE.fullmatch, map(str.strip, text.splitlines()))
        said = {line[1]: line[2].strip().strip("\"'") for line in lines if line}
        try:
            return cls(
                said.get(WIRING, USUAL_WIRING),
                said.get(LANGUAGE, USUAL_LANGUAGE),
                tuple(said.get(MORE, "").split()),
            )
        except UsageError as error:
            raise InstallError(f"{OPTIONS}: {error}: put that line right") from None

    def text(self) -> str:
        """The file that says so."""
        words = {WIRING: self.wiring, LANGUAGE: self.language, MORE: " ".join(self.more)}
        lines = "".join(f"{name}={value}\n" for name, value in words.items())
        return f"{SIGNATURE}\n{NOTE}\n{lines}"


def chosen(
    kept: Choices, wiring: str | None, language: str | None, more: Sequence[str] | None
) -> Choices:
    """What was asked for, and what was ``kept`` where nothing (None) was.

    >>> chosen(Choices("generic", "ru"), "waveshare-oled-hat", None, None)
    Choices(wiring='waveshare-oled-hat', language='ru', more=())
    """
    return Choices(
        kept.wiring if wiring is None else wiring,
        kept.language if language is None else language,
        kept.more if more is None else tuple(more),
    )
