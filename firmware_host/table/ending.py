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
    None: _words(msg("Goodbye"), msg("The program has stopped. The game is saved.")),
    "restart": _words(msg("Restart"), msg("Restarting. One moment, please.")),
    "end": _words(
        msg("Switched off"),
        msg("The game is saved. To start again, unplug the device and plug it back in."),
    ),
    "shown": _words(msg("The end"), msg("The replay has ended.")),
}
"""What stays on the display. None: it was stopped by a signal; "shown": a record was shown."""


def restart() -> None:
    """Run the program again from its start, in the same process, so that a service goes on running.

    Everything must be closed before. This does not return.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
