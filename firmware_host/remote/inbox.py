"""Requests from elsewhere that wait until the loop takes them."""

import threading
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from firmware_host.remote.requests import Outcome, RemoteRequest, RequestRefused
from games.message import Message, msg

MOST_WAITING = 20
"""More requests than this wait for nobody: a person cannot ask for so much at once."""


TOO_MANY = RequestRefused(Message.of(msg("The table is asked for too much at once. Try again.")))


def _wake_nobody() -> None:
    """Stand in for the loop as long as none runs."""


def _tell_nobody(outcome: Outcome) -> None:
    """Stand in for somebody who waits for an answer."""


class WaitingRequest(NamedTuple):
    """A ``request``; ``tell`` is called with what becomes of it, and must not wait."""

    request: RemoteRequest
    tell: Callable[[Outcome], None]


class RequestInbox:
    """Requests in the order in which they came; any thread may put them in.

    ``wake`` is called after each one. A loop that takes requests sets it. ``dropped`` counts the
    requests that came while :data:`MOST_WAITING` others waited.
    """

    def __init__(self) -> None:
        self.wake: Callable[[], None] = _wake_nobody
        self.dropped = 0
        self._waiting: deque[WaitingRequest] = deque()
        self._lock = threading.Lock()

    @property
    def is_waiting(self) -> bool:
        """Whether there are requests to take."""
        return bool(self._waiting)

    def put(self, request: RemoteRequest, tell: Callable[[Outcome], None] = _tell_nobody) -> bool:
        """Let ``request`` wait; return False if it is dropped because too many wait.

        ``tell`` is called with what becomes of it.
        """
        with self._lock:
            is_full = len(self._waiting) >= MOST_WAITING
            if is_full:
                self.dropped += 1
            else:
                self._waiting.append(WaitingRequest(request, tell))
        if is_full:
            tell(TOO_MANY)
        self.wake()
        return not is_full

    def put_last(self, request: RemoteRequest) -> None:
        """Let ``request`` wait for certain: if too many wait, in place of the last one of them."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.pop().tell(TOO_MANY)
                self.dropped += 1
            self._waiting.append(WaitingRequest(request, _tell_nobody))
        self.wake()

    def take(self) -> tuple[WaitingRequest, ...]:
        """Return the requests that wait, the oldest first."""
        if not self._waiting:
            return ()
        with self._lock:
            waiting = tuple(self._waiting)
            self._waiting.clear()
        return waiting
