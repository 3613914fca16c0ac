"""The parts of a peer: contacts that it reads and debounces, and lights that it switches.

The code is pure: the caller passes the time.

>>> contacts = Contacts(stable=5)
>>> [contacts.update(bits, now) for now, bits in ((0, 0), (1, 2), (2, 0), (3, 2), (7, 2), (8, 2))]
[0, 0, 0, 0, 0, 2]
"""

from .protocol import bits_text, read_bits


class Contacts:
    """The state of contacts that bounce: a bit changes when it was stable for ``stable`` ms.

    Bit i is contact i, 1 while that is closed. All contacts are handled together, so that a board
    of 361 fields takes no more time than a key.
    """

    def __init__(self, stable: int) -> None:
        self._stable = stable
        self._raw: int | None = None
        self._state = 0
        # pairs of time (ms) and the bits that changed last at that time, the oldest first
        self._unstable: list[tuple[int, int]] = []

    def update(self, raw: int, now: int) -> int:
        """Take ``raw``, the bits at ``now`` (ms), and return the debounced bits.

        The first bits count at once.
        """
        if self._raw is None:
            self._raw = self._state = raw
        if raw != self._raw:
            self._change(raw ^ self._raw, now)
            self._raw = raw
        while self._unstable and now - self._unstable[0][0] >= self._stable:
            bits = self._unstable.pop(0)[1]
            self._state ^= (self._state ^ raw) & bits
        return self._state

    @property
    def due(self) -> "int | None":
        """When the next bits become stable (ms); None if all are."""
        return self._unstable[0][0] + self._stable if self._unstable else None

    def _change(self, changed: int, now: int) -> None:
        unstable = [(since, bits & ~changed) for since, bits in self._unstable]
        self._unstable = [(since, bits) for since, bits in unstable if bits] + [(now, changed)]


# Type checkers take this for true; MicroPython has no module to import the names from.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BETWEEN = 5
"""The shortest time between two frames of a kind, in milliseconds."""


class PeerState:
    """A state of a ``kind`` that is reported to the host; ``offer`` is its word in the hello."""

    def __init__(self, kind: str, offer: str) -> None:
        self.offer, self._kind = offer, kind
        self._state: Any = None
        self._reported: Any = None
        self._reported_at = -BETWEEN

    def update(self, now: int) -> None:
        """Find out what the state is at ``now`` (ms)."""
        raise NotImplementedError

    def words(self) -> "list[str]":
        """Return the state as words of a frame."""
        raise NotImplementedError

    def repeat(self) -> None:
        """Report the state again, even if it has not changed."""
        self._reported = None

    def report(self, now: int) -> "list[str] | None":
        """Return the words of a frame with the state if it is due at ``now`` (ms), else None."""
        if self._state == self._reported or now - self._reported_at < BETWEEN:
            return None
        self._reported, self._reported_at = self._state, now
        return [self._kind] + self.words()  # noqa: RUF005 - MicroPython unpacks no list in a list

    @property
    def due(self) -> "int | None":
        """When a report is due if nothing changes (ms); None if never."""
        return None if self._state == self._reported else self._reported_at + BETWEEN


class PeerWords(PeerState):
    """A state in words: ``read`` gets the time (ms) and returns them; ``value`` is what is offered.

    >>> dice = PeerWords("dice", "a:0-1", lambda now: ["03=1"])
    >>> dice.update(now=0)
    >>> dice.offer, dice.report(now=0)
    ('dice=a:0-1', ['dice', '03=1'])
    """

    since = 2

    def __init__(self, kind: str, value: str, read: "Callable[[int], list[str]]") -> None:
        super().__init__(kind, kind + "=" + value)
        self._read = read
        self._state: list[str] = []

    def update(self, now: int) -> None:
        """Take the words at ``now`` (ms)."""
        self._state = self._read(now)

    def words(self) -> "list[str]":
        """Return the words."""
        return self._state


class PeerInputs(PeerState):
    """Contacts that are reported to the host: keys, lines of a tray, or fields of a board.

    ``kind`` is ``"keys"``, ``"tray"`` or ``"board"``. ``parts`` are the names of the lines, or the
    columns and rows of a board. ``read`` returns the bits as they are now (1 = closed, bit i for
    the i-th name, or for the field at row * columns + column); a bit counts when it was stable for
    ``stable`` ms.

    >>> keys = PeerInputs("keys", ["up", "down"], read=lambda: 2, stable=5)
    >>> keys.offer, keys.count
    ('keys=up,down', 2)
    >>> keys.update(now=0)
    >>> keys.report(now=0)
    ['keys', '2']
    """

    since = 1

    def __init__(
        self,
        kind: str,
        parts: "list[str] | tuple[int, int]",
        read: "Callable[[], int]",
        stable: int,
    ) -> None:
        offer, self.count = _offered(kind, parts)
        super().__init__(kind, offer)
        self._read, self._contacts = read, Contacts(stable)
        self._state = 0

    def update(self, now: int) -> None:
        """Read the contacts at ``now`` (ms)."""
        self._state = self._contacts.update(self._read(), now)

    def words(self) -> "list[str]":
        """Return the bits."""
        return [bits_text(self._state, self.count)]

    @property
    def due(self) -> "int | None":
        """When a report is due if no contact changes (ms); None if never."""
        if self._state != self._reported:
            return self._reported_at + BETWEEN
        return self._contacts.due


class PeerLights:
    """Lights that the host switches, one at each side of the board or one a field.

    ``parts`` are the names of the sides, or the columns and rows of the board. ``show`` gets the
    lights that are on, with the same bits as :class:`PeerInputs`.

    >>> shown = []
    >>> lights = PeerLights(["south", "north"], show=shown.append)
    >>> lights.take(["2"]), lights.take(["4"]), lights.put_out(), shown
    (None, None, None, [2, 0])
    """

    since, kind = 1, "lights"
    due: "int | None" = None

    def __init__(self, parts: "list[str] | tuple[int, int]", show: "Callable[[int], None]") -> None:
        self.offer, self.count = _offered("lights", parts)
        self._show = show

    def take(self, words: "list[str]") -> None:
        """Show the bits in ``words``; what is not that many bits is ignored."""
        try:
            bits = read_bits(" ".join(words), self.count)
        except ValueError:
            return
        self._show(bits)

    def update(self, now: int) -> None:
        """Do nothing: they change when the host says so."""

    def put_out(self) -> None:
        """Switch all lights off."""
        self._show(0)


def _offered(kind: str, parts: "list[str] | tuple[int, int]") -> tuple[str, int]:
    """Return the word of the hello that offers ``parts``, and their number."""
    if isinstance(parts, tuple):
        columns, rows = parts
        return f"{kind}={columns}x{rows}", columns * rows
    return kind + "=" + ",".join(parts), len(parts)
