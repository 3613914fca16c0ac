"""Debounce many contacts at once. The code is pure: the caller passes the time.

>>> contacts = Contacts(stable=5)
>>> [contacts.update(bits, now) for now, bits in ((0, 0), (1, 2), (2, 0), (3, 2), (7, 2), (8, 2))]
[0, 0, 0, 0, 0, 2]
"""


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
