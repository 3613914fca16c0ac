"""What the doctor reads of the machine that it runs on."""

import grp
import os
import sys
from pathlib import Path

import pytest

from hardware import PinsError
from hardware.doctor import System
from tests.hardware.input import lgpio_stub


class Bus:
    """Replaces smbus2: a bus with one device, and an address where transfers fail."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> "Bus":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read_byte(self, address: int) -> int:
        errors = {0x3D: 121, 0x3E: 6, 0x3F: 110}
        if address in errors:
            raise OSError(errors[address], os.strerror(errors[address]))
        return 0x43


def test_the_interpreter_and_the_user_are_those_of_this_process() -> None:
    system = System()
    assert system.python() == sys.version_info[:3]
    assert system.user()
    assert system.groups()
    assert set(system.memberships()) <= {group.gr_name for group in grp.getgrall()}


def test_packages_are_found_with_their_version_and_imported() -> None:
    system = System()
    assert any(line.startswith("gpiozero>=") for line in system.requirements())
    assert system.version("gpiozero")
    assert system.import_trouble("gpiozero") == ""
    assert system.version("no-such-package") is None
    assert "no_such_module" in system.import_trouble("no_such_module")


def test_files_are_read_and_missing_ones_are_none(tmp_path: Path) -> None:
    system, file, missing = System(), tmp_path / "clock-frequency", str(tmp_path / "missing")
    file.write_bytes(b"\x00\x06\x1a\x80")
    assert system.number(str(file)) == 400_000
    assert (system.number(missing), system.text(missing)) == (None, None)
    assert system.exists(str(file))
    assert not system.exists(missing)
    assert system.files(f"{tmp_path}/clock-*") == [str(file)]
    assert system.usable(str(tmp_path))
    assert not system.usable(missing)
    assert system.free_bytes(str(tmp_path)) > 0
    assert system.now().tzinfo is not None


def test_an_address_answers_or_not_and_a_broken_bus_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("smbus2.SMBus", Bus)
    system = System()
    assert [system.answers(1, address) for address in (0x3C, 0x3D, 0x3E)] == [True, False, False]
    with pytest.raises(TimeoutError):
        system.answers(1, 0x3F)


def test_chips_and_line_users_come_from_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lgpio_stub, "chips", lgpio_stub.Chips())
    lgpio_stub.chips.users = {(0, 7): "spi0 CS1"}
    monkeypatch.setitem(sys.modules, "lgpio", lgpio_stub)
    assert System().line_user(0, 7) == "spi0 CS1"
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert "python3-lgpio" in System().import_trouble("lgpio")
    with pytest.raises(PinsError):
        System().chip_labels()
