"""A thousand presses, as fast as people press, and the list on the screen after them."""

import time

from hardware.simulated import SSD1306Model
from tests.machine.double import Double
from tests.machine.panel import Message, Panel
from tests.machine.pins import Pins

PRESSES = 1000
A_TWELFTH = 1 / 12
"""Seconds from press to press."""

KEY = "down"


def cycle(hands: Double) -> list[bytes]:
    """The pictures of the list that ``hands`` see, as they go down to its end and its beginning."""
    pictures = [hands.picture.tobytes()]
    while True:
        hands.world.pi.press(KEY)
        hands.world.run_for(0.3)
        if hands.picture.tobytes() == pictures[0]:
            return pictures
        pictures.append(hands.picture.tobytes())


def press(pins: Pins, pin: int, panel: Panel) -> list[float]:
    """Press the key on ``pin`` a thousand times, bouncing.

    Returns for how many ms each press kept the bus of ``panel`` busy, from its first edge on.
    """
    due, times = time.monotonic(), []
    for _ in range(PRESSES):
        pressed = pins.bounce(pin, False)
        time.sleep(A_TWELFTH / 3)
        pins.bounce(pin, True)
        due = max(due + A_TWELFTH, time.monotonic())
        time.sleep(max(0.0, due - time.monotonic()))
        answers = [message.time for message in panel.read() if message.time > pressed]
        times += [(answers[-1] - pressed) / 1e6] if answers else []
    panel.wait_until_still()
    return times


def seen(messages: list[Message], pictures: list[bytes]) -> list[int]:
    """Which of ``pictures`` were on the panel one after the other, by all its ``messages``."""
    model = SSD1306Model()
    numbers: list[int] = []
    for message in messages:
        model.write(message.data)
        picture = model.image().tobytes()
        if picture in pictures and pictures.index(picture) not in numbers[-1:]:
            numbers.append(pictures.index(picture))
    return numbers
