"""The screens of a game show what matters, and screens with different contents look different."""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from msgspec import structs
from PIL import ImageChops

import games
from firmware_host.app.request import Request
from firmware_host.screens import draw, paint
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.lists import GameListView, ListView, Row
from firmware_host.screens.moves import PassView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.repair import BoardDiffersView
from firmware_host.screens.throw import CorrectThrowView, ThrowView
from firmware_host.screens.view import Frame, Layout
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.table import effects
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.core import Catalogue
from games.message import Message
from hardware.wiring import wiring
from tests import toy
from tests.deep import deeply
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.screens.golden.pictures import SIZES

ENGLISH = Language("en")
FIGURE = 7
"""Rows of a figure in the letters of a heading; the smallest letters have five."""
NAMELESS = ("Take", "Is it", "Machine", *"123456789")
"""How heads without a seat's name begin; the sign beside them shows whose screen it is."""
WHOSE = (ChooseView, HandStepView, PassView, ThrowView)


def seen_in_a_game(catalogue: Catalogue, setup: Setup, folder: Path) -> list[Frame]:
    """Return every frame of a whole random game, always in the same order."""
    seen: set[Frame] = set()
    asked = Request(catalogue, wiring.load("generic"), "en", folder, setup)
    play_game(Hands(World(asked, watch=seen.add)), random.Random(4))
    return sorted(seen, key=repr)


def check_game(frames: list[Frame]) -> None:
    for frame in random.Random(1).sample(frames, min(150, len(frames))):
        for size in SIZES:
            for code in LANGUAGES:
                canvas = paint(frame, size, Language(code))
                assert canvas.words
                assert canvas.misfits == []


def test_no_word_of_a_whole_game_is_cut(tmp_path: Path) -> None:
    check_game(seen_in_a_game(toy, Setup("tongs"), tmp_path)[::12])


@pytest.mark.deep
@pytest.mark.parametrize("name", ["thaayam", "tshupu", "squadro"])
def test_no_word_of_a_whole_long_game_is_cut(name: str, tmp_path: Path) -> None:
    check_game(seen_in_a_game(games, Setup(name), tmp_path))


@pytest.mark.parametrize(
    ("name", "is_big"),
    [
        *product(games.names(), [False]),
        ("thaayam", True),
        *(
            pytest.param(name, True, marks=pytest.mark.deep)
            for name in games.names()
            if name != "thaayam"
        ),
    ],
)
def test_on_every_display_the_words_are_enough_to_play(name: str, is_big: bool) -> None:
    for frame in gallery(name).values():
        view = frame.view
        for size in SIZES:
            words = draw(Frame(view), size, ENGLISH, is_big).words
            if isinstance(view, WHOSE) and view.seat and not words.startswith(NAMELESS):
                assert words.startswith(view.seat.colour.capitalize())
            if isinstance(view, ChooseView) and view.option.points:
                assert view.option.points[-1] in words
            if isinstance(view, HandStepView):
                assert view.step.origin in words or view.step.target in words


@pytest.mark.parametrize("size", [*SIZES[:2], *deeply(*SIZES[2:])])
@pytest.mark.parametrize("is_big", [False, True])
def test_what_to_press_is_on_every_screen_that_waits_for_people(
    size: tuple[int, int], is_big: bool
) -> None:
    passing = ("thrown", "throw-provisional", "hand-step-undo", "still-there", "last-words")
    for_nobody = ("closed",)
    for_phones = ("pairing",)  # all the room is for the code; OK and back close it
    for name in games.names():
        for screen, frame in gallery(name).items():
            words = draw(frame, size, ENGLISH, is_big).words
            keys = ("OK", "▲▼", "◀▶", "Back")
            if screen not in (*passing, *for_nobody, *for_phones) and not screen.startswith(
                "attract"
            ):
                assert any(key in words for key in keys), f"{name} {screen}"


def test_with_large_letters_the_hint_key_shows_the_board() -> None:
    plain, hinted = (gallery("tshupu")[screen] for screen in ("choose-move", "choose-hint"))
    assert not paint(plain, (128, 64), ENGLISH, is_big=True).boards
    assert paint(hinted, (128, 64), ENGLISH, is_big=True).boards == [(0, 0, 64, 64)]


