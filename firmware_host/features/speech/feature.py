"""What speech adds to the core."""

from contextlib import AbstractContextManager, nullcontext
from typing import Final

from firmware_host.app.build import BESIDE_TABLE
from firmware_host.app.request import Request
from firmware_host.remote.inbox import RequestInbox
from firmware_host.table.observers import Observers


def _speak(
    request: Request, observers: Observers, inbox: RequestInbox
) -> AbstractContextManager[object] | None:
    """Let a voice say what the table shows, if it is to speak; it ends with the last update."""
    if request.speech is None:
        return None
    from firmware_host.features.speech.voice import speak

    speak(request.speech, observers, inbox)
    return nullcontext()


OFFERS: Final = (BESIDE_TABLE.offer(_speak),)
