"""Compare the real board with the screen by keys, part by part, and correct one of them."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from firmware_host.screens.lists import ListView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.repair import CompareView, FindingView
from firmware_host.screens.view import View
from firmware_host.session import chooser
from firmware_host.session.board_check import CheckPlace
from firmware_host.session.hand_steps import Kind
from firmware_host.simulator.hands import Hands, Refused
from games.equipment import PLACES_BESIDE, Piece
from tests.table import take, take_in_menu

MATCH = "Fix the board"
PUT_RIGHT = "Change the pieces"
BOARD_IS_RIGHT = "Change the display"
MOST_CHANGES = 60
"""More changes than any spot needs; the screen does not offer what really stands there."""

AnyView = TypeVar("AnyView", bound=View)


def compare(hands: Hands, trusts_board: bool) -> bool:
    """Compare the real board with the screen, and correct one of them.

    If people trust their board more, the position takes it over where the rules allow that.
    Return whether it did.
    """
    take_in_menu(hands, MATCH)
    while isinstance(hands.world.view, CompareView):
        _compare(hands)
    if not isinstance(hands.world.view, ListView):
        return False
    if trusts_board:
        take(hands, BOARD_IS_RIGHT)
        if not isinstance(hands.world.view, NoteView):
            return True
        hands.press("ok")
    take(hands, PUT_RIGHT)
    return False


def expect_view(hands: Hands, kind: type[AnyView]) -> AnyView:
    """Return the view on the screen; raise Refused if it is of another kind."""
    view = hands.world.view
    if not isinstance(view, kind):
        raise Refused(f"expected a {kind.__name__}, got the screen: {hands.world.app.words}")
    return view


def _compare(hands: Hands) -> None:
    view = expect_view(hands, CompareView)
    shown, real = view.layout.pieces, hands.world.board.pieces
    if view.points:
        differing = [point for point in view.points if _at(shown, point) != _at(real, point)]
        if differing:
            hands.press("up")
        for point in differing:
            _go(hands, view.points, point)
            _correct(hands, partial(_really_at, hands, point))
        if differing:
            hands.press("back")
    elif _beside(shown) != _beside(real):
        _correct_beside(hands)
        hands.press("back")
    hands.press("ok")


def _correct_beside(hands: Hands) -> None:
    hands.press("up")
    first = _kind(hands, expect_view(hands, FindingView).pieces)
    while True:
        kind = _kind(hands, expect_view(hands, FindingView).pieces)
        _correct(hands, partial(_really_beside, hands, kind))
        hands.press("right")
        if _kind(hands, expect_view(hands, FindingView).pieces) == first:
            return


def _go(hands: Hands, points: tuple[str, ...], point: str) -> None:
    """Move the cursor to ``point`` with the fewest presses."""
    here = expect_view(hands, FindingView).point
    assert here is not None, "the cursor is on a point"
    spots = chooser.spots_of(hands.world.app.table.game.playing.game.board, points)
    waiting: deque[tuple[int, tuple[str, ...]]] = deque([(points.index(here), ())])
    known = {points.index(here)}
    while waiting:
        index, keys = waiting.popleft()
        if points[index] == point:
            for key in keys:
                hands.press(key)
            return
        for arrow in chooser.ARROWS:
            following = chooser.next_spot(spots, index, arrow)
            if following not in known:
                known.add(following)
                waiting.append((following, (*keys, arrow)))
    raise Refused(f"expected a way for the cursor to {point}, found none")


def _correct(hands: Hands, real: Callable[[], tuple[Piece, ...]]) -> None:
    """Change the pieces under the cursor until they are ``real``."""
    for _ in range(MOST_CHANGES):
        if _difference(hands, real()) == 0:
            return
        _change(hands, real())
    raise Refused(f"expected the screen to offer {real()}, got: {hands.world.app.words}")


def _change(hands: Hands, real: tuple[Piece, ...]) -> None:
    """Choose the nearest of what the screen offers, or the first that is right."""
    hands.press("ok")
    offered: dict[FindingView, int] = {}
    while (view := expect_view(hands, FindingView)) not in offered:
        offered[view] = _difference(hands, real)
        if offered[view] == 0:
            break
        hands.press("up")
    while _difference(hands, real) > min(offered.values()):
        hands.press("up")
    hands.press("ok")


def _difference(hands: Hands, real: tuple[Piece, ...]) -> int:
    shown, wanted = _units(expect_view(hands, FindingView).pieces), _units(real)
    return (shown - wanted).total() + (wanted - shown).total()


def _units(pieces: tuple[Piece, ...]) -> Counter[Piece]:
    return Counter({replace(piece, count=1): piece.count for piece in pieces})


def _at(pieces: tuple[Piece, ...], spot: CheckPlace) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.place == spot)


def _beside(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(piece for piece in pieces if piece.place in PLACES_BESIDE)


def _kind(hands: Hands, pieces: tuple[Piece, ...]) -> Kind | None:
    game = hands.world.app.table.game.playing.game
    return (game.owner(pieces[0]), pieces[0].kind) if pieces else None


def _really_at(hands: Hands, point: str) -> tuple[Piece, ...]:
    return _at(hands.world.board.pieces, point)


def _really_beside(hands: Hands, kind: Kind | None) -> tuple[Piece, ...]:
    return tuple(
        piece for piece in _beside(hands.world.board.pieces) if _kind(hands, (piece,)) == kind
    )
