"""What stands where on the page of a table: the board fills the window, buttons are in sight."""

from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

import games
from firmware_host.session.names import AT_SEATS
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from tests.browser.conftest import Open, Share
from tests.browser.courses import throw_until_a_choice
from tests.browser.looking import (
    becomes,
    close_drawer,
    expect,
    has,
    open_part,
    shows,
    shows_actions,
    touch,
)
from tests.browser.screenshots import play, touch_a_piece
from tests.browser.served_sites import wait_until
from tests.browser.shots import PHONES, SIZES

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Window(NamedTuple):
    """A window of a size; the board covers so much of it at least, and begins that far up."""

    width: int
    height: int
    share: float = 0
    top: float = 10_000


WINDOWS: Final = (
    Window(360, 640, share=0.56, top=130),
    Window(740, 360, share=0.45, top=10),
    Window(768, 1024, share=0.7, top=130),
    Window(1366, 768, share=0.54, top=10),
    Window(1920, 1080, share=0.55, top=10),
    # the same, everything twice as large
    Window(320, 320),
    Window(370, 360),
    Window(384, 512, top=130),
    Window(683, 384, share=0.5),
    Window(960, 540, share=0.53),
)
"""Those of phones, tablets, desks and televisions."""

IN_SIGHT: Final = """
() => Object.fromEntries(["#board", "#prompt", "#deck .main", "#deck"].map((place) => {
  const { left, top, right, bottom } = document.querySelector(place).getBoundingClientRect();
  return [place, { left, top, right, bottom }];
}))
"""
CUT_OFF: Final = """
() => [...document.querySelectorAll("#seats li, #seats li :is(span, b, i, small):not(.unseen)")]
  .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
  .filter((each) => each.clientWidth)
  .map((each) => each.textContent)
"""
SEATED: Final = """(player) => {
  for (const each of document.querySelectorAll("#seats i")) each.textContent = player;
}"""
"""Lets the cards of the seats say that ``player`` plays at each of them."""
SIDEWAYS: Final = "document.documentElement.scrollWidth - innerWidth"
LEAST_TARGET: Final = 40
"""Pixels of a square that a finger chooses."""


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if number % 2 == other else pytest.mark.deep)
        for number, game in enumerate(games.names())
        for other, language in enumerate(("en", "ru"))
    ],
)
def test_the_board_fills_the_window_and_the_main_button_is_in_sight(
    game: str, language: str, share: Share, visit: Open
) -> None:
    table = share(Setup(game, first=0))
    table.hands.follow()
    page = visit(table, language=language)
    throw_until_a_choice(table.hands)
    shows_actions(page, len(table.hands.world.app.table.game.playing.actions))
    page.locator("#deck .main").wait_for()
    for window in WINDOWS:
        check(page, window)


def check(page: "Page", window: Window) -> None:
    """Look whether everything on ``page`` is where it belongs in ``window``."""
    page.set_viewport_size({"width": window.width, "height": window.height})
    found = page.evaluate(IN_SIGHT)
    board = found["#board"]
    wide, high = board["right"] - board["left"], board["bottom"] - board["top"]
    assert wide == pytest.approx(high, abs=1), window
    assert wide * high / (window.width * window.height) >= window.share, window
    assert board["top"] <= window.top, window
    for place in ("#prompt", "#deck .main"):
        box = found[place]
        assert 0 <= box["left"] < box["right"] <= window.width + 0.5, (place, window)
        assert 0 <= box["top"] < box["bottom"] <= window.height + 0.5, (place, window)
    assert page.evaluate(SIDEWAYS) <= 0, window
    if window.share:
        assert found["#prompt"]["bottom"] <= found["#deck"]["top"] + 1, window


@pytest.mark.parametrize("size", [(360, 640), (740, 360)])
def test_small_squares_are_enlarged_by_the_first_touch(
    size: tuple[int, int], share: Share, visit: Open
) -> None:
    table = share(Setup("xiangqi4", first=0))
    table.hands.follow()
    page = visit(table, size=size)
    shows_actions(page, 0)
    name = table.hands.state.legal_moves()[0].choices[0].value
    square = page.locator(f'[data-point="{name}"]')
    before = square.bounding_box()
    assert before is not None
    assert before["width"] < LEAST_TARGET
    touch(page, square)
    page.locator("#board.near").wait_for()
    has(page, ".point.picked", 0)  # the first touch only enlarges
    box = square.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= LEAST_TARGET
    touch(page, square)
    page.locator(f'.point.picked[data-point="{name}"]').wait_for()
    touch(page, page.locator("#whole"))
    page.locator("#board:not(.near)").wait_for()
    expect(page.locator("#whole")).to_be_hidden()


