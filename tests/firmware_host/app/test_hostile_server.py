"""A web server that was taken over does what it likes, and the game goes on as if there were none.

Time is virtual, so that nothing that happens at the table can depend on how fast a thread is.
"""

import random
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

import games
from firmware_host.app.feed import Feed
from firmware_host.app.request import Request
from firmware_host.remote.requests import ChooseMove, EndTable, PressKey, ReportQuestion
from firmware_host.remote.wire import Asked, request_line
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.records import JournalRecord
from hardware.wiring import wiring
from tests.deep import deeply
from tests.served import beside
from tests.table import Begin

SEED = 5
GAME = Setup("squadro")
ASKED: Sequence[Asked] = (
    ChooseMove(0, "1:hand-c1", 1),
    ChooseMove(7, "", 0),
    PressKey("nonsense"),
    EndTable("nonsense"),
    ReportQuestion("log", again=True),
)
"""Requests that make no sense or do not fit, and a question."""
FLOOD = b"".join(map(request_line, ASKED))

Attack = Callable[[Path, threading.Event], None]


def connected(path: Path) -> socket.socket:
    attacker = socket.socket(socket.AF_UNIX)
    try:
        attacker.connect(str(path))
    except OSError:
        attacker.close()
        raise
    attacker.settimeout(0.1)
    return attacker


def read_nothing(path: Path, enough: threading.Event) -> None:
    with connected(path):
        enough.wait()


def send(words: bytes) -> Attack:
    def attack(path: Path, enough: threading.Event) -> None:
        with connected(path) as attacker:
            while not enough.is_set():
                with suppress(OSError):
                    attacker.sendall(words)

    return attack


def connect_again_and_again(path: Path, enough: threading.Event) -> None:
    while not enough.is_set():
        with suppress(OSError), connected(path) as attacker:
            attacker.send(FLOOD[:1])


ATTACKS: Mapping[str, Attack] = {
    "reads nothing": read_nothing,
    "floods": send(FLOOD),
    "sends garbage": send(b"\xff[{\n" * 100),
    "sends a line without an end": send(b"x" * 500),
    "connects again and again": connect_again_and_again,
}


class Enough(Exception):  # noqa: N818 - nothing is wrong
    """As many moves as were asked for have been played."""


@pytest.fixture(scope="module", params=[12, *deeply(25)])
def moves(request: pytest.FixtureRequest) -> int:
    """How many moves of a game are played."""
    many: int = request.param
    return many


def played(hands: Hands, moves: int) -> Sequence[JournalRecord]:
    """Play the first ``moves`` of a game; return what the journal has of it."""

    def watch() -> None:
        if len(hands.world.app.table.game.playing.actions) == moves:
            raise Enough

    with suppress(Enough):
        play_game(hands, random.Random(SEED), watch)
    return hands.world.app.game_records


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory, moves: int) -> Hands:
    """A table that nobody attacks, after the same moves."""
    request = Request(games, wiring.load("generic"), "en", tmp_path_factory.mktemp("alone"), GAME)
    hands = Hands(World(request, seed=1))
    played(hands, moves)
    return hands


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_no_act_is_lost_and_no_time_passes(
    begin: Begin, tmp_path_factory: pytest.TempPathFactory, attack: Attack, alone: Hands, moves: int
) -> None:
    hands = begin(GAME)
    app = hands.world.app
    path = tmp_path_factory.mktemp("socket") / "table.socket"
    feed = Feed(path, app.observers, app.requests, beside(path.parent))
    enough = threading.Event()
    attacker = threading.Thread(target=attack, args=(path, enough))
    attacker.start()
    try:
        found = played(hands, moves)
    finally:
        enough.set()
        feed.close()
        attacker.join()
    assert found == alone.world.app.game_records
    assert hands.world.clock() == alone.world.clock()
