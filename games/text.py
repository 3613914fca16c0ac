"""Reading position text: fields, plain numbers and lists, refused with what was expected."""

from collections.abc import Sequence

EMPTY = "-"


def fields(text: str, names: Sequence[str]) -> list[str]:
    """Split ``text`` at single spaces into one field a name.

    ValueError names the fields when there are more or fewer.

    >>> fields("0 throw", ("turn", "phase"))
    ['0', 'throw']
    """
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


def items(text: str) -> list[str]:
    """Split a comma list; ``-`` is the empty one."""
    return [] if text == EMPTY else text.split(",")


def joined(values: Sequence[object]) -> str:
    """Write a comma list, ``-`` when it is empty.

    >>> joined((1, 4)), joined(())
    ('1,4', '-')
    """
    return ",".join(map(str, values)) or EMPTY


def turn(text: str, seats: int) -> int | None:
    """Read the turn field: a seat's index, or ``-`` for None when the game is over."""
    return None if text == EMPTY else whole(text, "turn", 0, seats - 1)
