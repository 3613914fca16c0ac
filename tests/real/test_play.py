"""``tableside play`` as it is installed, on pins that are pressed in real time.

In each of them the log is read: nothing has failed, and what was provoked is told.
"""

import os
import random
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

import games
from firmware_host.screens.moves import SuggestView
from firmware_host.simulator.hands import HOLD_SECONDS
from firmware_host.table.observers import TableStep
from tests.real.hands import RealTable, table
from tests.real.installed import NOTHING, Program, faults
from tests.real.pages import HOST, wait_for_page
from tests.served import free_port

GAMES = games.names()
MACHINE = "friend"
FEW, SOME = 2, 12
"""Actions that are played, in a minute of all tests or in several of one."""

WEB, THINKER = "firmware_host.cli beside", "child.think"


def begun_with_a_machine(name: str) -> tuple[str, ...]:
    """Return the arguments for a game in which a machine has the second seat."""
    return (name, "--first", "0", "--seat", f"1={MACHINE}")


def is_hint(update: TableStep) -> bool:
    """Return whether a move is advised."""
    return isinstance(update.view, SuggestView)


def hint_twice(real: RealTable) -> None:
    """Ask for a hint, put it away, and ask again."""
    for _ in range(2):
        real.press_until(is_hint, "hint")
        real.press_until(lambda update: not is_hint(update), "back")


def until_a_choice(real: RealTable) -> None:
    """Play until people choose a move."""
    rng = random.Random(1)
    while real.update.shown.awaited != "choice":
        real.step(rng)


def move_and_take_back(real: RealTable) -> None:
    """Choose a move and take it back: the position is the one before it, and the record says so."""
    before, rng = real.state, random.Random(1)
    while real.state == before:
        real.step(rng)
    real.press_until(lambda update: update.position == before, "left", HOLD_SECONDS)
    assert "undo" in real.update.shown.records[-1]


def ended_well(real: RealTable, lost: Sequence[str] = ()) -> None:
    """End the table; none of its processes is left, and nothing but ``lost`` has failed.

    Each of ``lost`` is told in one line of the log.
    """
    children = real.children
    assert real.end() == 0
    told = faults(real.log)
    assert len(told) == len(lost), told
    assert all(words in line for words, line in zip(lost, told, strict=True)), told
    real.wait_until_gone(children)


def test_a_page_goes_with_the_table_and_what_is_logged_reaches_standard_error(
    program: Program, tmp_path: Path
) -> None:
    port = free_port()
    with table(program, tmp_path, GAMES[0], "--first", "0", "--web", f"{HOST}:{port}") as real:
        wait_for_page(port)
        real.play(FEW)
        os.kill(real.child(WEB), signal.SIGKILL)
        real.wait_for_log("the web server ended with -9; it starts again in 1 s")
        wait_for_page(port)
        ended_well(real)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_beside_a_machine_that_thinks_with_hints_and_undo(
    program: Program, tmp_path: Path, name: str
) -> None:
    with table(program, tmp_path, *begun_with_a_machine(name)) as real:
        until_a_choice(real)
        hint_twice(real)
        real.play(SOME)
        until_a_choice(real)
        move_and_take_back(real)
        real.play(FEW)
        assert "quick look" not in real.log.read_text()
        ended_well(real)


@pytest.mark.deep
def test_a_thinking_process_that_is_killed_is_told_and_another_one_thinks(
    program: Program, tmp_path: Path
) -> None:
    with table(program, tmp_path, *begun_with_a_machine(GAMES[-1])) as real:
        until_a_choice(real)
        os.kill(real.child(THINKER), signal.SIGKILL)
        real.press_until(is_hint, "hint")
        real.press_until(lambda update: not is_hint(update), "back")
        real.wait_for_log("thinking failed")
        real.play(FEW)
        real.wait_for_log("the machine thinks again")
        ended_well(real, lost=("thinking failed, the machine only takes a quick look",))


@pytest.mark.deep
def test_a_game_goes_on_after_the_program_was_killed(program: Program, tmp_path: Path) -> None:
    words = (GAMES[0], "--first", "0")
    with table(program, tmp_path, *words) as real:
        real.play(FEW)
        records = len(real.update.shown.records)
        os.kill(real.process.pid, signal.SIGKILL)
        real.process.wait()
    with table(program, tmp_path, *words) as real:
        real.press("ok")
        assert len(real.update.shown.records) >= records
        real.play(FEW)
        ended_well(real)


@pytest.mark.deep
def test_a_shared_table_tells_a_server_of_its_own(program: Program, tmp_path: Path) -> None:
    port, socket = free_port(), str(tmp_path / "table.socket")
    with table(program, tmp_path, GAMES[0], "--first", "0", "--share", socket) as real:
        beside = tmp_path / "web"
        beside.mkdir()
        server = program.start(
            "web", "--table", socket, "--listen", f"{HOST}:{port}", "--state-dir", str(beside),
            where=beside,
        )  # fmt: skip
        try:
            wait_for_page(port)
            real.play(FEW)
            ended_well(real)
        finally:
            server.terminate()
            assert server.wait() in (0, -signal.SIGTERM)
        assert faults(beside / "log") == []


@pytest.mark.deep
def test_a_public_table_is_left_and_taken_again(program: Program, tmp_path: Path) -> None:
    rng = random.Random(1)
    with table(program, tmp_path, GAMES[0], "--kiosk") as real:
        for _ in range(SOME):
            real.step(rng)
        ended_well(real)


@pytest.mark.deep
def test_a_table_that_speaks_says_everything_to_its_player(
    program: Program, tmp_path: Path
) -> None:
    if not any((Path(each) / "espeak-ng").exists() for each in NOTHING["PATH"].split(":")):
        pytest.skip("the test of speech needs espeak-ng: sudo apt install espeak-ng")
    player = tmp_path / "bin" / "aplay"
    player.parent.mkdir()
    player.write_text(f"#!/bin/sh\nexec cat >> {tmp_path}/sound\n", encoding="utf-8")
    player.chmod(0o755)
    environ = {**NOTHING, "PATH": f"{player.parent}:{NOTHING['PATH']}"}
    with table(program, tmp_path, GAMES[0], "--first", "0", "--speech", environ=environ) as real:
        real.play(FEW)
        ended_well(real)
    assert (tmp_path / "sound").stat().st_size > 0


@pytest.mark.deep
@pytest.mark.parametrize("encoding", ["iso8859-1", "ascii"])
def test_a_table_in_russian_is_played_and_seen_whatever_its_log_can_write(
    program: Program, tmp_path: Path, encoding: str
) -> None:
    port, environ = free_port(), {**NOTHING, "PYTHONIOENCODING": encoding}
    words = (GAMES[0], "--first", "0", "--language", "ru", "--web", f"{HOST}:{port}")
    with table(program, tmp_path, *words, environ=environ) as real:
        wait_for_page(port)
        real.play(FEW)
        assert any("а" <= sign <= "я" for sign in real.update.shown.words)
        ended_well(real)
