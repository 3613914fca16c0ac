"""The time of the day follows the time zone, which may change while the program runs."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

import firmware_host
from firmware_host.base.timing import local_day, local_now, why_not_trusted

TOKYO, NEW_YORK, EAST, WEST = "JST-9", "EST5", "XXX-14", "XXX12"
OTHER_CLOCKS = re.compile(
    r"datetime\.now(?!\(UTC\))|date\.today|\.astimezone\(\)|\blocaltime\b|\bctime\b|time\.strftime"
)
"""What asks for the local time without looking at the time zone again."""


@pytest.fixture(autouse=True)
def own_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC0")
    yield
    monkeypatch.undo()
    time.tzset()


def test_a_time_zone_that_changes_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for zone, hours in ((TOKYO, 9), (NEW_YORK, -5), (TOKYO, 9)):
        monkeypatch.setenv("TZ", zone)
        assert local_now().utcoffset() == timedelta(hours=hours)


def test_the_date_is_that_of_the_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", EAST)
    east = local_day()
    monkeypatch.setenv("TZ", WEST)
    assert local_day() < east, "they are 26 hours apart"


def test_nothing_else_asks_for_the_local_time() -> None:
    folder = Path(firmware_host.__file__).parent
    found = {
        f"{path.relative_to(folder)}: {match[0]}"
        for path in folder.rglob("*.py")
        for match in OTHER_CLOCKS.finditer(path.read_text(encoding="utf-8"))
    }
    assert found == {"base/timing.py: .astimezone()"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("certificate is not yet valid", "the clock of this computer is behind"),
        ("certificate has expired", "the clock of this computer is ahead"),
    ],
)
def test_a_certificate_that_a_wrong_clock_refuses_is_told_as_that(said: str, meant: str) -> None:
    words = f"[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: {said} (_ssl.c:1006)"
    told = why_not_trusted(words)
    assert meant in told
    assert local_day() in told
    assert why_not_trusted("Connection refused") == "Connection refused"