def test_equal_frames_are_equal_pictures() -> None:
    frame = gallery("squadro")["choose-move"]
    again = Frame(frame.view)
    one, other = draw(frame, (128, 64), ENGLISH), draw(again, (128, 64), ENGLISH)
    assert (one.image, one.words, one.greys) == (other.image, other.words, other.greys)


BOARD = Layout(toy.Tongs.board, toy.Tongs.seats, toy.Tongs().start().pieces())
MANY = tuple(toy.POINTS)
DIFFERING = (
    BoardDiffersView(BOARD, (), ("c3",), None, is_between=True),
    BoardDiffersView(BOARD, ("c3",), ("d2",), ("d2", "c3"), is_between=False),
    BoardDiffersView(BOARD, MANY, MANY, None, is_between=False),
    BoardDiffersView(BOARD, ("c3",), (), None, is_between=False),
)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", DIFFERING)
def test_what_is_wrong_on_the_board_is_said_in_full(
    view: BoardDiffersView, size: tuple[int, int], code: str
) -> None:
    for notice in (None, Message.of(effects.NOWHERE, point="c3")):
        assert paint(Frame(view, notice), size, Language(code)).misfits == []


def test_missing_and_surplus_points_are_marked_by_different_signs() -> None:
    missing, surplus, neither = (
        draw(
            Frame(BoardDiffersView(BOARD, missing, surplus, None, is_between=False)),
            (128, 64),
            ENGLISH,
        ).image.crop((0, 0, 64, 64))
        for missing, surplus in ((("c3",), ()), ((), ("c3",)), ((), ()))
    )
    assert len({missing.tobytes(), surplus.tobytes(), neither.tobytes()}) == 3


def rows(count: int) -> tuple[Row, ...]:
    return tuple(Row(Message.of(f"row{number}")) for number in range(count))


@pytest.mark.parametrize("cursor", range(9))
def test_a_long_list_shows_the_row_under_the_cursor(cursor: int) -> None:
    view = ListView(Message.of("Title"), rows(9), cursor)
    words = draw(Frame(view), (128, 64), ENGLISH).words
    assert f"Row{cursor}" in words
    assert ("↑" in words, "↓" in words) == (cursor > 1, cursor < 7)


def test_the_row_under_the_cursor_looks_different() -> None:
    pictures = {
        draw(Frame(ListView(Message.of("T"), rows(3), cursor)), (128, 64), ENGLISH).image.tobytes()
        for cursor in range(3)
    }
    assert len(pictures) == 3


def test_no_page_of_a_note_has_a_single_word() -> None:
    words = Message.of(" ".join(["throw"] * 21))
    views = [NoteView(Message.of("red"), words, page=page) for page in (0, 1)]
    shown = [paint(Frame(view), (128, 64), ENGLISH).words.count("throw") for view in views]
    assert shown == [15, 5]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", ["thaayam", "tshupu"])
def test_a_throw_that_is_corrected_is_larger_than_the_words_around_it(game: str, code: str) -> None:
    view = gallery(game)["correct-throw"].view
    assert isinstance(view, CorrectThrowView)
    blank = structs.replace(view, typed=replace(view.typed, text=" "))
    pictures = [draw(Frame(each), (128, 64), Language(code)).image for each in (view, blank)]
    difference = ImageChops.logical_xor(*pictures).getbbox()
    assert difference is not None
    _, top, _, bottom = difference
    assert bottom - top >= FIGURE


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_list_shows_the_row_under_its_cursor_on_the_lowest_display(code: str) -> None:
    say = Language(code)
    for name, frame in gallery("squadro").items():
        if isinstance(frame.view, ListView):
            label = say.heading(frame.view.row.label).split(" ")[0]
            assert label[:6] in draw(frame, (128, 32), say).words, name


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("name", games.names())
def test_a_game_that_waits_takes_no_room_from_the_sketch_of_another(name: str, code: str) -> None:
    view = gallery(name)["every-game"].view
    assert isinstance(view, GameListView)
    waiting = Row(Message.of("Resume: {game}", game=Message.of("Xiangqi for four")))
    rows = (*view.rows[: view.cursor + 1], waiting, *view.rows[view.cursor + 1 :])
    pictures = [
        paint(Frame(structs.replace(view, rows=rows, board=board)), (128, 64), Language(code))
        for board in (view.board, (" ",))
    ]
    assert pictures[0].misfits == []
    sketch, blank = (each.image.crop((100, 12, 128, 56)) for each in pictures)
    box = ImageChops.difference(sketch, blank).getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) >= 13
