"""Write the reference of the command line from its parser."""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from docs.writer import markdown
from firmware_host.cli.main import command_line

MAKER: Final = "docs/writer/commands.py"
INTRODUCTION: Final = (
    "This page lists every command and its arguments. Type `tableside COMMAND ARGUMENTS`, or "
    "`.venv/bin/tableside` in a folder with only the sources. `--help` after a command "
    "explains it, and `tableside --version` prints the version. If a command line is wrong, one "
    "line says what was expected. Exit codes: 0 good, 1 failed, 2 wrong usage, "
    "130 interrupted by Ctrl-C."
)
ALWAYS: Final = ("-h",)
"""The arguments that every command has; the introduction explains them."""
AGAIN: Final = " (may be repeated)"


@dataclass(frozen=True)
class Argument:
    """An argument of a command: its ``form`` as it is typed, and what it ``means``."""

    form: str
    means: str
    is_needed: bool


@dataclass(frozen=True)
class Command:
    """A command: its ``name``, its ``group``, its ``purpose`` and its ``arguments``."""

    name: str
    group: str
    purpose: str
    arguments: tuple[Argument, ...]


def commands() -> tuple[Command, ...]:
    """Return every command, in the order of the help: by group."""
    parser = command_line()
    (chosen,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    purposes = {each.dest: each.help or "" for each in chosen._choices_actions}
    return tuple(
        Command(name, group, purposes[name], tuple(arguments(chosen.choices[name])))
        for group, names in parser.groups.items()
        for name in names
    )


def page() -> str:
    """Return the page about the command line."""
    listed = commands()
    overview = (block for group in groupby(listed, attrgetter("group")) for block in _group(*group))
    sections = (block for each in listed for block in _section(each))
    return markdown.page(MAKER, "# Command line", INTRODUCTION, *overview, *sections)


def arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    """Yield the arguments of ``parser`` that its help has, in the order of that."""
    for action in parser._actions:
        if action.help != argparse.SUPPRESS and not set(ALWAYS) & set(action.option_strings):
            is_needed = action.required and action.nargs != "*"
            again = AGAIN if isinstance(action, argparse._AppendAction) else ""
            yield Argument(_form(action), (action.help or "") + again, is_needed)


def _form(action: argparse.Action) -> str:
    """Return how ``action`` is written: ``--board plain|sensing``, ``GAME``."""
    value = "" if action.nargs == 0 else action.metavar or "|".join(action.choices or ())
    words = (*action.option_strings[:1], str(value))
    many = " ..." if action.nargs == "*" else ""
    return " ".join(filter(None, words)) + many


def _group(title: str, listed: Iterable[Command]) -> Iterator[str]:
    yield f"{title}:"
    rows = [(f"[`{each.name}`](#tableside-{each.name})", each.purpose) for each in listed]
    yield markdown.table(("command", "what it does"), rows)


def _section(command: Command) -> Iterator[str]:
    yield f"## tableside {command.name}"
    needed = [each.form for each in command.arguments if each.is_needed]
    rest = ["[...]"] if len(needed) < len(command.arguments) else []
    yield f"`{' '.join(('tableside', command.name, *needed, *rest))}`: {command.purpose}."
    if command.arguments:
        yield "\n".join(f"- `{each.form}`: {each.means}" for each in command.arguments)
