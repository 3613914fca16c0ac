"""``tableside replay``: show a record of a game, move by move, or check it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host.cli.parser import add_language, add_wiring

SUMMARY = "show a record of a game, move by move"
GROUP = "learn"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the record, and where to show it."""
    parser.add_argument("file", metavar="FILE", type=Path, help="file with the record")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--check", action="store_true", help="only check the record")
    modes.add_argument(
        "--on",
        choices=["text", "display", "simulator"],
        default="text",
        help="where to show it: as text, on the display of a Raspberry Pi, or in the simulator "
        "(default: text)",
    )
    add_wiring(parser)
    add_language(
        parser, "language of the text or of the screens (default: the language of your system)"
    )


def run(arguments: Namespace) -> int:
    """Check the record, or show it as text, on the display or in the simulator."""
    import games
    from firmware_host.cli import reading
    from firmware_host.text import preferred

    if arguments.check:
        print(reading.check(arguments.file, games))
        return 0
    if arguments.on != "text":
        return _show(arguments)
    is_attended = sys.stdin.isatty() and sys.stdout.isatty()
    language = arguments.language or preferred(os.environ)
    reading.show_replay(arguments.file, games, print, input if is_attended else None, language)
    return 0


def _show(arguments: Namespace) -> int:
    """Show the record on the real or the simulated display; nothing is kept."""
    import games
    from firmware_host.app import run_on_pi
    from firmware_host.app.request import Request
    from firmware_host.session.replay import load_replay
    from firmware_host.simulator import runs
    from firmware_host.storage.state_folder import temporary_folder
    from firmware_host.text import preferred
    from hardware.wiring import wiring

    replay = load_replay(arguments.file, games)
    with temporary_folder() as folder:
        request = Request(
            games,
            wiring.load(arguments.wiring),
            arguments.language,
            folder,
            usual_language=preferred(os.environ),
            replay=replay,
        )
        show = run_on_pi.show if arguments.on == "display" else runs.show
        return show(request)
