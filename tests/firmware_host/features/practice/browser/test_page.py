"""The page of a practice table in a browser, and that of the teacher."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import games
from tests.browser.conftest import Open
from tests.browser.looking import becomes, choose, expect, has, open_part, shows, start_practice
from tests.browser.served_sites import wait_until
from tests.browser.shots import PHONES
from tests.firmware_host.features.practice.browser.served import PracticeClass
from tests.firmware_host.features.practice.browser.test_whole_games import resign_with_keys

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Picture = Callable[[Page, str], None]


def test_a_code_that_does_not_arrive_is_told(practice_class: PracticeClass, visit: Open) -> None:
    page = visit(practice_class, "teacher")
    page.locator("[name=code]").fill(practice_class.code)
    practice_class.close()
    page.get_by_role("button", name="Enter").click()
    shows(page, "#answer", "^The program cannot be reached")


def test_who_has_keys_reads_how_to_hold_one(practice_class: PracticeClass, visit: Open) -> None:
    page = visit(practice_class)
    open_part(page, "display")
    page.get_by_text("Press longer to hold a key.").wait_for()


def test_who_plays_a_machine_reads_on_which_side_and_has_it_below(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class)
    page.get_by_role("button", name="Play: Squadro").click()
    wait_until(lambda: practice_class.is_awaiting(0), practice_class.words)
    shows_players(page, "you", "machine, learner")
    assert quarters(page) == "0"
    resign_with_keys(page, practice_class)
    page.get_by_role("button", name="Swap sides").click()
    shows_players(page, "machine, learner", "you")
    wait_until(lambda: quarters(page) == "270", "the west is not below")


def test_who_plays_all_sides_reads_that_persons_play(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class)
    start_practice(page, "squadro")
    shows_players(page, "person", "person")
    assert quarters(page) == "0"


IS_WHOLE: Final = """(place) => {
  const { scrollWidth, clientWidth } = document.querySelector(place);
  return scrollWidth <= clientWidth;
}"""
IS_ON_ONE_LINE: Final = """(place) => {
  const each = document.querySelector(place), { width } = each.getBoundingClientRect();
  Object.assign(each.style, { flex: "none", maxWidth: "none" });
  const wanted = each.getBoundingClientRect().width;
  each.removeAttribute("style");
  return wanted > 0 && width >= wanted;
}"""
"""Whether words that do not wrap have all the room that they want, to a part of a pixel."""


def shows_players(page: "Page", *players: str) -> None:
    """Wait until the cards of the seats say that these play."""
    expect(page.locator("#seats i")).to_have_text(list(players))


def quarters(page: "Page") -> str:
    """Return by how many degrees the board is turned."""
    turned = page.locator("#board .plan").get_attribute("transform") or ""
    return turned.removeprefix("rotate(").partition(" ")[0]


def test_the_first_page_has_lessons_on_its_cards_alone(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class)
    has(page, "#cards > li", len(games.names()))
    has(page, "#answers button", 1)
    shows(page, "#answers button", "^Settings$")


def test_a_phone_shows_the_whole_name_of_the_game_and_of_the_table(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class, language="ru", size=PHONES[0])
    start_practice(page, "xiangqi4")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, "(width) => innerWidth === width", width)
        shows(page, "#title", "^Сянци вчетвером$")
        becomes(page, IS_WHOLE, "#title")
        becomes(page, IS_ON_ONE_LINE, "#whose")
    open_part(page, "practice")
    becomes(page, IS_WHOLE, "#tabs")


def test_a_card_that_lies_on_a_phone_has_its_button_in_sight(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class, language="ru", size=PHONES[1])
    expect(page.locator("#cards button").first).to_be_in_viewport(ratio=1)


def test_nothing_can_be_taken_back_before_something_was_done(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class)
    start_practice(page, "squadro")
    wait_until(lambda: practice_class.is_awaiting(0), practice_class.words)
    has(page, "#actions button", 1)
    shows(page, "#actions button", "^Hint$")
    choose(page, practice_class.session.state.legal_moves()[0])
    has(page, "#actions button", 2)


def test_letters_that_were_chosen_stand_on_the_pieces_of_the_rules_too(
    practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class, "rules?game=xiangqi4")
    page.get_by_role("checkbox", name="Letters on the pieces instead of characters").check()
    page.locator("html.letters").wait_for(state="attached")
    page.reload()
    page.locator("html.letters #letters:checked").wait_for()
    page.goto(f"{practice_class.address}rules?game=squadro")
    page.locator("#letters").wait_for(state="hidden")
