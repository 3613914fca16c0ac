"""The program comes from Debian's package: only what depends on the choices is left to install."""

from pathlib import Path

import pytest

from firmware_host.base.errors import InstallError
from firmware_host.cli.service import ServiceRequest, install, uninstall
from firmware_host.setup.paths import COMMAND, LEDGER, OPTIONS, RELEASES, SHARING, UNIT, WEB_UNIT
from tests.firmware_host.setup.pi import FakePi, put_on

HERE = Path(__file__).parents[3]


def put_package_on(pi: FakePi) -> FakePi:
    pi.at(RELEASES).mkdir(parents=True)
    users = pi.folder / "etc/passwd"
    if "tableside:" not in users.read_text():
        users.write_text(f"{users.read_text()}tableside:x:990:990::/nowhere:/usr/sbin/nologin\n")
    return pi


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    return put_package_on(FakePi(tmp_path / "pi"))


def ledger(pi: FakePi) -> set[str]:
    return set(pi.at(LEDGER).read_text().splitlines())


def test_only_the_choices_are_installed_and_nothing_is_built(pi: FakePi) -> None:
    put_on(pi, ServiceRequest(wiring="adafruit-oled-bonnet"))
    assert "TABLESIDE_WIRING=adafruit-oled-bonnet\n" in (pi.text(OPTIONS) or "")
    assert "systemctl enable tableside.service" in pi.commands
    assert "dtparam=i2c_arm=on" in (pi.text("/boot/firmware/config.txt") or "")
    assert not any(map(pi.exists, (UNIT, WEB_UNIT, COMMAND)))
    assert not any("apt" in line or "pip" in line or "venv" in line for line in pi.commands)


def test_uninstalling_leaves_what_was_there_before_and_the_user_of_the_package(pi: FakePi) -> None:
    before = pi.files()
    put_on(pi, ServiceRequest(wiring="generic", web="0.0.0.0:8080"))
    assert uninstall(is_dry=False, machine=pi) == 0
    assert pi.files() == before


def test_the_page_adds_to_the_unit_of_the_package(pi: FakePi) -> None:
    put_on(pi, ServiceRequest(wiring="generic", web="0.0.0.0:8080"))
    added = (pi.text(SHARING) or "").splitlines()
    assert added.index("ExecStart=") < next(
        number for number, line in enumerate(added) if "--share" in line
    )
    assert pi.commands.index("systemctl daemon-reload") < pi.commands.index(
        "systemctl --no-block restart tableside.service"
    )
    put_on(pi, ServiceRequest(web=""))
    assert not pi.exists(SHARING)
    assert "systemctl disable --now tableside-web.service" in pi.commands


def test_the_package_takes_over_from_an_installation_from_sources(tmp_path: Path) -> None:
    fresh = put_package_on(FakePi(tmp_path / "fresh"))
    put_on(fresh, ServiceRequest(wiring="generic", web="0.0.0.0:8080"))
    old = FakePi(tmp_path / "old")
    put_on(old, ServiceRequest(wiring="generic", web="0.0.0.0:8080", source=HERE))
    old.commands.clear()
    put_package_on(old)
    put_on(old, ServiceRequest())
    assert ledger(old) == ledger(fresh)
    assert not any(map(old.exists, (UNIT, WEB_UNIT, COMMAND)))
    # the package keeps what it needs of them
    assert not any(line.startswith(("userdel", "apt-mark")) for line in old.commands)
    assert old.text(OPTIONS) == fresh.text(OPTIONS)
    assert old.text(SHARING) == fresh.text(SHARING)


def test_sources_beside_the_package_are_refused(pi: FakePi) -> None:
    with pytest.raises(InstallError, match=r"leave --from out.*apt remove tableside"):
        install(ServiceRequest(source=HERE), is_dry=False, machine=pi)
