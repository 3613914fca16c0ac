"""Reading and writing position text: fields, plain numbers and lists; and short keys of long texts.

A text that does not fit raises a ValueError that says what was expected and what came.
"""

from collections.abc import Iterable, Sequence

EMPTY = "-"

LONGEST = 1000
"""How many characters a position text may have; the longest of 14,000 from random play has 212."""

SHOWN = 60
"""How many characters of an action a refusal repeats; the longest action has some 20."""


def fields(text: str, names: Sequence[str]) -> list[str]:
    """Split ``text`` at single spaces into one field for each name.

    ValueError names the fields when there are more or fewer. A text of more than 1000 characters
    is refused without being read.

    >>> fields("0 throw", ("turn", "phase"))
    ['0', 'throw']
    """
    if len(text) > LONGEST:
        raise ValueError(f"expected a position of at most {LONGEST} characters, not {len(text)}")
    parts = text.split(" ")
    if len(parts) != len(names):
        raise ValueError(
            f"expected {len(names)} fields ({' '.join(names)}), found {len(parts)}: {text!r}"
        )
    return parts


def whole(text: str, what: str, low: int, high: int) -> int:
    """Read a plain decimal from ``low`` to ``high``; ValueError says ``what`` was expected.

    >>> whole("07", "progress", 0, 26)
    Traceback (most recent call last):
    ValueError: expected progress as a plain number from 0 to 26: '07'
    """
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(high)) else -1
    if not low <= number <= high or str(number) != text:
        raise ValueError(f"expected {what} as a plain number from {low} to {high}: {text!r}")
    return number


def quoted(text: str, most: int = SHOWN) -> str:
    r"""Return ``text`` as an error message quotes it: in one line, cut after ``most`` characters.

    A character that is not printable, which a terminal might obey, is written as its escape.

    >>> print(quoted("e3-e5"), quoted("\x1b[2J"), len(quoted("p" * 1000)))
    e3-e5 \x1b[2J 61
    """
    cut = text if len(text) <= most else f"{text[:most]}…"
    return cut if cut.isprintable() else repr(cut)[1:-1]


def items(text: str) -> list[str]:
    """Split a list at its commas; ``-`` is the empty list."""
    return [] if text == EMPTY else text.split(",")


def joined(values: Sequence[object]) -> str:
    """Write a list with commas, ``-`` when it is empty.

    >>> joined((1, 4)), joined(())
    ('1,4', '-')
    """
    return ",".join(map(str, values)) or EMPTY


def turn(text: str, seats: int) -> int | None:
    """Read the turn field: the index of a seat, or ``-`` for None when the game is over."""
    return None if text == EMPTY else whole(text, "turn", 0, seats - 1)


def check(disagreements: Iterable[tuple[bool, str]], text: str) -> None:
    """Raise ValueError for the first of ``disagreements`` between the fields of ``text``.

    Each says whether it is there, and what was expected. Those after the first are not looked at.
    """
    for is_wrong, expected in disagreements:
        if is_wrong:
            raise ValueError(f"expected {expected}: {text!r}")


def digest(data: bytes, digits: int) -> str:
    """Return the first hexadecimal ``digits`` of the SHA-256 of ``data``.

    >>> digest(b"0 2,12,3,3,7/1,2,2,7,11", 8)
    '480840e3'
    """
    from hashlib import sha256  # OpenSSL comes with it: 3.5 MiB, which few tables need

    return sha256(data).hexdigest()[:digits]
