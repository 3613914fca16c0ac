"""Set a table up as was chosen and take that back, on a Pi that may lose power at any change."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firmware_host.base.errors import InstallError, UsageError
from firmware_host.cli.commands.install import install
from firmware_host.cli.commands.uninstall import uninstall
from firmware_host.setup.machine import DryMachine
from firmware_host.setup.paths import (
    FOLDER,
    LINK_RULES,
    OPTIONS,
    RELEASES,
    UPDATE_KEY,
    USB_FOLDER,
    WIRING,
)
from firmware_host.setup.services import (
    BEGIN,
    END,
    ServiceRequest,
    missing,
    with_block,
    without_block,
)
from firmware_host.text import LANGUAGES
from hardware import WiringError
from hardware.doctor.buses import parse_config
from hardware.wiring.wiring import Wiring, load
from tests.firmware_host.setup.pi import (
    CONFIG,
    CONFIG_TEXT,
    FILES,
    HOW_MANY,
    FakePi,
    cut_off,
    cut_off_and_completed,
    lives,
    put_on,
)

ASKED = ServiceRequest(wiring="waveshare-oled-hat", language="ru", more=("thaayam",))
AGAIN = ServiceRequest()


def take_off(pi: FakePi) -> int:
    return uninstall(pi)


def text(pi: FakePi, path: str) -> str:
    return pi.at(path).read_text()


def test_what_was_chosen_is_written_and_the_table_starts(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    put_on(pi, ASKED)
    assert "TABLESIDE_WIRING=waveshare-oled-hat\nLANGUAGE=ru\n" in text(pi, OPTIONS)
    assert "dtparam=spi=on" in text(pi, "/" + CONFIG)
    assert "gpio:x:986:ann,tableside\n" in text(pi, "/etc/group")
    assert not pi.exists(LINK_RULES)
    enabled = (
        "systemctl enable tableside.service media-tableside.automount tableside-update.service "
        "tableside-update.path"
    )
    assert pi.commands.index(enabled) < pi.commands.index(
        "systemctl --no-block restart tableside.service"
    )
    assert "systemctl start media-tableside.automount" in pi.commands
    assert "sudo reboot" in capsys.readouterr().out.splitlines()[-1]


def test_doing_it_twice_changes_nothing(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    put_on(pi, ASKED)
    once = pi.files()
    pi.commands.clear()
    put_on(pi, ASKED)
    assert pi.files() == once
    assert {line.split()[0] for line in pi.commands} == {"systemctl"}
    assert "reboot" not in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    "asked",
    [
        (ASKED,),
        (ServiceRequest(web="0.0.0.0:8080", settings={"fleet": "broker = 'mqtt://b'\n"}), ASKED),
    ],
)
def test_taking_it_back_leaves_what_was_there_before(
    pi: FakePi, asked: tuple[ServiceRequest, ...]
) -> None:
    pi.at(USB_FOLDER).mkdir(parents=True)
    before = pi.files()
    put_on(pi, *asked)
    assert pi.files() != before
    assert take_off(pi) == 0
    assert pi.files() == before
    assert not any(map(pi.exists, (FOLDER, USB_FOLDER)))
    assert any(line.startswith("systemctl disable --now ") for line in pi.commands)


def test_a_key_for_updates_stays_when_the_table_is_taken_back(pi: FakePi) -> None:
    put_on(pi, ASKED)
    pi.at(UPDATE_KEY).write_text("PEM")
    take_off(pi)
    assert [path.name for path in pi.at(FOLDER).iterdir()] == ["update-key.pem"]


@pytest.mark.parametrize("is_dry", [False, True])
def test_taking_back_nothing_says_so(
    pi: FakePi, capsys: pytest.CaptureFixture[str], is_dry: bool
) -> None:
    before = pi.files()
    assert uninstall(DryMachine(pi.folder) if is_dry else pi) == 0
    assert capsys.readouterr().out == "the service is not installed: nothing to remove\n"
    assert pi.files() == before


def test_other_changes_to_config_txt_stay(pi: FakePi) -> None:
    put_on(pi, ASKED)
    config = pi.at("/" + CONFIG)
    config.write_text("# first\n" + config.read_text() + "gpu_mem=16\n")
    take_off(pi)
    assert config.read_text() == "# first\n" + CONFIG_TEXT + "gpu_mem=16\n"


@pytest.mark.parametrize("count", HOW_MANY)
def test_after_a_power_cut_at_any_change_doing_it_again_completes_it(
    tmp_path: Path, count: int | None
) -> None:
    cut_off_and_completed(tmp_path, (), ASKED, count)


@pytest.mark.parametrize("count", HOW_MANY)
def test_half_a_table_can_be_taken_back(tmp_path: Path, count: int | None) -> None:
    whole = FakePi(tmp_path / "whole")
    before = whole.files()
    put_on(whole, ASKED)
    for life in lives(1, whole.changes, count):
        pi = cut_off(FakePi(tmp_path / f"{life}"), lambda pi: put_on(pi, ASKED), life)
        take_off(pi)
        assert pi.files() == before, life


@pytest.mark.parametrize("count", HOW_MANY)
def test_after_a_power_cut_while_it_is_taken_back_doing_it_again_completes_it(
    tmp_path: Path, count: int | None
) -> None:
    whole = FakePi(tmp_path / "whole")
    before = whole.files()
    put_on(whole, ASKED)
    begun = whole.changes
    take_off(whole)
    for life in lives(begun, whole.changes, count):
        pi = FakePi(tmp_path / f"{life}")
        put_on(pi, ASKED)
        take_off(cut_off(pi, take_off, life))
        assert pi.files() == before, life


def test_a_new_choice_changes_nothing_else(pi: FakePi) -> None:
    put_on(pi, ASKED, ServiceRequest(wiring="generic"))
    assert "WIRING=generic\nLANGUAGE=ru\nTABLESIDE_MORE=thaayam\n" in text(pi, OPTIONS)
    assert "spi=on" not in text(pi, "/" + CONFIG)
    assert "dtparam=i2c_arm=on" in text(pi, "/" + CONFIG)
    assert text(pi, "/" + CONFIG + ".before-tableside") == CONFIG_TEXT


def test_options_edited_by_hand_stay_when_no_choice_is_given(pi: FakePi) -> None:
    put_on(pi, ASKED)
    mine = text(pi, OPTIONS).replace("=thaayam", '="squadro --first east"') + "# mine\n"
    pi.at(OPTIONS).write_text(mine)
    put_on(pi, AGAIN)
    assert text(pi, OPTIONS) == mine


def test_a_wiring_file_is_copied_to_where_the_service_may_read_it(
    pi: FakePi, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('profile = "generic"\n[link]\nfind = ["2e8a:000a", "2e8a:0005"]\n')
    put_on(pi, ServiceRequest(wiring=str(mine)))
    assert text(pi, WIRING).endswith(mine.read_text())
    assert f"TABLESIDE_WIRING={WIRING}\n" in text(pi, OPTIONS)
    pi.at(WIRING).write_text(text(pi, WIRING).replace("2e8a:000a", "2e8a:0003"))
    put_on(pi, AGAIN)
    assert "2e8a:0003" in text(pi, WIRING)


def test_modem_tools_leave_the_peers_alone_that_only_a_wiring_of_ones_own_names(
    pi: FakePi, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('profile = "generic"\n[link]\nfind = ["2e8a:000a", "2e8a:0005"]\n')
    put_on(pi, ServiceRequest(wiring=str(mine)))
    (rule,) = [line for line in text(pi, LINK_RULES).splitlines() if not line.startswith("#")]
    assert 'ATTR{idVendor}=="2e8a", ATTR{idProduct}=="000a"' in rule
    put_on(pi, ServiceRequest(wiring="generic"))
    assert not pi.exists(LINK_RULES)
    assert pi.commands.count("udevadm control --reload") == 2


def test_a_dry_run_shows_every_change_with_its_reason_and_makes_none(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    before = pi.files()
    assert install(ASKED, DryMachine(pi.folder)) == 0
    shown = capsys.readouterr().out
    assert (pi.files(), pi.commands) == (before, [])
    put_on(pi, ASKED)
    *done, last = capsys.readouterr().out.splitlines()
    assert shown.splitlines() == done
    assert last.startswith("installed; ")
    assert "the user of the table may use the devices of these groups:\n  $ gpasswd" in shown
    uninstall(DryMachine(pi.folder))
    shown, count = capsys.readouterr().out, len(pi.commands)
    assert pi.exists(OPTIONS)
    take_off(pi)
    assert [line for line in pi.commands[count:] if f"$ {line}\n" not in shown] == []


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
        put_on(pi, ASKED)
    assert expected in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert (pi.files(), pi.commands) == (before, [])


def test_without_the_package_one_line_says_how_to_get_it(tmp_path: Path) -> None:
    files = {name: content for name, content in FILES.items() if not name.startswith(RELEASES[1:])}
    # such a table may have been installed from its sources, in an environment
    pi = FakePi(tmp_path / "pi", {**files, "opt/tableside/pyvenv.cfg": "", OPTIONS[1:]: ""})
    before = pi.files()
    with pytest.raises(InstallError, match=r"'make deb'.*apt install.*keeps its games and choices"):
        put_on(pi, ASKED)
    assert (pi.files(), pi.commands) == (before, [])


def test_trixie_is_supported_too(tmp_path: Path) -> None:
    put_on(FakePi(tmp_path, {**FILES, "etc/os-release": "VERSION_CODENAME=trixie\n"}), ASKED)


def test_another_system_is_told_which_ones_there_are(tmp_path: Path) -> None:
    pi = FakePi(tmp_path, {**FILES, "etc/os-release": "VERSION_CODENAME=bullseye\n"})
    expected = r"expected Raspberry Pi OS 12 \(bookworm\) or 13 \(trixie\), but this is bullseye"
    with pytest.raises(InstallError, match=expected):
        put_on(pi, ASKED)


def test_without_root_nothing_is_done(pi: FakePi) -> None:
    pi.is_root = False
    for work in (lambda: put_on(pi, ASKED), lambda: uninstall(pi)):
        with pytest.raises(InstallError, match="put sudo before the command"):
            work()
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


def test_a_command_that_fails_is_named_and_the_next_run_continues_there(pi: FakePi) -> None:
    pi.fails = ("enable",)
    with pytest.raises(InstallError, match="systemctl enable .* ended with 1 .*continues where it"):
        put_on(pi, ASKED)
    pi.fails = ()
    pi.commands.clear()
    put_on(pi, ASKED)
    assert not any(line.startswith("gpasswd") for line in pi.commands)


def test_ctrl_c_is_reported_in_one_line(pi: FakePi, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(command: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(pi, "_run", stop)
    with pytest.raises(InstallError, match="interrupted: run the command again"):
        put_on(pi, ASKED)


def test_a_stick_that_cannot_be_mounted_does_not_keep_the_table_from_starting(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    pi.fails = ("start media-tableside.automount",)
    with pytest.raises(InstallError, match="the table works, but without this: a USB stick"):
        put_on(pi, ASKED)
    assert "systemctl --no-block restart tableside.service" in pi.commands
    assert "sudo reboot" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("has_group", [True, False])
def test_bluetooth_dice_can_be_used_where_there_is_such_a_group(
    pi: FakePi, has_group: bool
) -> None:
    groups = pi.at("/etc/group")
    if not has_group:
        groups.write_text(groups.read_text().replace("bluetooth:x:112:\n", ""))
    put_on(pi, ASKED)
    assert ("gpasswd --add tableside bluetooth" in pi.commands) == has_group


PI = "Raspberry Pi 4 Model B Rev 1.4"
OLED_HAT, BONNET = load("waveshare-oled-hat"), load("adafruit-oled-bonnet")

LINES = st.sampled_from(
    ["dtparam=spi=on", "dtparam=i2c_arm=off", "[pi5]", "[all]", "", "# a note", "gpu_mem=16"]
)
TEXTS = st.builds(
    lambda lines, ends, last: ends.join(lines) + last,
    st.lists(LINES),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "\r\n"]),
)


@given(TEXTS, st.sampled_from([OLED_HAT, BONNET]))
def test_the_buses_are_enabled_and_other_lines_do_not_change(text: str, wiring: Wiring) -> None:
    filled = with_block(text, wiring, PI)
    assert filled.startswith(text)
    assert missing(filled, wiring, PI) == missing(text, wiring, PI)
    param = parse_config("config.txt", filled, PI).param("spi" if wiring is OLED_HAT else "i2c_arm")
    assert param is not None
    assert param.is_on
    assert with_block(filled, wiring, PI) == filled
    assert without_block(filled) == text


@given(TEXTS, TEXTS)
def test_lines_after_the_block_stay_separate_lines(text: str, more: str) -> None:
    assume(missing(text, OLED_HAT, PI))
    filled = with_block(text, OLED_HAT, PI) + more
    assert without_block(filled).splitlines() == [*text.splitlines(), *more.splitlines()]


def test_what_is_enabled_already_is_not_set_again() -> None:
    text = "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n"
    assert with_block(text, BONNET, PI) == text


def test_a_setting_for_another_model_does_not_count() -> None:
    assert missing("[pi5]\ndtparam=spi=on\n", OLED_HAT, PI) == ("dtparam=spi=on",)


def test_a_block_with_converted_line_ends_is_still_found() -> None:
    filled = with_block("a=1\n", OLED_HAT, PI).replace("\n", "\r\n")
    assert without_block(filled) == "a=1\r\n"


def test_a_pin_that_spi_would_take_is_freed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "waveshare-oled-hat"\n[dice]\ncup = 7\n')
    assert missing("", load(str(path)), PI) == ("dtparam=spi=on", "dtoverlay=spi0-1cs")


@pytest.mark.parametrize("mark", [BEGIN, END])
def test_a_damaged_block_is_an_error(mark: str) -> None:
    with pytest.raises(InstallError, match="expected both or none of the lines"):
        without_block(f"a=1\n{mark}\n")
