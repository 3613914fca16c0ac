"""What was chosen for the service (wiring, language, game, page), and the file that keeps it.

The file is an EnvironmentFile of systemd: a name and a value in each line.

>>> print(Choices("generic", "ru", ("--kiosk",)).text().partition("\\n\\n")[2])
TABLESIDE_WIRING=generic
LANGUAGE=ru
TABLESIDE_MORE=--kiosk
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from msgspec import Struct

from firmware_host.base.errors import InstallError, UsageError
from firmware_host.base.registry import Registry
from firmware_host.setup.paths import OPTIONS, SIGNATURE
from firmware_host.text import LANGUAGES

WIRING, LANGUAGE, MORE = "TABLESIDE_WIRING", "LANGUAGE", "TABLESIDE_MORE"
WEB = "TABLESIDE_WEB"
DEFAULT_WIRING, DEFAULT_LANGUAGE = "generic", "en"
NOTE = """\
# After a change: sudo systemctl restart tableside. TABLESIDE_MORE has more arguments
# for 'tableside play': a game, and options that begin with --. LANGUAGE is used on the
# screens until somebody chooses another one on the device.
"""
WEB_NOTE = """\
# The page: HOST:PORT, and more arguments for 'tableside web'.
# After a change: sudo systemctl restart tableside-web
"""

LINE = re.compile(r"([A-Z_]+)=(.*)")
# systemd does not change words of these characters, in a value or on a command line
WORD = re.compile(r"[\w./=:,+\[\]-]+")


UNITS_OF_FEATURES = Registry[str]("cli")
"""The units of features that start with every table."""


class ServiceBeside(NamedTuple):
    """A service that only some tables have: ``name`` is what one says on the command line of it.

    ``unit`` is systemd's name. It needs the file ``settings`` that ``read`` makes of one that
    somebody names, as ``help`` says; UsageError of that says what is wrong. It keeps something in
    the folders ``kept``.
    """

    name: str
    unit: str
    settings: str
    kept: Sequence[str]
    help: str
    read: Callable[[Path], str]


SERVICES_BESIDE = Registry[ServiceBeside]("cli")
"""The services that features bring."""


class Choices(Struct, frozen=True):
    """The ``wiring`` (a profile or a path), the code of the ``language``, and ``more`` arguments.

    ``more`` goes to ``tableside play``. ``web`` is the HOST:PORT of the page in the browser, with
    more arguments for ``tableside web``, empty for no page. Raise UsageError if a word cannot be in
    the file.
    """

    wiring: str = DEFAULT_WIRING
    language: str = DEFAULT_LANGUAGE
    more: tuple[str, ...] = ()
    web: str = ""

    def __post_init__(self) -> None:
        for word in (self.wiring, *self.more, *self.web.split()):
            if not WORD.fullmatch(word):
                raise UsageError(f"expected a word of letters, digits and ./=:,+-, got {word!r}")
        if self.language not in LANGUAGES:
            raise UsageError(f"expected one of {', '.join(LANGUAGES)}, got {self.language!r}")

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the choices in the file with ``text``, with the default for what is missing.

        Raise InstallError if a value is impossible.
        """
        lines = map(LINE.fullmatch, map(str.strip, text.splitlines()))
        values = {line[1]: line[2].strip().strip("\"'") for line in lines if line}
        try:
            return cls(
                values.get(WIRING, DEFAULT_WIRING),
                values.get(LANGUAGE, DEFAULT_LANGUAGE),
                tuple(values.get(MORE, "").split()),
                values.get(WEB, ""),
            )
        except UsageError as error:
            raise InstallError(f"{OPTIONS}: {error}: correct that line") from None

    def text(self) -> str:
        """Return the text of the file."""
        words = {WIRING: self.wiring, LANGUAGE: self.language, MORE: " ".join(self.more)}
        lines = "".join(f"{name}={value}\n" for name, value in words.items())
        page = f"{WEB_NOTE}{WEB}={self.web}\n" if self.web else ""
        return f"{SIGNATURE}\n{NOTE}\n{lines}{page}"


def changed(
    before: Choices,
    wiring: str | None,
    language: str | None,
    more: Sequence[str] | None,
    web: str | None = None,
) -> Choices:
    """Return the choices ``before`` with everything changed that is not None.

    >>> changed(Choices("generic", "ru"), "waveshare-oled-hat", None, None)
    Choices(wiring='waveshare-oled-hat', language='ru', more=(), web='')
    """
    return Choices(
        before.wiring if wiring is None else wiring,
        before.language if language is None else language,
        before.more if more is None else tuple(more),
        before.web if web is None else web,
    )
