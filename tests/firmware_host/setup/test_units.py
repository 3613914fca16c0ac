"""The units and rules in ``debian``, checked by systemd itself."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from firmware_host.app.processes import NICE
from firmware_host.app.systemd_notify import SIGNALLED
from firmware_host.setup.choices import Choices
from firmware_host.setup.paths import (
    FLEET_REQUEST,
    FLEET_RUN,
    FLEET_SETTINGS,
    FLEET_STATE,
    OPTIONS,
    SERVICE,
    SHARED,
    STATE,
    TABLE_REQUEST,
    TRUSTED,
    UPDATE_SERVICE,
    UPDATE_WISH,
    USB_AUTOMOUNT,
    USB_DEVICE,
    USB_FOLDER,
    USER,
    WEB_STATE,
)
from firmware_host.setup.services import EARLIER, always
from hardware.wiring.sections import PICO
from tests.units import DEBIAN, INSTALLED, settings, values

ANALYZE: Final = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is not installed: no unit was read by systemd"
)
BESIDE: Final = ("tableside-web.service", "tableside-fleet.service")
MOUNT: Final = "media-tableside.mount"
SERVICES: Final = {
    "tableside.service": 1.0,
    "tableside-web.service": 1.1,
    "tableside-fleet.service": 1.1,
    "tableside-update.service": 1.0,
}
"""The services, and how exposed systemd may find them, of 10."""

UNITS: Final = (*SERVICES, UPDATE_WISH, USB_AUTOMOUNT, MOUNT)
SHARE: Final = Path(SHARED).name


def analyze(*arguments: str | Path, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [str(ANALYZE), "--no-pager", *map(str, arguments)]
    environment = {**os.environ, **environ}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def copied(folder: Path, name: str) -> Path:
    """Copy the file ``name`` into ``folder``; the program need not be there for systemd."""
    text = (DEBIAN / name).read_text("utf-8")
    path = folder / name
    path.write_text(re.sub(r"/opt/tableside/\S*bin/tableside", "/bin/true", text))
    return path


def test_the_package_installs_every_unit_that_is_enabled_and_every_file_there_is() -> None:
    names = set(INSTALLED)
    assert {*always(), *BESIDE} <= names
    assert set(UNITS) | {"60-tableside.rules"} == names
    assert all((DEBIAN / name).exists() for name in names)
    assert set(INSTALLED.values()) == set(EARLIER.values()) - {"/usr/bin/tableside"}


@needs_systemd
@pytest.mark.parametrize("name", SERVICES)
def test_the_services_are_well_isolated(tmp_path: Path, name: str) -> None:
    answer = analyze("security", "--offline=yes", copied(tmp_path, name))
    level = re.search(rf"exposure level for {name}: ([\d.]+)", answer.stdout)
    assert level is not None, answer
    assert float(level[1]) <= SERVICES[name]


@needs_systemd
def test_a_unit_without_its_restrictions_would_be_detected(tmp_path: Path) -> None:
    file = copied(tmp_path, SERVICE)
    kinds = r"^(Protect|Private|Restrict|System|Capability).*\n"
    bare = re.sub(kinds, "", file.read_text(), flags=re.MULTILINE)
    file.write_text(bare)
    answer = analyze("security", "--offline=yes", "--threshold=10", file)
    assert answer.returncode != 0


@needs_systemd
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_every_line(tmp_path: Path, name: str) -> None:
    for each in UNITS:
        copied(tmp_path, each)
    answer = analyze("verify", "--man=no", tmp_path / name)
    assert name not in answer.stderr, answer.stderr


@needs_systemd
def test_systemd_would_name_a_line_that_it_does_not_understand(tmp_path: Path) -> None:
    file = copied(tmp_path, SERVICE)
    file.write_text(file.read_text().replace("WatchdogSec=30", "WatchdogSec=soon"))
    answer = analyze("verify", "--man=no", file)
    assert f"{SERVICE}:" in answer.stderr


@needs_systemd
def test_systemd_understands_what_is_added_to_a_table_that_is_shared(tmp_path: Path) -> None:
    file = copied(tmp_path, SERVICE)
    beside = tmp_path / f"{SERVICE}.d"
    beside.mkdir()
    copied(beside, SHARE)
    answer = analyze("verify", "--man=no", file, SYSTEMD_UNIT_PATH=f"{tmp_path}:")
    assert SERVICE not in answer.stderr, answer.stderr
    assert SHARE not in answer.stderr, answer.stderr


@needs_systemd
def test_every_device_that_the_program_opens_is_allowed(tmp_path: Path) -> None:
    file = copied(tmp_path, SERVICE)
    rows = json.loads(analyze("security", "--offline=yes", "--json=short", file).stdout)
    said = next(row["description"] for row in rows if row["name"] == "DeviceAllow=")
    for kind in ("gpiochip", "i2c", "spi", "ttyACM", "ttyUSB", "input", "alsa", "fb"):
        assert f"char-{kind}:rw" in said


def test_the_restrictions_are_the_same_wherever_they_can_be() -> None:
    """What the updater and the page need otherwise is their own; nobody forgets one."""
    own = {"ProtectProc", "CapabilityBoundingSet", "PrivateUsers", "PrivateNetwork"}
    kinds = re.compile(r"Protect|Private|Restrict[NRS]|SystemCall|NoNew|Lock|Memory[A-Z]\w*Exec")
    found = {
        name: {(key, value) for key, value in settings(name) if kinds.match(key)}
        for name in SERVICES
    }
    common = set.intersection(*found.values())
    for name, restrictions in found.items():
        assert {key for key, _ in restrictions - common} <= {*own, "PrivateDevices"}, name
    assert len(common) > 15


def test_the_updater_is_the_version_that_stood_its_trial_and_comes_before_the_table() -> None:
    assert values(UPDATE_SERVICE, "Before") == [SERVICE]
    assert values(UPDATE_SERVICE, "ExecStart")[0].startswith(f"{TRUSTED}/bin/")
    assert values(UPDATE_WISH, "PathChanged") == [TABLE_REQUEST, FLEET_REQUEST]
    assert values(UPDATE_WISH, "Unit") == [UPDATE_SERVICE]


def test_the_web_server_has_no_devices_and_none_of_the_files_of_the_table() -> None:
    unit = dict(settings("tableside-web.service"))
    assert (unit["PrivateDevices"], unit["ProtectSystem"]) == ("yes", "strict")
    assert unit["DynamicUser"] == "yes"
    table = dict(settings(SERVICE))
    assert table["StateDirectoryMode"] == "0700"
    assert table["StateDirectory"] != unit["StateDirectory"]


def test_only_the_group_of_the_web_server_reaches_the_socket_of_the_table() -> None:
    shared = dict(settings(SHARE))
    assert (shared["RuntimeDirectory"], shared["RuntimeDirectoryMode"]) == ("tableside", "0750")
    assert values(SERVICE, "User") == [USER]
    (socket,) = re.findall(r"--share (\S+) ", shared["ExecStart"])
    for name, place in (("web", socket), ("fleet", f"{socket}.fleet")):
        assert values(f"tableside-{name}.service", "Group") == [USER]
        assert f"--table {place} " in values(f"tableside-{name}.service", "ExecStart")[0]


def test_a_shared_table_starts_with_the_same_options() -> None:
    empty, shared = values(SHARE, "ExecStart")
    assert empty == ""
    assert re.sub(r"--share \S+ ", "", shared) == values(SERVICE, "ExecStart")[0]


def test_what_a_unit_names_is_where_the_program_looks_for_it() -> None:
    for name, folder in (("", STATE), ("-web", WEB_STATE), ("-fleet", FLEET_STATE)):
        assert values(f"tableside{name}.service", "StateDirectory") == [Path(folder).name]
    assert values("tableside-fleet.service", "RuntimeDirectory") == [Path(FLEET_RUN).name]
    assert values("tableside-fleet.service", "ConditionPathExists") == [FLEET_SETTINGS]
    assert values(SERVICE, "EnvironmentFile") == [OPTIONS]
    assert (values(MOUNT, "What"), values(MOUNT, "Where")) == ([USB_DEVICE], [USB_FOLDER])
    assert values(USB_AUTOMOUNT, "Where") == [USB_FOLDER]


@pytest.mark.parametrize("name", BESIDE)
def test_what_stands_beside_the_table_is_as_gentle_as_its_processes(name: str) -> None:
    assert values(name, "Nice") == [str(NICE)]


@pytest.mark.parametrize("name", BESIDE)
def test_systemd_restarts_a_service_beside_after_every_end_but_wrong_options(name: str) -> None:
    assert values(name, "Restart") == ["always"]
    assert values(name, "RestartPreventExitStatus") == ["2"]
    assert values(name, "StartLimitIntervalSec") == ["0"]


def test_the_service_can_read_the_model_of_the_machine() -> None:
    """gpiozero and the program read /proc/device-tree, which ProcSubset=pid would hide."""
    assert values(SERVICE, "ProcSubset") == []


@needs_systemd
def test_the_units_of_the_stick_have_the_name_of_its_folder() -> None:
    answer = subprocess.run(
        ["systemd-escape", "--path", "--suffix=mount", USB_FOLDER],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert answer.stdout.strip() == MOUNT
    assert Path(USB_AUTOMOUNT).stem == Path(MOUNT).stem


def test_systemd_restarts_the_program_after_every_end_but_success() -> None:
    assert values(SERVICE, "Restart") == ["on-failure"]
    assert values(SERVICE, "RestartForceExitStatus")[0].split() == [
        "SIGHUP", "SIGINT", "SIGPIPE", "SIGTERM", str(SIGNALLED),
    ]  # fmt: skip
    assert values(SERVICE, "RestartPreventExitStatus") == ["2"]
    assert values(SERVICE, "StartLimitIntervalSec") == ["0"]


def test_a_signal_that_systemd_sends_to_stop_the_program_is_no_failure() -> None:
    assert values(SERVICE, "SuccessExitStatus") == [str(SIGNALLED)]


def test_the_unit_uses_the_options_of_the_file() -> None:
    names = re.findall(r"^(\w+)=", Choices().text(), re.MULTILINE)
    (start,) = values(SERVICE, "ExecStart")
    assert re.findall(r"\$\{?(\w+)", start) == [name for name in names if name != "LANGUAGE"]


def test_modem_tools_leave_the_usual_peer_alone() -> None:
    vendor, _, product = PICO.partition(":")
    rules = (DEBIAN / "60-tableside.rules").read_text("utf-8")
    assert f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}", ENV{{ID_MM' in rules


def test_devices_belong_to_groups_that_the_user_joins() -> None:
    rules = (DEBIAN / "60-tableside.rules").read_text("utf-8")
    groups = re.findall(r'^SUBSYSTEM=="[\w-]+", GROUP="(\w+)", MODE="0660"$', rules, re.MULTILINE)
    assert groups == ["gpio", "i2c", "spi"]
