import logging
import os
import queue
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from gpiozero import DigitalInputDevice

from hardware import PinsError
from hardware.input.edges import Edge
from hardware.input.panel import Panel
from hardware.input.pins import header_chip, line_user, load_lgpio, real_factory
from hardware.simulated.pi import ContactPin, simulated_factory
from tests.hardware.input import lgpio_stub
from tests.hardware.input.lgpio_stub import Chips

ROOT = Path(__file__).parents[3]
STUB = "from tests.hardware.input.lgpio_stub import *\nbegin()\n"


@pytest.fixture
def raspberry(tmp_path: Path) -> Path:
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return model


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory on a machine of revision a02082 with no lgpio loaded yet."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA02082)
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        # setting it first makes it go away again after the test
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, module)
    return folder


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, source: str) -> None:
    (folder / "lgpio.py").write_text(source)
    monkeypatch.syspath_prepend(folder)


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    """Return a folder of device nodes with the chips 0 and 4 and another file."""
    folder = tmp_path / "dev"
    folder.mkdir()
    for name in ("gpiochip0", "gpiochip4", "gpiochips", "gpiomem"):
        (folder / name).touch()
    return folder


@pytest.fixture
def chips(work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chips:
    """Return the chips of the replacement for lgpio, which is not imported yet."""
    scripted = Chips()
    monkeypatch.setattr(lgpio_stub, "chips", scripted)
    monkeypatch.delenv("LG_WD", raising=False)
    install(monkeypatch, tmp_path, STUB)
    return scripted


def test_the_pins_of_a_raspberry_pi_open_without_a_file_in_the_working_directory(
    raspberry: Path, work: Path, chips: Chips, devices: Path
) -> None:
    factory = real_factory(model=raspberry, devices=devices)
    assert factory.chip == 0
    assert Path.cwd() == work
    assert list(work.iterdir()) == []
    factory.close()
    assert chips.open == {}


@pytest.mark.usefixtures("chips")
def test_the_work_folder_of_lgpio_is_not_used(
    raspberry: Path, work: Path, devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = raspberry.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setenv("LG_WD", str(elsewhere))
    real_factory(model=raspberry, devices=devices).close()
    assert Path.cwd() == work
    assert list(elsewhere.iterdir()) == []
    assert os.environ["LG_WD"] == str(elsewhere)


@pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is installed on a Raspberry Pi only")
def test_the_real_lgpio_leaves_nothing_behind_either(tmp_path: Path) -> None:
    program = (
        "import os; from hardware.input.pins import load_lgpio; load_lgpio(); "
        "print(os.getcwd(), os.listdir('.'))"
    )
    (tmp_path / "elsewhere").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LG_WD": f"{tmp_path}/elsewhere"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == f"{tmp_path} ['elsewhere']\n"
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    ("labels", "chip"),
    [
        ({0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "pinctrl-rp1", 4: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
    ],
)
def test_the_chip_of_the_header_is_found_by_its_label(labels: dict[int, str], chip: int) -> None:
    assert header_chip(labels) == chip


def test_the_chip_with_the_right_label_is_opened_wherever_it_is(
    raspberry: Path, chips: Chips, devices: Path
) -> None:
    chips.labels = {0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}
    factory = real_factory(model=raspberry, devices=devices)
    assert factory.chip == 4
    factory.close()


def test_the_wiring_may_name_another_chip(raspberry: Path, chips: Chips, devices: Path) -> None:
    chips.labels = {0: "pinctrl-bcm2835", 4: "gpio-mockup"}
    factory = real_factory(4, raspberry, devices)
    assert factory.chip == 4
    factory.close()


def test_a_machine_without_the_right_chip_says_what_it_has(
    raspberry: Path, chips: Chips, devices: Path
) -> None:
    chips.labels = {0: "gpio-mockup"}
    with pytest.raises(PinsError, match=r"not gpiochip0 gpio-mockup: .*\[pins\] chip = N"):
        real_factory(model=raspberry, devices=devices)


def test_chips_that_may_not_be_opened_are_one_line(
    raspberry: Path, work: Path, chips: Chips, devices: Path
) -> None:
    chips.locked = {0}
    with pytest.raises(PinsError, match="not none that opens: add the user to the group gpio"):
        real_factory(model=raspberry, devices=devices)
    with pytest.raises(PinsError, match=r"gpiochip0 cannot be used \(can not open gpiochip\)"):
        real_factory(0, raspberry, devices)
    assert Path.cwd() == work


def test_the_user_of_a_line_is_known(chips: Chips) -> None:
    chips.users = {(0, 7): "spi0 CS1", (0, 8): ""}
    lgpio = load_lgpio()
    users = [line_user(lgpio, 0, pin) for pin in (6, 7, 8)]
    assert users == ["", "spi0 CS1", "another program"]
    unreadable = "gpiochip9: the state of pin 7 cannot be read: can not open"
    with pytest.raises(PinsError, match=unreadable):
        line_user(lgpio, 9, 7)
    assert chips.open == {}


def test_a_pin_in_use_by_another_program_is_one_line(
    raspberry: Path, chips: Chips, devices: Path
) -> None:
    chips.users = {(0, 17): "lg"}
    factory = real_factory(model=raspberry, devices=devices)
    with pytest.raises(PinsError, match=r"up: pin 17 cannot be claimed \(.*GPIO busy.*\): end the"):
        Panel({"up": 17}, factory, lambda: 0.0, queue.SimpleQueue())
    factory.close()


def test_edges_come_from_the_chip_into_the_inbox(
    raspberry: Path, chips: Chips, devices: Path
) -> None:
    factory = real_factory(model=raspberry, devices=devices)
    inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    with Panel({"up": 17}, factory, lambda: 2.5, inbox):
        chips.edge(17, 0)
        chips.edge(17, 1)
    factory.close()
    assert [inbox.get(), inbox.get()] == [Edge(2.5, "up", False), Edge(2.5, "up", True)]


def test_a_handler_that_raises_is_one_log_line_and_every_pin_continues(
    raspberry: Path, chips: Chips, devices: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble() -> None:
        raise ZeroDivisionError("no pieces to share")

    factory = real_factory(model=raspberry, devices=devices)
    inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    clumsy = DigitalInputDevice(22, pull_up=True, pin_factory=factory)
    clumsy.when_activated = stumble
    with Panel({"up": 17}, factory, lambda: 0.0, inbox), caplog.at_level(logging.ERROR):
        for level in (0, 1, 0):
            chips.edge(22, level)
        chips.edge(17, 0)
    clumsy.close()
    factory.close()
    assert inbox.get() == Edge(0.0, "up", False)
    assert caplog.messages == [
        "GPIO22: its handler failed (ZeroDivisionError: no pieces to share), the pins continue"
    ]


@pytest.mark.usefixtures("work")
def test_without_lgpio_it_says_what_to_install(
    raspberry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PinsError, match="install python3-lgpio"):
        real_factory(model=raspberry)


@pytest.mark.usefixtures("work")
def test_the_empty_early_build_of_lgpio_is_recognised(
    raspberry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, raspberry.parent, "")
    with pytest.raises(PinsError, match="its empty early build: install lgpio 0.2.2"):
        real_factory(model=raspberry)


@pytest.mark.usefixtures("chips")
def test_a_gpiozero_that_cannot_load_lgpio_is_one_line(
    raspberry: Path, devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(PinsError, match="gpiozero cannot work with lgpio .*: install gpiozero 2"):
        real_factory(model=raspberry, devices=devices)


@pytest.mark.usefixtures("chips")
def test_a_read_only_machine_without_a_scratch_folder_is_one_line(
    raspberry: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr("tempfile.TemporaryDirectory", refuse)
    with pytest.raises(PinsError, match="lgpio, but No usable temporary directory"):
        real_factory(model=raspberry)
    assert Path.cwd() == work


def test_another_machine_has_no_pins(tmp_path: Path) -> None:
    board = tmp_path / "model"
    board.write_bytes(b"Banana Pi BPI-M5\0")
    with pytest.raises(PinsError, match="this is Banana Pi BPI-M5"):
        real_factory(model=board)


def test_a_machine_without_a_device_tree_has_no_pins(tmp_path: Path) -> None:
    with pytest.raises(PinsError, match="a machine without a device tree") as caught:
        real_factory(model=tmp_path / "missing")
    assert isinstance(caught.value, OSError)


def test_simulated_pins_have_contacts() -> None:
    assert isinstance(simulated_factory().pin(17), ContactPin)
