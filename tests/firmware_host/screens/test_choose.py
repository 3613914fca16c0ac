"""What the board highlights at each step of choosing a move."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import games
from firmware_host.screens import paint
from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.sheet import BLANK
from firmware_host.screens.view import Frame, Layout
from firmware_host.session.chooser import Chooser
from firmware_host.text.translator import Language
from games.actions import PASS, Choice, Move
from games.core import State, random_action
from tests import toy
from tests.games.squadro_play import MIDDLE
from tests.games.squadro_play import at as squadro_at

ENGLISH = Language("en")
PLIES, POSITIONS = 120, 12


def view(state: State, chooser: Chooser) -> ChooseView:
    assert state.turn is not None
    game = state.game
    layout = Layout(game.board, game.seats, state.pieces())
    seat, shown = game.seats[state.turn], (chooser.options, chooser.option, chooser.picked)
    return ChooseView(layout, seat, state.pending, *shown, chooser.preview, chooser.moves)


def lit(state: State, chooser: Chooser) -> Highlights:
    return view(state, chooser).sheet(ENGLISH).lit


def positions(name: str) -> Iterator[State]:
    rng = random.Random(name)
    state = games.load(name).start()
    for _ in range(PLIES):
        if state.is_terminal:
            return
        if state.legal_moves() not in ((), (PASS,)):
            yield state
        state = state.apply(random_action(state, rng))


def steps(state: State, move: Move) -> Iterator[Chooser]:
    """Yield the chooser at each step on the way to ``move``, with the cursor on the next choice."""
    chooser = Chooser.of(state.legal_moves(), state.game.board).towards(move)
    yield chooser
    while (chooser := chooser.confirmed()).chosen is None:
        chooser = chooser.towards(move)
        yield chooser


def points(choices: tuple[Choice, ...], kind: str) -> set[str]:
    return {choice.points[-1] for choice in choices if choice.kind == kind and choice.points}


@pytest.mark.parametrize("name", games.names())
def test_a_certain_move_is_shown_whole(name: str) -> None:
    rng = random.Random(name)
    found = list(positions(name))
    for state in rng.sample(found, min(POSITIONS, len(found))):
        move = rng.choice(state.legal_moves())
        last = [chooser for chooser in steps(state, move) if chooser.preview == (move,)]
        for shown in (lit(state, chooser) for chooser in last):
            assert shown.target in points(move.choices, "target") | {None}
            assert shown.origin in points(move.choices, "piece") | {None}
            assert shown.captures == tuple(piece.place for piece in move.captures)
            assert set(shown.path) <= set(move.path)


@pytest.mark.parametrize("name", games.names())
def test_the_targets_of_a_piece_are_those_of_its_next_step(name: str) -> None:
    rng = random.Random(name)
    found = list(positions(name))
    for state in rng.sample(found, min(POSITIONS, len(found))):
        move = rng.choice(state.legal_moves())
        for chooser in steps(state, move):
            if len(chooser.preview) > 1 and chooser.option.kind == "piece":
                following = [choice for each in chooser.preview for choice in each.choices]
                targets = set(lit(state, chooser).targets)
                assert targets
                assert targets <= points(tuple(following), "target")


def test_a_move_of_two_pieces_shows_the_way_that_is_being_chosen() -> None:
    state = games.load("tshupu").state("0 move 5,2,1,1/1,1,1,1/1,1,1,1/1,1,1,1 1+3")
    move = state.parse("1:f1-f2,3:g4-i5x")
    assert isinstance(move, Move)
    shown = [lit(state, chooser) for chooser in steps(state, move)]
    ways = [(way.origin, way.target, way.path) for way in shown if way.target is not None]
    assert ways == [("f1", "f2", ("f2",)), ("g4", "i5", ("h4", "i4", "i5"))]
    assert [way.captures for way in shown] == [(), (), ("i5",)]


def test_a_drop_shows_where_it_lands_and_what_it_captures() -> None:
    state = toy.load("tongs").state("0 .10.1...0....... 3/3 0/0 4")
    move = state.parse("@a1xb1xa2")
    assert isinstance(move, Move)
    *_, chooser = steps(state, move)
    shown = lit(state, chooser)
    assert (shown.origin, shown.target, set(shown.captures)) == (None, "a1", {"b1", "a2"})


def test_the_hint_shows_all_targets_of_the_seat() -> None:
    state = games.load("squadro").start()
    chooser = Chooser.of(state.legal_moves(), state.game.board)
    shown = replace(view(state, chooser), targets_shown=True).sheet(ENGLISH).lit
    assert set(shown.targets) == {move.path[-1] for move in state.legal_moves()}


def test_the_hint_shows_only_the_targets_of_the_piece_that_is_picked() -> None:
    state = games.load("xiangqi4").start()
    move = next(each for each in state.legal_moves() if each.choices[0].points == ("g3",))
    _, picked, *_ = steps(state, move)
    shown = replace(view(state, picked), targets_shown=True).sheet(ENGLISH).lit
    own = {each.path[-1] for each in state.legal_moves() if each.choices[0] == move.choices[0]}
    assert (set(shown.targets), shown.movable) == (own, ("g3",))


def words(state: State, text: str) -> list[str]:
    """What the screen says when nothing but the move ``text`` is left to choose."""
    move = state.parse(text)
    assert isinstance(move, Move)
    shown = view(state, Chooser.of((move,), state.game.board)).sheet(ENGLISH)
    return [line.words for line in shown.lines]


def test_a_jump_says_where_the_piece_goes_back_to_and_captures_nothing() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    said = [words(state, move.text) for move in state.legal_moves() if move.captures]
    assert [back for _, _, back in said] == ["Black back to g6", "Black back to g5"]


def test_a_jump_over_two_says_where_both_go_back_to() -> None:
    state = squadro_at(f"1 {MIDDLE}")
    assert words(state, "B3:2-5xA3A4")[-1] == "White back to d1 e1"


def test_a_capture_says_how_many_leave_the_board() -> None:
    position = "0 move 4,0,0,0/11,11,0,0/15,14,0,0/0,0,0,0 3 - -"
    said = words(games.load("thaayam").state(position), "3:e2-e5x")
    assert said[-2:] == ["captures 2 black", "captures 1 red"]


@pytest.mark.parametrize("name", games.names())
def test_every_piece_that_may_move_is_marked_wherever_the_cursor_is(name: str) -> None:
    for state in list(positions(name))[::10]:
        begun = Chooser.of(state.legal_moves(), state.game.board)
        if begun.option.kind == "piece":
            pieces = [move.choices[len(begun.picked)] for move in begun.candidates]
            for chooser in begun.everywhere():
                if chooser.option.kind == "piece":
                    assert set(lit(state, chooser).movable) == points(tuple(pieces), "piece")


@pytest.mark.parametrize("name", games.names())
def test_the_cursor_says_which_of_how_many_it_is_on(name: str) -> None:
    state = next(each for each in positions(name) if len(each.legal_moves()) > 1)
    begun = Chooser.of(state.legal_moves(), state.game.board)
    for number, chooser in enumerate(begun.everywhere(), start=1):
        drawn = paint(Frame(view(state, chooser)), (128, 64), ENGLISH)
        assert f"{number} of {len(begun.options)}" in drawn.words
        assert drawn.misfits == []


def prey_of(chooser: Chooser) -> set[str]:
    """Return where the piece under the cursor would capture, by the moves of the rules."""
    depth = len(chooser.picked) + 1
    return {
        move.choices[depth].points[-1]
        for move in chooser.preview
        for piece in move.captures
        if piece.place == move.choices[depth].points[-1]
    }


@pytest.mark.parametrize("name", ["tshupu", "xiangqi4"])
def test_a_capture_is_seen_before_the_target_is_chosen_and_said(name: str) -> None:
    seen = 0
    for state in positions(name):
        begun = Chooser.of(state.legal_moves(), state.game.board)
        for chooser in begun.everywhere():
            if chooser.option.kind == "piece" and len(chooser.preview) > 1:
                shown = view(state, chooser)
                expected = prey_of(chooser)
                assert set(shown.sheet(ENGLISH).lit.prey) == expected
                if expected:
                    seen += 1
                    assert "capture" in " ".join(map(ENGLISH, shown.spoken))
                    asked = chooser.confirmed()
                    if asked.option.kind == "target":
                        assert set(lit(state, asked).prey) == expected
    assert seen


def test_the_first_hint_says_what_its_marks_mean() -> None:
    state = games.load("tshupu").state("0 move 5,2,1,1/1,1,1,1/1,1,1,1/1,1,1,1 1+3")
    chooser = Chooser.of(state.legal_moves(), state.game.board)
    hinted = replace(view(state, chooser), targets_shown=True)
    for size in ((128, 64), (128, 128), (256, 64)):
        words = paint(Frame(hinted), size, ENGLISH).words.replace(BLANK, " ")
        assert all(meaning in words for meaning in ("_ can move", "■ can go to", "= captures"))
    assert "can move" not in paint(Frame(hinted), (128, 32), ENGLISH).words
