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
from hardware.wiring import wiring

SHELLS: Final[Mapping[str, str]] = {
    "bash": "usr/share/bash-completion/completions/tableside",
    "fish": "usr/share/fish/vendor_completions.d/tableside.fish",
}
"""The shells, and where each looks for its script."""

GAMES: Final = "_tableside_games"
WIRINGS: Final = "_tableside_wirings"
NAMES: Final[Mapping[str, tuple[str, ...]]] = {GAMES: games.names(), WIRINGS: wiring.names()}
"""What the program knows by its name, by the function that completes it or the path of a file."""

WORDS: Final[Mapping[str, Mapping[str, Any]]] = {
    **dict.fromkeys(
        ("FILE", "FILE.deb", "FILE|FOLDER", "PLAN.toml", "RECORD", "SOCKET"), shtab.FILE
    ),
    **dict.fromkeys(("DIR", "FOLDER"), shtab.DIRECTORY),
    "GAME|FILE": dict.fromkeys(SHELLS, GAMES) | {"fish": f"({GAMES})"},
    "PROFILE|FILE": dict.fromkeys(SHELLS, WIRINGS) | {"fish": f"({WIRINGS})"},
}
"""What completes an argument in each shell, by the word that stands for it in the help."""

NAME_OR_FILE: Final[Mapping[str, str]] = {
    "bash": '{function}() {{ compgen -W "{names}" -- "$1" || compgen -f -- "$1"; }}',
    "fish": (
        "function {function}; string split ' ' '{names}'; "
        "__fish_complete_path (commandline -ct); end"
    ),
}
"""The function of each shell for the names of :data:`NAMES` and for files."""


def completion(shell: str) -> str:
    """Return the script for ``shell``, one of :data:`SHELLS`."""
    parser = command_line()
    for action in actions(parser):
        _describe(action)
    functions = (
        NAME_OR_FILE[shell].format(function=function, names=" ".join(names))
        for function, names in NAMES.items()
    )
    return str(shtab.complete(parser, shell=shell, preamble="\n".join(functions)))


def actions(parser: argparse.ArgumentParser) -> Iterator[Any]:
    """Yield the arguments of ``parser`` and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from actions(each)


def _describe(action: Any) -> None:
    """Say what the argument ``action`` is: a file, a folder, or something with a name."""
    if action.metavar in WORDS:
        action.complete = WORDS[action.metavar]
    elif action.metavar == "GAME":
        action.choices = games.names()
