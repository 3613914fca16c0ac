r"""Words from outside, of a file, a device or another program, made fit to be shown.

A terminal obeys control characters and turns letters round at bidirectional marks; what others
wrote is shown there as it is written, never obeyed.

>>> print(harmless("red \x1b[31m, turned \u202e"))
red \x1b[31m, turned \u202e
>>> print(written([["a"] * 9, {"b": {"c": {"d": 1}}}]))
[['a', 'a', 'a', 'a', ...], {'b': {...}}]
"""

from reprlib import Repr

LONGEST = 2000
"""Characters of a line that are shown at most: what fills a terminal of 80 columns."""

LONGEST_VALUE = 60
"""Characters that are shown of a text or a number at most."""

HIDDEN = "…"
UNWRITABLE = "a number too long to show"


def harmless(text: str, most: int = LONGEST) -> str:
    """Return ``text`` in one line of at most ``most`` characters that can all be seen.

    A character that is not printable is written as its escape in Python.
    """
    shown = text[: most + 1]
    if not shown.isprintable():
        shown = repr(shown)[1:-1]
    return shown if len(shown) <= most else shown[: most - len(HIDDEN)] + HIDDEN


def written(value: object) -> str:
    """Return ``value`` as Python writes it, cut short: however deep, long or large it is."""
    return harmless(_SHORT.repr(value))


class _Short(Repr):
    """As reprlib writes values, and numbers of more digits than Python writes by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxlist, self.maxdict = 2, 4, 4
        self.maxstring = self.maxother = self.maxlong = LONGEST_VALUE

    def repr_int(self, x: int, level: int) -> str:
        try:
            return super().repr_int(x, level)
        except ValueError:
            return UNWRITABLE


_SHORT = _Short()
