"""The first picture and the help do not wait for modules that they do not need."""

import subprocess
import sys
from collections.abc import Set
from functools import cache
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest

import games
from firmware_host.base.registry import feature_names
from firmware_host.cli import commands, parser
from firmware_host.session import seats
from tests.deep import deeply

UNTIL = """
import os, sys
from tests.bench import started
pictures = []
def seen():
    pictures.append(1)
    if len(pictures) == {}:
        print(*sys.modules, flush=True)
        os._exit(0)
started.seen = seen
started.start(sys.argv[1])
"""
UNTIL_THE_FIRST_PICTURE, UNTIL_IT_IS_PLAYABLE = map(UNTIL.format, (1, 2))
UNTIL_IT_RESTS = """
import os, sys
from tests.bench import started
pictures = []
def seen():
    pictures.append(1)
    if len(pictures) == 2:
        from firmware_host.app.file_worker import late_parts
        for load in late_parts():
            load()
        print(*sys.modules, flush=True)
        os._exit(0)
started.seen = seen
started.start(sys.argv[1], "xiangqi4")
"""
UNTIL_THE_COMMAND = """
import sys
import firmware_host.cli.main
firmware_host.cli.main.command_line("play").parse_args(["play"])
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
COLLECTIONS_UNTIL_THE_PICTURES = """
import gc, os, tempfile
from tests.bench import started
made = []
def seen():
    made.append(sum(each["collections"] for each in gc.get_stats()))
    if len(made) == 2:
        print(*made, gc.isenabled(), flush=True)
        os._exit(0)
started.seen = seen
with tempfile.TemporaryDirectory() as folder:
    started.start(folder)
"""
UNTIL_ALL_IS_LOADED = """
import sys
import games
from firmware_host.app import run_on_pi
from firmware_host.app.file_worker import late_parts
from firmware_host.table.scenes.game_setup import LoadGame
for load in (*late_parts(), *(LoadGame(games, name) for name in games.names())):
    load()
print(*sys.modules)
"""
PRESSES = """
import random, sys, tempfile
from pathlib import Path
import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from hardware.wiring import wiring
chance = random.Random(1)
keys = "up down left right ok ok back hint menu".split()
for name in (None, *games.names()):
    setup = None if name is None else Setup(name, first=0, players=("person", "beginner"))
    with tempfile.TemporaryDirectory() as folder:
        request = Request(games, wiring.load("generic"), "en", Path(folder), setup)
        hands = Hands(World(request, seed=1))
        for _ in range(int(sys.argv[2])):
            hands.press(chance.choice(keys))
        hands.world.close()
