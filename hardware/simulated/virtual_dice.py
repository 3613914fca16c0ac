"""Bluetooth dice that do not exist: they speak the bytes of the real ones, as published.

What a hand does with them is planned on a timeline, like everything else on the simulated machine.
"""

import random
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from hardware.dice.bluetooth import godice, pixels
from hardware.dice.bluetooth.news import Make
from hardware.dice.bluetooth.pixels import BAD_NORMALS_UNTIL, PixelFacts
from hardware.dice.bluetooth.radio import Advertisement
from hardware.simulated.timeline import Timeline

IN_THE_HAND, ROLLS = 0.1, (0.6, 1.4)
"""Seconds until a die rolls, and for how long, at least and at most."""

NOISE: Final = 3
"""How far the gravity that a GoDice die feels is off at most, of about 64, in each direction."""

COLOURS: Final = "RGBYOK"
DIE_SIZE: Final = 10
NEW_FIRMWARE: Final = BAD_NORMALS_UNTIL + 1


class VirtualDie(ABC):
    """A die at ``address`` with so many ``sides``; ``rng`` throws it, ``timeline`` moves it.

    :attr:`face` is up, None while it leans on something; :attr:`percent` is left in its battery,
    and :attr:`rests` are the times at which it came to rest, each with the face.
    :attr:`notify` gets the bytes that it says while it is connected. ``changed`` is called when it
    comes into reach or goes, and when it advertises something new.
    """

    make: Make

    def __init__(
        self, address: str, sides: int, timeline: Timeline, rng: random.Random, name: str = ""
    ) -> None:
        self.address, self.sides, self.name = address, sides, name
        self.face: int | None = 1
        self.percent = 90
        self.is_in_reach = True
        self.is_rolling = False
        self.rests: list[tuple[float, int | None]] = []
        self.notify: Callable[[bytes], None] | None = None
        self.changed: Callable[[], None] = lambda: None
        self.heard: list[bytes] = []
        self.free_at = 0.0
        self._timeline, self._rng = timeline, rng

    @abstractmethod
    def advertisement(self) -> Advertisement:
        """Return what it says to everybody."""

    @abstractmethod
    def characteristics(self) -> tuple[str, ...]:
        """Return the characteristics on which it can be talked to."""

    @abstractmethod
    def receive(self, data: bytes) -> None:
        """Take what a table sends."""

    @abstractmethod
    def _rolls(self) -> bytes: ...

    @abstractmethod
    def _rests(self, face: int | None, *, has_rolled: bool) -> bytes: ...

    def throw(self, face: int | None = None, *, is_cocked: bool = False) -> float:
        """Roll it, so that ``face`` is up, or by chance, or so that it leans; return the end."""
        shown = face if face is not None else self._rng.randint(1, self.sides)
        start = max(self._timeline.now(), self.free_at) + IN_THE_HAND
        end = start + self._rng.uniform(*ROLLS)
        self._timeline.at(start, self._start)
        self._timeline.at(end, partial(self._stop, None if is_cocked else shown, has_rolled=True))
        self.free_at = end
        return end

    def knock(self) -> None:
        """Bump it: it moves, but does not roll."""
        self._stop(self.face, has_rolled=False)

    def take_away(self) -> None:
        """Carry it out of reach of the radio."""
        self.is_in_reach = False
        self.changed()

    def bring_back(self) -> None:
        """Bring it into reach again."""
        self.is_in_reach = True
        self.changed()

    def _start(self) -> None:
        self.is_rolling = True
        self._say(self._rolls())

    def _stop(self, face: int | None, *, has_rolled: bool) -> None:
        self.is_rolling, self.face = False, face
        self.rests.append((self._timeline.now(), face))
        self._say(self._rests(face, has_rolled=has_rolled))

    def _say(self, data: bytes) -> None:
        if self.notify is not None and self.is_in_reach:
            self.notify(data)


class VirtualGoDie(VirtualDie):
    """A GoDice die with a shell of so many sides: 6, or 4."""

    make = "godice"

    def advertisement(self) -> Advertisement:
        return Advertisement(self.address, self.name, (godice.SERVICE,), rssi=-60)

    def characteristics(self) -> tuple[str, ...]:
        return godice.CHANNEL

    def receive(self, data: bytes) -> None:
        self.heard.append(data)
        if data == godice.ASK_BATTERY:
            self._say(b"Bat" + bytes([self.percent]))

    def _rolls(self) -> bytes:
        return b"R"

    def _rests(self, face: int | None, *, has_rolled: bool) -> bytes:
        positions = godice.SHELLS[self.sides]
        ups = [position for position, number in positions.items() if face in (None, number)]
        noise = (self._rng.randint(-NOISE, NOISE) for _ in range(3))
        gravity = (a + b for a, b in zip(self._rng.choice(ups), noise, strict=True))
        kind = b"TS" if face is None else b"S" if has_rolled else b"MS"
        return kind + struct.pack("bbb", *(max(-128, min(127, each)) for each in gravity))


