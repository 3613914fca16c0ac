"""Tests with a real browser: the Chromium of the system, driven by Playwright.

``make test-browser`` runs them; nothing is installed by stealth, and where something is missing,
the reason of the skip says what to type.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from firmware_host.session.setup import Setup
from tests.browser.looking import playwright
from tests.browser.served_sites import SharedTable, Site
from tests.of_features import of_features
from tests.table import Begin

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures" / "web"
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
SANDLESS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What Chromium needs to run as root, and without asking other hosts for anything."""

EXPECTED = (
    *("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"),
    *("404 (Not Found)", "403 (Forbidden)", "503 (Service"),
    "closed before the connection is established",
)
"""What Chromium writes when tests end the server, ask for what they do not get, or leave early."""

WANTED = (
    "page-light",
    "page-dark",
    "page-phone",
    "xiangqi4-desk",
    "seat-phone",
    "staff-desk",
    "replay-phone",
    "xiangqi4-captures",
    "fleet-desk",
    "fleet-wall",
)
"""The pictures that the manual shows."""

TABLET = 768
"""Pixels of the width from which a screen is clicked at, and not touched."""

PATIENCE = 20_000
"""Milliseconds after which something that a page should show does not come any more."""

Share = Callable[..., SharedTable]
Open = Callable[..., "Page"]


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator["Browser"]:
    """The Chromium of this computer; the test is skipped where there is none."""
    if not request.config.getoption("--browser"):
        pytest.skip("runs with `make test-browser`")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("needs Chromium: sudo apt install chromium")
    pytest.importorskip("playwright.sync_api", reason="needs pip install 'tableside[browser]'")
    browser = playwright().chromium.launch(executable_path=program, args=[*SANDLESS])
    yield browser
    browser.close()


@pytest.fixture
def others_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what features do beside pages not give way to other tests, which keep it waiting."""
    for part in of_features("beside_pages"):
        part.prepare(monkeypatch)


@pytest.fixture
def share(
    begin: Begin, tmp_path: Path, chromium: "Browser", others_give_way: None
) -> Iterator[Share]:
    """Share a table with whoever is at this computer: ``share(setup)``."""
    opened: list[SharedTable] = []

    def shared(setup: Setup | None = None) -> SharedTable:
        opened.append(SharedTable(begin(setup), tmp_path))
        return opened[-1]

    yield shared
    for table in opened:
        table.close()


@pytest.fixture
def visit(chromium: "Browser") -> Iterator[Open]:
    """Open a page of a site: ``visit(site, path, language=..., size=..., colours=...)``.

    With ``is_paired=False`` the site does not know the phone. At the end, no page may have had an
    error, nor asked another host for anything.
    """
    wrong: list[str] = []
    opened: list[Any] = []

    def visited(
        site: Site,
        path: str = "",
        language: str = "en",
        size: tuple[int, int] = (1280, 800),
        colours: str = "light",
        is_paired: bool = True,
    ) -> "Page":
        width, height = size
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if colours == "dark" else "light",
            locale=language,
            reduced_motion="reduce",
            has_touch=width < TABLET,
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        for name, value in site.cookies.items() if is_paired else ():
            context.add_cookies([{"name": name, "value": value, "url": site.address}])
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("request", lambda request: _check_host(request.url, site.address, wrong))
        page.goto(site.address + path)
        return page

    yield visited
    for context in opened:
        context.close()
    assert [each for each in wrong if not any(known in each for known in EXPECTED)] == []


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[["Page", str], None]:
    """Take a picture of a page for the manual, if that is wanted."""
    is_written = request.config.getoption("--write-pictures")

    def take(page: "Page", name: str) -> None:
        if is_written and name in WANTED:
            PICTURES.mkdir(exist_ok=True)
            page.screenshot(path=PICTURES / f"{name}.png")

    return take


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which finds what keeps people from using a page."""
    if not AXE.exists():
        pytest.skip("needs axe-core: `make test-browser` gets it where there is npm")
    return AXE.read_text(encoding="utf-8")


def _check_host(address: str, own: str, wrong: list[str]) -> None:
    host = own.removeprefix("http://")
    if not address.startswith((own, f"ws://{host}", "data:")):
        wrong.append(f"asks {address}")
