"""Which of two versions is newer, as Debian compares them (Debian Policy, 5.6.12).

>>> is_newer("0.10.0", "0.9.1"), is_newer("1.0~rc1", "1.0"), is_newer("1.0-10", "1.0-2")
(True, False, True)
"""

import re

VERSION = re.compile(r"[0-9][0-9A-Za-z.+~-]{0,63}")
"""A version of tableside; it has no epoch, because it is also the name of a folder."""

_PART = re.compile(r"(\D*)(\d*)")

Order = tuple[tuple[tuple[int, ...], int], ...]


def is_newer(version: str, than: str) -> bool:
    """Return whether ``version`` is newer than the version ``than``."""
    return _key(version) > _key(than)


def _key(version: str) -> tuple[Order, Order]:
    upstream, _, revision = version.rpartition("-") if "-" in version else (version, "", "0")
    return _order(upstream), _order(revision)


def _order(text: str) -> Order:
    return tuple((_letters(words), int(number or 0)) for words, number in _PART.findall(text))


def _letters(words: str) -> tuple[int, ...]:
    """Return the rank of each character: a tilde before the end, then letters, then the rest."""
    ranks = (-1 if sign == "~" else ord(sign) + (0 if sign.isalpha() else 256) for sign in words)
    return (*ranks, 0)
