"""Runs ``tableside`` with virtual Bluetooth dice: ``python dice.py SOCKET ARGUMENTS ...``.

bleak and the adapter are what stands in; everything above them is the program's own. A datagram to
SOCKET throws the dice so that they show its bytes.
"""

import random
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from firmware_host.app.inputs import OpenDiceSource
from firmware_host.cli.main import main
from firmware_host.features.bluetooth_dice import store
from hardware.dice.bluetooth.news import MOST, DieChannel, KnownDie
from hardware.dice.bluetooth.radio import Post
from hardware.simulated.timeline import Timeline
from hardware.simulated.virtual_dice import Air, PumpedRadio, virtual_dice

LONGEST = 16


class VirtualDice:
    """As many dice as a table can have, with six sides; they roll in a thread of their own."""

    def __init__(self, thrower: socket.socket) -> None:
        self._timeline, self._lock = Timeline(time.monotonic), threading.Lock()
        self._dice = virtual_dice("godice", 6, MOST, self._timeline, random.Random(1))
        self._air, self._thrower = Air(self._dice), thrower
        threading.Thread(target=self._roll, daemon=True).start()

    def beside(self, folder: Path) -> OpenDiceSource:
        """Return what opens them at a table with its games in ``folder``: they are paired."""
        known = [KnownDie(die.address, die.name, die.make, die.sides) for die in self._dice]
        return partial(store.RadioSource, folder, self._open_radio, usual=known)

    def _open_radio(self, post: Post) -> "LockedRadio":
        return LockedRadio(PumpedRadio(self._air, post, time.monotonic), self._lock)

    def _roll(self) -> None:
        while True:
            due = self._timeline.next
            wait = None if due is None else max(0.0, due - time.monotonic())
            is_thrown, _, _ = select.select([self._thrower], [], [], wait)
            with self._lock:
                if is_thrown:
                    for die, face in zip(self._dice, self._thrower.recv(LONGEST), strict=False):
                        die.throw(face)
                self._timeline.run_due(time.monotonic())


class LockedRadio:
    """A :class:`~hardware.dice.bluetooth.radio.Radio` that the table may use while dice roll."""

    def __init__(self, radio: PumpedRadio, lock: threading.Lock) -> None:
        self._radio, self._lock = radio, lock

    def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""
        self._do(partial(self._radio.scan, is_on))

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``."""
        self._do(partial(self._radio.connect, address, channels))

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""
        self._do(partial(self._radio.send, address, data))

    def leave(self, address: str) -> None:
        """End the connection to a die."""
        self._do(partial(self._radio.leave, address))

    def close(self) -> None:
        """End everything."""
        self._do(self._radio.close)

    def _do(self, work: Callable[[], None]) -> None:
        with self._lock:
            work()


if __name__ == "__main__":
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(sys.argv[1])
    # the one place where the table looks for an adapter
    vars(store)["bluetooth_dice"] = VirtualDice(listener).beside
    sys.exit(main(sys.argv[2:]))
