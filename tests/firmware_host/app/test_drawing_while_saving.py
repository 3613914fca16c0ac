"""The picture is drawn while the card syncs, and nothing leaves the table before that is done."""

import errno
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.storage.filesystem import Storage, SyncBeside
from firmware_host.storage.journal import Journal
from hardware.wiring import wiring
from tests.firmware_host.storage.disk import LateSync, PowerCut, failure
from tests.table import TableWithSync

SETUP = Setup("thaayam", {"seats": 2})


def table(folder: Path, sync: LateSync, setup: Setup = SETUP) -> TableWithSync:
    return TableWithSync(Request(games, wiring.load("generic"), "en", folder, setup), sync)


class NoAnswer(LateSync):
    """A card that never answers: whoever waits for it waits for ever, and the power is cut."""

    def join(self) -> None:
        if self.is_pending:
            raise PowerCut


class Enough(Exception):  # noqa: N818 - nothing is wrong
    """A table has been watched for long enough."""


ACTIONS = 25


def stand_before(owner: object, name: str, look: Callable[[Any], None]) -> None:
    """Let ``look`` be called before the method of ``owner`` with this ``name``."""
    method = getattr(owner, name)

    def looked_at(first: Any, *others: Any) -> Any:
        look(first)
        return method(first, *others)

    setattr(owner, name, looked_at)


@pytest.mark.parametrize("name", games.names())
def test_what_is_drawn_while_the_card_syncs_is_shown_afterwards(name: str, tmp_path: Path) -> None:
    sync = LateSync()
    world = table(tmp_path, sync, Setup(name))
    drawn: list[bool] = []
    left: list[bool] = []

    def look(found: list[bool], argument: object) -> None:
        if argument != ():  # no files to be used
            found.append(sync.is_pending)

    def watch() -> None:
        if sum(drawn) >= ACTIONS:
            raise Enough

    app = world.app
    stand_before(app.outputs, "_draw", partial(look, drawn))
    for owner, method in (
        (world.pi.model, "write"),
        (app.observers, "publish"),
        (app._files, "give"),
        (app.outputs, "signal"),
    ):
        stand_before(owner, method, partial(look, left))
    with suppress(Enough):
        play_game(Hands(world), random.Random(1), watch)
    assert sum(drawn) >= ACTIONS
    assert len(left) > ACTIONS
    assert not any(left)
    world.close()


def test_while_the_card_does_not_answer_the_picture_of_before_stays(tmp_path: Path) -> None:
    world = table(tmp_path, NoAnswer())
    seen = world.app.observers.subscribe()
    with pytest.raises(PowerCut):
        Hands(world).throw("1")
    shown = world.app.outputs.image
    assert shown is not None
    assert world.pi.model.image().tobytes() == shown.tobytes()
    assert world.app.frame != world.app.table.frame
    assert not any(update.done for update in seen.take())


def test_a_sync_that_fails_is_told_with_the_first_picture_of_what_it_was_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Storage, *arguments: object) -> int:
        raise failure(errno.EIO)

    world = table(tmp_path, LateSync())
    seen = world.app.observers.subscribe()
    for name in ("sync", "open_new"):
        monkeypatch.setattr(Storage, name, refuse)
    Hands(world).throw("1")
    first = next(update for update in seen.take() if update.done)
    assert str(first.shown.notice) == "Not saved! You can play on."
    assert "Not saved!" in first.shown.words
    assert not world.app.is_saved


def test_a_sync_that_fails_once_is_made_good_in_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = table(tmp_path, LateSync())
    fails = iter([True])

    def sync(self: Storage, descriptor: int) -> None:
        if next(fails, False):
            raise failure(errno.ENOSPC)

    monkeypatch.setattr(Storage, "sync", sync)
    Hands(world).throw("1")
    assert world.app.is_saved
    _, *records = next(Journal(tmp_path).sessions())
    assert Session.resume(records, games).actions == world.app.table.game.playing.actions


class Held(Storage):
    """A card that answers when it is told to, with an error if there is one."""

    def __init__(self, error: OSError | None = None) -> None:
        self.asked, self.may_answer = threading.Event(), threading.Event()
        self.threads: list[int] = []
        self._error = error

    def sync(self, descriptor: int) -> None:
        self.threads.append(threading.get_ident())
        self.asked.set()
        self.may_answer.wait()
        if self._error is not None:
            raise self._error


def test_a_sync_goes_on_beside_its_caller_until_it_is_joined() -> None:
    sync, card = SyncBeside(), Held()
    for _ in range(2):
        card.may_answer.clear()
        sync.begin(card, 0)
        assert card.asked.wait()
        card.may_answer.set()
        sync.join()
    sync.join()
    sync.close()
    sync.close()
    assert len(set(card.threads) - {threading.get_ident()}) == 1


def test_the_error_of_a_sync_beside_is_raised_where_it_is_joined() -> None:
    sync, card = SyncBeside(), Held(failure(errno.EIO))
    sync.begin(card, 0)
    card.may_answer.set()
    with pytest.raises(OSError, match="Input/output error"):
        sync.join()
    sync.join()
    sync.close()


NEVER = """
import threading
from firmware_host.storage.filesystem import Storage, SyncBeside

class Never(Storage):
    def sync(self, descriptor):
        threading.Event().wait()

SyncBeside().begin(Never(), 0)
print("begun")
"""


def test_a_sync_that_never_ends_lets_the_program_end() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", NEVER], capture_output=True, text=True, check=True, timeout=60
    )
    assert ended.stdout == "begun\n"
