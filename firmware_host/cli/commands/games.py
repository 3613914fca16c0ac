"""``tableside games``: list the games and their options."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.options import Option, OptionValue

SUMMARY = "list the games and their options"
GROUP = "learn"


def add_arguments(parser: ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def _value(option: "Option", value: "OptionValue") -> str:
    label = option.label(value)
    return str(value) if label in (None, value) else f"{value} ({label})"


def run(arguments: Namespace) -> int:
    """Print every game, and every option with its values."""
    import games

    for name in games.names():
        kind = games.kind(name)
        print(f"{name}: {kind.title}")
        for option in kind.OPTIONS:
            values = ", ".join(_value(option, value) for value in option.values)
            print(f"    {option.name} = {values}    {option.meaning}")
    return 0
