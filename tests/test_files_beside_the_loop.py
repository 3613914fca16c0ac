"""Nothing at the table waits for the card or a stick: the loop's thread uses no files.

It may write the journal, as what is shown must be on the card before; and it loads what the program
itself consists of: modules, texts, fonts. Everything else is done by the worker with the files, or
by those who think: the tables of values of a game may be large.
"""

import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import pytest
from msgspec.structs import replace

import games
from firmware_host.app.file_worker import FileWorker
from firmware_host.app.loop import App
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts, feature_names
from firmware_host.features.update import UpdatesHere
from firmware_host.remote.requests import AwaitGame, ChangeSetting, LookForUpdate
from firmware_host.session.setup import Setup
from firmware_host.setup.update.at_table import TableUpdates
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.simulator import simulated_table
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.storage import journal
from firmware_host.table.device import AS_USUAL
from firmware_host.table.keys import STAFF_MEMBERS, STAFF_SECONDS
from firmware_host.table.scene import Effects, FileTask, Scene, UseFiles
from firmware_host.table.scenes.base import ListScene
from firmware_host.thinking.inline import Answer, Question, find_answer
from firmware_host.thinking.process import ThinkerBeside
from hardware.wiring import wiring
from tests.firmware_host.public import PUBLIC
from tests.table import lines, set_context, take, take_in_menu, words

PROGRAM: Final = (
    sys.prefix,
    sys.base_prefix,
    *(str(Path(__file__).parents[1] / name) for name in ("firmware_host", "games", "hardware")),
)
USED: Final = ("open", "os.", "shutil.", "glob.", "subprocess.", "tempfile.", "mmap.", "fcntl.")
"""How the events of the interpreter begin that tell of a file, or of a program that is started."""

TABLES: Final = frozenset(str(path) for name in games.names() for path in games.kind(name).TABLES)
"""The tables of values that games look for."""

UNTOLD: Final = ("stat", "lstat", "fsync", "fdatasync", "access")
"""What is done with files without such an event."""


class LoopWatch:
    """Collects which files the loop uses while it ``is_on``."""

    def __init__(self) -> None:
        self.is_on = False
        self.found: list[str] = []

    def hear(self, event: str, arguments: Sequence[object]) -> None:
        """Take an event of the interpreter, of any thread."""
        if self.is_on and event.startswith(USED) and THREADS.is_loop():
            self.is_on = False  # what is looked up now is no use by the loop
            place = next((part for part in arguments if isinstance(part, str | bytes | Path)), "")
            if not _is_of_program(os.fsdecode(place)) and not _is_expected():
                self.found.append(f"{event} {os.fsdecode(place)} {_callers()}")
            self.is_on = True

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look at what is done in the ``with`` block."""
        self.is_on = True
        try:
            yield
        finally:
            self.is_on = False


class Threads:
    """Knows the thread of the tests, in which the loop runs."""

    def __init__(self) -> None:
        import threading

        self._ident, self._now = threading.get_ident(), threading.get_ident

    def is_loop(self) -> bool:
        return self._now() == self._ident


THREADS, WATCH = Threads(), LoopWatch()
sys.addaudithook(WATCH.hear)


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _is_of_program(place: str) -> bool:
    return place.startswith(PROGRAM) and place not in TABLES


LOADER: Final = "<frozen importlib._bootstrap_external>"
"""Reads what of the program is loaded late, and keeps it compiled."""


def _is_expected() -> bool:
    users = (frame.f_code.co_filename for frame in _frames())
    files = [file for file in users if file != __file__]
    return files[0] == LOADER or journal.__file__ in files


def _callers() -> str:
    """Return where in the program a file is used, the innermost function last."""
    files = (frame.f_code for frame in _frames() if "tests" not in frame.f_code.co_filename)
    ours = [code for code in files if code.co_filename.startswith(PROGRAM[2:])]
    return " < ".join(f"{Path(code.co_filename).stem}.{code.co_name}" for code in ours[:6])


class JoinedWorker(FileWorker):
    """Does with files what is wanted in its thread, at once, so that a test is always the same."""

    def give(self, tasks: Sequence[FileTask]) -> None:
        was_on, WATCH.is_on = WATCH.is_on, False
        super().give(tasks)
        wait([future for _, future in self._given])
        WATCH.is_on = was_on


class JoinedThinker(ThinkerBeside):
    """Thinks in another thread, at once."""

    def __init__(self, wake: Callable[[], None]) -> None:
        super().__init__(wake)
        self._thread = ThreadPoolExecutor(1)

    def _submit(self, question: Question) -> Future[Answer]:
        was_on, WATCH.is_on = WATCH.is_on, False
        answering = self._thread.submit(find_answer, question, lambda: False)
        wait([answering])
        WATCH.is_on = was_on
        return answering

    def close(self) -> None:
        super().close()
        self._thread.shutdown()


Open = Callable[..., Hands]


@pytest.fixture
def open_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Open a table whose loop is watched once it has begun."""
    WATCH.found.clear()
    monkeypatch.setattr(simulated_table, "FileWorker", JoinedWorker)
    for name in UNTOLD:
        monkeypatch.setattr(os, name, _told(name, getattr(os, name)))
    step = App.step

    def watched(app: App) -> None:
        with WATCH.looking():
            step(app)

    def opened(setup: Setup | None = None, **asked: object) -> Hands:
        request = Request(games, wiring.load("generic"), "en", tmp_path, setup)
        changed = replace(request, **asked)
        hands = Hands(World(changed, seed=1, open_thinker=JoinedThinker))
        monkeypatch.setattr(App, "step", watched)
        closing.callback(hands.world.close)
        return hands

    with ExitStack() as closing:
        yield opened
    assert WATCH.found == []


