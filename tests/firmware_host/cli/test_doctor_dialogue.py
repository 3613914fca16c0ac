import io
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest

from firmware_host.cli import doctor_dialogue as clinic
from firmware_host.cli.doctor_dialogue import (
    Examination,
    Visitor,
    report,
    report_json,
)
from hardware.display.oled import open_display
from hardware.doctor import Answer, Check, Finding
from hardware.simulated import SimulatedPi
from hardware.wiring import wiring
from tests.hardware.doctor.fake_pi import HOME, FakePi, healthy

Found = list[tuple[Check, Finding]]

ROOT = Path(__file__).parents[3]

MIXED: Found = [
    (Check("Python"), Finding("ok", "3.11.2")),
    (Check("I2C"), Finding("failed", "there is no /dev/i2c-1", "sudo raspi-config")),
    (Check("SPI"), Finding("not needed", "the display is not on SPI")),
    (Check("key up"), Finding("skipped", "needs a person at a terminal")),
]


@pytest.fixture
def ward(monkeypatch: pytest.MonkeyPatch) -> FakePi:
    """A Raspberry Pi in order under the doctor's hands."""
    pi = healthy()
    monkeypatch.setattr(clinic, "System", lambda: pi)
    return pi


@pytest.fixture
def terminal() -> Iterator[tuple[TextIO, int]]:
    """A terminal as the program reads it, and the descriptor that somebody types into."""
    typing, reading = os.openpty()
    with os.fdopen(reading) as stream:
        yield stream, typing
    os.close(typing)


def test_checks_that_were_skipped_for_one_reason_share_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    after = Finding("skipped", "comes after 'Raspberry Pi'")
    hands = Finding("skipped", "needs a person at a terminal")
    found = [(Check(f"key {number}"), after) for number in range(24)]
    assert report([*found[:20], (Check("clock"), hands), *found[20:]]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "skipped     key 0, key 1, key 2 and 21 more: comes after 'Raspberry Pi'",
        "skipped     clock: needs a person at a terminal",
        "25 skipped",
    ]


