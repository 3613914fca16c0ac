"""Playing a seat: its side lies below, pieces are dragged, and the page calls its player."""

import re
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.features.phones.remote import ProposeDraw, ResignSeat, TakeSeat
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.web.visitor import PageVisitor
from games.actions import Move
from tests.browser.conftest import Open, Share
from tests.browser.courses import throw_until_a_choice
from tests.browser.looking import becomes, expect, has, open_part, shows, shows_actions, touch
from tests.browser.screenshots import play, touch_a_piece
from tests.browser.served_sites import SharedTable
from tests.browser.test_in_sight import IN_SIGHT

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONES = Setup("squadro", players=("phone", "phone"), first=0)
PHONE = (360, 640)


def middle(page: "Page", name: str) -> tuple[float, float]:
    """Return where the middle of a point is on the screen."""
    box = page.locator(f'[data-point="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def playing(table: SharedTable) -> Session:
    return table.hands.world.app.table.game.playing


@pytest.mark.parametrize("game", games.names())
def test_the_own_side_lies_below(game: str, share: Share, visit: Open) -> None:
    for seat in games.load(game).seats[:2]:
        table = share(Setup(game, first=0), visitor=PageVisitor("seat", seat.index))
        table.hands.follow()
        throw_until_a_choice(table.hands)
        page = visit(table)
        shows_actions(page, len(playing(table).actions))
        quarters = {"south": 0, "east": 1, "north": 2, "west": 3}[seat.side]
        turned = page.locator("#board .plan").get_attribute("transform") or ""
        assert turned.startswith(f"rotate({90 * quarters} "), seat
        table.close()


def test_who_plays_black_sees_their_pieces_below_and_letters_upright(
    share: Share, visit: Open
) -> None:
    table = share(Setup("xiangqi4", first=0), visitor=PageVisitor("seat", 1))
    table.hands.follow()
    page = visit(table, size=PHONE)
    shows_actions(page, 0)
    board = page.locator("#board").bounding_box()
    assert board is not None
    for piece in playing(table).state.pieces():
        if piece.seat == 1:
            assert middle(page, piece.place)[1] > board["y"] + board["height"] * 0.6
    uprights = page.eval_on_selector_all(
        "#board .pieces use", "all => all.map(each => getComputedStyle(each).rotate)"
    )
    turn = page.locator("#board .plan").evaluate("plan => plan.style.getPropertyValue('--upright')")
    assert {str(each) for each in uprights} == {turn}


def test_the_arrows_follow_what_is_seen_on_a_board_that_is_turned(
    share: Share, visit: Open
) -> None:
    table = share(Setup("xiangqi4", first=0), visitor=PageVisitor("seat", 1))
    table.hands.follow()
    page = visit(table)
    shows_actions(page, 0)
    page.locator('[data-point="j10"]').focus()
    x, y = middle(page, "j10")
    for key, (across, down) in {"ArrowRight": (1, 0), "ArrowDown": (0, 1)}.items():
        page.keyboard.press(key)
        to_x, to_y = middle(page, page.evaluate("document.activeElement.dataset.point"))
        assert (round(to_x - x) > 0, round(to_y - y) > 0) == (across > 0, down > 0)
        x, y = to_x, to_y


@pytest.fixture
def seated(share: Share, visit: Open) -> tuple[SharedTable, "Page"]:
    """A table, and the page of who moves first there."""
    table = share(PHONES, visitor=PageVisitor("seat", 0))
    table.hands.follow()
    page = visit(table)
    shows(page, "#prompt", "^It is your turn")
    return table, page


def test_a_piece_is_dragged_with_the_mouse(seated: tuple[SharedTable, "Page"]) -> None:
    table, page = seated
    move = playing(table).state.legal_moves()[0]
    assert isinstance(move, Move)
    (x, y), (to_x, to_y) = (middle(page, each.value) for each in move.choices[:2])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.locator(".carried").wait_for(state="attached")
    page.mouse.move(to_x + 6, to_y - 6)
    page.mouse.up()
    table.pass_time(lambda: [str(each) for each in playing(table).actions] == [str(move)])


def test_a_piece_is_dragged_with_a_finger(share: Share, visit: Open) -> None:
    table = share(PHONES, visitor=PageVisitor("seat", 0))
    table.hands.follow()
    page = visit(table, size=PHONE)
    shows(page, "#prompt", "^It is your turn")
    move = playing(table).state.legal_moves()[0]
    (x, y), (to_x, to_y) = (middle(page, each.value) for each in move.choices[:2])
    finger = page.context.new_cdp_session(page)

    def put(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    put("touchStart", x, y)
    for part in (0.3, 0.7, 1):
        put("touchMove", x + (to_x - x) * part, y + (to_y - y) * part)
    put("touchEnd")
    table.pass_time(lambda: [str(each) for each in playing(table).actions] == [str(move)])


def test_a_piece_that_is_dropped_elsewhere_goes_back(seated: tuple[SharedTable, "Page"]) -> None:
    table, page = seated
    move = playing(table).state.legal_moves()[0]
    x, y = middle(page, move.choices[0].value)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y)
    page.mouse.move(8, 8)
    page.mouse.up()
    has(page, ".carried", 0)
    has(page, ".point.picked", 0)
    assert not playing(table).actions


def test_sentence_players_and_frames_say_the_same(seated: tuple[SharedTable, "Page"]) -> None:
    table, page = seated
    has(page, "#seats [aria-current]", 1)
    expect(page.locator("#seats li").first).to_have_attribute("aria-current", "true")
    assert page.locator(".point.can").count() > 0
    move = playing(table).state.legal_moves()[0]
    for choice in move.choices:
        touch(page, page.locator(f'[data-point="{choice.value}"]'))
    table.pass_time(lambda: table.hands.world.view.awaited == "hand step")
    shows(page, "#prompt", "^The table asks: “Move white")
    expect(page.locator("#seats li").first).to_have_attribute("aria-current", "true")
    has(page, ".point.can", 0)
    table.hands.follow()
    shows(page, "#prompt", "^Black chooses a move on a phone")
    expect(page.locator("#seats li").nth(1)).to_have_attribute("aria-current", "true")
    has(page, "#seats [aria-current]", 1)
    has(page, ".point.can", 0)  # only who may move sees what may be moved


def test_the_page_calls_its_player(share: Share, visit: Open) -> None:
    table = share(
        Setup("squadro", players=("person", "phone"), first=0), visitor=PageVisitor("seat", 1)
    )
    table.hands.follow()
    page = visit(table, size=PHONE)
    page.evaluate("navigator.vibrate = (time) => (window.shaken = time, true)")
    shows(page, "#prompt", "^White chooses a move at the table")
    assert page.title() == "Squadro · tableside"
    touch(page, page.locator("#sound"))
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    shows(page, "#prompt", "^It is your turn")
    assert page.title() == "● Your turn · Squadro · tableside"
    assert page.evaluate("window.shaken") > 0


def test_a_hint_is_an_arrow_from_where_the_piece_stands(
    seated: tuple[SharedTable, "Page"],
) -> None:
    table, page = seated
    page.get_by_role("button", name="Hint").click()
    shows(page, "#answer", "^Hint: ")
    way = page.locator(".arrow").get_attribute("data-way")
    assert way is not None
    has(page, ".arrow", 1)
    origins = {move.choices[0].value for move in playing(table).state.legal_moves()}
    assert way.split()[0] in origins
    has(page, ".arrow .head", 1)


def test_a_game_that_is_over_is_played_again_and_shared(
    seated: tuple[SharedTable, "Page"],
) -> None:
    table, page = seated
    first = playing(table)
    for choice in first.state.legal_moves()[0].choices:
        touch(page, page.locator(f'[data-point="{choice.value}"]'))
    table.pass_time(lambda: len(first.actions) == 1)
    table.hands.follow()
    table.hands.world.app.requests.put(ResignSeat(0))
    table.pass_time(lambda: first.is_over)
    shows(page, "#prompt", "^Black wins")
    page.get_by_role("button", name="Share").click()
    link = page.locator("dialog a").first
    link.wait_for()
    shows(page, "dialog", "Whoever opens this address")
    page.locator("dialog .code svg").first.wait_for()
    assert (link.get_attribute("href") or "").startswith(f"{table.address}replay?key=")
    page.get_by_role("button", name="Close").click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="Play again").click()
    table.pass_time(lambda: playing(table) is not first)
    assert playing(table).seats.players == ("phone", "phone")


