"""The host's side of the conversation with one peer of the serial link.

The code is pure: the caller passes the bytes and the time.

>>> from hardware.firmware.protocol import frame
>>> conversation = Conversation("/dev/ttyACM0", now=0.0)
>>> conversation.poll(now=0.0)
b'0000 hello 2 tableside ...\\n'
>>> heard = frame(0, "hello 2 e661 tableside-pico/2 tray=D0,D1".split()) + frame(1, ["tray", "2"])
>>> list(conversation.feed(heard, now=0.1)), conversation.contacts
([['D0', 'D1']], {'D0': True, 'D1': False})
"""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from hardware.board import Field, Glow, Meaning
from hardware.dice.codes import DieReport, Doing
from hardware.firmware.dice import AWAY, COCKED, RESTS, ROLLS, read_die
from hardware.firmware.protocol import HOST, VERSIONS, Splitter, frame, read_bits
from hardware.input.keys import ENCODER_LINES
from hardware.link.hello import NEWEST, Hello, Offers, TraySensors, read_hello, read_sensors
from hardware.link.ports import RateLimit
from hardware.wiring.sections import BRINGS

State = Literal["greeting", "here", "silent", "other version"]

HELLO_EVERY = 1.0
"""Seconds between two hellos of the host."""

SILENCE = 3.0
"""Seconds without a good frame after which a peer counts as silent."""

COMPLAIN_FOR = 10.0
"""Seconds for which a malformed input is reported after it happened last."""

CHANGES, BURST, ANOTHER_HELLO = 2000, 1.0, 200
"""Changes of lines per second that a peer may make in the long run, the seconds that it may save
up, and the changes that a repeated hello counts as. Dice that tumble make some hundred per second,
a board that is cleared at once at most 400."""

TOO_MANY = f"more than {CHANGES} changes a second"

REPORTED = ("hello", *BRINGS, "sensors", "lights")
"""The kinds of frames whose last one is kept to be shown."""

NOTHING = "nothing answers: plug it in again, or flash the firmware (docs/firmware.md)"
NO_FRAMES = "sends lines that are no frames: flash the firmware for the link (docs/firmware.md)"
TROUBLES: Mapping[State, str] = {
    "silent": "{hello.model} {hello.identity} is silent: plug it in again",
    "other version": (
        "{hello.model} speaks version {hello.version} of the protocol, this program "
        f"{' and '.join(VERSIONS)}: flash the firmware of this release (docs/firmware.md)"
    ),
}


Lights = tuple[str | None, Mapping[Field, Meaning], Glow]
"""The side of the seat whose turn it is, the fields that are lit, and how bright they are."""


class Heard(Struct, frozen=True):
    """The last frame of a kind: its ``line`` as received, and its ``words`` after the kind."""

    line: str
    words: tuple[str, ...]


