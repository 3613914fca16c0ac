"""How figures are written down: tables in Markdown."""

from collections.abc import Iterable, Iterator, Sequence


def table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of the table with these ``rows``, the first of which is its head.

    >>> print(*table([("bus", "bytes"), ("I2C", "26")]), sep="\\n")
    | bus | bytes |
    |---|---|
    | I2C | 26 |
    """
    for number, row in enumerate(rows):
        yield f"| {' | '.join(row)} |"
        if number == 0:
            yield "|---" * len(row) + "|"


def milliseconds(seconds: float) -> str:
    """A time in ``seconds`` as the pages write it.

    >>> milliseconds(0.00314)
    '3.1 ms'
    """
    return f"{seconds * 1000:.1f} ms"
