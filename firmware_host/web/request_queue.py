"""Requests that wait for the table: bounded for each phone, fair between phones, the staff first.

The table takes so many a second and no more, from all phones together. What one phone asks too
much must not wait before what others ask.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from firmware_host.remote.requests import RemoteRequest
from firmware_host.web.pace import Pace
from firmware_host.web.visitor import PageVisitor

AT_ONCE: Final = 20
A_SECOND: Final = 5.0
"""A phone may ask so much at once, and then so much a second: people press no faster for long."""

MOST_ASKING: Final = 64
"""Phones whose pace is remembered: twice as many as a table lets in."""

MOST_OF_SERVER: Final = 256
"""More of the server's own requests wait for nobody: a table that takes none is lost soon."""


@dataclass
class Asker:
    """One phone, or the server itself: how fast it asks, how much may wait, and what does."""

    pace: Pace
    most: int
    is_staff: bool = False
    waiting: deque[RemoteRequest] = field(default_factory=deque)


class RequestQueue:
    """What waits for the table; ``clock`` gives seconds.

    The server itself comes first, then the staff, then everybody else in turn.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._something = clock, asyncio.Event()
        self._server = Asker(Pace(MOST_OF_SERVER, MOST_OF_SERVER, clock), MOST_OF_SERVER)
        self._phones: OrderedDict[str, Asker] = OrderedDict()

    def put(self, request: RemoteRequest, visitor: PageVisitor | None = None) -> bool:
        """Let ``request`` of ``visitor`` wait, None: of the server itself.

        Return whether it waits: who asks too much is not heard for a moment.
        """
        asker = self._server if visitor is None else self._asker(visitor)
        if len(asker.waiting) >= asker.most or not asker.pace.allows():
            return False
        asker.waiting.append(request)
        self._something.set()
        return True

    async def take(self) -> RemoteRequest:
        """Return what the table gets next, as soon as there is something."""
        while (asker := self._next()) is None:
            self._something.clear()
            await self._something.wait()
        return asker.waiting.popleft()

    def clear(self) -> None:
        """Forget what waits: the table is gone."""
        for each in (self._server, *self._phones.values()):
            each.waiting.clear()

    def _asker(self, visitor: PageVisitor) -> Asker:
        known = self._phones.get(visitor.phone)
        if known is None:
            self._forget_one()
            pace, is_staff = Pace(AT_ONCE, A_SECOND, self._clock), visitor.role == "staff"
            known = self._phones[visitor.phone] = Asker(pace, AT_ONCE, is_staff)
        return known

    def _forget_one(self) -> None:
        idle = [each for each, asker in self._phones.items() if not asker.waiting]
        if len(self._phones) >= MOST_ASKING and idle:
            del self._phones[idle[0]]

    def _next(self) -> Asker | None:
        """Return whose turn it is; their next turn comes after that of the others."""
        if self._server.waiting:
            return self._server
        asking = [phone for phone, asker in self._phones.items() if asker.waiting]
        if not asking:
            return None
        chosen = min(asking, key=lambda phone: not self._phones[phone].is_staff)
        self._phones.move_to_end(chosen)
        return self._phones[chosen]
