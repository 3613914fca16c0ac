"""What is asked of a table about exercises."""

from typing import Final

from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest


class StartExercises(RemoteRequest, frozen=True):
    """Show the exercises for ``game``."""

    game: str


OFFERS: Final = (REQUEST_KINDS.offer(StartExercises),)
