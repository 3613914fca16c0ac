"""How figures are written down: tables in Markdown, and their places on a page."""

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


def put(page: str, name: str, lines: str) -> str:
    """The text of ``page`` with ``lines`` between the comments that begin and end ``name``.

    >>> put("<!-- age -->\\n7\\n<!-- end of age -->\\n", "age", "8")
    '<!-- age -->\\n\\n8\\n\\n<!-- end of age -->\\n'
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    if page.count(begin) != 1 or page.count(end) != 1:
        raise ValueError(f"expected one place between '{begin.strip()}' and '{end.strip()}'")
    before, rest = page.split(begin)
    return f"{before}{begin}\n{lines}\n\n{end}{rest.split(end)[1]}"


def rows_of(page: str, name: str) -> Iterator[Sequence[str]]:
    """The rows of the table on ``page`` between the comments of ``name``, without its head.

    >>> page = "<!-- age -->\\n| who | age |\\n|---|---|\\n| A | 7 |\\n<!-- end of age -->"
    >>> list(rows_of(page, "age"))
    [('A', '7')]
    """
    _, _, rest = page.partition(f"<!-- {name} -->\n")
    lines = rest.partition(f"<!-- end of {name} -->")[0].splitlines()
    for line in [line for line in lines if line.startswith("| ")][1:]:
        yield tuple(line.strip("| ").split(" | "))
