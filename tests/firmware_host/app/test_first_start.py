"""A new table says on its panel what it lacks, until the first game was begun."""

import random
from collections.abc import Sequence
from pathlib import Path

import games
from firmware_host.app.build import failed_checks, open_app
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.wiring import wiring
from hardware.wiring.wiring import Wiring

WIRING = wiring.load("generic")


def started(
    folder: Path, *failed: str, setup: Setup | None = None
) -> tuple[App, SimulatedPi, VirtualClock]:
    def doctor(wanted: Wiring, state: Path) -> Sequence[str]:
        assert (wanted, state) == (WIRING, folder)
        return failed

    clock = VirtualClock()
    pi = SimulatedPi(WIRING, clock, random.Random(1))
    request = Request(games, WIRING, "en", folder, setup, doctor=doctor)
    app = open_app(request, TableHardware(pi.factory, pi.bus, clock), random.Random(1))
    app.step()
    return app, pi, clock


def press(app: App, pi: SimulatedPi, clock: VirtualClock, key: str) -> None:
    end = pi.press(key) + 0.5
    while pi.clock() < end:
        now = pi.clock() + 0.01
        pi.timeline.run_due(now)
        clock.advance_to(now)
        app.step()


def test_it_names_what_the_doctor_misses(tmp_path: Path) -> None:
    app, _, _ = started(tmp_path, "I2C", "groups")
    assert "First start" in app.words
    assert "Something is wrong with: I2C, groups." in app.words
    app.close()


def test_with_everything_there_it_asks_for_a_key_which_opens_the_list_of_games(
    tmp_path: Path,
) -> None:
    app, pi, clock = started(tmp_path)
    assert "Everything was found. Press any key." in app.words
    press(app, pi, clock, "ok")
    assert "Everything was found" not in app.words
    assert "Thaayam" in app.words
    app.close()


def test_after_the_first_game_was_begun_it_says_nothing(tmp_path: Path) -> None:
    app, _, _ = started(tmp_path, setup=Setup("thaayam"))
    app.close()
    assert list(tmp_path.glob("*.journal"))
    again, _, _ = started(tmp_path, "I2C")
    assert "First start" not in again.words
    again.close()


def test_the_doctor_looks_at_this_machine_without_touching_what_the_table_uses(
    tmp_path: Path,
) -> None:
    found = failed_checks(WIRING, tmp_path)
    assert "pins" not in found
    assert "state folder" not in found
