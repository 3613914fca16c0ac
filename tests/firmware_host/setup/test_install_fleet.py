"""Install the agent of a fleet, keep it over later installations, and remove it again."""

from pathlib import Path

import pytest

from firmware_host.cli.main import main
from firmware_host.cli.service import ServiceRequest, uninstall
from firmware_host.setup.paths import FLEET_SETTINGS, FLEET_UNIT, RELEASES, SHARING, UNIT
from firmware_host.web.fleet.settings import portable, read_settings
from tests.firmware_host.setup.pi import FakePi, cut_off_and_completed, put_on
from tests.firmware_host.web.fleet.keys import NEEDS_OPENSSL, make_keys

HERE = Path(__file__).parents[3]
SETTINGS = 'broker = "mqtts://broker.example"\npassword = "secret"\n'
PLAIN = ServiceRequest(wiring="generic", source=HERE)
WITH_AGENT = ServiceRequest(wiring="generic", source=HERE, fleet=SETTINGS)
AGAIN = ServiceRequest(source=HERE)
WITHOUT_AGENT = ServiceRequest(source=HERE, fleet="")
WITH_PAGE = ServiceRequest(source=HERE, web="0.0.0.0:8080")
WITHOUT_PAGE = ServiceRequest(source=HERE, web="")


def test_the_agent_is_a_service_whose_settings_only_root_reads(pi: FakePi) -> None:
    put_on(pi, WITH_AGENT)
    assert (pi.text(FLEET_SETTINGS) or "").endswith(SETTINGS)
    assert pi.at(FLEET_SETTINGS).stat().st_mode & 0o777 == 0o600
    assert "--share /run/tableside/table.socket" in (pi.text(UNIT) or "")
    unit = pi.text(FLEET_UNIT) or ""
    assert "--table /run/tableside/table.socket.fleet" in unit
    assert f"LoadCredential=fleet.toml:{FLEET_SETTINGS}\n" in unit
    assert "/opt/tableside/bin/python -m pip install /opt/tableside/source[fleet]" in pi.commands
    assert "systemctl --no-block restart tableside-fleet.service" in pi.commands


def test_installing_again_keeps_the_agent_and_what_was_changed_by_hand(pi: FakePi) -> None:
    put_on(pi, WITH_AGENT)
    mine = (pi.text(FLEET_SETTINGS) or "").replace("broker.example", "other.example")
    pi.at(FLEET_SETTINGS).write_text(mine)
    put_on(pi, AGAIN)
    assert pi.text(FLEET_SETTINGS) == mine
    assert pi.exists(FLEET_UNIT)


def test_page_and_agent_come_and_go_without_each_other(pi: FakePi) -> None:
    put_on(pi, WITH_AGENT, WITH_PAGE)
    assert any("source[web,fleet]" in line for line in pi.commands)
    put_on(pi, WITHOUT_PAGE)
    assert "--share" in (pi.text(UNIT) or "")
    assert pi.exists(FLEET_UNIT)
    put_on(pi, WITHOUT_AGENT)
    assert "--share" not in (pi.text(UNIT) or "")
    assert not any(map(pi.exists, (FLEET_UNIT, FLEET_SETTINGS)))


def test_without_the_agent_all_is_as_if_it_had_never_been_there(tmp_path: Path, pi: FakePi) -> None:
    plain = FakePi(tmp_path / "plain")
    put_on(plain, PLAIN)
    put_on(pi, WITH_AGENT, WITHOUT_AGENT)
    assert "systemctl disable --now tableside-fleet.service" in pi.commands
    assert pi.files() == plain.files()


def test_uninstalling_restores_what_was_there_before(pi: FakePi) -> None:
    before = pi.files()
    put_on(pi, WITH_AGENT)
    assert uninstall(is_dry=False, machine=pi) == 0
    assert pi.files() == before


def test_after_a_power_cut_doing_it_again_completes_it(tmp_path: Path) -> None:
    cut_off_and_completed(tmp_path, PLAIN, WITH_AGENT, count=None)


def test_the_package_brings_the_unit(pi: FakePi) -> None:
    pi.at(RELEASES).mkdir(parents=True)
    users = pi.folder / "etc/passwd"
    users.write_text(f"{users.read_text()}tableside:x:990:990::/nowhere:/usr/sbin/nologin\n")
    put_on(pi, ServiceRequest(wiring="generic", fleet=SETTINGS, web="0.0.0.0:8080"))
    assert not pi.exists(FLEET_UNIT)
    put_on(pi, ServiceRequest(web=""))
    assert pi.exists(SHARING)
    put_on(pi, ServiceRequest(fleet=""))
    assert not any(map(pi.exists, (SHARING, FLEET_SETTINGS)))


@NEEDS_OPENSSL
def test_keys_and_certificates_go_along_with_the_settings(tmp_path: Path) -> None:
    _, public = make_keys(tmp_path)
    path = tmp_path / "fleet.toml"
    path.write_text(f'{SETTINGS}[orders]\nkey = "orders.pem" # ours\nallow = ["restart"]\n')
    path.chmod(0o600)
    copy = tmp_path / "elsewhere" / "fleet.toml"
    copy.parent.mkdir()
    copy.write_text(portable(path))
    copy.chmod(0o600)
    assert read_settings(copy, None, "pi").order_key == public


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ('metrics = "here.prom"', "metrics: the service can write only in /run/tableside-fleet"),
        ('metrics = "/var/lib/prometheus/node-exporter/table.prom"', "sudo ln -s"),
        ('page = "hall-2.example"', "page: expected http://HOST or https://HOST"),
        ('page = "javascript:alert(1)"', "page: expected http://HOST or https://HOST"),
        ('authority = "none.pem"', "authority: expected a file with PEM at "),
        ("broken", "is no TOML file"),
    ],
)
def test_wrong_settings_are_one_line_and_exit_code_2(
    more: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fleet.toml"
    path.write_text(f"{SETTINGS}{more}\n")
    path.chmod(0o600)
    assert main(["install", "--dry-run", "--fleet", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert expected in line


def test_what_systemd_hands_over_may_show_a_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On tmpfs, systemd lets the service in by an access list, which looks like a group."""
    path = tmp_path / "fleet.toml"
    path.write_text(SETTINGS)
    path.chmod(0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert read_settings(path, None, "pi").credentials.password == "secret"
