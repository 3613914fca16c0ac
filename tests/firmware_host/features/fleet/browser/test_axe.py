"""axe-core finds nothing on the page of all tables that keeps people from using it."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.features.fleet.following import FleetDesk
from firmware_host.features.fleet.site import FleetSite
from firmware_host.session.setup import Setup
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.listening import listen
from firmware_host.web.mirror import png
from firmware_host.web.table_states import game_state, payload
from tests.browser.conftest import Open
from tests.browser.looking import PHONE, becomes, has, shows, violations
from tests.browser.served_sites import HOST, Served, serve
from tests.browser.test_axe import Picture, paths
from tests.firmware_host.features.fleet.told import (
    ONLINE,
    STATE,
    BusyDesk,
    busy_desk,
    tell_trouble,
    told_desk,
)
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin

TABLET, WALL = (768, 1024), (1920, 1080)

CHART_IS_WHOLE = """() => [...document.querySelectorAll("main figure")].every((each) => {
  return innerWidth === 1400 && each.scrollWidth <= each.clientWidth;
})"""


SEEN_ARE_DRAWN = """() => [...document.querySelectorAll(".tile .screen")].every((each) => {
  const { top, bottom } = each.closest("li").getBoundingClientRect();
  return bottom < 0 || top > innerHeight || each.naturalWidth > 0;
})"""

COUNT_QUERIES = """() => {
  window.queries = 0;
  for (const type of [Element, Document]) {
    for (const name of ["querySelector", "querySelectorAll", "getElementById"]) {
      const real = type.prototype[name];
      if (real) type.prototype[name] = function (...given) {
        window.queries += 1;
        return real.apply(this, given);
      };
    }
  }
  document.getElementById("everyone").addEventListener("change", () => {
    window.begun = performance.now();
  }, { capture: true });
  document.addEventListener("change", () => { window.taken = performance.now() - window.begun; });
}"""


COUNT_CHANGES = """() => {
  window.changed = 0;
  const watcher = new MutationObserver((all) => {
    for (const { addedNodes, removedNodes, type } of all) {
      window.changed += type === "attributes" ? 1 : addedNodes.length + removedNodes.length;
    }
  });
  const parts = ["wall", "tables"].map((name) => document.getElementById(name));
  for (const part of parts) {
    watcher.observe(part, { attributes: true, childList: true, subtree: true });
  }
}"""

TROUBLED = (2999, 1500, 3000, 1, 1499)
STYLED = "UpdateLayoutTree"
"""What Chromium calls it when it works out how elements look."""


def troubled(number: int) -> bytes:
    """Return what the table with this number of :func:`wall_desk` says when it needs help."""
    area = "East hall" if number % 2 else "West hall"
    state = {**STATE, "game": None, "title": f"Table {number}", "area": area, "problem": "board"}
    return payload(state)


def wall_desk(count: int, state: Mapping[str, Any], panel: bytes) -> FleetDesk:
    """Return a desk with so many tables in two rooms; the fifth needs help."""
    tables = {
        f"hall-{number}": {
            "online": ONLINE,
            "state": {
                **STATE,
                **state,
                "title": f"Table {number}",
                "area": "East hall" if number % 2 else "West hall",
                "problem": "board" if number == 5 else None,
            },
        }
        for number in range(1, count + 1)
    }
    desk = told_desk(tables, kind=BusyDesk)
    for name in tables if panel else ():
        desk.take(f"tableside/1/{name}/picture", panel, is_kept=True)
    return desk


class ServedDesk:
    """The page of all tables of ``desk``, which reaches no broker; ``code`` lets in."""

    def __init__(self, desk: FleetDesk) -> None:
        code = EntryCode(time.monotonic)
        self.desk, self.code = desk, code.code
        listener = listen(HOST, 0)
        self.address = f"http://{HOST}:{listener.getsockname()[1]}/"
        self.cookies: Mapping[str, str] = {}
        self._served = Served(FleetSite(desk, code, games).site(), listener, serve)

    def close(self) -> None:
        """End the page."""
        self._served.close()


@pytest.mark.parametrize(
    ("size", "language", "colours"),
    [(PHONE, "ru", "dark"), (TABLET, "en", "dark"), (WALL, "en", "light")],
)
def test_the_page_of_all_tables(
    size: tuple[int, int],
    language: str,
    colours: str,
    begin: Begin,
    visit: Open,
    axe: str,
    picture: Picture,
) -> None:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    panel = SimulatedTable(hands).mirror.snapshot.panel
    assert panel is not None
    served = ServedDesk(busy_desk(png(panel)))
    page = visit(served, language=language, size=size, colours=colours)
    assert violations(page, axe) == []
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="hall-2", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator("#detailShown svg").wait_for()
    assert page.evaluate("document.activeElement.id") == "detailTitle"
    page.locator("#given li").first.wait_for()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == WALL:
        page.set_viewport_size({"width": 1400, "height": 860})
        becomes(page, CHART_IS_WHOLE)
        page.locator("#detailTitle").blur()
        picture(page, "fleet-desk")
    page.locator("#close").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "hall-2"
    tell_trouble(served.desk, "hall-1")
    shows(page, "#tables tbody tr:nth-child(1)", "hall-1")  # without a reload
    assert page.evaluate("document.activeElement.textContent") == "hall-2"
    page.locator("#troubled").check()
    has(page, "#tables tbody tr:visible", 3)
    page.locator("#everyone").check()
    shows(page, "#count", "^3$")
    page.locator("#name").select_option("restart")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#order button").click()
    page.locator("#answer:not(:empty)").wait_for()  # there is no broker
    assert violations(page, axe) == []
    served.close()


@pytest.mark.parametrize("size", [PHONE, (1366, 768), WALL])
def test_the_wall_is_for_keys_and_shows_what_needs_help_first(
    size: tuple[int, int], begin: Begin, visit: Open, axe: str, picture: Picture
) -> None:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    table = SimulatedTable(hands)
    panel = table.mirror.snapshot.panel
    assert panel is not None
    game = {"game": game_state(hands.world.app.table.game.playing)}
    served = ServedDesk(wall_desk(12, game, png(panel)))
    page = visit(served, size=size)
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    has(page, "#tables tbody tr", 12)
    page.locator("[data-look=wall]").press("Enter")
    has(page, ".tile:visible", 12)
    shows(page, "#wall section:nth-child(1) h2", "Need help")
    shows(page, "#wall section:nth-child(1) .tile", "Table 5")
    becomes(page, SEEN_ARE_DRAWN)
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size == WALL:
        page.set_viewport_size({"width": 1400, "height": 860})
        becomes(page, SEEN_ARE_DRAWN)
        page.locator("[data-look=wall]").blur()
        picture(page, "fleet-wall")
    page.locator(".tile", has_text="Table 5").focus()
    page.keyboard.press("Enter")
    has(page, "#detailShown .large img", 2)
    assert page.evaluate("document.activeElement.id") == "detailTitle"
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.table") == "hall-5"
    tell_trouble(served.desk, "hall-7")
    has(page, "#wall section:nth-child(1) .tile", 2)
    assert page.evaluate("document.activeElement.dataset.table") == "hall-5"
    page.locator("#find").fill("east hall")
    has(page, ".tile:visible", 5)
    page.reload()
    has(page, ".tile", 12)  # it stays a wall
    served.close()


def test_only_tables_in_sight_are_asked_for(begin: Begin, visit: Open) -> None:
    hands = begin(Setup("squadro", first=0))
    hands.follow()
    panel = SimulatedTable(hands).mirror.snapshot.panel
    assert panel is not None
    served = ServedDesk(wall_desk(200, {"game": None}, png(panel)))
    page = visit(served, size=(1366, 768))
    asked = set[str]()
    page.on("request", lambda each: asked.add(each.url) if "picture?" in each.url else None)
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    page.locator("[data-look=wall]").click()
    has(page, ".tile", 200)
    becomes(page, SEEN_ARE_DRAWN)
    assert 8 <= len(asked) <= 40
    page.locator(".tile", has_text="Table 200").scroll_into_view_if_needed()
    becomes(page, SEEN_ARE_DRAWN)
    assert len(asked) <= 80
    served.close()


def test_everyone_is_ticked_in_one_go(visit: Open) -> None:
    """What it takes grows with the tables, and not with their square: the count is set once."""
    served = ServedDesk(wall_desk(3000, {"game": None}, b""))
    page = visit(served, size=(1366, 768))
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    has(page, "#tables tbody tr", 3000)
    page.evaluate(COUNT_QUERIES)
    page.locator("#everyone").check()
    shows(page, "#count", "^3000$")
    queries, milliseconds = page.evaluate("[window.queries, window.taken]")
    assert queries <= 20
    print(f"tick everyone at 3,000 tables: {milliseconds:.1f} ms")
    served.close()


def test_a_table_that_begins_to_need_help_touches_nothing_else(visit: Open, tmp_path: Path) -> None:
    served, trace = ServedDesk(wall_desk(3000, {"game": None}, b"")), tmp_path / "trace.json"
    page = visit(served, size=(1366, 768))
    page.locator("[name=code]").fill(served.code)
    page.keyboard.press("Enter")
    has(page, "#tables tbody tr", 3000)
    page.locator("[data-look=wall]").click()
    shows(page, "#wall section:nth-child(1) .tile", "Table 5")
    page.evaluate(COUNT_CHANGES)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, path=trace)
    for needs_help, number in enumerate(TROUBLED, 2):
        served.desk.take(f"tableside/1/hall-{number}/state", troubled(number), is_kept=False)
        shows(page, "#summary", f": {needs_help}$")
    has(page, "#wall .help .tile", 1 + len(TROUBLED))
    browser.stop_tracing()
    assert page.evaluate("window.changed") <= 30 * len(TROUBLED)
    happened = json.loads(trace.read_bytes())["traceEvents"]
    styled = [each["args"]["elementCount"] for each in happened if each["name"] == STYLED]
    assert styled
    assert sum(styled) <= 60 * len(TROUBLED)
    served.close()


def test_axe_looks_at_every_page_of_a_fleet() -> None:
    site = FleetSite(told_desk(), EntryCode(lambda: 0.0), games).site()
    assert set(paths(site.routes)) - {"/static"} == {
        "/", "/tables", "/order", "/counters.csv", "/picture", "/board",
    }  # fmt: skip
