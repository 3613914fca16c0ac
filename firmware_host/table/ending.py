"""How the program ends: its last words on the display, and how it restarts."""

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
"""What stays on the display. None: it was stopped by a signal; "shown": a record was shown."""


def restart() -> None:
    """Run the program again from its start, in the same process, so that a service goes on running.

    Everything must be closed before. This does not return.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
