"""An open serial port and the conversation over it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from hardware.link.conversation import Conversation, Heard, State
from hardware.link.hello import Offers
from hardware.link.pacing import RateLimit
from hardware.link.ports import Port

BYTES, BURST = 65_536, 0.25
"""Bytes a second that are read of a peer in the long run, and the seconds that it may save up: one
that tells all it has as often as it may comes to 50,000."""


@dataclass(frozen=True, slots=True)
class PeerInfo:
    """A port that is open, and who answers there.

    ``version``, ``identity`` and ``model`` are of the peer's last hello, empty before it; a peer
    that is not here offers nothing. ``good`` and ``bad`` count its lines, ``missed`` the frames
    that were lost on the way; ``heard`` has the last frame of each kind.
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
    """The conversation over the open ``port`` at ``path``, begun at ``now`` (seconds)."""

    def __init__(self, path: str, port: Port, now: float) -> None:
        self.talk = Conversation(path, now)
        self._port = port
        self._pace = RateLimit(BYTES, BURST)
        self._is_held = False

    @property
    def deadline(self) -> float:
        """When it has something to do by itself (seconds)."""
        return min(self.talk.deadline, self._pace.free_at) if self._is_held else self.talk.deadline

    @property
    def filenos(self) -> tuple[int, ...]:
        """The file descriptor to listen to; none while the peer sends faster than is read."""
        return () if self._is_held else (self._port.fileno(),)

    @property
    def info(self) -> PeerInfo:
        """The peer as others see it."""
        talk, hello = self.talk, self.talk.hello
        who = (hello.version, hello.identity, hello.model) if hello else ("", "", "")
        counts = (*talk.counts, talk.missed)
        return PeerInfo(talk.path, talk.state, *who, talk.offers, *counts, dict(talk.heard))

    def exchange(self, now: float) -> Iterator[list[str]]:
        """Read, and then say what is due at ``now``; yield the lines that changed, step by step.

        Run it to its end. Raises whatever the port does when it is gone.
        """
        if self._pace.allows(now):
            data = self._port.read()
            self._pace.spend(len(data), now)
            self._is_held = not self._pace.allows(now)
            yield from self.talk.feed(data, now)
        yield self.talk.tick(now)
        if said := self.talk.poll(now):
            self._port.write(said)

    def close(self) -> None:
        """Close the port; whatever it throws then matters no more."""
        with suppress(Exception):
            self._port.close()
