"""Names from outside on a terminal: control characters and bidirectional marks are only seen."""

import errno
from pathlib import Path

import pytest

import games
from firmware_host.cli.main import main
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.runs import read_script, run_commands
from hardware.wiring.wiring import load
from tests.firmware_host.cli.commands.test_link import PATH, Seen, shown
from tests.hardware.link.bench import Device, Hub
from tests.table import Begin

EVIL = "\x1b[2J\x1b]0;mine\x07\x9b31m\u202eevil\n"
EVIL_SHEET = 'profile = "generic"\n["\\u001b[2J\\u202e"]\nup = 1\n'


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / f"{EVIL.strip()}.toml"
    path.write_text(EVIL_SHEET)
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        [EVIL],
        ["perft", EVIL, "1"],
        ["perft", "thaayam", EVIL],
        ["perft", "thaayam", "1", "--state", EVIL],
        ["perft", "thaayam", "1", "--option", EVIL],
        ["perft", "thaayam", "1", "--first", EVIL],
        ["rules", EVIL],
        ["replay", EVIL],
        ["doctor", "--wiring", EVIL],
        ["simulate", "thaayam", "--seat", EVIL],
        ["simulate", "thaayam", "--script", EVIL],
        ["simulate", "--random", "1", "--games", EVIL],
        ["install", "--dry-run", "--wiring", EVIL],
        ["play", "--language", EVIL],
    ],
    ids=" ".join,
)
def test_a_wrong_word_is_told_in_one_line_that_no_terminal_obeys(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(words, capsys)


def test_a_wiring_with_sequences_in_its_name_and_in_it_is_told_in_one_line(
    sheet: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(["link", "--wiring", sheet], capsys)


def check_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = main(words)
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert said.err.endswith("\n")
    assert said.err.removesuffix("\n").isprintable()


def test_a_port_with_sequences_in_its_name_and_its_errors_is_shown() -> None:
    broken = Device()
    broken.cannot_open = OSError(errno.EIO, EVIL)
    lying = Device()

    def lie() -> None:
        lying.greet("keys=up,ok")
        lying.send(EVIL.encode() + b"\n")
        lying.say("keys 2")

    hub = Hub(**{PATH: broken, "/dev/ttyACM1": lying})
    _, reader = shown(load("generic"), hub, lie, lambda: None, seen=[Seen(PATH, EVIL, EVIL)])
    assert any("\\x1b[2J" in line for line in reader.said)
    for line in (*reader.said, *reader.status):
        assert line.isprintable()


def test_no_port_but_one_with_sequences_in_its_name_is_listed() -> None:
    _, reader = shown(load("generic"), Hub(), lambda: None, seen=[Seen(PATH, "", EVIL)])
    assert any("\\u202eevil" in line for line in reader.said)
    assert all(line.isprintable() for line in reader.said)


def test_a_line_of_a_script_is_repeated_without_harm(begin: Begin, tmp_path: Path) -> None:
    hands: Hands = begin()
    file = tmp_path / "table.script"
    file.write_text("wait 1 # \x1b[2J\u202e\n")
    said: list[str] = []
    run_commands(read_script(file, games.load("thaayam")), hands, said.append)
    assert len(said) == 1
    assert said[0].isprintable()
