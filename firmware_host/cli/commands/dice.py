"""``tableside dice``: watch a dice tray, and find out how it is wired."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware_host.cli.parser import DICE_WATCHES, add_state_dir, add_wiring
from hardware.dice.codes import KINDS

SUMMARY = "watch a dice tray and correct its wiring"
GROUP = "setup"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the wiring, the kind of dice, and where to save what is found."""
    add_wiring(parser)
    parser.add_argument(
        "--kind", choices=list(KINDS), default="lots", help="kind of dice (default: lots)"
    )
    for each in DICE_WATCHES:
        each.add(parser)
    parser.add_argument(
        "--hall-tray", action="store_true", help="watch dice that a microcontroller finds instead"
    )
    add_state_dir(parser)
    parser.add_argument(
        "--simulated", action="store_true", help="use a simulated tray, without a Raspberry Pi"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="write the corrected wiring to a new file"
    )


def run(arguments: Namespace) -> int:
    """Watch the tray until the builder quits."""
    for each in DICE_WATCHES:
        code = each.watch(arguments)
        if code is not None:
            return code
    if arguments.hall_tray:
        from firmware_host.cli.dice_tray import watch_reported

        return watch_reported(arguments.wiring, arguments.kind, arguments.simulated)
    from firmware_host.cli.dice_tray import DiceTask, watch_dice

    task = DiceTask(arguments.wiring, arguments.kind, arguments.save)
    return watch_dice(task, arguments.simulated)
