"""What all tests share: a world on virtual time, the program on a simulated Pi in it, and hands."""

import gc
import os
import pickle
from asyncio import events
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import games
from firmware_host.app import build
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.thinking.inline import Answer, Question
from games.budget import Stop
from games.core import Catalogue
from hardware.wiring import wiring
from tests import figures
from tests.figures import Figure
from tests.left_out import is_left_out
from tests.real.installed import Program, install
from tests.table import Begin

settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=300)
settings.register_profile("steady", settings.get_profile("thorough"), max_examples=40)
settings.load_profile("steady")

YOUNG = 20_000
"""Objects that are made before the collector of garbage looks at them: tests make very many."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-figures", action="store_true", help="write the figures that are measured into docs"
    )
    parser.addoption("--browser", action="store_true", help="run the tests in a real browser")
    parser.addoption(
        "--write-pictures", action="store_true", help="write the pictures of the pages into docs"
    )


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what needs a feature that is not there, such as tests of two features together."""
    return True if collection_path.suffix == ".py" and is_left_out(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let the collector of garbage pass by all that is imported and listed, now and later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(YOUNG)


@pytest.fixture(scope="session", autouse=True)
def _quick_card() -> Iterator[None]:
    """Let nothing wait until it is on the disk: nobody cuts the power of a test."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("fsync", "fdatasync"):
            patch.setattr(os, name, lambda descriptor: None, raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _small_reserve() -> Iterator[None]:
    """Let a table reserve a page of the disk for a full card, not a thousand tables a gigabyte."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "RESERVE_SIZE", 4096)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_folder_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no test read or write the games of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.delenv("STATE_DIRECTORY", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _answers_from_elsewhere() -> Iterator[None]:
    """Let every answer come as it does from the process that thinks: pickled, as the question."""
    with pytest.MonkeyPatch.context() as patch:
        kinds: tuple[type[Question], ...] = (Question, *_kinds_of_question(Question))
        for kind in kinds:
            patch.setattr(kind, "find_answer", _pickled(kind.find_answer))
        yield


@pytest.fixture(autouse=True)
def _games_that_ship() -> Iterator[None]:
    """Let what a test takes in be listed in no other one."""
    yield
    games.take_in(())


def _kinds_of_question(base: type[Question]) -> Iterator[type[Question]]:
    """Yield what the program thinks about in its own way, beside what tests make up."""
    for kind in base.__subclasses__():
        if kind.__module__.startswith("firmware_host.") and "find_answer" in vars(kind):
            yield kind
        yield from _kinds_of_question(kind)


def _pickled(find_answer: Callable[[Any, Stop], Answer]) -> Callable[[Question, Stop], Answer]:
    def found(question: Question, stop: Stop) -> Answer:
        received = pickle.loads(pickle.dumps(question))
        answer: Answer = pickle.loads(pickle.dumps(find_answer(received, stop)))
        return answer

    return found


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, installed from its wheel; all processes of the tests share it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    return install(shared / "installed")


@pytest.fixture(autouse=True)
def loops_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test run a loop: that of Playwright goes on in this thread from its first use."""
    others = events._get_running_loop()
    is_needed = others is None or "chromium" in request.fixturenames
    events._set_running_loop(others if is_needed else None)
    yield
    if not is_needed:
        events._set_running_loop(others)


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Publish a figure of the manual: print it, and write it into its page if that is wanted."""
    is_written = request.config.getoption("--write-figures")

    def publish(name: str, text: str) -> None:
        print(f"{name}: {text}")
        if is_written:
            figures.write(name, text)

    return publish


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Make hands at a table: ``begin(setup, catalogue=..., profile=..., language=...)``.

    With ``has_hall_tray`` its dice have magnets.

    Every call uses the same state folder, as a program that is started again does.
    """

    def begun(
        setup: Setup | None = None,
        catalogue: Catalogue = games,
        profile: str = "generic",
        language: str = "en",
        has_hall_tray: bool = False,
    ) -> Hands:
        wired = wiring.load(profile)
        if has_hall_tray:
            wired = wiring.with_reported_dice(wired)
        request = Request(catalogue, wired, language, tmp_path, setup, has_hall_tray=has_hall_tray)
        return Hands(World(request, seed=1))

    return begun
