"""What cannot work is reported in one clear line, and the rest continues."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.machine.conftest import MakeDouble, Play
from tests.machine.panel import Panel
from tests.machine.pins import Pins
from tests.machine.virtual_time.test_finding import BACK, held

GPIO, I2C = Path("/dev/gpiochip0"), Path("/dev/i2c-1")
NOBODY = 65534
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""Runs a program that may do no more than its user and groups may, even if that is root."""


@contextmanager
def closed_to_all(device: Path) -> Iterator[None]:
    """Let nobody but its owner use ``device``, and that is somebody else."""
    os.chown(device, NOBODY, NOBODY)
    device.chmod(0o600)
    yield
    os.chown(device, 0, 0)


def test_the_working_directory_is_left_as_it_was(
    play: Play, double: MakeDouble, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    hands = double()
    program = play(cwd=empty)
    hands.meet()
    assert list(empty.iterdir()) == []
    assert program.end() == 0
    assert list(empty.iterdir()) == []


def test_a_working_directory_that_cannot_be_written_is_enough(
    play: Play, double: MakeDouble, read_only: Path
) -> None:
    hands = double()
    program = play(cwd=read_only)
    hands.press("down")
    hands.meet()
    assert program.said == []


def test_a_line_in_use_by_another_program_is_named(
    play: Play, pins: Pins, panel: Panel, tmp_path: Path
) -> None:
    with held(pins.chip, BACK, tmp_path):
        program = play()
        assert program.wait() == 1
    (line,) = program.said
    assert line.startswith(f"tableside play: back: pin {BACK} cannot be claimed")
    assert "end the program that uses it" in line


def test_pins_without_permission_are_one_line(play: Play, pins: Pins, panel: Panel) -> None:
    with closed_to_all(GPIO):
        program = play(before=WITHOUT_RIGHTS)
        assert program.wait() == 1
    (line,) = program.said
    assert line.startswith("tableside play: ")
    assert "add the user to the group gpio" in line


def test_a_display_without_permission_is_one_line_and_the_table_continues(
    play: Play, double: MakeDouble, pins: Pins, panel: Panel
) -> None:
    with closed_to_all(I2C):
        program = play(before=WITHOUT_RIGHTS)
        assert panel.wait_for(lambda: bool(program.said))
        (line,) = program.said
        assert "add the user to the group i2c" in line
        assert program.is_running
        assert program.end() == 0


def test_a_folder_that_cannot_be_written_is_one_line(
    play: Play, pins: Pins, panel: Panel, read_only: Path
) -> None:
    program = play("--state-dir", str(read_only / "games"))
    assert program.wait() == 1
    (line,) = program.said
    assert line.startswith(f"tableside play: cannot keep games in {read_only / 'games'}: ")
    assert line.endswith("choose a folder you may write to with --state-dir")


def test_two_tables_on_one_machine_are_one_line(
    play: Play, double: MakeDouble, tmp_path: Path
) -> None:
    hands = double()
    play()
    hands.meet()
    second = play("--state-dir", str(tmp_path / "second"))
    assert second.wait() == 1
    (line,) = second.said
    assert "cannot be claimed" in line
