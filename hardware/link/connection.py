"""An open serial port and the conversation over it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from hardware.link.conversation import Conversation, Heard, State
from hardware.link.hello import Offers
from hardware.link.pacing import RateLimit
from hardware.link.ports import Port

BYTES, BURST = 65_536, 0.25
"""Bytes per second that are read from a peer in the long run, and the seconds that it may save up.
A peer that reports everything as often as allowed sends 50,000."""


class PeerInfo(Struct, frozen=True):
    """An open port, and the peer that answers there.

    ``version``, ``identity`` and ``model`` come from the peer's last hello and are empty before it.
    A peer that is not connected offers nothing. ``good`` and ``bad`` count its lines, ``missed``
    the frames that were lost; ``heard`` has the last frame of each kind.
    """

    path: str
    state: State
    version: str
    identity: str
    model: str
    offers: Offers
    good: int
    bad: int
    missed: int
    heard: Mapping[str, Heard]


class Connection:
    """The conversation over the open ``port`` at ``path``, started at ``now`` (seconds)."""

    def __init__(self, path: str, port: Port, now: float) -> None:
        self.talk = Conversation(path, now)
        self._port = port
        self._limit = RateLimit(BYTES, BURST)
        self._is_held = False

    @property
    def deadline(self) -> float:
        """When :meth:`exchange` is due even if no byte arrives (seconds)."""
        return min(self.talk.deadline, self._limit.free_at) if self._is_held else self.talk.deadline

    @property
    def filenos(self) -> tuple[int, ...]:
        """The file descriptor to wait for; none while the peer sends faster than is read."""
        return () if self._is_held else (self._port.fileno(),)

    @property
    def info(self) -> PeerInfo:
        """The peer as others see it."""
        talk, hello = self.talk, self.talk.hello
        who = (hello.version, hello.identity, hello.model) if hello else ("", "", "")
        counts = (*talk.counts, talk.missed)
        return PeerInfo(talk.path, talk.state, *who, talk.offers, *counts, dict(talk.heard))

    def exchange(self, now: float) -> Iterator[list[str]]:
        """Read, then send what is due at ``now``; yield the lines that changed, step by step.

        Consume all of it. Raises whatever the port raises when it is gone.
        """
        if self._limit.allows(now):
            data = self._port.read()
            self._limit.spend(len(data), now)
            self._is_held = not self._limit.allows(now)
            yield from self.talk.feed(data, now)
        yield self.talk.tick(now)
        if data_out := self.talk.poll(now):
            self._port.write(data_out)

    def close(self) -> None:
        """Close the port and ignore its errors."""
        with suppress(Exception):
            self._port.close()
