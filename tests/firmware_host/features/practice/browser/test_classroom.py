"""A class of several pupils, and a teacher who uses everything on the page."""

import csv
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.features import NAMES
from games.exercises import read
from tests.browser.conftest import Open
from tests.browser.looking import PHONE, choose, expect, has, shows, touch
from tests.browser.served_sites import wait_until
from tests.firmware_host.features.practice.browser.served import PracticeClass
from tests.games.shipped import shipped
from tests.real.pages import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LAPTOP = (1366, 768)
CLASS = 30
"""Pupils of a class."""


def enter(visit: Open, at: PracticeClass) -> "Page":
    """Return the page of the teacher, who has entered the code."""
    page = visit(at, "teacher", size=LAPTOP)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[name=code]").fill(at.code)
    page.get_by_role("button", name="Enter").click()
    page.locator("#tiles li").first.wait_for()
    return page


def test_after_play_the_board_is_in_sight_and_has_the_focus(
    practice_class: PracticeClass, visit: Open
) -> None:
    for size in (LAPTOP, PHONE):
        page = visit(practice_class, size=size)
        card = page.locator("#cards li").filter(has_text="Squadro")
        expect(card.locator(".acts > *").first).to_have_text("Play")
        wait_until(partial(drawn, card.locator("img")), "the picture does not come")
        touch(page, card.get_by_role("button", name="Play: Squadro"))
        page.locator("#board .point:focus").wait_for()
        box = page.locator("#board").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1] + 1


def test_a_machine_game_needs_own_throws_and_moves_alone(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class, size=LAPTOP)
    page.get_by_role("button", name="Play: Thaayam").click()
    for _ in range(8):
        wait_until(lambda: is_asked(practice_class), practice_class.words)
        before = len(practice_class.shown.records)
        state = practice_class.session.state
        if state.is_chance:
            touch(page, page.locator("#tray button").first)
        else:
            choose(page, state.legal_moves()[0])
        wait_until(partial(practice_class.has_gone_on, before), practice_class.words)


def drawn(picture: "Locator") -> bool:
    """Return whether ``picture`` has been loaded."""
    return bool(picture.evaluate("each => each.complete && each.naturalWidth > 0"))


def is_asked(at: PracticeClass) -> bool:
    """Return whether the visitor has to throw, or has a move to choose."""
    if at.table.mirror.session is None:
        return False
    state = at.session.state
    has_act = at.shown.awaited == "throw" or bool(state.is_chance or state.legal_moves()[0].path)
    return state.turn == 0 and at.is_waiting and has_act and at.shown.awaited != "next game"


