"""Practice tables and the page of the teacher in their phases: ``make screenshots``."""

import pytest

import games
from tests.browser.conftest import Open
from tests.browser.looking import shows, start_practice
from tests.browser.served_sites import wait_until
from tests.browser.shots import Look, each_look, shoot
from tests.firmware_host.features.practice.browser.served import PracticeClass


@each_look
@pytest.mark.parametrize("game", games.names())
def test_a_practice_table(
    game: str, look: Look, practice_class: PracticeClass, visit: Open
) -> None:
    page = visit(practice_class, language=look.language, size=look.sizes[0])
    page.locator("#cards button").first.wait_for()
    shoot(page, look, "practice-first-page")
    start_practice(page, game)
    wait_until(lambda: practice_class.is_awaiting(0), practice_class.words)
    shoot(page, look, f"practice-{game}")


@each_look
def test_the_page_of_the_teacher(look: Look, practice_class: PracticeClass, visit: Open) -> None:
    for game in games.names():
        start_practice(visit(practice_class), game)
        wait_until(lambda: practice_class.is_awaiting(0), practice_class.words)
    page = visit(practice_class, "teacher", language=look.language, size=look.sizes[0])
    shoot(page, look, "code")
    page.locator("[name=code]").fill(practice_class.code)
    page.keyboard.press("Enter")
    shows(page, "h1", "^(Class|Класс)")
    page.locator("#tiles").wait_for()
    shoot(page, look, "teacher")
