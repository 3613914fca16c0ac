"""``tableside install``: install the service that starts the table with the Raspberry Pi."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host.cli.commands import play
from firmware_host.cli.parser import Parser, add_dry_run, add_language
from firmware_host.errors import UsageError

TEMPORARY = ("/tmp", "/var/tmp")
"""The folders of which the unit has its own (PrivateTmp in systemd.exec(5))."""

SUMMARY = "install the service that starts the table with the Raspberry Pi"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the service is to play, and where the program is."""
    add_dry_run(parser)
    parser.add_argument(
        "--wiring",
        metavar="PROFILE|FILE",
        help="wiring, as with play (default: as installed before, else generic)",
    )
    add_language(parser, "language of the screens until another is chosen on the device")
    parser.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="FOLDER",
        help="folder with the program (default: where this one was installed from)",
    )
    parser.add_argument(
        "more", nargs="*", metavar="WORD", help="after --: a game and options, as with play"
    )


def run(arguments: Namespace) -> int:
    """Install the service, or show the plan."""
    from firmware_host.cli.service import ServiceRequest, install

    if arguments.more:
        _check_play_arguments(arguments.more)
    more = tuple(arguments.more) or None
    request = ServiceRequest(arguments.wiring, arguments.language, more, arguments.source)
    return install(request, arguments.dry_run)


def _check_play_arguments(words: list[str]) -> None:
    parser = Parser(prog="tableside play")
    play.add_arguments(parser)
    folder = parser.parse_args(words).state_dir
    if folder is not None and not _is_kept(folder):
        raise UsageError(
            f"--state-dir {folder}: expected the absolute path of a folder that the service keeps. "
            f"{' and '.join(TEMPORARY)} are its own and are emptied when it ends: name another "
            "folder, or leave the option out"
        )


def _is_kept(folder: str) -> bool:
    """Return whether the service finds its games in ``folder`` again after a restart."""
    path = os.path.normpath(folder)
    is_temporary = any(f"{path}/".startswith(f"{place}/") for place in TEMPORARY)
    return Path(path).is_absolute() and not is_temporary