@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_a_teacher_starts_pauses_writes_gives_exercises_and_reads_the_results(
    practice_class: PracticeClass, visit: Open
) -> None:
    pupils = [visit(practice_class, size=size) for size in (LAPTOP, PHONE, LAPTOP)]
    for number, page in enumerate(pupils, 1):
        shows(page, "#whose", f"^Table {number} · ")
    teacher = enter(visit, practice_class)
    # only seats that play may have a handicap
    teacher.locator("#game").select_option("thaayam")
    teacher.locator("#rules summary").click()
    handicaps = teacher.locator("#options select[data-option^=handicap]:visible")
    expect(handicaps).to_have_count(4)
    teacher.locator("#options select[data-option=seats]").select_option("2")
    expect(handicaps).to_have_count(2)
    # a game for all, with a level and an option
    teacher.locator("#game").select_option("tshupu")
    teacher.locator("#level").select_option("friend")
    teacher.locator("#options select").first.select_option(index=1)
    teacher.locator("#start").click()
    for page in pupils:
        shows(page, "#title", "^T'shu-p'u")
    teacher.locator("#tiles .view .pieces > g").nth(2).wait_for()
    session = practice_class.session
    assert set(session.seats.players) == {"person", "friend"}
    option = games.kind("tshupu").OPTIONS[0]
    assert session.game.options[option.name] == option.others[0]
    # a message for all, a pause for one
    teacher.locator("#message").fill("Think before you move")
    teacher.get_by_role("button", name="Show the message").click()
    for page in pupils:
        shows(page, "#fromTeacher", "Think before you move")
    teacher.locator("#who").select_option("2")
    teacher.locator("#pause").click()
    shows(pupils[1], "#fromTeacher", "^The teacher has paused the game")
    shows(teacher, "#tiles [data-table='2'] .why", "paused")
    teacher.locator("#pause").click()
    shows(pupils[1], "#fromTeacher", "^Think")
    teacher.get_by_role("button", name="Remove the message").click()
    shows(pupils[1], "#fromTeacher", "^$")
    # one table large
    teacher.locator("#tiles .board").first.click()
    shows(teacher, "#largeName", "^Table 1 · ")
    teacher.keyboard.press("ArrowRight")
    shows(teacher, "#largeName", "^Table 2 · ")
    address = teacher.locator("#projector").get_attribute("href")
    teacher.locator("#smaller").click()
    # exercises for one table: a wrong answer, the right one, and the next
    teacher.locator("#who").select_option("1")
    teacher.locator("#game").select_option("squadro")
    teacher.get_by_role("button", name="Exercises").click()
    pupil = pupils[0]
    pupil.get_by_role("button", name="Easy").click()
    solve(pupil)
    shows(teacher, "#answers tbody", "^1Squadro1101$")
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="Download the answers (CSV)").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8").splitlines()))
    assert [(row["table"], row["right"]) for row in rows] == [("1", "0"), ("1", "1")]
    # a table is closed
    teacher.locator("[data-table='3']").get_by_role("button", name="Close").click()
    shows(pupils[2], "h1", "^Your table was closed")
    has(teacher, "#tiles li", 2)
    teacher.goto(f"{practice_class.address}{address}")
    shows(teacher, "#title", "^T'shu-p'u")


def come(at: PracticeClass) -> OpenPage:
    """Return a pupil who has a table, in a browser that draws nothing."""
    pupil = OpenPage(int(at.address.strip("/").rpartition(":")[2]))
    pupil.wait_until(lambda: bool(pupil.table), "a table")
    return pupil


def act_once(pupil: OpenPage) -> None:
    """Throw or move at the table of ``pupil``, until the game has gone on."""
    pupil.wait_until(lambda: pupil.awaited in ("throw", "choice"), "a turn")
    before = pupil.actions

    def has_gone_on() -> bool:
        return pupil.actions > before

    if pupil.awaited == "throw":
        pupil.send_until(has_gone_on, "a throw", throw=None)
    else:
        pupil.wait_until(lambda: bool(pupil.moves), "moves to choose from")
        pupil.send_until(has_gone_on, "a move", choose=pupil.moves[0], after=before)


@pytest.mark.deep
@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_a_class_of_thirty_does_what_its_teacher_says(tmp_path: Path, visit: Open) -> None:
    large = PracticeClass(tmp_path, hurry=2)
    seen = [visit(large, size=size) for size in (LAPTOP, PHONE)]
    shows(seen[1], "#whose", "^Table 2 · ")
    pupils = [come(large) for _ in range(CLASS - len(seen))]
    teacher = enter(visit, large)
    has(teacher, "#tiles li", CLASS)
    # everybody plays, and every board is seen
    teacher.locator("#game").select_option("tshupu")
    teacher.locator("#start").click()
    for pupil in pupils:
        act_once(pupil)
    has(teacher, "#tiles .view .pieces", CLASS)
    # all rest while the teacher explains, with one board large
    teacher.locator("#message").fill("Look at table 7")
    teacher.get_by_role("button", name="Show the message").click()
    teacher.locator("#pause").click()
    shows(seen[1], "#fromTeacher", "^The teacher has paused the game.* Look at table 7$")
    has(teacher, "#tiles .why:has-text('paused')", CLASS)
    teacher.locator("#tiles [data-table='7'] .board").click()
    shows(teacher, "#largeName", "^Table 7 · ")
    teacher.locator("#largeBoard .pieces > g").first.wait_for()
    teacher.locator("#smaller").click()
    teacher.locator("#pause").click()
    for pupil in pupils:
        act_once(pupil)
    # another game for one table, a lesson and exercises for all
    teacher.locator("#who").select_option("1")
    teacher.locator("#game").select_option("squadro")
    teacher.locator("#start").click()
    shows(seen[0], "#title", "^Squadro")
    shows(seen[1], "#title", "^T'shu-p'u")
    teacher.locator("#who").select_option("")
    teacher.get_by_role("button", name="Exercises").click()
    for page in seen:
        page.get_by_role("button", name="Easy").click()
        solve(page)
    shows(teacher, "#answers tbody", "^1Squadro1101[^0-9]*2Squadro1101")
    # who has gone is told first, and a table is closed
    pupils.pop().close()
    shows(teacher, "#tiles li:first-child .why", "nobody is looking")
    teacher.locator("[data-table='2']").get_by_role("button", name="Close").click()
    shows(seen[1], "h1", "^Your table was closed")
    has(teacher, "#tiles li", CLASS - 1)
    large.close()


