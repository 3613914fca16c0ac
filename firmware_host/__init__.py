"""The companion: everything between the hardware of a table and the rules of the games.

Its folders are layers. Each may import only what is listed below it:

``cli``
    the command line, with one module per command in ``cli.commands``
``web``
    the pages in the browser: of a table, its staff, practice tables
``simulator``
    the table without a Raspberry Pi: in the terminal, from scripts, at random
``app``
    the running program: the loop, how it is built, what happens when a part fails
``table``
    the state machine: events and time in, views and records out; its scenes, its observers
``screens``
    the views, and how each is drawn as a picture
``sensing``, ``thinking``
    what a sensing board sees; the machine's moves and hints, computed beside the loop
``session``
    the game in play: records, seats, hand steps, choosing a move
``remote``, ``stats``
    what the table and people elsewhere tell each other; statistics over many games
``storage``
    the memory card: the journal, the counters, the state folder
``setup``
    what makes a Raspberry Pi a table; another version in its place (``setup.update``)
``text``
    messages in every language, and the rule sheets
``base``
    the errors of the companion; its log; what ends it from outside; when something is due; typed
    values, and how they are read and written

``features`` are folders that can be deleted: each adds to the rooms what only it needs.
``locale`` holds the translations. ``docs/developers/glossary.md`` explains the terms.
"""

from typing import Final

__version__: Final = "0.2.0"
"""The version of tableside. Packaging reads it here."""
