"""Print what the modules of the firmware do; runs in MicroPython and in CPython.

``on_micropython.py rooms`` prints what every room does with the same input, ``on_micropython.py
pico`` runs the whole firmware on fake pins. The folder of the packages must be on the path.
"""

import sys

from hardware.firmware import settings
from hardware.firmware.dice import PeerDice, read_die, read_offer
from hardware.firmware.lamps import PeerLamps
from hardware.firmware.parts import Contacts, PeerInputs, PeerLights
from hardware.firmware.peer import Peer
from hardware.firmware.pico import parts
from hardware.firmware.protocol import Splitter, frame, read_bits
from hardware.firmware.registers import Chain
from hardware.firmware.strip import Strip
from tests.hardware.firmware import fake_machine


class Dice:
    """Random numbers that are the same in every Python: Park and Miller's generator."""

    def __init__(self, seed: int) -> None:
        self._last = seed

    def roll(self, sides: int) -> int:
        self._last = self._last * 48271 % 0x7FFFFFFF
        return self._last % sides


def talk(dice: Dice) -> None:
    """Run a peer with a whole board: greet it, change it and leave it alone."""
    state = [0, 0]
    lit: list[int] = []
    keys = PeerInputs("keys", ["up", "down", "ok"], lambda: state[0], 5)
    board = PeerInputs("board", (19, 19), lambda: state[1], 10)
    peer = Peer("e661", "test/1", [keys, board, PeerLights((19, 19), lit.append)])
    now = 0
    for number in range(400):
        if number % 7 == 0:
            peer.feed(frame(number, ["hello", "2", "tableside"]), now)
            peer.feed(frame(number, ["lights", "0" * 86 + "12345"]), now)
        state[dice.roll(2)] ^= 1 << dice.roll(3)
        state[1] ^= 1 << dice.roll(361)
        now += dice.roll(900) if number % 5 else min(7, peer.wait(now))
        print(now, peer.poll(now), peer.wait(now), lit)
        lit.clear()


def mend(dice: Dice) -> None:
    """Read frames from a line that changes a byte now and then."""
    splitter = Splitter()
    for number in range(400):
        line = bytearray(frame(number, ["keys", "00", "x" * (1 + dice.roll(150))]))
        line[dice.roll(len(line))] ^= dice.roll(256) if number % 3 else 0
        print(splitter.feed(bytes(line)), splitter.good, splitter.bad)


def refuse() -> None:
    for text in ("", "4", "012", "0A", "+1", "1_", "3f", "g0", "40"):
        try:
            print(text, read_bits(text, 6))
        except ValueError as error:
            print(text, error)
    for words in ([], ["Keys"], ["keys", "0 1"], ["keys", "0" * 200]):
        try:
            print(frame(1, words))
        except ValueError as error:
            print(error)


def cast(dice: Dice) -> None:
    """Report dice, and read what is not written as it should be."""
    offered = [("a", [0, 1]), ("long", [1, 3, 4, 6]), ("cube", [1, 2, 3, 4, 5, 6])]
    seen: list[tuple[int, str, int | None]] = [(0, "-", None)] * 3
    part = PeerDice(offered, lambda _: seen)
    for now in range(100):
        at = dice.roll(3)
        rests = (now * 3, "=", offered[at][1][dice.roll(2)])
        seen[at] = rests if dice.roll(2) else (now, "~/-"[dice.roll(3)], None)
        part.update(now)
        print(part.offer, part.report(now), part.due)
    for text in ("a:1-6", "a:1/2", "a:6-1", "a", "", "A:1-6", "a:0-1,a:0-1", "a:100-101"):
        try:
            print(read_offer(text))
        except ValueError as error:
            print(error)
    for word in ("07=6", "07=2", "7=6", "07~", "07~4", "07/", "07-", "07/6", "0G=6", "07?", ""):
        try:
            print(read_die(word, [1, 3, 4, 6]))
        except ValueError as error:
            print(error)


def settle(dice: Dice) -> None:
    contacts, now = Contacts(5), 0
    for _ in range(400):
        now += dice.roll(4)
        print(now, contacts.update(dice.roll(3) << 200 | dice.roll(3), now), contacts.due)


def bind() -> None:
    """Make every kind of part that the settings can name."""
    settings.BOARD, settings.ROWS, settings.COLUMNS = (19, 19), Chain(20), Chain(21)
    settings.LIGHTS, settings.LAMPS = (5, 5), Strip(9, "straight")
    shine(parts(fake_machine)[-1])
    fake_machine.forget()
    settings.LIGHTS, settings.LAMPS = ["south", "north"], [8, 9]
    made = parts(fake_machine)
    for part in made:
        if isinstance(part, (PeerLights, PeerLamps)):
            part.take(["2"])
        else:
            part.update(0)
            print(part.offer, part.report(0))
    print(made[-1].offer, sorted(fake_machine.levels.items()), fake_machine.buses[0].written)


def shine(lamps: object) -> None:
    """Light fields, in every rhythm and with words that make no sense."""
    assert isinstance(lamps, PeerLamps)
    for now in range(0, 9000, 250):
        said = ["ff wrong=3,4 captured=7 from=9", "32 to=0,24", "ff to=25", "f", "xx to=1", "ff to"]
        lamps.take(said[now // 250 % len(said)].split())
        lamps.update(now)
        print(now, lamps.due, fake_machine.streams[-1])


def rooms() -> None:
    """Run every module except the port on the same input."""
    talk(Dice(1))
    mend(Dice(2))
    refuse()
    settle(Dice(3))
    cast(Dice(4))
    bind()


def pico() -> None:
    """Run the firmware; press "up" after 50 passes, and end after 200."""
    passed = [0]

    def step() -> None:
        passed[0] += 1
        if passed[0] == 50:
            fake_machine.levels[dict(settings.KEYS)["up"]] = 0
        if passed[0] == 200:
            sys.exit()

    fake_machine.on_pass[0] = step
    sys.modules["machine"] = fake_machine
    from hardware.firmware.pico import run

    run()


if __name__ == "__main__":
    {"rooms": rooms, "pico": pico}[sys.argv[1]]()
