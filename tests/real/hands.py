"""Hands at a real process: they press pins in real time, and wait until the display shows it."""

import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.notes import DrawOfferView
from firmware_host.screens.throw import ThrowView
from firmware_host.screens.view import View
from firmware_host.simulator.hands import HOLD_SECONDS, keys_for
from firmware_host.table.observers import TableStep
from games.actions import Action, Move, Throw
from games.core import State, random_action
from hardware.wiring.wiring import load
from tests.real.installed import NOTHING, Program

PATIENCE: Final = 120.0
"""Seconds for what a busy machine does in a fraction of one."""

LOOK_AGAIN: Final = 3.0
"""Seconds after which a key that has done nothing is pressed again, as people do: the table passes
over keys in the moment in which the display changes."""

SEEN: Final = 12
"""Displays that a failure tells."""

PRESS_SECONDS: Final = 0.1
SOON: Final = 0.1
"""Seconds between two looks at what the display does not show."""

BY_ITSELF: Final = ("machine", "phone", "other table", "opening", "nothing")
"""What a table awaits that people do not press a key for."""


class RealTable:
    """``tableside play`` with ``words``, a process of the installed ``program`` in ``folder``."""

    def __init__(
        self, program: Program, folder: Path, *words: str, environ: Mapping[str, str] = NOTHING
    ) -> None:
        ours, theirs = socket.socketpair()
        pi = str(Path(__file__).with_name("pi.py"))
        with theirs:
            self.process = program.start(
                str(theirs.fileno()), "play", *words, "--state-dir", str(folder / "games"),
                where=folder, command=(program.python, pi), pass_fds=(theirs.fileno(),),
                env=environ,
            )  # fmt: skip
        self.log, self._wiring = folder / "log", load("generic")
        self._outside: Connection[Any, Any] = Connection(ours.detach())
        self._seen: list[str] = []
        self.update = self._next(time.monotonic() + PATIENCE)

    @property
    def view(self) -> View:
        """What the display shows."""
        return self.update.view

    @property
    def state(self) -> State:
        """The position of the game."""
        assert self.update.position is not None, self._told("a game")
        return self.update.position

    @property
    def children(self) -> list[int]:
        """The numbers of all processes that it has started, and of theirs."""
        return descendants(self.process.pid)

    def wait_until(
        self, happened: Callable[[TableStep], bool], what: str, seconds: float = PATIENCE
    ) -> None:
        """Wait until ``happened`` is true of what is shown; AssertionError tells what was seen."""
        assert self._comes(happened, seconds), self._told(what)

    def press(self, key: str, seconds: float = PRESS_SECONDS) -> None:
        """Press ``key``, or the one that is held for it, until the display changes."""
        before = self.view
        self.press_until(lambda update: update.view != before, key, seconds)

    def press_until(
        self, happened: Callable[[TableStep], bool], key: str, seconds: float = PRESS_SECONDS
    ) -> None:
        """Press ``key`` until it has ``happened``: the display may also change by itself."""
        key, seconds = self._wired(key, seconds)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self._outside.send(("press", (key, seconds)))
            if self._comes(happened, LOOK_AGAIN + seconds):
                return
        raise AssertionError(self._told(f"what {key} does"))

    def hold(self, key: str) -> None:
        """Hold ``key`` until the display changes."""
        self.press(key, HOLD_SECONDS)

    def open_line(self, text: str) -> None:
        """Open the line that begins with ``text``, in the list that is shown or one beside it."""
        looked_at: list[View] = []
        while (line := self._line(text)) is None:
            assert self.view not in looked_at, self._told(f"the line {text!r}")
            looked_at.append(self.view)
            self.press("right")
        while self._list.cursor != line:
            self.press("down" if self._list.cursor < line else "up")
        self.press("ok")

    def choose(self, move: Move) -> None:
        """Choose ``move`` with the keys, looking after each."""
        position = self.state
        while isinstance(self.view, ChooseView) and self.state == position:
            self.press(keys_for(self.view, move)[0])

    def step(self, rng: random.Random) -> None:
        """Do one thing that the display asks for; moves and throws come from ``rng``."""
        view = self.view
        if isinstance(view, ThrowView) and view.dice == "waiting" and view.by_tray:
            self._throw(rng)
        elif isinstance(view, ChooseView):
            self.choose(_some_move(self.state, rng))
        elif isinstance(view, DrawOfferView):
            self.press("back")
        elif self._waits_by_itself():
            self.wait_until(lambda update: update.view != view, "something else")
        else:
            self.press("ok")

    def play(self, actions: int, seed: int = 1) -> None:
        """Play until ``actions`` more are on the record, or the game is over."""
        rng, wanted = random.Random(seed), len(self.update.shown.records) + actions
        while len(self.update.shown.records) < wanted and not self.is_over:
            self.step(rng)

    def wait_for_log(self, line: str) -> None:
        """Wait until ``line`` is in the log."""
        end = time.monotonic() + PATIENCE
        while line not in self.log.read_text(encoding="utf-8", errors="replace"):
            assert time.monotonic() < end, self._told(f"the log says {line!r}")
            self._comes(lambda update: False, SOON)

    def child(self, words: str) -> int:
        """Wait for the process that it has started with ``words``; return its number."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for each in self.children:
                if words in command_of(each):
                    return each
            self._comes(lambda update: False, SOON)
        raise AssertionError(self._told(f"a process with {words!r}"))

    def wait_until_gone(self, children: list[int]) -> None:
        """Wait until none of the processes ``children`` runs any more."""
        end = time.monotonic() + PATIENCE
        while left := [words for each in children if (words := command_of(each))]:
            assert time.monotonic() < end, self._told(f"that it takes along {left}")
            time.sleep(SOON)

    @property
    def is_over(self) -> bool:
        """Whether the display shows the end of the game."""
        return isinstance(self.view, GameOverView)

    def end(self) -> int:
        """End it as systemd does; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """End it and all that it has started, however it is."""
        left = self.children
        self.process.kill()
        self.process.wait()
        for each in left:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self._outside.close()

    def _wired(self, key: str, seconds: float) -> tuple[str, float]:
        for held, acts_as in self._wiring.hold.items():
            if acts_as == key and key not in self._wiring.key_names:
                return held, max(seconds, HOLD_SECONDS)
        return key, seconds

    def _throw(self, rng: random.Random) -> None:
        throw = random_action(self.state, rng)
        assert isinstance(throw, Throw), throw
        dice = [die.faces for die in self.state.game.dice]
        before = self.view
        self._outside.send(("throw", (throw.faces, dice)))
        self.wait_until(lambda update: update.view != before, f"the throw {throw} begins")
        self.wait_until(
            lambda update: (
                not isinstance(update.view, ThrowView)
                or update.view.dice not in ("rolling", "provisional")
            ),
            f"the throw {throw} ends",
        )

    @property
    def _list(self) -> ListView:
        assert isinstance(self.view, ListView), self._told("a list")
        return self.view

    def _line(self, text: str) -> int | None:
        """Return the number of the line of the list that begins with ``text``."""
        lines = enumerate(self._list.rows)
        return next((number for number, row in lines if str(row.label).startswith(text)), None)

    def _waits_by_itself(self) -> bool:
        return self.update.shown.awaited in BY_ITSELF

    def _comes(self, happened: Callable[[TableStep], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not happened(self.update):
            left = end - time.monotonic()
            if left <= 0 or not self._outside.poll(left):
                return happened(self.update)
            self.update = self._next(end)
        return True

    def _next(self, end: float) -> TableStep:
        assert self._outside.poll(max(0.0, end - time.monotonic())), self._told("a display")
        try:
            update: TableStep = self._outside.recv()
        except EOFError:
            raise AssertionError(self._told("that the program runs")) from None
        self._seen = [*self._seen, update.shown.words][-SEEN:]
        return update

    def _told(self, what: str) -> str:
        log = self.log.read_text(encoding="utf-8", errors="replace")[-4000:]
        shown = "\n".join(self._seen)
        return f"expected {what} within {PATIENCE:g} s; shown:\n{shown}\nlogged:\n{log}"


def _some_move(state: State, rng: random.Random) -> Move:
    move: Action = random_action(state, rng)
    assert isinstance(move, Move), move
    return move


def descendants(pid: int) -> list[int]:
    """Return the numbers of the processes that process ``pid`` has started, and of theirs."""
    done = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    children = [int(each) for each in done.stdout.split()]
    return [*children, *(each for child in children for each in descendants(child))]


def command_of(pid: int) -> str:
    """Return the command line of process ``pid``; empty once it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@contextmanager
def table(
    program: Program, folder: Path, *words: str, environ: Mapping[str, str] = NOTHING
) -> Iterator[RealTable]:
    """Run a :class:`RealTable` as long as the context lasts."""
    folder.mkdir(exist_ok=True)
    running = RealTable(program, folder, *words, environ=environ)
    try:
        yield running
    finally:
        running.close()
