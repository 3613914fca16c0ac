"""What is typed after ``tableside install`` is checked before anything else is looked at."""

from pathlib import Path

import pytest

from firmware_host.cli.main import main

SETTINGS = 'broker = "mqtts://broker.example"\npassword = "secret"\n'


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the line with which ``words`` are refused."""
    assert main(["install", "--dry-run", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize("folder", ["/tmp/games", "/var/tmp", "/srv/../tmp/a", "games"])
def test_a_folder_that_the_service_does_not_keep_is_refused_in_a_sentence(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refusal(capsys, "--", "--state-dir", folder)
    assert f"--state-dir {folder}: expected the absolute path of a folder" in line


@pytest.mark.parametrize("words", [["--web"], ["--share", "/run/table.socket"]])
def test_the_page_of_the_service_itself_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "put --web before the --" in refusal(capsys, "--", *words)


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
    assert expected in refusal(capsys, "--web", address)


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
    assert expected in refusal(capsys, "--fleet", str(path))


def test_a_folder_with_sources_is_answered_with_how_to_make_the_package(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = refusal(capsys, "--from", "/home/ann/tableside")
    assert "--from is not taken any more" in line
    assert "make deb" in line
