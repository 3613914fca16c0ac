"""What the first picture does not wait for."""

import subprocess
import sys

from firmware_host.cli import parser
from firmware_host.session import seats
from games import players

UNTIL_THE_FIRST_PICTURE = """
import sys
import firmware_host.cli.main, firmware_host.app.splash
from firmware_host.cli.parser import parser
from hardware.display.oled import open_display
from hardware.wiring.wiring import load
parser().parse_args(["play"])
open_display(load("generic").display, object())
print(*sys.modules)
"""
LATER = (
    "games",
    "gpiozero",
    "firmware_host.text.translator",
    "importlib.metadata",
    "tempfile",
    "textual",
)


def test_the_first_picture_waits_for_no_game_no_pin_and_no_language() -> None:
    asked = (sys.executable, "-c", UNTIL_THE_FIRST_PICTURE)
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    assert "luma.oled.device" in found
    assert not {*LATER}.intersection(found)


def test_the_help_names_everybody_who_can_play() -> None:
    assert ", ".join(seats.PLAYERS) == parser.SITTERS
    assert ", ".join(players.names()) == parser.CONTESTANTS