def test_an_offer_can_be_answered_in_a_small_window(share: Share, visit: Open) -> None:
    table = share(PHONES, visitor=PageVisitor("seat", 1))
    table.hands.follow()
    for seat in range(2):
        table.hands.world.app.requests.put(TakeSeat(seat))
    page = visit(table, size=(320, 320))
    table.hands.world.app.requests.put(ProposeDraw(0))
    table.pass_time(lambda: table.hands.world.view.awaited == "draw")
    shows(page, "#prompt", "^You are offered a draw")
    for name in ("Agree to a draw", "Decline"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 320


@pytest.mark.parametrize("size", [PHONE, (740, 360)])
def test_a_drawer_stays_open_when_ones_turn_comes_until_the_board_is_touched(
    size: tuple[int, int], share: Share, visit: Open
) -> None:
    setup = Setup("squadro", players=("person", "phone"), first=0)
    table = share(setup, visitor=PageVisitor("seat", 1))
    table.hands.follow()
    page = visit(table, size=size)
    shows_actions(page, 0)
    open_part(page, "past")
    before = page.locator("#tabs").bounding_box()
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    table.hands.look_up()
    shows(page, "#prompt", "^It is your turn")
    # what a finger is on its way to is still there, and so is the sentence
    assert page.locator("#tabs").bounding_box() == before
    assert page.evaluate(IN_SIGHT, "#prompt") == ""
    touch(page, page.locator("#tab-about"))
    has(page, "#tab-about[aria-selected=true]", 1)
    has(page, ".point.picked", 0)
    touch(page, page.locator(f'[data-point="{piece_to_move(table)}"]'))
    has(page, "#more[aria-expanded=false]", 1)
    has(page, ".point.picked", 1)
    open_part(page, "past")
    touch(page, page.locator("#prompt"))
    has(page, "#more[aria-expanded=false]", 1)


def piece_to_move(table: SharedTable) -> str:
    """Return where a piece stands that may be moved now."""
    move = table.hands.state.legal_moves()[0]
    assert isinstance(move, Move)
    return move.choices[0].value


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_piece_that_is_touched_leaves_the_board_where_it_is_and_is_told_about(
    language: str, share: Share, visit: Open
) -> None:
    table = share(Setup("thaayam", first=0), visitor=PageVisitor("seat", 0))
    table.hands.follow()
    count = play(table)
    table.hands.world.app.requests.put(TakeSeat(0))
    table.hands.world.run_for(1)
    page = visit(table, language=language, size=PHONE)
    shows_actions(page, count)
    for width, height in (PHONE, (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, "(width) => innerWidth === width", width)
        shows(page, "#help", "^(Touch a piece|Коснитесь фигуры)")
        before = page.locator("#board").bounding_box()
        touch_a_piece(page, table)
        shows(page, "#help", "^(Now touch|Теперь коснитесь)")
        assert page.locator("#board").bounding_box() == before
        touch(page, page.get_by_role("button", name=re.compile("Choose again|Выбрать заново")))