class VirtualPixel(VirtualDie):
    """A Pixel whose firmware was ``built`` then; its ``number`` is unlike that of every other."""

    make = "pixels"

    def __init__(
        self,
        address: str,
        sides: int,
        timeline: Timeline,
        rng: random.Random,
        name: str = "",
        number: int = 1,
        built: int = NEW_FIRMWARE,
    ) -> None:
        super().__init__(address, sides, timeline, rng, name)
        self.number, self.facts = number, PixelFacts(sides, built)
        self._state = 5

    @property
    def is_old(self) -> bool:
        """Whether its firmware has the older service and says 1 in place of 5."""
        return self.facts.built <= BAD_NORMALS_UNTIL

    def advertisement(self) -> Advertisement:
        service = pixels.LEGACY_SERVICE if self.is_old else pixels.SERVICE
        look = KINDS[self.sides] << 4
        data = pixels.ADVERTISED.pack(self.sides, look, self._state, self._index, self.percent)
        identity = pixels.IDENTITY.pack(self.number, self.facts.built)
        return Advertisement(self.address, self.name, (service,), data, identity, -60)

    def characteristics(self) -> tuple[str, ...]:
        return pixels.CHANNELS[self.is_old]

    def receive(self, data: bytes) -> None:
        self.heard.append(data)
        if data[0] == pixels.WHO_ARE_YOU:
            say = legacy_identity if self.is_old else identity
            self._say(say(self.facts, self.number))
        elif data[0] == pixels.ASK_BATTERY:
            self._say(bytes((pixels.BATTERY, self.percent, 1)))

    def _rolls(self) -> bytes:
        return self._roll_state(3)

    def _rests(self, face: int | None, *, has_rolled: bool) -> bytes:
        self.face = face
        return self._roll_state(4 if face is None else 1 if has_rolled or self.is_old else 5)

    def _roll_state(self, state: int) -> bytes:
        self._state = state
        self.changed()
        return bytes((pixels.ROLL_STATE, state, self._index))

    @property
    def _index(self) -> int:
        indices = {self.facts.face(index): index for index in range(6, -1, -1)}
        return indices.get(self.face, 0)


KINDS: Final[Mapping[int, int]] = {4: 1, 6: 2, 8: 3, 12: 6, 20: 7}


def legacy_identity(facts: PixelFacts, number: int = 1) -> bytes:
    """Return the message with which older firmware says that it is such a die."""
    kind = KINDS[facts.sides]
    parts = (facts.sides, 0, kind, 0, number, 0, facts.built, 1, 0, 100, 0)
    return pixels.LEGACY.pack(pixels.I_AM_A_DIE, *parts)


def identity(facts: PixelFacts, number: int = 1) -> bytes:
    """Return the message with which newer firmware says that it is such a die."""
    version = pixels.VERSION_CHUNK.pack(pixels.VERSION_SIZE, 0x200, facts.built)
    die = pixels.DIE_CHUNK.pack(DIE_SIZE, number, 0, KINDS[facts.sides], facts.sides)
    chunks = version.ljust(pixels.VERSION_SIZE, b"\0") + die.ljust(DIE_SIZE, b"\0")
    return bytes([pixels.I_AM_A_DIE]) + chunks


def virtual_dice(
    make: Make, sides: int, count: int, timeline: Timeline, rng: random.Random
) -> tuple[VirtualDie, ...]:
    """Return so many dice of one ``make``, with so many ``sides`` each."""
    addresses = [f"5A:DE:00:00:00:{number:02X}" for number in range(1, count + 1)]
    if make == "godice":
        return tuple(
            VirtualGoDie(address, sides, timeline, rng, f"GoDice_{number:04X}_{colour}_v04")
            for number, (address, colour) in enumerate(zip(addresses, COLOURS, strict=False), 1)
        )
    return tuple(
        VirtualPixel(address, sides, timeline, rng, f"Pixel {number}", number)
        for number, address in enumerate(addresses, 1)
    )