class Conversation:
    """The conversation with the peer at ``path``, started at ``now`` (seconds).

    :attr:`contacts` are the levels of its keys and dice lines, True while they are open;
    :attr:`fields` those of its board's fields, True while they are empty; :attr:`dice` is what its
    dice reported last, empty before that; :attr:`sensors` what the sensors under its tray did, None
    before that. A key that is closed when its peer connects counts as open until it has been
    released. :attr:`hello` is the peer's hello, None before it; :attr:`heard` has the last frame of
    each kind; :attr:`missed` counts the frames that were lost, by their numbers.
    """

    def __init__(self, path: str, now: float) -> None:
        self.path = path
        self.state: State = "greeting"
        self.hello: Hello | None = None
        self.contacts: dict[str, bool] = {}
        self.fields: dict[str, bool] = {}
        self.dice: tuple[DieReport, ...] = ()
        self.sensors: TraySensors | None = None
        self.heard: dict[str, Heard] = {}
        self.missed = 0
        self._version = NEWEST
        self._splitter = Splitter()
        self._next_number: int | None = None
        self._sent = 0
        self._since = now
        self._hello_at, self._silent_at = now, now + SILENCE
        self._bits: dict[str, int] = {}
        self._found_down = 0
        self._changes = RateLimit(CHANGES, BURST)
        self._complaint, self._complain_until = "", -inf
        self._lights: Lights = (None, {}, "bright")
        self._lights_due = True

    @property
    def counts(self) -> tuple[int, int]:
        """The number of lines that were good frames, and of those that were not."""
        return self._splitter.good, self._splitter.bad

    @property
    def offers(self) -> Offers:
        """What the peer offers; nothing unless it is connected."""
        return self.hello.offers if self.hello and self.state == "here" else Offers()

    @property
    def brings(self) -> frozenset[str]:
        """The kinds of states that it has reported; an offered one may still be unknown."""
        return frozenset((*self._bits, *(("dice",) if self.dice else ())))

    @property
    def deadline(self) -> float:
        """When :meth:`poll` or :meth:`tick` is due (seconds)."""
        silent_at = inf if self.state == "silent" else self._silent_at
        forget_at = self._complain_until if self._complaint else inf
        return min(self._hello_at, silent_at, forget_at)

    @property
    def fault(self) -> str | None:
        """What is wrong with the peer and what to do, in one line; None if nothing is."""
        words = self._complaint or self._trouble
        return f"{self.path}: {words}" if words else None

    def feed(self, data: bytes, now: float) -> Iterator[list[str]]:
        """Take ``data`` from the peer; yield the lines that each frame changed, in bit order.

        When lines are yielded, the levels are those after their frame. Consume all of it.
        """
        for number, words in self._splitter.feed(data):
            if number == 0 and self._next_number != 0:
                self._since = now  # it has started again, and so have the counts of its dice
            self._count(number)
            self._silent_at = now + SILENCE
            if words[0] in REPORTED:
                line = frame(number, words).decode().rstrip()
                self.heard[words[0]] = Heard(line, tuple(words[1:]))
            if changed := self._take(words, now):
                yield changed

    def tick(self, now: float) -> list[str]:
        """Drop the peer if it has been silent for too long; return the lines that it had."""
        if now >= self._complain_until:
            self._complaint = ""
        if now < self._silent_at or self.state == "silent":
            return []
        self.state, self._version = "silent", NEWEST
        return self.forget()

    def poll(self, now: float) -> bytes:
        """Return the bytes to send to the peer at ``now``: whole frames, or nothing."""
        data = b""
        if now >= self._hello_at:
            self._hello_at, self._lights_due = now + HELLO_EVERY, True
            data = self._frame(["hello", self._version, HOST])
        due, self._lights_due = self._lights_due, False
        return data + b"".join(map(self._frame, self._light_words())) if due else data

    def show(self, side: str | None, fields: Mapping[Field, Meaning], glow: Glow) -> None:
        """Light the seat on ``side`` and ``fields`` (column, row), where there are lights."""
        self._lights_due |= (side, fields, glow) != self._lights
        self._lights = side, fields, glow

    def _light_words(self) -> Iterator[list[str]]:
        side, fields, glow = self._lights
        lit = self.offers.lit(side, () if glow == "off" else fields)
        if lit is not None:
            yield ["lights", lit]
        lamps = self.offers.shine(fields, glow)
        if lamps is not None:
            yield lamps

    def forget(self) -> list[str]:
        """Forget the state of the peer; return its lines."""
        lines = [*self.contacts, *self.fields]
        for known in (self.contacts, self.fields, self._bits):
            known.clear()
        self.dice, self.sensors = (), None
        return lines

    @property
    def _trouble(self) -> str:
        if self.state == "silent" and self.hello is None:
            return NO_FRAMES if self._splitter.bad else NOTHING
        if self.state in TROUBLES and self.hello is not None:
            return TROUBLES[self.state].format(hello=self.hello)
        return ""

    def _count(self, number: int) -> None:
        gap = 0 if self._next_number is None else (number - self._next_number) & 0xFFFF
        # a peer that restarts counts from 0 again, or from a lower number
        if number != 0 and gap < 0x8000:
            self.missed += gap
        self._next_number = (number + 1) & 0xFFFF

    def _take(self, words: list[str], now: float) -> list[str]:
        try:
            if words[0] == "hello":
                return self._greet(read_hello(words), now)
            if words[0] in BRINGS and self.state == "here":
                return self._see(words, now)
            if words[0] == "sensors" and self.offers.sensors is not None:
                self._see_sensors(read_sensors(words[1:], self.offers.sensors), now)
        except ValueError as error:
            self._complain(f"what it sends is ignored: {error}", now)
        return []

    def _complain(self, words: str, now: float) -> None:
        """Report ``words`` as the fault of the peer for some time after ``now``.

        An earlier report stays, so that a peer cannot flood a log.
        """
        self._complaint, self._complain_until = self._complaint or words, now + COMPLAIN_FOR

    def _greet(self, hello: Hello, now: float) -> list[str]:
        state = self._state_after(hello)
        if (hello, state) == (self.hello, self.state):
            return []
        if not self._changes.allows(now):
            raise ValueError(TOO_MANY)
        self._changes.spend(ANOTHER_HELLO, now)
        if state == "greeting":
            # it is greeted again, at once, in the version that it speaks
            self._version, self._hello_at = hello.version, now
        self.hello, self.state, self._lights_due, self._since = hello, state, True, now
        return self.forget()

    def _state_after(self, hello: Hello) -> State:
        if hello.version == self._version:
            return "here"
        return "greeting" if hello.version in VERSIONS else "other version"

    def _see(self, words: list[str], now: float) -> list[str]:
        """Take a state; raise ValueError if the peer does not offer it or if it is malformed."""
        kind, lines = words[0], self.offers.lines(words[0])
        if kind == "dice":
            return self._see_dice(words, now)
        if not lines or len(words) != 2:
            raise ValueError(f"a state that its hello does not offer: {' '.join(words)}")
        bits = read_bits(words[1], len(lines))
        if kind == "keys":
            bits = self._without_found_down(bits, lines)
        before = self._bits.get(kind)
        if bits == before:
            return []
        if not self._changes.allows(now):
            raise ValueError(TOO_MANY)
        # -1 has every bit set: before the first state every line counts as changed
        changes = -1 if before is None else bits ^ before
        changed = {
            line: not bits >> bit & 1 for bit, line in enumerate(lines) if changes >> bit & 1
        }
        self._changes.spend(len(changed), now)
        self._bits[kind] = bits
        (self.fields if kind == "board" else self.contacts).update(changed)
        return list(changed)

    def _see_dice(self, words: list[str], now: float) -> list[str]:
        offered = self.offers.dice
        if not offered or len(words) != 1 + len(offered):
            raise ValueError(f"a state that its hello does not offer: {' '.join(words)}")
        dice = tuple(
            _die(die, word, self._since) for die, word in zip(offered, words[1:], strict=True)
        )
        if dice != self.dice:
            if not self._changes.allows(now):
                raise ValueError(TOO_MANY)
            self._changes.spend(len(dice), now)
            self.dice = dice
        return []

    def _see_sensors(self, sensors: TraySensors, now: float) -> None:
        if sensors != self.sensors:
            if not self._changes.allows(now):
                raise ValueError(TOO_MANY)
            self._changes.spend(1, now)
            self.sensors = sensors

    def _without_found_down(self, bits: int, lines: Sequence[str]) -> int:
        """Return ``bits`` without the keys that have been down since their peer connected.

        The contacts of an encoder are no keys: it may rest with either of them closed.
        """
        if "keys" not in self._bits:
            keys = (1 << bit for bit, line in enumerate(lines) if line not in ENCODER_LINES)
            self._found_down = bits & sum(keys)
        self._found_down &= bits
        return bits & ~self._found_down

    def _frame(self, words: list[str]) -> bytes:
        line = frame(self._sent, words)
        self._sent = (self._sent + 1) & 0xFFFF
        return line


DOING: Mapping[str, Doing] = {RESTS: "rests", ROLLS: "rolls", COCKED: "cocked", AWAY: "away"}


def _die(offered: DieReport, word: str, since: float) -> DieReport:
    throws, does, face = read_die(word, list(offered.faces))
    return replace(offered, throws=throws, does=DOING[does], face=face, since=since)
