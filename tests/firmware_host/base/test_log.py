"""What is logged reaches standard error, the staff, and the file beside a screen."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.base.log import LARGEST_FILE, LINES, LONGEST_LINE, RecentLog, begin_log, end_log
from firmware_host.cli.main import main

BESIDE_A_SCREEN = """
import sys
from pathlib import Path
from firmware_host.base.log import begin_log, log_beside_screen
import logging, subprocess
begin_log()
with log_beside_screen(Path(sys.argv[1])):
    if len(sys.argv) > 2:
        logging.getLogger("firmware_host").warning("the voice is away")
        subprocess.run(["sh", "-c", "echo a child says so >&2"])
"""
"""Prints nothing on its terminal while the screen is drawn."""


@pytest.fixture
def logged() -> Iterator[tuple[logging.Logger, RecentLog]]:
    log, recent = logging.getLogger("some.part"), RecentLog()
    log.addHandler(recent)
    yield log, recent
    log.removeHandler(recent)


def test_the_log_has_the_newest_lines_shortened(
    logged: tuple[logging.Logger, RecentLog],
) -> None:
    log, recent = logged
    for number in range(LINES + 5):
        log.warning("line %d %s", number, "of the log " * 100)
    lines = recent.text.splitlines()
    assert len(lines) == LINES
    assert " line 5 " in lines[0]
    assert max(map(len, lines)) <= LONGEST_LINE


@pytest.mark.parametrize(
    "secret",
    [
        "ABCDEFGH",
        "ABCD EFGH",
        "ABCD-EFGH",
        "x6Jp0dTqk8wXrJ2b4n7cV1mZs9QeLhYtUfGaOiPvRkE",
        "a1" * 32,
    ],
)
def test_the_log_tells_no_code_and_no_token(
    logged: tuple[logging.Logger, RecentLog], secret: str
) -> None:
    log, recent = logged
    log.warning("ignored: {'code': '%s'}", secret)
    assert secret not in recent.text
    assert "ignored: {'code': '…'}" in recent.text


def test_the_staff_reads_the_traceback_and_the_files_in_it(
    logged: tuple[logging.Logger, RecentLog],
) -> None:
    log, recent = logged
    try:
        raise ZeroDivisionError("no pieces to share")
    except ZeroDivisionError:
        log.exception("the table failed")
    first, *traceback = recent.text.splitlines()
    assert first.endswith("ERROR the table failed")
    assert f'  File "{__file__}", line' in recent.text
    assert traceback[-1] == "ZeroDivisionError: no pieces to share"


@contextmanager
def log_begun() -> Iterator[None]:
    handler = begin_log()
    try:
        yield
    finally:
        end_log(handler)


def test_news_and_tracebacks_reach_standard_error_also_while_the_staff_listens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    recent, own = RecentLog(), logging.getLogger("firmware_host.some.part")
    with log_begun():
        logging.getLogger().addHandler(recent)
        own.info("connected")
        logging.getLogger("somebody.else").info("a detail")
        own.error("it failed", exc_info=ValueError("wrong"))
        logging.getLogger().removeHandler(recent)
    said = capsys.readouterr().err
    assert said.endswith("INFO connected\nERROR it failed\nValueError: wrong\n")
    assert "a detail" not in said


def test_an_error_that_ends_a_thread_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ValueError("nobody catches it")

    thread = threading.Thread(target=fail, name="the hearer")
    with log_begun():
        thread.start()
        thread.join()
    said = capsys.readouterr().err
    assert said.startswith("CRITICAL the hearer has ended with an error\nTraceback")
    assert said.endswith("ValueError: nobody catches it\n")


def test_the_program_logs_once_however_often_it_is_called(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = list(logging.getLogger().handlers)
    for _ in range(2):
        assert main(["games"]) == 0
    assert logging.getLogger().handlers == before
    assert capsys.readouterr().err == ""


def in_a_terminal(*words: str) -> str:
    """Run Python with ``words`` in a terminal; return what stands there at the end."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", BESIDE_A_SCREEN, *words],
        stdin=theirs, stdout=theirs, stderr=theirs,
    ) as process:  # fmt: skip
        os.close(theirs)
        assert process.wait(60) == 0
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # nobody has the terminal open any more
        pass
    finally:
        os.close(ours)
    return shown.decode()


def test_beside_a_screen_all_processes_log_into_a_file_whose_end_is_shown_afterwards(
    tmp_path: Path,
) -> None:
    file = tmp_path / "some.log"
    shown = "WARNING the voice is away\r\na child says so\r\n"
    assert in_a_terminal(str(file), "wrong") == shown
    assert file.read_text() == "WARNING the voice is away\na child says so\n"


def test_what_was_logged_in_an_earlier_run_is_not_shown_again(tmp_path: Path) -> None:
    file = tmp_path / "some.log"
    file.write_text("of yesterday\n")
    assert in_a_terminal(str(file)) == ""
    assert file.read_text() == "of yesterday\n"


def test_a_file_that_has_grown_large_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "some.log"
    file.write_bytes(bytes(LARGEST_FILE + 1))
    in_a_terminal(str(file), "wrong")
    assert file.read_text().startswith("WARNING")
    assert file.with_name("some.log.before").stat().st_size == LARGEST_FILE + 1