print(*sys.modules)
"""
ROOMS = ("table", "screens", "session", "text", "thinking")
"""The rooms of which a table may need every module for a press."""

ONLY_WHERE_WANTED = (
    "_hashlib",  # brings OpenSSL: 3.5 MiB
    "aiomqtt",
    "asyncio",
    "bleak",
    "firmware_host.setup.update.releases",
    "hardware.dice.bluetooth.dice_set",
    "hardware.input.keyboards",
    "hardware.link.link",
    "matplotlib",
    "rich",
    "sqlite3",
    "ssl",
    "starlette",
)
NEVER_USED = (
    "colorzero.color",
    "email",
    "importlib.metadata",
    "importlib.resources",
    "luma.core.threadpool",
    "msgspec._typing_utils",
    "zipfile",
)
"""What the libraries of a table import, or its own texts need: 3 MiB of the 41 that it had."""

NOT_FOR_THE_FIRST_LIST = (
    "firmware_host.app.sharing",
    "firmware_host.features.review.store",
    "firmware_host.setup.machine",
    "firmware_host.table.scenes.choose",
    "firmware_host.table.scenes.guide",
    "firmware_host.table.scenes.menu",
    "firmware_host.table.scenes.next_scene",
    "firmware_host.table.scenes.repair",
    "firmware_host.table.scenes.kept_games",
    "firmware_host.table.scenes.staff",
    "firmware_host.table.scenes.throw",
    "firmware_host.table.scenes.why_not",
    "firmware_host.text.rule_sheets",
    "firmware_host.thinking.child_processes",
    "games.exercises",
    "games.players.expectimax",
    "games.record",
    "games.replay",
    "games.why_not",
)
MOST_MODULES = 205
"""Of the program: each costs a millisecond of a Pi Zero 2 W, and there were 279."""
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
AFTER_THE_FIRST_PICTURE = (
    "bz2",
    "dataclasses",
    "firmware_host.cli.parser",
    "inspect",
    "multiprocessing",
    "typing_extensions",
)


@cache
def imported(program: str, *arguments: str) -> Set[str]:
    """The modules that ``program`` prints at its end."""
    with TemporaryDirectory() as folder:
        words = (sys.executable, "-c", program, folder, *arguments)
        ran = subprocess.run(words, capture_output=True, text=True, check=True)
    return frozenset(ran.stdout.split())


def command_modules() -> set[str]:
    """The modules of all commands, those of features too."""
    return {
        each.__name__
        for each in map(commands.load, commands.names())
        if isinstance(each, ModuleType)
    }


def test_the_first_picture_waits_for_no_game_no_pin_no_language_and_no_command() -> None:
    found = imported(UNTIL_THE_FIRST_PICTURE)
    assert "luma.oled.device" in found
    assert not {*LATER, *AFTER_THE_FIRST_PICTURE} & found


def test_a_command_imports_no_other_command() -> None:
    found = imported(UNTIL_THE_COMMAND)
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


def of_program(found: Set[str]) -> set[str]:
    """Those of ``found`` that are the program's own."""
    return {name for name in found if name.startswith(("firmware_host.", "games.", "hardware."))}


def test_a_table_that_can_be_played_has_loaded_no_scene_but_the_first_and_no_game() -> None:
    found = imported(UNTIL_IT_IS_PLAYABLE)
    assert "firmware_host.table.scenes.game_setup" in found
    unwanted = {*ONLY_WHERE_WANTED, *NOT_FOR_THE_FIRST_LIST}
    unwanted |= {games.kind(name).__module__ for name in games.names()}
    assert not unwanted & found
    assert len(of_program(found)) <= MOST_MODULES


def test_python_looks_for_circles_only_when_the_table_is_open() -> None:
    words = (sys.executable, "-c", COLLECTIONS_UNTIL_THE_PICTURES)
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    at_first, when_playable, is_looking = ran.stdout.split()
    assert (when_playable, is_looking) == (at_first, "True")


@pytest.mark.parametrize("presses", [50, *deeply(400)])
def test_no_press_waits_for_a_module_once_the_rest_is_loaded(presses: int) -> None:
    loaded, used = imported(UNTIL_ALL_IS_LOADED), imported(PRESSES, str(presses))
    scenes = {f"firmware_host.features.{name}.scenes" for name in feature_names()}
    rooms = tuple(f"firmware_host.{room}." for room in ROOMS)
    wanted = {name for name in used if name.startswith((*rooms, "games."))} | scenes & used
    assert wanted > {"firmware_host.table.scenes.menu", games.kind("squadro").__module__}
    assert wanted - loaded == set()


def test_the_rest_of_a_table_does_without_what_only_some_tables_need() -> None:
    assert not {*ONLY_WHERE_WANTED} & imported(UNTIL_ALL_IS_LOADED)


def test_a_table_at_rest_has_nothing_in_memory_that_it_never_uses() -> None:
    found = imported(UNTIL_IT_RESTS)
    assert {"gpiozero", "firmware_host.features.review.scenes"} <= found
    assert not {*NEVER_USED} & found


def test_a_table_at_rest_has_only_its_own_game_in_memory() -> None:
    found = imported(UNTIL_IT_RESTS)
    assert {name for name in games.names() if f"games.{name}.game" in found} == {"xiangqi4"}
    assert "games.race.game" not in found
