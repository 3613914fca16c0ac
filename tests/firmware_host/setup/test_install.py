"""Install and remove the service, on a Pi that may lose power at any change."""

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.base.errors import InstallError, UsageError
from firmware_host.cli.main import main
from firmware_host.cli.service import ServiceRequest, install, uninstall
from firmware_host.setup.paths import (
    BLUETOOTH_ADAPTER,
    COMMAND,
    OPTIONS,
    RULES,
    UNIT,
    USB_FOLDER,
    USB_MOUNT_UNIT,
    VENV,
    WIRING,
)
from firmware_host.text.languages import LANGUAGES
from hardware.errors import WiringError
from tests.firmware_host.setup.pi import (
    CONFIG,
    CONFIG_TEXT,
    FILES,
    HOW_MANY,
    FakePi,
    PowerCutError,
    lives,
)

HERE = Path(__file__).parents[3]
ASKED = ServiceRequest(wiring="waveshare-oled-hat", language="ru", more=("thaayam",), source=HERE)


def put_on(pi: FakePi, asked: ServiceRequest = ASKED) -> int:
    return install(asked, is_dry=False, machine=pi)


def take_off(pi: FakePi) -> int:
    return uninstall(is_dry=False, machine=pi)


def text(pi: FakePi, path: str) -> str:
    return pi.at(path).read_text()