@pytest.mark.parametrize("size", [(360, 640), (740, 360)])
def test_the_board_stays_in_sight_while_the_drawer_is_open(
    size: tuple[int, int], share: Share, visit: Open
) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    for _ in range(4):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, size=size)
    shows_actions(page, 4)
    expect(page.locator("#drawer")).to_be_hidden()
    open_part(page, "past")
    touch(page, page.locator("#turns li").first)
    shows(page, "#momentText", "^1 / 4")
    board, drawer = page.locator("#board").bounding_box(), page.locator("#drawer").bounding_box()
    assert board is not None
    assert drawer is not None
    assert board["height"] >= size[1] * 0.4
    apart = board["y"] + board["height"] <= drawer["y"], board["x"] + board["width"] <= drawer["x"]
    assert any(apart)
    page.locator("#tab-past").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#past")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "more"
    close_drawer(page)
    touch(page, page.locator("#choices button"))
    shows(page, "#momentText", "^4 / 4")


def test_the_display_and_its_keys_are_not_the_page(share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, size=(1366, 768))
    shows_actions(page, 0)
    page.locator("#past").wait_for()
    expect(page.locator("#panel")).to_be_hidden()
    open_part(page, "display")
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#past")).to_be_hidden()


def test_the_cards_of_the_seats_lie_in_the_free_corners_of_a_cross(
    share: Share, visit: Open
) -> None:
    table = share(Setup("xiangqi4", first=0))
    table.hands.follow()
    page = visit(table, size=(360, 640))
    shows_actions(page, 0)
    for width, height in ((360, 640), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        cards = [card.bounding_box() for card in page.locator("#seats li").all()]
        squares = [point.bounding_box() for point in page.locator(".point").all()]
        assert len(cards) == 4
        for card in cards:
            assert card is not None
            for square in squares:
                assert square is not None
                assert (
                    card["x"] + card["width"] <= square["x"] + 2
                    or square["x"] + square["width"] <= card["x"] + 2
                    or card["y"] + card["height"] <= square["y"] + 2
                    or square["y"] + square["height"] <= card["y"] + 2
                ), "a card covers a square"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", games.names())
def test_what_the_cards_of_the_seats_say_is_not_cut_off(
    game: str, language: str, share: Share, visit: Open
) -> None:
    table = share(Setup(game))
    table.hands.follow()
    count = play(table)
    page = visit(table, language=language)
    shows_actions(page, count)
    say = Language(language)
    for width, height in ((360, 640), (740, 360), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, "(width) => innerWidth === width", width)
        wait_until(lambda: not page.evaluate(CUT_OFF), lambda: str(page.evaluate(CUT_OFF)))
        for player in AT_SEATS.values():
            page.evaluate(SEATED, say(player))
            assert page.evaluate(CUT_OFF) == [], (width, player)


def test_a_sound_that_was_wanted_is_remembered(share: Share, visit: Open) -> None:
    page = visit(share(Setup("squadro", first=0)))
    sound = page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    page.reload()
    page.locator('#sound[aria-pressed="true"]').wait_for()


def test_a_page_that_cannot_be_loaded_says_so_and_comes_back_by_itself(
    share: Share, visit: Open
) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, language="ru")
    shows(page, "#prompt", "^Белые")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = page.evaluate(
        "caches.open('offline').then(store => store.keys())"
        ".then(keys => keys.map(key => new URL(key.url).pathname))"
    )
    assert sorted(kept) == [
        f"/static/{name}" for name in ("base.css", "icon.svg", "offline", "offline.js")
    ]
    table.interrupt()
    page.reload()
    shows(page, "h1", "^Стол недоступен")
    table.serve_again()
    shows(page, "#prompt", "^Белые")


APART: Final = """() => {
  const boxOf = (place) => document.querySelector(place).getBoundingClientRect();
  const [board, prompt, answer] = [boxOf("#board"), boxOf("#prompt"), boxOf("#answer")];
  const isBeside = answer.left >= prompt.right || answer.right <= prompt.left;
  const isFree = isBeside || answer.top >= prompt.bottom || answer.bottom <= prompt.top;
  return { gap: prompt.top - board.bottom, isFree };
}"""
MOST_GAP: Final = 24
"""Pixels between the board and the sentence below it."""


