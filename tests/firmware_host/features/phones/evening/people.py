"""The people of the evening: their hands, at a real table and its double, and their phones."""

import os
import random
import re
import shutil
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.features.bluetooth_dice.store import SimulatedDiceHere
from firmware_host.features.phones.remote import PhoneWishes
from firmware_host.features.phones.scenes import PhoneTurnView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.names import counts_of
from firmware_host.session.session import Session
from firmware_host.setup.paths import CURRENT, STATE
from firmware_host.simulator.simulated_table import World
from firmware_host.table.scenes.menu import menu_groups
from games.actions import Throw
from games.core import random_action
from hardware.wiring.wiring import load
from tests.firmware_host.features.phones.evening.phone import Phone
from tests.firmware_host.features.phones.evening.relay import Relay
from tests.machine.double import LOOK, Double
from tests.machine.panel import Panel
from tests.machine.patience import Patience
from tests.machine.pins import Pins, Switches
from tests.machine.program import Program
from tests.machine.whole_game import LATE
from tests.table import lines, point_at, take, words

RUN: Final = Path("/run/evening")
DICE: Final = RUN / "dice"
PORT: Final = 8080
CODE: Final = re.compile(r"\b[A-Z]{4} [A-Z]{4}\b")
OF_LANGUAGE: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables of this computer that choose the language of a table on which nobody has chosen one."""

SIDES: Final = 6
UNTIL_BOTH: Final = 3.0
"""Seconds in which both tables have taken the last act: dice roll for longer at one than at the
other, and a key that is pressed at once after a throw is a stray press."""

A_MOMENT: Final = 0.1
"""Seconds for which a key is pressed whose picture is not looked at."""


class EveningDouble(Double):
    """A double that can also throw Bluetooth dice, and act while nothing can be compared."""

    is_blind = False

    def meet(self) -> None:
        if self.is_blind:
            self._keep_pace()
        else:
            super().meet()

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Let time pass at both tables until ``happened``; TimeoutError if it never does."""
        patience = Patience()
        while not happened():
            if patience.is_over:
                raise TimeoutError(f"nothing comes; the screen shows: {self.world.app.words}")
            patience.wait(LOOK)
            self.world.run_for(LOOK)

    def _roll(self, throw: Throw) -> None:
        if DICE.exists():
            self.meet()
            means = counts_of(self.state.game.dice, [SIDES] * len(self.state.game.dice))
            assert means is not None, "dice with six sides stand in for those of every game"
            faces = [
                next(face for face, counted in each.items() if counted == value)
                for value, each in zip(throw.faces, means, strict=False)
            ]
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as thrower:
                thrower.sendto(bytes(faces), str(DICE))
        super()._roll(throw)