def test_an_installation_writes_every_file_and_starts_the_service(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    assert put_on(pi) == 0
    assert "TABLESIDE_WIRING=waveshare-oled-hat\nLANGUAGE=ru\n" in text(pi, OPTIONS)
    assert "dtparam=spi=on" in text(pi, "/" + CONFIG)
    assert "ExecStart=/opt/tableside/bin/tableside play" in text(pi, UNIT)
    assert pi.at(COMMAND).readlink() == Path(VENV, "bin/tableside")
    assert "gpio:x:986:ann,tableside\n" in text(pi, "/etc/group")
    assert not pi.exists(RULES)
    assert "What=/dev/disk/by-label/TABLESIDE\n" in text(pi, USB_MOUNT_UNIT)
    assert "systemctl enable --now media-tableside.automount" in pi.commands
    assert "systemctl --no-block restart tableside.service" in pi.commands
    assert "sudo reboot" in capsys.readouterr().out.splitlines()[-1]


def test_installing_twice_changes_nothing(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    put_on(pi)
    once = pi.files()
    pi.commands.clear()
    put_on(pi)
    assert pi.files() == once
    assert not any(line.startswith(("apt-get", "useradd", "gpasswd")) for line in pi.commands)
    assert "reboot" not in capsys.readouterr().out.splitlines()[-1]


def test_uninstalling_restores_what_was_there_before(pi: FakePi) -> None:
    pi.at(UNIT).write_text("[Service]\nExecStart=/home/ann/play\n")
    before = pi.files()
    put_on(pi)
    assert pi.files() != before
    assert take_off(pi) == 0
    assert pi.files() == before
    assert not pi.exists("/etc/tableside")
    assert not pi.exists(VENV)
    assert not pi.exists(USB_FOLDER)


def test_only_packages_that_were_installed_may_be_removed_automatically(pi: FakePi) -> None:
    put_on(pi)
    take_off(pi)
    assert "apt-mark auto python3-lgpio" in pi.commands
    assert "apt-mark auto python3-pil" not in pi.commands


def test_a_user_and_a_command_of_somebody_else_are_not_changed(pi: FakePi) -> None:
    pi.at("/etc/passwd").write_text("tableside:x:1001:1001::/home/t:/bin/bash\n")
    pi.at("/etc/group").write_text(
        "gpio:x:1:tableside\ni2c:x:2:\nspi:x:3:\ndialout:x:4:\ninput:x:5:\naudio:x:6:\nvideo:x:7:\n"
    )
    pi.at(COMMAND).write_text("somebody else's")
    before = pi.files()
    put_on(pi)
    take_off(pi)
    assert pi.files() == before


@pytest.mark.parametrize("is_dry", [False, True])
def test_uninstalling_without_an_installation_says_so(
    pi: FakePi, capsys: pytest.CaptureFixture[str], is_dry: bool
) -> None:
    before = pi.files()
    assert uninstall(is_dry, pi) == 0
    assert capsys.readouterr().out == "the service is not installed: nothing to remove\n"
    assert pi.files() == before


def test_other_changes_to_config_txt_stay(pi: FakePi) -> None:
    put_on(pi)
    config = pi.at("/" + CONFIG)
    config.write_text("# first\n" + config.read_text() + "gpu_mem=16\n")
    take_off(pi)
    assert config.read_text() == "# first\n" + CONFIG_TEXT + "gpu_mem=16\n"


@pytest.mark.parametrize("count", HOW_MANY)
def test_after_a_power_cut_at_any_change_installing_again_completes_it(
    tmp_path: Path, count: int | None
) -> None:
    whole = FakePi(tmp_path / "whole")
    before = whole.files()
    put_on(whole)
    for life in lives(0, whole.changes, count):
        pi = interrupted(tmp_path / f"{life}", put_on, life)
        assert put_on(pi) == 0
        assert pi.files() == whole.files(), life
        take_off(pi)
        assert pi.files() == before, life


@pytest.mark.parametrize("count", HOW_MANY)
def test_half_an_installation_can_be_removed(tmp_path: Path, count: int | None) -> None:
    whole = FakePi(tmp_path / "whole")
    before = whole.files()
    put_on(whole)
    for life in lives(0, whole.changes, count):
        pi = interrupted(tmp_path / f"{life}", put_on, life)
        take_off(pi)
        left = {name: kept for name, kept in pi.files().items() if not name.endswith(".new")}
        assert left == before, life


@pytest.mark.parametrize("count", HOW_MANY)
def test_after_a_power_cut_while_uninstalling_running_it_again_completes_it(
    tmp_path: Path, count: int | None
) -> None:
    whole = FakePi(tmp_path / "whole")
    before = whole.files()
    put_on(whole)
    installed = whole.changes
    take_off(whole)
    for life in lives(installed, whole.changes, count):
        pi = interrupted(tmp_path / f"{life}", both, life)
        take_off(pi)
        assert pi.files() == before, life


def both(pi: FakePi) -> int:
    return put_on(pi) or take_off(pi)


def interrupted(folder: Path, work: Callable[[FakePi], int], lives: int) -> FakePi:
    """Return a Pi on which ``work`` was done until the power failed after ``lives`` changes."""
    pi = FakePi(folder)
    pi.lives = lives
    with pytest.raises(PowerCutError):
        work(pi)
    pi.lives = 1_000_000
    return pi


def test_a_new_choice_changes_nothing_else(pi: FakePi) -> None:
    put_on(pi)
    put_on(pi, ServiceRequest(wiring="generic", source=HERE))
    assert "WIRING=generic\nLANGUAGE=ru\nTABLESIDE_MORE=thaayam\n" in text(pi, OPTIONS)
    assert "spi=on" not in text(pi, "/" + CONFIG)
    assert "dtparam=i2c_arm=on" in text(pi, "/" + CONFIG)
    assert text(pi, "/" + CONFIG + ".before-tableside") == CONFIG_TEXT


def test_options_edited_by_hand_stay_when_no_choice_is_given(pi: FakePi) -> None:
    put_on(pi)
    mine = text(pi, OPTIONS).replace("=thaayam", '="squadro --first east"') + "# mine\n"
    pi.at(OPTIONS).write_text(mine)
    put_on(pi, ServiceRequest(source=HERE))
    assert text(pi, OPTIONS) == mine


def test_a_wiring_file_is_copied_to_where_the_service_may_read_it(
    pi: FakePi, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('profile = "generic"\n[link]\nfind = ["2e8a:0005"]\n')
    put_on(pi, ServiceRequest(wiring=str(mine), source=HERE))
    assert text(pi, WIRING).endswith(mine.read_text())
    assert f"TABLESIDE_WIRING={WIRING}\n" in text(pi, OPTIONS)
    assert 'ATTR{idVendor}=="2e8a", ATTR{idProduct}=="0005"' in text(pi, RULES)
    pi.at(WIRING).write_text(text(pi, WIRING).replace("2e8a:0005", "2e8a:0003"))
    put_on(pi, ServiceRequest(source=HERE))
    assert "2e8a:0003" in text(pi, WIRING)
    assert 'ATTR{idProduct}=="0003"' in text(pi, RULES)


def test_devices_that_no_rule_gives_to_their_group_get_a_rule(pi: FakePi) -> None:
    pi.at("/etc/udev/rules.d/99-com.rules").write_text('SUBSYSTEM=="gpio", GROUP="gpio"\n')
    put_on(pi)
    assert [line for line in text(pi, RULES).splitlines() if line.startswith("SUB")] == [
        'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"',
        'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',
    ]


def test_a_dry_run_shows_every_command_and_changes_nothing(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    before = pi.files()
    pi.is_root = False
    assert install(ASKED, is_dry=True, machine=pi) == 0
    shown = capsys.readouterr().out
    assert (pi.files(), pi.commands) == (before, [])
    pi.is_root = True
    put_on(pi)
    assert [line for line in pi.commands if f"$ {line}\n" not in shown] == []
    capsys.readouterr()
    uninstall(is_dry=True, machine=pi)
    shown, done = capsys.readouterr().out, len(pi.commands)
    assert pi.exists(UNIT)
    take_off(pi)
    assert [line for line in pi.commands[done:] if f"$ {line}\n" not in shown] == []


@pytest.mark.parametrize(
    ("file", "content", "expected"),
    [
        ("proc/device-tree/model", "", "a machine without a device tree (bookworm)"),
        (
            "proc/device-tree/model",
            "Rock 5B",
            "this is Rock 5B: play on this one with: tableside",
        ),
        ("etc/os-release", "VERSION_CODENAME=bullseye\n", "but this is bullseye: write a newer"),
        ("proc/mounts", "overlayroot / overlay rw 0 0\n", "disable_overlayfs, sudo reboot"),
        ("opt/tableside/mine", "", "there is a /opt/tableside already"),
        (CONFIG, "# begin tableside\ndtparam=spi=on\n", "in config.txt, found one"),
        ("etc/tableside/service.conf", "LANGUAGE=tlh\n", f"expected one of {', '.join(LANGUAGES)}"),
    ],
)
def test_a_problem_is_reported_in_one_line_and_nothing_is_changed(
    tmp_path: Path, file: str, content: str, expected: str
) -> None:
    pi = FakePi(tmp_path / "pi", {**FILES, file: content})
    before = pi.files()
    with pytest.raises(InstallError) as refusal:
        put_on(pi)
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert pi.files() == before


def test_trixie_is_supported_too(tmp_path: Path) -> None:
    files = {**FILES, "etc/os-release": "VERSION_CODENAME=trixie\n"}
    assert put_on(FakePi(tmp_path, files)) == 0


def test_without_root_nothing_is_done(pi: FakePi) -> None:
    pi.is_root = False
    with pytest.raises(InstallError, match="put sudo before the command"):
        put_on(pi)
    with pytest.raises(InstallError, match="put sudo before the command"):
        take_off(pi)
    assert pi.commands == []


@pytest.mark.parametrize(
    "asked", [ServiceRequest(wiring="nowhere"), ServiceRequest(more=("--seat", "a b"))]
)
def test_wrong_arguments_are_refused_before_anything_is_done(
    pi: FakePi, asked: ServiceRequest
) -> None:
    before = pi.files()
    with pytest.raises((WiringError, UsageError)):
        put_on(pi, asked)
    assert pi.files() == before


def test_a_folder_without_the_program_is_refused(pi: FakePi, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="name it with --from"):
        put_on(pi, ServiceRequest(source=tmp_path))


def test_a_command_that_fails_is_named_and_the_next_run_continues_there(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = pi._run
    monkeypatch.setattr(pi, "_run", lambda command: 1 if "pip" in command else works(command))
    with pytest.raises(InstallError, match="pip install .* ended with 1 .*continues where it stop"):
        put_on(pi)
    monkeypatch.setattr(pi, "_run", works)
    pi.commands.clear()
    assert put_on(pi) == 0
    assert not any(line.startswith("apt-get") for line in pi.commands)


def test_a_command_that_succeeds_without_an_effect_is_an_error(
    pi: FakePi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pi, "_run", lambda command: 0)
    with pytest.raises(InstallError, match="this did not work: apt-get install"):
        put_on(pi)


def test_ctrl_c_is_reported_in_one_line(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(command: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(pi, "_run", stop)
    with pytest.raises(InstallError, match="interrupted: run the command again"):
        put_on(pi)


class PiWithoutAutomount(FakePi):
    """A Pi whose systemd cannot watch for the stick."""

    def run(self, command: tuple[str, ...]) -> None:
        if "media-tableside.automount" in command and "enable" in command:
            raise InstallError("systemctl enable --now media-tableside.automount ended with 1")
        super().run(command)


def test_a_stick_that_cannot_be_mounted_does_not_keep_the_service_from_starting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pi = PiWithoutAutomount(tmp_path / "pi")
    with pytest.raises(InstallError, match="the table works, but without this: stick: systemctl"):
        put_on(pi)
    assert "systemctl --no-block restart tableside.service" in pi.commands
    assert "sudo reboot" in capsys.readouterr().out.splitlines()[-1]
    healed = FakePi(tmp_path / "pi")
    assert put_on(healed) == 0
    assert "systemctl enable --now media-tableside.automount" in healed.commands


@pytest.mark.parametrize("folder", ["/tmp/games", "/var/tmp", "/srv/../tmp/a", "games"])
def test_a_folder_that_the_service_does_not_keep_is_refused_in_a_sentence(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--dry-run", "--", "--state-dir", folder]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"--state-dir {folder}: expected the absolute path of a folder" in line


def test_bluetooth_dice_can_be_used_where_there_is_an_adapter(pi: FakePi) -> None:
    pi.at(BLUETOOTH_ADAPTER).mkdir(parents=True)
    put_on(pi)
    assert "gpasswd --add tableside bluetooth" in pi.commands
    assert any(line.endswith("/source[bluetooth]") for line in pi.commands)


def test_a_system_without_bluetooth_gets_none(pi: FakePi) -> None:
    groups = pi.at("/etc/group")
    groups.write_text(groups.read_text().replace("bluetooth:x:112:\n", ""))
    put_on(pi)
    assert not any("bluetooth" in line for line in pi.commands)
