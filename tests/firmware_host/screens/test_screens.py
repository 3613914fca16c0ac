"""Screens as people read them: every word is there, in every language and size."""

import random
from dataclasses import replace

import pytest

import games
from firmware_host.language import LANGUAGES, Language
from firmware_host.scenes import choose
from firmware_host.screens import draw
from firmware_host.session import Setup
from firmware_host.simulator.autoplay import play_game
from firmware_host.views import (
    AstrayView,
    ChooseView,
    Frame,
    Label,
    Layout,
    ListView,
    NoteView,
    Row,
    View,
)
from tests import toy
from tests.table import Begin, OneGame

THAAYAM = OneGame("thaayam")

SIZES = [(128, 64), (256, 64), (128, 128)]
ENDS_IN_DOTS = ("Rolling…", "Coming to rest…", "Катятся…", "Замирают…")


def is_cut(words: str) -> bool:
    for meant in ENDS_IN_DOTS:
        words = words.replace(meant, "")
    return "…" in words


@pytest.fixture(scope="module", params=["thaayam", "tongs"])
def frames(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> set[Frame]:
    """Every frame of a whole random game."""
    from firmware_host.simulator.hands import Hands
    from firmware_host.simulator.world import World
    from firmware_host.start import Request
    from hardware import wiring

    catalogue, setup = {
        "thaayam": (games, Setup("thaayam", {"capture_throw": True})),
        "tongs": (toy, Setup("tongs")),
    }[request.param]
    seen: set[Frame] = set()
    folder = tmp_path_factory.mktemp("state")
    asked = Request(catalogue, wiring.load("generic"), "en", folder, setup)
    play_game(Hands(World(asked, watch=seen.add)), random.Random(4))
    return seen


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_word_of_a_whole_game_is_cut_off(
    frames: set[Frame], size: tuple[int, int], code: str
) -> None:
    say = Language(code)
    sample = random.Random(1).sample(sorted(frames, key=repr), 150)
    asked = [replace(frame, view=asked_of(frame.view)) for frame in sample]
    cut = [words for frame in (*sample, *asked) if is_cut(words := draw(frame, size, say).words)]
    assert cut == []


def asked_of(view: View) -> View:
    """The same view when what is chosen seems to have been done already."""
    return replace(view, is_asked=True) if isinstance(view, ChooseView) else view


def test_a_low_display_has_words_alone_and_fails_nowhere(frames: set[Frame]) -> None:
    for frame in frames:
        picture = draw(frame, (128, 32), Language("en"))
        assert picture.words
        if isinstance(frame.view, ChooseView):
            assert "→" in picture.words, "the move under the cursor is what matters"
        assert picture.image.size == (128, 32)


def test_equal_frames_are_equal_pictures(frames: set[Frame]) -> None:
    frame = next(iter(frames))
    say = Language("en")
    assert (
        draw(frame, (128, 64), say).image.tobytes() == draw(frame, (128, 64), say).image.tobytes()
    )


BOARD = Layout(toy.Tongs.board, toy.Tongs.seats, toy.Tongs().start().pieces())
MANY = tuple(toy.POINTS)
ASTRAY = (
    AstrayView(BOARD, (), ("c3",), None, is_between=True),
    AstrayView(BOARD, ("c3",), ("d2",), ("d2", "c3"), is_between=False),
    AstrayView(BOARD, MANY, MANY, None, is_between=False),
    AstrayView(BOARD, ("c3",), (), None, is_between=False),
)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", ASTRAY)
def test_what_is_wrong_on_the_board_is_said_in_full(
    view: AstrayView, size: tuple[int, int], code: str
) -> None:
    for notice in (None, Label.of(choose.NOWHERE, point="c3")):
        assert not is_cut(draw(Frame(view, notice), size, Language(code)).words)


def test_missing_and_surplus_points_are_marked_by_different_signs() -> None:
    missing, surplus, neither = (
        draw(
            Frame(AstrayView(BOARD, missing, surplus, None, is_between=False)),
            (128, 64),
            Language("en"),
        ).image.crop((0, 0, 64, 64))
        for missing, surplus in ((("c3",), ()), ((), ("c3",)), ((), ()))
    )
    assert len({missing.tobytes(), surplus.tobytes(), neither.tobytes()}) == 3


def rows(count: int) -> tuple[Row, ...]:
    return tuple(Row(Label.of(f"row{number}")) for number in range(count))


@pytest.mark.parametrize("cursor", range(9))
def test_a_long_list_shows_the_row_under_the_cursor(cursor: int) -> None:
    view = ListView(Label.of("Title"), rows(9), cursor)
    words = draw(Frame(view), (128, 64), Language("en")).words
    assert f"Row{cursor}" in words
    assert ("↑" in words, "↓" in words) == (cursor > 2, cursor < 7)


def test_the_row_under_the_cursor_looks_different() -> None:
    pictures = {
        draw(
            Frame(ListView(Label.of("T"), rows(3), cursor)), (128, 64), Language("en")
        ).image.tobytes()
        for cursor in range(3)
    }
    assert len(pictures) == 3


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_help_text_fits_on_the_reference_display(code: str) -> None:
    from firmware_host.scenes import astray, guide, home, play, throw

    scenes = (
        *(astray.Astray, choose.Choose, guide.Guide),
        *(home.Home, home.Preparation, home.Resume),
        *(play.Pass, play.Over, play.Menu),
        *(throw.AwaitThrow, throw.Thrown),
    )
    for scene in scenes:
        view = NoteView(Label.of("Help"), Label.of(scene.help))
        assert not is_cut(draw(Frame(view), (128, 64), Language(code)).words), scene


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_and_its_help_fits(begin: Begin, code: str) -> None:
    hands = begin(catalogue=THAAYAM, language=code)
    hands.press("ok")
    for _ in range(12):
        assert not is_cut(hands.world.app.words)
        hands.press("hint")
        assert not is_cut(hands.world.app.words)
        hands.press("ok")
        hands.press("down")