@pytest.mark.parametrize("game", games.names())
def test_an_answer_covers_no_sentence_which_follows_the_board_at_once(
    game: str, share: Share, visit: Open
) -> None:
    table = share(Setup(game, first=0))
    table.hands.follow()
    throw_until_a_choice(table.hands)
    page = visit(table, language="ru", size=(360, 640))
    page.locator("#deck .main").click()
    shows(page, "#answer", ":")
    for width, height in ((360, 640), (740, 360), (768, 1024), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, f"() => ({APART})().isFree")
        if width < height:
            becomes(page, f"(most) => ({APART})().gap <= most", MOST_GAP)
        expect(page.locator("#prompt")).to_be_visible()


TOUCHED: Final = """() => {
  window.touched = [];
  const watcher = new MutationObserver((all) => {
    for (const { type, attributeName, target } of all) {
      window.touched.push([type, attributeName, target.outerHTML.slice(0, 60)]);
    }
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  watcher.observe(document.querySelector("#board"), all);
}"""
"""Collects what is changed in the drawing of the board."""

MOST_OF_A_MOVE: Final = 150
"""Changes of a drawing with 225 points for one move: a piece, what it leaves, and its last way."""


def test_news_changes_of_the_board_only_what_it_is_about(share: Share, visit: Open) -> None:
    table = share(Setup("xiangqi4", first=0))
    table.hands.follow()
    page = visit(table)
    shows_actions(page, 0)
    page.evaluate(TOUCHED)
    table.hands.press("menu")
    shows(page, "#prompt", "^Somebody is answering")
    assert page.evaluate("touched") == []
    table.hands.press("back")
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    shows_actions(page, 1)
    page.locator("#board .trail").first.wait_for(state="attached")
    assert 0 < len(page.evaluate("touched")) <= MOST_OF_A_MOVE


def test_the_newest_turn_is_in_sight(share: Share, visit: Open) -> None:
    table = share(Setup("xiangqi4", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, size=(1366, 768))
    shows_actions(page, count)
    in_sight = """() => {
      const last = document.querySelector("#turns li:last-child").getBoundingClientRect();
      return last.height > 0 && last.bottom <= innerHeight;
    }"""
    becomes(page, in_sight)
    page.set_viewport_size({"width": 360, "height": 640})
    open_part(page, "past")
    becomes(page, in_sight)


def test_a_window_that_grows_while_the_drawer_is_open_has_its_buttons(
    share: Share, visit: Open
) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    page = visit(table, size=(360, 640))
    shows_actions(page, 0)
    open_part(page, "past")
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#deck .main")).to_be_in_viewport()
        expect(page.locator("#seats li").first).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_part_of_the_drawer_is_cut_off(language: str, share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, language=language, size=PHONES[0])
    shows_actions(page, count)
    open_part(page, "about")
    for width, height in (*SIZES, (1000, 730)):
        page.set_viewport_size({"width": width, "height": height})
        becomes(
            page,
            """(width) => {
              const tabs = document.querySelector("#tabs");
              return innerWidth === width && tabs.scrollWidth <= tabs.clientWidth;
            }""",
            width,
        )


def test_between_games_words_keep_away_from_the_edge(share: Share, visit: Open) -> None:
    page = visit(share())
    page.locator("#show .cards").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for place in ("#title", "#prompt"):
            becomes(
                page,
                """(width, place) => {
                  const { left } = document.querySelector(place).getBoundingClientRect();
                  return innerWidth === width && left >= 8;
                }""",
                width,
                place,
            )


def test_a_game_that_was_kept_fits_a_window_that_lies(share: Share, visit: Open) -> None:
    table = share(Setup("squadro", first=0))
    table.hands.follow()
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, "games", size=PHONES[1])
    page.locator(".games a").first.click()
    shows_actions(page, 1)
    for width, height in ((740, 360), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        becomes(
            page,
            """(height) => innerHeight === height
              && document.documentElement.scrollHeight === height""",
            height,
        )


def test_who_watches_has_the_hint_as_the_main_button_whatever_they_look_at(
    share: Share, visit: Open
) -> None:
    table = share(Setup("tshupu", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, language="en")
    shows_actions(page, count)
    touch_a_piece(page, table)
    page.get_by_role("button", name="Choose again").click()
    page.get_by_role("button", name="A piece from the hand").wait_for()
    shows(page, "#deck .main", "^Hint$")
