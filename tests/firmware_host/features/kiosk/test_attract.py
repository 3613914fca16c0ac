"""What a table in public shows while nobody is there: a game by itself, pages and invitations."""

import gc
import random
from itertools import product
from pathlib import Path

import pytest

import games
from firmware_host.features.kiosk.scenes import (
    INVITATION,
    LETTERS_PER_SECOND,
    MOST_PLIES,
    Attract,
    DemoGame,
    DemonstrationView,
    PosterView,
)
from firmware_host.screens import draw
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.table.table import Table
from firmware_host.text import LANGUAGES, rule_sheets
from firmware_host.text.translator import Language
from games.core import Catalogue
from hardware.display.oled import SHIFTS, Appearance
from tests.firmware_host.public import PUBLIC, opened
from tests.heap import leave_aside
from tests.table import OneGame, words

HOUR = 3600.0
LONGEST_SENTENCE = 90
"""Letters that four lines of the lowest display hold."""
FEW = 1000
"""Objects more or fewer: the demo is at another move."""
MOST_LIT = 0.75
"""The share of the time for which a pixel is lit at most, as the picture moves about."""


def resting(catalogue: Catalogue = games, setup: Setup | None = None) -> Table:
    table = Table(catalogue, random.Random(1), lambda dice: True, setup, facts=PUBLIC)
    table.tick(100.0)
    return table


def shown(table: Table, seconds: float) -> list[tuple[Frame, float]]:
    """Every frame of the next ``seconds``, and for how many seconds it was shown."""
    frames = []
    end = table.context.now + seconds
    while table.context.now < end:
        before = table.context.now
        frame = table.frame
        deadline = table.deadline
        assert deadline is not None
        assert deadline > before
        table.tick(deadline)
        frames.append((frame, deadline - before))
    return frames


def games_shown(table: Table, seconds: float) -> list[str]:
    """The games that are shown, each once, in the order of the first time."""
    return list(dict.fromkeys(_demonstrated(table, seconds)))


def _demonstrated(table: Table, seconds: float) -> list[str]:
    found = []
    end = table.context.now + seconds
    while table.context.now < end:
        assert isinstance(table.scene, Attract)
        found.append(table.scene.demo.game.name)
        table.tick(table.deadline or end)
    return found


def test_pages_and_invitations_come_between_the_moves() -> None:
    kinds = [type(frame.view) for frame, _ in shown(resting(), 60)]
    page, move = PosterView, DemonstrationView
    assert kinds[:10] == [page, *[move] * 3, page, page, *[move] * 3, page]


def test_everybody_is_invited_in_their_own_language() -> None:
    invitations = {Language(code)(INVITATION) for code in LANGUAGES}
    read = {draw(frame, (128, 64), Language("en")).words for frame, _ in shown(resting(), 60)}
    assert any(all(each in text for each in invitations) for text in read)


def test_a_page_stays_for_as_long_as_it_takes_to_read() -> None:
    for frame, seconds in shown(resting(), 300):
        if isinstance(frame.view, PosterView) and frame.view.title.text:
            letters = len(draw(frame, (256, 64), Language("en")).words)
            assert seconds >= 0.8 * letters / LETTERS_PER_SECOND


def test_each_game_is_shown_in_turn() -> None:
    assert games_shown(resting(), HOUR) == list(games.names())


def test_a_game_that_was_asked_for_is_the_only_one() -> None:
    assert games_shown(resting(setup=Setup("squadro")), HOUR / 2) == ["squadro"]


@pytest.mark.parametrize("name", games.names())
def test_a_demo_ends_with_the_game_or_when_it_was_seen(name: str) -> None:
    rng = random.Random(2)
    shown = DemoGame.begin(games.load(name), rng)
    while not shown.is_over:
        before, shown = shown.state, shown.following(rng)
        assert shown.before is before
        assert shown.action in before.actions()
    assert shown.state.is_terminal or shown.plies == MOST_PLIES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.names())
def test_every_rule_sheet_begins_with_three_short_sentences(name: str, language: str) -> None:
    sentences = rule_sheets.sentences(name, language)
    assert len(sentences) == 3
    assert max(map(len, sentences)) <= LONGEST_SENTENCE


def test_nothing_is_written_heard_or_asked_of_anyone(tmp_path: Path) -> None:
    hands = opened(tmp_path, catalogue=OneGame("thaayam"))
    app = hands.world.app
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for _ in range(60):
        hands.world.run_for(5)
        assert app.outputs.player.deadline is None
        assert not app.table.take_records()
        assert app.table.game.session is None
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert app.game_records == ()


@pytest.mark.parametrize("name", games.names())
def test_no_pixel_is_lit_most_of_the_time(name: str) -> None:
    frames = shown(resting(setup=Setup(name)), 60)
    total = sum(seconds for _, seconds in frames)
    lit = [0.0] * (128 * 64)
    for (frame, seconds), place in product(frames, SHIFTS[::2]):
        picture = Appearance(255, place).place(draw(frame, (128, 64), Language("en")).image)
        share = seconds / total / len(SHIFTS[::2])
        pixels = picture.convert("L").tobytes()
        lit = [so_far + share * bool(pixel) for so_far, pixel in zip(lit, pixels, strict=True)]
    # pieces of Backgammon stand longer where they are, and fill their points; in Pachisi, seats
    # wait long for a grace
    assert max(lit) < {"backgammon": 0.8, "pachisi": 0.82}.get(name, MOST_LIT)


def grown(seconds: float) -> int:
    """By how many objects the program is larger after ``seconds`` more of nobody."""
    # what some games keep of their positions, within bounds, is not what is looked at here
    table = resting(OneGame("squadro"))
    _demonstrated(table, HOUR / 2)
    leave_aside()
    before = len(gc.get_objects())
    _demonstrated(table, seconds)
    gc.collect()
    return len(gc.get_objects()) - before


def test_half_an_hour_of_nobody_leaves_nothing_behind() -> None:
    assert grown(HOUR / 2) < FEW


@pytest.mark.deep
def test_a_day_of_nobody_leaves_nothing_behind() -> None:
    assert grown(24 * HOUR) < FEW


def test_the_words_of_the_demo_tell_who_did_what(tmp_path: Path) -> None:
    hands = opened(tmp_path)
    hands.world.run_for(10)
    assert isinstance(hands.world.view, DemonstrationView)
    assert "Squadro" in words(hands)
    assert "Press a key" in words(hands)
