"""What bash and fish complete after ``tableside``, made from the parser of the command line.

The scripts are complete in themselves: a shell that had to ask the program would wait a second
for each press of the tab key on a small Pi.
"""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final

import shtab

import games
from firmware_host.cli.main import command_line

SHELLS: Final[Mapping[str, str]] = {
    "bash": "usr/share/bash-completion/completions/tableside",
    "fish": "usr/share/fish/vendor_completions.d/tableside.fish",
}
"""The shells, and where each looks for its script."""

FILES: Final = ("FILE", "PROFILE|FILE")
FOLDERS: Final = ("DIR", "FOLDER")


def completion(shell: str) -> str:
    """Return the script for ``shell``, one of :data:`SHELLS`."""
    parser = command_line()
    for action in _actions(parser):
        _describe(action)
    return str(shtab.complete(parser, shell=shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[Any]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _actions(each)


def _describe(action: Any) -> None:
    """Say what the argument ``action`` is: a file, a folder or a game."""
    if action.metavar in FILES:
        action.complete = shtab.FILE
    elif action.metavar in FOLDERS:
        action.complete = shtab.DIRECTORY
    elif action.metavar == "GAME":
        action.choices = games.names()
