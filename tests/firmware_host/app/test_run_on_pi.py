"""The program at a real table; its pins are those of a simulated Pi, and no panel answers."""

import gc
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.app import run_on_pi
from firmware_host.app.failsafe import Failsafe
from firmware_host.app.loop import App
from firmware_host.app.run_on_pi import END_SIGNALS
from firmware_host.app.systemd_notify import SIGNALLED
from firmware_host.cli.main import main
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.wiring import wiring


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedPi]:
    """A simulated Pi that ``tableside play`` takes for a real one without a display."""
    machine = SimulatedPi(wiring.load("generic"), VirtualClock(), random.Random(1))
    monkeypatch.setattr(run_on_pi, "real_factory", lambda chip=None: machine.factory)
    before = {number: signal.signal(number, signal.SIG_DFL) for number in END_SIGNALS}
    yield machine
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", END_SIGNALS)
def test_a_signal_ends_the_program_with_everything_closed_and_exit_code_0(
    pi: SimulatedPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    apps: list[App] = []
    step = App.step

    def step_and_kill(app: App) -> None:
        step(app)
        if not apps:
            apps.append(app)
            os.kill(os.getpid(), number)

    monkeypatch.setattr(App, "step", step_and_kill)
    assert main(["play", "thaayam", "--state-dir", str(tmp_path)]) == 0
    assert "Goodbye" in apps[0].words
    assert [path.suffix for path in tmp_path.glob("*.journal")] == [".journal"]
    assert all(pin.when_changed is None for pin in pi.factory.pins.values())


def test_garbage_is_collected_while_the_table_runs(
    pi: SimulatedPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collects: list[bool] = []

    def look_and_end(app: App) -> None:
        collects.append(gc.isenabled())
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(App, "step", look_and_end)
    gc.disable()
    try:
        main(["play", "thaayam", "--state-dir", str(tmp_path)])
    finally:
        gc.enable()
    assert collects[0]


@pytest.mark.parametrize("number", END_SIGNALS)
def test_a_signal_to_the_service_is_an_exit_code_of_its_own(
    pi: SimulatedPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    step = App.step

    def step_and_kill(app: App) -> None:
        step(app)
        os.kill(os.getpid(), number)

    monkeypatch.setattr(App, "step", step_and_kill)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody listens"))
    assert main(["play", "thaayam", "--state-dir", str(tmp_path)]) == SIGNALLED
    assert pi.factory.pins


def test_a_panel_that_is_not_there_does_not_stop_the_game(
    pi: SimulatedPi,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    step = Failsafe.step

    def step_and_stop(table: Failsafe) -> None:
        step(table)
        table.stop()

    monkeypatch.setattr(Failsafe, "step", step_and_stop)
    assert main(["play", "thaayam", "--state-dir", str(tmp_path)]) == 0
    assert "ssd1306 at 0x3C" in caplog.text


def test_a_folder_in_use_is_one_line_and_exit_code_1(
    pi: SimulatedPi, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from firmware_host.storage.state_folder import hold

    with hold(tmp_path):
        assert main(["play", "thaayam", "--state-dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_failure_in_the_loop_is_shown_and_a_signal_still_ends_the_program(
    pi: SimulatedPi,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen: list[str] = []
    step = Failsafe.step

    def fail(app: App) -> None:
        raise ZeroDivisionError("no pieces to share")

    def step_and_kill(table: Failsafe) -> None:
        step(table)
        seen.append(table.words)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(App, "step", fail)
    monkeypatch.setattr(Failsafe, "step", step_and_kill)
    assert main(["play", "thaayam", "--state-dir", str(tmp_path)]) == 0
    assert "ZeroDivisionError: no pieces to share" in seen[0]
    assert "Traceback" in caplog.text
    assert all(pin.when_changed is None for pin in pi.factory.pins.values())


def test_a_record_is_shown_on_the_display_and_nothing_of_it_is_kept(
    pi: SimulatedPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "game.txt", list[str]()
    path.write_text("tableside record 1\ngame: squadro\nfirst: south\n\n1 south: A1:0-3\n")
    step = Failsafe.step

    def step_and_stop(table: Failsafe) -> None:
        step(table)
        seen.append(table.words)
        table.stop()

    monkeypatch.setattr(Failsafe, "step", step_and_stop)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["replay", str(path), "--on", "display", "--language", "en"]) == 0
    assert seen[0].startswith("Beginning 0 of 1")
    assert list(tmp_path.iterdir()) == [path]
