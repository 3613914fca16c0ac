"""The gallery: every kind of screen, in positions of real games.


:func:`gallery` returns the screens, also those that features add in their own module ``gallery``;
a test checks that no kind of view is missing.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import structs
from msgspec.structs import replace

import games
from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import LastMoveView
from firmware_host.screens.repair import BoardDiffersView
from firmware_host.screens.throw import (
    WHICH,
    DiceState,
    ProgramThrowsView,
    ThrownView,
    ThrowView,
)
from firmware_host.screens.tower import TROUBLES, sticks_of
from firmware_host.screens.view import Frame, Layout, View
from firmware_host.session.replay import GameReplay
from firmware_host.storage.counters import Day
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import layout
from firmware_host.table.device import LAST_WORDS, Device
from firmware_host.table.effects import BeginGame, ShowHelp
from firmware_host.table.scene import Cover, Scene, Show
from firmware_host.table.scenes.base import show_rules
from firmware_host.table.scenes.game_setup import CUT_BOARD, Home, ResumeGame
from firmware_host.table.scenes.kept_games import KeptGamePage, PlayedGames, ReplayOfKept
from firmware_host.table.scenes.repair import Compare, Sides
from firmware_host.table.scenes.resign_draw_leave import (
    ChooseWhoResigns,
    ConfirmNewGame,
    OfferDraw,
    WhoLeaves,
)
from firmware_host.table.scenes.settings import Settings
from firmware_host.table.scenes.staff import ConfirmEnding, CountersList, StaffMenu
from firmware_host.table.scenes.throw import CorrectThrow
from firmware_host.table.scenes.why_not import AskWhy
from firmware_host.table.table import Table
from firmware_host.thinking import inline
from games.actions import PASS, Throw
from games.equipment import Board, Die, Seat
from games.message import Message
from hardware.dice.codes import can_read
from tests.firmware_host.screens.positions import choice, first, likeliest, shown_move, states
from tests.firmware_host.screens.stage import Stage
from tests.of_features import of_features
from tests.table import set_context

GOLDEN = Path(__file__).with_name("golden")

DAYS = (Day("2026-11-20", 12, 9, 3, 14.2, 2, 1), Day("2026-11-21", 112, 98, 14, None, 1, 0))
DICE_STATES: tuple[DiceState, ...] = (
    "lifted", "rolling", "unreadable", "knocked", "cocked", "missing",
)  # fmt: skip
SEEN_STATES: tuple[DiceState, ...] = ("provisional", "doubtful")


def is_abstract(kind: type[View]) -> bool:
    """Return whether a method of ``kind`` has no body yet; a Struct keeps no list of them."""
    return any(getattr(getattr(kind, name), "__isabstractmethod__", False) for name in dir(kind))


def kinds_of_view(base: type[View] = View) -> Iterator[type[View]]:
    """Yield every class of views that the program draws, those of features too."""
    if not is_abstract(base) and not base.__module__.startswith("tests."):
        yield base
    for kind in base.__subclasses__():
        yield from kinds_of_view(kind)


def gallery(game: str) -> Mapping[str, Frame]:
    """Return the screens of ``game`` by name."""
    return {name: each.frame for name, each in shown(game).items()}


class Shown(NamedTuple):
    """A screen, and the ``folder`` in which its golden pictures are."""

    frame: Frame
    folder: Path


@cache
def shown(game: str) -> Mapping[str, Shown]:
    """Return the screens of ``game`` by name, those of features after the others."""
    by_folder = {GOLDEN: SHOWS}
    by_folder |= {
        Path(part.__file__).with_name("screens"): part.SHOWS for part in of_features("gallery")
    }
    return {
        name: Shown(frame, folder)
        for folder, shows in by_folder.items()
        for show in shows
        for name, frame in show(game)
    }


def played_by_machine(board: Layout, seat: Seat) -> Layout:
    """Return ``board`` with a machine at ``seat``."""
    return structs.replace(board, machines=(seat.index,))


def _lists(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game)
    yield "games", stage.frame
    yield "game-help", stage.press("hint")
    stage.press("ok")
    preparation = stage.press("ok")
    yield "preparation", preparation
    assert isinstance(preparation.view, ListView)
    yield "preparation-small", Frame(replace(preparation.view, note=CUT_BOARD))
    yield "preparation-machines", stage.press("down")
    yield "level-help", stage.press("hint")
    stage.press("back")
    stage.press("down")
    yield "options", stage.press("ok")
    stage.press("down")
    yield "option-help", stage.press("hint")


def _beginning(game: str) -> Iterator[tuple[str, Frame]]:
    yield from _clearing(game)
    setup = Stage(game, states(game)[0]).table.game.playing.setup
    stage = Stage(game)
    stage.table.run(BeginGame(setup))
    if isinstance(stage.frame.view, SetUpView):
        yield "set-up", stage.frame
        yield "set-up-next", stage.press("ok")
        stage.follow()
    yield "menu", stage.press("menu")
    stage.press("back")
    stage.table.run(ShowHelp())
    yield "help", stage.frame
    stage.press("back")
    stage.table.run(*show_rules(stage.table.context))
    yield "rules", stage.frame


def _clearing(game: str) -> Iterator[tuple[str, Frame]]:
    """Yield what a new game says of the board of the one before, and that board itself."""
    late = states(game)[len(states(game)) // 2]
    stage = Stage(game, late)
    stage.table.run(BeginGame(stage.table.game.playing.setup))
    yield "clear", stage.frame


def _throws_of_tower(
    view: ThrowView, throw: Throw, dice: Sequence[Die]
) -> Iterator[tuple[str, Frame]]:
    lanes, sticks = tuple(range(len(dice))), sticks_of(dice, throw.faces)
    yield "throw-tower-lifted", Frame(replace(view, dice="lifted", sticks=()))
    asked = replace(view, dice="doubtful", seen=throw, sticks=sticks)
    yield "throw-tower", Frame(asked)
    for state in TROUBLES:
        seen = asked if state == "doubtful" else replace(view, sticks=())
        yield f"throw-tower-{state}", Frame(replace(seen, dice=state, which=lanes))


def _throws(game: str) -> Iterator[tuple[str, Frame]]:
    state = first(game, lambda state: state.is_chance and state.game.dice)
    if state is None:
        return
    frame = Stage(game, state).frame
    yield "throw", frame
    yield "throw-machine", Stage(game, state, dice_are_read=False).frame
    yield "throw-typed", Stage(game, state).press("up")
    view = frame.view
    assert isinstance(view, ThrowView)
    throw = likeliest(state)
    for dice in DICE_STATES:
        yield f"throw-{dice}", Frame(replace(view, dice=dice))
    for dice in SEEN_STATES:
        yield f"throw-{dice}", Frame(replace(view, dice=dice, seen=throw))
    for dice in WHICH:
        which = tuple(range(len(state.game.dice)))
        yield f"throw-which-{dice}", Frame(replace(view, dice=dice, which=which))
    own = (3, 6, 1, 4, 2, 5)[: len(state.game.dice)]
    yield "throw-of-shop", Frame(replace(view, dice="doubtful", seen=throw, own=own))
    if can_read([die.faces for die in state.game.dice]):
        yield from _throws_of_tower(view, throw, state.game.dice)
    yield "throw-own", Frame(replace(view, by_tray=False, is_own=True))
    at_machine = replace(view, layout=played_by_machine(view.layout, view.seat))
    yield "throw-for-machine", Frame(at_machine)
    yield "throw-own-for-machine", Frame(replace(at_machine, by_tray=False, is_own=True))
    yield "throw-by-program", Frame(ProgramThrowsView(view.layout, view.seat, view.series))
    shown = ThrownView(view.layout, view.seat, throw, (*view.series, throw), of_machine=True)
    yield "thrown-by-program", Frame(shown)
    yield "thrown", Frame(ThrownView(view.layout, view.seat, throw, (*view.series, throw)))
    yield "thrown-of-shop", Frame(replace(shown, of_machine=False, own=own))


def _lots(game: str) -> Iterator[tuple[str, Frame]]:
    state = first(game, lambda state: state.is_chance and not state.game.dice)
    if state is not None:
        yield "lot", Stage(game, state).frame


def _choosing(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    yield "choose", Stage(game, state).frame
    stage = Stage(game, state)
    yield "choose-move", stage.point_at(shown_move(state))
    yield "choose-hint", stage.press("hint")
    yield "suggestion", stage.press("hint")


def _hand_steps(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    stage = Stage(game, state)
    stage.point_at(shown_move(state))
    stage.press("ok")
    for number, _ in enumerate(stage.table.game.playing.hand_steps.steps, start=1):
        yield f"hand-step-{number}", stage.frame
        stage.press("ok")
    yield "last-move", stage.hold("hint")
    stage.press("ok")
    yield "hand-step-undo", stage.hold("left")


def _machine(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    stage = Stage(game, state)
    seat = stage.table.game.playing.seat_to_act
    board = played_by_machine(layout(stage.table.context), seat)
    yield "thinking", Frame(ThinkingView(board, seat, state.pending))
    move = shown_move(state)
    reason = inline.move_reason(state, move)
    first, total = move.steps[0], len(move.steps)
    yield "machine-hand-step", Frame(HandStepView(board, seat, first, 1, total, "machine", reason))
    yield "machine-move", Frame(LastMoveView(board, seat, move, reason))


def _asking_why(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    stage = Stage(game, state)
    asked = AskWhy.of(stage.table.game.playing)
    origin = shown_move(state).choices[0].points
    cursor = asked.places.index(origin[-1]) if origin else asked.cursor
    stage.table.run(Show(replace(asked, cursor=cursor)))
    yield "why-piece", stage.frame
    yield "why-place", stage.press("ok")
    yield "why-answer", stage.press("down", "ok")


def _repairing(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game, choice(game))
    stage.table.run(Show(Compare.begin(stage.table.context)))
    yield "compare", stage.frame
    yield "finding", stage.press("down")
    yield "finding-other", stage.press("ok")
    compare = Compare.begin(stage.table.context)
    lifted = next(piece.place for piece in compare.found.pieces if piece.place in _board(stage))
    stage.table.run(Show(Sides(found=compare.found.emptied(lifted), compared=compare)))
    yield "sides", stage.frame


def _board(stage: Stage) -> Board:
    return stage.table.game.playing.game.board


def _correcting(game: str) -> Iterator[tuple[str, Frame]]:
    state = first(game, lambda state: state.is_chance and state.game.dice)
    if state is not None:
        stage = Stage(game, state)
        stage.table.game.play(likeliest(state))
        stage.table.run(Show(CorrectThrow.begin(stage.table.context)))
        yield "correct-throw", stage.frame


def _leaving(game: str) -> Iterator[tuple[str, Frame]]:
    stage = Stage(game, choice(game))
    scenes = (
        ("settings", Settings()),
        ("resign", ChooseWhoResigns.begin(stage.table.context)),
        ("leave", WhoLeaves()),
        ("draw", OfferDraw.begin(stage.table.context)),
        ("draw-asked", OfferDraw((1,), is_offer=False)),
    )
    for name, scene in scenes:
        stage.table.run(Show(scene))
        yield name, stage.frame


def _remembering(game: str) -> Iterator[tuple[str, Frame]]:
    state = choice(game)
    stage = Stage(game, state)
    session = stage.table.game.playing
    session.states.append(state.apply(shown_move(state)))
    session.actions.append(shown_move(state))
    showing = structs.replace(GameReplay.of_session(session), result=Message.of("Draw"))
    replay = ReplayOfKept(showing)
    for number, name in enumerate(("replay-beginning", "replay-end")):
        yield name, Frame(replace(replay, number=number).view(stage.table.context))
    at_home = Stage(game)
    kept = SavedGame("2026-03-09", (session.setup.record(), {"do": str(shown_move(state))}))
    at_home.table.parts.hear_history((kept,))
    at_home.table.run(Cover(PlayedGames()))
    yield "played-games", at_home.frame
    at_home.table.run(Cover(KeptGamePage(game=kept)))
    yield "kept-game", at_home.frame


def _passes(game: str) -> Iterator[tuple[str, Frame]]:
    state = first(game, lambda state: state.legal_moves() == (PASS,))
    if state is not None:
        yield "pass", Stage(game, state).frame


def _ends(game: str) -> Iterator[tuple[str, Frame]]:
    yield "over", Stage(game, states(game)[-1]).frame


def _returns(game: str) -> Iterator[tuple[str, Frame]]:
    state = states(game)[len(states(game)) // 2]
    stage = Stage(game, state)
    stage.table.run(Show(ResumeGame()))
    yield "resume", stage.frame


def _board_differs(game: str) -> Iterator[tuple[str, Frame]]:
    state = states(game)[len(states(game)) // 2]
    board = state.game.board
    taken = [piece.place for piece in state.pieces() if piece.place in board]
    free = [point.name for point in board.points if point.name not in taken]
    one, other = taken[0], free[0]
    whole = Layout(board, state.game.seats, state.pieces())
    for name, missing, surplus, back, is_between in (
        ("board-differs-back", (one,), (other,), (other, one), False),
        ("board-differs-points", tuple(taken[:5]), tuple(free[:4]), None, False),
        ("board-differs-between", (), (other,), None, True),
    ):
        yield name, Frame(BoardDiffersView(whole, missing, surplus, back, is_between))


def _every_game(game: str) -> Iterator[tuple[str, Frame]]:
    """Yield the list of all games with the cursor on ``game``."""
    table = Table(games, random.Random(1), lambda dice: True)
    table.run(Show(Home.begin(table.context, game)))
    yield "every-game", table.frame


def _in_public(game: str) -> Iterator[tuple[str, Frame]]:
    """Yield the screens that are the same in every game, for one game only."""
    if game != games.names()[0]:
        return
    stage = Stage(game, choice(game))
    table = stage.table
    table.run(Show(ConfirmNewGame()))
    yield "new-game", stage.frame
    set_context(table, device=Device(counters=lambda: DAYS))
    for_staff: tuple[tuple[str, Scene], ...] = (
        ("staff", StaffMenu()),
        ("restart", ConfirmEnding("restart")),
        ("end", ConfirmEnding("end")),
        ("counters", CountersList(days=DAYS[::-1])),
    )
    for name, scene in for_staff:
        table.run(Show(scene))
        yield name, stage.frame
    yield "counters-day", stage.press("down")
    yield "counters-figures", stage.press("ok")
    yield "last-words", Frame(LAST_WORDS["end"])


SHOWS = (
    _every_game,
    _lists,
    _beginning,
    _throws,
    _lots,
    _choosing,
    _hand_steps,
    _machine,
    _asking_why,
    _repairing,
    _correcting,
    _leaving,
    _remembering,
    _passes,
    _ends,
    _returns,
    _board_differs,
    _in_public,
)
