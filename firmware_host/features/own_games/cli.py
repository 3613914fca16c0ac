"""What own games add to the command line: ``tableside game``, and files in the place of names.

A race of one's own is made, checked and shown. What reads files is loaded when there is one.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import GAME_FILES, add_overwrite
from firmware_host.features.own_games import ENDING, FOLDER

SUMMARY = "make a race of your own, check its file, or show its board"
GROUP = "learn"


def add_arguments(parser: ArgumentParser) -> None:
    """Add what to do, and with which file."""
    parser.add_argument(
        "what",
        choices=["new", "check", "show"],
        help="write a file that plays, tell what is wrong with one, or draw its board",
    )
    parser.add_argument(
        "file", metavar="NAME|FILE", help="name of a new game, or the file of a game"
    )
    add_overwrite(parser)


def run(arguments: Namespace) -> int:
    """Do what is asked with the file; return 1 if something is wrong with it."""
    code: int = _store().COMMANDS[arguments.what](arguments)
    return code


def bring_in(word: str | None, folder: Path | None) -> str | None:
    """Add the games of the state ``folder``, and that of the file ``word``; return its name.

    Another ``word`` is returned as it is.
    """
    is_file = word is not None and is_game_file(word)
    if not is_file and (folder is None or not (folder / FOLDER).is_dir()):
        return word
    kept = None if folder is None else folder / FOLDER
    name: str | None = _store().bring_in(word if is_file else None, kept)
    return name or word


def is_game_file(word: str) -> bool:
    """Return whether ``word`` means a file with a game, not a name.

    >>> is_game_file("sun.toml"), is_game_file("games/sun"), is_game_file("sun")
    (True, True, False)
    """
    return word.endswith(ENDING) or "/" in word


def _store() -> ModuleType:
    """Return what reads and checks files of games."""
    return import_module("firmware_host.features.own_games.store")


OFFERS: Final = (
    COMMANDS.offer(FeatureCommand("game", "firmware_host.features.own_games.cli")),
    GAME_FILES.offer(bring_in),
)
