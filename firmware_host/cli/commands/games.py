"""``tableside games``: list the games and their options."""

from argparse import ArgumentParser, Namespace

SUMMARY = "list the games and their options"


def add_arguments(parser: ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(arguments: Namespace) -> int:
    """Print every game, and every option with its values."""
    import games

    for name in games.names():
        kind = games.kind(name)
        print(f"{name}: {kind.title}")
        for option in kind.OPTIONS:
            values = ", ".join(map(str, option.values))
            print(f"    {option.name} = {values}    {option.meaning}")
    return 0
