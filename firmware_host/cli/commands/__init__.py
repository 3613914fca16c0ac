"""The commands of ``tableside``: one module each, named after the command.

A command is found by listing this folder. It is imported only when it is run or when the help
lists all commands, so the top of its module imports nothing heavy; what ``run`` needs is imported
inside ``run``. See docs/developers/command.md for how to add one.
"""

import pkgutil
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, Protocol, cast

GROUPS: Final[Mapping[str, str]] = {
    "play": "Play",
    "learn": "Learn a game, and look back at one",
    "study": "Play and count many games",
    "setup": "Set up a table, and find its faults",
    "watch": "See tables from elsewhere, and what they have kept",
}
"""What a person wants of a command: the titles in the help, in its order."""


class Command(Protocol):
    """What the module of a command contains."""

    SUMMARY: str
    """What the command does, in one line that begins with a verb in lower case."""

    GROUP: str
    """Which of the :data:`GROUPS` it belongs to."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to ``parser``."""

    def run(self, arguments: Namespace) -> int:
        """Run the command; return the exit code: 0 good, 1 failed.

        Wrong usage raises UsageError; every HostError and HardwareError is printed in one line.
        """


def names() -> tuple[str, ...]:
    """Return the names of all commands in alphabetical order, without importing any of them.

    >>> "play" in names()
    True
    """
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def load(name: str) -> Command:
    """Import the command called ``name``."""
    return cast(Command, import_module(f"{__name__}.{name}"))


def grouped(known: Mapping[str, Command]) -> Mapping[str, Sequence[str]]:
    """Return the names of the ``known`` commands by the title of their group."""
    return {
        title: [name for name, command in known.items() if group == command.GROUP]
        for group, title in GROUPS.items()
    }
