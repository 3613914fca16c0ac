"""axe-core finds nothing on any page, in any state, that keeps people from using it."""

import inspect
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.applications import Starlette

import games
from firmware_host.features.practice.site import PracticeSite
from firmware_host.features.practice.tables import PracticeTables
from firmware_host.remote.requests import ProposeDraw, TakeSeat
from firmware_host.remote.reviewed import ReviewHere
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.effects import Apply
from firmware_host.table.scene import Resume
from firmware_host.table.scenes.review import review_entry
from firmware_host.web.desk import FrontDesk
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.fleet.desk.site import FleetSite
from firmware_host.web.fleet.panel_png import png
from firmware_host.web.listening import Signpost
from firmware_host.web.mirror import TableMirror
from firmware_host.web.pairing import PairingCodes
from firmware_host.web.phones import Phones
from firmware_host.web.server import table_site
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
from hardware.wiring import wiring
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows, shows_actions, start_practice, touch
from tests.browser.served_sites import PracticeClass, ServedDesk, wait_until
from tests.firmware_host.web.fleet.desk.told import busy_desk, tell_trouble, told_desk
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]

PHONE, TABLET, DESK, WALL = (360, 640), (768, 1024), (1280, 800), (1920, 1080)


def violations(page: "Page", axe: str) -> list[str]:
    """Return what axe-core finds on ``page``."""
    page.evaluate(axe)
    found = page.evaluate("axe.run()")["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("game", games.names())
def test_a_game_on_the_page(
    game: str,
    share: Share,
    visit: Open,
    axe: str,
    picture: Picture,
) -> None:
    colours, language = ("light", "en") if games.names().index(game) % 2 else ("dark", "ru")
    table = share(Setup(game))
    page = visit(table, language=language, size=PHONE, colours=colours)
    shows(page, "#connection", "watching|смотрите")
    table.hands.follow()
    play(table.hands)
    shows_actions(page, len(table.hands.world.app.table.game.playing.actions))
    picture(page, f"{game}-phone")
    assert violations(page, axe) == []
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.locator(".point.can, .point").first.click()
    picture(page, f"{game}-desk")
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    assert violations(page, axe) == []


def play(hands: Hands) -> None:
    """Throw if that comes first, until somebody has to choose."""
    rng = random.Random(1)
    while hands.state.is_chance:
        hands.throw(str(rng.choice(hands.state.chance_outcomes())[0]))
        hands.look_up()


def test_pages_beside_the_game(share: Share, visit: Open, axe: str, picture: Picture) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, "games", size=PHONE)
    assert violations(page, axe) == []
    page.locator(".games a").first.click()
    shows_actions(page, 2)
    assert violations(page, axe) == []
    picture(page, "replay-phone")
    page.locator("#workOut").click()
    page.locator("#reviewed summary").click()
    assert violations(page, axe) == []
    assert page.evaluate("document.body.scrollWidth <= innerWidth")
    for game in games.names():
        page.goto(f"{table.address}rules?game={game}")
        assert violations(page, axe) == [], game
    page.goto(f"{table.address}replay?key=nothing")
    assert violations(page, axe) == []
    page.goto(f"{table.address}?screen")
    shows_actions(page, 2)
    assert violations(page, axe) == []


@pytest.mark.parametrize(
    ("game", "language", "colours"), [("squadro", "en", "light"), ("xiangqi4", "ru", "dark")]
)
def test_a_game_that_was_reviewed(
    game: str, language: str, colours: str, share: Share, visit: Open, axe: str
) -> None:
    table = share(Setup(game, first=0))
    app = table.hands.world.app
    page = visit(table, size=PHONE, language=language, colours=colours)
    table.hands.follow()
    for _ in range(6):
        table.hands.play(str(table.hands.state.legal_moves()[-1]))
    app.table.run(Apply({"drawn": True}), Resume())
    review = review_entry(app.table.game.playing).act
    assert review is not None
    app.table.run(*review(app.table.context))
    table.pass_time(lambda: app.table.context.fact(ReviewHere).review is not None)
    button = page.locator("#reviewed button").first
    button.wait_for()
    assert violations(page, axe) == []
    assert page.evaluate("document.body.scrollWidth <= innerWidth")
    touch(page, button)
    page.locator("#board.past").wait_for()


def test_a_table_between_games(share: Share, visit: Open, axe: str) -> None:
    page = visit(share())
    shows(page, "#prompt", "^Somebody is choosing a game")
    assert violations(page, axe) == []


def test_a_seat_and_its_questions(share: Share, visit: Open, axe: str, picture: Picture) -> None:
    table = share(Setup("squadro", first=0), visitor=PageVisitor("seat", 0))
    table.hands.follow()
    table.play_to_a_jump()
    for seat in range(2):
        table.hands.world.app.requests.put(TakeSeat(seat))
    table.pass_time(lambda: table.hands.world.view.awaited == "phone")
    page = visit(table, size=PHONE)
    shows(page, "#prompt", "^It is your turn")
    page.get_by_role("button", name="Hint").click()
    shows(page, "#answer", "Reason")
    page.locator("#answer").scroll_into_view_if_needed()
    picture(page, "seat-phone")
    page.locator(".point.can").first.click()
    assert violations(page, axe) == []
    table.hands.world.app.requests.put(ProposeDraw(1))
    table.pass_time(lambda: table.hands.world.view.awaited == "draw")
    shows(page, "#prompt", "^You are offered a draw")
    assert violations(page, axe) == []
    page.get_by_role("button", name="Decline").click()
    table.pass_time(lambda: table.hands.world.view.awaited == "phone")
    table.interrupt()
    shows(page, "#connection", "^Connection lost")
    assert violations(page, axe) == []


