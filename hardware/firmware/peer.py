"""A peer of the host: it answers the host's hello and reports what its parts see.

The code is pure: the caller passes the bytes and the time.

>>> keys = PeerInputs("keys", ["up", "down"], read=lambda: 2, stable=5)
>>> peer = Peer("e6614c311b7e6a35", "tableside-pico/2", [keys])
>>> peer.feed(frame(0, ["hello", "2", "tableside"]), now=0)
>>> for line in peer.poll(now=0).splitlines():
...     print(line.decode())
0000 hello 2 e6614c311b7e6a35 tableside-pico/2 keys=up,down ...
0001 keys 2 ...
>>> peer.poll(now=100), peer.wait(now=100)
(b'', 400)
"""

from .lamps import PeerLamps
from .parts import PeerInputs, PeerLights, PeerWords
from .protocol import HOST, VERSIONS, Splitter, frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    PeerPart = PeerInputs | PeerWords | PeerLights | PeerLamps

REPEAT = 500
"""Milliseconds between two reports of the whole state."""

SILENT_AFTER = 5000
"""Milliseconds without a hello after which the host counts as gone."""


class Peer:
    """The microcontroller's end of the link, with ``parts`` that are read and shown.

    ``identity`` is unique to the device, ``model`` names its kind; each is one word. All times are
    milliseconds of one clock that never goes back. To a host of an older version it offers and
    reports only what that version has.
    """

    def __init__(self, identity: str, model: str, parts: "Sequence[PeerPart]") -> None:
        self._parts = parts
        self._inputs: list[PeerInputs | PeerWords] = []
        self._outputs = [part for part in parts if isinstance(part, (PeerLights, PeerLamps))]
        self._names = [identity, model]
        self._splitter = Splitter()
        self._sequence = 0
        self._answer: list[str] = []
        self._heard: int | None = None
        self._repeated = 0

    def feed(self, data: bytes, now: int) -> None:
        """Take ``data`` that the host has sent up to ``now``; it may be empty."""
        self._check_silence(now)
        for _, words in self._splitter.feed(data):
            # a line that echoes returns its own hello
            if words[0] == "hello" and words[2:3] == [HOST]:
                self._greet(words[1], now)
            elif self._heard is not None:
                for part in self._outputs:
                    if part.kind == words[0]:
                        part.take(words[1:])

    def poll(self, now: int) -> bytes:
        """Read the parts and return the bytes to send at ``now``: whole frames, or nothing."""
        self.update(now)
        sent, line = b"", self.next_frame(now)
        while line:
            sent, line = sent + line, self.next_frame(now)
        return sent

    def update(self, now: int) -> None:
        """Read the parts at ``now``."""
        for part in self._inputs:
            part.update(now)
        self._check_silence(now)
        for output in self._outputs:
            output.update(now)

    def next_frame(self, now: int) -> bytes:
        """Return a frame that is due at ``now``: the answer to a hello, or the first report."""
        if self._answer:
            answer, self._answer = self._answer, []
            return self._frame(answer)
        if self._heard is None:
            return b""
        if now - self._repeated >= REPEAT:
            self._repeat(now)
        for part in self._inputs:
            words = part.report(now)
            if words is not None:
                return self._frame(words)
        return b""

    def wait(self, now: int) -> int:
        """Return the ms from ``now`` until :meth:`poll` is due, even if no contact changes."""
        if self._answer:
            return 0
        if self._heard is None:
            return SILENT_AFTER
        due = [self._heard + SILENT_AFTER, self._repeated + REPEAT]
        due += [part.due for part in self._inputs if part.due is not None]
        due += [part.due for part in self._outputs if part.due is not None]
        return max(0, min(due) - now)

    def _greet(self, version: str, now: int) -> None:
        spoken = version if version in VERSIONS else VERSIONS[-1]
        self._answer = ["hello", spoken]
        self._answer += self._names
        if spoken == version:
            known = [part for part in self._parts if part.since <= int(spoken)]
            self._inputs = [part for part in known if isinstance(part, (PeerInputs, PeerWords))]
            self._answer += [part.offer for part in known]
            self._heard = now
            self._repeat(now)
        else:
            self._fall_silent()

    def _check_silence(self, now: int) -> None:
        if self._heard is not None and now - self._heard >= SILENT_AFTER:
            self._fall_silent()

    def _fall_silent(self) -> None:
        self._heard = None
        for part in self._outputs:
            part.put_out()

    def _repeat(self, now: int) -> None:
        self._repeated = now
        for part in self._inputs:
            part.repeat()

    def _frame(self, words: list[str]) -> bytes:
        line = frame(self._sequence, words)
        self._sequence = (self._sequence + 1) & 0xFFFF
        return line
