r"""The manual page ``tableside(1)``, made from the parser of the command line.

>>> escaped("-v: a\\b")
'\\-v: a\\eb'
>>> escaped(".5 of it")
'\\&.5 of it'
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final

from docs.writer.commands import Command, commands
from firmware_host.cli.main import DESCRIPTION, EPILOG
from firmware_host.setup import paths

EXIT_CODES: Final = (
    ("0", "good"),
    ("1", "failed: one line says why"),
    ("2", "wrong usage: one line says what was expected"),
    ("75", "ended by a signal: systemd starts it again"),
    ("130", "interrupted by Ctrl-C"),
)
FILES: Final = (
    (paths.OPTIONS, "what was chosen for the service: wiring, language, game"),
    (paths.WIRING, "your own wiring, if you chose one"),
    (paths.STATE, "the games and the counters of the service"),
    ("~/.local/state/tableside", "the games that you play without the service"),
)
EXAMPLES: Final = (
    ("tableside simulate", "play on this computer, with simulated keys, dice and display"),
    ("sudo tableside install --wiring waveshare-oled-hat", "start the table with the Pi"),
    ("tableside doctor --wiring waveshare-oled-hat", "find out what is wrong"),
)
ALSO: Final = ("systemctl(1)", "journalctl(1)", "udev(7)")


def man_page(version: str, date: datetime) -> str:
    """Return the page about ``version``, with the ``date`` in its foot."""
    return "\n".join([*_head(version, date), *_commands(), *_foot(), ""])


def escaped(text: str) -> str:
    """Return ``text`` as roff prints it."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


def _head(version: str, date: datetime) -> Iterator[str]:
    yield f'.TH TABLESIDE 1 "{date:%Y\\-%m\\-%d}" "tableside {escaped(version)}" "User Commands"'
    yield ".SH NAME"
    yield f"tableside \\- {DESCRIPTION[0].lower()}{escaped(DESCRIPTION[1:-1])}"
    yield ".SH SYNOPSIS"
    yield ".B tableside"
    yield ".I COMMAND"
    yield r"[\fIARGUMENTS\fR]"
    yield ".SH DESCRIPTION"
    yield (
        "You move real pieces on a real board. A Raspberry Pi with a small display checks the "
        "rules, reads electronic dice and keys, and shows what may be moved and what to do next. "
        "On any other computer the program plays with simulated pins, dice and display."
    )
    yield ".PP"
    yield escaped(EPILOG)


def _commands() -> Iterator[str]:
    for title, group in groupby(commands(), attrgetter("group")):
        yield f".SH COMMANDS: {escaped(title.upper())}"
        for command in group:
            yield from _command(command)


def _command(command: Command) -> Iterator[str]:
    needed = " ".join(each.form for each in command.arguments if each.is_needed)
    yield f".SS tableside {command.name} {escaped(needed)}".rstrip()
    yield f"{escaped(command.purpose[0].upper() + command.purpose[1:])}."
    for argument in command.arguments:
        yield ".TP"
        yield f".B {escaped(argument.form)}"
        yield escaped(argument.means)


def _foot() -> Iterator[str]:
    for title, rows in (("EXIT STATUS", EXIT_CODES), ("FILES", FILES), ("EXAMPLES", EXAMPLES)):
        yield f".SH {title}"
        for name, means in rows:
            yield from (".TP", f".B {escaped(name)}", f"{escaped(means)}.")
    yield ".SH SEE ALSO"
    yield ", ".join(ALSO)