def test_the_page_of_the_staff(share: Share, visit: Open, axe: str) -> None:
    table = share(Setup("squadro", first=0), visitor=PageVisitor("staff"))
    table.hands.follow()
    page = visit(table, size=PHONE, language="ru", colours="dark")
    shows(page, "#connection", "сотрудник")
    for part in page.locator("details > summary").all():
        part.click()
    assert violations(page, axe) == []


def test_the_page_for_a_code(share: Share, visit: Open, axe: str) -> None:
    table = share()
    page = visit(table, is_paired=False, size=PHONE)
    assert violations(page, axe) == []
    page.locator("#code").fill("ABCDEFGH")
    page.get_by_role("button", name="Join").click()
    shows(page, "#answer", "^This is not the code")
    assert violations(page, axe) == []
    page.goto(f"{table.address}J/ABCDEFGH")
    shows(page, "#answer", "^This is not the code")
    assert violations(page, axe) == []


def start_thaayam(page: "Page", at: PracticeClass) -> None:
    """Start a game on the ``page`` of a practice table, and wait until it is played."""
    start_practice(page, "thaayam")
    wait_until(lambda: at.is_awaiting(0), at.words)


@pytest.mark.parametrize(("size", "colours"), [(PHONE, "light"), (DESK, "dark")])
def test_a_practice_table(
    practice_class: PracticeClass,
    size: tuple[int, int],
    colours: str,
    visit: Open,
    axe: str,
    picture: "Picture",
) -> None:
    page = visit(practice_class, size=size, colours=colours)
    page.locator("#practice button").first.wait_for()
    assert violations(page, axe) == []
    start_thaayam(page, practice_class)
    page.get_by_role("checkbox", name="I move the pieces myself").check()
    page.locator("#byHand p").wait_for()
    assert not page.locator("#practice input").first.is_checked(), "the machine plays nothing"
    assert violations(page, axe) == []
    picture(page, f"practice-{colours}")
    page.goto(f"{practice_class.address}rules?game=tshupu")
    assert violations(page, axe) == []


@pytest.mark.parametrize(("size", "colours"), [(PHONE, "dark"), (DESK, "light")])
def test_the_pages_of_the_teacher(
    practice_class: PracticeClass,
    size: tuple[int, int],
    colours: str,
    visit: Open,
    axe: str,
    picture: "Picture",
) -> None:
    pupil = visit(practice_class)
    start_thaayam(pupil, practice_class)
    pupil.locator("#tray button").click()
    page = visit(practice_class, "teacher", language="ru", size=size, colours=colours)
    assert violations(page, axe) == []
    page.locator("[name=code]").fill("ABCDEFGH")
    page.get_by_role("button", name="Войти").click()
    shows(page, "#answer", "^Это не тот код")
    assert violations(page, axe) == []
    page.locator("[name=code]").fill(practice_class.code)
    page.get_by_role("button", name="Войти").click()
    shows(page, "h1", "^Класс")
    page.locator("#charts svg").first.wait_for()
    page.locator("#tiles img").wait_for()
    assert violations(page, axe) == []
    picture(page, f"teacher-{colours}")


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
    picture: "Picture",
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
        page.locator("#detailTitle").blur()
        picture(page, "fleet-desk")
    page.locator("#close").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "hall-2"
    tell_trouble(served.desk, "hall-1")
    shows(page, "#tables tbody tr:nth-child(1)", "hall-1")  # without a reload
    assert page.evaluate("document.activeElement.textContent") == "hall-2"
    page.locator("#troubled").check()
    assert page.locator("#tables tbody tr:visible").count() == 3
    page.locator("#everyone").check()
    shows(page, "#count", "^3$")
    page.locator("#name").select_option("restart")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#order button").click()
    page.locator("#answer:not(:empty)").wait_for()  # there is no broker
    assert violations(page, axe) == []
    served.close()


PAGES = {
    "/": (
        test_a_game_on_the_page,
        test_the_page_of_the_staff,
        test_a_practice_table,
        test_the_page_of_all_tables,
    ),
    "/games": (test_pages_beside_the_game,),
    "/replay": (test_pages_beside_the_game,),
    "/rules": (test_pages_beside_the_game, test_a_practice_table),
    "/join": (test_the_page_for_a_code,),
    "/J/{code}": (test_the_page_for_a_code,),
    "/teacher": (test_the_pages_of_the_teacher,),
}
"""The pages of all sites, each with the tests that let axe-core look at it."""

NO_PAGES = {
    *("/static", "/live", "/class"),
    *("/tables", "/order", "/counters.csv", "/picture"),
    *("/leave", "/course", "/position", "/record", "/review", "/records", "/board", "/throws.csv"),
}
"""Routes that answer with something else than a page."""


def routes(folder: Path) -> Iterator[str]:
    """The paths of all sites."""
    client = TableClient(folder, TableMirror(games))
    desk = FrontDesk(client, Phones(folder), PairingCodes(), lambda: Signpost("table.local"))
    site = inspect.getclosurevars(table_site(client, desk, games, folder)).nonlocals["site"]
    tables = PracticeTables(games, wiring.load("generic"), folder, lambda: 0.0)
    practice = PracticeSite(tables, EntryCode(lambda: 0.0), lambda: Signpost("table.local")).site()
    fleet = FleetSite(told_desk(), EntryCode(lambda: 0.0), games).site()
    for each in (site, practice, fleet):
        assert isinstance(each, Starlette)
        yield from (str(getattr(route, "path", "")) for route in each.routes)


def test_axe_looks_at_every_page(tmp_path: Path) -> None:
    found = set(routes(tmp_path))
    assert found - NO_PAGES == set(PAGES), "add a test of the page, or say that it is none"
