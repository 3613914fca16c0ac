"""How the program ends when people at the table end it: with which words, and what comes then."""

import os
import sys
from collections.abc import Mapping
from typing import Final, Literal

from firmware_host.screens.notes import NoteView
from games.message import Message, msg

Ending = Literal["restart", "end", "shown"]


def _words(title: str, text: str) -> NoteView:
    return NoteView(Message.of(title), Message.of(text), closes=False)


LAST_WORDS: Final[Mapping[Ending | None, NoteView]] = {
    None: _words(msg("Good-bye"), msg("The program was stopped. The game is kept.")),
    "restart": _words(msg("Restart"), msg("The table begins anew. One moment, please.")),
    "end": _words(
        msg("Switched off"), msg("The game is kept. To begin again, pull the plug and plug it in.")
    ),
    "shown": _words(msg("The end"), msg("The record was shown.")),
}
"""What stays on the display; None is the end by a signal, "shown" that of a record."""


def start_again() -> None:
    """Be the same program from its beginning on, in the same process: a service stays one.

    Everything must be closed before; this does not return.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
