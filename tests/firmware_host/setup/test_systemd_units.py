"""The units, checked by systemd itself."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_host.app.systemd_notify import SIGNALLED
from firmware_host.base.errors import UsageError
from firmware_host.setup import fleet_unit, systemd_units, update_units, web_unit
from firmware_host.setup.choices import Choices
from firmware_host.setup.paths import (
    FLEET_REQUEST,
    REQUEST,
    SERVICE,
    SOCKET,
    STATE,
    TRUSTED,
    USB_AUTOMOUNT_UNIT,
    USB_FOLDER,
    USB_MOUNT_UNIT,
)
from firmware_host.text.languages import preferred

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is not installed: the unit was not measured"
)

MOST_EXPOSED = {
    "tableside.service": 1.0,
    "tableside-web.service": 1.1,
    "tableside-fleet.service": 1.1,
    "tableside-update.service": 1.0,
}
UNITS = {
    "tableside.service": systemd_units.service_unit(is_shared=True),
    "tableside-web.service": web_unit.WEB,
    "tableside-fleet.service": fleet_unit.FLEET,
    "tableside-update.service": update_units.UPDATER,
}


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(ANALYZE), "--no-pager", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def written(folder: Path, name: str, unit: systemd_units.Unit) -> Path:
    path = folder / name
    # the program need not be there for systemd to read the unit
    path.write_text(
        re.sub(r"/opt/tableside/\S*bin/tableside", "/bin/true", systemd_units.text(unit))
    )
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, "tableside.service", systemd_units.service_unit())


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_the_services_are_well_isolated(tmp_path: Path, name: str) -> None:
    answer = analyze("security", "--offline=yes", written(tmp_path, name, UNITS[name]))
    level = re.search(rf"exposure level for {name}: ([\d.]+)", answer.stdout)
    assert level is not None, answer
    assert float(level[1]) <= MOST_EXPOSED[name]


@needs_systemd
def test_a_unit_without_its_restrictions_would_be_detected(file: Path) -> None:
    bare = "\n".join(f"{key}={value}" for key, value in systemd_units.RESTRICTIONS)
    file.write_text(file.read_text().replace(bare, ""))
    answer = analyze("security", "--offline=yes", "--threshold=10", file)
    assert answer.returncode != 0


@needs_systemd
def test_every_device_that_the_program_opens_is_allowed(file: Path) -> None:
    rows = json.loads(analyze("security", "--offline=yes", "--json=short", file).stdout)
    said = next(row["description"] for row in rows if row["name"] == "DeviceAllow=")
    for device in (
        "char-gpiochip",
        "char-i2c",
        "char-spi",
        "char-ttyACM",
        "char-ttyUSB",
        "char-alsa",
        "char-fb",
    ):
        assert f"{device}:rw" in said


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_every_line(tmp_path: Path, name: str) -> None:
    answer = analyze("verify", "--man=no", written(tmp_path, name, UNITS[name]))
    assert name not in answer.stderr, answer.stderr


def test_the_updater_is_the_version_that_stood_its_trial_and_comes_before_the_table() -> None:
    assert dict(update_units.UPDATER["Unit"])["Before"] == SERVICE
    assert dict(update_units.UPDATER["Service"])["ExecStart"].startswith(f"{TRUSTED}/bin/")
    watched = [path for name, path in update_units.WISH["Path"] if name == "PathChanged"]
    assert watched == [f"{STATE}/{REQUEST}", FLEET_REQUEST]


def test_the_web_server_has_no_devices_and_none_of_the_files_of_the_table() -> None:
    unit = dict(web_unit.WEB["Service"])
    assert (unit["PrivateDevices"], unit["ProtectSystem"]) == ("yes", "strict")
    assert unit["DynamicUser"] == "yes"
    table = dict(systemd_units.service_unit()["Service"])
    assert table["StateDirectoryMode"] == "0700"
    assert table["StateDirectory"] != unit["StateDirectory"]


def test_only_the_group_of_the_web_server_reaches_the_socket_of_the_table() -> None:
    table = dict(systemd_units.service_unit(is_shared=True)["Service"])
    assert (table["RuntimeDirectory"], table["RuntimeDirectoryMode"]) == ("tableside", "0750")
    assert table["User"] == dict(web_unit.WEB["Service"])["Group"]
    assert f"--share {SOCKET} " in table["ExecStart"]
    assert f"--table {SOCKET} " in dict(web_unit.WEB["Service"])["ExecStart"]


def test_systemd_restarts_the_web_server_after_every_end_but_a_wrong_address() -> None:
    unit = dict(web_unit.WEB["Service"])
    assert (unit["Restart"], unit["RestartPreventExitStatus"]) == ("always", "2")
    assert dict(web_unit.WEB["Unit"])["StartLimitIntervalSec"] == "0"


def test_the_service_can_read_the_model_of_the_machine() -> None:
    """gpiozero and the program read /proc/device-tree, which ProcSubset=pid would hide."""
    assert "ProcSubset" not in dict(systemd_units.RESTRICTIONS)


@needs_systemd
@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("media-tableside.mount", systemd_units.USB_MOUNT),
        ("media-tableside.automount", systemd_units.USB_AUTOMOUNT),
        ("tableside-update.path", update_units.WISH),
    ],
)
def test_systemd_understands_the_other_units(
    tmp_path: Path, name: str, sections: systemd_units.Unit
) -> None:
    (tmp_path / name).write_text(systemd_units.text(sections))
    answer = analyze("verify", "--man=no", tmp_path / name)
    assert name not in answer.stderr, answer.stderr


@needs_systemd
def test_the_units_of_the_stick_have_the_name_of_its_folder() -> None:
    answer = subprocess.run(
        ["systemd-escape", "--path", "--suffix=mount", USB_FOLDER],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert answer.stdout.strip() == Path(USB_MOUNT_UNIT).name
    assert Path(USB_AUTOMOUNT_UNIT).stem == Path(USB_MOUNT_UNIT).stem


def test_systemd_restarts_the_program_after_every_end_but_success() -> None:
    life, about = dict(systemd_units.PROCESS), dict(systemd_units.ABOUT)
    assert life["Restart"] == "on-failure"
    assert life["RestartForceExitStatus"].split() == [
        "SIGHUP", "SIGINT", "SIGPIPE", "SIGTERM", str(SIGNALLED),
    ]  # fmt: skip
    assert life["RestartPreventExitStatus"] == "2"
    assert about["StartLimitIntervalSec"] == "0"


def test_a_signal_that_systemd_sends_to_stop_the_program_is_no_failure() -> None:
    assert dict(systemd_units.PROCESS)["SuccessExitStatus"] == str(SIGNALLED)


def test_the_unit_uses_the_options_of_the_file() -> None:
    names = re.findall(r"^(\w+)=", Choices().text(), re.MULTILINE)
    start = dict(systemd_units.service_unit()["Service"])["ExecStart"]
    assert re.findall(r"\$\{?(\w+)", start) == [name for name in names if name != "LANGUAGE"]


def test_the_program_starts_in_the_chosen_language() -> None:
    lines = (line.partition("=") for line in Choices(language="ru").text().splitlines())
    assert preferred({name: value for name, _, value in lines}) == "ru"


@pytest.mark.parametrize("web", ["", "0.0.0.0:8080", "[::1]:8080 --name games.example"])
def test_written_choices_are_read_back(web: str) -> None:
    choices = Choices("/etc/tableside/wiring.toml", "ru", ("thaayam", "--option", "seats=2"), web)
    assert Choices.read(choices.text()) == choices
    assert ("TABLESIDE_WEB" in choices.text()) == (web != "")


@pytest.mark.parametrize("word", ["a b", "$HOME", "a%n", 'a"b', "a'b", "a\\b", "a\nb", "a;b", ""])
def test_a_word_that_systemd_would_change_is_refused(word: str) -> None:
    with pytest.raises(UsageError):
        Choices(more=(word,))
