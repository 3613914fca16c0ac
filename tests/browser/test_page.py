"""The page of a table in a browser: what visitors see, touch and are told."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.session import names
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from games.why_not import why_not
from tests.browser.conftest import Open, Share
from tests.browser.looking import PATIENCE, PHONE, has, open_part, shows, shows_actions
from tests.browser.test_whole_games import resign_at_the_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Picture = Callable[[Page, str], None]

SQUADRO = Setup("squadro", first=0)


def point(page: "Page", name: str) -> None:
    page.locator(f'[data-point="{name}"]').click()


def test_targets_show_before_a_move_and_an_illegal_touch_is_explained(
    share: Share, visit: Open
) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    page = visit(table)
    shows(page, "#prompt", "^White chooses a move at the table")
    move = table.hands.state.legal_moves()[0]
    origin, target = move.choices[0].value, move.choices[-1].value
    point(page, origin)
    page.locator(f'.picked[data-point="{origin}"]').wait_for()
    page.locator(f'.target[data-point="{target}"]').wait_for()
    point(page, "d6")
    refusal = why_not(table.hands.state, origin, "d6")
    assert refusal is not None
    said = Language("en").heading(names.refusal(refusal))
    page.locator("#answer").get_by_text(said, exact=True).wait_for()


def test_what_was_touched_and_hinted_goes_when_the_game_is_over(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    page = visit(table)
    shows_actions(page, 0)
    page.get_by_role("button", name="Hint").click()
    shows(page, "#answer", "^Hint: ")
    point(page, table.hands.state.legal_moves()[0].choices[0].value)
    has(page, ".point.picked", 1)
    resign_at_the_table(table)
    shows(page, "#prompt", "wins")
    shows(page, "#answer", "^$")
    has(page, ".point:is(.picked, .target), .arrow > *", 0)


def test_captures_show_before_they_happen(share: Share, visit: Open, picture: "Picture") -> None:
    table = share(Setup("xiangqi4"))
    table.hands.follow()
    page = visit(table)
    capture = next(move for move in table.hands.state.legal_moves() if move.captures)
    shows_actions(page, 0)
    point(page, capture.choices[0].value)
    label = page.locator(f'.captured[data-point="{capture.captures[0].place}"]').get_attribute(
        "aria-label", timeout=PATIENCE
    )
    assert label is not None
    assert "would be captured" in label
    picture(page, "xiangqi4-captures")


def test_the_page_follows_the_table_and_looks_back(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    page = visit(table)
    for _ in range(3):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    shows_actions(page, 3)
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    shows(page, "#momentText", "^0 / 3")
    shows(page, "#choices", "Back to now")
    page.locator("#turns li").nth(1).click()
    shows(page, "#momentText", "^2 / 3: ")
    table.hands.play(str(table.hands.state.legal_moves()[0]))
    shows(page, "#momentText", "^2 / 4")
    page.locator("#choices button").click()
    shows(page, "#momentText", "^4 / 4")


def test_every_visitor_has_a_language_of_their_own(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    english, russian = visit(table), visit(table, language="ru")
    shows(english, "#prompt", "^White chooses a move")
    shows(russian, "#prompt", "^Белые — выбор хода")
    english.locator("#language").select_option("ru")
    shows(english, "#prompt", "^Белые")
    english.reload()
    shows(english, "#prompt", "^Белые")
    open_part(english, "about")
    english.locator("#rules").click()
    shows(english, "h1", "^Сквадро")


def test_a_lost_connection_is_shown_and_the_page_catches_up(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    page = visit(table)
    shows(page, "#connection", "You are watching")
    table.interrupt()
    shows(page, "#connection", "^Connection lost")
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    table.serve_again()
    shows_actions(page, 2)
    shows(page, "#connection", "You are watching")


def test_a_hint_comes_with_its_reason(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    table.play_to_a_jump()
    page = visit(table)
    page.locator("#actions button", has_text="Hint").click()
    shows(page, "#answer", r"^Hint: .*\. Reason: jumps over 1")


def test_a_game_that_was_kept_is_replayed_and_downloaded(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    for _ in range(2):
        table.hands.play(str(table.hands.state.legal_moves()[0]))
    page = visit(table, "games")
    page.locator(".games a").first.click()
    shows_actions(page, 2)
    page.locator("#moment").focus()
    page.keyboard.press("ArrowRight")
    shows(page, "#momentText", "^1 / 2: White")
    open_part(page, "about")
    with page.expect_download() as started:
        page.get_by_role("link", name="Download").click()
    text = started.value.path().read_text(encoding="utf-8")
    assert text.startswith("tableside record 1\ngame: squadro\n")


@pytest.mark.parametrize(
    "width", [360, *(pytest.param(width, marks=pytest.mark.deep) for width in (768, 1920))]
)
@pytest.mark.parametrize("path", ["", "games", "rules?game=xiangqi4", "?screen"])
def test_nothing_is_wider_than_the_screen(path: str, width: int, share: Share, visit: Open) -> None:
    table = share(Setup("xiangqi4"))
    table.hands.follow()
    page = visit(table, path, size=(width, 800))
    page.wait_for_load_state("load")
    # twice as large as usual, a page has half as many pixels
    for each in (width, max(320, width // 2)):
        page.set_viewport_size({"width": each, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= each


def test_who_has_no_keys_is_not_told_how_to_hold_one(share: Share, visit: Open) -> None:
    page = visit(share(SQUADRO))
    shows(page, "#connection", "watching")
    page.get_by_text("Press longer to hold a key.").wait_for(state="hidden")


def test_between_games_a_page_shows_what_can_be_played_and_how_to_begin(
    share: Share, visit: Open
) -> None:
    page = visit(share(), size=PHONE)
    shows(page, "#prompt", "at the table")
    has(page, "#show .cards > li", len(games.names()))
    for name in games.names():
        page.get_by_role("heading", name=games.kind(name).title, exact=True).wait_for()
        has(page, f'#show a[href="rules?game={name}"]', 1)
    seen = page.locator("#show img").first
    assert seen.evaluate("each => each.decode().then(() => each.naturalWidth)") > 0
    open_part(page, "about")
    page.get_by_label("Language").select_option("ru")
    shows(page, "#show h2 >> nth=0", "Тшу-пу")


def test_the_games_that_were_kept_are_listed_with_their_boards(share: Share, visit: Open) -> None:
    table = share(SQUADRO)
    table.hands.follow()
    table.play_to_a_jump()
    page = visit(table, "games")
    has(page, ".games > li", 1)
    line = page.locator(".games > li")
    assert line.locator("img").evaluate("each => each.decode().then(() => each.naturalWidth)") > 0
    page.get_by_role("link", name="Download: Squadro", exact=False).wait_for()
    page.get_by_role("link", name="Squadro", exact=True).click()
    page.locator("#turns").wait_for(state="attached")
