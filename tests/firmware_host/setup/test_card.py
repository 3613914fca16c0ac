"""A prepared card makes a Pi a table without a clock, a network or anybody who types."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from firmware_host.app.build import first_start_panel
from firmware_host.base.errors import InstallError
from firmware_host.setup.card import (
    DONE,
    HANDED,
    HAS_FAILED,
    INSTALLS,
    LOOK,
    PATIENCE,
    SYNCHRONIZED,
    UNDATED,
    WAITS_FOR_NETWORK,
    WAITS_FOR_TIME,
    WRITTEN,
    CardRecipe,
    make_table,
    recipe_beside,
    switch_bus_on,
)
from firmware_host.setup.machine import Machine
from games.message import Message
from hardware.simulated import SimulatedI2c, SSD1306Model
from hardware.wiring.wiring import load

BOOT: Final = "/boot/firmware"
PACKAGE: Final = f"{BOOT}/tableside_0.3.0_all.deb"
RECIPE: Final = "NAME=hall-2\nWIRING=waveshare-oled-hat\nFLEET=fleet.toml\nPLAY=--kiosk squadro\n"


class FirstStart(Machine):
    """A Pi with a new card in ``folder``; the commands that contain a word in ``fails`` fail.

    The clock is right ``time_after`` seconds of waiting.
    """

    def __init__(self, folder: Path, recipe: str = RECIPE, fails: Sequence[str] = ()) -> None:
        super().__init__(folder, self._carry_out, is_root=True)
        self.commands: list[str] = []
        self.shown: list[str] = []
        self.handed: list[tuple[str, int]] = []
        self.waited, self.time_after = 0.0, 0.0
        self.fails = fails
        files = {f"{BOOT}/table.txt": recipe, f"{BOOT}/fleet.toml": "password = 'x'\n"}
        for path in (*files, f"{BOOT}/table.pem", *WRITTEN):
            self.write(path, files.get(path, "PEM"))

    def start(self) -> None:
        """Do what the card does at a start; InstallError if it does not come to its end."""
        self.commands, self.shown, self.waited = [], [], 0.0
        make_table(self, PACKAGE, recipe_beside(self, PACKAGE), self._show, self._wait)

    def _show(self, message: Message) -> None:
        self.shown.append(message.text)

    def _wait(self, seconds: float) -> None:
        self.waited += seconds
        if self.time_after and self.waited >= self.time_after:
            self.write(SYNCHRONIZED, "")

    def _carry_out(self, command: Sequence[str]) -> int:
        line = " ".join(command)
        self.commands.append(line)
        if "tableside install" in line:
            folder = self.at(HANDED)
            self.handed = [(path.name, path.stat().st_mode & 0o777) for path in folder.iterdir()]
        return int(any(word in line for word in self.fails))


def test_a_card_becomes_a_table_as_its_recipe_says_and_starts_again(tmp_path: Path) -> None:
    pi = FirstStart(tmp_path)
    pi.time_after = 10
    pi.start()
    assert pi.commands == [
        "raspi-config nonint do_hostname hall-2",
        "apt-get update",
        f"apt-get install --yes {PACKAGE}",
        (
            "/usr/bin/tableside install --wiring waveshare-oled-hat --language en "
            f"--fleet {HANDED}/fleet.toml -- --kiosk squadro"
        ),
        "systemctl disable tableside-card.service",
        "systemctl reboot",
    ]
    assert pi.shown == [WAITS_FOR_TIME, INSTALLS, DONE]
    assert not any(map(pi.exists, WRITTEN))


def test_settings_on_a_partition_without_owners_are_handed_over_protected_and_removed(
    tmp_path: Path,
) -> None:
    pi = FirstStart(tmp_path)
    pi.start()
    assert sorted(pi.handed) == [("fleet.toml", 0o600), ("table.pem", 0o600)]
    for folder in (BOOT, HANDED):
        assert not pi.exists(f"{folder}/fleet.toml")
        assert not pi.exists(f"{folder}/table.pem")


def test_without_the_time_apt_takes_lists_of_the_future(tmp_path: Path) -> None:
    pi = FirstStart(tmp_path)
    pi.start()
    assert PATIENCE - LOOK <= pi.waited <= PATIENCE
    assert f"apt-get {' '.join(UNDATED)} update" in pi.commands


def test_lists_that_cannot_be_fetched_are_done_without(tmp_path: Path) -> None:
    pi = FirstStart(tmp_path, fails=["update"])
    pi.start()
    assert pi.shown[-1] == DONE


@pytest.mark.parametrize(
    ("fails", "shown"), [("install --yes", WAITS_FOR_NETWORK), ("tableside install", HAS_FAILED)]
)
def test_what_fails_is_shown_and_tried_again_at_the_next_start(
    tmp_path: Path, fails: str, shown: str
) -> None:
    pi = FirstStart(tmp_path, fails=[fails])
    for _ in range(2):
        with pytest.raises(InstallError):
            pi.start()
        assert pi.shown[-1] == shown
        assert all(map(pi.exists, (*WRITTEN, f"{BOOT}/table.txt", f"{BOOT}/fleet.toml")))
        assert "systemctl reboot" not in pi.commands
    pi.fails = ()
    pi.start()
    assert pi.shown[-1] == DONE


def test_settings_that_are_not_there_are_named(tmp_path: Path) -> None:
    pi = FirstStart(tmp_path)
    pi.remove(f"{BOOT}/fleet.toml")
    with pytest.raises(InstallError, match="expected the file /boot/firmware/fleet.toml"):
        pi.start()
    assert pi.shown[-1] == HAS_FAILED


@pytest.mark.parametrize("line", ["WIRING", "COLOUR=red", "wiring: generic", "\x1b[31m"])
def test_a_wrong_line_is_named(line: str) -> None:
    with pytest.raises(InstallError, match="table.txt, line 2: expected one of NAME=") as error:
        CardRecipe.read(f"NAME=hall\n{line}\n")
    assert str(error.value).isprintable()


def test_settings_of_a_fleet_lie_beside_the_recipe_and_nowhere_else() -> None:
    """They are removed at the end, and a path might lead to anything."""
    with pytest.raises(InstallError, match=r"FLEET: expected the name of a file .*/etc/shadow"):
        CardRecipe.read("FLEET=../../etc/shadow\n")


def test_a_card_without_a_recipe_is_a_usual_table(tmp_path: Path) -> None:
    pi = FirstStart(tmp_path)
    pi.remove(f"{BOOT}/table.txt")
    assert recipe_beside(pi, PACKAGE) == CardRecipe()


def test_the_bus_of_the_panel_is_on_before_anything_is_installed(tmp_path: Path) -> None:
    pi = FirstStart(tmp_path, fails=["modprobe"])
    switch_bus_on(pi, load("waveshare-oled-hat"))
    assert pi.commands == ["dtparam spi=on", "modprobe --all i2c-dev spidev"]


def test_the_panel_shows_what_is_waited_for_and_keeps_it() -> None:
    model, said = SSD1306Model(), list[str]()
    show = first_start_panel(
        load("generic"), "en", said.append, SimulatedI2c(model), factory=object()
    )
    show(Message.of(WAITS_FOR_TIME))
    first = model.image()
    show(Message.of(INSTALLS))
    assert said == [WAITS_FOR_TIME, INSTALLS]
    assert first.getbbox() is not None
    assert model.image().getbbox() is not None
    assert model.image().tobytes() != first.tobytes()


def test_a_panel_that_cannot_be_used_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    show = first_start_panel(load("waveshare-oled-hat"), "ru", said.append, factory=object())
    show(Message.of(INSTALLS))
    assert len(said) == 1
    assert "the panel failed" in caplog.text
