"""The simulator in the terminal: keys to pins, the panel to characters, the real board beside."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from textual.events import Key

import games
from firmware_host.app.request import Request
from firmware_host.remote.requests import ChangeSetting
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.lists import ListView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.screens.view import Layout
from firmware_host.session.replay import GameReplay
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.dice_hand import DiceSeen
from firmware_host.simulator.terminal.app import (
    Room,
    Simulator,
    board_in_front,
    key_name,
    presses,
    side_by_side,
)
from firmware_host.simulator.terminal.board_plan import ARROWS, INKS, BoardPlan, Pitch, beside, fit
from firmware_host.simulator.terminal.panels import MARKS, LiveText, draw_board, heights, tray_text
from firmware_host.simulator.terminal.run import AppThread
from firmware_host.simulator.terminal.words import KEYBOARD, prompt
from firmware_host.text import LANGUAGES
from firmware_host.text.terminal import (
    BLOCKS,
    BRAILLE,
    BRAILLE_DOTS,
    DOT_BITS,
    HALF_BLOCKS,
    Rendition,
)
from firmware_host.text.text_board import SIGNS
from firmware_host.text.translator import Language
from games.actions import Throw
from games.core import About, Catalogue, Game
from games.equipment import HAND, OFF, Board, Die, Piece, Point, Seat
from games.options import OptionValue
from hardware.simulated import VirtualClock
from hardware.wiring import wiring
from tests import toy
from tests.deep import deeply
from tests.firmware_host.recorded import whole_game
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.simulator.desks import open_desk
from tests.firmware_host.simulator.terminal_table import Steady, Still, Table
from tests.table import way_to

TWO = Setup("thaayam", {"seats": 2})
TONGS = Setup("tongs")
SMALL, LARGE = (80, 24), (160, 50)


Play = Callable[[Table], Coroutine[Any, Any, None]]
At = Callable[..., None]


@pytest.fixture
def at(tmp_path: Path) -> At:
    """Run a coroutine at a table: ``at(play, setup, catalogue=..., size=..., language=...)``.

    With ``showing`` the table shows that game instead of playing.
    """

    def run(
        play: Play,
        setup: Setup | None = TWO,
        catalogue: Catalogue = games,
        size: tuple[int, int] = SMALL,
        language: str = "en",
        profile: str = "generic",
        showing: GameReplay | None = None,
    ) -> None:
        async def sit_down() -> None:
            clock = VirtualClock()
            wired = wiring.load(profile)
            request = Request(catalogue, wired, language, tmp_path, setup, replay=showing)
            desk = open_desk(request, clock)
            program = Steady()
            ui = Still(desk, program)
            try:
                async with ui.run_test(size=size) as pilot:
                    table = Table(ui, desk, clock, program, pilot)
                    await table.wait(0.02)
                    await table.wait(0.02)
                    await play(table)
            finally:
                desk.app.close()

        asyncio.run(sit_down())

    return run


# Keys


def test_a_struck_key_closes_its_contact_for_a_moment(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("up", seconds=0.02)
        assert not table.desk.pi.line("up")
        assert "up▁" in table.text
        await table.wait(0.1)
        assert table.desk.pi.line("up")
        assert "up▔" in table.text

    at(play)


def test_a_key_held_on_the_keyboard_waits_with_a_few_presses_at_most(at: At) -> None:
    async def play(table: Table) -> None:
        for _ in range(20):
            await table.strike("up", seconds=0)
        await table.wait(2)
        assert "Enter your throw 4" in table.desk.app.words

    at(play)


def test_at_rest_nothing_moves(at: At) -> None:
    async def play(table: Table) -> None:
        await table.wait(5)
        assert isinstance(table.ui, Still)
        assert table.ui.planned is None
        steps, end = 0, table.clock() + 60
        while (due := table.desk.app.deadline) is not None and due < end:
            table.clock.advance_to(max(due, table.clock()))
            table.desk.app.step()
            steps += 1
        assert steps <= 60
        table.ui.tick()
        assert table.ui.planned is None

    at(play)
    assert Simulator.HEARTBEAT >= 1.0


def test_an_update_is_planned_while_a_key_is_pressed_and_dice_roll(at: At) -> None:
    async def play(table: Table) -> None:
        assert isinstance(table.ui, Still)
        for key in ("up", "t"):
            await table.strike(key, seconds=0)
            table.ui.tick()
            assert table.ui.planned is not None
            await table.wait(3)
            assert table.ui.planned is None

    at(play)


def test_keys_struck_quickly_arrive_in_their_order(at: At) -> None:
    async def play(table: Table) -> None:
        for key in ("down", "up", "down"):
            await table.strike(key, seconds=0.12)
        await table.wait(1)
        assert "Enter your throw 8" in table.desk.app.words

    at(play)


def test_u_and_shifted_left_hold_the_key_and_take_back(at: At) -> None:
    async def play(table: Table) -> None:
        for key in ("u", "shift+left"):
            await table.strike("4", seconds=3)
            assert table.actions == ["4"]
            await table.strike(key, seconds=1.2)
            assert table.actions == []

    at(play)


def test_m_opens_the_menu_by_holding_back_or_by_a_key_of_its_own(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("m", seconds=1.2)
        assert "Menu" in table.desk.app.words

    at(play)
    assert presses(wiring.load("generic"))["m"].key == "back"
    assert presses(wiring.load("waveshare-oled-hat"))["m"].key == "menu"


def test_the_terminal_follows_the_language_of_the_table(at: At) -> None:
    async def play(table: Table) -> None:
        assert "t throws the dice" in table.text
        table.desk.app.requests.put(ChangeSetting("language", "ru"))
        await table.wait(0.1)
        for words in ("модель Raspberry Pi", "Доска", "t бросает кости", "отменить"):
            assert words in table.text
        assert "throw" not in table.text

    at(play, size=LARGE)


def test_a_russian_keyboard_has_the_same_keys() -> None:
    struck = {letter: key_name(Key(letter, letter)) for letter in "рьгстТ"}
    assert struck == {"р": "h", "ь": "m", "г": "u", "с": "c", "т": "n", "Т": "n"}
    assert key_name(Key("space", " ")) == "space"
    assert key_name(Key("enter", "\r")) == "enter"


# The real board


async def into_guide(table: Table) -> HandStepView:
    """Throw a 1 and a 2, and choose to bring a piece in."""
    await table.strike("1", "2", seconds=3)
    while isinstance(table.view, ChooseView):
        await table.strike("enter")
    assert isinstance(table.view, HandStepView)
    return table.view


def test_a_turn_of_a_dice_game_is_played_by_the_keyboard_alone(at: At) -> None:
    async def play(table: Table) -> None:
        assert "t throws the dice" in table.text
        await into_guide(table)
        for _ in range(20):
            if isinstance(table.view, ThrowView):
                break
            await table.strike("enter")
        session = table.desk.app.table.game.playing
        assert table.actions[:2] == ["1", "2"]
        assert session.state.turn == 1
        assert table.desk.people.board.pieces == session.state.pieces()

    at(play)


def test_enter_does_the_hand_step_before_it_confirms(at: At) -> None:
    async def play(table: Table) -> None:
        guide = await into_guide(table)
        people = table.desk.people
        before = people.board.pieces
        await table.pilot.press("enter")
        table.ui.tick()
        assert people.board.pieces != before
        assert people.view == guide
        assert not people.board_differs
        await table.wait(0.5)
        assert people.view != guide
        assert not people.board_differs

    at(play)


def test_enter_twice_before_the_display_reacts_is_one_hand_step(at: At) -> None:
    async def play(table: Table) -> None:
        await into_guide(table)
        people, pi = table.desk.people, table.desk.pi
        await table.pilot.press("enter")
        table.ui.tick()
        once = people.board.pieces
        await table.pilot.press("enter")
        table.companion_is_busy = True
        await table.wait(0.5)
        assert people.board.pieces == once
        assert pi.line("ok")
        table.companion_is_busy = False
        await table.wait(1)
        assert not people.board_differs

    at(play)


def test_a_board_that_differs_is_reported_and_can_be_corrected(at: At) -> None:
    async def play(table: Table) -> None:
        people = table.desk.people
        right = people.board.pieces
        people.board.pieces = right[1:]
        await table.wait(0.02)
        assert "match the display" in table.text
        await table.strike("r")
        assert people.board.pieces == right
        assert "match the display" not in table.text

    at(play, TONGS, toy)


def test_a_new_game_is_set_up_on_the_board_of_the_old(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("enter", "enter")
        assert (
            table.desk.people.board.pieces
            != table.desk.app.table.game.playing.game.start().pieces()
        )
        await table.strike("m", seconds=1.2)
        await table.strike("left", seconds=0.5)
        assert isinstance(table.view, ListView)
        await table.strike(*way_to("Save and leave", table.view), "enter")
        await table.strike("down", "enter", "enter")
        assert table.actions == []
        assert "takes these pieces off the board" in table.text
        assert not table.desk.people.board_differs
        await table.strike("enter")
        assert table.desk.people.board.pieces == table.desk.app.table.game.playing.state.pieces()
        assert not table.desk.people.board_differs

    at(play, TONGS, toy)


def test_a_resumed_game_is_set_up_as_it_was_left(at: At) -> None:
    async def leave(table: Table) -> None:
        await table.strike("enter", "enter", "enter")

    async def come_back(table: Table) -> None:
        assert "this game" in table.text
        standing = table.desk.app.table.game.playing.standing()
        assert table.desk.people.board.pieces == standing
        assert standing != table.desk.app.table.game.playing.game.start().pieces()
        await table.strike("escape")
        assert "takes these pieces off the board" in table.text
        await table.strike("enter")
        assert not table.desk.people.board_differs
        assert table.desk.people.board.pieces == table.desk.app.table.game.playing.state.pieces()

    at(leave, TONGS, toy)
    at(come_back, TONGS, toy)


# The dice


@pytest.mark.parametrize("key", ["t", "space"])
def test_a_throw_goes_through_the_pins_and_counts(at: At, key: str) -> None:
    async def play(table: Table) -> None:
        await table.strike(key, seconds=0.3)
        assert table.desk.dice.look().cup_is_lifted
        assert "cup lifted" in table.text
        await table.wait(1.3)
        assert isinstance(table.view, ThrownView)
        assert table.actions == [table.view.throw.text]

    at(play)


@pytest.mark.parametrize("text", ["1", "8", *deeply("2", "3", "4")])
def test_a_number_key_throws_that_number(at: At, text: str) -> None:
    async def play(table: Table) -> None:
        await table.strike(text, seconds=2)
        assert table.actions == [text]
        game = table.desk.app.table.game.playing.game
        faces = table.desk.dice.look().faces
        assert faces is not None
        assert str(game.throw(faces)) == text

    at(play)


def test_the_next_throw_is_chosen_and_then_thrown(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("[", seconds=0.02)
        assert "t throw 8" in table.text
        await table.strike("]", "]", "]", seconds=0.02)
        assert "t throw 2" in table.text
        await table.strike("t", seconds=2)
        assert table.actions == ["2"]
        assert "t throw 2" not in table.text

    at(play)


def test_dice_that_are_being_thrown_are_left_alone(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("4", seconds=0.5)
        await table.strike("c", "8", "t", seconds=0.1)
        await table.wait(3)
        assert table.actions == ["4"]

    at(play)


def test_the_cup_is_lifted_and_put_down_by_hand(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("c", seconds=0.5)
        lifted = table.view
        assert isinstance(lifted, ThrowView)
        assert lifted.dice == "lifted"
        await table.strike("c", seconds=2)
        put_down = table.view
        assert isinstance(put_down, ThrowView)
        assert put_down.dice == "doubtful"
        await table.strike("enter")
        assert len(table.actions) == 1

    at(play)


def test_a_game_without_dice_has_no_tray(at: At) -> None:
    async def play(table: Table) -> None:
        assert "throw" not in table.text
        await table.strike("t", "c", "1")
        assert table.actions == []

    at(play, TONGS, toy)


# What is seen


def drawn(table: Table, rendition: Rendition) -> bool:
    """Whether every character of the panel stands on the screen, one line below the other."""
    rows = rendition.draw(table.desk.pi.model.image()).split("\n")
    lines = table.lines
    tops = [(top, column) for top, line in enumerate(lines) if (column := line.find(rows[0])) >= 0]
    return any(
        all(row == lines[top + i][column : column + len(row)] for i, row in enumerate(rows))
        for top, column in tops
        if top + len(rows) <= len(lines)
    )


def test_the_panel_is_drawn_whole_at_every_size(at: At) -> None:
    async def play(table: Table) -> None:
        for size, rendition in ((SMALL, BRAILLE_DOTS), (LARGE, HALF_BLOCKS), (SMALL, BRAILLE_DOTS)):
            await table.resize(size)
            assert drawn(table, rendition), size

    at(play)


@given(st.binary(min_size=32, max_size=32))
def test_every_pixel_can_be_read_back_from_the_characters(data: bytes) -> None:
    image = Image.frombytes("1", (16, 16), data)
    lit = {(x, y) for x in range(16) for y in range(16) if image.getpixel((x, y))}
    halves = HALF_BLOCKS.draw(image).split("\n")
    assert lit == {
        (x, 2 * row + half)
        for row, line in enumerate(halves)
        for x, character in enumerate(line)
        for half in (0, 1)
        if BLOCKS.index(character) >> half & 1
    }
    assert lit == {
        (2 * column + dx, 4 * row + dy)
        for row, line in enumerate(BRAILLE_DOTS.draw(image).split("\n"))
        for column, character in enumerate(line)
        for dx in (0, 1)
        for dy in range(4)
        if (ord(character) - BRAILLE) & DOT_BITS[dx][dy]
    }


@pytest.mark.parametrize(
    ("catalogue", "setup", "size", "language"),
    [
        pytest.param(catalogue, setup, size, language, marks=() if is_quick else pytest.mark.deep)
        for language in LANGUAGES
        for size in (SMALL, LARGE)
        for catalogue, setup in ((games, Setup("thaayam")), (toy, TONGS))
        # the longest words on the smallest screen
        for is_quick in [(size, language) == (SMALL, "ru")]
    ],
)
def test_nothing_is_cut_off(
    at: At, catalogue: Catalogue, setup: Setup, size: tuple[int, int], language: str
) -> None:
    async def play(table: Table) -> None:
        for _ in range(4):
            assert cut_off(table) == []
            await table.strike("1", "enter", seconds=1.5)

    at(play, setup, catalogue, size, language)


def cut_off(table: Table) -> list[str]:
    """The lines that the parts of the screen are to show and that do not stand on it whole."""
    seen = table.lines
    texts = [str(part.content) for part in table.ui.screen.query(LiveText) if part.is_on_screen]
    wanted = [line.rstrip() for text in texts for line in text.split("\n")]
    return [line for line in wanted if not any(line in row for row in seen)]


def test_b_brings_the_board_to_the_front_and_back(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("b", seconds=0.02)
        assert not drawn(table, BRAILLE_DOTS)
        assert "Board" in table.text
        await table.strike("b", seconds=0.02)
        assert drawn(table, BRAILLE_DOTS)

    at(play)


def test_h_shows_what_the_display_shows_for_a_hint(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("h")
        assert "Help" in table.desk.app.words
        assert "other pages" in table.text

    at(play)


def test_a_board_larger_than_the_screen_is_scrolled(at: At) -> None:
    async def play(table: Table) -> None:
        await table.strike("b", seconds=0.02)
        await table.wait(0.02)
        assert "PgUp PgDn" in table.text
        assert "│19 " in table.text
        assert "│ 1 " not in table.text
        await table.strike("pagedown", seconds=0.02)
        assert "│ 1 " in table.text

    at(play, TONGS, Large())


def test_a_window_that_is_too_small_says_so(at: At) -> None:
    async def play(table: Table) -> None:
        await table.resize((79, 24))
        assert "make it 80 x 24 or larger" in table.text
        await table.resize(SMALL)
        assert "too small" not in table.text

    at(play)


def test_every_view_that_waits_for_people_says_what_to_do() -> None:
    for screen, frame in gallery("tshupu").items():
        told = prompt(frame.view, LARGE, board_differs=False)
        assert bool(told.text) == (screen not in ("closed", "last-words")), screen
        for code in LANGUAGES:
            keys = {*Language(code)(told).split("`")[1::2]}
            assert keys <= {"t", *KEYBOARD}


def test_dice_that_the_pins_do_not_read_leave_the_throw_to_the_machine() -> None:
    seen = DiceSeen((Die((1, 2, 3, 4, 5, 6)),), None, False, (), None)
    assert heights(seen) == (1,)
    assert tray_text(seen, 1, 78, Language("en")).plain == "The device cannot read these dice"
    view = ThrowView(Layout(Board(()), SEATS, ()), SEATS[0], (), "waiting", by_tray=False)
    assert "`ok`" in prompt(view, SMALL, board_differs=False).text


def test_keys_that_throw_are_named_while_a_throw_is_due() -> None:
    seen = DiceSeen((Die((0, 1)),), (1,), False, (Throw("1"),), None)
    due, other = (
        tray_text(seen, 1, 78, Language("en"), is_due=is_due).plain for is_due in (True, False)
    )
    assert "t throw" in due
    assert other.strip() == "Dice ○"


def test_keys_beside_large_dice_go_on_in_the_next_line() -> None:
    seen = DiceSeen((Die((0, 1)),) * 4, (1, 0, 1, 1), False, (Throw("1"), Throw("2")), None)
    beside = [
        line[26:].strip()
        for line in tray_text(seen, 3, 60, Language("en"), is_due=True).plain.split("\n")
    ]
    assert beside == ["t throw  ·  1 2 throw this number", "cup down c", ""]


# The board in characters


class Large:
    """A catalogue with one game, on a board that is larger than most screens."""

    def names(self) -> tuple[str, ...]:
        return toy.names()

    def kind(self, name: str) -> type[Game]:
        return toy.kind(name)

    def about(self, name: str) -> About:
        return toy.about(name)

    def load(self, name: str, /, **options: OptionValue) -> Game:
        game = toy.load(name, **options)
        game.board = squares(19)
        return game


SEATS = tuple(
    Seat(index, colour, "south", index, colour)
    for index, colour in enumerate(("white", "black", "red", "blue"))
)


def squares(size: int) -> Board:
    names = "abcdefghijklmnopqrs"
    return Board(tuple(Point(f"{names[x]}{y + 1}", x, y) for y in range(size) for x in range(size)))


def test_a_board_of_lines_is_drawn_with_its_joints() -> None:
    game = toy.load("tongs")
    pieces = (Piece(0, "stone", "b2"), Piece(1, "stone", "d4"))
    plan = BoardPlan(game.board, Pitch(4, 2))
    lines = [line.rstrip() for line in draw_board(plan, pieces, game.seats).plain.split("\n")]
    assert lines == [
        "4  ┌───┬───┬───●",
        "   │   │   │   │",
        "3  ├───┼───┼───┤",
        "   │   │   │   │",
        "2  ├───◆───┼───┤",
        "   │   │   │   │",
        "1  ·───┴───┴───┘",
        "",
        "   a   b   c   d",
    ]


def test_only_a_board_with_ranks_has_room_for_their_names() -> None:
    named, bare = (
        BoardPlan(Board(tuple(Point(name.format("abc"[x]), x, 0) for x in range(3))), Pitch(4, 2))
        for name in ("{}1", "field {}")
    )
    assert (named.columns, bare.columns) == (2 + 3 * 4, 3 * 4)


@pytest.mark.parametrize("pitch", [(6, 3), (4, 2), (4, 1), (2, 2)])
def test_pieces_of_every_seat_on_one_square_are_all_seen(pitch: tuple[int, int]) -> None:
    pieces = [Piece(seat, "piece", "b2", count=count) for seat, count in enumerate((1, 2, 3, 4))]
    plan = BoardPlan(squares(3), Pitch(*pitch))
    text = draw_board(plan, pieces, SEATS).plain
    body = "".join(line[2:] for line in text.split("\n")[:-1])
    assert [character for character in body if character in "○234"] == list("○234")


def test_a_black_piece_keeps_its_light_ground_on_any_square() -> None:
    pieces = [Piece(1, "piece", "b2")]
    for pitch in (Pitch(2, 1), Pitch(6, 3)):
        drawn = draw_board(BoardPlan(squares(2), pitch), pieces, SEATS)
        (style,) = [
            str(span.style) for span in drawn.spans if drawn.plain[span.start : span.end] == "●"
        ]
        assert style == INKS["black"].style


def test_pieces_beside_the_board_are_described_in_words_if_they_fit() -> None:
    pieces = [Piece(0, "piece", HAND, count=3), Piece(0, "piece", OFF), Piece(1, "piece", OFF)]
    say = Language("en")
    wide, narrow = (
        [line.plain for line in beside(pieces, SEATS[:3], say, room)] for room in (40, 12)
    )
    assert wide == ["○ white: hand 3  off 1", "● black: off 1", "◆ red: –"]
    assert narrow == ["○ +3  ✓1", "● ✓1", "◆ –"]


def test_no_mark_of_the_board_is_the_sign_of_a_seat() -> None:
    assert not {*SIGNS.values()} & {*MARKS.values(), *ARROWS.values()}


def test_a_stack_is_counted_and_a_piece_that_points_has_an_arrow() -> None:
    pieces = [Piece(0, "piece", "a1", count=12), Piece(1, "piece", "b1", facing="west")]
    text = draw_board(BoardPlan(squares(2), Pitch(4, 2)), pieces, SEATS).plain
    assert "○+" in text
    assert "●←" in text


def test_a_square_of_three_by_three_is_one_square_with_its_names() -> None:
    ring = [
        Point(f"{'abc'[x]}{y + 1}", x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)
    ]
    large = Point("e5", 4, 4, size=3)
    plan = BoardPlan(Board((*ring, large)), Pitch(2, 1))
    assert plan.cell(large)[2:] == (6, 3)
    assert plan.columns == 2 + 6 * 2
    assert plan.rows == 6 + 1


def test_a_board_is_drawn_as_large_as_there_is_room_or_not_at_all() -> None:
    board = squares(5)
    sizes = {room: fit(board, *room) for room in ((12, 11), (32, 16), (11, 40))}
    assert {room: plan and plan.pitch for room, plan in sizes.items()} == {
        (12, 11): (2, 2),
        (32, 16): (6, 3),
        (11, 40): None,
    }


def test_a_board_too_large_to_fit_beside_the_display_is_shown_instead_of_it() -> None:
    layout = Layout(squares(19), SEATS, (Piece(0, "piece", OFF),))
    small, large = Room(80, 18), Room(160, 44)
    assert side_by_side(small, (128, 64), layout, (0,)).plan is None
    assert board_in_front(small, layout, (0,)).rendition is None
    assert side_by_side(large, (128, 64), layout, (0,)).rendition is BRAILLE_DOTS
    assert side_by_side(large, (128, 64), None, (0,)).rendition is HALF_BLOCKS


# The thread


class Broken:
    """A companion that fails at once, and counts how often it was closed."""

    closed = 0

    def run(self) -> None:
        raise OSError("the card is full")

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


def test_an_error_of_the_program_is_raised_after_it_is_closed() -> None:
    app = Broken()
    thread = AppThread(app)
    thread.start()
    with pytest.raises(OSError, match="the card is full"):
        thread.finish()
    assert thread.has_failed
    assert app.closed == 1


def test_a_program_that_never_ran_is_closed() -> None:
    app = Broken()
    AppThread(app).finish()
    assert app.closed == 1


def test_the_terminal_closes_when_the_program_has_failed(at: At) -> None:
    async def play(table: Table) -> None:
        assert table.ui.return_code is None
        table.program.has_failed = True
        table.ui.tick()
        assert table.ui.return_code == 0

    at(play)


# A game that is shown


def test_a_recorded_game_is_shown_on_the_board_too_and_can_be_left(at: At) -> None:
    session = Session.resume(whole_game("squadro", random.Random(3)), games)
    showing = GameReplay.of_session(session)

    async def play(table: Table) -> None:
        board = table.desk.people.board
        assert board.pieces == session.states[0].pieces()
        await table.strike("right", "down")
        assert board.pieces == session.states[11].pieces()
        assert "one step" in table.text
        await table.strike("escape")
        assert table.desk.ending == "shown"
        assert not table.ui.is_running

    at(play, None, showing=showing)
