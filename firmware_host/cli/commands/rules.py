"""``tableside rules``: show the rule sheet of a game."""

import os
from argparse import ArgumentParser, Namespace

from firmware_host.cli.parser import add_game, add_language

SUMMARY = "show the rules of a game"
GROUP = "learn"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the game and the language."""
    add_game(parser)
    add_language(parser, "language of the rule sheet (default: the language of your system)")


def run(arguments: Namespace) -> int:
    """Show the rule sheet, page by page where a terminal is attached."""
    import games
    from firmware_host.cli.arguments import game_named
    from firmware_host.cli.reading import show_rules
    from firmware_host.storage.state_folder import find
    from firmware_host.text import preferred

    game_named(None, find(None, os.environ))  # the games of the table
    name = game_named(arguments.game) or ""  # a file is read, not kept
    show_rules(name, arguments.language or preferred(os.environ), games)
    return 0