class Evening:
    """The real table, the double, the web server, and the people's phones.

    :attr:`played` is what was thrown and played in each game, by its name. Pictures that should be
    equal and are not are written into the folder ``pictures``.
    """

    def __init__(self, pins: Pins, relay: Relay, rng: random.Random, pictures: Path) -> None:
        self.pins, self.relay, self.rng, self._pictures = pins, relay, rng, pictures
        self.panel = Panel()
        self.phone: Phone | None = None
        self.played: dict[str, list[str]] = {}
        self._starts, self._calm = 0, ExitStack()

    def start(self, *, has_dice: bool, on_trial: bool = False) -> None:
        """Start the program that the card has now, and a double with the same games."""
        self._starts += 1
        scratch = RUN / f"start-{self._starts}"
        scratch.mkdir()
        twin = scratch / "double"
        shutil.copytree(STATE, twin)
        dice = KnownFacts().with_fact(SimulatedDiceHere("godice" if has_dice else None, SIDES))
        request = Request(games, load("generic"), None, twin, facts=dice)
        world = World(request, self._starts)
        self.hands = EveningDouble(
            world, Switches(world.wiring.lines, self.pins), self.panel, self._pictures
        )
        self.program = self._program(scratch, has_dice=has_dice, on_trial=on_trial)
        self.relay.world = world
        if not on_trial:
            self.settle()

    def restart(self) -> None:
        """Start the new version, as systemd does when the updater asks for it."""
        self.end()
        self.start(has_dice=True, on_trial=True)

    def end(self) -> None:
        """End the program, as the service does."""
        self.relay.world = None
        self._calm.close()
        self.program.end()
        DICE.unlink(missing_ok=True)

    def _program(self, scratch: Path, *, has_dice: bool, on_trial: bool) -> Program:
        state = ("--state-dir", STATE, "--share", str(RUN / "table"))
        environ = {name: value for name, value in os.environ.items() if name not in OF_LANGUAGE}
        environ |= {"EVENING_DICE": str(DICE)} if has_dice else {}
        environ |= {"STATE_DIRECTORY": STATE} if on_trial else {}
        return Program(
            ("play", "--wiring", "generic", *state), scratch, RUN / f"said-{self._starts}",
            env=environ, command=f"{CURRENT}/bin/tableside",
        )  # fmt: skip

    @property
    def session(self) -> Session:
        """The game on the table."""
        return self.hands.world.app.table.game.playing

    @property
    def actions(self) -> list[str]:
        """What has been thrown and played in it."""
        return list(map(str, self.session.actions))

    def resume(self) -> list[str]:
        """Go on with the game that was on the table; return what was thrown and played in it."""
        self.hands.press("ok")
        self.hands.follow()
        return self.actions

    def settle(self) -> None:
        """Wait for the first picture, then let what looks for work all the time do it less."""
        self.hands.meet()
        self._calm.enter_context(self.program.calmed(LATE))

    def begin(self, game: str) -> None:
        """Choose ``game`` for as many people as it takes; the first of them begins."""
        take(self.hands, game)
        take(self.hands, "More options")
        point_at(self.hands, "First player")
        self.hands.press("right")
        take(self.hands, "Start")
        self.hands.follow()
        self.hands.meet()
        say("began", game)

    def act(self, count: int = 1) -> None:
        """Throw or move ``count`` times, at random: at the table, or on the phone of the seat."""
        for _ in range(count):
            self.hands.follow()
            self.hands.look_up()
            self.hands.meet()
            self.hands.world.run_for(UNTIL_BOTH)
            if self.phone is None:
                self.take_over()
            action = str(random_action(self.hands.state, self.rng))
            if isinstance(self.hands.world.view, ThrowView):
                self.hands.throw(action)
            elif isinstance(self.hands.world.view, PhoneTurnView):
                self._choose(action)
            else:
                self.hands.play(action)
            self.hands.follow()
            self.hands.meet()

    def _choose(self, move: str) -> None:
        """Let the person with the phone choose ``move``."""
        assert self.phone is not None, "a phone plays this seat"
        self.hands.meet()
        before = len(self.session.actions)
        self.phone.choose(move, before)
        self.hands.wait_until(lambda: len(self.session.actions) > before)
        say("chosen on the phone", move)

    def let_in(self, label: str, language: str) -> Phone:
        """Let a phone in for what the menu calls ``label``; its owner reads ``language``."""
        self.open("Phone")
        take(self.hands, label)
        self.hands.meet()
        self.hands.wait_until(lambda: CODE.search(words(self.hands)) is not None)
        self.hands.meet()
        phone = Phone(PORT, CODE.findall(words(self.hands))[0], language)
        table = self.hands.world.app.table
        self.hands.wait_until(lambda: table.shared.of(PhoneWishes).pairing is None)
        self.hands.meet()
        return phone

    def phone_lines(self) -> list[str]:
        """Return what a phone can be let in for."""
        self.open("Phone")
        found = lines(self.hands)
        self.hands.press("back")
        self.hands.press("back")
        return found

    def open(self, label: str) -> None:
        """Take the line ``label`` of the menu, in whatever group it is."""
        self.hands.press("menu")
        for _ in menu_groups():
            if label in lines(self.hands):
                break
            self.hands.press("right")
        take(self.hands, label)

    def leave(self) -> None:
        """Leave the game on the table for another one; it is kept."""
        self.note()
        self.open("Save and leave")
        self.hands.meet()

    def note(self) -> None:
        """Note what was thrown and played in the game on the table."""
        self.played[self.session.game.name] = self.actions

    def take_over(self) -> None:
        """Play the seat of the phone at the table from now on, if it is to act."""
        if isinstance(self.hands.world.view, PhoneTurnView):
            self.hands.press("ok")
            self.hands.press("ok")
            say("taken over")

    def press_alone(self, key: str) -> None:
        """Press ``key`` of the real table only, which shows what the double knows nothing of."""
        pin = load("generic").lines[key]
        self.pins.drive(pin, False)
        time.sleep(A_MOMENT)
        self.pins.drive(pin, True)
        self.panel.wait_until_still()


def say(*parts: object) -> None:
    """Say on the console what has happened."""
    print(*parts, flush=True)
