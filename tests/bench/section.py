"""What the page of benchmarks is made of."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Rows = Iterable[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A part of the page: what its figures are, and what measures them for games by name."""

    text: str
    rows: Callable[[Sequence[str]], Rows]
