"""The program through which a table speaks, and a tone to try it with.

>>> play_command("plughw:CARD=Device")[:4]
('aplay', '-q', '-D', 'plughw:CARD=Device')
>>> len(tone(0.5)) == SAMPLES_A_SECOND
True
"""

from array import array
from collections.abc import Sequence
from math import pi, sin
from typing import Final

PLAYER: Final = "aplay"
SAMPLES_A_SECOND: Final = 22050
USUAL_DEVICE: Final = "default"

TONE: Final = 660.0
"""Hz."""

LOUD: Final = 8000
"""A quarter of the loudest."""


def play_command(device: str) -> Sequence[str]:
    """Return how samples of 16 bits are played from standard input on the ALSA ``device``."""
    raw = ("-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(SAMPLES_A_SECOND))
    return (PLAYER, "-q", "-D", device, *raw, "--start-delay=1", "--buffer-time=100000")


def tone(seconds: float) -> bytes:
    """Return the samples of a tone that lasts for so many ``seconds``."""
    wave = (
        sin(2 * pi * TONE * at / SAMPLES_A_SECOND) for at in range(int(seconds * SAMPLES_A_SECOND))
    )
    return array("h", (round(LOUD * each) for each in wave)).tobytes()
