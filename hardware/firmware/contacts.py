"""Debouncing a set of contacts at once: what their bits mean. Pure: it is told the time.

>>> contacts = Contacts(stable=5)
>>> [contacts.look(bits, now) for now, bits in ((0, 0), (1, 2), (2, 0), (3, 2), (7, 2), (8, 2))]
[0, 0, 0, 0, 0, 2]
"""


class Contacts:
    """The state of contacts that bounce: a bit follows when it was the same for ``stable`` ms.

    Bit i stands for contact i and is 1 while that is closed. It takes no step for a single contact,
    so that a board of 361 fields costs no more than a key.
    """

    def __init__(self, stable: int) -> None:
        self._stable = stable
        self._raw: int | None = None
        self._state = 0
        # since when (ms) which bits have been what they are now, the oldest first
        self._restless: list[tuple[int, int]] = []

    def look(self, raw: int, now: int) -> int:
        """Take ``raw``, the bits as they are at ``now`` (ms), and return those that hold.

        The first bits hold at once.
        """
        if self._raw is None:
            self._raw = self._state = raw
        if raw != self._raw:
            self._change(raw ^ self._raw, now)
            self._raw = raw
        while self._restless and now - self._restless[0][0] >= self._stable:
            bits = self._restless.pop(0)[1]
            self._state ^= (self._state ^ raw) & bits
        return self._state

    @property
    def due(self) -> "int | None":
        """When bits come to hold if none changes (ms); None if all do."""
        return self._restless[0][0] + self._stable if self._restless else None

    def _change(self, changed: int, now: int) -> None:
        restless = [(since, bits & ~changed) for since, bits in self._restless]
        self._restless = [(since, bits) for since, bits in restless if bits] + [(now, changed)]
