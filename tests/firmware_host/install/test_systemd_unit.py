"""The unit: what systemd itself makes of it."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware_host.errors import UsageError
from firmware_host.install import stick_units, systemd_unit
from firmware_host.install.choices import Choices
from firmware_host.install.paths import USB_AUTOMOUNT_UNIT, USB_FOLDER, USB_MOUNT_UNIT
from firmware_host.text.languages import preferred

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is not installed: the unit was not measured"
)

MOST_EXPOSED = 1.0


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(ANALYZE), "--no-pager", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tableside.service"
    # the program need not be there for systemd to read the unit
    path.write_text(systemd_unit.text().replace("/opt/tableside/bin/tableside", "/bin/true"))
    return path


@needs_systemd
def test_the_service_is_hardly_exposed(file: Path) -> None:
    answer = analyze("security", "--offline=yes", file)
    level = re.search(r"exposure level for tableside.service: ([\d.]+)", answer.stdout)
    assert level is not None, answer
    assert float(level[1]) <= MOST_EXPOSED


@needs_systemd
def test_a_unit_without_its_locks_would_be_found_out(file: Path) -> None:
    bare = "\n".join(f"{key}={value}" for key, value in systemd_unit.LOCKS)
    file.write_text(file.read_text().replace(bare, ""))
    answer = analyze("security", "--offline=yes", "--threshold=10", file)
    assert answer.returncode != 0


@needs_systemd
def test_every_device_that_is_opened_is_on_the_list(file: Path) -> None:
    rows = json.loads(analyze("security", "--offline=yes", "--json=short", file).stdout)
    said = next(row["description"] for row in rows if row["name"] == "DeviceAllow=")
    for device in ("char-gpiochip", "char-i2c", "char-spi", "char-ttyACM", "char-ttyUSB"):
        assert f"{device}:rw" in said


@needs_systemd
def test_systemd_understands_every_line(file: Path) -> None:
    answer = analyze("verify", "--man=no", file)
    assert "tableside.service" not in answer.stderr, answer.stderr


def test_the_machine_can_be_read_by_the_service() -> None:
    """gpiozero and the program look into /proc/device-tree, which ProcSubset=pid takes away."""
    assert "ProcSubset" not in dict(systemd_unit.LOCKS)


@needs_systemd
@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("media-tableside.mount", stick_units.MOUNT),
        ("media-tableside.automount", stick_units.AUTOMOUNT),
    ],
)
def test_systemd_understands_the_units_of_the_stick(
    tmp_path: Path, name: str, sections: Mapping[str, systemd_unit.Section]
) -> None:
    (tmp_path / name).write_text(systemd_unit.text(sections))
    answer = analyze("verify", "--man=no", tmp_path / name)
    assert name not in answer.stderr, answer.stderr


@needs_systemd
def test_the_units_of_the_stick_are_called_after_its_folder() -> None:
    answer = subprocess.run(
        ["systemd-escape", "--path", "--suffix=mount", USB_FOLDER],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert answer.stdout.strip() == Path(USB_MOUNT_UNIT).name
    assert Path(USB_AUTOMOUNT_UNIT).stem == Path(USB_MOUNT_UNIT).stem


def test_a_good_end_lasts_and_every_other_one_is_followed_by_a_start() -> None:
    life, about = dict(systemd_unit.LIFE), dict(systemd_unit.ABOUT)
    assert life["Restart"] == "on-failure"
    assert "SIGTERM" in life["RestartForceExitStatus"]
    assert life["RestartPreventExitStatus"] == "2"
    assert about["StartLimitIntervalSec"] == "0"


def test_the_options_of_the_unit_are_those_of_the_file() -> None:
    names = re.findall(r"^(\w+)=", Choices().text(), re.MULTILINE)
    start = dict(systemd_unit.LIFE)["ExecStart"]
    assert re.findall(r"\$\{?(\w+)", start) == [name for name in names if name != "LANGUAGE"]


def test_the_language_is_the_one_that_the_program_starts_with() -> None:
    lines = (line.partition("=") for line in Choices(language="ru").text().splitlines())
    assert preferred({name: value for name, _, value in lines}) == "ru"


def test_what_is_written_is_read_again() -> None:
    choices = Choices("/etc/tableside/wiring.toml", "ru", ("thaayam", "--option", "seats=2"))
    assert Choices.read(choices.text()) == choices


@pytest.mark.parametrize("word", ["a b", "$HOME", "a%n", 'a"b', "a'b", "a\\b", "a\nb", "a;b", ""])
def test_a_word_that_systemd_would_read_otherwise_is_refused(word: str) -> None:
    with pytest.raises(UsageError):
        Choices(more=(word,))
