"""The command line: ``tableside COMMAND``.

Exit codes: 0 good, 1 failed, 2 wrong usage, 130 interrupted by Ctrl-C.
"""

# only what main needs: Ctrl-C during an import here would print a traceback
import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_host import __version__

if TYPE_CHECKING:
    from firmware_host.cli.parser import CommandLine

FAILED, INTERRUPTED = 1, 130
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a standard output that takes no more."""

NEW_OBJECTS = 10_000
"""How many objects may be made before Python looks for circles among them: at its own number, 700,
it looks 130 times while the modules of a table are imported, and finds none."""

DESCRIPTION = "A companion for real board games."
PLAY = "play"
"""The command of a service, which shows its first picture at once."""

BACKPORTS = ("typing_extensions",)
"""What msgspec does without since Python 3.11: it loads all that takes source text apart, a tenth
of the way to the first picture."""

SCHEMAS = ("msgspec._json_schema", "msgspec.inspect")
"""What msgspec loads to describe types to other programs."""

UNUSED_BY_A_TABLE = (
    "PIL.ExifTags",  # Pillow: 700 names for what cameras write into pictures
    "PIL.TiffTags",  # the same for scanners
    "colorzero",  # gpiozero: lights of many colours
    "gpiozero.boards",  # boards from shops
    "gpiozero.internal_devices",  # the warmth and the load of the Pi
    "gpiozero.spi_devices",  # converters of voltages
    "importlib_metadata",  # gpiozero: pins that others offer; instead of it, all of email and zip
)
"""What its libraries load and a table never uses: 2 MiB, and a long way to the first picture."""

EPILOG = "Start with: tableside simulate. For the arguments of a command: tableside help COMMAND."
HELP = "help"


def main(words: Sequence[str] | None = None) -> int:
    """Run the command in ``words`` (by default those typed in the shell); return the exit code."""
    words = sys.argv[1:] if words is None else words
    gc.set_threshold(NEW_OBJECTS)
    _open_missing_streams()
    try:
        try:
            return _run(words)
        finally:
            gc.enable()
            # an error that comes only at the exit could not be explained any more
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("tableside: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except OSError as error:
        # an error with the name of a file comes from somewhere else
        if error.errno not in FULL or error.filename is not None:
            raise
        _drop_output()
        print(f"tableside: the output cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED


def _run(words: Sequence[str]) -> int:
    """Run the command in ``words``; print an error as one line; return the exit code."""
    from hardware.placeholder import leave_out, not_installed

    leave_out(SCHEMAS)
    with not_installed(BACKPORTS):
        import msgspec  # noqa: F401 - for whatever is imported after it
    from firmware_host.base.errors import WRONG_USAGE, HostError, UsageError
    from firmware_host.base.log import begin_log, end_log
    from firmware_host.text.terminal import show_what_can_be_shown
    from hardware import HardwareError, WiringError
    from hardware.untrusted_input import harmless

    show_what_can_be_shown()
    if words[:1] == [PLAY]:
        _begin_to_play(words)
    words = _asking_for_help(words)
    arguments = command_line(words[0] if words else None).parse_args(words)
    log = begin_log()
    try:
        code: int = arguments.run(arguments)
    except (HostError, HardwareError) as error:
        print(harmless(f"tableside {arguments.command}: {error}"), file=sys.stderr)
        return WRONG_USAGE if isinstance(error, UsageError | WiringError) else FAILED
    finally:
        end_log(log)
    return code


def _begin_to_play(words: Sequence[str]) -> None:
    """Show the first picture, before the command line is loaded that reads ``words``.

    Nothing that is imported goes again, so Python looks for circles only when the table is open.
    """
    from hardware.placeholder import leave_out

    gc.disable()
    leave_out(UNUSED_BY_A_TABLE)
    from firmware_host.app.splash import show_splash

    show_splash(words, os.environ)


def _asking_for_help(words: Sequence[str]) -> Sequence[str]:
    """Return ``words`` with ``help COMMAND`` written as the parser understands it.

    >>> _asking_for_help(["help", "play"]), _asking_for_help(["help"]), _asking_for_help(["play"])
    (['play', '--help'], ['--help'], ['play'])
    """
    return [*words[1:2], "--help"] if words and words[0] == HELP else words


def _open_missing_streams() -> None:
    """Put the null device in the place of standard streams that were closed by the caller."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _drop_output() -> None:
    """Discard what is still buffered: to write it would fail again at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def command_line(word: str | None = None) -> "CommandLine":
    """Return the parser of the whole command line.

    If ``word`` is the name of a command, only that command is imported and known to the parser;
    otherwise all of them are, for the help and for error messages.
    """
    from firmware_host.cli import commands
    from firmware_host.cli.parser import CommandLine, Parser

    parser = CommandLine(prog="tableside", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument(
        "--version",
        action="version",
        version=f"%(prog)s {__version__}",
        help="show the version and exit",
    )
    subparsers = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=Parser
    )
    known = commands.find(word)
    for name, command in known.items():
        summary = command.SUMMARY
        description = f"{summary[0].upper()}{summary[1:]}."
        subparser = subparsers.add_parser(name, help=summary, description=description)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    parser.groups = commands.grouped(known)
    return parser
