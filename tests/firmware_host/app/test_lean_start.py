"""The first picture and the help do not wait for modules that they do not need."""

import subprocess
import sys
from types import ModuleType

from firmware_host.cli import commands, parser
from firmware_host.session import seats

UNTIL_THE_FIRST_PICTURE = """
import sys
import firmware_host.cli.main, firmware_host.app.splash
from hardware.display.oled import open_display
from hardware.wiring.wiring import load
firmware_host.cli.main.command_line("play").parse_args(["play"])
open_display(load("generic").display, object())
print(*sys.modules)
"""
UNTIL_THE_HELP = """
import sys
from firmware_host.cli.main import command_line
command_line().format_help()
print(*sys.modules)
"""
UNTIL_THE_TABLE = """
import sys
import firmware_host.app.run_on_pi
print(*sys.modules)
"""
ONLY_WHERE_WANTED = (
    "_hashlib",  # brings OpenSSL: 3.5 MiB
    "aiomqtt",
    "asyncio",
    "bleak",
    "hardware.dice.bluetooth.dice_set",
    "hardware.input.keyboards",
    "hardware.link.link",
    "matplotlib",
    "rich",
    "sqlite3",
    "ssl",
    "starlette",
)
LATER = (
    "cbor2._cbor2",
    "games",
    "gpiozero",
    "firmware_host.text.translator",
    "firmware_host.setup.update",
    "importlib.metadata",
    "tarfile",
    "tempfile",
    "textual",
)


def imported(program: str) -> set[str]:
    """The modules that ``program`` prints at its end."""
    words = (sys.executable, "-c", program)
    return set(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split())


def command_modules() -> set[str]:
    """The modules of all commands, those of features too."""
    return {
        each.__name__
        for each in map(commands.load, commands.names())
        if isinstance(each, ModuleType)
    }


def test_the_first_picture_waits_for_no_game_no_pin_and_no_language() -> None:
    found = imported(UNTIL_THE_FIRST_PICTURE)
    assert "luma.oled.device" in found
    assert not {*LATER} & found


def test_a_command_imports_no_other_command() -> None:
    found = imported(UNTIL_THE_FIRST_PICTURE)
    of_line = {name for name in found if name.endswith(".cli")}  # loaded with the command line
    assert (command_modules() & found) - of_line == {f"{commands.__name__}.play"}


def test_the_help_imports_every_command_and_nothing_that_it_does_not_need() -> None:
    found = imported(UNTIL_THE_HELP)
    assert command_modules() <= found
    assert not {*LATER, "luma", "PIL", "serial"} & found


def test_the_help_names_everybody_who_can_play() -> None:
    assert ", ".join(seats.PLAYERS) == parser.SEAT_PLAYERS


def test_a_table_imports_nothing_that_only_some_tables_need() -> None:
    found = imported(UNTIL_THE_TABLE)
    assert "gpiozero" in found
    assert not {*ONLY_WHERE_WANTED} & found
