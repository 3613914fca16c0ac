import sys
from pathlib import Path

import pytest

from hardware.errors import PinsError
from hardware.pins import real_factory, simulated_factory
from hardware.simulated.pin import ContactPin

LGPIO = """
from pathlib import Path
Path(".lgd-nfy0").touch()
BOTH_EDGES = RISING_EDGE = FALLING_EDGE = SET_PULL_NONE = 0
class error(Exception):
    pass
def gpiochip_open(chip):
    if not {works}:
        raise error("can not open gpiochip")
    return 1
def gpiochip_close(handle):
    pass
"""


@pytest.fixture
def raspberry(tmp_path: Path) -> Path:
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return model


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, on a machine of revision a02082 with no lgpio loaded yet."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA02082)
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return folder


def install_lgpio(monkeypatch: pytest.MonkeyPatch, folder: Path, works: bool) -> None:
    (folder / "lgpio.py").write_text(LGPIO.format(works=works))
    monkeypatch.syspath_prepend(folder)


def test_the_pins_of_a_raspberry_pi_are_had_without_a_trace_in_the_working_directory(
    raspberry: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_lgpio(monkeypatch, raspberry.parent, works=True)
    factory = real_factory(raspberry)
    assert type(factory).__name__ == "LGPIOFactory"
    assert Path.cwd() == work
    assert list(work.iterdir()) == []
    factory.close()


def test_a_chip_that_cannot_be_opened_is_one_line(
    raspberry: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_lgpio(monkeypatch, raspberry.parent, works=False)
    with pytest.raises(PinsError, match=r"can not open gpiochip.* group gpio"):
        real_factory(raspberry)
    assert Path.cwd() == work


@pytest.mark.usefixtures("work")
def test_without_lgpio_it_says_what_to_install(
    raspberry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PinsError, match="install python3-lgpio"):
        real_factory(raspberry)


def test_another_machine_has_no_pins(tmp_path: Path) -> None:
    board = tmp_path / "model"
    board.write_bytes(b"Banana Pi BPI-M5\0")
    with pytest.raises(PinsError, match="this is Banana Pi BPI-M5: play on simulated pins"):
        real_factory(board)


def test_a_machine_without_a_device_tree_has_no_pins(tmp_path: Path) -> None:
    with pytest.raises(PinsError, match="a machine without a device tree") as caught:
        real_factory(tmp_path / "missing")
    assert isinstance(caught.value, OSError)


def test_simulated_pins_have_contacts() -> None:
    assert isinstance(simulated_factory().pin(17), ContactPin)
