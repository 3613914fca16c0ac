"""A simulated machine of which every part can fail, and scripts that let it.

Beside the commands of docs/developers/scripts.md a script may have those of :data:`COMMANDS`.
"""

import errno
import random
import shutil
from collections.abc import Callable, Mapping
from functools import wraps
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.screens import draw
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator import runs
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.sensinghands import SensingHands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.journal import Journal
from firmware_host.text.translator import Language
from hardware.simulated import SimulatedI2c, SimulatedPi
from hardware.wiring import wiring
from tests.firmware_host.storage.disk import failure
from tests.table import LINKED_WIRING

TWO = Setup("thaayam", {"seats": 2})
GAME = games.load("thaayam", seats=2)
LOTS = [(0, 1)] * 4

SLOW = 3.0
"""Seconds that a slow card takes for a sync."""

DARK, OLD = "(dark)", "(the picture of before)"
"""What is seen of a panel without its supply, and of one that hears nothing."""

READING = ("names", "size", "read")
WRITING = ("open_new", "write", "sync", "sync_folder", "rename", "remove")
FAILING: Mapping[str, tuple[tuple[str, ...], int]] = {
    "gone": ((*READING, *WRITING), errno.EIO),
    "flickering": ((*READING, *WRITING), errno.EIO),
    "blinking": (("read",), errno.EIO),
    "unreadable": (("read",), errno.EIO),
    "readonly": (WRITING, errno.EROFS),
    "full": (("write",), errno.ENOSPC),
}
"""Which calls fail on a card, and how."""

ALTERNATING = ("flickering", "blinking")
"""The states of a card in which every second call goes well."""