def test_a_check_is_one_line_with_its_advice_below(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(MIXED) == 1
    assert capsys.readouterr().out.splitlines() == [
        "ok          Python: 3.11.2",
        "failed      I2C: there is no /dev/i2c-1",
        "            -> sudo raspi-config",
        "not needed  SPI: the display is not on SPI",
        "skipped     key up: needs a person at a terminal",
        "1 ok, 1 failed, 1 not needed, 1 skipped",
    ]


def test_json_is_one_object_with_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert report_json(MIXED) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is False
    assert [row["state"] for row in told["checks"]] == ["ok", "failed", "not needed", "skipped"]
    assert told["checks"][1] == {
        "check": "I2C",
        "state": "failed",
        "found": "there is no /dev/i2c-1",
        "advice": "sudo raspi-config",
    }


def test_json_has_letters_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    report_json([(Check("clock"), Finding("ok", "Größe: часы"))])
    assert "Größe: часы" in capsys.readouterr().out


@pytest.mark.parametrize("tell", [report, report_json])
def test_what_is_skipped_or_not_needed_does_not_fail(
    capsys: pytest.CaptureFixture[str], tell: Callable[[Found], int]
) -> None:
    assert tell([row for row in MIXED if row[1].state != "failed"]) == 0


@pytest.mark.usefixtures("ward")
def test_with_json_only_the_automatic_checks_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert Examination(wiring.load("generic"), Path(HOME)).in_full(as_json=True) == 0
    states = {row["check"]: row["state"] for row in json.loads(capsys.readouterr().out)["checks"]}
    assert states["display address"] == "ok"
    assert states["display picture"] == states["key up"] == states["dice line D0"] == "skipped"


def test_beside_a_running_table_its_pins_are_no_fault_and_its_display_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wired = wiring.load("generic")
    busy = replace(healthy(), users=dict.fromkeys(wired.lines.values(), "lg"))
    monkeypatch.setattr(clinic, "System", lambda: busy)
    assert Examination(wired, Path(HOME)).in_full(as_json=True) == 1
    capsys.readouterr()
    assert Examination(wired, Path(HOME)).beside_table(as_json=True) == 0
    states = {row["check"]: row["state"] for row in json.loads(capsys.readouterr().out)["checks"]}
    assert states["pins"] == states["display address"] == "skipped"
    assert states["free space"] == "ok"


@pytest.mark.usefixtures("ward")
def test_without_a_terminal_only_the_automatic_checks_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert Examination(wiring.load("generic"), Path(HOME)).in_full(as_json=False) == 0
    assert "more: needs a person at a terminal" in capsys.readouterr().out


def test_on_this_machine_it_runs_to_its_end_and_names_what_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.input.pins.model_name", lambda: "")
    assert Examination(wiring.load("generic"), tmp_path).in_full(as_json=False) == 1
    out = capsys.readouterr().out
    assert "failed      Raspberry Pi: this is a machine without a device tree\n" in out
    assert "to try tableside here: tableside simulate" in out
    assert "more: comes after 'Raspberry Pi'" in out
    assert f"ok          state folder: {tmp_path}\n" in out


BARE = """
import sys
for name in ("PIL", "gpiozero", "luma", "luma.oled", "serial", "smbus2", "lgpio"):
    sys.modules[name] = None
from pathlib import Path
from firmware_host.cli.doctor_dialogue import Examination
from hardware.wiring import wiring
sys.exit(Examination(wiring.load("waveshare-oled-hat"), Path("/")).in_full(as_json=True))
"""


def test_it_runs_without_the_packages_it_misses() -> None:
    done = subprocess.run(
        [sys.executable, "-c", BARE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    found = {row["check"]: row for row in json.loads(done.stdout)["checks"]}
    assert found["packages"]["state"] == "failed"
    for package in ("gpiozero", "luma.oled", "pyserial", "Pillow"):
        assert f"{package} " in found["packages"]["found"]
        assert f"'{package}" in found["packages"]["advice"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("\n", "yes"), ("Y\n", "yes"), ("no\n", "no"), ("n\n", "no"), ("s\n", "skip"), ("", "skip")],
)
def test_a_question_is_answered_at_the_keyboard(typed: str, answer: Answer) -> None:
    output = io.StringIO()
    assert Visitor(io.StringIO(typed), output).ask("do you see it?") == answer
    assert output.getvalue().strip() == "do you see it? [Enter = yes, n = no, s = skip]"


def test_enter_stops_waiting_only_once(terminal: tuple[TextIO, int]) -> None:
    stream, typing = terminal
    visitor = Visitor(stream, io.StringIO())
    assert not visitor.gives_up()
    os.write(typing, b"\n")
    assert visitor.gives_up()
    assert not visitor.gives_up()


def attend(monkeypatch: pytest.MonkeyPatch, stream: TextIO) -> SimulatedPi:
    """Run the program at the terminal ``stream``, on the hardware of the generic wiring."""
    pi = SimulatedPi(wiring.load("generic"), time.monotonic, random.Random(3))
    monkeypatch.setattr(clinic, "real_factory", lambda chip: pi.factory)
    monkeypatch.setattr("hardware.display.oled.open_display", partial(open_display, bus=pi.bus))
    monkeypatch.setattr(sys, "stdin", stream)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    return pi


@pytest.mark.usefixtures("ward")
def test_in_a_terminal_the_person_is_asked_to_act_and_enter_gives_up(
    terminal: tuple[TextIO, int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream, typing = terminal
    pi, wired = attend(monkeypatch, stream), wiring.load("generic")
    nothing = ["n", *("" for _ in wired.keys), "n", *4 * [""], ""]  # the dice and the cup at last
    os.write(typing, "".join(f"{line}\n" for line in nothing).encode())
    assert Examination(wired, Path(HOME)).in_full(as_json=False) == 1
    out = capsys.readouterr().out
    assert "do you see all four edges of the frame" in out
    assert out.count("failed ") == len(nothing)
    assert not pi.model.is_on


@pytest.mark.usefixtures("ward")
def test_ctrl_c_stops_it_darkens_the_display_and_exits_1(
    terminal: tuple[TextIO, int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(visitor: Visitor, question: str) -> Answer:
        assert pi.model.is_on
        raise KeyboardInterrupt

    pi = attend(monkeypatch, terminal[0])
    monkeypatch.setattr(Visitor, "ask", interrupt)
    assert Examination(wiring.load("generic"), Path(HOME)).in_full(as_json=False) == 1
    assert capsys.readouterr().out.endswith("\nstopped before the end\n")
    assert not pi.model.is_on
