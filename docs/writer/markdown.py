"""Write the few forms of Markdown that the generated pages use."""

from collections.abc import Iterable, Sequence


def page(maker: str, *blocks: str) -> str:
    """Return a page of ``blocks``; its last line names the module that is its ``maker``."""
    written = f"<!-- python -m docs.writer writes this page: {maker} -->"
    return "\n\n".join((*blocks, written)) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; ValueError if a cell has a bar in it.

    >>> print(table(["key", "does"], [["`ok`", "takes"]]))
    | key | does |
    |---|---|
    | `ok` | takes |
    """
    lines = (head, *rows)
    if any("|" in cell for line in lines for cell in line):
        raise ValueError("expected cells without a bar: use a list instead")
    first, *others = (f"| {' | '.join(line)} |" for line in lines)
    return "\n".join((first, "|" + "---|" * len(head), *others))


def code(words: Iterable[object]) -> str:
    """Return each of ``words`` as code, separated by commas.

    >>> code(["up", 2])
    '`up`, `2`'
    """
    return ", ".join(f"`{word}`" for word in words)
