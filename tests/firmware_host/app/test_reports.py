"""Reports for the staff are made beside the table, bounded, and without secrets."""

import json
import sys
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from firmware_host.app.sharing import (
    NOTHING,
    REST_SECONDS,
    TOO_LATE,
    TOO_LONG,
    UNKNOWN,
    Reports,
    commands,
)
from firmware_host.base.log import RecentLog
from firmware_host.remote.requests import LONGEST_REPORT, REPORTS, Report, ReportQuestion

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


class Office:
    """Who makes reports by running Python ``programs``; ``naps`` are the rests after questions."""

    def __init__(self, programs: Mapping[str, str], patience: float = 60.0) -> None:
        self.naps: list[float] = []
        self.log = RecentLog()
        made = {name: (sys.executable, "-c", text) for name, text in programs.items()}
        self.reports = Reports(made, self.log, lambda: NOON, self.naps.append, patience)

    def answer(self, name: str, again: bool = False) -> Report:
        return self.reports.answer(ReportQuestion(name, again))


def test_a_report_is_what_its_command_prints() -> None:
    office = Office({"counters": "print('day,begun')"})
    assert office.answer("counters") == Report("counters", "day,begun\n", "2026-11-22 12:00")


def test_what_the_doctor_found_is_known_until_he_looks_again(tmp_path: Path) -> None:
    count = tmp_path / "count"
    open_it = f"import pathlib; count = pathlib.Path({str(count)!r})"
    office = Office(
        {"findings": f"{open_it}; count.open('a').write('x'); print(count.read_text())"}
    )
    texts = [office.answer("findings", again).text.strip() for again in (False, False, True, False)]
    assert texts == ["x", "x", "xx", "xx"]


def test_a_command_that_fails_says_why() -> None:
    office = Office({"records": "import sys; sys.exit('nice: no\\nexport: no games')", "games": ""})
    assert office.answer("records").problem == "export: no games"
    assert office.answer("games").problem == NOTHING


def test_an_unknown_report_is_refused() -> None:
    assert Office({}).answer("passwords").problem == UNKNOWN


def test_a_report_that_is_too_long_or_too_late_is_given_up() -> None:
    office = Office({"records": f"print('x' * {LONGEST_REPORT})"})
    assert office.answer("records") == Report("records", problem=TOO_LONG)
    office = Office({"findings": "import time; time.sleep(600)"}, patience=0.01)
    assert office.answer("findings") == Report("findings", problem=TOO_LATE)


def test_after_each_question_there_is_a_rest() -> None:
    office = Office({})
    for _ in range(3):
        office.answer("log")
    assert office.naps == [REST_SECONDS] * 3


def test_closing_ends_what_still_runs() -> None:
    office = Office({"findings": "import time; time.sleep(600)"})
    asking = threading.Thread(target=office.answer, args=("findings",))
    asking.start()
    while office.reports._process is None:
        pass
    office.reports.close()
    asking.join(60)
    assert not asking.is_alive()


def test_there_is_a_command_behind_each_report_but_the_log(tmp_path: Path) -> None:
    assert {*commands(tmp_path, "generic"), "log"} == {*REPORTS}
    assert "findings" not in commands(tmp_path, None)


def test_the_doctor_is_asked_while_the_table_runs(tmp_path: Path) -> None:
    reports = Reports(commands(tmp_path, "generic"), RecentLog(), sleep=lambda seconds: None)
    found = json.loads(reports.answer(ReportQuestion("findings")).text)["checks"]
    assert {each["check"]: each["state"] for each in found}["pins"] == "skipped"


def test_once_reports_are_closed_no_command_is_waited_for() -> None:
    office = Office({"games": "import time; time.sleep(60)"}, patience=20.0)
    office.reports.close()
    assert office.answer("games").problem == NOTHING
