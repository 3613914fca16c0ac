"""The commands of ``tableside``: one module each, named after the command.

A command is found by listing this folder, or in a feature, whose module ``cli`` names it. It is
imported only when it is run or when the help
lists all commands, so the top of its module imports nothing heavy; what ``run`` needs is imported
inside ``run``. See docs/developers/command.md for how to add one.
"""

import pkgutil
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple, Protocol, cast

from firmware_host.base.registry import Registry

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


class FeatureCommand(NamedTuple):
    """A command of a feature: its ``name``, and the ``module`` that is a :class:`Command`."""

    name: str
    module: str


def run_in(module: str) -> Callable[[Namespace], int]:
    """Return what runs a command by the function ``run`` of ``module``, imported only then."""

    def run(arguments: Namespace) -> int:
        code: int = import_module(module).run(arguments)
        return code

    return run


COMMANDS = Registry[FeatureCommand]("cli")
"""The commands of features."""


def names() -> tuple[str, ...]:
    """Return the names of all commands in alphabetical order, without importing any of them.

    >>> "play" in names()
    True
    """
    return tuple(sorted((*_own(), *(command.name for command in COMMANDS))))


def load(name: str) -> Command:
    """Import the command called ``name``."""
    module = f"{__name__}.{name}"
    if name not in _own():
        module = next(command.module for command in COMMANDS if command.name == name)
    return cast(Command, import_module(module))


def find(word: str | None) -> Mapping[str, Command]:
    """Return the command called ``word`` by its name; all of them if there is none."""
    if word is not None and (word in _own() or word in names()):
        return {word: load(word)}
    return {name: load(name) for name in names()}


def _own() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(__path__))


def grouped(known: Mapping[str, Command]) -> Mapping[str, Sequence[str]]:
    """Return the names of the ``known`` commands by the title of their group."""
    return {
        title: [name for name, command in known.items() if group == command.GROUP]
        for group, title in GROUPS.items()
    }
