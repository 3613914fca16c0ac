"""Readers for the arguments of script commands; their ValueError says what was expected."""

from typing import TypeVar

from hardware.simulated.faults import PARTS, Part
from hardware.untrusted_text import written
from hardware.wiring.wiring import CUP, DICE_LINES, KEYS

LINES = (*KEYS, *DICE_LINES, CUP)
MAX_WAIT = 86_400.0
MAX_NOISE = 10_000.0

Word = TypeVar("Word", bound=str)


def one_of(what: str, words: tuple[Word, ...], text: str) -> Word:
    """Read one of ``words``, which are ``what``."""
    for word in words:
        if word == text:
            return word
    raise ValueError(f"unknown {what} {written(text)}; expected one of {' '.join(words)}")


def key(text: str) -> str:
    """Read the name of a key."""
    return one_of("key", KEYS, text)


def line(text: str) -> str:
    """Read the name of an input line."""
    return one_of("line", LINES, text)


def part(text: str) -> Part:
    """Read the name of a part that has a cable."""
    return one_of("part", PARTS, text)


def number(what: str, most: float, limit: str, text: str) -> float:
    """Read a number above 0 and up to ``most``; ``limit`` is ``most`` in words."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= most:
        raise ValueError(f"expected {what}, more than 0 and at most {limit}, found {written(text)}")
    return value


def seconds(text: str) -> float:
    """Read a time to wait."""
    return number("seconds", MAX_WAIT, "a day", text)


def rate(text: str) -> float:
    """Read how often something happens per second."""
    return number("times a second", MAX_NOISE, f"{MAX_NOISE:.0f}", text)


def whole(what: str, least: int, most: int, text: str) -> int:
    """Read a whole number from ``least`` to ``most``."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not (is_number and least <= int(text) <= most):
        wanted = f"a number of {what} from {least} to {most}"
        raise ValueError(f"expected {wanted}, found {written(text)}")
    return int(text)
