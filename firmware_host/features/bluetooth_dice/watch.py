"""Watch the Bluetooth dice of a table in a terminal: what each of them says, live."""

import os
import random
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from firmware_host.cli.terminals import QUIT, Terminal, attached, watched
from firmware_host.features.bluetooth_dice.store import DiceFile, open_dice, read_dice
from firmware_host.storage.state_folder import find
from hardware.dice.bluetooth.bleak_radio import RadioThread
from hardware.dice.bluetooth.dice_set import BluetoothDice
from hardware.dice.bluetooth.news import DieStatus, KnownDie, PairedDice
from hardware.dice.tray import DiceEvent
from hardware.simulated.timeline import Timeline
from hardware.simulated.virtual_dice import Air, PumpedRadio, virtual_dice

GOOD = 0
THROW = "t"
NO_DICE = 'no Bluetooth dice are paired: pair them at the table (Settings, "Bluetooth dice")'


class BluetoothWatch:
    """What is shown of ``dice`` while somebody watches; the game throws them all."""

    def __init__(self, dice: BluetoothDice) -> None:
        self._dice = dice
        dice.play([{face: face for face in die.faces} for die in dice.known])

    def step(self, now: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the new lines at ``now`` (seconds), and those that tell how the dice are."""
        said = tuple(map(told, self._dice.take(now)))
        return said, tuple(state_lines(self._dice.state))


def told(event: DiceEvent) -> str:
    """Return what the dice have done, in one line.

    >>> told(DiceEvent("settled", (2, 5), own=(2, 5))), told(DiceEvent("cocked", dice=(1,)))
    ('settled 2 5', 'cocked: no. 2')
    """
    faces = " ".join(map(str, event.own or event.faces))
    which = ", ".join(str(place + 1) for place in event.dice)
    doubt = " (doubtful: the table asks the players)" if event.doubtful else ""
    return event.kind + (f": no. {which}" if which else "") + (f" {faces}" if faces else "") + doubt


def state_lines(state: PairedDice) -> Iterator[str]:
    """Yield a line for each die, and one for what is wrong with the radio."""
    for number, each in enumerate(state.dice, start=1):
        yield f"{number}  {each.die.name:<24} {each.die.sides} sides  {_here(each)}"
    if state.fault:
        yield f"! {state.fault}"


def watch(arguments: Namespace) -> int:
    """Watch the dice of the table whose state folder ``arguments`` name, or simulated ones."""
    return watch_bluetooth(find(arguments.state_dir, os.environ), arguments.simulated)


def watch_bluetooth(folder: Path, simulated: bool) -> int:
    """Watch the dice that are kept in ``folder``, or ``simulated`` ones, until somebody quits."""
    try:
        with attached() as terminal:
            return _watch_virtual(terminal) if simulated else _watch(folder, terminal)
    except KeyboardInterrupt:
        return GOOD


def _watch(folder: Path, terminal: Terminal) -> int:
    known = read_dice(DiceFile(folder))
    if not known:
        terminal.show([NO_DICE], ())
        return GOOD
    dice = open_dice(known, partial(RadioThread, clock=time.monotonic), lambda: None, _forget)
    try:
        watch = BluetoothWatch(dice)
        while watched(terminal, watch.step(time.monotonic())) != QUIT:
            pass
    finally:
        dice.close()
    return GOOD


def _forget(dice: Sequence[KnownDie]) -> None:
    """Keep nothing: while dice are watched, none is paired."""


def _watch_virtual(terminal: Terminal) -> int:
    timeline = Timeline(time.monotonic)
    around = virtual_dice("godice", 6, 4, timeline, random.Random())
    known = [KnownDie(die.address, die.name, die.make, die.sides) for die in around]
    radio = partial(PumpedRadio, Air(around), clock=timeline.now)
    watch = BluetoothWatch(BluetoothDice(radio, known, lambda: None, lambda dice: None))
    terminal.show([f"four dice that do not exist; {THROW}: throw them"], ())
    while True:
        timeline.run_due(time.monotonic())
        typed = watched(terminal, watch.step(timeline.now()))
        if typed == QUIT:
            return GOOD
        for die in around if typed == THROW else ():
            die.throw()


def _here(status: DieStatus) -> str:
    if not status.is_here:
        return "out of reach"
    return "in reach" if status.percent is None else f"in reach, battery {status.percent} %"
