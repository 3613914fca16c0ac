"""``tableside simulate``: play without a Raspberry Pi, on simulated hardware."""

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import (
    BY_THE_RULES,
    DEFAULT_FOLDER,
    SIMULATED_DICE,
    add_readers,
    add_table,
    number,
    readers,
)

if TYPE_CHECKING:
    from firmware_host.app.request import Request, Sharing

HALL_TRAY = "hall-tray"

SUMMARY = "play without a Raspberry Pi, on simulated hardware"
GROUP = "play"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what describes the table, and how it is run."""
    add_table(
        parser,
        f"{DEFAULT_FOLDER}; a temporary one with --script or --random",
        f"{BY_THE_RULES}; 0, the first seat, without a person at the terminal",
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--script", metavar="FILE", help="run a script, on virtual time")
    modes.add_argument(
        "--random", type=number, metavar="SEED", help="play random games, on virtual time"
    )
    parser.add_argument(
        "--games", type=number, metavar="N", help="number of games with --random (default: 1)"
    )
    parser.add_argument(
        "--board",
        choices=["plain", "sensing"],
        default="plain",
        help="sensing: the board detects where pieces stand (default: plain)",
    )

    add_readers(parser)
    kinds = ", or ".join([*(dice.about for dice in SIMULATED_DICE), "a tray of Hall sensors"])
    parser.add_argument(
        "--dice",
        choices=[*(name for dice in SIMULATED_DICE for name in dice.names), HALL_TRAY],
        help=f"{kinds}, in place of the wired tray",
    )


def run(arguments: Namespace) -> int:
    """Run a script, random games, the terminal simulator or, without a terminal, one game."""
    from firmware_host.cli.arguments import read_request, with_readers
    from firmware_host.simulator import runs
    from firmware_host.storage.state_folder import find, temporary_folder

    if arguments.games is not None and (arguments.random is None or arguments.games < 1):
        raise UsageError("--games goes with --random and takes a number from 1 on")
    is_automatic = arguments.script is not None or arguments.random is not None
    is_in_terminal = not is_automatic and sys.stdin.isatty() and sys.stdout.isatty()
    senses = arguments.board == "sensing"
    with ExitStack() as stack:
        if is_in_terminal or arguments.state_dir is not None:
            folder = find(arguments.state_dir, os.environ)
        else:
            folder = stack.enter_context(temporary_folder())
        request = read_request(arguments, folder)
        request = _with_dice(request, arguments.dice)
        if arguments.script is not None:
            return runs.run_script(request, senses, arguments.script)
        if arguments.random is not None:
            return runs.run_random(request, senses, arguments.random, arguments.games or 1)
        if is_in_terminal:
            request = with_readers(request, arguments)
            return runs.run_terminal(request, senses, _sharing(arguments, folder))
        return runs.run_demonstration(request, senses)


def _with_dice(request: "Request", name: str | None) -> "Request":
    """Return ``request`` for a table with the dice of this ``name``; None: with the wired tray."""
    if name == HALL_TRAY:
        from hardware.wiring.wiring import with_reported_dice

        return replace(request, wiring=with_reported_dice(request.wiring), has_hall_tray=True)
    for dice in SIMULATED_DICE:
        if name in dice.names:
            request = dice.apply(request, name)
    return request


def _sharing(arguments: Namespace, folder: Path) -> "Sharing | None":
    """Return where the table is shared with what features let read it; None if nothing does."""
    from firmware_host.app.request import SOCKET, Sharing

    started = readers(arguments)
    return Sharing(folder / SOCKET, started=started) if started else None