@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_the_names_of_a_class_stay_in_the_browser_of_the_teacher(
    practice_class: PracticeClass, visit: Open
) -> None:
    visit(practice_class, size=LAPTOP)
    teacher, sent = enter(visit, practice_class), list[str]()
    teacher.on("request", lambda each: sent.append(f"{each.url} {each.post_data or ''}"))
    teacher.on(
        "websocket",
        lambda line: line.on("framesent", lambda said: sent.append(str(said))),
    )
    teacher.reload()
    teacher.locator("#classList summary").click()
    teacher.locator("#pupils").fill("Anna Zwölf\n Bob <b>\n")
    teacher.get_by_role("button", name="Keep the names here").click()
    shows(teacher, "#counted", "^\\(2\\)$")
    # slips to print, each with an address that is a code
    teacher.evaluate("window.print = () => {}")
    teacher.get_by_role("button", name="Print the codes").click()
    has(teacher, "#slips svg", 2)
    teacher.emulate_media(media="print")
    shows(teacher, "#slips article:visible >> nth=1", "^Bob <b>")
    has(teacher, "main:visible", 0)
    address = teacher.locator("#slips p").first.inner_text()
    teacher.emulate_media(media="screen")
    # whoever comes by it is called by the name, there alone
    pupil = visit(practice_class, address.removeprefix(practice_class.address), size=PHONE)
    shows(pupil, "#whose", "^Table 2 · ")
    shows(teacher, "#tiles [data-table='2'] h3", "^Anna Zwölf · Table 2")
    teacher.locator("#who").select_option("2")
    teacher.locator("#game").select_option("squadro")
    teacher.get_by_role("button", name="Exercises").click()
    pupil.get_by_role("button", name="Easy").click()
    solve(pupil)
    shows(teacher, "#answers tbody", "^Anna ZwölfSquadro1101$")
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="Download the answers (CSV)").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8").splitlines()))
    assert [row["pupil"] for row in rows] == ["Anna Zwölf", "Anna Zwölf"]
    # the list is there again, with the same codes, until it is deleted
    teacher.reload()
    shows(teacher, "#tiles [data-table='2'] h3", "^Anna Zwölf · Table 2")
    teacher.locator("#classList summary").click()
    teacher.get_by_role("button", name="Delete the list").click()
    shows(teacher, "#tiles [data-table='2'] h3", "^Table 2")
    assert teacher.evaluate("Object.keys(localStorage)") == []
    assert any('"codes"' in each for each in sent)
    assert not [each for each in sent if "Anna" in each or "Bob" in each or "Zw" in each]


def solve(page: "Page") -> None:
    """Answer the first exercise on the ``page``: first wrongly, then rightly."""
    exercise = next(iter(read(shipped("squadro") or "", games).exercises))
    moves = {str(move): move for move in exercise.state.legal_moves()}
    shows(page, "#title", "^Squadro")
    choose(page, moves[list(exercise.gives_away)[-1]])
    shows(page, "#prompt", "^Not the best move")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Help, next one…").wait_for()
    choose(page, exercise.best_move)
    shows(page, "#prompt", "^Right!")
    # the page shows where the answer leads
    target = exercise.best_move.path[-1]
    label = page.locator(f'[data-point="{target}"]').get_attribute("aria-label")
    assert not str(label).startswith(f"{target}: empty")
    # not "Help, next one…", which the next one offers at once
    following = page.get_by_role("button", name="Next exercise", exact=True)
    following.click()
    following.wait_for(state="detached")
