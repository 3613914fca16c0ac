"""The command line: ``tableside COMMAND``. Exit codes: 0 good, 1 failed, 2 wrong usage."""

import os
import sys
from collections.abc import Sequence

from firmware_host.cli import commands
from firmware_host.cli.parser import WRONG_USAGE, Parser, VersionAction
from firmware_host.errors import HostError, UsageError
from hardware.errors import HardwareError, WiringError
from hardware.untrusted_text import harmless

FAILED = 1
DESCRIPTION = "A companion for real board games."
EPILOG = "Start with: tableside simulate. For the arguments of a command: tableside COMMAND --help."


def main(words: Sequence[str] | None = None) -> int:
    """Run the command in ``words`` (by default those typed in the shell); return the exit code."""
    words = sys.argv[1:] if words is None else words
    arguments = command_line(words[0] if words else None).parse_args(words)
    try:
        code: int = arguments.run(arguments)
    except (HostError, HardwareError) as error:
        print(harmless(f"tableside {arguments.command}: {error}"), file=sys.stderr)
        return WRONG_USAGE if isinstance(error, UsageError | WiringError) else FAILED
    except BrokenPipeError:
        # the reader is gone; what is still buffered would fail again at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code


def command_line(word: str | None = None) -> Parser:
    """Return the parser of the whole command line.

    If ``word`` is the name of a command, only that command is imported and known to the parser;
    otherwise all of them are, for the help and for error messages.
    """
    parser = Parser(prog="tableside", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument(
        "--version", action=VersionAction, nargs=0, help="show the version and exit"
    )
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    names = commands.names()
    for name in [word] if word in names else names:
        command = commands.load(name)
        summary = command.SUMMARY
        description = f"{summary[0].upper()}{summary[1:]}."
        subparser = subparsers.add_parser(name, help=summary, description=description)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser
