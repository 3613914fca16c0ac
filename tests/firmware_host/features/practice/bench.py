"""What the practice table inside of a browser weighs, and how long it takes to come."""

import gzip
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from tests.bench.section import Section
from tests.browser.conftest import SANDLESS
from tests.browser.looking import becomes
from tests.firmware_host.features.practice.browser.test_in_browser import IS_KEPT, SITE, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VISITS: Final = 5
PROGRAM: Final = SITE / "program"
BOARD: Final = "body:not(.at-home) #board .pieces"
LATE: Final = "rest.zip.xz"
LOADING: Final = 120_000
"""Milliseconds in which the program has to come."""


def rows(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """The head, and a row for each figure; one row says what is missing."""
    yield "figure", "measured", "target"
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None or not (PROGRAM / LATE).is_file():
        yield "not measured: Chromium and the built site are needed (make site)", "", ""
        return
    yield from _sizes()
    yield from _visits(program)


def _sizes() -> Iterator[Sequence[str]]:
    parts = {each.name: each.stat().st_size for each in PROGRAM.iterdir()}
    whole = sum(parts.values())
    yield "program before the first board", _megabytes(whole - parts[LATE]), ""
    yield "program in all", _megabytes(whole), "8 MB"
    others = [each for each in SITE.rglob("*") if each.is_file() and each.parent != PROGRAM]
    packed = sum(len(gzip.compress(each.read_bytes())) for each in others)
    yield "pages, scripts and pictures, as a server compresses them", _megabytes(packed), ""
    yield "all that the browser keeps", _megabytes(whole + packed), ""


def _visits(program: str) -> Iterator[Sequence[str]]:
    from playwright.sync_api import sync_playwright

    times: dict[str, list[float]] = {"first": [], "second": []}
    memory = list[float]()
    with served(SITE) as address, sync_playwright() as playwright:
        for _ in range(VISITS):
            browser = playwright.chromium.launch(executable_path=program, args=[*SANDLESS])
            context = browser.new_context(locale="en")
            for visit in times.values():
                page = context.new_page()
                visit.append(_until_a_board(page, address))
                becomes(page, IS_KEPT)
                memory.append(_memory(browser))
                page.close()
            browser.close()
    yield "first visit, until a board is there", f"{median(times['first']):.1f} s", "6 s"
    yield "second visit", f"{median(times['second']):.1f} s", "3 s"
    yield "memory of the page and its workers", f"{median(memory):.0f} MiB", ""


def _until_a_board(page: "Page", address: str) -> float:
    """Begin a game, or go on with it; return after how many seconds its board is there."""
    page.set_default_timeout(LOADING)
    begun = time.monotonic()
    page.goto(f"{address}#squadro")
    board, left = page.locator(BOARD), page.locator("#answers button", has_text="Resume")
    board.or_(left).first.wait_for(state="attached")
    if left.count():
        left.first.click()
    board.wait_for(state="attached")
    return time.monotonic() - begun


def _memory(browser: "Browser") -> float:
    """Return the MiB that the pages of ``browser`` take: their share of what processes share."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pages = [each["id"] for each in found["processInfo"] if each["type"] == "renderer"]
    return sum(map(_share, pages)) / 1024


def _share(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


SECTIONS: Final[Mapping[str, Section]] = {
    "A table inside of a browser": Section(
        "The folder that `make site` builds, from a plain server on this computer: the bytes that "
        "lie in it, and the wall-clock time of a browser that has never been there until the board "
        "of a game is there, and of its second visit. Memory is the proportional set of the page "
        f"and its workers, with both of them loaded. Each is the median of {VISITS} visits.",
        rows,
    ),
}
