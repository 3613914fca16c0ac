r"""Make untrusted text, from a file, a device or another program, safe to show.

A terminal obeys control characters and reverses letters at bidirectional marks. Untrusted text is
shown there with escapes instead.

>>> print(harmless("red \x1b[31m, turned \u202e"))
red \x1b[31m, turned \u202e
>>> print(written([["a"] * 9, {"b": {"c": {"d": 1}}}]))
[['a', 'a', 'a', 'a', ...], {'b': {...}}]
"""

from reprlib import Repr

LONGEST = 2000
"""The most characters of a line that are shown: a terminal of 80 columns full."""

LONGEST_VALUE = 60
"""The most characters of a value that are shown."""

HIDDEN = "…"
UNWRITABLE = "a number too long to show"


def harmless(text: str, most: int = LONGEST) -> str:
    """Return ``text`` as one line of at most ``most`` printable characters.

    Other characters are replaced by their escapes in Python.
    """
    shown = text[: most + 1]
    if not shown.isprintable():
        shown = repr(shown)[1:-1]
    return shown if len(shown) <= most else shown[: most - len(HIDDEN)] + HIDDEN


def written(value: object) -> str:
    """Return ``value`` as Python writes it, shortened if it is deep, long or large."""
    return harmless(_SHORT.repr(value))


class _Short(Repr):
    """Write values as reprlib does, and also numbers with too many digits for Python."""

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
