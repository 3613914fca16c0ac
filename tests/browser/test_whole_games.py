"""Every game is played to its end in a browser: watched beside a table, and played by clicks."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import games
from firmware_host.session.session import Session
from firmware_host.simulator.hands import Hands
from firmware_host.web.visitor import PageVisitor
from games.actions import Move, Throw
from tests.browser.conftest import Open, Share
from tests.browser.courses import Course, course, keep_until
from tests.browser.looking import shows, shows_actions
from tests.browser.served_sites import SharedTable

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAST_ACTIONS = 8
LANGUAGES = {"squadro": "ru", "thaayam": "en", "tshupu": "ru", "xiangqi4": "en"}
MY_TURN = {"ru": "^Ваш ход", "en": "^It is your turn"}
ENDS = {"ru": "победа|Ничья", "en": "wins? |Draw"}


def resumed(share: Share, folder: Path, played: Course, phone: int | None = None) -> SharedTable:
    """Share a table at which ``played`` is resumed shortly before its end."""
    seats = range(len(played.states[0].game.seats))
    players = tuple("phone" if seat == phone else "person" for seat in seats)
    keep_until(folder, played, LAST_ACTIONS, players)
    visitor = PageVisitor() if phone is None else PageVisitor("seat", phone)
    table = share(visitor=visitor)
    table.hands.press("ok")
    table.hands.follow()
    return table


def play_at_the_table(hands: Hands, action: object) -> None:
    if isinstance(action, Throw):
        hands.throw(str(action))
    else:
        hands.play(str(action))


def has_done(session: Session, action: Move, number: int) -> bool:
    """Return whether ``action`` is the one with this number in the game of ``session``."""
    return [str(each) for each in session.actions[number:]] == [str(action)]


def click(page: "Page", move: Move) -> None:
    """Choose ``move`` as a person does: touch its points, press the buttons for the rest."""
    for choice in move.choices:
        point = choice.points[-1] if choice.points else choice.value
        target = page.locator(f'[data-point="{point}"]')
        if choice.kind in ("piece", "target") and target.count():
            target.click()
        elif (button := page.locator(f'[data-choice="{choice.kind}:{choice.value}"]')).count():
            button.click()
    playing = page.locator("[data-play]")
    if playing.count():
        playing.click()


@pytest.mark.parametrize("game", games.names())
def test_a_game_is_watched_to_its_end(game: str, share: Share, visit: Open, tmp_path: Path) -> None:
    played, language = course(game), LANGUAGES.get(game, "en")
    table = resumed(share, tmp_path, played)
    page = visit(table, language=language)
    begun = len(played.actions) - LAST_ACTIONS
    for number, action in enumerate(played.actions[begun:], begun):
        shows_actions(page, number)
        play_at_the_table(table.hands, action)
    table.hands.world.run_for(5)
    shows_actions(page, len(played.actions))
    shows(page, "#prompt", ENDS[language])


@pytest.mark.parametrize("game", games.names())
def test_a_game_is_played_to_its_end_from_a_seat_elsewhere(
    game: str, share: Share, visit: Open, tmp_path: Path
) -> None:
    played, language = course(game), LANGUAGES.get(game, "en")
    table = resumed(share, tmp_path, played, phone=played.last_mover)
    page, session = visit(table, language=language), table.hands.world.app.table.game.playing
    begun = len(played.actions) - LAST_ACTIONS
    for number, action in enumerate(played.actions[begun:], begun):
        shows_actions(page, number)
        table.hands.look_up()
        if table.hands.world.view.awaited != "phone":
            play_at_the_table(table.hands, action)
            continue
        assert isinstance(action, Move)
        shows(page, "#prompt", MY_TURN[language])
        click(page, action)
        table.pass_time(partial(has_done, session, action, number))
        table.hands.follow()
    table.hands.world.run_for(5)
    shows(page, "#prompt", ENDS[language])
