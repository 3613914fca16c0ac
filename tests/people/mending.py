"""How people tell the screen by keys what stands on their board, part after part."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from firmware_host.screens.lists import ListView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.repair import CompareView, FindingView
from firmware_host.screens.view import View
from firmware_host.session import cursor
from firmware_host.session.board_check import CheckPlace
from firmware_host.session.rearrange import Kind
from firmware_host.simulator.hands import Hands, Refused
from games.equipment import PLACES_BESIDE, Piece
from tests.table import take, take_in_menu

MATCH = "The board differs"
PUT_RIGHT = "Put the board right"
BOARD_IS_RIGHT = "The board is right"
MOST_CHANGES = 60
"""More changes of one spot than any board needs: the screen does not offer what stands there."""

AnyView = TypeVar("AnyView", bound=View)


def mend(hands: Hands, trusts_board: bool) -> bool:
    """Compare the real board with the screen, and put one of them right.

    Where people trust their board more, it is taken over if the game can be so; return whether it
    was.
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


def seen(hands: Hands, kind: type[AnyView]) -> AnyView:
    """The view on the screen; Refused if it is of another kind."""
    view = hands.world.view
    if not isinstance(view, kind):
        raise Refused(f"{kind.__name__} is awaited; the screen shows: {hands.world.app.words}")
    return view


def _compare(hands: Hands) -> None:
    view = seen(hands, CompareView)
    told, real = view.layout.pieces, hands.world.board.pieces
    if view.points:
        differing = [point for point in view.points if _at(told, point) != _at(real, point)]
        if differing:
            hands.press("up")
        for point in differing:
            _go(hands, view.points, point)
            _tell(hands, partial(_really_at, hands, point))
        if differing:
            hands.press("back")
    elif _beside(told) != _beside(real):
        _tell_beside(hands)
        hands.press("back")
    hands.press("ok")


def _tell_beside(hands: Hands) -> None:
    hands.press("up")
    first = _kind(hands, seen(hands, FindingView).pieces)
    while True:
        kind = _kind(hands, seen(hands, FindingView).pieces)
        _tell(hands, partial(_really_beside, hands, kind))
        hands.press("right")
        if _kind(hands, seen(hands, FindingView).pieces) == first:
            return


def _go(hands: Hands, points: tuple[str, ...], point: str) -> None:
    """Bring the cursor to ``point`` with the fewest presses."""
    here = seen(hands, FindingView).point
    assert here is not None, "the cursor is on a point"
    spots = cursor.spots_of(hands.world.app.table.game.playing.game.board, points)
    ways: deque[tuple[int, tuple[str, ...]]] = deque([(points.index(here), ())])
    known = {points.index(here)}
    while ways:
        index, keys = ways.popleft()
        if points[index] == point:
            for key in keys:
                hands.press(key)
            return
        for arrow in cursor.ARROWS:
            following = cursor.next_spot(spots, index, arrow)
            if following not in known:
                known.add(following)
                ways.append((following, (*keys, arrow)))
    raise Refused(f"the cursor does not come to {point}")


def _tell(hands: Hands, real: Callable[[], tuple[Piece, ...]]) -> None:
    """Change what is told of the spot under the cursor until it is ``real``."""
    for _ in range(MOST_CHANGES):
        if _difference(hands, real()) == 0:
            return
        _change(hands, real())
    raise Refused(f"{real()} cannot be told; the screen shows: {hands.world.app.words}")


def _change(hands: Hands, real: tuple[Piece, ...]) -> None:
    """Take the nearest of what the screen offers for the spot; the first that is right at once."""
    hands.press("ok")
    offered: dict[FindingView, int] = {}
    while (view := seen(hands, FindingView)) not in offered:
        offered[view] = _difference(hands, real)
        if offered[view] == 0:
            break
        hands.press("up")
    while _difference(hands, real) > min(offered.values()):
        hands.press("up")
    hands.press("ok")


def _difference(hands: Hands, real: tuple[Piece, ...]) -> int:
    told, wanted = _units(seen(hands, FindingView).pieces), _units(real)
    return (told - wanted).total() + (wanted - told).total()


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
