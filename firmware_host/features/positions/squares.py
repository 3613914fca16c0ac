"""The squares of a position one by one: what stands there, by keys or by the pieces themselves."""

import dataclasses
from typing import Final

from msgspec.structs import replace

from firmware_host.features.positions.feature import (
    OverPosition,
    changed,
    made_position,
)
from firmware_host.screens.repair import FindingView
from firmware_host.screens.view import Layout, View
from firmware_host.session.board_check import BoardCheck, CheckPlace, MadePosition
from firmware_host.session.chooser import ARROWS, middle_spot, next_spot, spots_of
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import (
    Close,
    Due,
    Effects,
    Notify,
    Show,
)
from games.message import Message, msg

NONE_BESIDE: Final = Message.of(msg("No piece beside the board. Take one off a square first."))
LIFTED_SECONDS: Final = 3.0
"""A piece that is lifted so long is put beside the board."""


class SquareView(FindingView, frozen=True):
    """What stands on a square of the position."""

    @property
    def prompt(self) -> Message:
        if self.is_changing:
            return super().prompt
        return Message.of(
            msg("Arrows: go to a square; `ok`: change what stands there; `back`: done")
        )


class SetSquare(OverPosition, frozen=True):
    """The cursor on one of the squares, or on what lies beside the board.

    ``seen`` are the points that a sensing board saw occupied, ``lifted`` those from which hands
    have taken a piece that they still hold.
    """

    help = msg(
        "Arrows: go to a square. OK: choose what stands there. On a sensing board: put the pieces"
        " where they belong. Back: done."
    )
    cursor: int
    seen: frozenset[str] = frozenset()
    lifted: tuple[str, ...] = ()

    @classmethod
    def begin(cls, context: SceneContext) -> "SetSquare":
        """Begin in the middle of the board."""
        places = places_of(made_position(context).check)
        return cls(middle_spot(_spots(context, places)), context.sight.observation.occupied)

    def view(self, context: SceneContext) -> View:
        check = made_position(context).check
        return _square(check, places_of(check)[self.cursor], is_changing=False)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        check = made_position(context).check
        places = places_of(check)
        if key in ARROWS:
            spots = _spots(context, places)
            return (Show(replace(self, cursor=next_spot(spots, self.cursor, key))),)
        if key == "ok":
            options = _options(check, places[self.cursor])
            is_fixed = len(options) == 1
            return (Notify(NONE_BESIDE),) if is_fixed else (Show(ChooseOccupant(self, options, 1)),)
        return (Close(),) if key == "back" else None

    def board_changed(self, context: SceneContext) -> Effects:
        """Let pieces that hands have put down stand there, and the cursor with the last."""
        occupied = context.sight.observation.occupied
        lifted = [*self.lifted, *sorted(self.seen - occupied)]
        made, shown = made_position(context), self
        for point in sorted(occupied - self.seen):
            made = _put_down(made, point, lifted)
            names_ = places_of(made.check)
            shown = replace(shown, cursor=names_.index(point))
        after = replace(shown, seen=occupied, lifted=tuple(lifted))
        return (*changed(made), Show(after))

    def due(self, context: SceneContext) -> Due | None:
        """Put beside the board what hands keep."""
        if not self.lifted:
            return None
        return Due(context.sight.changed_at + LIFTED_SECONDS, self._take_off)

    def _take_off(self, context: SceneContext) -> Effects:
        made = made_position(context)
        for point in self.lifted:
            made = made.put(point, "beside")
        return (*changed(made), Show(replace(self, lifted=())))


def _options(check: BoardCheck, place: CheckPlace) -> tuple[BoardCheck, ...]:
    """Return what may stand at ``place``: first what does, then with pieces from beside."""
    now, *others = check.options(place)
    return (now, *(each for each in others if each.excess() is None and _is_regular(each, place)))


def _is_regular(check: BoardCheck, place: CheckPlace) -> bool:
    """Return whether each piece at ``place`` may be there, whatever stands elsewhere."""
    return all(
        dataclasses.replace(piece, count=1) in check.game.standings(piece, piece.place)
        for piece in check.at(place)
    )


def _put_down(made: MadePosition, point: str, lifted: list[str]) -> MadePosition:
    """Return what is made when a piece is put on ``point``: a ``lifted`` one, or one in hand."""
    if point in lifted:
        lifted.remove(point)
        return made
    while lifted:
        origin = lifted.pop()
        if made.check.at(origin):
            return made.put(origin, point)
    if made.check.at(point):
        return made
    _, *others = _options(made.check, point)
    return made.standing(others[0]) if others else made


class ChooseOccupant(OverPosition, frozen=True):
    """Shows one of the ``options``: what may stand on the square ``at`` the cursor."""

    help = msg("Up and down: choose what stands there. OK: keep it. Back: no change.")
    at: SetSquare
    options: tuple[BoardCheck, ...]
    index: int

    def view(self, context: SceneContext) -> View:
        place = places_of(made_position(context).check)[self.at.cursor]
        return _square(self.options[self.index], place, is_changing=True)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in ("up", "down"):
            index = (self.index + (1 if key == "down" else -1)) % len(self.options)
            return (Show(replace(self, index=index)),)
        if key in ("ok", "left", "right"):
            made = made_position(context).standing(self.options[self.index])
            spots = _spots(context, places_of(made.check))
            here = min(self.at.cursor, len(spots) - 1)
            cursor = here if key == "ok" else next_spot(spots, here, key)
            return (*changed(made), Show(replace(self.at, cursor=cursor)))
        return (Show(self.at),) if key == "back" else None


def places_of(check: BoardCheck) -> tuple[CheckPlace, ...]:
    """Return the points in reading order, then the kinds beside the board."""
    points = sorted(check.game.board.points, key=lambda point: (-point.y, point.x))
    return (*(point.name for point in points), *check.kinds_beside())


def _spots(
    context: SceneContext, places: tuple[CheckPlace, ...]
) -> tuple[tuple[float, float], ...]:
    board = made_position(context).base.game.board
    return spots_of(board, [each if isinstance(each, str) else None for each in places])


def _square(check: BoardCheck, place: CheckPlace, *, is_changing: bool) -> View:
    layout = Layout(check.game.board, check.game.seats, check.pieces)
    point = place if isinstance(place, str) else None
    return SquareView(layout, point, check.at(place), is_changing)
