"""A file on a card that loses power: what was written but not synced is there, torn or lost."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise, product
from typing import NamedTuple

SECTOR = 512
SECTORS_IN_ALL_WAYS = 3

Cuts = Callable[[int], Sequence[int]]


class Write(NamedTuple):
    """Bytes that were written at an offset."""

    offset: int
    data: bytes

    def on(self, content: bytes) -> bytes:
        """Return ``content`` with these bytes; fill a gap before them with zeros."""
        if not self.data:
            return content
        padded = content.ljust(self.offset, b"\0")
        return padded[: self.offset] + self.data + padded[self.offset + len(self.data) :]

    def remains(self, cuts: Cuts) -> Iterator["Write"]:
        """Yield what may reach the card: nothing, all, or some sectors (zeros for the others).

        ``cuts`` says where the bytes may end in addition to that.
        """
        for cut in cuts(len(self.data)):
            yield Write(self.offset, self.data[:cut])
        for chosen in subsets(len(self._sectors())):
            yield self._in_part(chosen)

    def torn(self, rng: random.Random) -> "Write":
        """Return one version of what may reach the card."""
        part = self._in_part([rng.random() < 0.5 for _ in self._sectors()])
        cut = rng.choice((0, len(self.data), rng.randint(0, len(self.data))))
        return rng.choice((part, Write(self.offset, self.data[:cut])))

    def _in_part(self, chosen: Sequence[bool]) -> "Write":
        """Return the write with zeros in the sectors that are not ``chosen``."""
        sectors = zip(self._sectors(), chosen, strict=True)
        return Write(
            self.offset, b"".join(part if keep else bytes(len(part)) for part, keep in sectors)
        )

    def _sectors(self) -> Sequence[bytes]:
        first = SECTOR - self.offset % SECTOR
        starts = [0, *range(first, len(self.data), SECTOR)]
        return [self.data[a:b] for a, b in pairwise([*starts, len(self.data)])]


class Truncation(NamedTuple):
    """A file cut to a length."""

    length: int

    def on(self, content: bytes) -> bytes:
        return content[: self.length]

    def remains(self, cuts: Cuts) -> Iterator[Write]:
        """Yield only that it does not happen; otherwise it happens before the later writes."""
        yield Write(0, b"")


Change = Write | Truncation


class Stored:
    """A file on the simulated disk: what is on the card, the changes since, and what is read."""

    def __init__(self, data: bytes = b"") -> None:
        self.saved = self.written = data
        self.pending: list[Change] = []

    def change(self, change: Change) -> None:
        self.pending.append(change)
        self.written = change.on(self.written)

    def sync(self) -> None:
        self.saved, self.pending = self.written, []

    def versions(self, cuts: Cuts) -> Iterator[bytes]:
        """Yield every content that a power cut may leave."""
        ways = [[change, *change.remains(cuts)] for change in self.pending]
        yield from {_done(self.saved, changes) for changes in product(*ways)}

    def version(self, rng: random.Random) -> bytes:
        """Return one of the contents that a power cut may leave."""
        kept = [change for change in self.pending if rng.random() < 0.7]
        torn = [
            change.torn(rng) if isinstance(change, Write) and rng.random() < 0.5 else change
            for change in kept
        ]
        return _done(self.saved, torn)


def everywhere(length: int) -> Sequence[int]:
    return range(length + 1)


def in_three_places(length: int) -> Sequence[int]:
    return (0, length // 2, length)


def _done(content: bytes, changes: Sequence[Change]) -> bytes:
    for change in changes:
        content = change.on(content)
    return content


def subsets(size: int) -> Iterator[Sequence[bool]]:
    """Yield every choice among ``size`` things; of many only all, none, one, and all but one."""
    if size <= SECTORS_IN_ALL_WAYS:
        return product((False, True), repeat=size)
    one = [[index == other for index in range(size)] for other in range(size)]
    but_one = [[not chosen for chosen in choice] for choice in one]
    return chain([[True] * size, [False] * size], one, but_one)