class Card:
    """What is wrong with the card: :attr:`state` is "well", "slow" or one of :data:`FAILING`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.state = "well"
        self.let_time_pass: Callable[[float], None] = lambda seconds: None
        self._calls = 0
        for name in (*READING, *WRITING):
            patch.setattr(Storage, name, self._failing(name, getattr(Storage, name)))

    def _failing(self, name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(act)
        def call(*arguments: Any) -> Any:
            self._calls += 1
            calls, number = FAILING.get(self.state, ((), 0))
            if name in calls and (self.state not in ALTERNATING or self._calls % 2):
                raise failure(number)
            if self.state == "slow" and name == "sync":
                self.let_time_pass(SLOW)
            return act(*arguments)

        return call


class Wires:
    """The wires of a display on I2C: :attr:`state` is "well", "deaf" or "noisy"."""

    def __init__(self, pi: SimulatedPi, rng: random.Random) -> None:
        assert isinstance(pi.bus, SimulatedI2c), "the panel of the rig is on I2C"
        self.state = "well"
        self._rng, self._check_answers = rng, pi.bus._check_answers
        pi.bus._check_answers = self._hear  # type: ignore[method-assign]  # the wires are the fault

    def _hear(self, address: int, answers: bool = True) -> None:
        if self.state == "deaf" or (self.state == "noisy" and self._rng.random() < 0.2):
            raise failure(errno.EREMOTEIO)
        self._check_answers(address, answers)


class Rig(World):
    """A world whose card, date, display wires and peer can fail, and whose program starts again.

    Its table is on "pins", on "pins" with a sensing "board", or has keys and tray on the "link".
    """

    def __init__(self, table: str, folder: Path, card: Card) -> None:
        self.card, self.date, self._folder = card, "2026-03-09", folder
        state = folder / "state"
        state.mkdir()
        sheet = folder / "linked.toml"
        sheet.write_text(LINKED_WIRING)
        wired = wiring.load(str(sheet) if table == "link" else "generic")
        self.request = Request(games, wired, "en", state, TWO, today=lambda: self.date)
        super().__init__(self.request, seed=1, senses=table == "board")
        self.wires = Wires(self.pi, random.Random(1))
        card.let_time_pass = lambda seconds: self.pi.timeline.run_due(self.clock() + seconds)

    @property
    def seen(self) -> str:
        """The words that a person reads, white space folded, or how the display looks."""
        drawn = draw(self.app.table.frame, self.pi.model.size, Language("en"))
        if not self.pi.faults.is_plugged("display"):
            return DARK
        if drawn.image.tobytes() != self.pi.model.image().tobytes():
            return OLD
        return " ".join(drawn.words.split())

    def restart(self) -> None:
        """End the program and start it again; the machine stays as it is."""
        self.app.close()
        self.app = self.open_program(random.Random(1))
        self.run_for(0.1)

    def kept(self) -> str:
        """The position that a program would find which is started after a power cut now."""
        number = len(list(self._folder.glob("copy*")))
        copy = shutil.copytree(self.request.folder, self._folder / f"copy{number}")
        return str(Session.resume(Journal(copy).open(), games).state)

    def spoil(self) -> None:
        """Turn a bit of the last record on the card round, and start again without a new file."""
        newest = max(self.request.folder.glob("*.journal"))
        data = bytearray(newest.read_bytes())
        data[-4] ^= 1
        self.restart()
        for path in self.request.folder.glob("*.journal"):
            path.unlink()
        newest.write_bytes(data)
        self.restart()

    def recover(self) -> None:
        """Give the game its name back that was set aside, as docs/service.md says."""
        (kept,) = self.request.folder.glob("*.journal.unreadable")
        self.app.close()
        kept.rename(kept.with_name("000099.journal"))
        self.app = self.open_program(random.Random(1))
        self.run_for(0.1)

    def roll(self, faces: str, seconds: float) -> None:
        """Throw dice that show ``faces``, and look on for some seconds."""
        self.pi.throw([int(face) for face in faces], LOTS)
        self.run_for(seconds)

    def flicker(self, part: Any, times: str) -> None:
        """Pull the cable of ``part`` so often, and put it back."""
        for _ in range(int(times)):
            self.pi.faults.unplug(part)
            self.run_for(0.13)
            self.pi.faults.plug(part)
            self.run_for(0.21)


COMMANDS: Mapping[str, Callable[..., object]] = {
    "restart": Rig.restart,
    "spoil": Rig.spoil,
    "recover": Rig.recover,
    "cut": lambda rig, line: rig.pi.faults.cut(line),
    "short": lambda rig, line: rig.pi.faults.stick(line),
    "mend": lambda rig, line: rig.pi.faults.unstick(line),
    "card": lambda rig, state: setattr(rig.card, "state", state),
    "wires": lambda rig, state: setattr(rig.wires, "state", state),
    "peer": lambda rig, state: setattr(rig.pi.peer, "hangs", state == "hangs"),
    "date": lambda rig, date: setattr(rig, "date", date),
    "roll": lambda rig, faces: rig.roll(faces, 3.0),
    "begin-roll": lambda rig, faces: rig.roll(faces, 0.4),
    "flicker": Rig.flicker,
}
"""What scripts of the rig can do besides; faults are given a moment to be noticed."""


class Scripts:
    """Runs scripts at the table of ``rig``; ``folder`` is where they are written down."""

    def __init__(self, rig: Rig, folder: Path) -> None:
        self.rig, self._path = rig, folder / "script.txt"
        senses = rig.sensors is not None
        self._hands = SensingHands(rig, random.Random(1)) if senses else Hands(rig)

    def run(self, text: str) -> None:
        """Run the commands of ``text``, which are separated by semicolons."""
        commands = [command.strip() for command in text.split(";") if command.strip()]
        for is_own, group in groupby(commands, key=_is_own):
            if is_own:
                self._run_own(list(group))
            else:
                self._path.write_text("\n".join(group), encoding="utf-8")
                runs.run_commands(runs.read_script(self._path, GAME), self._hands, print)

    def _run_own(self, commands: list[str]) -> None:
        for command in commands:
            name, *arguments = command.split()
            COMMANDS[name](self.rig, *arguments)
            self.rig.run_for(0.1)


def _is_own(command: str) -> bool:
    return command.split(maxsplit=1)[0] in COMMANDS
