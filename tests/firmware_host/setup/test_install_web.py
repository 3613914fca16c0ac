"""Install the page in the browser, keep it over later installations, and remove it again."""

from pathlib import Path

import pytest

from firmware_host.cli.main import main
from firmware_host.cli.service import ServiceRequest, install, uninstall
from firmware_host.setup.paths import LEDGER, OPTIONS, UNIT, WEB_UNIT
from tests.firmware_host.setup.pi import (
    HOW_MANY,
    FakePi,
    cut_off_and_completed,
    put_on,
)

HERE = Path(__file__).parents[3]
PLAIN = ServiceRequest(wiring="generic", source=HERE)
WITH_PAGE = ServiceRequest(wiring="generic", source=HERE, web="0.0.0.0:8080")
AGAIN = ServiceRequest(source=HERE)
WITHOUT_PAGE = ServiceRequest(source=HERE, web="")


def test_the_page_is_a_service_of_its_own_that_the_table_serves(pi: FakePi) -> None:
    put_on(pi, WITH_PAGE)
    assert "TABLESIDE_WEB=0.0.0.0:8080\n" in (pi.text(OPTIONS) or "")
    assert "--share /run/tableside/table.socket" in (pi.text(UNIT) or "")
    assert "tableside web --table /run/tableside/table.socket" in (pi.text(WEB_UNIT) or "")
    assert "/opt/tableside/bin/python -m pip install /opt/tableside/source[web]" in pi.commands
    table, page = (
        pi.commands.index(f"systemctl --no-block restart {name}.service")
        for name in ("tableside", "tableside-web")
    )
    assert table < page


def test_without_the_page_nothing_of_it_is_there(pi: FakePi) -> None:
    put_on(pi, PLAIN)
    assert not pi.exists(WEB_UNIT)
    assert "--share" not in (pi.text(UNIT) or "")
    assert "WEB" not in (pi.text(OPTIONS) or "")
    assert "web" not in (pi.text(LEDGER) or "")
    assert not any("[web]" in line or "tableside-web" in line for line in pi.commands)


def test_installing_again_keeps_the_page(pi: FakePi) -> None:
    put_on(pi, WITH_PAGE)
    once = pi.files()
    put_on(pi, AGAIN)
    assert pi.files() == once


def test_an_address_edited_by_hand_stays(pi: FakePi) -> None:
    put_on(pi, WITH_PAGE)
    mine = (pi.text(OPTIONS) or "").replace("0.0.0.0:8080", "[::]:8000")
    pi.at(OPTIONS).write_text(mine)
    put_on(pi, AGAIN)
    assert pi.text(OPTIONS) == mine


def test_no_web_removes_the_page_and_leaves_what_an_installation_without_it_is(
    tmp_path: Path, pi: FakePi
) -> None:
    plain = FakePi(tmp_path / "plain")
    put_on(plain, PLAIN)
    put_on(pi, WITH_PAGE, WITHOUT_PAGE)
    assert "systemctl disable --now tableside-web.service" in pi.commands
    assert pi.files() == plain.files()
    pi.commands.clear()
    put_on(pi, AGAIN, WITHOUT_PAGE)
    assert not any("tableside-web" in line for line in pi.commands)


@pytest.mark.parametrize("asked", [(WITH_PAGE,), (PLAIN, WITH_PAGE), (WITH_PAGE, WITHOUT_PAGE)])
def test_uninstalling_restores_what_was_there_before(
    pi: FakePi, asked: tuple[ServiceRequest, ...]
) -> None:
    before = pi.files()
    put_on(pi, *asked)
    assert uninstall(is_dry=False, machine=pi) == 0
    assert pi.files() == before
    assert not pi.exists("/etc/tableside")


@pytest.mark.parametrize("count", HOW_MANY)
@pytest.mark.parametrize("asked", [WITH_PAGE, WITHOUT_PAGE])
def test_after_a_power_cut_at_any_change_of_the_page_doing_it_again_completes_it(
    tmp_path: Path, asked: ServiceRequest, count: int | None
) -> None:
    cut_off_and_completed(tmp_path, PLAIN if asked.web else WITH_PAGE, asked, count)


def test_a_dry_run_shows_what_would_be_added_and_removed(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    put_on(pi, PLAIN)
    capsys.readouterr()
    install(WITH_PAGE, is_dry=True, machine=pi)
    assert f"$ write {WEB_UNIT}" in capsys.readouterr().out
    put_on(pi, WITH_PAGE)
    capsys.readouterr()
    before = pi.files()
    install(WITHOUT_PAGE, is_dry=True, machine=pi)
    assert "$ systemctl disable --now tableside-web.service" in capsys.readouterr().out
    assert pi.files() == before


@pytest.mark.parametrize("words", [["--web"], ["--share", "/run/table.socket"]])
def test_the_page_of_the_service_itself_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--dry-run", "--", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "put --web before the --" in line


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (
            "0.0.0.0:80",
            "expected a port of 1024 or more, because the service has no rights of root",
        ),
        ("nowhere", "expected HOST:PORT, such as 0.0.0.0:8080"),
        ("0.0.0.0:99999", "expected HOST:PORT, such as 0.0.0.0:8080"),
    ],
)
def test_a_wrong_address_is_one_line_and_exit_code_2(
    address: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--dry-run", "--web", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert expected in line
