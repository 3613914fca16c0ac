"""The lines of the digits on keyboards and numeric pads: each types a digit where one is awaited.

>>> DIGIT["digit 7"], DIGIT["pad 7"], ACTS_AS["pad 8"]
('7', '7', 'up')
"""

from collections.abc import Mapping
from typing import Final

DIGITS: Final = tuple(f"digit {number}" for number in range(10))
"""The digits above the letters of a keyboard."""

PAD: Final = tuple(f"pad {number}" for number in range(10))
"""The digits of a numeric pad."""

DIGIT: Final[Mapping[str, str]] = {line: line[-1] for line in (*DIGITS, *PAD)}
"""The digit that each line types."""

ACTS_AS: Final[Mapping[str, str]] = {
    "pad 8": "up",
    "pad 2": "down",
    "pad 4": "left",
    "pad 6": "right",
    "pad 5": "take",
    "pad 0": "back",
}
"""The key that a digit of a pad is where no digit is awaited."""
