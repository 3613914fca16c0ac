"""The page and the agent of a fleet come beside the table, stay over changes, and go again."""

from pathlib import Path

import pytest

from firmware_host.features.fleet.settings import portable, read_settings
from firmware_host.setup.paths import (
    FLEET_SETTINGS,
    FLEET_STATE_KEPT,
    OPTIONS,
    SHARED,
    SHARING,
    WEB_STATE,
)
from firmware_host.setup.services import ServiceRequest
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys
from tests.firmware_host.setup.pi import HOW_MANY, FakePi, cut_off_and_completed, put_on

SETTINGS = 'broker = "mqtts://broker.example"\npassword = "secret"\n'
PLAIN = ServiceRequest(wiring="generic")
WITH_PAGE, WITHOUT_PAGE = ServiceRequest(web="0.0.0.0:8080"), ServiceRequest(web="")
WITH_AGENT, WITHOUT_AGENT = (
    ServiceRequest(settings={"fleet": SETTINGS}),
    ServiceRequest(settings={"fleet": ""}),
)
AGAIN = ServiceRequest()
CHANGES = [
    ((PLAIN,), WITH_PAGE),
    ((PLAIN, WITH_PAGE), WITHOUT_PAGE),
    ((PLAIN,), WITH_AGENT),
    ((PLAIN, WITH_AGENT), WITHOUT_AGENT),
]
"""What is there, and what is asked for then."""


def test_the_page_is_a_service_of_its_own_that_the_table_serves(pi: FakePi) -> None:
    put_on(pi, PLAIN, WITH_PAGE)
    assert "TABLESIDE_WEB=0.0.0.0:8080\n" in (pi.text(OPTIONS) or "")
    assert pi.target(SHARING) == SHARED
    assert pi.commands.index("systemctl daemon-reload") < pi.commands.index(
        "systemctl --no-block restart tableside.service tableside-web.service"
    )


def test_the_settings_of_the_agent_are_read_by_root_alone(pi: FakePi) -> None:
    put_on(pi, WITH_AGENT)
    assert (pi.text(FLEET_SETTINGS) or "").endswith(SETTINGS)
    assert pi.at(FLEET_SETTINGS).stat().st_mode & 0o777 == 0o600
    assert pi.target(SHARING) == SHARED
    assert "systemctl --no-block restart tableside.service tableside-fleet.service" in pi.commands


def test_a_table_alone_has_nothing_of_both(pi: FakePi) -> None:
    put_on(pi, PLAIN)
    assert not pi.exists(SHARING)
    assert "WEB" not in (pi.text(OPTIONS) or "")
    assert not any("tableside-web" in line or "tableside-fleet" in line for line in pi.commands)


def test_both_stay_when_the_table_is_set_up_again(pi: FakePi) -> None:
    put_on(pi, WITH_PAGE, WITH_AGENT)
    once = pi.files()
    put_on(pi, AGAIN)
    assert pi.files() == once


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [(OPTIONS, "0.0.0.0:8080", "[::]:8000"), (FLEET_SETTINGS, "broker.example", "other.example")],
)
def test_what_was_changed_by_hand_stays(pi: FakePi, path: str, old: str, new: str) -> None:
    put_on(pi, WITH_PAGE, WITH_AGENT)
    mine = (pi.text(path) or "").replace(old, new)
    pi.at(path).write_text(mine)
    put_on(pi, AGAIN)
    assert new in mine
    assert pi.text(path) == mine


def test_page_and_agent_come_and_go_without_each_other(pi: FakePi) -> None:
    put_on(pi, WITH_AGENT, WITH_PAGE, WITHOUT_PAGE)
    assert pi.target(SHARING) == SHARED
    assert pi.exists(FLEET_SETTINGS)
    put_on(pi, WITHOUT_AGENT)
    assert not any(map(pi.exists, (SHARING, FLEET_SETTINGS)))


@pytest.mark.parametrize(
    ("asked", "service", "kept"),
    [
        ((WITH_PAGE, WITHOUT_PAGE), "tableside-web.service", WEB_STATE),
        ((WITH_AGENT, WITHOUT_AGENT), "tableside-fleet.service", FLEET_STATE_KEPT),
    ],
)
def test_what_is_removed_leaves_a_table_that_never_had_it(
    tmp_path: Path, pi: FakePi, asked: tuple[ServiceRequest, ...], service: str, kept: str
) -> None:
    plain = FakePi(tmp_path / "plain")
    put_on(plain, PLAIN)
    put_on(pi, PLAIN, asked[0])
    pi.at(kept).mkdir(parents=True)
    (pi.at(kept) / "secret").touch()
    put_on(pi, asked[1])
    assert f"systemctl disable --now {service}" in pi.commands
    assert pi.files() == plain.files()
    pi.commands.clear()
    put_on(pi, AGAIN, asked[1])
    assert not any(service in line for line in pi.commands)


@pytest.mark.parametrize("count", HOW_MANY)
@pytest.mark.parametrize(("before", "asked"), CHANGES)
def test_after_a_power_cut_at_any_change_doing_it_again_completes_it(
    tmp_path: Path, before: tuple[ServiceRequest, ...], asked: ServiceRequest, count: int | None
) -> None:
    cut_off_and_completed(tmp_path, before, asked, count)


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


def test_what_systemd_hands_over_may_show_a_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On tmpfs, systemd lets the service in by an access list, which looks like a group."""
    path = tmp_path / "fleet.toml"
    path.write_text(SETTINGS)
    path.chmod(0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert read_settings(path, None, "pi").credentials.password == "secret"