def _told(name: str, function: Callable[..., object]) -> Callable[..., object]:
    def told(*arguments: object, **named: object) -> object:
        WATCH.hear(f"os.{name}", arguments)
        return function(*arguments, **named)

    return told


def test_a_file_that_the_loop_uses_is_found(open_table: Open, tmp_path: Path) -> None:
    hands = open_table()

    def read() -> Effects:
        (tmp_path / "own").write_text("")
        return ()

    hands.world.app.table.run(UseFiles(read))
    hands.world.run_for(0.1)
    assert WATCH.found == []
    with WATCH.looking():
        read()
        (tmp_path / "own").exists()
    assert [found.split()[0] for found in WATCH.found] == ["open", "os.stat"]
    WATCH.found.clear()


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_played_and_left(open_table: Open, name: str) -> None:
    hands = open_table(Setup(name))
    for _ in range(4):
        act(hands)
    hands.undo()
    take_in_menu(hands, "Save and leave")
    assert words(hands).startswith("Which game?")


def test_a_whole_game_is_played_and_looked_back_at(open_table: Open) -> None:
    hands = open_table(Setup("squadro"))
    play_game(hands, random.Random(1))
    hands.press("menu")
    walk(hands, depth=1)


def act(hands: Hands) -> None:
    """Throw, or move, as is due; the action is the first that there is."""
    hands.look_up()
    hands.follow()
    if hands.state.is_chance:
        hands.throw(str(hands.state.chance_outcomes()[0][0]))
    else:
        hands.play(str(hands.state.legal_moves()[0]))


def walk(hands: Hands, depth: int = 2) -> set[str]:
    """Change each line of the list on the screen, open it, and what it opens.

    Return the names of the scenes that were seen.
    """
    table = hands.world.app.table
    stack, in_game = table.scenes.all, table.game.in_game
    seen = {type(table.scene).__name__}
    for number in range(len(lines(hands))):
        for key in ("right", "left", "ok"):
            table.game.in_game = in_game
            show(hands, stack, number)
            hands.press(key)
            seen.add(type(table.scene).__name__)
        if depth > 1 and type(table.scene) is not type(stack[0]):
            seen |= walk(hands, depth - 1) if isinstance(table.scene, ListScene) else set()
            hands.press("ok")
    show(hands, stack, 0)
    return seen


def show(hands: Hands, stack: Sequence[Scene], number: int) -> None:
    """Show ``stack`` from the top again, with the cursor on a line, and with usual keys."""
    table, (top, *beneath) = hands.world.app.table, stack
    assert isinstance(top, ListScene)
    shown = [*reversed(beneath), replace(top, cursor=number)]
    table.scenes.reset(shown[0])
    for scene in shown[1:]:
        table.scenes.cover(scene, 0)
    set_context(table, preferences=AS_USUAL, lasting=AS_USUAL)
    hands.world.app.redraw()
    hands.world.run_for(3.0)


def call_the_staff(hands: Hands) -> None:
    for key in STAFF_MEMBERS:
        hands.world.pi.press(key, STAFF_SECONDS + 0.5)
    hands.world.run_for(STAFF_SECONDS + 1.0)
    assert "Staff menu" in words(hands)


@pytest.fixture
def updates(tmp_path: Path) -> TableUpdates:
    """Updates of a card and a stick that are empty."""
    return TableUpdates(UpdateDisk(tmp_path / "root"), "/state")


@pytest.mark.parametrize("facts", [KnownFacts(), PUBLIC])
def test_the_staff_read_and_set_everything(
    open_table: Open, updates: TableUpdates, facts: KnownFacts
) -> None:
    hands = open_table(facts=facts)
    table = hands.world.app.table
    table.parts.note(UpdatesHere(updates))
    call_the_staff(hands)
    assert walk(hands) >= {"StaffMenu", "CountersList", "ConfirmEnding", "TextPage"}


def test_people_leave_games_and_look_at_what_was_played(open_table: Open) -> None:
    hands = open_table(Setup("squadro", first=0))
    act(hands)
    take_in_menu(hands, "Save and leave")
    take(hands, "Thaayam")
    hands.press("ok")
    act(hands)
    take_in_menu(hands, "Save and leave")
    assert [label for label in lines(hands) if "left" in label.lower()] != []
    walk(hands)


@pytest.mark.skipif("exercises" not in feature_names(), reason="there are no exercises")
def test_an_exercise_is_solved(open_table: Open, tmp_path: Path) -> None:
    hands = open_table()
    take(hands, "Squadro")
    take(hands, "Exercises")
    hands.press("ok")
    hands.press("right")
    for move in map(str, hands.state.legal_moves()):
        hands.press("ok")
        hands.play(move)
        if "Right!" in words(hands):
            break
    assert [file.name for file in tmp_path.glob("solved*")] == ["solved-exercises"]


ASKED: Final = (
    ChangeSetting("brightness", "low"),
    LookForUpdate(),
    AwaitGame("squadro"),
)


def test_what_the_staff_ask_from_elsewhere_is_done(open_table: Open, updates: TableUpdates) -> None:
    hands = open_table()
    table = hands.world.app.table
    table.parts.note(UpdatesHere(updates))
    for request in ASKED:
        hands.world.app.requests.put(request)
        hands.world.run_for(1.0)
    assert table.context.lasting.brightness == "low"
