"""The program is killed while it plays: everything that its display showed was saved."""

import multiprocessing
import random
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from firmware_host.session.session import Session
from firmware_host.storage.journal import Journal
from tests.figures import Figure
from tests.firmware_host.storage import victim
from tests.firmware_host.storage.victim import THAAYAM, Moment, moment

MOST_PICTURES = 12
IN_FLIGHT = 2
"""Actions that may be saved but not shown yet: one of a person, one of the machine."""

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([victim.__name__])


def pictures(shown: Connection) -> Iterator[Moment]:
    """Yield what comes through ``shown`` until the other end is closed."""
    with suppress(EOFError, OSError):
        while True:
            yield shown.recv()


def shown_until_killed(folder: Path, seed: int, count: int) -> list[Moment]:
    """Let a program play and kill it after ``count`` pictures; return what it showed."""
    ours, theirs = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=victim.play, args=(folder, seed, theirs))
    process.start()
    theirs.close()
    moments = []
    with ours:
        for each in pictures(ours):
            moments.append(each)
            if len(moments) == count:
                process.kill()
    process.join()
    process.close()
    return moments


def kept(folder: Path) -> Session:
    """Return the session in ``folder`` without changing anything there."""
    _, *records = next(Journal(folder).sessions())
    return Session.resume(records, THAAYAM)


def is_kept(shown: Moment, session: Session) -> bool:
    """Return whether ``session`` is what was ``shown``, or the moment right after it."""
    actions, done = moment(session)
    count = len(shown[0])
    is_same = actions[:count] == shown[0] and len(actions) <= count + IN_FLIGHT
    return is_same and (len(actions), done) >= (count, shown[1])


def kill(times: int, folder: Path) -> tuple[int, int]:
    """Kill the program ``times`` times; return the number of finished games and of pictures."""
    rng = random.Random(7)
    games = seen = 0
    home = folder / "0"
    home.mkdir()
    for seed in range(times):
        moments = shown_until_killed(home, seed, rng.randint(1, MOST_PICTURES))
        seen += len(moments)
        session = kept(home)
        assert moments
        assert is_kept(moments[-1], session), (seed, moments[-1], moment(session))
        if session.is_over:
            games += 1
            home = folder / str(games)
            home.mkdir()
    return games, seen


def test_a_killed_program_has_saved_what_it_showed(tmp_path: Path) -> None:
    _, seen = kill(10, tmp_path)
    assert seen > 10


@pytest.mark.deep
def test_a_program_killed_a_thousand_times_has_saved_what_it_showed(
    tmp_path: Path, figure: Figure
) -> None:
    games, seen = kill(1000, tmp_path)
    figure("kills", f"{seen:,} pictures, {games} games to their end")
    assert games > 0
