"""Panels that lose a message, a part of one, or their power, and are right again within a minute.

What happens to them is decided by a seed: a message is cut off anywhere, the supply is gone for a
moment within a message or between two, or both happen one after the other. On I2C a cut is an error
that the driver sees; on SPI nobody sees anything.
"""

import errno
import os
import random
from collections.abc import Iterator

import pytest
from PIL import Image

from hardware.display.oled import CHECK, EVERY, RETRY
from hardware.wiring.display import DisplayWiring
from tests.hardware.display.panels import KINDS, ON_I2C, TALL, Rig, name, noise, picture

HEALED = EVERY + RETRY + 1.0
"""Seconds after the last trouble within which the panel is right again."""

SAMPLE, FULL = 8, 1_500
"""Tries for each kind of panel."""

each_tall = pytest.mark.parametrize("wiring", TALL, ids=name)


class Trouble:
    """Cuts messages to the panel of ``rig`` and takes its supply away, as ``rng`` decides.

    After so many messages as :attr:`good` says comes the next trouble. :attr:`happened` counts.
    """

    def __init__(self, rig: Rig, rng: random.Random) -> None:
        self.good, self.happened = rng.randrange(60), 0
        self._rig, self._rng, self._write = rig, rng, rig.model.write
        rig.model.write, rig.model.is_strict = self._take, False  # type: ignore[method-assign]

    def end(self) -> None:
        """Let everything arrive from now on."""
        self._rig.model.write = self._write  # type: ignore[method-assign]

    def _take(self, message: bytes) -> None:
        self.good -= 1
        if self.good >= 0:
            self._write(message)
            return
        self.happened += 1
        # two troubles may come one soon after the other
        self.good = self._rng.choice((0, 1, 3, self._rng.randrange(60)))
        self._rng.choice((self._cut, self._lose_within, self._lose_between))(message)

    def _cut(self, message: bytes) -> None:
        self._rig.model.write_cut(message[: self._rng.randrange(1, len(message) + 1)])
        self._notice()

    def _lose_within(self, message: bytes) -> None:
        self._rig.model.write_cut(message[: self._rng.randrange(1, len(message) + 1)])
        self._rig.model.power_up()
        self._notice()

    def _lose_between(self, message: bytes) -> None:
        self._rig.model.power_up()
        self._write(message)

    def _notice(self) -> None:
        if self._rig.wiring.interface == "i2c":
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


def is_right_again(wiring: DisplayWiring, seed: int) -> bool:
    """Play for a while with trouble, and return whether the panel is right a minute later."""
    rng = random.Random(seed)
    rig = Rig(wiring)
    if rng.random() < 0.2:
        rig.model.status = lambda: 0xFF  # type: ignore[method-assign]  # it cannot tell
    trouble, image = Trouble(rig, rng), noise(rng)
    for _ in range(rng.randrange(1, 12)):
        image = rng.choice((noise(rng), picture(rng.randrange(1 << 20))))
        rig.oled.touch()
        rig.oled.show(image)
        rig.live(rng.choice((0.1, 0.5, 3.0, 70.0)), image)
    trouble.end()
    rig.oled.touch()
    rig.live(HEALED, image)
    return rig.shows(image) and rig.model.contrast == wiring.brightness


def wrong_tries(wiring: DisplayWiring, tries: int) -> list[int]:
    return [seed for seed in range(tries) if not is_right_again(wiring, seed)]


@each_tall
def test_a_panel_is_right_within_a_minute_whatever_was_cut_off_or_lost(
    wiring: DisplayWiring,
) -> None:
    assert wrong_tries(wiring, SAMPLE) == []


@pytest.mark.deep
@each_tall
def test_a_panel_is_right_within_a_minute_after_thousands_of_troubles(
    wiring: DisplayWiring,
) -> None:
    wrong = wrong_tries(wiring, FULL)
    print(f"{name(wiring)}: {FULL} tries, {len(wrong)} wrong")
    assert wrong == []


@pytest.mark.parametrize("wiring", ON_I2C, ids=name)
@pytest.mark.parametrize("cut", range(1, 12))
def test_a_command_that_was_cut_does_not_swallow_the_beginning(
    wiring: DisplayWiring, cut: int
) -> None:
    """A beginning that is swallowed would not show whether the panel can tell that it is on."""
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    write, rig.model.is_strict = rig.model.write, False

    def cut_off(message: bytes) -> None:
        rig.model.write_cut(message[:cut])
        raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    rig.model.write = cut_off  # type: ignore[method-assign]
    rig.oled.show(picture(2))
    rig.model.write = write  # type: ignore[method-assign]
    rig.live(RETRY, picture(2))
    assert rig.shows(picture(2))
    rig.model.power_up()
    rig.live(CHECK, picture(2))
    assert rig.shows(picture(2))


class Watch:
    """Keeps what the panel of ``rig`` shows after every byte that comes."""

    def __init__(self, rig: Rig) -> None:
        self.seen = set[bytes]()
        self.messages = list[bytes]()
        self._rig, self._write = rig, rig.model.write
        rig.model.write = self._take  # type: ignore[method-assign]

    def _take(self, message: bytes) -> None:
        self.messages.append(message)
        for byte in message[1:]:
            self._rig.model.write_cut(bytes([message[0], byte]))
            model = self._rig.model
            self.seen.add(model.image().tobytes() + bytes([model.contrast]))


@pytest.mark.parametrize("wiring", KINDS, ids=name)
def test_a_refresh_changes_nothing_that_is_right(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    image = picture(1, rig.oled.size)
    rig.oled.show(image)
    expected = rig.model.image().tobytes() + bytes([wiring.brightness])
    watch = Watch(rig)
    rig.live(EVERY + 1.0, image)
    assert watch.seen == {expected}
    assert sum(map(len, watch.messages)) > 128 * wiring.height // 8


@each_tall
def test_a_slice_is_short_and_a_press_comes_before_it(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    slices = list(costs_of_slices(rig))
    assert len(slices) == 18
    assert max(slices) <= 75
    # in the middle of a refresh
    rig.live(EVERY + 0.1, picture(1))
    watch = Watch(rig)
    assert rig.oled.deadline is not None
    rig.clock.advance_to(rig.oled.deadline)
    rig.oled.show(dotted())
    assert 0 < sum(len(message) for message in watch.messages) < 20
    assert rig.shows(dotted())


def costs_of_slices(rig: Rig) -> Iterator[int]:
    """Yield the bytes of each slice of a refresh."""
    while rig.oled.deadline is not None and rig.oled.deadline < 10.0 + EVERY + 1.0:
        rig.clock.advance_to(rig.oled.deadline)
        cost = rig.cost(picture(1))
        if cost:
            yield cost


def dotted() -> Image.Image:
    image = picture(1)
    image.putpixel((100, 50), 0 if image.getpixel((100, 50)) else 1)
    return image
