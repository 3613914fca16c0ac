"""What is asked of a table about lessons."""

from typing import Final

from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest


class StartLesson(RemoteRequest, frozen=True):
    """Begin the lesson of ``game``, or go on with it."""

    game: str


OFFERS: Final = (REQUEST_KINDS.offer(StartLesson),)
